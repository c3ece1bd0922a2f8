/**
 * Where functions jump: unconditional branches to a place that the instruction tells. Arm Architecture Reference Manual for A-profile,
 * C6.2 (B); Intel SDM volume 2, JMP (E9, EB). Code for 32-bit ARM is not read: a report does not say which set it is of.
 */
import { architectureOf, type ArchFamily } from '../model/architecture.ts'
import { x86InstructionAt } from './x86-instruction.ts'

/** Whether the code from `start` to `end` has an unconditional jump to `to`; positions in `code`. */
export function hasJump(code: Uint8Array, start: number, end: number, to: number, family: ArchFamily): boolean {
  const architecture = architectureOf(family)
  const stop = Math.min(end, code.length)
  if (architecture?.instructionSet === 'arm64') return hasArm64Jump(code, start, stop, to)
  return architecture?.instructionSet === 'x86' && hasX86Jump(code, start, stop, to, architecture.registers.bytes)
}

function hasArm64Jump(code: Uint8Array, start: number, stop: number, to: number): boolean {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  for (let at = start; at + 4 <= stop; at += 4) {
    const op = view.getUint32(at, true)
    // B: six bits 000101, then the distance in words, signed.
    if (op >>> 26 === 5 && at + ((op << 6) >> 4) === to) return true
  }
  return false
}

function hasX86Jump(code: Uint8Array, start: number, stop: number, to: number, word: 4 | 8): boolean {
  for (let at = start; at < stop;) {
    const found = x86InstructionAt(code, at, word)
    if (!found) return false
    const isJump = found.map === 0 && (found.opcode === 0xe9 || found.opcode === 0xeb)
    at += found.size
    if (isJump && at + found.immediate === to) return true
  }
  return false
}
