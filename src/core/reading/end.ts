/** How the program of a report ended, if it did. A reader must know this first. */
import { strongestOf } from './statements.ts'
import {
  hasNoteOfNoCrash,
  isCaughtSignal,
  isOnlyLogged,
  ownText,
  saysEnded,
  saysNoCrash,
} from '../model/ended-words.ts'
import { guardOf, SOFT } from '../model/exception-codes.ts'
import { wasStopped } from '../model/stopped.ts'
import { marksCrash, threadMark } from '../model/frames.ts'
import type { ReportKind } from '../model/report-kind.ts'
import type { ExceptionInfo, Report, SymbolicatedReport, Thread } from '../model/report.ts'

/** `snapshot` and `profile` are of programs that ran on; `non-fatal` is an error that was reported and survived. */
export type End = 'crash' | 'killed' | 'hang' | 'snapshot' | 'profile' | 'non-fatal' | 'unknown'

/** Formats that have only one kind of end. */
const endOfFormat: Readonly<Record<string, End>> = {
  panic: 'crash',
  'ips-jetsam': 'killed',
  'jetsam-text': 'killed',
  'ips-stackshot': 'snapshot',
  'stack-snapshot': 'snapshot',
  'legacy-stackshot': 'snapshot',
  'bs-backtrace': 'snapshot',
  spindump: 'profile',
  'meter-exceptions': 'unknown',
  sample: 'profile',
  microstackshots: 'profile',
  'instruments-copy': 'profile',
  leaks: 'profile',
  xctrace: 'profile',
}

/** Kinds that only ever end in one way. */
const endOfKind: Readonly<Partial<Record<ReportKind, End>>> = {
  hang: 'hang',
  'cpu-limit': 'profile',
  'disk-writes': 'profile',
  'app-launch': 'profile',
  'memory-exception': 'profile',
  metrics: 'profile',
  'call-stacks': 'unknown',
}

/** Namespaces of terminations by which the system ends a program that may have done nothing wrong itself, or has not begun to run. */
const KILLERS = /^(?:FRONTBOARD|SPRINGBOARD|RUNNINGBOARD|JETSAM|ASSERTIOND|DYLD|CODESIGNING|EXEC)$/
/** Alone, or with who sent it: `SIGKILL - CODESIGNING`. */
const SIGKILL = /^SIGKILL\b/

/** Signals that somebody sends to end a program. */
const REQUESTS = /^SIG(?:TERM|HUP)\b/

/** How the program ended, by the report; `unknown` where it does not say. */
export function endOf(symbolicated: SymbolicatedReport): End {
  const { report } = symbolicated
  if (strongestOf(symbolicated)?.id === 'hang') return 'hang'
  if (wasOverLimit(symbolicated)) return 'non-fatal'
  if (wasEndedByAction(report)) return 'killed'
  // A launch that failed, which a console may report without any code.
  if (strongestOf(symbolicated)?.message?.params['stage'] === 'asked') return 'unknown'
  if (wasNotLaunched(symbolicated) || /^(?:dyld-|code-signing$)/.test(strongestOf(symbolicated)?.id ?? ''))
    return hasAborted(symbolicated) ? 'crash' : 'killed'
  const format = report.writtenFrom ?? report.format
  const byFormat = endOfFormat[format]
  if (byFormat) return byFormat
  const byKind = report.kind && endOfKind[report.kind]
  if (byKind) return byKind
  if (format === 'kcdata') return endOfKernelData(report)
  if (isFormOnly(report)) return 'unknown'
  if (wasStopped(report)) return 'snapshot'
  if (wasSurvived(report)) return wasOnlySlow(symbolicated) ? 'hang' : 'non-fatal'
  if (isConflictOnly(symbolicated)) return 'unknown'
  const { exception, termination } = report
  // The kernel ends by SIGKILL what memory tags caught: an access of the program's own.
  if (exception?.type === 'EXC_BAD_ACCESS' && termination?.namespace === 'MTE_FAIL') return 'crash'
  if (isOfLimit(exception) && !termination) return IS_FATAL.test(wordsOf(exception)) ? 'killed' : 'unknown'
  if (endingSignal(report) !== undefined) return 'crash'
  if (wasEndedByDebugger(report) || isOldKill(exception)) return 'killed'
  if (SIGKILL.test(exception?.signal ?? exception?.subtype ?? '') || KILLERS.test(termination?.namespace ?? ''))
    return 'killed'
  // Crash reporters call the exception `signal`.
  if (REQUESTS.test(exception?.signal ?? '') && /^(?:EXC_CRASH|signal)$/i.test(exception?.type ?? '')) return 'killed'
  if (isOfAnotherKind(report)) return 'unknown'
  if (isErrorOnly(report) || wasOnlyReported(symbolicated)) return 'unknown'
  const ended = exception !== undefined || termination !== undefined || marksCrash(report)
  return ended ? 'crash' : 'unknown'
}

