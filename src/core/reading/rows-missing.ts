/** Rows that a copy of a stack lacks: whoever copied it left them out, or they could not be read. */
import type { Frame, Report } from '../model/report.ts'

export interface RowsMissing {
  /** The numbers of the first and the last of them; absent where the rows have no such numbers. */
  readonly first?: number
  readonly last?: number
}

/** More text between two rows is no mark. */
const LONGEST_MARK = 200
/** People's words in place of rows, alone on their line. */
const MARK =
  /^[ \t>*#/|-]*[([<]?[ \t]*(?:\.{3,}|…+|(?:\.{2,}|…)?[ \t]*(?:snip(?:ped)?|cut|omitted|truncated|(?:many|several|lots) more(?: (?:of )?(?:these|rows|lines|frames|like (?:this|that)))?|etc\.?|and so on)[ \t]*(?:\.{2,}|…)?)[ \t]*[)\]>]?[ \t.]*$/im

/** The rows that are missing before the frame at this place, or behind the last one; undefined where nothing says that some are. */
export function rowsMissingBefore(
  { text }: Pick<Report, 'text'>,
  frames: readonly Frame[],
  at: number,
): RowsMissing | undefined {
  const before = frames[at - 1]
  if (!before) return undefined
  const frame = frames[at]
  if (frame && frame.index > before.index + 1) return { first: before.index + 1, last: frame.index - 1 }
  if (!before.span || (frame && !frame.span)) return undefined
  const end = before.span.end
  const next = frame?.span?.start ?? Math.min(text.length, end + LONGEST_MARK)
  if (next <= end + 2 || next > end + LONGEST_MARK) return undefined
  const between = text.slice(end, next)
  const lines = frame ? between : /^[^\n]*\n[ \t\r]*\n?[^\n]*/.exec(between)?.[0]
  return lines !== undefined &&
    lines
      .split('\n')
      .slice(1)
      .some((line) => MARK.test(line.trim()))
    ? {}
    : undefined
}
