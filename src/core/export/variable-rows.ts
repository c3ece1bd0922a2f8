/** Variables of frames as rows of plain text: a frame after the other, what lies in another further in. */
import type { SymbolicatedReport } from '../model/report.ts'
import { variableRows, variablesReading } from '../reading/variables.ts'

/** The title and the rows; undefined where the report carries no variables. */
export function outlineVariables(
  symbolicated: SymbolicatedReport,
): { readonly title: string; readonly rows: readonly string[] } | undefined {
  const reading = variablesReading(symbolicated)
  if (!reading) return undefined
  const rows = reading.frames.flatMap((frame) => [
    frame.title,
    ...variableRows(frame).map(({ level, text }) => `${'  '.repeat(level)}${text.replace(/\s+/g, ' ')}`),
  ])
  return { title: reading.title, rows: reading.more === undefined ? rows : [...rows, reading.more] }
}
