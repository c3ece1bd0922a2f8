/** Variables of the frames of a dump or a report, with all values that its registers and memory supply. */
import type { FrameVariables, VariablesMissing } from '../../model/variables.ts'
import { append } from '../../model/lists.ts'
import { archFamily } from '../../model/architecture.ts'
import { offsetInImage, runtimeOf, type ImageOffset, type RuntimeAddress } from '../../model/address.ts'
import { cleanAddress } from '../../memory/clean-address.ts'
import { FormatError, success, type Outcome, type Problem } from '../../model/problem.ts'
import { eachStack } from '../../model/each-frame.ts'
import type { Frame, ImageStatus, Report } from '../../model/report.ts'
import type { DebugImage } from '../../symbols/source.ts'
import { describeScopes } from '../../variables/describe.ts'
import type { FrameView } from '../../variables/evaluate.ts'
import { frameView, type CallerFrame } from '../../variables/frame-view.ts'
import { whenRead } from '../../bytes/paged.ts'
import { scopesAt, type ScopesAt } from '../../variables/scopes.ts'
import { lookedUpAt, openCodeInfo, type CodeInfo } from './frame-debug-info.ts'
import { registersOf, type KnownFrame, type KnownStack, type StoppedProcess } from './stopped-process.ts'

/** Frames of one report whose variables are shown at once; runaway recursion has more. */
const MOST_FRAMES = 1_000
/** Most callers searched for passed values: an entry value is often the entry value of the caller. */
const MOST_CALLERS = 16

type SourcesOf = (uuid: string) => Promise<readonly DebugImage[]>

/** A report after its last naming: symbols may have added images that it does not list, and their load addresses. */
export interface NamedReport {
  readonly report: Report
  readonly images: readonly ImageStatus[]
}

/** The frames to read at once: those with these ids in the report at a position. */
export interface WantedFrames {
  readonly report: number
  readonly frames: readonly number[]
}

/** Where an image of the report lies, and the files that are of its build. */
interface PlacedImage {
  readonly load: RuntimeAddress
  readonly isInferred: boolean
  readonly sources: readonly DebugImage[]
}

/** A frame joined to the debug information of its image. */
interface Placed extends KnownFrame {
  readonly code: CodeInfo
  readonly load: RuntimeAddress
  readonly isInferred: boolean
  /** The frame's own place in its image, and the one that is looked up. */
  readonly at: ImageOffset
  readonly lookedUp: ImageOffset
}

/** The variables of all frames of all threads of all reports, or of the frames wanted, of any stack; `namedAt` gives reports as they were last named. */
export async function variablesOfFrames(
  process: StoppedProcess,
  sourcesOf: SourcesOf,
  namedAt: (report: number) => NamedReport | undefined,
  only?: WantedFrames,
): Promise<Outcome<readonly FrameVariables[]>> {
  const problems: Problem[] = []
  const found: FrameVariables[] = []
  const wanted = only && new Set(only.frames)
  for (const [position, { report, stacks }] of process.reports.entries()) {
    if (only && only.report !== position) continue
    const named = namedAt(position) ?? { report, images: [] }
    const reader = new FrameReader(process, named, sourcesOf, problems)
    const told = new Map(
      [...eachStack(named.report)].flatMap(({ frames }) => frames.map((frame) => [frame.id, frame] as const)),
    )
    // A dump that was unwound again with other symbols has other frames under its ids.
    const asNamed = (frame: Frame): Frame => {
      const other = told.get(frame.id)
      return other && other.address === frame.address ? other : frame
    }
    for (const stack of only ? stacks : stacks.slice(0, report.threads.length)) {
      const known = stack.map((one): KnownFrame => ({ ...one, frame: asNamed(one.frame) }))
      const positions = known.flatMap(({ frame }, at) => (!wanted || wanted.has(frame.id) ? [at] : []))
      append(found, await reader.read(known, positions.slice(0, MOST_FRAMES)))
    }
  }
  return success(found, problems)
}

/** Reads the variables of frames of one report. */
class FrameReader {
  readonly #process: StoppedProcess
  readonly #named: NamedReport
  readonly #sourcesOf: SourcesOf
  readonly #problems: Problem[]
  readonly #images = new Map<number, PlacedImage | VariablesMissing>()

  constructor(process: StoppedProcess, named: NamedReport, sourcesOf: SourcesOf, problems: Problem[]) {
    this.#process = process
    this.#named = named
    this.#sourcesOf = sourcesOf
    this.#problems = problems
  }

