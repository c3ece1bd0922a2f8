/**
 * Words of a console above or below a pasted crash report: the exception's reason, or the runtime's last message. Apple's reporter often
 * leaves them out, so people paste both.
 */
import type { ExceptionInfo, Report } from '../model/report.ts'
import { omitUndefined } from './base/omit-undefined.ts'
import { readConsoleMessages } from './text/console-messages.ts'
import { readLinesOfOthers, readSaidLines } from './text/said-lines.ts'

/** Formats of Apple's reporter, which begin and end with known lines. */
const CRASHES = new Set(['apple-crash-text', 'ips-crash'])
/** Characters above and below a report that are searched. */
const SEARCHED = 65_536
const FIRST_LINE =
  /^[ \t]*(?:\{|-{20,}|Translated Report|Incident Identifier:|Hardware Model:|CrashReporter Key:|Process:|Path:|Identifier:|Code Type:|Date\/Time:|OS Version:|Report Version:|Exception (?:Type|Codes?):|Crashed Thread:|(?:Last Exception|Application Specific) |Thread \d+)/m
/** Rows of the list of images, and the members that close a JSON body. */
const LAST_LINE =
  /^(?:[ \t]*\+?0x[0-9a-f]+ -[ \t]+0x[0-9a-f]+[ \t]|[ \t]*\d{1,5}[ \t].*0x[0-9a-f]{6,}[ \t]|[ \t]*[}\]])/i

/** The report with what the words around it say of its end; the same report where they say nothing. */
export function withSaidAround(report: Report): Report {
  if (!CRASHES.has(report.format) || !report.exception) return report
  const around = [wordsAbove(report.text), wordsBelow(report.text)]
  const told = withMessages(report, report.exception, around)
  // NSAssertionHandler prints these lines before it throws.
  const asserted = report.lastException
    ? around.flatMap(readSaidLines).filter((line) => line.startsWith('*** Assertion failure in '))
    : []
  const others = [...asserted, ...around.flatMap(readLinesOfOthers)].filter(
    (line) => !told.applicationInfo.some((one) => one.includes(line)),
  )
  return others.length === 0 ? told : { ...told, applicationInfo: [...told.applicationInfo, ...others] }
}

/** The report with the messages of a console; the same report where it says so itself, or the words do not fit it. */
function withMessages(report: Report, exception: ExceptionInfo, around: readonly string[]): Report {
  if (report.applicationInfo.length > 0 || exception.name !== undefined || exception.reason !== undefined) return report
  const said = around.flatMap((words) => readConsoleMessages(words) ?? [])
  const fitting = said.filter((one) => fits(one.exception, exception))
  const thrown = report.lastException && fitting.find((one) => isThrown(one.exception))
  const chosen = thrown ?? fitting[0]
  if (!chosen) return report
  const { name, reason } = chosen.exception ?? {}
  // Another runtime's last words are no reason of the exception whose stack is here.
  if (report.lastException && !thrown) return { ...report, applicationInfo: chosen.applicationInfo }
  return {
    ...report,
    exception: { ...exception, ...omitUndefined({ name, reason }) },
    applicationInfo: chosen.applicationInfo,
  }
}

function wordsAbove(text: string): string {
  const first = FIRST_LINE.exec(text.slice(0, SEARCHED))
  return first ? text.slice(0, first.index) : ''
}

function wordsBelow(text: string): string {
  const lines = text.slice(-SEARCHED).split('\n')
  const last = lines.findLastIndex((line) => LAST_LINE.test(line))
  return last < 0 ? '' : lines.slice(last + 1).join('\n')
}

/** True for the words on an exception object. */
const isThrown = (said: ExceptionInfo | undefined): boolean => said?.name !== undefined || said?.type === 'NSException'

/** True if a process that printed these words can end so: an exception aborts, a check of Swift traps, and a fault of memory prints nothing. */
function fits(said: ExceptionInfo | undefined, { type, signal }: ExceptionInfo): boolean {
  if (type === 'EXC_BAD_ACCESS' || type === 'EXC_RESOURCE' || type === 'EXC_GUARD' || signal === 'SIGKILL') return false
  return isThrown(said)
    ? signal === 'SIGABRT'
    : /^SIG(?:ABRT|TRAP|ILL)$/.test(signal ?? '') || type === 'EXC_BREAKPOINT'
}
