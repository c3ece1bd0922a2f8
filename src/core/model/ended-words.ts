/** Words of runtimes and logs that a program came to its end. */
import type { ExceptionInfo, Report, ReportHeader } from './report.ts'

/** Crashlytics' heading of a crash, which readers keep as the message. It is no message of the program. */
export const CRASHLYTICS_HEADING = 'Fatal Exception'

/** The message of an exception without that heading. */
export const messageOf = (exception: ExceptionInfo | undefined): string | undefined =>
  exception?.message === CRASHLYTICS_HEADING ? undefined : exception?.message

/** The text that is about this report's process and its end alone. */
export function ownText({ text, part, apart = [] }: Pick<Report, 'text' | 'part' | 'apart'>): string {
  const [from, to] = [part?.start ?? 0, part?.end ?? text.length]
  let own = ''
  let at = from
  for (const { start, end } of apart) {
    if (start < at || end > to) continue
    own += text.slice(at, start)
    at = end
  }
  return own + text.slice(at, to)
}

/** True if a sanitizer's finding begins with a signal that it handled (`DescribeSignalOrException` of compiler-rt). */
export const isCaughtSignal = (finding: string): boolean => /^(?:SEGV|BUS|FPE|ILL|ABRT|TRAP)\b/.test(finding)

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
  'Objective-C exception',
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
    return threads.every(([, name = '']) => !RUST_MAIN.has(name))
  },
  // One that the program caught has other words.
  'Nim exception': (text) => !/\bunhandled exception: |\bSIG[A-Z]{2,6}: /.test(text),
  // The server of net/http recovers what its handlers panic with, and so may Kubernetes.
  'Go panic': (text) => /\bpanic serving \S{1,100}: |\bObserved a panic: /.test(text) && !/^panic: /m.test(text),
}

/** What only a runtime, a system or an SDK writes of an end, with what follows in its line. */
const { raw } = String
const SIGNALS = 'SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|KILL|SYS)'
const BLANK = raw`[ \t\r]*(?:\n|$)`

/** Nobody writes these but who quotes them: they count anywhere in a line. */
const QUOTED: readonly string[] = [
  raw`(?<!\b[Nn]on-)\bFatal Exception: [\w$.(]`,
  raw`\bFATAL EXCEPTION: `,
  raw`\bE[ /]AndroidRuntime[^\n:]{0,12}: Process: [\w.:]{1,200}, PID: \d`,
  raw`\bFatal JavaScript exception - application has been terminated\.`,
  raw`\bTerminating\s{1,3}app\s{1,3}due\b`,
  raw`\[signal ${SIGNALS}:`,
  raw`\bFatal signal \d{1,2} \(${SIGNALS}\)`,
  raw`\bGot an? ${SIGNALS} while executing native code\b`,
  raw`\((?:EXC_[A-Z_]{1,40}|${SIGNALS})\), code `,
  raw`\bEXC_[A-Z_]{1,40} \(${SIGNALS}\)`,
  raw`\(interrupted by signal \d{1,2}: ${SIGNALS}\)`,
  raw`\(core dumped\)`,
  raw`\bruntime/(?:bin|lib|platform|vm)/[\w/]{1,120}\.(?:cc|h): \d{1,7}: error: `,
  raw`\bfatal runtime error: `,
  raw`\bthread caused non-unwinding panic\b`,
  raw`\(exit (?:status|code): [1-9]\d{0,9}\)`,
  // Flutter's own tool, on itself.
  raw`(?:^|\n)[ \t]*Flutter crash report[.;](?: please| |[ \t\r]*\n)`,
  // Node, below the stack of an error for which it ends the program.
  raw`(?::\d{1,9}\)?|\n\})[ \t\r]*\n[ \t\r]*\nNode\.js v\d{1,3}\.\d{1,3}\.\d{1,3}[^\n]{0,20}(?:\n|$)`,
]

/** These may stand in a sentence of a person, so only a log's words may come before them. */
const SHAPED: readonly string[] = [
  `(?:FATAL EXCEPTION|FATAL UNHANDLED EXCEPTION|Abort trap: 6)${BLANK}`,
  raw`Segmentation fault(?:: \d{1,2}\b| at address 0x| \(|${BLANK})`,
  raw`${SIGNALS}(?:: | \(0x|\)|[ \t]+(?:[A-Z]+_)?[A-Z]+ (?:at )?0x|${BLANK})`,
  raw`(?:Program|Thread \d[^\n]{0,60}|Application) received signal ${SIGNALS}\b`,
  raw`[Pp]ro(?:cess|gram) (?:[^\n]{0,80} )?(?:terminated|exited|killed|stopped) (?:by|with|due to|on) signal (?!9\b)`,
  raw`exit status [1-9]\d{0,9}${BLANK}`,
  'Process finished with exit code -?[1-9]',
  '(?:error )?Command failed with exit code [1-9]',
  // .NET, above the exception for which it ends the program.
  raw`Fatal error\.(?: Internal CLR error|[ \t\r]*\n[^\n]{0,80}?(?<![\w.])(?:Internal CLR error|(?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception\b))`,
  raw`Stack overflow\.[ \t\r]*\n[^\n]{0,80}?(?<![\w.])(?:at [\w.]|Repeat \d)`,
  raw`Process terminated\. ?[A-Z\r\n]`,
  'Description: The process was terminated due to ',
]

