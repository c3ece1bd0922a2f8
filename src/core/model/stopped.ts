/** Programs that a debugger stopped to look at them. */
import type { Report } from './report.ts'

/** Why lldb and gdb stop a program, other than for a fault: a place, a step, an exception that is thrown, a signal of the debugger. */
const STOPS =
  /\b(?:watchpoint|breakpoint) \d|\bSIGSTOP\b|^(?:(?:c\+\+|objc|swift|language) exception|step (?:in|over|out)|instruction step (?:into|over)|trace|exec)$/

/** True for the words of such a stop. */
export const isStop = (words: string): boolean => STOPS.test(words)

/** True if a debugger or a signal stopped the program to look at it: it can continue. A core file, too, has SIGSTOP in lldb. */
export function wasStopped({ exception, termination }: Pick<Report, 'exception' | 'termination'>): boolean {
  if (exception === undefined) return false
  // The user's key; the system's reporter writes an exception or a termination beside it.
  if (exception.signal === 'SIGINT') return exception.type === undefined && termination === undefined
  return [exception.type, exception.signal, exception.message, exception.subtype].some(
    (words) => words !== undefined && isStop(words),
  )
}
