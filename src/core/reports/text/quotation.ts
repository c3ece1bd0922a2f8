/** Words that somebody quoted: marks that close the quotation are no part of what a tool said. */
import type { ExceptionInfo, TerminationInfo } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { Said } from './console-rule.ts'

/** Marks that close a quotation, with those that open it. */
const OPENING: Readonly<Record<string, string>> = { '"': '"', '`': '`', '”': '“„', '»': '«' }

/** Nobody sets more marks behind one another. */
const MOST_MARKS = 8

const count = (text: string, marks: string): number => [...text].filter((sign) => marks.includes(sign)).length

/** True if a mark closes a quotation that began before these words. */
function isForeign(before: string, mark: string): boolean {
  const opening = OPENING[mark]
  if (opening === undefined) return false
  return opening === mark ? count(before, mark) % 2 === 0 : count(before, opening) <= count(before, mark)
}

/** The words up to the mark that closes a quotation which began before them; undefined where nothing is left. */
export function unquoted(text: string): string | undefined {
  // Of these marks each has one direction, so that the first without a partner ends the quotation.
  for (const { 0: mark, index } of text.matchAll(/[”»]/g))
    if (isForeign(text.slice(0, index), mark)) return unquoted(text.slice(0, index))
  // So does one of code that has no partner, and a bracket that was opened before the words.
  const ticks = [...text.matchAll(/`/g)]
  if (ticks.length % 2 === 1 && /`[ )]/.test(text.slice(ticks[0]?.index)))
    return unquoted(text.slice(0, ticks[0]?.index))
  const closing = /^[^()\n]{1,400}\)(?= \p{Ll})/u.exec(text)?.[0].length
  if (closing !== undefined) return unquoted(text.slice(0, closing - 1))
  let words = text.trimEnd()
  for (let left = MOST_MARKS; left > 0; left--) {
    const end = /["`](?=[.,;]?$)/.exec(words)
    if (!end || !isForeign(words.slice(0, end.index), end[0])) break
    words = words.slice(0, end.index).trimEnd()
  }
  return /^[.,;]?$/.test(words) ? undefined : words
}

const wordsOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : unquoted(text))

const ofException = (info: ExceptionInfo): ExceptionInfo =>
  omitUndefined({ ...info, reason: wordsOf(info.reason), message: wordsOf(info.message) })

const ofTermination = (info: TerminationInfo): TerminationInfo =>
  omitUndefined({
    ...info,
    indicator: wordsOf(info.indicator),
    reasons: info.reasons?.flatMap((reason) => wordsOf(reason) ?? []),
  })

/** What was said, without the marks of who quotes it. */
export const withoutMarks = (said: Said): Said => ({
  ...said,
  ...(said.info !== undefined && { info: unquoted(said.info) }),
  ...(said.exception && { exception: ofException(said.exception) }),
  ...(said.termination && { termination: ofTermination(said.termination) }),
})
