/** A line with its neighbours. */
import type { SourceExcerpt, SourceLine } from '../model/source.ts'
import { LONGEST_LEAD, LONGEST_LINE, NEIGHBOURS } from './limits.ts'
import { placeOfColumn } from './source-text.ts'

const CUT = '…'

export interface Place {
  readonly line: number
  readonly column?: number
}

/** The lines around a place, and where its column is; undefined where the file has no such line. */
export function excerptOf(
  all: readonly string[],
  { line, column }: Place,
): Pick<SourceExcerpt, 'line' | 'column' | 'lines' | 'mark' | 'lead'> | undefined {
  const text = all[line - 1]
  // The empty line after a final line end does not count.
  if (text === undefined || (line === all.length && text === '' && line > 1)) return undefined
  const first = Math.max(1, line - NEIGHBOURS)
  const last = Math.min(all.length, line + NEIGHBOURS)
  const mark = placeOfColumn(text, column)
  const shown = cutAround(text, mark)
  const lines: SourceLine[] = []
  for (let number = first; number <= last; number++) {
    const own = number === line ? shown.text : cutAround(all[number - 1] ?? '', undefined).text
    if (number === all.length && own === '' && number !== line) break
    lines.push({ number, text: own })
  }
  return {
    line,
    ...(column !== undefined && { column }),
    lines,
    ...(shown.mark !== undefined && { mark: shown.mark }),
    lead: leadOf(all, first),
  }
}

/** Cuts a long line: around its column, else from its start. */
function cutAround(text: string, mark: number | undefined): { readonly text: string; readonly mark?: number } {
  if (text.length <= LONGEST_LINE) return { text, ...(mark !== undefined && { mark }) }
  const half = LONGEST_LINE / 2
  const from = Math.max(0, Math.min((mark ?? 0) - half, text.length - LONGEST_LINE))
  // A letter of two units is not cut in half.
  const piece = text.slice(from, from + LONGEST_LINE).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, CUT)
  const before = from > 0 ? CUT : ''
  const behind = from + LONGEST_LINE < text.length ? CUT : ''
  return { text: `${before}${piece}${behind}`, ...(mark !== undefined && { mark: mark - from + before.length }) }
}

/** The text before a line, if it fits the limit. All or nothing, because a part would hide the start of a comment. */
function leadOf(all: readonly string[], first: number): string {
  let size = 0
  for (let at = 0; at < first - 1; at++) {
    size += (all[at]?.length ?? 0) + 1
    if (size > LONGEST_LEAD) return ''
  }
  return first > 1 ? `${all.slice(0, first - 1).join('\n')}\n` : ''
}
