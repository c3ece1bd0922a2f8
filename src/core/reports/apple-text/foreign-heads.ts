/** A quick look for headings in another language, so that reports in English are read without the code for translations. */
import type { Line } from '../base/lines.ts'
import { THREAD_HEAD } from './apple-text-grammar.ts'

const FIRST_ROW = /^[ \t\u3000]*[0\uff10][ \t\u3000]/
const COLON = /[:\uff1a\u2236\ufe55\ufe13]/

/** True if a line with a colon above a first row is not Apple's: a quick look, since most reports are in English. */
export function hasForeignHead(lines: readonly Line[]): boolean {
  return lines.some(({ text }, at) => {
    if (!FIRST_ROW.test(text)) return false
    const above = lines[at - 1]?.text.trim() === '' ? lines[at - 2] : lines[at - 1]
    return above !== undefined && COLON.test(above.text) && !THREAD_HEAD.test(above.text)
  })
}
