/** A text as the steps of this layer hand it on: its lines, each with the line of the file that it comes from. */

export interface SourceLine {
  readonly text: string
  /** 1-based line of the file. */
  readonly number: number
}

/** One thing that a step may undo. It gives back the very same array where there is nothing to undo. Linear. */
export type RowStep = (lines: readonly SourceLine[]) => readonly SourceLine[]

/** Nothing hangs on how long a run of empty lines is; a file may have a million. */
const MOST_EMPTY = 100

/** The lines of a text; of a longer run of empty ones, the first 100. */
export function linesOf(text: string): SourceLine[] {
  const separator = !text.includes('\n') && text.includes('\r') ? '\r' : '\n'
  const lines: SourceLine[] = []
  let empty = 0
  text.split(separator).forEach((line, at) => {
    empty = line === '' || line === '\r' ? empty + 1 : 0
    if (empty <= MOST_EMPTY) lines.push({ text: line.endsWith('\r') ? line.slice(0, -1) : line, number: at + 1 })
  })
  return lines
}

/** The lines with each replaced by what `change` makes of it; the same array where that changes none. */
export function mapLines(
  lines: readonly SourceLine[],
  change: (text: string, at: number) => string | readonly string[],
): readonly SourceLine[] {
  let changed = false
  const result: SourceLine[] = []
  lines.forEach((line, at) => {
    const made = change(line.text, at)
    if (made === line.text) {
      result.push(line)
      return
    }
    changed = true
    for (const text of typeof made === 'string' ? [made] : made) result.push({ text, number: line.number })
  })
  return changed ? result : lines
}
