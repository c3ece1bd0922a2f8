/**
 * From registers and stack memory to a stack of calls.
 *
 * `unwind-methods.ts` gives plans for a frame, best first. The walk takes the first plan with a possible caller. The
 * checks are those of the system's own walker (Libc `thread_stack_pcs`): each frame lies in the stack, further up than
 * the one before.
 *
 * Swift async functions mark their frame by setting bits 63:60 of the saved frame pointer to 1. They keep their context
 * in the word below it; from there the walk follows the continuations. If no plan works before the stack ends, the
 * stack is scanned (`scan.ts`).
 */
import { advance, runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { AddressKind, FoundBy } from '../model/report.ts'
import { cleanAddress } from './clean-address.ts'
import type { RegisterSet } from '../model/architecture-layouts.ts'
import { pointerSize, type ArchFamily } from '../model/architecture.ts'
import { readPointer, type MemoryReading } from './memory-read.ts'
import { registerSet, registerValues, type RegisterValues, type VectorValues } from './registers.ts'
import { scanStack } from './scan.ts'
import type { ThreadState } from './thread-state.ts'
import { lookupOffset, plansFor, type FrameScene } from './unwind-methods.ts'
import { applyPlan, type UnwindPlan } from './unwind-plan.ts'
import { functionAround, type WalkImage, type WalkTables } from './walk-image.ts'

export interface WalkInput {
  readonly family: ArchFamily
  readonly state: Pick<ThreadState, 'pc' | 'sp' | 'fp' | 'lr' | 'registers' | 'vectors'>
  /** Where the thread's stack lies. */
  readonly stack: { readonly start: RuntimeAddress; readonly end: RuntimeAddress }
  readonly imageAt: (address: RuntimeAddress) => WalkImage | undefined
  /** Unwind tables, for all threads of the process. */
  readonly tables: WalkTables
  /** True if code may lie at an address outside of all images: made at run time. */
  readonly mayRun?: (address: RuntimeAddress) => boolean
}

/** A frame of a walked stack. */
export interface UnwoundFrame {
  readonly address: RuntimeAddress
  readonly kind: AddressKind
  readonly foundBy: FoundBy
  /** Registers as they were in this frame, by DWARF number; those that its callees may have changed are left out. */
  readonly registers: RegisterValues
  /** Of the innermost frame, where the dump has them. */
  readonly vectors?: VectorValues
  /** The stack pointer of its caller before the call; absent where no caller was found. */
  readonly cfa?: RuntimeAddress
}

/** Most frames of one stack; runaway recursion ends in a few hundred thousand frames, more than anyone reads. */
const mostFrames = 20_000
/** Frames of one stack that are found by scanning: guesses upon guesses are worth nothing. */
const mostScanned = 64

/** The stack of a thread, innermost first; always at least the program counter. */
export function* walkStack(input: WalkInput): MemoryReading<readonly UnwoundFrame[]> {
  const set = registerSet(input.family)
  const start = startingRegisters(input, set)
  const { pc, vectors } = input.state
  const frames: UnwoundFrame[] = [
    { address: pc, kind: 'exact', foundBy: 'registers', registers: start, ...(vectors && { vectors }) },
  ]
  if (!set) return frames
  let interrupted = true
  let scanned = 0
  while (frames.length < mostFrames) {
    const frame = frames.at(-1)
    if (!frame) break
    const scene = sceneOf(input, set, frame, interrupted)
    const step =
      (yield* stepByPlans(input, scene)) ?? (scanned < mostScanned ? yield* stepByScan(input, scene) : undefined)
    if (!step || step.kind === 'outermost') break
    frames[frames.length - 1] = { ...frame, cfa: step.cfa }
    if (step.kind === 'async') {
      yield* followContinuations(input, step.context, frames)
      break
    }
    if (step.foundBy === 'scan') scanned++
    interrupted = step.interrupted
    frames.push({
      address: step.pc,
      kind: interrupted ? 'exact' : 'return',
      foundBy: step.foundBy,
      registers: step.registers,
    })
  }
  return frames
}

/** The thread's registers, including those that a format stores under other names. */
function startingRegisters({ state, family }: WalkInput, set: RegisterSet | undefined): RegisterValues {
  const values = registerValues(state.registers, family)
  if (!set) return values
  for (const [number, { bits }] of state.vectors ?? []) values.set(number, BigInt.asUintN(64, bits))
  const told = [
    [set.pc, state.pc],
    [set.sp, state.sp],
    [set.fp, state.fp],
  ] as const
  for (const [number, value] of told) values.set(number, value)
  if (set.lr !== undefined && state.lr !== undefined) values.set(set.lr, state.lr)
  return values
}

function sceneOf(input: WalkInput, set: RegisterSet, frame: UnwoundFrame, interrupted: boolean): FrameScene {
  const pc = frame.address
  const image = input.imageAt(interrupted ? pc : advance(pc, -1))
  return {
    family: input.family,
    set,
    tables: input.tables,
    registers: frame.registers,
    pc,
    interrupted,
    ...(image && { image, lookup: lookupOffset(pc, image.loadAddress, interrupted) }),
    isCode: image !== undefined || (input.mayRun?.(pc) ?? false),
    imageAt: input.imageAt,
    clean: (value) => clean(input, value),
  }
}

type Step =
  | {
      readonly kind: 'caller'
      readonly foundBy: FoundBy
      readonly pc: RuntimeAddress
      readonly cfa: RuntimeAddress
      readonly registers: RegisterValues
      readonly interrupted: boolean
    }
  /** The walk continues with the continuations of the async function that it leaves. */
  | { readonly kind: 'async'; readonly context: RuntimeAddress; readonly cfa: RuntimeAddress }
  /** The stack ends here. */
  | { readonly kind: 'outermost' }

function* stepByPlans(input: WalkInput, scene: FrameScene): MemoryReading<Step | undefined> {
  let ended = false
  for (const making of plansFor(scene)) {
    const plan = yield* making
    const step = plan && (yield* stepBy(input, scene, plan))
    if (step?.kind === 'outermost') {
      if (plan?.foundBy === 'eh-frame' || plan?.foundBy === 'debug-frame') return step
      ended = true
    } else if (step) return step
  }
  return ended || isBottom(scene) ? { kind: 'outermost' } : undefined
}

/** Threads begin with an empty frame pointer: a frame of theirs that is reached in order has no caller. */
function isBottom({ interrupted, registers, set }: FrameScene): boolean {
  return !interrupted && registers.get(set.fp) === 0n
}

function* stepBy(input: WalkInput, scene: FrameScene, plan: UnwindPlan): MemoryReading<Step | undefined> {
  const { set, registers } = scene
  const sp = registers.get(set.sp) ?? 0n
  const record = registers.get(set.fp)
  if (plan.cfa.kind === 'register' && plan.cfa.register === set.fp) {
    // The system's walker requires the same of frame records.
    const isRecord =
      record !== undefined && record >= sp && record >= input.stack.start && record % BigInt(set.bytes) === 0n
    if (!isRecord || record >= input.stack.end) return undefined
  }
  const applied = yield* applyPlan(plan, registers, input.family)
  if (!applied || applied.kind === 'outermost') return applied
  const { cfa } = applied
  const leaves = scene.interrupted ? cfa >= sp : cfa > sp
  const isLeaf = cfa === sp
  if (!leaves || (!isLeaf && (cfa < input.stack.start || cfa > input.stack.end))) return undefined
  const saved = applied.registers.get(set.fp)
  if (set.bytes === 8 && saved !== undefined && saved >> 60n === 1n && record !== undefined) {
    const context = yield* readPointer(runtimeAddress(record - 8n), 8)
    if (context !== undefined) return { kind: 'async', context: clean(input, context), cfa }
  }
  const pc = clean(input, applied.pc)
  if (pc === 0n) return { kind: 'outermost' }
  if (!isPlausible(input, pc)) return undefined
  return {
    kind: 'caller',
    foundBy: plan.foundBy,
    pc,
    cfa,
    registers: withUpwardRecord(applied.registers, set, record).set(set.pc, pc),
    interrupted: plan.isSignalFrame === true,
  }
}

/** A record that lies further down than the one before is none: the chain ends, but the frames are not over. */
function withUpwardRecord(values: RegisterValues, set: RegisterSet, before: bigint | undefined): Map<number, bigint> {
  const registers = new Map(values)
  const next = registers.get(set.fp)
  if (next !== undefined && next !== 0n && before !== undefined && next < before) registers.delete(set.fp)
  return registers
}

/** The first page is never mapped, and 64-bit programs leave the first 4 GiB unmapped (`__PAGEZERO`). */
function isPlausible(input: WalkInput, pc: RuntimeAddress): boolean {
  if (pc < 0x1000n) return false
  const isWide = input.family !== 'other' && pointerSize(input.family) === 8
  return !isWide || pc >= 0x1_0000_0000n || input.imageAt(pc) !== undefined || (input.mayRun?.(pc) ?? false)
}

function clean(input: WalkInput, value: bigint): RuntimeAddress {
  const known = (address: RuntimeAddress): boolean => input.imageAt(address) !== undefined
  return cleanAddress(runtimeAddress(value), input.family, known).address
}

function* stepByScan(input: WalkInput, scene: FrameScene): MemoryReading<Step | undefined> {
  const { set, registers, image, lookup } = scene
  const sp = registers.get(set.sp)
  if (sp === undefined) return undefined
  const start = image && lookup !== undefined ? functionAround(image, lookup)?.start : undefined
  const found = yield* scanStack({
    family: input.family,
    word: set.bytes,
    from: runtimeAddress(sp < input.stack.start ? input.stack.start : sp),
    end: input.stack.end,
    clean: scene.clean,
    imageAt: input.imageAt,
    ...(image && start !== undefined && { callee: advance(image.loadAddress, start) }),
  })
  if (!found) return undefined
  const cfa = advance(found.at, set.bytes)
  const after = new Map<number, bigint>([
    [set.sp, cfa],
    [set.pc, found.pc],
  ])
  // A frame record may end in this word; else the frame pointer may not have changed.
  const below = yield* readPointer(advance(found.at, -set.bytes), set.bytes)
  const record = [below, registers.get(set.fp)].find(
    (value) => value !== undefined && value >= cfa && value < input.stack.end && value % BigInt(set.bytes) === 0n,
  )
  if (record !== undefined) after.set(set.fp, record)
  return { kind: 'caller', foundBy: 'scan', pc: found.pc, cfa, registers: after, interrupted: false }
}

/** Swift ABI: an async context begins with its parent context and the function that resumes the parent. */
function* followContinuations(
  input: WalkInput,
  first: RuntimeAddress,
  frames: UnwoundFrame[],
): MemoryReading<undefined> {
  const seen = new Set<RuntimeAddress>()
  let context = first
  while (context !== 0n && !seen.has(context) && frames.length < mostFrames) {
    seen.add(context)
    const parent = yield* readPointer(context, 8)
    const resume = yield* readPointer(advance(context, 8), 8)
    if (parent === undefined || resume === undefined || resume === 0n) return undefined
    frames.push({ address: clean(input, resume), kind: 'async', foundBy: 'continuation', registers: new Map() })
    context = clean(input, parent)
  }
  return undefined
}
