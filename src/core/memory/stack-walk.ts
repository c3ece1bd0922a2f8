/**
 * From registers and stack memory to a stack of calls.
 *
 * Where an image's compact unwind table is at hand it decides. Else the chain of frame pointers is followed, with the
 * checks of the system's own walker (Libc `thread_stack_pcs`): each record lies in the stack, aligned, and further up than
 * the one before. Swift async functions mark their frame by setting bits 63:60 of the saved frame pointer to 1 and keep
 * their context in the word below it; from there the continuations are followed, as the system's walker does.
 */
import { advance, offsetInImage, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { AddressKind } from '../model/report.ts'
import { startAround } from './ascending.ts'
import { cleanAddress, type ArchFamily } from './architecture.ts'
import { findUnwindEntry, unwindRule, type UnwindRule } from './compact-unwind.ts'
import { readPointer, type MemoryReading } from './memory-read.ts'
import { frameRecordAt } from './prologue.ts'
import type { ThreadState } from './thread-state.ts'

/** An image in the process that is walked. */
export interface WalkImage {
  readonly base: RuntimeAddress
  /** Bytes of its `__TEXT`. */
  readonly size: number
  /** Where `__TEXT,__unwind_info` lies in memory, if a file or the dump has it. */
  readonly unwindInfo?: { readonly address: RuntimeAddress; readonly size: number }
  /** Starts of functions, ascending, where they are known. */
  readonly functionStarts?: readonly ImageOffset[]
}

export interface WalkInput {
  readonly family: ArchFamily
  readonly state: Pick<ThreadState, 'pc' | 'sp' | 'fp' | 'lr'>
  /** Where the thread's stack lies. */
  readonly stack: { readonly start: RuntimeAddress; readonly end: RuntimeAddress }
  readonly imageAt: (address: RuntimeAddress) => WalkImage | undefined
  /** Unwind tables that were read, for all threads of the process. */
  readonly tables: Map<WalkImage, Uint8Array | undefined>
  /** Whether code may lie at an address outside of all images: made at run time. */
  readonly mayRun?: (address: RuntimeAddress) => boolean
}

export interface WalkedFrame {
  readonly address: RuntimeAddress
  readonly kind: AddressKind
}

/** Frames of one stack; runaway recursion ends in a few hundred thousand, of which nobody reads so many. */
const mostFrames = 20_000

interface Cursor {
  readonly pc: RuntimeAddress
  readonly sp: RuntimeAddress
  readonly fp: RuntimeAddress
  readonly lr?: RuntimeAddress
  /** The context of the async function that is left, when the walk goes on with its continuations. */
  readonly asyncContext?: RuntimeAddress
}

/** The stack of a thread, innermost first; always at least the program counter. */
export function* walkStack(input: WalkInput): MemoryReading<readonly WalkedFrame[]> {
  const frames: WalkedFrame[] = [{ address: input.state.pc, kind: 'exact' }]
  let at: Cursor = input.state
  while (frames.length < mostFrames) {
    const caller: Cursor | undefined = yield* callerOf(input, at, frames.length === 1)
    if (!caller) break
    if (caller.asyncContext !== undefined) {
      yield* followContinuations(input, caller.asyncContext, frames)
      break
    }
    if (!isPlausible(input, caller.pc)) break
    frames.push({ address: caller.pc, kind: 'return' })
    at = caller
  }
  return frames
}

/** The first page is never mapped, and 64-bit programs leave the first 4 GiB unmapped (`__PAGEZERO`). */
function isPlausible(input: WalkInput, pc: RuntimeAddress): boolean {
  if (pc < 0x1000n) return false
  const lowest = registerBytes(input.family) === 8 && input.family !== 'arm64_32' ? 0x1_0000_0000n : 0x1000n
  return pc >= lowest || input.imageAt(pc) !== undefined || (input.mayRun?.(pc) ?? false)
}

const registerBytes = (family: ArchFamily): 4 | 8 => (family === 'arm' || family === 'i386' ? 4 : 8)

function clean(input: WalkInput, value: bigint): RuntimeAddress {
  const known = (address: RuntimeAddress): boolean => input.imageAt(address) !== undefined
  return cleanAddress(runtimeAddress(value), input.family, known).address
}

function* callerOf(input: WalkInput, at: Cursor, top: boolean): MemoryReading<Cursor | undefined> {
  const { family } = input
  const image = input.imageAt(top ? at.pc : advance(at.pc, -1))
  if (top && !image && !(input.mayRun?.(at.pc) ?? false)) {
    // A jump to nowhere: nothing was pushed since the call.
    return yield* returnOfLeaf(input, at, 0)
  }
  const offset = image && offsetInImage(at.pc, image.base)
  const lookup = offset === undefined ? undefined : ((top ? offset : offset - 1) as ImageOffset)
  const table = image && (yield* unwindTable(input, image))
  const entry = table && lookup !== undefined ? findUnwindEntry(table, lookup) : undefined
  const rule: UnwindRule | undefined = entry && unwindRule(entry.encoding, family)
  const start = entry?.functionStart ?? (image?.functionStarts && startAround(image.functionStarts, lookup ?? 0))
  // At its first instruction no function has touched the stack yet.
  if (top && entry && offset === entry.functionStart) return yield* returnOfLeaf(input, at, 0)
  if (rule?.kind === 'frameless-large' && image && entry) {
    const sub = yield { address: advance(image.base, entry.functionStart + rule.sizeAt), size: 4 }
    if (!sub) return yield* callerByFrame(input, at)
    const stackBytes = new DataView(sub.buffer, sub.byteOffset, 4).getUint32(0, true) + rule.extra
    const savedFp = rule.savedFpFromEnd === undefined ? undefined : stackBytes - rule.savedFpFromEnd
    return yield* callerOfFrameless(input, at, top, stackBytes, savedFp)
  }
  if (rule?.kind === 'frameless') return yield* callerOfFrameless(input, at, top, rule.stackBytes, rule.savedFp)
  if (rule?.kind === 'none' && top) return yield* returnOfLeaf(input, at, 0)
  if (top && image && offset !== undefined) {
    if (start !== undefined) {
      const size = Math.min(offset - start + 64, 0x10000)
      const code = yield { address: advance(image.base, start), size }
      const record = code ? frameRecordAt(code, offset - start, family) : offset === start ? 'absent' : 'made'
      if (record === 'absent') return yield* returnOfLeaf(input, at, 0)
      if (record === 'pushed') return yield* returnOfLeaf(input, at, registerBytes(family))
    } else if (at.lr !== undefined && isForeign(input, at.pc, clean(input, at.lr))) {
      return yield* returnOfLeaf(input, at, 0)
    }
  }
  return yield* callerByFrame(input, at)
}

/** Tables of large frameworks have some hundred thousand bytes. */
const largestTable = 0x400_0000

function* unwindTable(input: WalkInput, image: WalkImage): MemoryReading<Uint8Array | undefined> {
  if (!image.unwindInfo || image.unwindInfo.size > largestTable) return undefined
  if (!input.tables.has(image)) input.tables.set(image, yield image.unwindInfo)
  return input.tables.get(image)
}

/** Without tables: a function seldom reaches this far, so a link register further away is not its own stale one. */
const farAway = 0x10000

/** Whether the link register points out of the stopped function, as it does in a leaf, and to code. */
function isForeign(input: WalkInput, pc: RuntimeAddress, lr: RuntimeAddress): boolean {
  const image = input.imageAt(lr)
  if (!image) return false
  const distance = Math.abs(Number(lr - pc))
  return image !== input.imageAt(pc) || distance > farAway
}

/** A function without a frame of its own: the return address is in the link register, or on top of the stack. */
function* returnOfLeaf(input: WalkInput, at: Cursor, pushedBytes: number): MemoryReading<Cursor | undefined> {
  if (at.lr !== undefined) return { pc: clean(input, at.lr), sp: at.sp, fp: at.fp }
  const word = registerBytes(input.family)
  const pc = yield* readPointer(advance(at.sp, pushedBytes), word)
  return pc === undefined ? undefined : { pc: clean(input, pc), sp: advance(at.sp, pushedBytes + word), fp: at.fp }
}

function* callerOfFrameless(
  input: WalkInput,
  at: Cursor,
  top: boolean,
  stackBytes: number,
  savedFp: number | undefined,
): MemoryReading<Cursor | undefined> {
  const word = registerBytes(input.family)
  if (input.family === 'x86_64' || input.family === 'i386') {
    const pc = yield* readPointer(advance(at.sp, stackBytes - word), word)
    const fp = savedFp === undefined ? at.fp : yield* readPointer(advance(at.sp, savedFp), word)
    if (pc === undefined || fp === undefined) return undefined
    return { pc: clean(input, pc), sp: advance(at.sp, stackBytes), fp: runtimeAddress(fp) }
  }
  // On ARM only a leaf is without a frame, and a leaf called nobody: further out its frame pointer must do.
  if (!top || at.lr === undefined) return yield* callerByFrame(input, at)
  return { pc: clean(input, at.lr), sp: advance(at.sp, stackBytes), fp: at.fp }
}

function* callerByFrame(input: WalkInput, at: Cursor): MemoryReading<Cursor | undefined> {
  const word = registerBytes(input.family)
  const { stack } = input
  const inStack = at.fp >= stack.start && at.fp < stack.end && at.fp >= at.sp
  if (!inStack || at.fp % BigInt(word) !== 0n) return undefined
  const saved = yield* readPointer(at.fp, word)
  const pc = yield* readPointer(advance(at.fp, word), word)
  if (saved === undefined || pc === undefined) return undefined
  if (word === 8 && saved >> 60n === 1n) {
    const context = yield* readPointer(advance(at.fp, -word), word)
    if (context !== undefined) return { ...at, asyncContext: clean(input, context) }
  }
  // The next record lies further up, or this is the last one.
  const next = runtimeAddress(saved)
  return { pc: clean(input, pc), sp: advance(at.fp, 2 * word), fp: next > at.fp ? next : runtimeAddress(0) }
}

/** Swift ABI: an async context begins with its parent context and the function that resumes the parent. */
function* followContinuations(
  input: WalkInput,
  first: RuntimeAddress,
  frames: WalkedFrame[],
): MemoryReading<undefined> {
  const seen = new Set<RuntimeAddress>()
  let context = first
  while (context !== 0n && !seen.has(context) && frames.length < mostFrames) {
    seen.add(context)
    const parent = yield* readPointer(context, 8)
    const resume = yield* readPointer(advance(context, 8), 8)
    if (parent === undefined || resume === undefined || resume === 0n) return undefined
    frames.push({ address: clean(input, resume), kind: 'async' })
    context = clean(input, parent)
  }
  return undefined
}
