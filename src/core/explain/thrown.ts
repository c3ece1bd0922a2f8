/** The exception object that ended a program, or that it reported. */
import { CRASHLYTICS_HEADING, endedThread, isLoggedError, isOnlyLogged, ownText } from '../model/ended-words.ts'
import type { Report } from '../model/report.ts'

export interface Thrown {
  readonly name: string
  readonly reason: string
  /** The report says that it reached the top; services also log exceptions that were handled. */
  readonly isUncaught: boolean
}

/** A signal or Mach exception under the name of an exception: crash reporters wrap it so. */
const WRAPPED = /^(?:EXC_|SIG[A-Z])|Signal/

/** libobjc's words for an uncaught exception, at the start of a line. React Native's names end with a message, which may hold quotes. */
const TERMINATING =
  /^\*\*\* Terminating app due to uncaught exception '((?:[^']|'(?!,\s*reason:)){1,600})',\s*reason: '([\s\S]*?)(?:'\s*(?:$|\n|\*\*\*|terminating)|$)/m

/** The same to its closing quote, over several lines. */
const WHOLE =
  /^\*\*\* Terminating\s{1,8}app\s{1,8}due\s{1,8}to\s{1,8}uncaught\s{1,8}exception\s{1,8}'((?:[^']|'(?!,\s*reason:)){1,600})',\s*reason:\s{1,8}'([\s\S]{0,20000}?)'\s*(?:$|\n|\*\*\*|terminating)/m

/** A handler of uncaught exceptions, as a row of a stack names it. */
const HANDLER_CALLED = /\b\w{0,80}[Uu]ncaught\w{0,40}Handler(?:\(|(?:\(\))? \+ )/
const MOST = 200_000

const SELECTOR =
  /^[-+]\[[^\]]{1,200}\]: (?:unrecognized selector sent to (?:instance|class)|selector not recognized\b)[^\n]*/

const hasStack = (stack: Report['lastException']): boolean => stack !== undefined && stack.frames.length > 0

/** The exception that a report names; undefined if it names none, or if a crash reporter wrapped a signal as one. */
export function thrownOf(report: Report, info: readonly string[], isEnd: boolean): Thrown | undefined {
  const { exception, lastException } = report
  const text = ownText(report)
  const whole = WHOLE.exec(info.join('\n'))
  for (const line of info) {
    const [, name, reason = ''] = whole ?? TERMINATING.exec(line) ?? []
    if (name !== undefined) return { name, reason: reason.trim(), isUncaught: true }
    const selector = SELECTOR.exec(line)
    if (selector) {
      const isUncaught = isEnd || exception?.message === CRASHLYTICS_HEADING
      return { name: exception?.name ?? 'NSInvalidArgumentException', reason: selector[0], isUncaught }
    }
  }
  // The system may print a reason without the name; the stack beside it shows that an object was thrown.
  if (exception?.name === undefined && exception?.reason !== undefined && isEnd && hasStack(lastException)) {
    const name = SELECTOR.test(exception.reason) ? 'NSInvalidArgumentException' : 'NSException'
    return { name, reason: exception.reason, isUncaught: true }
  }
  if (exception?.name === undefined || WRAPPED.test(exception.name)) return undefined
  const words = `${exception.type} ${exception.subtype} ${exception.message} ${info.join(' ')}`
  const isUncaught =
    isEnd ||
    HANDLER_CALLED.test(text.slice(0, MOST)) ||
    (isLoggedError(exception) && !isOnlyLogged(exception, text)) ||
    endedThread(exception, text) ||
    /\buncaught\b(?! \(in promise\))|\bunhandled exception\b|\bFatal Exception\b/i.test(words)
  // A name alone counts only if it is an exception's: C++ types are printed there, too.
  const isName =
    exception.message === CRASHLYTICS_HEADING
      ? /^(?:[A-Za-z]\w*\.)*[A-Z]\w*(?:Exception|Error)$/
      : /^[A-Z]\w*Exception$/
  if (exception.reason === undefined && !isName.test(exception.name)) return undefined
  return { name: exception.name, reason: exception.reason ?? '', isUncaught }
}
