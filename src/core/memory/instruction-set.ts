/** How the instructions of each set are read: calls, prologues, and the words of compact unwind that speak of registers. */
import { architectureOf, type ArchFamily, type InstructionSet } from '../model/architecture.ts'
import { arm64Call, armCall, x86Call, type CallInstruction } from './call-instructions.ts'
import { arm64Rule, armRule, x86Rule, type UnwindRule } from './compact-unwind.ts'
import { arm64Jump, x86Jump, type HasJump } from './jump-instructions.ts'
import { readThumbPrologue, type FrameShape } from './prologue.ts'
import { readArm64Prologue } from './prologue-arm64.ts'
import { readX86Prologue } from './prologue-x86.ts'

interface InstructionReader {
  /** The call that ends at `at`; undefined if there is none. */
  readonly callEndingAt: (code: Uint8Array, at: number) => CallInstruction | undefined
  /** Bytes of the longest call. */
  readonly longestCall: number
  readonly hasJump: HasJump
  /** The frame after the instructions of `code` up to `at`; `word` is the size of a register. */
  readonly readPrologue: (code: Uint8Array, at: number, word: 4 | 8) => FrameShape | undefined
  /** The rule of a compact unwind mode; undefined where the mode means `__eh_frame`. */
  readonly unwindRule: (mode: number, encoding: number, word: 4 | 8) => UnwindRule | undefined
}

const readers: Readonly<Record<InstructionSet, InstructionReader>> = {
  arm64: {
    callEndingAt: arm64Call,
    longestCall: 4,
    hasJump: arm64Jump,
    readPrologue: readArm64Prologue,
    unwindRule: arm64Rule,
  },
  arm: {
    callEndingAt: armCall,
    longestCall: 4,
    hasJump: () => false,
    readPrologue: readThumbPrologue,
    unwindRule: armRule,
  },
  x86: { callEndingAt: x86Call, longestCall: 7, hasJump: x86Jump, readPrologue: readX86Prologue, unwindRule: x86Rule },
}

function readerOf(family: ArchFamily): InstructionReader | undefined {
  const architecture = architectureOf(family)
  return architecture && readers[architecture.instructionSet]
}

/** The call that ends at `at` in these bytes; undefined if there is none. */
export function callEndingAt(code: Uint8Array, at: number, family: ArchFamily): CallInstruction | undefined {
  const architecture = architectureOf(family)
  if (!architecture || at % architecture.instructionStep !== 0) return undefined
  return readers[architecture.instructionSet].callEndingAt(code, at)
}

/** Bytes of the longest call; 0 where instructions are not read. */
export function longestCall(family: ArchFamily): number {
  return readerOf(family)?.longestCall ?? 0
}

/** True if the code from `start` to `end` has an unconditional jump to `to`; positions in `code`. */
export function hasJump(code: Uint8Array, start: number, end: number, to: number, family: ArchFamily): boolean {
  const word = architectureOf(family)?.registers.bytes ?? 8
  return readerOf(family)?.hasJump(code, start, Math.min(end, code.length), to, word) ?? false
}

/** `code` is the function's bytes from its start, `at` the position where it stopped. Undefined where the code does not show the frame. */
export function readPrologue(code: Uint8Array, at: number, family: ArchFamily): FrameShape | undefined {
  const architecture = architectureOf(family)
  if (!architecture || at < 0 || at > code.length) return undefined
  return readers[architecture.instructionSet].readPrologue(code, at, architecture.registers.bytes)
}

/** Decodes an encoding word of compact unwind for a processor. */
export function unwindRule(encoding: number, family: ArchFamily): UnwindRule {
  const mode = (encoding >>> 24) & 0xf
  if (mode === 0) return { kind: 'none' }
  const word = architectureOf(family)?.registers.bytes ?? 8
  return readerOf(family)?.unwindRule(mode, encoding, word) ?? { kind: 'dwarf', entryAt: encoding & 0xffffff }
}
