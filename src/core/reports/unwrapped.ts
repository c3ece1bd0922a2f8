/** A pasted text without the line breaks of terminals and mails, and where its lines stand in the file. */
import { problem, type Problem } from '../messages/problems.ts'
import type { LineOf } from './rows/move-problem.ts'
import { joinFolds } from './repair/repair-folds.ts'
import { joinFixedWraps } from './repair/repair-wraps.ts'

/** Characters in which a record of PowerShell is looked for. */
const LONGEST_LOOKED = 65_536

export interface UnwrappedText {
  readonly text: string
  readonly note: Problem
  /** The line of the file at which a line of the text begins. */
  readonly lineOf: LineOf
}

/** The text with such lines joined; undefined where there are none. Documents of JSON have repairs of their own. Linear. */
export function unwrapText(path: string, text: string): UnwrappedText | undefined {
  if (/^[\s\ufeff>]{0,400}[[{"]/.test(text)) return undefined
  // PowerShell's record stands between the lines that its console broke: `rows/error-records.ts` takes it out first.
  if (/^[ \t]{1,8}\+ CategoryInfo\b/m.test(text.slice(0, LONGEST_LOOKED))) return undefined
  const whole = joinFixedWraps(text)
  // Lines that were cut have their own widths again, and are folded no more.
  const joined = whole === text ? joinFolds(text) : whole
  if (joined === text) return undefined
  const key = whole === text ? 'repaired-rows' : 'repaired-columns'
  const numbers = numbersOf(text.split('\n'), joined.split('\n'))
  return {
    text: joined,
    note: problem(key, {}, { file: path, severity: 'note' }),
    lineOf: (line) => numbers[line - 1] ?? line,
  }
}

/** Letters that no joining takes away: blanks and marks of quotes may go. */
const lettersOf = (line: string): number => line.replace(/[\s>]/g, '').length

/** The number of the first line of those that each joined line consists of. */
function numbersOf(lines: readonly string[], joined: readonly string[]): number[] {
  let at = 0
  return joined.map((line) => {
    const first = at + 1
    const letters = lettersOf(line)
    let taken = lettersOf(lines[at++] ?? '')
    while (taken < letters && at < lines.length) taken += lettersOf(lines[at++] ?? '')
    return first
  })
}
