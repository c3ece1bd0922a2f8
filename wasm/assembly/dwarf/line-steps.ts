/**
 * Line program opcodes as a table of steps. Simple opcodes share one path without branches, because the next opcode
 * cannot be predicted. Each adds a constant and a multiple of its operand (one or two bytes) to address and line, and
 * appends a row or none.
 */
import * as D from '../../../src/core/dwarf/constants'

@unmanaged
export class Step {
  /** Added to the address; factor of the operand for the address. */
  address: u32
  perOperand: u32
  /** Added to the line; masks with all bits set if the operand counts for line, file or column. */
  line: i32
  lineMask: i32
  fileMask: u32
  columnMask: u32
  /** Bytes of the appended row: ROW_BYTES or 0. */
  rowBytes: u32
  /**
   * LONG: the opcode has an operand; an operand of three bytes or more takes the slow path. SLOW: the opcode always
   * does.
   */
  unless: u32
}

/** Row: offset u32, line u32, file u32, column u32. */
export const ROW_BYTES: u32 = 16
export const LONG: u32 = 0x80
export const SLOW: u32 = 0x100
const STEP_BITS: usize = 5
if (offsetof<Step>() != 32) ERROR('STEP_BITS has another size')
const steps: usize = memory.data(256 * 32, 16)
let made: u64 = u64.MAX_VALUE

/** How many of the opcodes 2 to 5, which have one operand, this table defines. */
export let operandCount: u32 = 0

export function stepOf(op: u32): Step {
  return changetype<Step>(steps + (usize(op) << STEP_BITS))
}

/** Fills the table for a header (DWARF 5, section 6.2.4), unless it already matches. */
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
  // Opcode 0 starts an extended opcode, whatever the header says.
  stepOf(0).unless = SLOW
}

/** Standard opcodes (DWARF 5, section 6.2.5.2). */
function prepareStandard(op: u32, step: Step, minimum: u32, constantAdvance: u32): void {
  if (op >= 2 && op <= 5) step.unless = LONG
  if (op == D.LNS_COPY) step.rowBytes = ROW_BYTES
  else if (op == D.LNS_ADVANCE_PC) step.perOperand = minimum
  else if (op == D.LNS_ADVANCE_LINE) step.lineMask = -1
  else if (op == D.LNS_SET_FILE) step.fileMask = u32.MAX_VALUE
  else if (op == D.LNS_SET_COLUMN) step.columnMask = u32.MAX_VALUE
  else if (op == D.LNS_CONST_ADD_PC) step.address = constantAdvance
  else if (op == D.LNS_FIXED_ADVANCE_PC || op > u32(D.LNS_SET_EPILOGUE_BEGIN)) step.unless = SLOW
}