  async read(stack: KnownStack, positions: readonly number[]): Promise<readonly FrameVariables[]> {
    const placed = new Map<number, Placed | VariablesMissing>()
    for (const first of positions)
      for (let at = first; at <= first + MOST_CALLERS && at < stack.length; at++) {
        const known = stack[at]
        if (known && !placed.has(at)) placed.set(at, await this.#place(known))
      }
    const callers = new Map<number, CallerFrame | undefined>()
    const callerOf = (position: number): CallerFrame | undefined => {
      if (!callers.has(position))
        callers.set(
          position,
          this.#asCaller(placed.get(position + 1), () => callerOf(position + 1)),
        )
      return callers.get(position)
    }
    const told: FrameVariables[] = []
    for (const position of positions) {
      const known = stack[position]
      const at = placed.get(position) ?? 'no-image'
      if (!known) continue
      told.push({
        ...this.#factsOf(typeof at === 'string' ? known : at),
        ...(typeof at === 'string' ? { scopes: [], missing: at } : await this.#describe(at, () => callerOf(position))),
      })
    }
    return told
  }

  #factsOf({ thread, frame, registers }: KnownFrame): Omit<FrameVariables, 'scopes' | 'missing'> {
    const image = frame.image === undefined ? undefined : this.#named.report.images[frame.image]?.name
    const known = registers.size === 0 ? 'nothing' : this.#process.hasMemory ? 'memory' : 'registers'
    return {
      ...(thread !== undefined && { thread }),
      frame: frame.index,
      id: frame.id,
      address: frame.address ?? 0n,
      known,
      ...(image && { image }),
    }
  }

  async #place(known: KnownFrame): Promise<Placed | VariablesMissing> {
    const { frame } = known
    if (frame.image === undefined) return 'no-image'
    const image = this.#images.get(frame.image) ?? (await this.#placeImage(frame.image))
    this.#images.set(frame.image, image)
    if (typeof image === 'string') return image
    const { load, isInferred, sources } = image
    const at = this.#offsetIn(frame, load)
    if (at === undefined) return 'no-image'
    const lookedUp = lookedUpAt(at, isReturn(frame))
    const registers = this.#registersOf(known, runtimeOf(load, at))
    let missing: VariablesMissing = sources.length === 0 ? 'no-file' : 'no-debug-info'
    for (const source of sources) {
      const code = source.detail === 'dwarf' ? await openCodeInfo(source, lookedUp, this.#problems) : 'no-debug-info'
      if (typeof code !== 'string') return { ...known, registers, code, load, isInferred, at, lookedUp }
      if (code === 'no-object') missing = code
    }
    return missing
  }

  /** Where a report prints no address, the registers are the frame's if its place in the image is theirs. */
  #registersOf({ frame, registers }: KnownFrame, address: RuntimeAddress): KnownFrame['registers'] {
    if (registers.size > 0 || frame.address !== undefined) return registers
    const { threads, header } = this.#named.report
    const thread = threads.find(({ frames: [first] }) => first?.id === frame.id)
    return registersOf(address, thread?.registers ?? [], archFamily(header.arch))
  }

  /** The report's own offset overrules the one from address and load address, unless the user has moved the image. */
  #offsetIn({ address, offset, image = -1 }: Frame, load: RuntimeAddress): ImageOffset | undefined {
    const listed = this.#named.report.images[image]?.loadAddress
    if (offset !== undefined && (listed ?? load) === load) return offset
    const family = archFamily(this.#named.report.header.arch)
    return address === undefined ? offset : offsetInImage(cleanAddress(address, family).address, load)
  }

  async #placeImage(position: number): Promise<PlacedImage | VariablesMissing> {
    const { uuid, loadAddress } = this.#named.report.images[position] ?? {}
    const status = this.#named.images.find(({ image }) => image === position)
    // A load address from the user overrules the report's.
    const load = status?.loadAddress ?? loadAddress
    const weighed = status?.hypotheses?.find((one) => one.loadAddress === load)
    const build = uuid ?? weighed?.uuid
    if (!build || load === undefined) return 'no-image'
    return { load, isInferred: (status?.confidence ?? 1) < 1, sources: await this.#sourcesOf(build) }
  }

  async #describe(
    placed: Placed,
    caller: () => CallerFrame | undefined,
  ): Promise<Pick<FrameVariables, 'scopes' | 'missing' | 'isInferred'>> {
    try {
      return await whenRead(() => {
        const found = this.#view(placed, caller)
        if (!found) return { scopes: [], missing: 'no-scope' as const }
        const scopes = describeScopes(placed.code.info, found.at.scopes, found.view)
        return { scopes, ...(placed.isInferred && { isInferred: true }) }
      })
    } catch (thrown) {
      if (thrown instanceof FormatError) return { scopes: [], missing: 'damaged' }
      throw thrown
    }
  }

  /** The function of a frame, and how expressions see it. */
  #view(
    { registers, vectors, cfa, code, load, lookedUp }: Placed,
    caller: () => CallerFrame | undefined,
  ): { readonly at: ScopesAt; readonly view: FrameView } | undefined {
    const pc = code.link(lookedUp)
    const at = scopesAt(code.info, pc)
    const memory = this.#process.memory.read.bind(this.#process.memory)
    const runtime = (address: bigint): bigint => code.runtime(address, load)
    return (
      at && { at, view: frameView(code.info, at.function, { registers, vectors, cfa, memory, pc, runtime, caller }) }
    )
  }

  /** A frame as the one that called another; undefined where nothing is known of it, or its debug information is damaged. */
  #asCaller(
    placed: Placed | VariablesMissing | undefined,
    caller: () => CallerFrame | undefined,
  ): CallerFrame | undefined {
    if (placed === undefined || typeof placed === 'string' || !isReturn(placed.frame)) return undefined
    const found = this.#view(placed, caller)
    if (!found) return undefined
    const { code, at } = placed
    return { info: code.info, function: found.at.function, view: found.view, returnAddress: code.link(at) }
  }
}

const isReturn = ({ kind }: Frame): boolean => kind === 'return'
