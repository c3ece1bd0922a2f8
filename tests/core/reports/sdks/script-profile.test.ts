/** Profiles of scripts: each field of the report, each way to write a frame, numbers of all kinds, and orders of calls. */
import { describe, expect, test } from 'vitest'
import { scriptProfileFormat } from '../../../../src/core/reports/sdks/script-profile.ts'
import type { Members } from '../../../support/made-fields.ts'
import { claims } from '../../../support/claims.ts'
import { told, toldJson } from '../../../support/format-told.ts'

const call = (functionName: string, lineNumber = 0, columnNumber = 4) => ({
  ...{ functionName, url: 'a.js', lineNumber, columnNumber },
})
const blanks = ['', ' ', ' \t\n']

describe('marks', () => {
  test.each(blanks.flatMap((one) => blanks.map((two) => [one, two] as const)))('with blanks %j and %j', (one, two) => {
    const nodes = `{"nodes":[{"callFrame"${one}:${two}{${one}"functionName"${two}:"a"}}]}`
    const frames = `{"stackFrames"${one}:${two}{${one}"1"${two}:${one}{}}}`
    for (const text of [nodes, frames]) {
      expect(claims(scriptProfileFormat, `${one}${two}\ufeff${text}`)).toBe(true)
      expect(claims(scriptProfileFormat, `x${text}`)).toBe(false)
      expect(claims(scriptProfileFormat, `[${text}]`)).toBe(false)
    }
  })
  const before = (length: number) => `{"callFrame":{${' '.repeat(length)}"functionName":"a"}}`
  test.each<[string, boolean]>([
    ['{"callFrame":{"url":"a.js","functionName":"a"}}', true],
    [before(2000), true],
    [before(2001), false],
    ['{"callFrame":{"a":{"functionName":"a"}}}', false],
    ['{"callFrame":{},"functionName":"a"}', false],
    ['{"callFrame":{"functionName"}}', false],
    ['{"callFrame" {"functionName":"a"}}', false],
    ['{"myFrame":{"functionName":"a"}}', false],
    ['{"stackFrames":{"a":{}}}', true],
    [`{"stackFrames":{"${'1'.repeat(40)}":{}}}`, true],
    [`{"stackFrames":{"${'1'.repeat(41)}":{}}}`, false],
    ['{"stackFrames":{"":{}}}', false],
    ['{"stackFrames":{"1":2}}', false],
    ['{"stackFrames":[{"1":{}}]}', false],
    ['{"stackFrame":{"1":{}}}', false],
  ])('%s: %s', (text, expected) => {
    expect(claims(scriptProfileFormat, text)).toBe(expected)
  })
})

describe('the report', () => {
  const symbol = { name: 'a', file: 'a.js', line: 1, column: 4 }
  const report = {
    ...{ format: 'script-profile', label: 'Profile of scripts (JSON)', kind: 'profile', textKind: 'json' },
    ...{ header: { fields: [] }, applicationInfo: [], threads: [], backtraces: [], sections: [], images: [] },
    callTrees: [
      {
        ...{ title: 'JavaScript stack', weight: 'samples' },
        roots: [
          {
            frame: {
              ...{ id: 0, index: 0, kind: 'exact', symbol, language: 'javascript' },
              script: { file: 'a.js', line: 1, column: 4 },
            },
            ...{ count: 5, self: 2 },
            children: [
              {
                frame: { id: 1, index: 0, kind: 'exact', symbol: { name: '<anonymous>' }, language: 'javascript' },
                ...{ count: 3, self: 3, children: [] },
              },
            ],
          },
        ],
      },
    ],
    ...{ frameCount: 2, problems: [] },
  }
  const nodes = [
    { id: 1, callFrame: call('a'), hitCount: 2, children: [2] },
    { id: 2, callFrame: {}, hitCount: '3' },
  ]
  test('of a profile, and of one in an object of its own', () => {
    expect(toldJson(scriptProfileFormat, { nodes })).toEqual(report)
    expect(toldJson(scriptProfileFormat, { profile: { nodes }, nodes: [] })).toEqual(report)
    expect(toldJson(scriptProfileFormat, { profile: 7, nodes })).toEqual(report)
  })
  test('of one that is cut off', () => {
    const [cut] = told(scriptProfileFormat, JSON.stringify({ nodes }).slice(0, -1))
    expect(cut).toEqual({ ...report, problems: [expect.objectContaining({ code: 'damaged-json' })] })
  })
  test.each(['{"nodes":[]}', '{}', '[]', '7', '', '{"nodes":7,"stackFrames":{}}', '{"nodes":[1,{"id":"x"}]}'])(
    'none of %s',
    (text) => {
      expect(told(scriptProfileFormat, text)).toEqual([{ failed: [expect.objectContaining({ code: 'no-event' })] }])
    },
  )
})