/** These end the program for most languages, and only a thread or nothing for some. */
const THROWN: readonly string[] = [
  raw`\bUncaught (?:Kotlin exception: |exception: kotlin\.)`,
  raw`\bUnhandled JS Exception: ?[\w'"*[{]`,
  raw`\bRCTFatal(?:Exception)?\b`,
  raw`\b(?:thread|task) '[^'\n]{0,100}' (?:\(\d{1,12}\) )?(?:panicked|failed) at\b`,
  raw`\bthread \d{1,20} panic: `,
]
const THROWN_SHAPED: readonly string[] = [
  '(?:FATAL )?UNHANDLED EXCEPTION:',
  `[Uu]nhandled (?:managed )?[Ee]xception(?:[.:]| at 0x|${BLANK})`,
  raw`Thread \d{1,6}[^\n]{0,80} Crashed:`,
  raw`Crashed:{1,2}(?:[ \t]{1,8}(?:com\.|Thread\b)|${BLANK})`,
  raw`Thread \d{1,6}[^\n]{0,80} \(crashed\)`,
  raw`Process \S{1,100} (?:\([^()\n]{1,60}\) )?has crashed\b`,
  raw`(?:libc\+\+abi(?:\.dylib)?: )?terminat(?:ing (?:due to|with)|e called (?:after|without)) `,
  'oh no: Bun has crashed',
  // Handlers of apps on Android, which end the program once they have written it.
  raw`[Uu]ncaught exception in thread:? `,
  raw`[=*-]{8,200}[ \t\r]*\nCRASH REPORT(?: -[ \d:.TZ-]{8,40})?[ \t\r]*\n[=*-]{8}`,
]

interface Words {
  readonly anywhere: RegExp
  readonly shaped: RegExp
}

const words = (anywhere: readonly string[], shaped: readonly string[]): Words => ({
  anywhere: new RegExp(anywhere.join('|') || '(?!)'),
  shaped: new RegExp(raw`(?<![\w.])(?:${shaped.join('|')})`, 'g'),
})

const FOR_SURE = words(QUOTED, SHAPED)
const ENDED = words([...QUOTED, ...THROWN], [...SHAPED, ...THROWN_SHAPED])

/** What a log writes before a line ends in a mark, a time or a level; Flutter only logs what nothing handled. */
const HEAD = /(?:^|[^\p{L}\s]|\dZ|\b(?:[VDIWEF]|TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|error|fatal))[ \t]*$/u
const FLUTTER = /\[(?:ERROR:flutter\/|VERBOSE-2:)[^\]\n]{1,120}\] $/
/** Two words of a sentence, in any script. */
const PROSE =
  /(?<![\p{L}\p{N}_./-])(?:\p{Ll}{2,30},? \p{Ll}{2,30}(?![\p{L}\p{N}_./([])|I(?:['’]| \p{Ll}))|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]{2}/u
const LONGEST_HEAD = 300

/** True if only a log's words stand before this place in its line, and no sentence of a person. */
export function isHeaded(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - LONGEST_HEAD, 0), at)
  const head = before.slice(before.lastIndexOf('\n') + 1)
  return HEAD.test(head) && !PROSE.test(head) && !FLUTTER.test(head)
}

function says({ anywhere, shaped }: Words, text: string): boolean {
  if (anywhere.test(text)) return true
  for (const { index } of text.matchAll(shaped)) if (isHeaded(text, index)) return true
  return false
}

/** React Native's exceptions that are logged instead of thrown, whatever ended the program later. */
const ONLY_LOGGED = /\.\w{0,80}SoftException$/

/** True if the error is one that a runtime logs, and the text does not say that it ended the program. */
export function isOnlyLogged(exception: ExceptionInfo, text: string): boolean {
  if (ONLY_LOGGED.test(exception.name ?? '')) return true
  if (RUNS_ON[exception.type ?? '']?.(text)) return !says(FOR_SURE, text)
  return isLoggedError(exception) && !saysEnded(text)
}

/** Java's words on an exception that ended its thread: the program runs on while other threads do. */
const THREAD_ENDED = words([], [raw`Exception in thread "[^"\n]{1,100}" [\w$.]`])

/** True if nothing caught the exception, and all that the text says is that its thread ended. */
export const endedThread = (exception: ExceptionInfo | undefined, text: string): boolean =>
  exception !== undefined && isOnlyLogged(exception, text) && says(THREAD_ENDED, text)

/** True if a text says so anywhere: in the words and the shape of who saw the end, never in a sentence of a person. */
export const saysEnded = (text: string): boolean => says(ENDED, text)