/** True if a report has only an error of a script or of managed code, and no word that it ended the program. */
export function isErrorOnly(report: Pick<Report, 'exception' | 'termination' | 'text' | 'part' | 'hasEnded'>): boolean {
  const { exception, termination, hasEnded } = report
  if (!exception || exception.signal !== undefined || termination) return false
  return hasEnded !== true && isOnlyLogged(exception, ownText(report))
}

/** True if all that a report has is an exception object, without a word that nothing caught it or that something ended. */
function wasOnlyReported(symbolicated: SymbolicatedReport): boolean {
  const { id, message } = strongestOf(symbolicated) ?? {}
  const { exception, termination, threads } = symbolicated.report
  if (id !== 'reported-error' || message?.params['isSaidEnded'] === true || saysEnded(ownText(symbolicated.report)))
    return false
  return exception?.signal === undefined && !termination && !threads.some(({ crashed }) => crashed)
}

/** A watchdog's time ran out while the user waited, and the report's note says that the program was not ended for it. */
function wasOnlySlow(symbolicated: SymbolicatedReport): boolean {
  const { id, message } = strongestOf(symbolicated) ?? {}
  return id === 'watchdog' && message?.params['stage'] !== 'background'
}

/** Swift's words on two accesses without the ones on the end: the runtime can be told only to warn. */
function isConflictOnly(symbolicated: SymbolicatedReport): boolean {
  if (strongestOf(symbolicated)?.id !== 'swift-exclusivity') return false
  const { exception, termination, threads, applicationInfo, text } = symbolicated.report
  if (exception?.type !== undefined || exception?.signal !== undefined || termination) return false
  if (threads.some(({ crashed }) => crashed)) return false
  return ![...applicationInfo, text].some((words) => words.includes('Fatal access conflict detected'))
}

/** True if the kernel or the dynamic linker refused the program before any of its code ran. */
export function wasNotLaunched(symbolicated: SymbolicatedReport): boolean {
  const { id = '', message } = strongestOf(symbolicated) ?? {}
  if (/^EXEC\b/.test(symbolicated.report.termination?.namespace ?? '')) return true
  return /^dyld(?:-|$)/.test(id) && message?.params['stage'] === 'launch'
}

/** True if the linker, inside the program that ran, called abort or reached its trap, and nothing says that the system ended it. */
function hasAborted(symbolicated: SymbolicatedReport): boolean {
  const { exception, termination } = symbolicated.report
  const hasRun = strongestOf(symbolicated)?.message?.params['stage'] === 'run'
  return hasRun && !termination && /^SIG(?:ABRT|TRAP)$/.test(exception?.signal ?? '')
}

const ABORT = 6n

/** `Exception Type: 00000020`, as iOS 6 and older print: the system ended the program, and the codes say why. */
const isOldKill = (exception: ExceptionInfo | undefined): boolean => /^0{6}20$/.test(exception?.type ?? '')

/** `SIGABRT` where the exception says SIGKILL and the termination says that the program aborted: it asked the kernel to end it so. */
export function endingSignal({ exception, termination }: Report): string | undefined {
  const isAbort = termination?.namespace === 'SIGNAL' && termination.code === ABORT
  return isAbort && SIGKILL.test(exception?.signal ?? '') ? 'SIGABRT' : undefined
}

/** `Message from debugger: Terminated due to memory issue`, and the guess that Sentry makes at the next launch. */
function wasEndedByDebugger({ exception, termination }: Report): boolean {
  return exception === undefined && /\bterminated\b/i.test(termination?.reasons?.[0] ?? '')
}

/** Ends without a crashed thread: the program continued, or was ended from outside. */
const NO_CRASH: ReadonlySet<End> = new Set(['hang', 'killed', 'non-fatal', 'snapshot', 'profile'])

/** The mark of a thread. If the program did not crash, a thread marked as crashed is only the one that the report is about. */
export function markOf(symbolicated: SymbolicatedReport, thread: Thread): 'crashed' | 'attributed' | undefined {
  const mark = threadMark(thread)
  const isOther = mark === 'crashed' && (NO_CRASH.has(endOf(symbolicated)) || isErrorOnly(symbolicated.report))
  return isOther ? 'attributed' : mark
}

/** True if the report has a profile: call trees, or the stacks of all threads at one moment. */
export function hasProfile(symbolicated: SymbolicatedReport): boolean {
  const { callTrees, threads } = symbolicated.report
  return callTrees.length > 0 || (threads.length > 1 && endOf(symbolicated) === 'snapshot')
}

