/** Which numbers a failed operation was on: a report says it by a code, by the processor's trap, or by the processor itself. */
import type { MessageParameters } from '../messages/message.ts'
import { crashedThread } from '../reading/stacks.ts'
import type { CrashFacts } from './crash-facts.ts'

const INTEGERS = /\b(?:EXC_I386_DIV|FPE_INT(?:DIV|OVF))\b/
const FLOATING = /\b(?:EXC_I386_(?:SSE)?EXTERR|EXC_ARM_FP_\w{1,20}|FPE_FLT[A-Z]{1,8})\b/
/** Traps of Intel processors: a divide error, and errors of the x87 and of the SSE unit. */
const DIVIDE = 0n
const FLOATING_TRAPS: ReadonlySet<bigint> = new Set([16n, 19n])

/** True for floating-point numbers, false for integers, undefined where the report does not show it. */
function isFloating({ report, isArm }: CrashFacts): boolean | undefined {
  const { type, codes, subtype } = report.exception ?? {}
  const words = `${codes ?? ''} ${subtype ?? ''}`
  if (INTEGERS.test(words)) return false
  if (FLOATING.test(words)) return true
  if (type !== 'EXC_ARITHMETIC') return undefined
  // An arm64 processor gives 0 for an integer divided by zero, and does not trap.
  if (isArm) return true
  const trap = trapOf(report)
  if (trap === undefined) return undefined
  return FLOATING_TRAPS.has(trap) || (trap === DIVIDE ? false : undefined)
}

function trapOf(report: CrashFacts['report']): bigint | undefined {
  const register = crashedThread(report)?.registers?.find(({ name }) => name === 'trap' || name === 'trapno')
  if (register) return register.value
  const field = report.header.fields.find(([key]) => key === 'Trap Number')?.[1]
  return field !== undefined && /^\d{1,3}$/.test(field.trim()) ? BigInt(field.trim()) : undefined
}

/** What advice on an arithmetic error may say. */
export const aroundArithmetic = (facts: CrashFacts): MessageParameters => {
  const floating = isFloating(facts)
  return floating === undefined ? {} : { isFloating: floating }
}
