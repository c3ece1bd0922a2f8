/** Words of runtimes and logs that a program came to its end. */
import type { ExceptionInfo, ReportHeader } from './report.ts'

/** Apple's notes: `NON-FATAL CONDITION (this is NOT a crash)`, `SIMULATED (this is NOT a crash)`. */
export const saysNoCrash = (words: string): boolean =>
  /\bNON-?FATAL\b|\bSIMULATED\b|\bthis is NOT a crash\b/i.test(words)

/** True if the note beside the exception says so; in JSON it is a number of its own. */
export const hasNoteOfNoCrash = ({ fields }: ReportHeader): boolean =>
  fields.some(
    ([key, value]) =>
      (/^exception note$/i.test(key) && saysNoCrash(value)) ||
      (/^(?:isNonFatal|isSimulated)$/.test(key) && /^(?:1|true)$/.test(value)),
  )

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

const RUST_THREADS = /\b(?:thread|task) '([^'\n]{0,100})' (?:\(\d{1,12}\) )?(?:panicked|failed) at\b/g
const RUST_MAIN: ReadonlySet<string> = new Set(['main', '<main>'])

/** Errors after which a program runs on, by the words of its runtime. */
const RUNS_ON: Readonly<Record<string, (text: string) => boolean>> = {
  // Its command line ends with these words alone in their line; Flutter never does.
  'Dart exception': (text) => !/^[ \t]*Unhandled exception:[ \t]*\r?$/m.test(text),
  // A panic ends its own thread.
  'Rust panic': (text) => {
    const threads = [...text.matchAll(RUST_THREADS)]
    return threads.length > 0 && threads.every(([, name = '']) => !RUST_MAIN.has(name))
  },
  // The server of net/http recovers what its handlers panic with.
  'Go panic': (text) => /\bpanic serving \S{1,100}: /.test(text) && !/^panic: /m.test(text),
}

/** What only the system or a runtime writes of an end: people call every error a crash. */
const ENDED_FOR_SURE =
  /\b(?:Fatal Exception|FATAL EXCEPTION|Terminating app|Segmentation fault|Abort trap|core dumped|fatal runtime error|thread caused non-unwinding panic|exit (?:status|code):? [1-9]|SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|KILL|SYS))\b/

/** True if the error is one that a runtime logs, and the text does not say that it ended the program. */
export function isOnlyLogged(exception: ExceptionInfo, text: string): boolean {
  if (RUNS_ON[exception.type ?? '']?.(text)) return !ENDED_FOR_SURE.test(text)
  return isLoggedError(exception) && !saysEnded(text)
}

/** Flutter only logs what nothing handled. */
const ENDED =
  /\bFatal (?:Exception|Error)\b|\bUncaught Kotlin exception\b|(?<!\[(?:ERROR:flutter\/|VERBOSE-2:)[^\]\n]{1,120}\] )\b[Uu]nhandled (?:managed )?[Ee]xception\b|\bUnhandled JS Exception\b|\bUNHANDLED EXCEPTION\b|\bTerminating app\b|\bRCTFatal\b|\bFATAL EXCEPTION\b|\bcrash(?:ed|es)?\b|\bterminat(?:ed|ing)\b|\bException in thread "|\bpanicked at\b|\btask '[^'\n]{0,100}' failed at\b|\bSegmentation fault\b|\bthread \d{1,20} panic:|\bSIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|KILL|SYS)\b|\bwhile executing native code\b/

/** True if a text says so anywhere. */
export const saysEnded = (text: string): boolean => ENDED.test(text)
