/** The instructions at the fault as JSON: rows in the shape of `disassemble`, and what was checked against the report. */
import { formatHex } from '../model/address.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { faultReading } from '../reading/fault.ts'
import { only, type Json } from './json-values.ts'

export function formatFault(symbolicated: SymbolicatedReport): Json | undefined {
  const { fault } = symbolicated
  const reading = faultReading(symbolicated)
  if (!fault || !reading) return undefined
  return only({
    thread: fault.thread,
    arch: fault.arch,
    from: fault.from,
    caller: fault.isCaller,
    told: fault.told.map(({ code }, at) => ({ code, text: reading.told[at] ?? '' })),
    instructions: fault.instructions.map(({ address, bytes, text, stopped }, at) =>
      only({
        address: formatHex(address),
        bytes,
        text: text ?? null,
        stopped,
        note: reading.rows[at]?.note,
        protection: reading.rows[at]?.protection,
      }),
    ),
  })
}
