/** Registers of a report with a binary of its build: names of code and data, texts; and nothing past their ends. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { registersReading } from '../../../src/core/reading/registers.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { faultBinary, faultReport, nullField } from '../../support/fault-report.ts'
import { testPorts } from '../../support/test-builder.ts'

/** `ret` eight times as two functions; data with a class, a vtable and a variable. */
const binary = faultBinary('c0035fd6'.repeat(8), {
  sections: [{ name: '__data', segment: '__DATA', address: 0x1_0000_9000n, bytes: new Uint8Array(0x100) }],
  symbols: [
    { name: '_OBJC_CLASS_$_Shelf', address: 0x1_0000_9000n, section: 3 },
    { name: '__ZTV5Chart', address: 0x1_0000_9040n, section: 3 },
    { name: '_counter', address: 0x1_0000_9080n, section: 3 },
  ],
})

async function symbolicate(registers: Readonly<Record<string, bigint>>): Promise<SymbolicatedReport> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([{ path: 'Fault', blob: new Blob([binary]) }])
  const text = faultReport({ ...nullField, registers })
  const outcome = await engine.symbolicate({ path: 'Fault.ips', blob: new Blob([text]) })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}

const meanings = (report: SymbolicatedReport): Readonly<Record<string, string>> =>
  Object.fromEntries((registersReading(report)?.rows ?? []).map(({ name, meaning }) => [name, meaning]))

test('code, data and texts of the binary are named, and nothing past an end', async () => {
  const report = await symbolicate({
    x0: 0x1_0400_1004n,
    x1: 0x1_0400_5002n,
    x2: 0x1_0400_9000n,
    x3: 0x1_0400_9050n,
    x4: 0x1_0400_9088n,
    x5: 0x1_0400_9100n,
    x6: 0x18n,
    x7: 0x1_0400_8000n,
    lr: 0x1_0400_1010n,
  })
  expect(meanings(report)).toMatchObject({
    x0: 'start + 4 (Fault) (likely)',
    x1: '“text”',
    x2: 'class Shelf (Fault)',
    x3: 'vtable for Chart + 16 (Fault) (likely)',
    x4: 'counter + 8 (Fault) (likely)',
    x5: '',
    x6: 'number 24',
    x7: '',
    // A return address belongs to the call before it.
    lr: 'return address in start + 16 (Fault) (likely)',
  })
})

test('registers of the instruction at the fault stand first, in every export', async () => {
  const report = await symbolicate({ x1: 7n, x8: 0n, x0: 1n })
  expect(registersReading(report)?.rows.map(({ name, isUsed }) => [name, isUsed])).toEqual([
    ['x8', true],
    ['x0', true],
    ['x1', false],
    ['pc', false],
  ])
  const written = (wanted: string): string =>
    exporters.find(({ id }) => id === wanted)?.write([report], { fault: true }) ?? ''
  expect(written('text')).toMatch(/> x8 +0x0 {2}null/)
  expect(written('markdown')).toMatch(/> x8 +0x0 {2}null/)
  expect(written('html')).toContain('<td class="mono">0x0</td><td>null</td>')
  const json = JSON.parse(written('json')) as { reports: { fault: { registers: unknown[] } }[] }
  expect(json.reports[0]?.fault.registers[0]).toEqual({
    name: 'x8',
    value: '0x0',
    used: true,
    readings: [{ kind: 'zero', text: 'null', grade: 'proved' }],
  })
})

test('without files the report’s own list of images is told, and no names', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const text = faultReport({ ...nullField, registers: { x0: 0x1_0400_1004n, x2: 0x1_0400_9000n } })
  const outcome = await engine.symbolicate({ path: 'Fault.ips', blob: new Blob([text]) })
  const [report] = outcome.ok ? outcome.value : []
  expect(report && meanings(report)).toMatchObject({ x0: 'Fault + 4100', x2: '' })
})