type Node = { frame: { symbol: Members; script?: Members }; count: number; self: number; children: readonly Node[] }
const rootsOf = (document: unknown): readonly Node[] =>
  (toldJson(scriptProfileFormat, document) as { callTrees?: { roots: readonly Node[] }[] }).callTrees?.[0]?.roots ?? []
const lines = (nodes: readonly Node[]): unknown =>
  nodes.map(({ frame, count, self, children }) =>
    children.length === 0 ? [frame.symbol['name'], count, self] : [frame.symbol['name'], count, self, lines(children)],
  )

describe('a node', () => {
  const placeOf = (callFrame: object): unknown => {
    const [root] = rootsOf({ nodes: [{ id: 1, callFrame }] })
    return [root?.frame.symbol, root?.frame.script]
  }
  test.each<[object, Members, Members?]>([
    [call('a', 3, 7), { name: 'a', file: 'a.js', line: 4, column: 7 }, { file: 'a.js', line: 4, column: 7 }],
    [call('a', 0, 0), { name: 'a', file: 'a.js', line: 1, column: 0 }, { file: 'a.js', line: 1, column: 0 }],
    [call('', 0, 0), { name: '<anonymous>', file: 'a.js', line: 1, column: 0 }, { file: 'a.js', line: 1, column: 0 }],
    [call('a', -1, -1), { name: 'a', file: 'a.js' }],
    [call('a', -1, 5), { name: 'a', file: 'a.js' }],
    [call('a', 3, -1), { name: 'a', file: 'a.js', line: 4 }],
    [call('a', 3, 1.5), { name: 'a', file: 'a.js', line: 4 }],
    [{ functionName: 'a', lineNumber: 3 }, { name: 'a', line: 4 }],
    [{ functionName: 'a', columnNumber: 3 }, { name: 'a' }],
    [{ functionName: 'a', url: '', lineNumber: 3, columnNumber: 2 }, { name: 'a', line: 4, column: 2 }, { line: 4, column: 2 }],
  ])('%j', (callFrame, symbol, script) => {
    expect(placeOf(callFrame)).toEqual([symbol, script])
  }) // prettier-ignore
})

describe('nodes', () => {
  const node = (id: unknown, name: string, children: readonly unknown[] = [], hitCount: unknown = 1) => ({
    ...{ id, callFrame: call(name), children, hitCount },
  })
  test.each<[string, object, unknown]>([
    ['the first with a number', { nodes: [node(1, 'a'), node(1, 'b')] }, [['a', 1, 1]]],
    ['callees before their callers', { nodes: [node(2, 'b'), node(1, 'a', [2])] }, [['a', 2, 1, [['b', 1, 1]]]]],
    ['without a number', { nodes: [node(undefined, 'a'), 7, node('x', 'b'), node('5', 'c')] }, [['c', 1, 1]]],
    ['two roots', { nodes: [node(1, 'a'), node(2, 'b', [3]), node(3, 'c')] }, [['a', 1, 1], ['b', 2, 1, [['c', 1, 1]]]]],
    ['callees in their order', { nodes: [node(1, 'a', ['2', 3, 'x', 9]), node(2, 'b'), node(3, 'c')] }, [['a', 3, 1, [['b', 1, 1], ['c', 1, 1]]]]],
    ['a second caller', { nodes: [node(1, 'a', [2, 3]), node(2, 'b', [3]), node(3, 'c')] }, [['a', 3, 1, [['b', 2, 1, [['c', 1, 1]]]]]]],
    ['counts', { nodes: [node(1, 'a', [], '12'), node(2, 'b', [], -1), node(3, 'c', [], 1.5), node(4, 'd', [], 'x'), node(5, 'e', [], null)] }, [['a', 12, 12], ['b', 0, 0], ['c', 0, 0], ['d', 0, 0], ['e', 0, 0]]],
    ['samples in place of counts', { nodes: [node(1, 'a', [2], 9), node(2, 'b', [], 9)], samples: [2, '2', 1, 5, null, -2] }, [['a', 3, 1, [['b', 2, 2]]]]],
    ['no samples', { nodes: [node(1, 'a', [], 9)], samples: [] }, [['a', 9, 9]]],
  ])('%s', (_, document, expected) => {
    expect(lines(rootsOf(document))).toEqual(expected)
  }) // prettier-ignore
  test('1,025 levels, and one more', () => {
    const chain = (length: number) => ({
      nodes: Array.from({ length }, (_, at) => node(at, 'a', at + 1 < length ? [at + 1] : [])),
    })
    expect(rootsOf(chain(1025))[0]?.count).toBe(1025)
    expect(rootsOf(chain(1026))[0]?.count).toBe(1025)
  })
})

