/**
 * Rows that Apple's text form leaves out of a recursion. A line with dashes stands behind each level, another where levels were left out:
 * `-------- RECURSION LEVEL 9`, `-------- ELIDED 4 LEVELS OF RECURSION THROUGH 0x104000040 walk + 4`. The rows behind have the numbers
 * that they had in the whole stack.
 */
import type { ElidedCut, ElidedRecursion } from '../../model/elided-recursion.ts'
import type { Frame } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'

const LEVEL = /^-{8} RECURSION LEVEL (\d{1,9})[ \t]*$/
const ELIDED = /^-{8} ELIDED \d{1,9} LEVELS OF RECURSION THROUGH (0x[0-9a-f]{1,16})?[ \t]*([^\n]{0,4000})$/i
const DASHES = /^-{8}[ \t]*$/
/** Recursions of one stack that are kept. */
const MOST = 100

/** A line that marks a cut, and the row after it. */
export interface ElidedMark {
  readonly before: number
  readonly depth: number | undefined
  readonly address: bigint | undefined
  readonly symbol: string | undefined
}

/** Reads the lines with dashes between the rows of one stack. */
export class ElidedRows {
  readonly marks: ElidedMark[] = []
  /** The first level behind the last recursion: they are counted down. */
  #depth: number | undefined

  /** True if the line is one of them; `rows`: those read before it. */
  read(text: string, rows: number): boolean {
    const level = LEVEL.exec(text)?.[1]
    if (level !== undefined) {
      this.#depth = Number(level) === 1 ? undefined : (this.#depth ?? Number(level))
      return true
    }
    const cut = ELIDED.exec(text)
    if (!cut) return DASHES.test(text)
    const symbol = (cut[2] ?? '').replace(/ \+ \d+(?: \(.*\))?\s*$/, '').trim()
    if (this.marks.length < MOST)
      this.marks.push({
        before: rows,
        depth: this.#depth,
        address: cut[1] === undefined ? undefined : BigInt(cut[1]),
        symbol: /^\?*$/.test(symbol) ? undefined : symbol,
      })
    return true
  }
}

/** Rows that are missing at a mark, by the numbers of the rows around it. */
function missingAt({ before }: ElidedMark, rows: readonly FrameRow[]): number {
  const [above, below] = [rows[before - 1]?.index ?? -1, rows[before]?.index ?? 0]
  return Math.max(0, below - above - 1)
}

/** The count by the marks; undefined where the numbers of the rows lack none. `frames`: those of the rows. */
export function elidedBy(
  marks: readonly ElidedMark[],
  rows: readonly FrameRow[],
  frames: readonly Frame[],
): ElidedRecursion | undefined {
  let gone = 0
  const cuts = marks.flatMap((mark): ElidedCut[] => {
    const left = missingAt(mark, rows)
    if (left === 0) return []
    const first = mark.before + gone
    gone += left
    const key = mark.address === undefined ? undefined : frames.find(({ address }) => address === mark.address)
    return [
      omitUndefined({
        first,
        last: first + left - 1,
        depth: mark.depth,
        imageName: key?.offset === undefined ? undefined : key.imageName,
        offset: key?.offset,
        symbol: mark.symbol,
      }),
    ]
  })
  return cuts.length === 0 ? undefined : { originalLength: rows.length + gone, cuts }
}

/** Rows that are missing in all. */
export const rowsMissing = (marks: readonly ElidedMark[], rows: readonly FrameRow[]): number =>
  marks.reduce((sum, mark) => sum + missingAt(mark, rows), 0)
