/** Lines in the middle of a text, and the places of their parts. */
import type { Line } from '../../../../src/core/reports/base/lines.ts'

/** Where the lines begin. */
export const START = 100

/** Line 7 of a text. */
export const lineAt = (text: string): Line => ({ text, start: START, end: START + text.length, number: 7 })

/** The place of a whole line, without the blanks at its end. */
export const wholeOf = (text: string) => ({ start: START, end: START + text.trimEnd().length })

/** The place of the last part of a line that has this text. */
export function partOf(text: string, part: string) {
  const at = text.lastIndexOf(part)
  if (at < 0) throw new Error(`${part} is not in ${text}`)
  return { start: START + at, end: START + at + part.length }
}

/** The place of nothing, behind a line. */
export const endOf = (text: string) => ({ start: wholeOf(text).end, end: wholeOf(text).end })
