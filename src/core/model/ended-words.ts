/** Words of runtimes and logs that a program came to its end. */
import type { ExceptionInfo } from './report.ts'

/** Errors of runtimes that log many, and go on. */
const LOGGED_ERRORS: ReadonlySet<string> = new Set([
  'JavaScript error',
  '.NET exception',
  'Dart exception',
  'Java exception',
  'Kotlin exception',
  'Runtime error',
])

export const isLoggedError = ({ type = '' }: ExceptionInfo): boolean => LOGGED_ERRORS.has(type)

/** Flutter only logs what nothing handled. */
const ENDED =
  /\bFatal (?:Exception|Error)\b|\bUncaught Kotlin exception\b|(?<!\[(?:ERROR:flutter\/|VERBOSE-2:)[^\]\n]{1,120}\] )\b[Uu]nhandled (?:managed )?[Ee]xception\b|\bUnhandled JS Exception\b|\bFATAL UNHANDLED EXCEPTION\b|\bTerminating app\b|\bRCTFatal\b|\bFATAL EXCEPTION\b|\bcrash(?:ed|es)?\b|\bterminat(?:ed|ing)\b|\bException in thread "|\bpanicked at\b|\btask '[^'\n]{0,100}' failed at\b|\bSegmentation fault\b|\bthread \d{1,20} panic:|\bSIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|KILL|SYS)\b|\bwhile executing native code\b/

/** True if a text says so anywhere. */
export const saysEnded = (text: string): boolean => ENDED.test(text)
