/**
 * Words of a console above or below a pasted crash report: the exception's reason, or the runtime's last message. Apple's reporter often
 * leaves them out, so people paste both.
 */
import type { ExceptionInfo, Report } from '../model/report.ts'
import { omitUndefined } from './base/omit-undefined.ts'
import { wordsAbove, wordsBelow } from './report-edges.ts'
import { readConsoleMessages } from './text/console-messages.ts'
import { wordsOfEnd } from './text/one-end.ts'
import { readLinesOfOthers, readSaidLines } from './text/said-lines.ts'

/** Formats of Apple's reporter, which begin and end with known lines. */
const CRASHES = new Set(['apple-crash-text', 'ips-crash'])
/** The report with what the words around it say of its end; the same report where they say nothing. */
export function withSaidAround(report: Report): Report {
  const exception = report.exception ?? (hasThrown(report) ? {} : undefined)
  if (!CRASHES.has(report.format)) return report
  if (!exception) return withHeading(report)
  const around = aroundOf(report)
  const told = withMessages(report, exception, around)
  // NSAssertionHandler prints these lines before it throws.
  const asserted = report.lastException
    ? around.flatMap(readSaidLines).filter((line) => line.startsWith('*** Assertion failure in '))
    : []
  const others = [...asserted, ...around.flatMap(readLinesOfOthers)].filter(
    (line) => !told.applicationInfo.some((one) => one.includes(line)),
  )
  return others.length === 0 ? told : { ...told, applicationInfo: [...told.applicationInfo, ...others] }
}

/** The words above and below a report that are of its end. */
function aroundOf({ text, header }: Report): readonly string[] {
  const [above, below] = [wordsAbove(text).length, text.length - wordsBelow(text).length]
  const own = wordsOfEnd(text, [{ span: { start: above, end: below } }], header)
  return [own.slice(0, above), own.slice(below)]
}

/** Lines above a piece that may be its heading. */
const MOST_HEADING = 4

/** A piece that says nothing of its end, with what a line right above it says: a reporter's words at the start of the line. */
function withHeading(report: Report): Report {
  const { termination, applicationInfo, kind, threads } = report
  if (termination || kind || applicationInfo.length > 0 || threads.length === 0) return report
  const lines = wordsAbove(report.text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const line of lines.slice(-MOST_HEADING)) {
    const said = readConsoleMessages(line)
    const { signal, reason } = said?.exception ?? {}
    const isWhole = [signal, reason].some((words) => words !== undefined && line.startsWith(words))
    if (said?.exception && !said.kind && isWhole)
      return { ...report, exception: said.exception, applicationInfo: said.applicationInfo }
  }
  return report
}

/** True if the crashed thread of a piece without an exception ended in a throw that nothing caught. */
function hasThrown({ threads, termination }: Report): boolean {
  const names = (threads.find(({ crashed }) => crashed)?.frames ?? []).map(({ symbol }) => symbol?.name ?? '')
  return !termination && names.some((name) => LAST_CALL.test(name)) && names.some((name) => THROW.test(name))
}

/** Older systems call the second where nothing caught an exception. */
const LAST_CALL = /^_?abort$|^_{1,3}TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION_{2,3}$/

const THROW = /^(?:objc_exception_throw|__cxa_throw|_objc_terminate\b|std::__terminate\b)/

/** The system's own word on an abort, which says nothing of its reason. */
const ABORTED = /^(?:abort\(\) called)?\s*$/

/** The report with the messages of a console; the same report where it says so itself, or the words do not fit it. */
function withMessages(report: Report, exception: ExceptionInfo, around: readonly string[]): Report {
  const own = report.applicationInfo
  if (own.some((line) => !ABORTED.test(line)) || exception.name !== undefined || exception.reason !== undefined)
    return report
  const said = around.flatMap((words) => readConsoleMessages(words) ?? [])
  const fitting = said.filter((one) => fits(one.exception, exception))
  const thrown = report.lastException && fitting.find((one) => isThrown(one.exception))
  const chosen = thrown ?? fitting[0]
  if (!chosen) return report
  const { name, reason } = chosen.exception ?? {}
  const applicationInfo = [...own, ...chosen.applicationInfo]
  // Another runtime's last words are no reason of the exception whose stack is here.
  if (report.lastException && !thrown) return { ...report, applicationInfo }
  return {
    ...report,
    exception: { ...exception, ...omitUndefined({ name, reason }) },
    applicationInfo,
  }
}

/** True for the words on an exception object. */
const isThrown = (said: ExceptionInfo | undefined): boolean => said?.name !== undefined || said?.type === 'NSException'

/** True if a process that printed these words can end so: an exception aborts, a check of Swift traps, and a fault of memory prints nothing. */
function fits(said: ExceptionInfo | undefined, { type, signal }: ExceptionInfo): boolean {
  if (type === 'EXC_BAD_ACCESS' || type === 'EXC_RESOURCE' || type === 'EXC_GUARD' || signal === 'SIGKILL') return false
  return isThrown(said)
    ? signal === 'SIGABRT' || (type === undefined && signal === undefined)
    : /^SIG(?:ABRT|TRAP|ILL)$/.test(signal ?? '') || type === 'EXC_BREAKPOINT'
}
