/** The machine at the fault as JSON: instructions in the shape of `disassemble`, what was checked against the report, registers. */
import { formatHex } from '../model/address.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { faultReading } from '../reading/fault.ts'
import { registersReading } from '../reading/registers.ts'
import { only, type Json } from './json-values.ts'

export function formatFault(symbolicated: SymbolicatedReport): Json | undefined {
  const { fault, registers } = symbolicated
  const reading = faultReading(symbolicated)
  const table = registers && registersReading(symbolicated)
  if ((!fault || !reading) && !table) return undefined
  return only({
    thread: fault?.thread ?? registers?.thread,
    arch: fault?.arch,
    from: fault?.from,
    caller: fault?.isCaller,
    told: fault?.told.map(({ code, grade = 'proved' }, at) => ({ code, text: reading?.told[at] ?? '', grade })),
    instructions: fault?.instructions.map(({ address, bytes, text, stopped }, at) =>
      only({
        address: formatHex(address),
        bytes,
        text: text ?? null,
        stopped,
        note: reading?.rows[at]?.note,
        protection: reading?.rows[at]?.protection,
      }),
    ),
    registers: table?.rows.map(({ name, value, isUsed, readings }) =>
      only({ name, value, used: isUsed || undefined, readings: readings.map((one) => ({ ...one })) }),
    ),
  })
}
