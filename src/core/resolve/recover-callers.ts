/**
 * Callers that a report's own stack leaves out. Walkers that follow frame pointers skip the caller of a function that
 * has no frame record (yet): a leaf, a prologue, a jump to nowhere.
 *
 * A report's stack memory is walked with the code and tables of the given files (`walk-report.ts`). Otherwise the link
 * register, the top of the stack or a stack word still know that one caller. It is accepted if the code supports it. A
 * call must end there; if that call is direct, it must target the stopped function.
 *
 * Without code, the link register is accepted if it points out of the stopped function: a function that called anything
 * has an address of its own there. Such a name is never marked exact.
 */
import { advance, offsetInImage, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { Frame, RecoveredCaller, Report, Resolution, Thread } from '../model/report.ts'
import { archFamily, pointerSize, type ArchFamily } from '../model/architecture.ts'
import { cleanAddress } from '../memory/clean-address.ts'
import { readNow, readPointer } from '../memory/memory-read.ts'
import { stateOf, type ThreadState } from '../memory/thread-state.ts'
import type { CallSites } from './call-sites.ts'
import type { PlacedFrame } from './frames.ts'
import { imageLocator, symbolsOf, type ImagePlan } from './image-plan.ts'
import type { SitesOf } from './place-images.ts'
import type { ImageCode } from '../memory/image-code.ts'
import type { KnownImage } from '../model/image.ts'
import { makeWalkScene, missedCallers, type WalkScene, type WalkedImage } from './walk-report.ts'
import { nameEvidence, recoveredReasons } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'
import { append } from '../model/lists.ts'

interface Scene {
  readonly report: Report
  readonly plans: readonly ImagePlan[]
  readonly resolutions: readonly Resolution[]
  readonly sitesOf: SitesOf
  /** Code and unwind tables that the given files have for an image. */
  readonly unwindingOf: (known: KnownImage) => Promise<ImageCode | undefined>
  /** Resolves a frame that the report does not have. */
  readonly resolve: (plan: ImagePlan, placed: PlacedFrame) => Promise<Resolution | undefined>
}

interface Candidate {
  readonly address: RuntimeAddress
  readonly found: Said
  /** The register is the caller for certain; it needs no code to say so. */
  readonly certain: boolean
  readonly isLinkRegister: boolean
}

/** Most threads to examine. Only threads with registers count; reports have one or a few. */
const mostThreads = 64
/** Stack words searched: what reports carry, and no more than a frame or two of a dump. */
const mostWords = 128

export async function recoverCallers(scene: Scene): Promise<readonly RecoveredCaller[]> {
  const recovered: RecoveredCaller[] = []
  // Stacks unwound here already use all registers and memory.
  const withRegisters = scene.report.threads.filter(
    ({ registers, frames }) =>
      registers && registers.length > 0 && frames.every(({ foundBy }) => foundBy === undefined),
  )
  const walks = withRegisters.some(({ stackMemory }) => stackMemory) ? await walkScene(scene) : undefined
  for (const thread of withRegisters.slice(0, mostThreads)) {
    const walked = walks && thread.stackMemory ? await recoverByWalk(scene, thread, walks) : undefined
    const caller = walked ? undefined : await recoverCaller(scene, thread)
    append(recovered, walked ?? [])
    append(recovered, caller ? [caller] : [])
  }
  return recovered
}

async function walkScene({ plans, unwindingOf }: Scene): Promise<WalkScene> {
  const images: WalkedImage[] = []
  for (const [position, { match, placement, image }] of plans.entries()) {
    const known = symbolsOf(match)
    const code = known && placement && (await unwindingOf(known))
    if (code) images.push({ position, loadAddress: placement.loadAddress, size: image.size, code })
  }
  return makeWalkScene(images)
}

/** Undefined where the walk tells nothing of the first caller. */
async function recoverByWalk(
  scene: Scene,
  thread: Thread,
  walks: WalkScene,
): Promise<readonly RecoveredCaller[] | undefined> {
  const { report, plans, resolve } = scene
  const family = archFamily(report.header.arch)
  const locate = imageLocator(report)
  const at = (address: RuntimeAddress): number | undefined => locate(undefined, address)
  const clean = (address: bigint): RuntimeAddress =>
    cleanAddress(runtimeAddress(address), family, (value) => at(value) !== undefined).address
  const missed = missedCallers(report, thread, walks, at, clean)
  if (!missed) return undefined
  const recovered: RecoveredCaller[] = []
  for (const { after, address, found } of missed) {
    const callee = thread.frames[after]
    const image = at(address)
    const plan = plans[image ?? -1]
    const offset = plan?.placement && offsetInImage(address, plan.placement.loadAddress)
    if (!callee || image === undefined || !plan || offset === undefined) continue
    const frame: Frame = { id: -1, index: -1, kind: 'return', address, image, offset }
    const resolution = await resolve(plan, { frame, kind: 'return', callee, thread })
    if (resolution)
      recovered.push({ after: callee.id, address, image, resolution, reason: found.text, message: found.message })
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
  // The frame that the report lists next made a direct call to the stopped function: none is left out.
  if (stopped && next && (await callsTo(scene, stopped, next, clean))) return undefined
  for (const candidate of candidates(thread, state, family, locate(top.image, top.address) === undefined)) {
    const address = clean(candidate.address)
    const position = locate(undefined, address)
    const plan = position === undefined ? undefined : plans[position]
    const offset = plan?.placement && offsetInImage(address, plan.placement.loadAddress)
    if (!plan || position === undefined || offset === undefined || isSame(address, next, clean)) continue
    if (stopped && plan === stopped.plan && offset >= stopped.start && offset <= stopped.end) continue
    const known = symbolsOf(plan.match)
    const sites = known && (await sitesOf(known))
    const call = sites?.endsCall(offset)
    if (call === false) continue
    const isOutside = plan === stopped?.plan || plan !== plans[locate(top.image, top.address) ?? -1]
    const isUnchecked = candidate.isLinkRegister && isOutside && call === undefined && !candidate.certain
    const isIndirect = candidate.isLinkRegister && isOutside && call && sites?.targetOf(offset) === undefined
    const isFitting = sites !== undefined && fits(sites, offset, plan === stopped?.plan ? stopped.start : undefined)
    if (!candidate.certain && !isUnchecked && !isIndirect && !isFitting) continue
    const frame: Frame = { id: -1, index: -1, kind: 'return', address, image: position, offset }
    const resolution = await resolve(plan, { frame, kind: 'return', callee: top, thread })
    if (!resolution) continue
    if (isUnchecked && resolution.kind !== 'resolved') continue
    const told = isUnchecked ? unchecked(resolution) : resolution
    return {
      after: top.id,
      address,
      image: position,
      resolution: told,
      reason: candidate.found.text,
      message: candidate.found.message,
    }
  }
  return undefined
}

/** A name that no code speaks for is likely at best. */
function unchecked(resolution: Resolution): Resolution {
  if (resolution.kind !== 'resolved') return resolution
  const { level, evidence, grounds = [] } = resolution.grade
  const { text, message } = say(nameEvidence, 'code-missing')
  const most = level === 'exact' ? 'likely' : level
  return { ...resolution, grade: { level: most, evidence: [...evidence, text], grounds: [...grounds, message] } }
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

/** Whether a frame of the report stands behind a direct call to the stopped function. */
async function callsTo(
  { report, plans, sitesOf }: Scene,
  { plan, start }: StoppedFunction,
  { address, image }: Frame,
  clean: (address: bigint) => RuntimeAddress,
): Promise<boolean> {
  const cleaned = address === undefined ? undefined : clean(address)
  const caller = plans[imageLocator(report)(image, cleaned) ?? -1]
  if (cleaned === undefined || !caller?.placement || caller !== plan) return false
  const known = symbolsOf(caller.match)
  const offset = offsetInImage(cleaned, caller.placement.loadAddress)
  const sites = known && offset !== undefined ? await sitesOf(known) : undefined
  return offset !== undefined && sites?.endsCall(offset) === true && sites.targetOf(offset) === start
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
    const words = nowhere ? say(recoveredReasons, 'link-register-jump') : say(recoveredReasons, 'link-register')
    found.push({ address: state.lr, found: words, certain: nowhere, isLinkRegister: true })
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
      const words = say(recoveredReasons, 'stack-top-jump')
      found.push({ address: runtimeAddress(value), found: words, certain: true, isLinkRegister: false })
    } else {
      const words = say(recoveredReasons, 'stack-call')
      found.push({ address: runtimeAddress(value), found: words, certain: false, isLinkRegister: false })
    }
  }
  return found
}
