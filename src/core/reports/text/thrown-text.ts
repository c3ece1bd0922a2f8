/** Reads the runtime's message about an uncaught exception. */
import type { ExceptionInfo } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { readLabelledFacts } from './labelled-facts.ts'

/** React Native's names end with a message, which may hold quotes. Markdown takes the stars away. A log may break the line between any two words, so also between the name and its reason, and inside both. */
const TERMINATING =
  /(?:^|[*"“`(:]|[ \t]|[^\s -~])Terminating\s{1,3}app\s{1,3}due\s{1,3}to\s{1,3}uncaught\s{1,3}exception\s{1,8}'((?:[^']|'(?!,?\s{0,8}reason:)){0,400})',?\s{0,8}reason:\s{1,8}'/m
const REASON_END = /[\\* ]{0,8}(?:First throw call stack|Call stack at first throw):|\n[ \t]*\(\n|\nlibc\+\+abi/
/** Stars before the words, each perhaps with Markdown's escape. */
const MOST_STARS = 12
/** A reason may hold a whole script stack, but not a book. */
const LONGEST = 20_000

/**
 * Name and reason of `*** Terminating app due to uncaught exception 'NAME', reason: 'TEXT'`. The text may span lines and hold
 * quotes, brackets and numbers, so it ends where the call stack begins, else at the end of its line.
 */
export function readThrownText(text: string): ExceptionInfo | undefined {
  const match = TERMINATING.exec(text)
  if (!match) return undefined
  const rest = text.slice(match.index + match[0].length, match.index + match[0].length + LONGEST)
  const end = REASON_END.exec(rest)
  // Where prose quotes the message, the reason ends at the closing mark.
  const before = text.slice(Math.max(0, match.index - MOST_STARS), match.index + 1)
  const opening = /(["“`])[*\\ \t]{0,12}$/.exec(before)?.[1]
  const closed = opening === undefined ? null : (opening === '`' ? /'(?=`)/ : /'(?=["”`])/).exec(rest)
  const quote = closed ?? /'[ \t]*\r?(?:\n|$|\\n)/.exec(rest)
  const reason = end ? rest.slice(0, end.index) : quote ? rest.slice(0, quote.index) : (rest.split('\n')[0] ?? '')
  const name = (match[1] ?? '').replace(/\s*\n\s*/g, ' ').trim()
  const lines = reason.replace(/[ \t]{0,80}\r?\n/g, '\n').trimEnd()
  return { type: 'NSException', name, reason: withoutEscapes(lines.replace(/'$/, '')) }
}

/** The same where the text ends, or its first line does, inside the name. React Native's names have the message behind a colon. */
export function readCutName(text: string): { readonly exception: ExceptionInfo; readonly info: string } | undefined {
  const [line = '', name, reason] = CUT_NAME.exec(text) ?? []
  if (name === undefined) return undefined
  return {
    exception: omitUndefined({ type: 'NSException', name, reason: reason?.trim() || undefined }),
    info: line.trimEnd(),
  }
}
const CUT_NAME =
  /(?:\*\*\* )?\bTerminating app due to uncaught exception '([A-Za-z][\w.]{0,120})(?:: ([^\n]{1,1000}?))?(?:'[^\n]{0,20})?[ \t\r]*(?:\n|$)/

/** Markdown writes `\\*\\*\\* -\\[NSArray…` and `**\\*`. */
function withoutEscapes(reason: string): string {
  return reason.replace(/\\([*_[\]().#~-])/g, '$1')
}

/** The line that announces the exception, for the report's application information. */
export function formatThrown({ name, reason }: ExceptionInfo): string {
  return `*** Terminating app due to uncaught exception '${name ?? ''}', reason: '${reason ?? ''}'`
}

/** `NSRangeException` alone in a line with the reason in the next, as vendors' pages show it. */
export function readNamedException(lines: readonly string[]): ExceptionInfo | undefined {
  const labelled = readLabelledFacts(lines)?.exception
  if (labelled?.name !== undefined) return labelled
  const at = lines.findIndex((line) => /^[ \t]*(?:[\w ]{0,30}:[ \t]*)?(?:NS|CA|UI|RCT)\w*Exception[ \t]*$/.test(line))
  const name = lines[at]?.replace(/^.*:/, '').trim()
  if (!name) return readNamedInLine(lines)
  const reason = lines
    .slice(at + 1)
    .find((line) => line.trim() !== '')
    ?.trim()
    .replace(/^Description:[ \t]{1,8}/, '')
  return omitUndefined({ type: 'NSException', name, reason })
}

/** `NSRangeException: *** -[__NSArrayI objectAtIndex:]: index 3 beyond bounds`, as a tool prints what it caught. */
function readNamedInLine(lines: readonly string[]): ExceptionInfo | undefined {
  for (const line of lines) {
    const [, name, reason] = /^[ \t]{0,20}((?:NS|CA|UI|RCT)\w{0,80}Exception): (\*\*[^\n]{1,2000})$/.exec(line) ?? []
    if (name !== undefined) return omitUndefined({ type: 'NSException', name, reason: reason?.trimEnd() })
  }
  return undefined
}
