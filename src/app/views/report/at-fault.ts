/** Content of the fault view, and the part shown first. */
import type { FaultReading, InstructionReading } from '../../../core/reading/fault.ts'
import type { RegisterRow, RegistersReading } from '../../../core/reading/registers.ts'
import { stoppedThread } from '../../../core/reading/stacks.ts'
import type { Frame, Report } from '../../../core/model/report.ts'

/**
 * The frame where the thread stopped; undefined where the report has nothing to show of the machine. Known before any name is, so
 * that the place of the view is kept.
 */
export function faultFrame(report: Report): Frame | undefined {
  const thread = stoppedThread(report)
  const hasMachine = thread !== undefined && ((thread.registers?.length ?? 0) > 0 || thread.code !== undefined)
  return hasMachine ? thread.frames[0] : undefined
}

/**
 * Ends caused by the machine and not by a call: a person wants the instruction first. A dump without an end is of a machine halted at its frame.
 */
export function isMachineFault({ exception }: Report, frame: Frame): boolean {
  if (exception === undefined) return frame.foundBy !== undefined
  const end = `${exception.type ?? ''} ${exception.signal ?? ''}`
  return /EXC_BAD_|EXC_BREAKPOINT|EXC_ARITHMETIC|SIG(?:SEGV|BUS|ILL|TRAP|FPE)/i.test(end)
}

/** Instructions shown at first on both sides of the one that it is about. */
const FEW_BEFORE = 4
const FEW_BEHIND = 3

export function fewRows({ rows }: FaultReading): readonly InstructionReading[] {
  const at = rows.findIndex(({ mark }) => mark !== undefined)
  return at < 0 ? rows : rows.slice(Math.max(0, at - FEW_BEFORE), at + FEW_BEHIND + 1)
}

/** Registers shown at first where no instruction names one. */
const FEW_REGISTERS = 6

/** Registers that matter: those of the instruction and the explanations, else the first that say more than a number. */
export function fewRegisters({ rows }: RegistersReading, told: ReadonlySet<string>): readonly RegisterRow[] {
  const used = rows.filter(({ name, isUsed }) => isUsed || told.has(name))
  if (used.length > 0) return used
  const telling = rows.filter(({ readings }) => readings.some(({ kind }) => kind !== 'zero' && kind !== 'number'))
  return (telling.length > 0 ? telling : rows).slice(0, FEW_REGISTERS)
}
