/** A row of a report that says nothing to its reader, as a problem. */
import { problem } from '../../messages/problems.ts'
import type { Problem } from '../../model/problem.ts'
import type { Line } from './lines.ts'

/** Characters shown of a row. */
const LONGEST_SHOWN = 80

export function unreadableRow(
  part: 'stack' | 'images' | 'callGraph' | 'callTree',
  { number, text }: Pick<Line, 'number' | 'text'>,
): Problem {
  const shown = text.trim().slice(0, LONGEST_SHOWN)
  return problem('unreadable-row', { part, line: number, text: shown }, { line: number })
}
