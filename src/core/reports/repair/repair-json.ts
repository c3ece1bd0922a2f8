/** JSON whose lines were broken inside strings, numbers and words, by a mail client or an 80-column terminal. */

import { asObject, parseJson } from '../json/json.ts'
import { stringsIn } from '../json/strings-in.ts'
import { append } from '../../model/lists.ts'

/** A string broken more often than this was not broken but never closed: the text is cut off there. */
const MAX_BREAKS = 400
const WORD = /[0-9A-Za-z.+-]/
/** The rest of a number or word; rows of a stack between brackets have more words. */
const REST_OF_VALUE = /^[0-9A-Za-z.+-]{1,199}[ \t]{0,99}(?:[,}\]:\r\n]|$)/

const LONGEST_PROSE = 16_384
const LONGEST_HEAD = 4096
const OPENS_LINE = /^[ \t]*\{(?=\s{0,8}")/gm
const OF_HEAD = /"(?:bug_type|os_version|incident_id)"\s*:/

/** Where the JSON of a text begins, or the first line of an `.ips` behind words, which may itself be wrapped. */
function startOfJson(text: string): number | undefined {
  const first = /[^\s\ufeff]/.exec(text.slice(0, LONGEST_HEAD))
  if (first && /[[{]/.test(first[0])) return first.index
  for (const { index } of text.slice(0, LONGEST_PROSE).matchAll(OPENS_LINE))
    if (OF_HEAD.test(text.slice(index, index + LONGEST_HEAD).replace(/\r?\n/g, ''))) return index
  return undefined
}

/** The text without line breaks inside JSON values; the same string when there are none. Linear. */
export function joinWrappedJson(text: string): string {
  const first = startOfJson(text)
  if (first === undefined) return text
  const cuts = [...findBreaks(text, first), ...findLineBreaks(text, first)].sort((a, b) => a.start - b.start)
  if (cuts.length === 0) return text
  let result = ''
  let from = 0
  for (const { start, end } of cuts) {
    if (start < from) continue
    result += text.slice(from, start)
    from = end
  }
  return result + text.slice(from)
}

/** A piece of an object that begins at a member. */
const MEMBER = /^\s{0,80}"\w{1,80}"[ \t]{0,8}:/

/** The text with keys whole that a mail broke behind their quotation mark, in a piece that begins inside an object. */
export function joinBrokenKeys(text: string): string {
  if (!MEMBER.test(text.slice(0, 200))) return text
  return text.replace(/([{,][ \t]{0,8}")\r?\n(?=\w{1,40}"[ \t]{0,8}:)/g, '$1')
}

interface Break {
  readonly start: number
  readonly end: number
}

/** Breaks that are sought from the start of a text: the JSON of a report has one, or thousands, with the last near the end. */
const FEW_BREAKS = 16

/** The place behind the last line break that a line follows. */
function behindLastBreak(text: string): number {
  const whole = text.trimEnd()
  let last = -1
  for (let count = 0; count < FEW_BREAKS; count++) {
    const next = whole.indexOf('\n', last + 1)
    if (next === -1) return last + 1
    last = next
  }
  return whole.lastIndexOf('\n') + 1
}

function findBreaks(text: string, start: number): Break[] {
  const cuts: Break[] = []
  // Behind the last line nothing is broken.
  const end = behindLastBreak(text)
  let depth = 0
  for (let at = start; at < text.length && at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const close = readString(text, at, cuts)
      if (close === undefined) return cuts
      at = close
    } else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      depth--
      // What follows a whole value is looked at only if it is JSON too.
      if (depth <= 0 && !/^\s*[[{]/.test(text.slice(at + 1, at + 200))) return cuts
    } else if (code === 10 && depth > 0 && WORD.test(text[at + 1] ?? '')) {
      const before = text.charCodeAt(at - 1) === 13 ? at - 1 : at
      const isValue = REST_OF_VALUE.test(text.slice(at + 1, at + 200))
      if (isValue && WORD.test(text[before - 1] ?? '')) cuts.push({ start: before, end: at + 1 })
    }
  }
  return cuts
}

/** Breaks between the members of the JSON that heads a text report: there it is one line. */
function findLineBreaks(text: string, start: number): Break[] {
  const head = parseJson(text, start)
  if (!head || head.damage || head.end - start > 16_384) return []
  const isTextBehind = /^[ \t\r]*\n\s*[^\s{[]/.test(text.slice(head.end, head.end + 256))
  if (!isTextBehind || !('bug_type' in asObject(head.value))) return []
  return [...text.slice(start, head.end).matchAll(/\r?\n/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }))
}

/** Reads the string that opens at `start`, notes its breaks and gives the place of its closing quote. */
function readString(text: string, start: number, cuts: Break[]): number | undefined {
  const own: Break[] = []
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) {
      // A break between a backslash and its letter parts an escape.
      if (text[at + 1] === '\n') own.push({ start: at + 1, end: at + 2 })
      at++
    } else if (code === 34) {
      append(cuts, own)
      return at
    } else if (code === 10) {
      own.push({ start: text.charCodeAt(at - 1) === 13 ? at - 1 : at, end: at + 1 })
      if (own.length > MAX_BREAKS) return undefined
    }
  }
  return undefined
}

const REPORT_HEAD = /^(?:Incident Identifier|Process):[ \t]/m
const REPORT_STACK = /^(?:Thread \d+(?: Crashed)?|Last Exception Backtrace):/m
const STACK_IN_STRING = /\\nThread \d|\\nLast Exception Backtrace:/

/**
 * The report that services keep as one string of a JSON document (Rollbar's `crash_report.raw`); the same string when there is none,
 * or more than one.
 */
export function takeReportOutOfJson(text: string): string {
  if (!text.includes('\\n') || !/^\s*[[{]/.test(text.slice(0, 4096)) || !STACK_IN_STRING.test(text)) return text
  const whole = joinWrappedJson(text)
  const document = parseJson(whole)
  // Text behind the document is the report itself.
  if (!document || whole.slice(document.end).trim() !== '') return text
  const found = [...stringsIn(document.value)].filter((one) => REPORT_HEAD.test(one) && REPORT_STACK.test(one))
  const [report] = found
  return report === undefined || found.length > 1 ? text : report
}
