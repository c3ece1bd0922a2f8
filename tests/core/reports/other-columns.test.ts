/** Tables of records whose members have any names stay small, and lose nothing. */
import { expect, test } from 'vitest'
import { otherColumns } from '../../../src/core/reports/json/other-columns.ts'
import { readPasted } from './fixture.ts'
import type { ReportSection } from '../../../src/core/model/report.ts'

const cellsOf = (section: ReportSection | undefined): number =>
  section?.kind === 'table' ? section.rows.reduce((sum, row) => sum + row.length, 0) : 0

test('a column for each name, in the order of appearance', () => {
  const records = [
    { name: 'a', pid: 1, age: 3 },
    { name: 'b', state: 'idle' },
  ]
  const { columns, cells } = otherColumns(records, new Set(['name']))
  expect(columns).toEqual(['pid', 'age', 'state'])
  expect(records.map(cells)).toEqual([
    ['1', '3', ''],
    ['', '', 'idle'],
  ])
})

test('names above the bound share one column, which holds all of them', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, at]))
  const { columns, cells } = otherColumns([wide, { key0: 7 }], new Set())
  expect(columns).toHaveLength(201)
  const rest = JSON.parse(cells(wide).at(-1) ?? '') as Record<string, number>
  expect(Object.keys(rest)).toHaveLength(800)
  expect(rest['key999']).toBe(999)
  expect(cells({ key0: 7 }).filter((cell) => cell !== '')).toEqual(['7'])
})

test('names of members that every object has are names like others', () => {
  const { columns, cells } = otherColumns([{ constructor: 1 }, {}], new Set())
  expect(columns).toEqual(['constructor'])
  expect(cells({})).toEqual([''])
})

test.each([
  [
    'JSON',
    (members: string, count: number) =>
      `{"bug_type":"298","timestamp":"2026-01-02 03:04:05.00 +0000","os_version":"iPhone OS 26.0 (23A1)"}\n{"memoryStatus":{"pageSize":16384},"largestProcess":"Larder","processes":[{"name":"Larder","rpages":9${members}},${Array.from(
        { length: count },
        () => '{"name":"idle","rpages":1}',
      ).join(',')}]}`,
    (count: number) => Array.from({ length: count }, (_, at) => `,"key${at}":${at}`).join(''),
  ],
  [
    'text',
    (members: string, count: number) =>
      `Incident Identifier: 1\nOS Version: iOS 8.4 (12H143)\nFree pages: 1010\nActive pages: 9\nLargest process: Larder\n\nProcesses\n Name | <UUID> | CPU Time| rpages| [reason] | (state)\n Larder <0123456789abcdef0123456789abcdef> 1.0 9 ${members} (frontmost)\n${' idle <0123456789abcdef0123456789abcdef> 1.0 9 (daemon)\n'.repeat(count)}`,
    (count: number) => Array.from({ length: count }, (_, at) => String(at)).join(' '),
  ],
])('a memory kill in %s: one process of 20,000 values among 8,000 processes', (_, make, members) => {
  const report = readPasted(make(members(20_000), 8_000))
  expect(report.kind).toBe('memory-kill')
  const processes = report.sections.find((section) => section.title === 'Processes')
  expect(processes?.kind === 'table' && processes.rows.length).toBe(8_001)
  expect(cellsOf(processes)).toBeLessThan(4_100_000)
  expect(processes?.kind === 'table' && processes.rows[0]?.at(-1)).toContain('19999')
})
