/** Instructions and registers at the fault as rows of plain text; `>` marks the instruction that it is about, and its registers. */
import type { FaultReading } from '../reading/fault.ts'
import type { RegistersReading } from '../reading/registers.ts'
import { joined } from '../messages/joins.ts'

/** The instructions at a fault as lines of text, each with what is known of it. */
export function faultRows({ rows }: FaultReading): string[] {
  const width = rows.reduce((most, { text }) => Math.max(most, text.length), 0)
  const bytes = rows.reduce((most, row) => Math.max(most, row.bytes.length), 0)
  return rows.map((row) => {
    const behind = joined.facts([row.note, row.protection, row.mark].filter((text) => text !== undefined))
    const line = `${row.mark === undefined ? ' ' : '>'} ${row.address}  ${row.bytes.padEnd(bytes)}  ${row.text.padEnd(width)}`
    return behind === '' ? line.trimEnd() : `${line}  ${behind}`
  })
}

export function registerRows({ rows }: RegistersReading): string[] {
  const names = rows.reduce((most, { name }) => Math.max(most, name.length), 0)
  const values = rows.reduce((most, { value }) => Math.max(most, value.length), 0)
  return rows.map(({ name, value, isUsed, meaning }) =>
    `${isUsed ? '>' : ' '} ${name.padStart(names)}  ${value.padStart(values)}  ${meaning}`.trimEnd(),
  )
}