describe('a frame of Hermes', () => {
  const placeOf = (frame: object): unknown => {
    const [root] = rootsOf({ stackFrames: { 1: frame } })
    return [root?.frame.symbol, root?.frame.script]
  }
  const long = 'n'.repeat(1001)
  test.each<[object, Members, Members?]>([
    [{ name: 'a(m.js:1:60)', line: '2', column: '60' }, { name: 'a', file: 'm.js', line: 2, column: 60 }, { file: 'm.js', line: 2, column: 59 }],
    [{ name: 'a(m.js:12:345)', line: 2, column: 0 }, { name: 'a', file: 'm.js', line: 2, column: 0 }, { file: 'm.js', line: 2, column: 0 }],
    [{ name: 'a(m.js)', line: '2' }, { name: 'a', file: 'm.js', line: 2 }],
    [{ name: 'a(m.js:7)' }, { name: 'a', file: 'm.js:7' }],
    [{ name: 'a(m.js:1:2345678901)' }, { name: 'a', file: 'm.js:1:2345678901' }],
    [{ name: 'a', column: '60' }, { name: 'a' }],
    [{ name: 'a', line: '0', column: '60' }, { name: 'a' }],
    [{ name: 'a()' }, { name: 'a()' }],
    [{ name: '(m.js)' }, { name: '<anonymous>', file: 'm.js' }],
    [{ name: '(a)(m.js:1:2)' }, { name: '(a)', file: 'm.js' }],
    [{ name: 'a\nb(m.js)' }, { name: 'a\nb', file: 'm.js' }],
    [{ name: 'a(m.js) b' }, { name: 'a(m.js) b' }],
    [{ name: long }, { name: '<anonymous>' }],
    [{ name: long.slice(1) }, { name: long.slice(1) }],
    [{}, { name: '<anonymous>' }],
    [{ name: 'a(address at m.js:1:120)', funcVirtAddr: '100', offset: 20 }, { name: 'a', file: 'm.js', line: 1, column: 120 }, { file: 'm.js', line: 1, column: 120 }],
    [{ name: 'a(my address at m.js)' }, { name: 'a', file: 'my address at m.js' }],
    [{ name: 'a(m.js)', funcVirtAddr: '100', line: 3, column: 5 }, { name: 'a', file: 'm.js', line: 3, column: 5 }, { file: 'm.js', line: 3, column: 4 }],
    [{ name: 'a(m.js)', offset: '100' }, { name: 'a', file: 'm.js' }],
    [{ name: 'a', funcVirtAddr: 0, offset: 0 }, { name: 'a', line: 1, column: 0 }, { line: 1, column: 0 }],
    [{ name: 'a', line: '123456789012345', column: '1' }, { name: 'a', line: 123456789012345, column: 1 }, { line: 123456789012345, column: 0 }],
    [{ name: 'a', line: '1234567890123456', column: '1' }, { name: 'a' }],
    [{ name: 'a', line: ' 1', column: '1' }, { name: 'a' }],
    [{ name: 'a', line: '1x', column: '1' }, { name: 'a' }],
  ])('%j', (frame, symbol, script) => {
    expect(placeOf(frame)).toEqual([symbol, script])
  }) // prettier-ignore
  test('callers, and samples with their weight', () => {
    const stackFrames = {
      1: { name: 'a' },
      2: { name: 'b', parent: 1 },
      3: { name: 'c', parent: '2' },
      4: { name: 'd', parent: 9 },
      5: 7,
      6: { name: 'e', parent: 5 },
    }
    const samples = [{ sf: 3, weight: '4' }, { sf: '2', weight: 0 }, { sf: 2 }, { sf: 9 }, {}, 7, { sf: 4, weight: 2 }]
    expect(lines(rootsOf({ stackFrames, samples }))).toEqual([
      ['a', 6, 0, [['b', 6, 2, [['c', 4, 4]]]]],
      ['d', 2, 2],
      ['e', 0, 0],
    ])
    expect(lines(rootsOf({ stackFrames: { 1: { name: 'a' } }, samples: 7 }))).toEqual([['a', 0, 0]])
  })
})
