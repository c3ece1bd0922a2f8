/** Variables of the frames of a dump or a report, with their values as far as its registers and memory tell them. */
import type { FrameVariables } from '../engine-types.ts'
import { openCoreFile } from '../memory/core-file.ts'
import { sniffCore } from '../memory/core-sniff.ts'
import { sniffMinidump } from '../memory/minidump-sniff.ts'
import type { OpenImageCode } from '../memory/dump-report.ts'
import type { OpenMemory } from '../memory/memory-read.ts'
import { registerSet, registerValues, type RegisterValues } from '../memory/registers.ts'
import { archFamily, type ArchFamily } from '../model/architecture.ts'
import { append } from '../model/lists.ts'
import { imageOffset, linkOf, runtimeAddress, slideOf, type RuntimeAddress } from '../model/address.ts'
import { FormatError, success, type Outcome, type Problem } from '../model/problem.ts'
import type { Frame, Register, Report } from '../model/report.ts'
import type { InputFile } from '../ports.ts'
import { openMinidump } from '../reports/dumps/minidump-report.ts'
import type { DebugImage } from '../symbols/source.ts'
import type { DebugInfo } from '../variables/debug-info.ts'
import { describeScope } from '../variables/describe.ts'
import { frameView, type CallerFrame } from '../variables/frame-view.ts'
import { PagedMemory, whenRead } from '../variables/paged.ts'
import { scopesAt } from '../variables/scopes.ts'
import { openDebugInfo } from './variables.ts'

/** Frames of one report whose variables are told; runaway recursion has more. */
const MOST_FRAMES = 1_000

interface Ports {
  readonly read: (file: InputFile) => Promise<Outcome<readonly Report[]>>
  readonly openCode: OpenImageCode
  readonly sourcesOf: (uuid: string) => Promise<readonly DebugImage[]>
}

/** A frame with what is known of it. */
interface Known {
  readonly thread: number
  readonly frame: Frame
  readonly registers: RegisterValues
  readonly cfa?: RuntimeAddress
}

interface Placed extends Known {
  readonly info: DebugInfo
  readonly source: DebugImage
  readonly slide: bigint
}

/** Frames of a report, or of a core file with the registers of each. */
export async function variablesOfFrames(file: InputFile, ports: Ports): Promise<Outcome<readonly FrameVariables[]>> {
  const memory: { open: OpenMemory } = { open: async () => new Uint8Array() }
  const walked: (readonly Pick<Known, 'registers' | 'cfa'>[])[] = []
  const head = new Uint8Array(await file.blob.slice(0, 32).arrayBuffer())
  let outcome: Outcome<readonly Report[]>
  if (sniffCore(head) || sniffMinidump(head)) {
    const watch = {
      onMemory: (open: OpenMemory) => (memory.open = open),
      onWalked: (frames: readonly Pick<Known, 'registers' | 'cfa'>[]) => walked.push(frames),
    }
    const open = sniffCore(head) ? openCoreFile : openMinidump
    const opened = await open(file, ports.openCode, watch)
    outcome = opened.ok ? success([opened.value], opened.problems) : opened
  } else outcome = await ports.read(file)
  if (!outcome.ok) return outcome
  const problems: Problem[] = [...outcome.problems]
  const paged = new PagedMemory((address, size) => memory.open(runtimeAddress(address), size))
  const found: FrameVariables[] = []
  for (const report of outcome.value) {
    const placing = new Placing(report, ports, problems)
    for (const frames of framesOf(report, walked)) {
      // Outer frames first: what they passed is what inner ones were entered with.
      const described: FrameVariables[] = []
      let caller: CallerFrame | undefined
      for (const known of frames.slice(0, MOST_FRAMES).reverse()) {
        const placed = await placing.place(known)
        const told = placed && (await describeFrame(placed, paged, caller))
        described.push({ ...factsOf(known, report), scopes: told?.scopes ?? [] })
        caller = told?.asCaller
      }
      append(found, described.reverse())
    }
  }
  return success(found, problems)
}

