/** Source lines of a report's frames. Line tables are read for all frames together. */
import { sourceReasons } from '../messages/source.ts'
import { say } from '../messages/message.ts'
import type { Engine } from '../engine-types.ts'
import type { ImageOffset } from '../model/address.ts'
import type { Call, KnownImage } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources, LineFile, SourceGrade, SourceReading } from '../model/source.ts'
import { callsOf, isGenerated } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { stacksOf } from '../reading/stacks.ts'
import type { IndexKey } from '../ports.ts'
import { readQuoted, type SourceFinder } from './source-finder.ts'

/** Frames of a report whose lines are shown; a recursion has thousands that are alike. */
const MOST_FRAMES = 200

/** Where lines come from. */
export interface SourceAccess {
  readonly finder: SourceFinder
  readonly images: readonly KnownImage[]
  readonly engine: Pick<Engine, 'lineFiles' | 'quotedSources'>
}

/** The user's own frames in the stacks to read first, and those of scripts that a source map names. */
export function framesToShow(symbolicated: SymbolicatedReport): readonly Frame[] {
  const frames = stacksOf(symbolicated.report).flatMap((stack) =>
    stack.main || stack.frames.some(({ script }) => script) ? stack.frames : [],
  )
  return frames
    .filter(
      (frame) => (isOwnFrame(symbolicated, frame) || isMapped(symbolicated, frame)) && hasSource(symbolicated, frame),
    )
    .slice(0, MOST_FRAMES)
}

/** Packages that others wrote lie in a folder of their own. */
const isMapped = (symbolicated: SymbolicatedReport, frame: Frame): boolean =>
  callsOf(symbolicated, frame).some(
    ({ source, file }) => source === 'source-map' && !/(?:^|[\\/])node_modules[\\/]/.test(file ?? ''),
  )

/** True if a call of a frame is in a file. */
export const hasSource = (symbolicated: SymbolicatedReport, frame: Frame): boolean =>
  callsOf(symbolicated, frame).some(isWritten)

/** Code that a compiler made has no file. */
const isWritten = (call: Call): call is Call & { readonly file: string } =>
  call.file !== undefined && !isGenerated(call.file)

/** False where only a report, what came with it, or another build names the file. */
export const isOfSymbols = ({ source, imported }: Call): boolean =>
  source !== 'report' && source !== 'other-report' && source !== 'carried' && imported?.archive === undefined

/** Build paths of the files that frames' calls are in, by debug information of matched images. */
export const filesOfFrames = (symbolicated: SymbolicatedReport, frames: readonly Frame[]): readonly string[] =>
  frames.flatMap((frame) =>
    callsOf(symbolicated, frame).flatMap((call) => (isWritten(call) && isOfSymbols(call) ? [call.file] : [])),
  )

/** Readings of these frames. */
export async function readSources(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  { finder, images, engine }: SourceAccess,
): Promise<FrameSources> {
  finder.refresh()
  finder.learn(new Set(filesOfFrames(symbolicated, framesToShow(symbolicated))))
  const known = await askLineTables(symbolicated, frames, images, engine)
  const quoted = await askMaps(symbolicated, frames, engine)
  const sources = new Map<number, readonly (SourceReading | undefined)[]>()
  for (const frame of frames) {
    const readings: (SourceReading | undefined)[] = []
    for (const call of callsOf(symbolicated, frame)) {
      const { line, column } = call
      const fact = known.get(frame.id)?.find(({ path }) => path === call.file)
      // A report may name any file, so a file that it alone names is not read.
      if (isWritten(call) && !isOfSymbols(call)) {
        const { text } = say(sourceReasons, 'only-report', { file: call.file })
        readings.push({ kind: 'none', reason: text, withheld: true })
        continue
      }
      const text = call.source === 'source-map' && call.file !== undefined ? quoted.get(call.file) : undefined
      if (text !== undefined && line !== undefined && call.file !== undefined) {
        readings.push(
          readQuoted(call.file, text, { line, ...(column !== undefined && { column }) }, gradeOf(symbolicated, frame)),
        )
        continue
      }
      readings.push(
        isWritten(call)
          ? await finder.read({
              file: call.file,
              ...(line !== undefined && { line }),
              ...(column !== undefined && { column }),
              ...(fact && { known: fact }),
            })
          : undefined,
      )
    }
    sources.set(frame.id, readings)
  }
  return sources
}

/** How sure a frame's map is of its build. */
function gradeOf({ resolutions }: SymbolicatedReport, { id }: Frame): SourceGrade {
  const resolution = resolutions[id]
  const level = resolution?.kind === 'resolved' ? resolution.grade.level : undefined
  return level === 'exact' ? 'exact' : level === 'likely' ? 'likely' : 'possible'
}

/** The texts that source maps quote of frames' files, by path. */
async function askMaps(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  engine: SourceAccess['engine'],
): Promise<ReadonlyMap<string, string>> {
  const paths = frames.flatMap((frame) =>
    callsOf(symbolicated, frame).flatMap(({ source, file }) => (source === 'source-map' && file ? [file] : [])),
  )
  if (paths.length === 0) return new Map()
  const answer = await engine.quotedSources([...new Set(paths)])
  return new Map(answer.ok ? answer.value.map(({ path, text }) => [path, text]) : [])
}

interface Place {
  readonly frame: number
  readonly offset: ImageOffset
  readonly paths: readonly string[]
}

/** The files of frames in line tables, by frame id. A table that cannot be read adds nothing. */
async function askLineTables(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  images: readonly KnownImage[],
  engine: SourceAccess['engine'],
): Promise<ReadonlyMap<number, readonly LineFile[]>> {
  const places = new Map<KnownImage, Place[]>()
  for (const frame of frames) {
    const uuid = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]?.uuid
    const image = uuid && images.find((one) => one.uuid === uuid && one.path !== undefined)
    const offset = callsOf(symbolicated, frame).at(-1)?.functionStart
    if (!image || offset === undefined) continue
    const known = places.get(image) ?? []
    places.set(image, known)
    known.push({ frame: frame.id, offset, paths: filesOfFrames(symbolicated, [frame]) })
  }
  const told = new Map<number, readonly LineFile[]>()
  for (const [{ uuid, arch }, asked] of places) {
    const key: IndexKey = { uuid, arch }
    const answer = await engine.lineFiles({ key, places: asked })
    if (answer.ok) for (const [at, files] of answer.value.entries()) told.set(asked[at]?.frame ?? -1, files)
  }
  return told
}
