/** Rows of a crash report that whoever copied it has cut. */
import type { Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { SHORT } from './apple-text-grammar.ts'

/** True if the text or its line ends in the digits of this row, while all rows above have more text after theirs. */
export function isCutRow(line: Line, row: FrameRow, above: readonly FrameRow[], textEnd: number): boolean {
  const isBare = (other: FrameRow): boolean => other.symbolSpan?.start === other.symbolSpan?.end
  const digits = SHORT.exec(line.text)?.[1]
  // Other numbers at the end are those of an offset or a load address.
  const isShort = digits !== undefined && (digits === '' || BigInt(`0x${digits}`) === row.address)
  const isLast = line.end === textEnd || isShort
  return isLast && (isBare(row) || isShort) && above.length > 0 && !above.some(isBare)
}
