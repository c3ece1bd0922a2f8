/**
 * What an opcode of a line number program does, by opcode. Which opcode comes next cannot be predicted, so all that are simple
 * are one path without branches: each adds a constant and a multiple of the number behind it, of one or two bytes, to the
 * address and to the line, and makes a row or none.
 */
import * as D from '../../../src/core/dwarf/constants'

@unmanaged
export class Step {
  /** Added to the address, and what the operand counts there. */
  address: u32
  perOperand: u32
  /** Added to the line; all bits set where the operand counts, and for the file. */
  line: i32
  lineMask: i32
  fileMask: u32
  /** Bytes of the row that it makes: ROW_BYTES or 0. */
  rowBytes: u32
  /** LONG where there is an operand: one of three bytes or more goes the long way. SLOW: all of these do. */
  unless: u32
}

/** Row: offset u32, line u32, file u32. */
export const ROW_BYTES: u32 = 12
export const LONG: u32 = 0x80
export const SLOW: u32 = 0x100
const STEP_BITS: usize = 5
const steps: usize = memory.data(256 * 32, 16)
let made: u64 = u64.MAX_VALUE

/** Opcodes 2 to 5 have an operand, as far as a table knows them: the number of these. */
export let operandCount: u32 = 0

export function stepOf(op: u32): Step {
  return changetype<Step>(steps + (usize(op) << STEP_BITS))
}

/** Makes the steps of a table with these parameters (DWARF 5, section 6.2.4), unless the last one had the same. */
export function prepareSteps(opcodeBase: u32, lineBase: i32, lineRange: u32, minimum: u32): void {
  const key = u64(opcodeBase) | (u64(lineRange) << 8) | (u64(u8(lineBase)) << 16) | (u64(minimum) << 24)
  if (key == made) return
  made = key
  operandCount = opcodeBase < 2 ? 0 : min<u32>(4, opcodeBase - 2)
  memory.fill(steps, 0, 256 << STEP_BITS)
  const constantAdvance = ((255 - opcodeBase) / lineRange) * minimum
  for (let op: u32 = 0; op < 256; op++) {
    const step = stepOf(op)
    if (op >= opcodeBase) {
      step.address = ((op - opcodeBase) / lineRange) * minimum
      step.line = lineBase + i32((op - opcodeBase) % lineRange)
      step.rowBytes = ROW_BYTES
    } else prepareStandard(op, step, minimum, constantAdvance)
  }
  // Extended opcodes, whatever a table says of the others.
  stepOf(0).unless = SLOW
}

/** Standard opcodes (DWARF 5, section 6.2.5.2). */
function prepareStandard(op: u32, step: Step, minimum: u32, constantAdvance: u32): void {
  if (op >= 2 && op <= 5) step.unless = LONG
  if (op == D.LNS_COPY) step.rowBytes = ROW_BYTES
  else if (op == D.LNS_ADVANCE_PC) step.perOperand = minimum
  else if (op == D.LNS_ADVANCE_LINE) step.lineMask = -1
  else if (op == D.LNS_SET_FILE) step.fileMask = u32.MAX_VALUE
  else if (op == D.LNS_CONST_ADD_PC) step.address = constantAdvance
  else if (op == D.LNS_FIXED_ADVANCE_PC || op > u32(D.LNS_SET_EPILOGUE_BEGIN)) step.unless = SLOW
}
