/** Gives the headings, fields and images of a crash report lines of their own, where its text was put on one line. */
import { cutAt, findNumbered } from './breaks.ts'
import { FIELD_LABEL, STACK_LABEL } from '../text/head-labels.ts'
import { mapLines, type RowStep } from './rows-text.ts'

/** Lines with fewer addresses are no report. */
const FEWEST_ADDRESSES = 3
const FEWEST_CUTS = 3
const ADDRESS = /0x[0-9a-f]{4,16}(?!\w)/gi
const IMAGE = /(?<=\s)0x[0-9a-f]{1,16}[ \t]+-[ \t]+(?=0x[0-9a-f]{1,16}[ \t])/gi
/** The first row behind a heading that ends in a name: `Thread 0 Crashed:: Dispatch queue: main 0   App   0x…`. */
const FIRST_ROW = /(?<=\s)0[ \t]+(?=[^\s\d][^\n]{0,80}?[ \t]0x[0-9a-f]{5,16}(?!\w))/i
const NAMED = /^Thread \d{1,5}(?: name:| Crashed::)/
const LONGEST_HEAD = 300
/** A stack of a report has a heading, which one row alone would not prove. */
const FEWEST_ROWS = 2

/** Lines that hold a crash report with its headings, each part on a line of its own. */
export const splitHeadings: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!text.includes('Thread ') && !text.includes('Backtrace')) return text
    if ([...text.matchAll(ADDRESS)].length < FEWEST_ADDRESSES) return text
    const stacks = [...text.matchAll(STACK_LABEL)]
    const fields = [...text.matchAll(FIELD_LABEL)]
    if (stacks.length === 0 && !fields.some(([head]) => NAMED.test(head))) return text
    const cuts = new Set<number>()
    for (const { 0: head, index } of stacks) cuts.add(index).add(index + head.length)
    for (const { index } of fields) cuts.add(index)
    for (const { index } of text.matchAll(IMAGE)) cuts.add(index)
    cuts.delete(0)
    if (cuts.size < FEWEST_CUTS) return text
    return cutAt(text, [...cuts]).flatMap((part) => {
      const end = NAMED.exec(part)?.[0].length
      const row = end === undefined ? -1 : part.slice(end, LONGEST_HEAD).search(FIRST_ROW)
      const start = row < 0 ? 0 : (end ?? 0) + row
      const rows = part.slice(start)
      return [part.slice(0, start).trim(), ...cutAt(rows, findNumbered(rows, FEWEST_ROWS))].filter((one) => one !== '')
    })
  })
