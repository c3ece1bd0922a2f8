/** Lines of a report with their place in the text, so that names can be put in by position. */
import { withoutMark } from '../../model/grade-marks.ts'
import type { TextSpan } from '../../model/report.ts'

/** One line without its line end (`\n`, `\r\n` or a lone `\r`), and without the mark of a grade that an export of ours put there. */
export interface Line {
  readonly text: string
  /** UTF-16 offsets into the whole text; `end` is where the line end begins. */
  readonly start: number
  readonly end: number
  /** 1-based. */
  readonly number: number
}

/** A text of one line. */
export const asLine = (text: string): Line => ({ text, start: 0, end: text.length, number: 0 })

/** The lines of `text` from `start` on; line numbers count from the start of the text given `firstNumber`. */
export function splitLines(text: string, start = 0, end = text.length, firstNumber = 1): Line[] {
  return [...eachLine(text, start, end, firstNumber)]
}

/** Lines one by one, for files too large to hold as an array. */
export function* eachLine(text: string, start = 0, end = text.length, firstNumber = 1): Generator<Line, void> {
  const loneReturns = !text.includes('\n') && text.includes('\r')
  const separator = loneReturns ? '\r' : '\n'
  let number = firstNumber
  let at = start
  while (at <= Math.min(end, text.length)) {
    const found = text.indexOf(separator, at)
    const next = found < 0 || found > end ? end : found
    let stop = next
    if (!loneReturns && stop > at && text.charCodeAt(stop - 1) === 13) stop--
    if (at < end || at === start) yield { text: withoutMark(text.slice(at, stop)), start: at, end: stop, number }
    number++
    at = next + 1
  }
}

/** No name is longer than this, and no columns of a row lie further apart. */
const LONGEST_ROW = 16_384
const WIDE_GAP = /[ \t]{512}/

/**
 * True if a line can be a row of a stack or of a list of images. Expressions that look for the end of a name between blanks
 * take quadratic time on a run of blanks, so no reader sees one.
 */
export function canBeRow(text: string): boolean {
  return text.length < 512 || (text.length <= LONGEST_ROW && !WIDE_GAP.test(text))
}

/** True if a text has two such rows: one alone may be a sentence, or a line of any list. */
export function hasTwoRows(text: string, isRow: (line: Line) => boolean): boolean {
  let rows = 0
  for (const line of eachLine(text)) if (isRow(line) && ++rows === 2) return true
  return false
}

/** The place of a part of a line, from the line's columns. */
export function spanIn(line: Line, start: number, end = line.text.length): TextSpan {
  return { start: line.start + start, end: line.start + end }
}

/** The 1-based line in which an offset lies. */
export function lineNumberAt(text: string, offset: number): number {
  let number = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < Math.min(offset, text.length); at = text.indexOf('\n', at + 1))
    number++
  return number
}

/** An empty line, or one with only marks of a quote, and the end of the line before it. */
export const BLANK_LINE = /\n[ \t>]{0,20}\r?\n/

const ESCAPE = String.fromCharCode(27)
const TERMINAL_CODE = new RegExp(`${ESCAPE}\\[[0-9;?]*[A-Za-z]`, 'g')

/** The text without the codes by which terminals set colours and move their cursor. */
export function withoutTerminalCodes(text: string): string {
  return text.includes(ESCAPE) ? text.replace(TERMINAL_CODE, '') : text
}
