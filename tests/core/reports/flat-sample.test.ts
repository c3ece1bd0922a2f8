/** Samples whose rows lost their indentation, as forums and chats take it away. */
import { expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { FlatRows } from '../../../src/core/reports/tools/flat-rows.ts'

const HEAD = `Analysis of sampling Till (pid 96) every 1 millisecond
Process:         Till [96]
Path:            /Applications/Till.app/Contents/MacOS/Till
OS Version:      Mac OS X 10.12 (16A323)
----

Call graph:
`
const row = (count: number, name: string): string =>
  `${count} ${name}  (in Till) + 26  [0x10dc4d${String(name.length).padStart(3, '0')}]`

interface Shape {
  readonly name: string
  readonly count: number
  readonly calls?: readonly Shape[]
}
const tree: readonly Shape[] = [
  {
    name: 'start',
    count: 2617,
    calls: [
      {
        name: 'main',
        count: 2617,
        calls: [
          { name: 'runLoop', count: 2600, calls: [{ name: 'waits', count: 2600 }] },
          { name: 'drawDrawer', count: 17, calls: [{ name: 'countCoins', count: 17 }] },
        ],
      },
    ],
  },
]
const rowsOf = (shapes: readonly Shape[], depth: number, indent: string): readonly string[] =>
  shapes.flatMap(({ name, count, calls = [] }) => [
    `    ${indent.repeat(depth)}${row(count, name)}`,
    ...rowsOf(calls, depth + 1, indent),
  ])
const text = (indent: string): string =>
  `${HEAD}${['    2617 Thread_37   DispatchQueue_1: com.apple.main-thread  (serial)', ...rowsOf(tree, 1, indent), '    9 Thread_38', `    ${indent}${row(9, 'idle')}`].join('\n')}\n`

function read(given: string) {
  const outcome = parseReport('till.txt', new TextEncoder().encode(given))
  const report = outcome.ok ? outcome.value[0] : undefined
  const names = (nodes: readonly CallTreeNode[]): readonly unknown[] =>
    nodes.map(({ frame, count, children }) => [frame.symbol?.name, count, names(children)])
  return { trees: report?.callTrees.map(({ roots }) => names(roots)), codes: outcome.problems.map(({ code }) => code) }
}

test('counts place the calls where the indentation did', () => {
  const whole = read(text('  '))
  expect(whole.trees).toHaveLength(2)
  const flat = read(text(''))
  expect(flat.trees).toEqual(whole.trees)
  expect(whole.codes).not.toContain('flat-graph')
  expect(flat.codes.filter((code) => code === 'flat-graph')).toHaveLength(1)
})

test('a count that fits nowhere is no call of the thread', () => {
  const rows = new FlatRows(10)
  expect([10, 6, 4, 11].map((count) => rows.depthOf(count))).toEqual([1, 2, 2, 0])
})

test('only the innermost functions are looked at, however deep the graph says to be', () => {
  const depths = (deep: number): number => {
    const rows = new FlatRows(50_000)
    for (let count = 40_000; count > 40_000 - deep; count--) rows.depthOf(count)
    return rows.depthOf(10_000)
  }
  expect(depths(900)).toBe(1)
  // The thread itself is out of sight, so the row is a call of the innermost function.
  expect(depths(2000)).toBe(2001)
})
