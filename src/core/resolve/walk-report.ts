/**
 * Walks a thread whose report has registers and stack memory besides its stack. Walkers on a device follow frame
 * pointers and leave out some callers. The code and tables of given binaries find those callers.
 */
import type { RuntimeAddress } from '../model/address.ts'
import { runtimeOf } from '../model/address.ts'
import { recoveredReasons } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'
import type { Report, Thread } from '../model/report.ts'
import { archFamily } from '../model/architecture.ts'
import type { ImageCode } from '../memory/image-code.ts'
import { endOf, readNow, type MemoryRange } from '../memory/memory-read.ts'
import { walkStack, type UnwoundFrame } from '../memory/stack-walk.ts'
import { stateOf } from '../memory/thread-state.ts'
import { makeWalkTables, type WalkImage, type WalkTables } from '../memory/walk-image.ts'
import { append } from '../model/lists.ts'

/** The images of a report as a walk needs them, with what the given files say of them. */
export interface WalkScene {
  readonly images: ReadonlyMap<number, WalkImage>
  readonly ranges: readonly MemoryRange[]
  readonly tables: WalkTables
}

/** Facts about a placed image. */
export interface WalkedImage {
  readonly position: number
  readonly loadAddress: RuntimeAddress
  readonly size: number | undefined
  readonly code: ImageCode
}

export function makeWalkScene(images: readonly WalkedImage[]): WalkScene {
  const known = new Map<number, WalkImage>()
  const ranges: MemoryRange[] = []
  for (const { position, loadAddress, size, code } of images) {
    const place = (part: ImageCode['ehFrame']): WalkImage['ehFrame'] => {
      if (!part) return undefined
      ranges.push({ start: runtimeOf(loadAddress, part.start), bytes: part.bytes })
      return { address: runtimeOf(loadAddress, part.start), size: part.bytes.length }
    }
    const unwindInfo = place(code.unwindInfo)
    const ehFrame = place(code.ehFrame)
    for (const section of code.sections) place(section)
    known.set(position, {
      loadAddress,
      size: size ?? 0,
      ...(code.textVmaddr !== undefined && { textVmaddr: code.textVmaddr }),
      ...(unwindInfo && { unwindInfo }),
      ...(ehFrame && { ehFrame }),
      ...(code.debugFrame && { debugFrame: code.debugFrame }),
      ...(code.functionStarts.length > 0 && { functionStarts: code.functionStarts }),
      ...(code.callReturns && { callReturns: code.callReturns }),
    })
  }
  return { images: known, ranges, tables: makeWalkTables() }
}

/** A caller that the walk found and the report does not list. */
export interface MissedCaller {
  /** Position in the thread's frames of the frame that it called. */
  readonly after: number
  readonly address: RuntimeAddress
  readonly found: Said
}

/** Callers that one thread's report leaves out. */
const mostMissed = 64

/**
 * Callers that the walk of a thread's memory finds between frames of its report, or after its last one. Empty if the
 * walk agrees with the report. If they diverge for good, the report wins. Undefined if the walk finds no first caller,
 * for example without stack memory.
 */
export function missedCallers(
  report: Report,
  thread: Thread,
  scene: WalkScene,
  locate: (address: RuntimeAddress) => number | undefined,
  clean: (address: bigint) => RuntimeAddress,
): readonly MissedCaller[] | undefined {
  const { stackMemory: memory } = thread
  const family = archFamily(report.header.arch)
  const state = stateOf(thread.registers ?? [], family)
  if (!memory || !state || scene.images.size === 0) return undefined
  const unknown = new Map<number, WalkImage>()
  const imageAt = (address: RuntimeAddress): WalkImage | undefined => {
    const position = locate(address)
    const loadAddress = position === undefined ? undefined : report.images[position]?.loadAddress
    if (position === undefined) return undefined
    const known = scene.images.get(position) ?? unknown.get(position)
    if (known || loadAddress === undefined) return known
    const bare: WalkImage = { loadAddress, size: report.images[position]?.size ?? 0 }
    unknown.set(position, bare)
    return bare
  }
  const walk = walkStack({
    family,
    state,
    stack: { start: memory.start, end: endOf(memory) },
    imageAt,
    tables: scene.tables,
  })
  const walked = readNow(walk, [memory, ...scene.ranges])
  return compareWalk(thread, walked, clean)
}

function compareWalk(
  thread: Thread,
  walked: readonly UnwoundFrame[],
  clean: (address: bigint) => RuntimeAddress,
): readonly MissedCaller[] | undefined {
  const listed = thread.frames.flatMap(({ address, inlined }, at) =>
    address === undefined || inlined === true ? [] : [{ at, address: clean(address) }],
  )
  const first = listed[0]
  if (!first || !isNear(first.address, walked[0]?.address)) return undefined
  const missed: MissedCaller[] = []
  let pending: MissedCaller[] = []
  let next = 1
  for (const { address, foundBy } of walked.slice(1)) {
    if (isNear(address, listed[next]?.address)) {
      append(missed, pending)
      pending = []
      next++
      continue
    }
    if (listed.slice(next).some((other) => isNear(address, other.address))) break
    const after = listed[next - 1]?.at ?? first.at
    pending.push({
      after,
      address,
      found: say(recoveredReasons, 'stack-walk', { means: foundBy }),
    })
  }
  // Frames after the last listed one are trusted only if all listed frames matched.
  if (next === listed.length) append(missed, pending)
  return next === 1 && missed.length === 0 ? undefined : missed.slice(0, mostMissed)
}

/** The same place; writers take one off return addresses, and Thumb code has its bit. */
function isNear(a: RuntimeAddress, b: RuntimeAddress | undefined): boolean {
  return b !== undefined && a - b <= 1n && b - a <= 1n
}
