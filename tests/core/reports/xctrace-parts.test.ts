/** Parts of the reader of exports: numbers of values, stacks, times, rows, and XML with an end that it lacks. */
import { describe, expect, test } from 'vitest'
import { IdTable, type IdKind } from '../../../src/core/reports/xctrace/id-table.ts'
import { KeptList } from '../../../src/core/reports/xctrace/kept-list.ts'
import { DEEPEST_STACK, MOST_FRAMES, StackTable } from '../../../src/core/reports/xctrace/stack-table.ts'
import { TimedSamples } from '../../../src/core/reports/xctrace/timed-samples.ts'
import { MOST_ROWS, TableRows, wholeNumber } from '../../../src/core/reports/xctrace/xctrace-rows.ts'
import { readXml } from '../../../src/core/reports/xctrace/xml-stream.ts'

test('each kind of value comes back under its id', () => {
  const kinds: readonly IdKind[] = ['frame', 'binary', 'thread', 'process', 'stack', 'addresses', 'text', 'number', 'open', 'other'] // prettier-ignore
  const table = new IdTable()
  // The last of them lie beyond the room of the lists, or are no numbers.
  const ids = ['0', '1', '7', '65535', '65536', '70000', '9007199254740993', 'a', '-1', '1.5']
  ids.forEach((id, at) => {
    table.set(id, kinds[at] ?? 'other', at * 1.5)
  })
  expect(ids.map((id) => table.get(id))).toEqual(kinds.map((kind, at) => ({ kind, value: at * 1.5 })))
  expect(['2', '65537', 'b', '1e9'].map((id) => table.get(id))).toEqual(new Array(4).fill(undefined))
  table.set('7', 'text', 3)
  table.set('a', 'frame', 4)
  expect([table.get('7'), table.get('a')]).toEqual([
    { kind: 'text', value: 3 },
    { kind: 'frame', value: 4 },
  ])
})

test('ids that count up for long keep their values when the lists grow', () => {
  const table = new IdTable()
  for (let id = 0; id < 200_000; id++) table.set(String(id), 'number', id)
  for (const id of [0, 1, 65_535, 65_536, 131_071, 131_072, 199_999])
    expect(table.get(String(id))).toEqual({ kind: 'number', value: id })
  expect(table.get('200000')).toBeUndefined()
})

test('a list keeps values up to the sum of their costs', () => {
  const list = new KeptList<string>(5, (text) => text.length)
  expect(['abc', 'def', 'gh', '', 'x'].map((text) => list.add(text))).toEqual([0, undefined, 1, 2, undefined])
  expect([list.left, list.values, list.at(1), list.at(3)]).toEqual([2, ['abc', 'gh', ''], 'gh', undefined])
  const plain = new KeptList<number>(2)
  expect([plain.add(7), plain.add(8), plain.add(9), plain.left]).toEqual([0, 1, undefined, 1])
})

describe('stacks', () => {
  test('share the calls from the outermost one on', () => {
    const table = new StackTable()
    const main = table.add([1])
    expect(table.add([])).toBe(0)
    expect([table.add([1]), table.add([2, 1]), table.add([3, 1]), table.add([2, 1])]).toEqual([main, 2, 3, 2])
    // The same function called by another one is another call.
    expect([table.add([2]), table.add([1, 2])]).toEqual([4, 5])
    expect([table.cut, table.left]).toEqual([0, 0])
  })

  test('too deep ones keep the outermost calls, and a frame without room has none', () => {
    const table = new StackTable()
    const deep = Array.from({ length: DEEPEST_STACK }, (_, at) => at)
    const whole = table.add(deep)
    expect([whole, table.cut]).toEqual([DEEPEST_STACK, 0])
    expect(table.add([7, ...deep])).toBe(whole)
    expect(table.cut).toBe(1)
    expect([table.add([MOST_FRAMES]), table.left]).toEqual([undefined, 1])
    expect([table.add([MOST_FRAMES - 1]) !== undefined, table.left]).toEqual([true, 1])
  })

  test('are written as a tree, the heaviest callee first, with the weight of all that it calls', () => {
    const table = new StackTable()
    const [a, b, c] = [table.add([1, 0]) ?? 0, table.add([2, 0]) ?? 0, table.add([3, 2, 0]) ?? 0]
    const rows = ['main', 'light', 'heavy', 'leaf'].map((name) => ({ symbol: { name } }))
    const samples = new Map([
      [a, { weight: 2, count: 1 }],
      [b, { weight: 1, count: 2 }],
      [c, { weight: 4, count: 3 }],
      [0, { weight: 5, count: 1 }],
    ])
    const told = (counts: boolean) => {
      const added: unknown[][] = []
      const tree = {
        get size() {
          return added.length
        },
        add: (depth: number, weight: number, row: { symbol?: { name: string } }, more?: object) =>
          added.push([depth, weight, row.symbol?.name, more]),
      }
      const written = table.write(samples, rows, tree as never, 'none', counts)
      return { added, written: [...written] }
    }
    const { added, written } = told(true)
    expect(added).toEqual([
      [1, 5, 'none', undefined],
      [1, 7, 'main', { self: 0, blocks: 6 }],
      [2, 5, 'heavy', { self: 1, blocks: 5 }],
      [3, 4, 'leaf', { self: 4, blocks: 3 }],
      [2, 2, 'light', { self: 2, blocks: 1 }],
    ])
    expect(new Map(written)).toEqual(new Map([[0, 0], [1, 1], [b, 2], [c, 3], [a, 4]])) // prettier-ignore
    expect(told(false).added[3]).toEqual([3, 4, 'leaf', { self: 4 }])
  })
})

