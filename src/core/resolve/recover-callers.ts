/**
 * Callers that a report's own stack leaves out. Walkers that follow frame pointers skip the caller of a function that has
 * no frame record (yet): a leaf, a prologue, a jump to nowhere. The link register, the top of the stack or the few stack
 * words that some reports carry still know it. At most one caller a thread is recovered, and only where the code speaks
 * for it: a call must end there, and where that call is direct it must go to the function that was stopped.
 */
import { advance, offsetInImage, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { Frame, RecoveredCaller, Report, Resolution, Thread } from '../model/report.ts'
import { archFamily, cleanAddress, pointerSize, type ArchFamily } from '../memory/architecture.ts'
import { readNow, readPointer } from '../memory/memory-read.ts'
import { stateOf, type ThreadState } from '../memory/thread-state.ts'
import type { CallSites } from './call-sites.ts'
import type { PlacedFrame } from './frames.ts'
import { imageLocator, symbolsOf, type ImagePlan } from './image-plan.ts'
import type { SitesOf } from './place-images.ts'

interface Scene {
  readonly report: Report
  readonly plans: readonly ImagePlan[]
  readonly resolutions: readonly Resolution[]
  readonly sitesOf: SitesOf
  /** Resolves a frame that the report does not have. */
  readonly resolve: (plan: ImagePlan, placed: PlacedFrame) => Promise<Resolution | undefined>
}

interface Candidate {
  readonly address: RuntimeAddress
  readonly found: string
  /** The register is the caller for certain; it needs no code to say so. */
  readonly certain: boolean
}

/** Threads looked at: those with registers, of which reports have one or a few. */
const mostThreads = 64
/** Stack words searched: what reports carry, and no more than a frame or two of a dump. */
const mostWords = 128

export async function recoverCallers(scene: Scene): Promise<readonly RecoveredCaller[]> {
  const recovered: RecoveredCaller[] = []
  const withRegisters = scene.report.threads.filter(({ registers }) => registers && registers.length > 0)
  for (const thread of withRegisters.slice(0, mostThreads)) {
    const caller = await recoverCaller(scene, thread)
    if (caller) recovered.push(caller)
  }
  return recovered
}

async function recoverCaller(scene: Scene, thread: Thread): Promise<RecoveredCaller | undefined> {
  const { report, plans, sitesOf, resolve } = scene
  const top = thread.frames.find(({ inlined }) => inlined !== true)
  const family = archFamily(report.header.arch)
  const state = stateOf(thread.registers ?? [], family)
  if (!top || top.kind !== 'exact' || !state || thread.frames.some((frame) => frame.kind === 'async')) return undefined
  const next = thread.frames[thread.frames.indexOf(top) + 1]
  const locate = imageLocator(report)
  const clean = (address: bigint): RuntimeAddress =>
    cleanAddress(runtimeAddress(address), family, (value) => locate(undefined, value) !== undefined).address
  const stopped = stoppedFunction(scene, top, locate(top.image, top.address))
  for (const candidate of candidates(thread, state, family, locate(top.image, top.address) === undefined)) {
    const address = clean(candidate.address)
    const position = locate(undefined, address)
    const plan = position === undefined ? undefined : plans[position]
    const offset = plan?.base && offsetInImage(address, plan.base.base)
    if (!plan || position === undefined || offset === undefined || isSame(address, next, clean)) continue
    if (stopped && plan === stopped.plan && offset >= stopped.start && offset <= stopped.end) continue
    const known = symbolsOf(plan.match)
    const sites = known && (await sitesOf(known))
    if (!candidate.certain && !(sites && fits(sites, offset, plan === stopped?.plan ? stopped.start : undefined)))
      continue
    if (candidate.certain && sites?.endsCall(offset) === false) continue
    const frame: Frame = { id: -1, index: -1, kind: 'return', address, image: position, offset }
    const resolution = await resolve(plan, { frame, kind: 'return', callee: top, thread })
    if (!resolution) continue
    return { after: top.id, address, image: position, resolution, reason: candidate.found }
  }
  return undefined
}

interface StoppedFunction {
  readonly plan: ImagePlan | undefined
  readonly start: ImageOffset
  readonly end: number
}

/** The function that frame 0 lies in, where symbols bound it. */
function stoppedFunction(
  { plans, resolutions }: Scene,
  top: Frame,
  image: number | undefined,
): StoppedFunction | undefined {
  const resolution = resolutions[top.id]
  const concrete = resolution?.kind === 'resolved' ? resolution.calls.at(-1) : undefined
  const { functionStart, functionSize } = concrete ?? {}
  if (functionStart === undefined || functionSize === undefined) return undefined
  return { plan: plans[image ?? -1], start: functionStart, end: functionStart + functionSize }
}

/** A direct call must go to the function that was stopped; of an indirect one its being a call is all there is. */
function fits(sites: CallSites, at: ImageOffset, stopped: ImageOffset | undefined): boolean {
  if (stopped === undefined || sites.endsCall(at) !== true) return false
  const target = sites.targetOf(at)
  return target === undefined || target === stopped
}

function isSame(address: RuntimeAddress, next: Frame | undefined, clean: (address: bigint) => RuntimeAddress): boolean {
  if (next?.address === undefined) return false
  const other = clean(next.address)
  return advance(address, 1) >= other && address <= advance(other, 1)
}

function candidates(thread: Thread, state: ThreadState, family: ArchFamily, nowhere: boolean): readonly Candidate[] {
  const found: Candidate[] = []
  if (state.lr !== undefined && state.lr !== 0n) {
    const words = nowhere
      ? 'the code jumped to where no code is, and the link register holds where it came from'
      : 'the link register holds this return address, and the stopped function has no frame record of its own here'
    found.push({ address: state.lr, found: words, certain: nowhere })
  }
  const memory = thread.stackMemory
  if (!memory) return found
  const word = pointerSize(family)
  const first = offsetInImage(state.sp, memory.start)
  if (first === undefined) return found
  for (let at: number = first, read = 0; at + word <= memory.bytes.length && read < mostWords; at += word, read++) {
    const address = advance(memory.start, at)
    const value = readNow(readPointer(address, word), [memory])
    if (value === undefined || value === 0n) continue
    if (at === first && nowhere && state.lr === undefined) {
      const words = 'the code jumped to where no code is, and the top of the stack holds where it came from'
      found.push({ address: runtimeAddress(value), found: words, certain: true })
    } else {
      const words = 'the stack holds this return address of a call to the stopped function'
      found.push({ address: runtimeAddress(value), found: words, certain: false })
    }
  }
  return found
}
