/** The engine's methods for single frames and addresses: instructions, variables, lines, hints. Their code is loaded when needed. */
import type { Engine } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import { failure } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'
import { openImages } from '../catalog/opened-images.ts'
import { readReports } from '../intake/intake.ts'
import type { Services } from '../services.ts'
import type { FrameReading } from './frame-reading.ts'
import type { NamedReport } from './frame-variables.ts'

type FrameMethods = Pick<
  Engine,
  | 'close'
  | 'disassemble'
  | 'frameCode'
  | 'variables'
  | 'frameVariables'
  | 'variablesOfFrame'
  | 'variablesOfReport'
  | 'lineFiles'
  | 'quotedSources'
  | 'hints'
>

/** `resolve` names the reports of an open file. */
export function frameMethods(
  services: Services,
  { open: openFile, resolve }: Pick<Engine, 'open' | 'resolve'>,
): FrameMethods {
  const { catalog, functionCode, harvest, lookup, open, reading, scriptMaps, symbols, urgent } = services
  let frames: FrameReading | undefined
  const frameReading = async (): Promise<FrameReading> => {
    const { FrameReading } = await import('./frame-reading.ts')
    const { openCode } = reading
    return (frames ??= new FrameReading(catalog, { read: (file) => readReports(file, openCode), openCode, named }))
  }
  /** The reports of a file with their names. */
  const named = async (file: InputFile): Promise<readonly NamedReport[]> => {
    const opened = await openFile(file)
    if (!opened.ok) return []
    const { handle, reports } = opened.value
    await resolve(handle)
    const found = reports.flatMap((_, report) => open.of(handle, report) ?? [])
    open.close(handle)
    return found
  }
  return {
    async close(handle) {
      open.close(handle)
      frames?.close(handle)
      await harvest.learnWaiting()
    },

    async disassemble({ key, at, count, mode }) {
      const { disassembleImage } = await import('./disassembling.ts')
      return disassembleImage(await openImages(catalog, key), at, count, mode)
    },

    async frameCode({ handle, report, frame }) {
      const held = open.of(handle, report)
      if (!held) return failure(problem('not-open', {}))
      const { instructionsOfFrame } = await import('./frame-code.ts')
      const names = { images: await catalog.images(), lookup: lookup.calls.bind(lookup) }
      return urgent.run(() => instructionsOfFrame(held, frame, names, (key) => openImages(catalog, key)))
    },

    async variables({ key, offsets }) {
      const { variablesOfImage } = await import('./variables.ts')
      return variablesOfImage((await catalog.entry(key)).sources, offsets)
    },

    async frameVariables(file) {
      return (await frameReading()).all(file)
    },

    async variablesOfFrame(request) {
      const file = open.fileOf(request.handle)
      if (!file) return failure(problem('not-open', {}))
      const frame = await frameReading()
      return urgent.run(() => frame.one(file, request, open.of(request.handle, request.report)))
    },

    async variablesOfReport(request) {
      const file = open.fileOf(request.handle)
      if (!file) return failure(problem('not-open', {}))
      return (await frameReading()).some(file, request, open.of(request.handle, request.report))
    },

    async lineFiles(request) {
      const { lineFilesOfImage } = await import('./line-files.ts')
      const { sources } = await catalog.entry(request.key)
      return urgent.run(() => lineFilesOfImage(sources, request))
    },

    async quotedSources(paths) {
      const { quotedSources } = await import('./quoted-sources.ts')
      return urgent.run(() => quotedSources(scriptMaps.scripts(), paths))
    },

    async hints({ key, offsets }) {
      const { hintsAt } = await import('./function-hints.ts')
      return hintsAt(await functionCode(), (of, starts) => symbols.lookup(of, starts), key, offsets)
    },
  }
}
