/** Profiles of scripts: nodes with callees, Hermes' frames with callers, and damage in both. */
import { expect, test } from 'vitest'
import type { CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function read(value: unknown): Report | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const outcome = parseReport('profile.json', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value[0] : undefined
}

const lines = (nodes: readonly CallTreeNode[] = [], level = 0): readonly string[] =>
  nodes.flatMap(({ frame, count, self, children }) => [
    `${'  '.repeat(level)}${frame.symbol?.name} ${count} ${self} ${frame.script?.line ?? '-'}:${frame.script?.column ?? '-'}`,
    ...lines(children, level + 1),
  ])

const node = (id: number, functionName: string, lineNumber: number, columnNumber: number, children: number[]) => ({
  id,
  callFrame: { functionName, scriptId: '1', url: 'main.jsbundle', lineNumber, columnNumber },
  hitCount: 9,
  children,
})

test('nodes: samples count, places are from 0, callees add up', () => {
  const report = read({
    nodes: [
      node(1, '(root)', -1, -1, [2]),
      node(2, 'render', 0, 50, [3, 4]),
      node(3, 'total', 3, 7, []),
      node(4, '', 0, 9, []),
    ],
    samples: [3, 3, 2, 4],
    timeDeltas: [1, 1, 1, 1],
  })
  expect(report?.format).toBe('script-profile')
  expect(lines(report?.callTrees[0]?.roots)).toEqual([
    '(root) 4 0 -:-',
    '  render 4 1 1:50',
    '    total 2 2 4:7',
    '    <anonymous> 1 1 1:9',
  ])
})

test('frames of Hermes: places from 1, or bytes from the start of a function', () => {
  const report = read({
    traceEvents: [],
    samples: [
      { name: '', sf: 3, tid: '1', weight: '1' },
      { name: '', sf: 4, tid: '1', weight: '2' },
    ],
    stackFrames: {
      1: { name: '[root]', category: 'root' },
      2: { name: 'render(main.jsbundle:1:51)', category: 'JavaScript', line: '1', column: '51', parent: 1 },
      3: { name: 'total(main.jsbundle:2:60)', category: 'JavaScript', line: '2', column: '60', parent: 2 },
      4: {
        name: 'sum(address at main.jsbundle:1:120)',
        category: 'JavaScript',
        funcVirtAddr: '100',
        offset: '20',
        parent: 2,
      },
    },
  })
  expect(lines(report?.callTrees[0]?.roots)).toEqual([
    '[root] 3 0 -:-',
    '  render 3 0 1:50',
    '    total 1 1 2:59',
    '    sum 2 2 1:120',
  ])
  const [root] = report?.callTrees[0]?.roots ?? []
  expect(root?.children[0]?.frame.symbol?.file).toBe('main.jsbundle')
})

test('circles, second callers, numbers without meaning and long chains end', () => {
  expect(
    read({ nodes: [node(1, 'a', 0, 0, [2]), node(2, 'b', 0, 0, [1])], samples: [1] })?.callTrees[0]?.roots ?? [],
  ).toEqual([])
  const shared = read({
    nodes: [node(1, 'a', 0, 0, [2, 3]), node(2, 'b', 0, 0, [3]), node(3, 'c', 0, 0, [])],
    samples: [3, 99, -1, null],
  })
  expect(lines(shared?.callTrees[0]?.roots)).toEqual(['a 1 0 1:0', '  b 1 0 1:0', '    c 1 1 1:0'])
  const deep = read({
    nodes: Array.from({ length: 5000 }, (_, at) => node(at, `f${at}`, 0, 0, [at + 1])),
    samples: [4999],
  })
  expect(deep?.problems.map(({ code }) => code)).toContain('deep-tree')
  expect(read('{"nodes":[{"id":1,"callFrame":{"functionName":"a","lineNumber":1e99,"columnNumber":-5}}]')).toBeDefined()
})
