/**
 * Unconditional branches whose instruction contains the target. Arm Architecture Reference Manual for A-profile, C6.2
 * (B); Intel SDM volume 2, JMP (E9, EB). Code for 32-bit ARM is not read: a report does not state the instruction set.
 */
import { x86InstructionAt } from './x86-instruction.ts'

/** True if the code from `start` to `stop` has an unconditional jump to `to`; positions in `code`. `word` is the size of a register. */
export type HasJump = (code: Uint8Array, start: number, stop: number, to: number, word: 4 | 8) => boolean

export const arm64Jump: HasJump = (code, start, stop, to) => {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  for (let at = start; at + 4 <= stop; at += 4) {
    const op = view.getUint32(at, true)
    // B: six bits 000101, then the distance in words, signed.
    if (op >>> 26 === 5 && at + ((op << 6) >> 4) === to) return true
  }
  return false
}

export const x86Jump: HasJump = (code, start, stop, to, word) => {
  for (let at = start; at < stop;) {
    const found = x86InstructionAt(code, at, word)
    if (!found) return false
    const isJump = found.map === 0 && (found.opcode === 0xe9 || found.opcode === 0xeb)
    at += found.size
    if (isJump && at + found.immediate === to) return true
  }
  return false
}
