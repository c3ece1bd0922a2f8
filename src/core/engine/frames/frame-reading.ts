/**
 * Variables of frames, for the engine; processes of open reports are kept for the next frame. Loaded on the first
 * request for variables.
 */
import type { FrameRequest, FramesRequest, ReportHandle } from '../../engine-types.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import type { FrameVariables } from '../../model/variables.ts'
import type { InputFile } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { variablesOfFrames, type NamedReport } from './frame-variables.ts'
import { openProcess, type ProcessPorts, type StoppedProcess } from './stopped-process.ts'

/** A person goes through the frames of one report, rarely of two. */
const MOST_KEPT = 2

interface Kept {
  /** Files that were known when the process was opened: dumps are unwound with them. */
  readonly sources: readonly DebugImage[]
  readonly process: Promise<Outcome<StoppedProcess>>
}

export interface FramePorts extends ProcessPorts {
  /** The reports of a file with the matches of their images. */
  readonly named: (file: InputFile) => Promise<readonly NamedReport[]>
}

/** True if the report lacks the load address of an image with frames. */
function lacksPlaces({ threads, images }: Report): boolean {
  return threads.some(({ frames }) =>
    frames.some(({ image, address }) =>
      image === undefined ? address !== undefined && images.length === 0 : images[image]?.loadAddress === undefined,
    ),
  )
}

export class FrameReading {
  readonly #catalog: Catalog
  readonly #ports: FramePorts
  readonly #kept = new Map<ReportHandle, Kept>()

  constructor(catalog: Catalog, ports: FramePorts) {
    this.#catalog = catalog
    this.#ports = ports
  }

  /** The variables of all frames of a file. */
  async all(file: InputFile): Promise<Outcome<readonly FrameVariables[]>> {
    const opened = await openProcess(file, this.#ports)
    if (!opened.ok) return opened
    // Names show where images lay if the report does not say.
    const isOpen = opened.value.reports.some(({ report }) => lacksPlaces(report))
    const named = isOpen ? await this.#ports.named(file) : []
    return variablesOfFrames(opened.value, this.#sourcesOf, (report) => named[report])
  }

  /** Of frames of an open report, whose file this is. */
  async some(
    file: InputFile,
    request: FramesRequest,
    named: NamedReport | undefined,
  ): Promise<Outcome<readonly FrameVariables[]>> {
    const opened = await this.#process(file, request.handle)
    return opened.ok ? variablesOfFrames(opened.value, this.#sourcesOf, () => named, request) : opened
  }

  /** Of one frame of an open report. */
  async one(
    file: InputFile,
    { frame, ...request }: FrameRequest,
    named: NamedReport | undefined,
  ): Promise<Outcome<FrameVariables | undefined>> {
    const told = await this.some(file, { ...request, frames: [frame] }, named)
    return told.ok ? success(told.value[0], told.problems) : told
  }

  close(handle: ReportHandle): void {
    this.#kept.delete(handle)
  }

  #process(file: InputFile, handle: ReportHandle): Kept['process'] {
    const sources = this.#catalog.sources()
    const known = this.#kept.get(handle)
    const isSame = known?.sources.length === sources.length && known.sources.every((one, at) => one === sources[at])
    const process = isSame ? known.process : openProcess(file, this.#ports)
    this.#kept.delete(handle)
    this.#kept.set(handle, { sources, process })
    for (const old of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.#kept.delete(old)
    return process
  }

  readonly #sourcesOf = async (uuid: string): Promise<readonly DebugImage[]> =>
    this.#catalog.sources().filter((source) => source.uuid === uuid)
}