function factsOf({ thread, frame }: Known, report: Report): Omit<FrameVariables, 'scopes'> {
  const image = frame.image === undefined ? undefined : report.images[frame.image]?.name
  return { thread, frame: frame.index, address: frame.address ?? 0n, ...(image && { image }) }
}

/** The frames of each thread; of a report only the first has registers. */
function framesOf(
  report: Report,
  walked: readonly (readonly Pick<Known, 'registers' | 'cfa'>[])[],
): readonly (readonly Known[])[] {
  const family = archFamily(report.header.arch)
  return report.threads.map(({ id, frames, registers }, at) =>
    frames.map((frame, position): Known => {
      const known = walked[at]?.[position]
      const own = position === 0 ? registersOf(frame, registers ?? [], family) : new Map<number, bigint>()
      return {
        thread: id,
        frame,
        registers: known?.registers ?? own,
        ...(known?.cfa !== undefined && { cfa: known.cfa }),
      }
    }),
  )
}

/** Registers of a report are those of a frame only where the program counter is in it. */
function registersOf(frame: Frame, registers: readonly Register[], family: ArchFamily): RegisterValues {
  const values = registerValues(registers, family)
  const pc = values.get(registerSet(family)?.pc ?? -1)
  return pc !== undefined && pc === frame.address ? values : new Map<number, bigint>()
}

/** Joins frames to the debug information of their images. */
class Placing {
  readonly #report: Report
  readonly #ports: Ports
  readonly #problems: Problem[]
  readonly #images = new Map<number, Pick<Placed, 'info' | 'source' | 'slide'> | undefined>()

  constructor(report: Report, ports: Ports, problems: Problem[]) {
    this.#report = report
    this.#ports = ports
    this.#problems = problems
  }

  async place(known: Known): Promise<Placed | undefined> {
    const { image } = known.frame
    if (image === undefined || known.frame.offset === undefined) return undefined
    if (!this.#images.has(image)) this.#images.set(image, await this.#open(image))
    const opened = this.#images.get(image)
    return opened && { ...known, ...opened }
  }

  async #open(position: number): Promise<Pick<Placed, 'info' | 'source' | 'slide'> | undefined> {
    const { uuid, loadAddress } = this.#report.images[position] ?? {}
    if (!uuid || loadAddress === undefined) return undefined
    for (const source of await this.#ports.sourcesOf(uuid)) {
      const info = source.detail === 'dwarf' ? await openDebugInfo(source, this.#problems) : undefined
      if (info) return { info, source, slide: slideOf(loadAddress, source.textVmaddr) }
    }
    return undefined
  }
}

async function describeFrame(
  { frame, registers, cfa, info, source, slide }: Placed,
  paged: PagedMemory,
  caller: CallerFrame | undefined,
): Promise<{ readonly scopes: FrameVariables['scopes']; readonly asCaller: CallerFrame } | undefined> {
  const offset = frame.offset ?? imageOffset(0)
  const returns = linkOf(source.textVmaddr, offset)
  // A return address may be that of the next function, or of the next line.
  const address = frame.kind === 'return' && offset > 0 ? linkOf(source.textVmaddr, imageOffset(offset - 1)) : returns
  const memory = (at: bigint, size: number): Uint8Array | undefined => paged.read(at, size)
  try {
    return await whenRead(() => {
      const at = scopesAt(info, address)
      if (!at) return undefined
      const view = frameView(info, at.function, { registers, cfa, memory, slide, ...(caller && { caller }) })
      const scopes = at.scopes.map((scope) => describeScope(info, scope, view))
      return { scopes, asCaller: { info, function: at.function, view, returnAddress: returns } }
    })
  } catch (thrown) {
    if (thrown instanceof FormatError) return undefined
    throw thrown
  }
}
