/** Copies out of Instruments as its versions write them: other titles, other units, other columns. */
import { expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { readAmount } from '../../../src/core/reports/tools/instruments-amounts.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function read(...lines: readonly string[]) {
  const outcome = parseReport('copy.txt', new TextEncoder().encode(lines.join('\n')))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  const [report] = outcome.value
  const tree = report!.callTrees[0]!
  const shape = (nodes: readonly CallTreeNode[]): unknown[] =>
    nodes.map(({ frame, count, self, children }) => [frame.symbol?.name, count, self, ...shape(children)])
  return { report: report!, weight: tree.weight, title: tree.title, rows: shape(tree.roots) }
}

test.each([
  ['4.93 s   97.0%', { value: 4930, unit: 'ms' }],
  ['797.00 ms   16.1%', { value: 797, unit: 'ms' }],
  ['12.5 µs', { value: 0.0125, unit: 'ms' }],
  ['1.50 min  50.0%', { value: 90_000, unit: 'ms' }],
  ['0,5 ms', { value: 0.5, unit: 'ms' }],
  ['1.234,50 ms', { value: 1234.5, unit: 'ms' }],
  ['84,671', { value: 84_671, unit: '' }],
  ['96.08 Gc  100.0%', { value: 96_080_000_000, unit: 'cycles' }],
  ['2.00 KB', { value: 2048, unit: 'bytes' }],
  ['512 Bytes', { value: 512, unit: 'bytes' }],
  ['23266.0ms  100.0%', { value: 23_266, unit: 'ms' }],
  ['-', undefined],
  ['', undefined],
  ['main', undefined],
])('%s is an amount', (cell, amount) => {
  expect(readAmount(cell)).toEqual(amount)
})

test('seconds and milliseconds of a time profile are times in one unit', () => {
  const { weight, title, rows } = read(
    'Weight\tSelf Weight\t\tSymbol Name',
    '4.93 s  100.0%\t0 s\t \tShop (4711)',
    '4.93 s  100.0%\t120.00 ms\t \t Main Thread  0x1a2b',
    '797.00 ms   16.1%\t797.00 ms\t \t  main',
  )
  expect(weight).toBe('ms')
  expect(title).toBe('Call tree by Weight')
  expect(rows).toEqual([['Shop (4711)', 4930, 0, ['Main Thread  0x1a2b', 4930, 120, ['main', 797, 797]]]])
})

test('the titles of older versions', () => {
  const { weight, rows } = read(
    'Running Time\tSelf (ms)\t\tSymbol Name',
    '23266.0ms  100.0%\t0.0\t \tMain Thread  0x2a0b',
    '23266.0ms  100.0%\t3.0\t \t start',
  )
  expect(weight).toBe('ms')
  expect(rows).toEqual([['Main Thread  0x2a0b', 23_266, 0, ['start', 23_266, 3]]])
})

test('a column behind the name, and words above the titles', () => {
  const { report, rows, weight } = read(
    'from my machine:',
    'Sample Count\tSelf\tSymbol Names\tLibrary',
    '12\t0\tmain\tShop',
    '12\t12\t  work()\tShopKit',
  )
  expect(weight).toBe('samples')
  expect(rows).toEqual([['main', 12, 0, ['work()', 12, 12]]])
  expect(report.callTrees[0]?.roots[0]?.children[0]?.frame.imageName).toBe('ShopKit')
  expect(report.sections).toEqual([{ kind: 'text', title: 'Text above the call tree', text: 'from my machine:' }])
})

test('a row without an amount is told with its line', () => {
  const { report } = read('Weight\tSelf Weight\t\tSymbol Name', '1 ms\t-\t \tmain', 'and then it hung')
  expect(report.problems).toMatchObject([{ code: 'unreadable-row', line: 3 }])
})
