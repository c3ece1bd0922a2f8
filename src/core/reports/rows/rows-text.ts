/** A text as the steps of this layer hand it on: its lines, each with the line of the file that it comes from. */

export interface SourceLine {
  readonly text: string
  /** 1-based line of the file. */
  readonly number: number
}

/** One thing that a step may undo. It gives back the very same array where there is nothing to undo. Linear. */
export type RowStep = (lines: readonly SourceLine[]) => readonly SourceLine[]

export function linesOf(text: string): SourceLine[] {
  const separator = !text.includes('\n') && text.includes('\r') ? '\r' : '\n'
  return text.split(separator).map((line, at) => ({
    text: line.endsWith('\r') ? line.slice(0, -1) : line,
    number: at + 1,
  }))
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
