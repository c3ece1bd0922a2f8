/** The instructions at the fault as rows of plain text; `>` marks the one that it is about. */
import type { FaultReading } from '../reading/fault.ts'

export function faultRows({ rows }: FaultReading): string[] {
  const width = rows.reduce((most, { text }) => Math.max(most, text.length), 0)
  const bytes = rows.reduce((most, row) => Math.max(most, row.bytes.length), 0)
  return rows.map((row) => {
    const behind = [row.note, row.protection, row.mark].filter((text) => text !== undefined).join('; ')
    const line = `${row.mark === undefined ? ' ' : '>'} ${row.address}  ${row.bytes.padEnd(bytes)}  ${row.text.padEnd(width)}`
    return behind === '' ? line.trimEnd() : `${line}  ${behind}`
  })
}
