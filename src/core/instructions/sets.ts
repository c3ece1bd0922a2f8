/** The sets of instructions: how each is decoded, and what its instructions do. A new one is a line. */
import type { ArmMode, InstructionSet } from '../model/architecture.ts'
import { a32Marks, readA32 } from './a32/index.ts'
import { armMeaning } from './arm/meaning.ts'
import { readArm64 } from './arm64/index.ts'
import { arm64Meaning } from './arm64/meaning.ts'
import type { Decoded, Decoder } from './decoded.ts'
import type { Meaning } from './meaning.ts'
import { thumbReader } from './thumb/index.ts'
import { readX86 } from './x86/index.ts'
import { x86Meaning } from './x86/meaning.ts'

export interface SetReader {
  /** A decoder for one run of code. `word` is the size of a register; `mode` is of 32-bit Arm alone. */
  readonly decoder: (word: 4 | 8, mode: ArmMode) => Decoder
  readonly meaning: Meaning
}

/** A decoder of words of 32 bits; a cut word is no instruction. */
export const words =
  (read: (word: number, pc: bigint, size: 4) => Decoded): Decoder =>
  (code, at, pc) => {
    const [a, b, c, d] = [code[at], code[at + 1], code[at + 2], code[at + 3]]
    if (a === undefined || b === undefined || c === undefined || d === undefined)
      return { size: code.length - at, spelled: undefined }
    return read(a | (b << 8) | (c << 16) | (d << 24), pc, 4)
  }

const arm64 = words((word, pc, size) => ({ size, spelled: readArm64(word, pc) }))
const a32 = words((word, pc, size) => ({ size, spelled: readA32(word, pc), marks: a32Marks(word) }))

export const setReaders: Readonly<Record<InstructionSet, SetReader>> = {
  arm64: { decoder: () => arm64, meaning: arm64Meaning },
  arm: { decoder: (_, mode) => (mode === 'a32' ? a32 : thumbReader()), meaning: armMeaning },
  x86: { decoder: (word) => (code, at, pc) => readX86(code, at, word, pc), meaning: x86Meaning },
}
