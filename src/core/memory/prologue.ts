/**
 * The frame of a function from its own instructions. Unwind tables describe only the body of a function; this covers
 * its first and last instructions, too. It reads the code from the function's start to the stop address. It follows
 * instructions that move the stack pointer, save registers and set the frame pointer. Instruction encodings:
 * `prologue-arm64.ts`, `prologue-x86.ts`; Thumb and A32 (Arm ARM F5.1) here.
 */
import type { ArchFamily } from '../model/architecture.ts'
import type { RegisterRule } from '../dwarf/cfi/row.ts'
import { registerSet } from './registers.ts'
import { framePlan, type UnwindPlan } from './unwind-plan.ts'

/** The frame of a function at one of its instructions. */
export interface FrameShape {
  /** CFA minus stack pointer; undefined where the stack pointer moved by an amount that the code does not state. */
  readonly stackBytes: number | undefined
  /** CFA minus frame pointer; undefined where the frame pointer is still or again the caller's. */
  readonly frameBytes: number | undefined
  /** Saved registers by DWARF number: offset from the CFA. */
  readonly saved: ReadonlyMap<number, number>
}

/** A frame's shape as a plan; undefined where neither the stack nor the frame pointer leads to the CFA. */
export function planOfShape(shape: FrameShape, family: ArchFamily): UnwindPlan | undefined {
  const set = registerSet(family)
  if (!set) return undefined
  const registers = new Map<number, RegisterRule>()
  for (const [register, offset] of shape.saved) registers.set(register, { kind: 'saved', offset })
  if (set.lr === undefined) registers.set(set.pc, { kind: 'saved', offset: -set.bytes })
  const returnRegister = set.lr ?? set.pc
  const by = (register: number, offset: number): UnwindPlan => ({
    foundBy: 'prologue',
    cfa: { kind: 'register', register, offset },
    registers,
    returnRegister,
  })
  if (family === 'arm' && shape.frameBytes !== undefined) return framePlan(family, 'prologue')
  if (shape.frameBytes !== undefined) return by(set.fp, shape.frameBytes)
  return shape.stackBytes === undefined ? undefined : by(set.sp, shape.stackBytes)
}

/** Prologues are short; but with shrink-wrapping one may come late. */
const longestThumb = 0x4000

/** Thumb: `add r7, sp, #n` or `mov r7, sp`. A32 code is recognised by its own `add r7, sp, #n`. Only the frame record is reported. */
export function readThumbPrologue(code: Uint8Array, at: number): FrameShape | undefined {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  for (let place = Math.max(0, at - longestThumb) & ~1; place + 2 <= at; place += 2) {
    const half = view.getUint16(place, true)
    const wide = place % 4 === 0 && place + 4 <= at ? view.getUint32(place, true) : 0
    if ((half & 0xff00) === 0xaf00 || half === 0x466f || (wide & 0x0ffff000) === 0x028d7000) {
      return { stackBytes: undefined, frameBytes: 8, saved: new Map() }
    }
  }
  // Nothing is set yet: the link register still holds the return address, however much was pushed.
  return { stackBytes: 0, frameBytes: undefined, saved: new Map() }
}