describe('times of samples', () => {
  const rows = new Map([[1, 10], [2, 20]]) // prettier-ignore

  test('are in seconds, in the order of the file, also after they grew', () => {
    const times = new TimedSamples()
    for (let at = 0; at < 150; at++) times.add(1 + (at % 2), at, at * 1e9)
    const found = times.finish(rows)
    expect([...(found?.at ?? [])]).toEqual(Array.from({ length: 150 }, (_, at) => at))
    expect([...(found?.weight ?? [])]).toEqual(Array.from({ length: 150 }, (_, at) => at))
    expect([...(found?.row ?? [])]).toEqual(Array.from({ length: 150 }, (_, at) => (at % 2 === 0 ? 10 : 20)))
  })

  test('are none where one is missing, or a call has no row, or there are no samples', () => {
    const times = new TimedSamples()
    expect(times.finish(rows)).toBeUndefined()
    times.add(1, 1, 1e9)
    expect(times.finish(rows)).toBeDefined()
    expect(times.finish(new Map([[2, 20]]))).toBeUndefined()
    times.add(1, 1, undefined)
    times.add(1, 1, 2e9)
    expect(times.finish(rows)).toBeUndefined()
  })
})

describe('rows', () => {
  test('of cells are kept up to a limit, and named by their columns', () => {
    const rows = new TableRows()
    expect(rows.sections('x', ['a'])).toEqual([])
    rows.addCells(['1'])
    rows.addCells(['2', '3'])
    expect(rows.sections('x', ['a'])).toEqual([{ kind: 'table', title: 'x', columns: ['a', ''], rows: [['1'], ['2', '3']] }]) // prettier-ignore
    for (let at = 2; at < MOST_ROWS; at++) rows.addCells(['x'])
    expect([rows.hasRoom, rows.count, rows.leftOut]).toEqual([false, MOST_ROWS, 0])
    rows.addCells(['x'])
    expect([rows.count, rows.leftOut, rows.sections('x', [])[0]]).toMatchObject([MOST_ROWS + 1, 1, {}])
  })

  test('of attributes are added up by what they have in common, the largest first', () => {
    const rows = new TableRows()
    const add = (category: string, more: Readonly<Record<string, string>>) => {
      rows.addAttributes({ category, address: '0x10', timestamp: '7', id: '1', ...more })
    }
    add('small', { size: '8' })
    add('large', { size: '100', count: '3' })
    add('small', { size: '16', count: '0' })
    add('none', { size: 'x' })
    const [section] = rows.sections('x', [])
    expect(section).toMatchObject({
      rows: [
        ['large', '1', '300'],
        ['small', '2', '24'],
        ['none', '1', '0'],
      ],
    })
    expect([rows.count, rows.leftOut]).toEqual([4, 0])
  })

  test('without sizes have no column of bytes; those of one size the more frequent first', () => {
    const rows = new TableRows()
    for (const kind of ['a', 'b', 'b']) rows.addAttributes({ kind })
    expect(rows.sections('x', [])).toMatchObject([{ rows: [['b', '2'], ['a', '1']] }]) // prettier-ignore
  })

  test.each([
    ['7', 7], [' 7 ', 7], ['0', 0], ['-1', 0], ['1.5', 0], ['x', 0], ['', 0], [undefined, 0], ['9007199254740991', 2 ** 53 - 1], ['9007199254740992', 0],
  ] as const)('the number %j is %i', (text, value) => {
    expect(wholeNumber(text)).toBe(value)
  }) // prettier-ignore
})

describe('XML', () => {
  const read = async (text: string) => {
    const seen: string[] = []
    const problems = await readXml(new Blob([text]), {
      open: (name, attributes) => seen.push(`<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`).join('')}>`),
      text: (part) => seen.push(part),
      close: (name) => seen.push(`</${name}>`),
    }) // prettier-ignore
    return { seen: seen.join(''), codes: problems.map(({ code, params }) => [code, params]) }
  }

  test.each<readonly [string, string, readonly unknown[]]>([
    ['<a x="1"><b>t</b><![CDATA[<c>]]></a>', '<a x=1><b>t</b><c></a>', []],
    ['<a><b>t', '<a><b>', [['truncated', undefined]]],
    ['<!DOCTYPE a [<!ENTITY e "x">]><a>y</a>', '<a>y</a>', [['xml-entities', undefined]]],
  ])('%s', async (text, seen, problems) => {
    expect(await read(text)).toEqual({ seen, codes: problems })
  })

  test('faults are one problem with their number, and the elements behind them are read', async () => {
    const { seen, codes } = await read('<a x=1 x="2"><b/>&till;</a>')
    expect(seen).toContain('<b></b>')
    expect(codes).toMatchObject([['malformed-xml', { count: expect.any(Number) as number }]])
    expect((codes[0]?.[1] as { count: number }).count).toBeGreaterThan(1)
  })

  test('200 levels are read, and no more', async () => {
    const nested = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    expect((await read(nested(200))).codes).toEqual([])
    const { seen, codes } = await read(nested(201))
    expect(codes).toEqual([['xml-too-deep', { levels: 200 }]])
    expect(seen).toBe('<a>'.repeat(200))
  })
})
