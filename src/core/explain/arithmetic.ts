/** The kind of numbers in a failed operation, by the codes of EXC_ARITHMETIC (`mach/i386/exception.h`) and of SIGFPE. */
import type { Report } from '../model/report.ts'

/** `division`: of integers. `floating`: any operation on floating-point numbers. */
type Operation = 'division' | 'floating'

const DIVISION = /\b(?:EXC_I386_DIV|FPE_INTDIV)\b/
const FLOATING = /\b(?:EXC_I386_(?:SSE)?EXTERR|EXC_ARM_FP_\w{1,20}|FPE_FLT[A-Z]{1,8})\b/
/** Codes of Intel as numbers: a division, an error of the x87 unit, and one of the SSE unit. */
const NUMBERS: Readonly<Record<string, Operation>> = { 1: 'division', 5: 'floating', 8: 'floating' }

/** The operation that the processor refused; undefined if the report does not show it. */
export function refusedArithmetic({ exception }: Report, isArm: boolean): Operation | undefined {
  const { type, subtype, codes, message, rawCodes } = exception ?? {}
  const words = `${subtype} ${codes} ${message}`
  if (DIVISION.test(words)) return 'division'
  if (FLOATING.test(words)) return 'floating'
  if (type?.startsWith('EXC_ARITHMETIC') !== true) return undefined
  // An arm64 processor gives 0 for an integer divided by zero, and does not trap.
  if (isArm) return 'floating'
  return NUMBERS[String(rawCodes?.[0])]
}