/** A corpse is of a program that ended; only an exception shows that it ended by its own fault. */
function endOfKernelData({ kind, exception, termination }: Report): End {
  if (exception) return 'crash'
  if (termination || kind === 'exit-reason') return 'killed'
  return kind === 'corpse' ? 'unknown' : 'snapshot'
}

/** The app reported an error by hand, and nothing says that it ended. */
const isFormOnly = ({ exception }: Report): boolean =>
  exception?.subtype === 'user' && exception.type === undefined && exception.signal === undefined

const IS_FATAL = /(?:\b|_)FATAL\b|\bkilled\b|\bterminated\b/i

const wordsOf = ({ message, reason, subtype }: ExceptionInfo): string =>
  [message, reason, subtype].join(' ').replace(/NON-?FATAL/gi, '')

const isOfLimit = (exception: ExceptionInfo | undefined): exception is ExceptionInfo =>
  exception !== undefined &&
  exception.signal === undefined &&
  (exception.type === 'EXC_RESOURCE' || /^exceeded mem limit:/.test(exception.reason ?? ''))

/** True if `bug_type` is not that of a crash and there is no exception: the marked thread is only the one that the report is about. */
function isOfAnotherKind({ exception, termination, header }: Report): boolean {
  if (exception !== undefined || termination !== undefined) return false
  return header.fields.some(([key, value]) => key === 'bug_type' && !/^(?:109|309|110|185|327|385)$/.test(value))
}

/** True if the program exceeded a limit and the report does not say that it was ended for it: most such reports are warnings. */
function wasOverLimit(symbolicated: SymbolicatedReport): boolean {
  if (strongestOf(symbolicated)?.id.startsWith('resource-') !== true) return false
  if (symbolicated.report.termination) return false
  const words = wordsOnLimit(symbolicated.report)
  // A debugger's words for the limit at which the kernel may kill: they do not say whether it did.
  if (/\bhigh watermark memory limit exceeded\b|\(limit=\d{1,9} [KMG]B, unused=/.test(words) && !saysNoCrash(words))
    return false
  return !saysFatal(words)
}

/** The exception’s words and the values of the header, of each key the first: a text may quote several reports on limits. */
export const wordsOnLimit = ({ exception, header: { fields } }: Report): string =>
  [exception?.subtype, exception?.message, ...new Map(fields.toReversed()).values()].join(' ')

/** True if words on a limit say that the process ended for it. */
export const saysFatal = (words: string): boolean => IS_FATAL.test(words.replace(/NON-?FATAL/gi, ''))

/** `Action taken: Process killed` of reports on a limit. */
function wasEndedByAction({ header }: Report): boolean {
  // A text may quote several such reports; the first is the one that is told.
  const taken = header.fields.find(([key]) => /^action taken$/i.test(key))?.[1]
  return taken !== undefined && /\b(?:killed|terminated)\b/i.test(taken)
}

/** Tools that warn; the program runs on. */
const WARNERS: ReadonlySet<string> = new Set([
  'LeakSanitizer',
  'ThreadSanitizer',
  'UndefinedBehaviorSanitizer',
  'Main Thread Checker',
])

/** True if a tool warned, and the report does not say whether the program went on. */
export const isWarning = ({ exception }: Pick<Report, 'exception'>): boolean => {
  const { type = '', subtype = '', signal } = exception ?? {}
  // A sanitizer handles signals, too, and looks for leaks when the program is done.
  if (signal !== undefined || isCaughtSignal(subtype)) return false
  return WARNERS.has(type) || (subtype === 'memory leak' && type.endsWith('Sanitizer'))
}

/** A guard whose flavor only tells: the kernel ends nothing for it. */
function isSoftGuard({ exception, termination }: Report): boolean {
  const { type, flavor } = guardOf(exception) ?? {}
  return flavor !== undefined && !termination && (type === 1n ? flavor >= SOFT : type === 5n && (flavor & SOFT) !== 0n)
}

/** True if the report says that the program continued. */
function wasSurvived(report: Report): boolean {
  const { exception, header } = report
  if (isWarning(report)) return true
  if (saysNoCrash([exception?.subtype, exception?.message].join(' '))) return true
  // The guard of `os_fault_with_payload`, which reports a fault and returns.
  if (/^GUARD_TYPE_USER\b/.test(exception?.subtype ?? '')) return true
  if (hasNoteOfNoCrash(header) || isSoftGuard(report)) return true
  return header.fields.some(
    ([key, value]) => (/^unhandled$/i.test(key) && value === 'false') || (/^handled$/i.test(key) && value === 'true'),
  )
}
