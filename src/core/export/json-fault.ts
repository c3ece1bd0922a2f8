/** The machine at the fault as JSON: instructions in the shape of `disassemble`, what was checked against the report, registers. */
import type {
  FaultDocument,
  FaultFactDocument,
  FaultInstructionDocument,
  RegisterDocument,
} from '../documents/fault.ts'
import { formatHex } from '../model/address.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { faultReading } from '../reading/fault.ts'
import { registersReading } from '../reading/registers.ts'
import { only } from './json-values.ts'

export function formatFault(symbolicated: SymbolicatedReport): FaultDocument | undefined {
  const { fault, registers } = symbolicated
  const reading = faultReading(symbolicated)
  const table = registers && registersReading(symbolicated)
  if ((!fault || !reading) && !table) return undefined
  return only<FaultDocument>({
    thread: fault?.thread ?? registers?.thread,
    arch: fault?.arch,
    from: fault?.from,
    caller: fault?.isCaller,
    told: fault?.told.map(({ code, grade = 'proved' as const }, at): FaultFactDocument => ({
      code,
      text: reading?.told[at] ?? '',
      grade,
    })),
    instructions: fault?.instructions.map(({ address, bytes, text, stopped }, at) =>
      only<FaultInstructionDocument>({
        address: formatHex(address),
        bytes,
        text: text ?? null,
        stopped,
        note: reading?.rows[at]?.note,
        protection: reading?.rows[at]?.protection,
      }),
    ),
    registers: table?.rows.map(({ name, value, isUsed, readings }) =>
      only<RegisterDocument>({ name, value, used: isUsed || undefined, readings: readings.map((one) => ({ ...one })) }),
    ),
  })
}
