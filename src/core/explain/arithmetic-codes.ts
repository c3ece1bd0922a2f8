/** Which operation on numbers a processor refused, by the codes of EXC_ARITHMETIC (`mach/i386/exception.h`) and of SIGFPE. */
import type { Report } from '../model/report.ts'

const DIVISION = /\b(?:EXC_I386_DIV|FPE_INTDIV)\b/
const FLOATING = /\b(?:EXC_I386_(?:SSE)?EXTERR|EXC_ARM_FP_[A-Z]{2,12}|FPE_FLT[A-Z]{3})\b/
/** The same of Intel as numbers: a division, an error of the old unit of floating point, and one of the vector unit. */
const NUMBERS: Readonly<Record<string, 'division' | 'floating'>> = { 1: 'division', 5: 'floating', 8: 'floating' }

/** `division` of integers, or `floating` for an operation on floating-point numbers; undefined where the codes do not say it. */
export function refusedArithmetic({ exception }: Report, isArm: boolean): 'division' | 'floating' | undefined {
  const { type, subtype, codes, message, rawCodes } = exception ?? {}
  const words = `${subtype} ${codes} ${message}`
  if (DIVISION.test(words)) return 'division'
  if (FLOATING.test(words)) return 'floating'
  if (type?.startsWith('EXC_ARITHMETIC') !== true) return undefined
  // A division of integers by zero is no fault on Arm.
  return isArm ? 'floating' : NUMBERS[String(rawCodes?.[0])]
}
