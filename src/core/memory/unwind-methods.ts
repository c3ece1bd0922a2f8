/**
 * The methods that give a frame's plan, in order of trust: compact unwind, `__eh_frame`, `__debug_frame`, the
 * function's own instructions, the link register of a leaf, the frame pointer.
 *
 * Compact unwind describes the body of a function only. In an interrupted frame (the innermost, or one below a signal
 * handler) the code shows if the frame is set up. `__eh_frame` is exact at each instruction of a prologue.
 */
import { advance, imageOffset, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import { pointerSize, type ArchFamily } from '../model/architecture.ts'
import { cfiRowAt } from '../dwarf/cfi/program.ts'
import type { RegisterRule } from '../dwarf/cfi/row.ts'
import type { CfiTable } from '../dwarf/cfi/table.ts'
import { findUnwindEntry, type UnwindEntry, type UnwindRule } from './compact-unwind.ts'
import { unwindRule } from './instruction-set.ts'
import { readPointer, type MemoryReading } from './memory-read.ts'
import { planOfShape, type FrameShape } from './prologue.ts'
import { readPrologue } from './instruction-set.ts'
import { fromEhFrame, type RegisterValues } from './registers.ts'
import type { RegisterSet } from '../model/architecture-layouts.ts'
import { framePlan, type UnwindPlan } from './unwind-plan.ts'
import { ehFrameOf, functionAround, unwindInfoOf, type WalkImage, type WalkTables } from './walk-image.ts'

/** A frame that a caller is looked for. */
export interface FrameScene {
  readonly family: ArchFamily
  readonly set: RegisterSet
  readonly tables: WalkTables
  readonly registers: RegisterValues
  readonly pc: RuntimeAddress
  /** The frame was interrupted here; else `pc` is where a call returns to. */
  readonly interrupted: boolean
  /** The image of the code; absent for code made at run time, and for jumps to nowhere. */
  readonly image?: WalkImage
  /** Offset in the image to look up: that of the call for return addresses. */
  readonly lookup?: ImageOffset
  /** True if code may lie here. */
  readonly isCode: boolean
  /** The address without signature bits, and the image that it lies in. */
  readonly imageAt: (address: RuntimeAddress) => WalkImage | undefined
  readonly clean: (value: bigint) => RuntimeAddress
}

/** A method that needs no memory gives its plan at once. */
type Method = (scene: FrameScene, known: KnownOfFrame) => UnwindPlan | undefined | MemoryReading<UnwindPlan | undefined>

/** Facts about a frame that several methods need, found once. */
interface KnownOfFrame {
  readonly entry?: UnwindEntry
  readonly rule?: UnwindRule
  readonly shape?: FrameShape
  /** Where the function starts, as a table or a list says. */
  readonly start?: ImageOffset
}

const methods: readonly Method[] = [
  byCode,
  byCompactUnwind,
  byEhFrame,
  byDebugFrame,
  byPrologue,
  byLinkRegister,
  byFramePointer,
]

/** The plans for a frame, best first. Each is made when the one before did not lead to a caller. */
export function* plansFor(scene: FrameScene): Generator<MemoryReading<UnwindPlan | undefined>, void> {
  let known: KnownOfFrame | undefined
  for (const method of methods) {
    yield (function* () {
      known ??= yield* knownOf(scene)
      const made = method(scene, known)
      return made && 'next' in made ? yield* made : made
    })()
  }
}

/** Code is read this far from the start of a function; no frame is built beyond it. */
const mostCode = 0x10000

function* knownOf(scene: FrameScene): MemoryReading<KnownOfFrame> {
  const { image, lookup, family, interrupted } = scene
  if (!image || lookup === undefined) return {}
  const table = yield* unwindInfoOf(scene.tables, image)
  const entry = table && findUnwindEntry(table, lookup)
  const rule = entry && unwindRule(entry.encoding, family)
  const start = entry?.functionStart ?? functionAround(image, lookup)?.start
  const at = start === undefined ? undefined : lookup - start + (interrupted ? 0 : 1)
  const code =
    start !== undefined && at !== undefined && at <= mostCode
      ? yield* codeUntil(advance(image.loadAddress, start), at)
      : undefined
  // At its first instruction no function has touched the stack, with or without its code.
  const shape =
    at === undefined ? undefined : code ? readPrologue(code, at, family) : at === 0 ? untouched(scene) : undefined
  return {
    ...(entry && { entry }),
    ...(rule && { rule }),
    ...(shape && { shape }),
    ...(start !== undefined && { start }),
  }
}

/** Bytes that are read beyond the place: an epilogue is known by how it ends. The last function's are cut short. */
const readAhead = [64, 32, 16, 8, 4, 2, 1]

function* codeUntil(start: RuntimeAddress, at: number): MemoryReading<Uint8Array | undefined> {
  for (const ahead of readAhead) {
    const code = yield { address: start, size: at + ahead }
    if (code) return code
  }
  return yield { address: start, size: Math.max(at, 1) }
}

const untouched = ({ set }: FrameScene): FrameShape => ({
  stackBytes: set.lr === undefined ? set.bytes : 0,
  frameBytes: undefined,
  saved: new Map(),
})

/** A jump to nowhere: nothing was pushed since the call. And an interrupted function whose frame does not stand. */
function byCode(scene: FrameScene, { rule, shape }: KnownOfFrame): UnwindPlan | undefined {
  if (!scene.interrupted) return undefined
  if (!scene.isCode) return leafPlan(scene)
  if (!shape || !rule) return undefined
  const stands =
    rule.kind === 'frame'
      ? shape.frameBytes !== undefined
      : rule.kind === 'frameless'
        ? shape.stackBytes === rule.stackBytes
        : rule.kind !== 'none'
  return stands ? undefined : planOfShape(shape, scene.family)
}

/** The return address is in the link register, or on top of the stack. */
function leafPlan({ set }: FrameScene): UnwindPlan {
  const onStack = set.lr === undefined
  return {
    foundBy: onStack ? 'stack-top' : 'link-register',
    cfa: { kind: 'register', register: set.sp, offset: onStack ? set.bytes : 0 },
    registers: onStack ? new Map([[set.pc, { kind: 'saved', offset: -set.bytes }]]) : new Map(),
    returnRegister: set.lr ?? set.pc,
  }
}

function* byCompactUnwind(scene: FrameScene, { rule, entry }: KnownOfFrame): MemoryReading<UnwindPlan | undefined> {
  const { family, set, image } = scene
  if (!rule || !entry || !image || rule.kind === 'dwarf') return undefined
  if (rule.kind === 'none') return scene.interrupted ? { ...leafPlan(scene), foundBy: 'compact-unwind' } : undefined
  const saved = new Map(
    [...rule.saved].map(([register, offset]): [number, RegisterRule] => [register, { kind: 'saved', offset }]),
  )
  if (rule.kind === 'frame') return framePlan(family, 'compact-unwind', saved)
  let stackBytes = rule.kind === 'frameless' ? rule.stackBytes : 0
  if (rule.kind === 'frameless-large') {
    const sub = yield { address: advance(image.loadAddress, entry.functionStart + rule.sizeAt), size: 4 }
    if (!sub) return undefined
    stackBytes = new DataView(sub.buffer, sub.byteOffset, 4).getUint32(0, true) + rule.extra
  }
  if (set.lr === undefined) saved.set(set.pc, { kind: 'saved', offset: -set.bytes })
  return {
    foundBy: 'compact-unwind',
    cfa: { kind: 'register', register: set.sp, offset: stackBytes },
    registers: saved,
    returnRegister: set.lr ?? set.pc,
  }
}

function* byEhFrame(scene: FrameScene, { rule }: KnownOfFrame): MemoryReading<UnwindPlan | undefined> {
  const { image } = scene
  const table = image && (yield* ehFrameOf(scene.tables, image, pointerSize(scene.family)))
  return table && cfiPlan(scene, table, rule?.kind === 'dwarf' ? rule.entryAt : undefined)
}

function byDebugFrame(scene: FrameScene): UnwindPlan | undefined {
  const table = scene.image?.debugFrame
  return table && cfiPlan(scene, table, undefined)
}

function cfiPlan(scene: FrameScene, table: CfiTable, entryAt: number | undefined): UnwindPlan | undefined {
  const { family, lookup } = scene
  if (lookup === undefined) return undefined
  const named = entryAt === undefined ? undefined : table.ofEntry(entryAt)
  const isInside = named && lookup >= named.start && lookup < named.start + named.size
  const described = isInside ? named : table.at(lookup)
  const row = described && cfiRowAt(described, lookup)
  if (!described || !row?.cfa) return undefined
  // Compilers that were not asked for unwind information write entries that say nothing, as if all functions were leaves.
  if (scene.set.lr !== undefined && described.program.every((byte) => byte === 0)) return undefined
  const number = (register: number): number => (table.kind === 'eh_frame' ? fromEhFrame(register, family) : register)
  const { cfa, registers } = row
  return {
    foundBy: table.kind === 'eh_frame' ? 'eh-frame' : 'debug-frame',
    cfa: cfa.kind === 'register' ? { ...cfa, register: number(cfa.register) } : cfa,
    registers: new Map(
      [...registers].map(([register, rule]) => [
        number(register),
        rule.kind === 'register' ? { ...rule, register: number(rule.register) } : rule,
      ]),
    ),
    returnRegister: described.common.returnRegister,
    ...(described.common.isSignalFrame && { isSignalFrame: true }),
  }
}

function byPrologue(scene: FrameScene, { shape }: KnownOfFrame): UnwindPlan | undefined {
  return shape && planOfShape(shape, scene.family)
}

/** Without the function's bounds: a function seldom reaches this far, so a link register further away is not its own stale one. */
const farAway = 0x10000

/**
 * A leaf of which neither tables nor code are at hand. The link register leads to its caller where it points out of the
 * stopped function, to code, and the frame record does not know that address: a function that called anything has its own
 * address there, and one that has its record set has the same address in it.
 */
function* byLinkRegister(scene: FrameScene, { shape }: KnownOfFrame): MemoryReading<UnwindPlan | undefined> {
  const { set, registers, image, lookup } = scene
  const held = set.lr === undefined ? undefined : registers.get(set.lr)
  if (!scene.interrupted || shape || held === undefined || !image || lookup === undefined) return undefined
  const lr = scene.clean(held)
  const other = scene.imageAt(lr)
  if (!other) return undefined
  const bounds = boundsOf(image, lookup)
  const distance = Number(lr - scene.pc)
  const isOwn =
    other === image &&
    (bounds ? lookup + distance > bounds.start && lookup + distance < bounds.end : Math.abs(distance) <= farAway)
  if (isOwn) return undefined
  const record = registers.get(set.fp)
  const returns =
    record === undefined ? undefined : yield* readPointer(runtimeAddress(record + BigInt(set.bytes)), set.bytes)
  if (returns !== undefined && scene.clean(returns) === lr) return undefined
  return leafPlan(scene)
}

/** The function around an offset, by unwind information of the file or by the list of starts. */
function boundsOf(image: WalkImage, lookup: ImageOffset): ReturnType<typeof functionAround> {
  const described = image.debugFrame?.at(lookup)
  return described ? { start: described.start, end: described.start + described.size } : functionAround(image, lookup)
}

function byFramePointer(scene: FrameScene): UnwindPlan | undefined {
  return framePlan(scene.family, 'frame-pointer')
}

/** The offset to look up for an address of a frame. */
export function lookupOffset(pc: RuntimeAddress, loadAddress: RuntimeAddress, interrupted: boolean): ImageOffset {
  return imageOffset(Number(pc - loadAddress) - (interrupted ? 0 : 1))
}
