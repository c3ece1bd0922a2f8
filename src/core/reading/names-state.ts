/** Counts the frames with names, and finds the reason why the others have none. */
import { eachFrame } from '../model/each-frame.ts'
import type { ImageStatus, SymbolicatedReport } from '../model/report.ts'
import { callsOf, isPlaceholder, levelOf, resolutionOf } from './lines.ts'
import { overviewKind } from './overview/overview.ts'
import { finish } from './steps.ts'

export interface NameCounts {
  readonly frames: number
  /** Frames with a name, doubtful ones among them. */
  readonly named: number
  readonly doubtful: number
}

/**
 * Why an image's frames have no sure names. `missing`, `system`: no symbols of the image or of the system. `wrong-build`, `wrong-arch`,
 * `stripped`: the given symbols do not match or have no names. `several`: several builds match. `unplaced`: its load address is unknown.
 * `gaps`: the matching symbols have no name there. `doubtful`: all its names are doubtful. `other-build`: the user chose another build's
 * names. `not-used`: the given symbols do not match, and the report names the frames itself.
 */
export type NeedKind =
  | 'missing'
  | 'wrong-build'
  | 'wrong-arch'
  | 'stripped'
  | 'several'
  | 'unplaced'
  | 'gaps'
  | 'doubtful'
  | 'other-build'
  | 'not-used'
  | 'system'

export interface ImageNeed {
  readonly kind: NeedKind
  readonly status: ImageStatus
  /** Frames of the image without a name; of `doubtful` and `other-build`, its names. */
  readonly frames: number
  /** Every frame has a name and a source line: no file would add any. */
  readonly isComplete?: boolean
}

/** Frames in no listed image, where these are all that lack names. `system`: their code is the system's. */
export interface OutsideFrames {
  readonly frames: number
  readonly isListMissing: boolean
  readonly isSystem: boolean
}

export interface NamesState {
  readonly counts: NameCounts
  /** The user's own images first, then those with most frames. */
  readonly needs: readonly ImageNeed[]
  readonly outside?: OutsideFrames
}

type Tally = { -readonly [Key in keyof NameCounts]: NameCounts[Key] }
/** `placed`: frames with a name and a source line. */
type ImageTally = Tally & { placed: number }

const noFrames = (): ImageTally => ({ frames: 0, named: 0, doubtful: 0, placed: 0 })

/** Counts the names of a symbolicated report and lists the needs of its images. */
export function namesState(symbolicated: SymbolicatedReport): NamesState {
  return finish(readNames(symbolicated))
}

/** Frames between two pauses. */
const STEP = 512

/** The same in steps of about a tenth of a millisecond: a profile may have a million calls. */
export function* readNames(symbolicated: SymbolicatedReport): Generator<undefined, NamesState, void> {
  const counts: Tally = { frames: 0, named: 0, doubtful: 0 }
  const byImage = new Map<number, ImageTally>()
  for (const frame of eachFrame(symbolicated.report)) {
    if (counts.frames % STEP === STEP - 1) yield
    const level = isNamed(symbolicated, frame) ? (levelOf(symbolicated, frame) ?? 'exact') : undefined
    count(counts, level)
    if (frame.image === undefined) continue
    const tally = byImage.get(frame.image) ?? noFrames()
    count(tally, level)
    if (level !== undefined && callsOf(symbolicated, frame).some(({ line }) => line !== undefined)) tally.placed++
    byImage.set(frame.image, tally)
  }
  const needs = symbolicated.images
    .flatMap((status) => needOf(status, byImage.get(status.image) ?? noFrames(), symbolicated) ?? [])
    .sort((a, b) => Number(a.status.origin === 'system') - Number(b.status.origin === 'system') || b.frames - a.frames)
  const outside = outsideOf(symbolicated, needs)
  return { counts, needs, ...(outside && { outside }) }
}

function count(tally: Tally, level: 'exact' | 'likely' | 'doubtful' | undefined): void {
  tally.frames++
  if (level !== undefined) tally.named++
  if (level === 'doubtful') tally.doubtful++
}

function isNamed(symbolicated: SymbolicatedReport, frame: Parameters<typeof callsOf>[1]): boolean {
  const kind = resolutionOf(symbolicated, frame)?.kind
  if (kind !== 'resolved' && kind !== 'already-named') return false
  return callsOf(symbolicated, frame).some((call) => !isPlaceholder(call.function))
}

function needOf(status: ImageStatus, tally: ImageTally, { report }: SymbolicatedReport): ImageNeed | undefined {
  const kind = kindOf(status, tally)
  if (kind === undefined) return undefined
  // Nobody can get symbols for an image without a name.
  const image = report.images[status.image]
  const isNobody =
    image?.origin !== 'app' && /^(?:<[^/<>]*\b(?:unknown|unavailable)\b[^/<>]*>|\?+|)$/.test(image?.name ?? '')
  if (isNobody && (kind === 'missing' || kind === 'system')) return undefined
  const isOfNames = kind === 'doubtful' || kind === 'other-build'
  const isComplete = kind === 'doubtful' && tally.placed === tally.frames
  return {
    ...{ kind, status, frames: isOfNames ? tally.named : tally.frames - tally.named },
    ...(isComplete && { isComplete }),
  }
}

function kindOf({ symbols, have, grounds, loadAddress, origin }: ImageStatus, tally: Tally): NeedKind | undefined {
  if (tally.frames === 0) return undefined
  if (symbols === 'wrong-build' && grounds?.some(({ code }) => code === 'forced')) return 'other-build'
  const isDoubtful = tally.named > 0 && tally.doubtful === tally.named && origin !== 'system'
  if (tally.named === tally.frames) {
    if (isDoubtful) return 'doubtful'
    return symbols === 'wrong-build' || symbols === 'wrong-arch' ? 'not-used' : undefined
  }
  switch (symbols) {
    case 'wrong-build':
    case 'wrong-arch':
    case 'system':
      return symbols
    case 'no-debug-info':
      return 'stripped'
    case 'missing':
      return have && have.length > 1 ? 'several' : 'missing'
    case 'matched':
      if (loadAddress === undefined) return 'unplaced'
      return isDoubtful ? 'doubtful' : 'gaps'
    case 'not-needed':
      return isDoubtful ? 'doubtful' : undefined
  }
}

/** A load address would name these frames. Suggest it only where no other need would name a frame. */
function outsideOf(
  { report, resolutions }: SymbolicatedReport,
  needs: readonly ImageNeed[],
): OutsideFrames | undefined {
  const frames = resolutions.filter(({ kind }) => kind === 'outside-images').length
  if (frames === 0 || needs.some(({ kind }) => kind === 'unplaced')) return undefined
  if (!resolutions.every(({ kind }) => kind === 'outside-images' || kind === 'no-symbols')) return undefined
  return {
    frames,
    isListMissing: report.images.length === 0,
    isSystem: ['panic', 'stackshot'].includes(overviewKind(report) ?? ''),
  }
}
