/** The tables of an export: tracks of threads, times, cells, intervals, and how many are kept. */
import { describe, expect, test } from 'vitest'
import { XctraceTables } from '../../../../src/core/reports/xctrace/xctrace-tables.ts'
import { readXml } from '../../../../src/core/reports/xctrace/xml-stream.ts'

const head = (...types: readonly string[]): string =>
  `<schema name="s">${types.map((type) => `<col><name>${type}</name><engineering-type>${type}</engineering-type></col>`).join('')}</schema>`
async function read(...nodes: readonly string[]): Promise<XctraceTables> {
  const found = new XctraceTables()
  const text = `<trace-query-result>${nodes.map((body) => `<node>${body}</node>`).join('')}</trace-query-result>`
  expect(await readXml(new Blob([text]), found)).toEqual([])
  return found
}
const f = '<backtrace><frame name="f"/></backtrace>'
const tracksOf = (found: XctraceTables): readonly unknown[] =>
  [...(found.tables[0]?.tracks.values() ?? [])].map(({ thread, process, samples }) => [
    ...[thread, process, [...samples.values()].reduce((sum, { count }) => sum + count, 0)],
  ])
/** The cells of the rows of one table. */
const cells = async (rows: string, ...types: readonly string[]): Promise<unknown> =>
  (await read(head(...types) + rows)).tables[0]?.rows.sections('t', types)

describe('a track', () => {
  const till = '<process id="1" fmt="Till (7)"/>'
  test.each<[string, string, string | undefined]>([
    ['', '', undefined],
    ['<thread fmt="Main"/>', 'Main', undefined],
    ['<thread>Main</thread>', 'Main', undefined],
    ['<thread fmt="Main">x</thread>', 'Main', undefined],
    [`<thread fmt="Main">${till}</thread>`, 'Main', 'Till (7)'],
    [`<thread fmt="Main"/>${till}`, 'Main', 'Till (7)'],
    [`<thread fmt="Main">${till}</thread><process fmt="Kiosk (8)"/>`, 'Main', 'Till (7)'],
    [`<process fmt="Kiosk (8)"/><thread fmt="Main">${till}</thread>`, 'Main', 'Till (7)'],
    [till, '', 'Till (7)'],
    ['<process>Till (7)</process>', '', 'Till (7)'],
    ['<thread fmt="Main"><tid>7</tid><x><process fmt="Till (7)"/></x></thread>', 'Main', undefined],
    ['<thread fmt="Main"/><thread fmt="Other"/>', 'Main', undefined],
  ])('of %s', async (parts, thread, process) => {
    const found = await read(`${head('backtrace')}<row>${parts}${f}</row>`)
    expect(tracksOf(found)).toEqual([[thread, process, 1]])
  })

  test('is one of a thread, a process and a unit', async () => {
    const row = (thread: string, process: string, weight = ''): string =>
      `<row><thread fmt="${thread}"/><process fmt="${process}"/>${weight}${f}</row>`
    const rows = [row('A', 'P'), row('B', 'P'), row('A', 'P'), row('A', 'Q'), row('A', 'P', '<weight>1</weight>')]
    expect(tracksOf(await read(head('backtrace') + rows.join('')))).toEqual([
      ...[['A', 'P', 2], ['B', 'P', 1], ['A', 'Q', 1], ['A', 'P', 1]],
    ])
  }) // prettier-ignore

  test('finds room with 4,999 others; samples of one more are told', async () => {
    const row = (at: number): string => `<row><thread fmt="${at}"/><backtrace/></row>`
    const rows = Array.from({ length: 5001 }, (_, at) => row(at)).join('')
    const found = await read(head('backtrace') + rows + row(4999) + row(5000))
    expect([found.tables[0]?.tracks.size, found.tables[0]?.samples, found.skipped]).toEqual([5000, 5003, 2])
    expect(tracksOf(found).at(-1)).toEqual(['4999', undefined, 2])
  })
})

describe('times of samples', () => {
  const finish = async (...rows: readonly string[]): Promise<unknown> => {
    const found = await read(head('backtrace') + rows.map((row) => `<row>${row}${f}</row>`).join(''))
    const [track] = found.tables[0]?.tracks.values() ?? []
    const times = track?.times.finish(new Map(Array.from({ length: 9 }, (_, at) => [at, 10 * at])))
    return times && [[...times.at], [...times.row], [...times.weight]]
  }
  test.each(['sample-time', 'start-time', 'event-time'])('%s', async (name) => {
    expect(await finish(`<${name}>5000000000</${name}>`)).toEqual([[5], [10], [1]])
    expect(await finish(`<${name} id="1">5000000000</${name}>`, `<${name} ref="1"/>`)).toEqual([[5, 5], [10, 20], [1, 1]])
    expect(await finish(`<x>3</x><${name}>0</${name}><weight>2000000</weight>`)).toEqual([[0], [10], [2]])
    expect(await finish(`<${name}>x</${name}>`)).toBeUndefined()
    expect(await finish(`<${name}>1</${name}>`, '')).toBeUndefined()
  }) // prettier-ignore
  test('are none of another element', async () => {
    expect(await finish('<time>5</time>')).toBeUndefined()
  })
})

describe('cells', () => {
  const table = (columns: readonly string[], ...rows: readonly (readonly string[])[]) => [
    { kind: 'table', title: 't', columns, rows },
  ]
  test.each<[string, string]>([
    ['<string>x</string>', 'x'],
    ['<string> x </string>', 'x'],
    ['<string fmt="X"> x </string>', 'X'],
    ['<string fmt="">x</string>', ''],
    ['<string/>', ''],
    ['<sentinel/>', ''],
    ['<thread fmt="Main"><process fmt="Till"/></thread>', 'Main'],
    ['<process fmt="Till (7)"/>', 'Till (7)'],
    ['<duration fmt="1 s">1000</duration>', '1 s'],
    ['<number>7</number>', '7'],
    ['<frame name="f"/>', ''],
    ['<binary name="Till"/>', ''],
    ['<x ref="9"/>', ''],
  ])('%s', async (cell, text) => {
    expect(await cells(`<row>${cell}<string>end</string></row>`, 'a', 'b')).toEqual(table(['a', 'b'], [text, 'end']))
  })
  test('of earlier rows come back by their numbers', async () => {
    const rows = `<row><string id="1" fmt="X">x</string><thread id="2" fmt="Main"/><process id="3" fmt="Till"/></row><row><process ref="3"/><string ref="1"/><thread ref="2"/></row>`
    expect(await cells(rows, 'a', 'b', 'c')).toEqual(table(['a', 'b', 'c'], ['X', 'Main', 'Till'], ['Till', 'X', 'Main']))
  }) // prettier-ignore
  test('beside attributes, attributes alone, and neither', async () => {
    expect(await cells('<row kind="k"><string>x</string></row>', 'a')).toEqual(table(['a'], ['x']))
    expect(await cells('<row kind="k"/>', 'a')).toEqual(table(['kind', 'Rows'], ['k', '1']))
    expect(await cells('<row/>', 'a')).toEqual(table([], []))
  })
  test('in a table of samples are not kept as texts', async () => {
    const found = await read(
      `<row><string id="1">x</string></row><row>${f}</row><row><string>7</string><string id="2">y</string><string ref="1"/></row>`,
    )
    expect(found.tables[0]?.samples).toBe(1)
    expect(found.tables[0]?.rows.sections('t', [])).toEqual(table(['', '', ''], ['x'], ['7', '', 'x']))
  })
  test('outside of any table are a table of their own', async () => {
    const found = new XctraceTables()
    await readXml(new Blob(['<trace-query-result><row><string>x</string></row></trace-query-result>']), found)
    expect(found.tables.map(({ schema, columns, rows }) => [schema, columns, rows.count])).toEqual([['', [], 1]])
  })
})

describe('a schema', () => {
  test('names the table and its columns', async () => {
    const col = (inside: string): string => `<col>${inside}</col>`
    const parts = `${col('<mnemonic>m</mnemonic><name> Start </name><engineering-type> start-time </engineering-type>')}${col('<name>Till</name>')}<name>no</name><engineering-type>no</engineering-type>`
    const found = await read(`<schema name="a">${parts}</schema>`, '<schema/>', '')
    expect(found.tables.map(({ schema, columns, types }) => [schema, columns, types])).toEqual([
      ['a', ['Start', 'Till'], ['start-time']],
      ['', [], []],
      ['', [], []],
    ])
    expect(found.tables[2]).toMatchObject({ samples: 0, intervals: [], longest: { text: '', value: -1 } })
  })
  test('has at most 500 columns, and a file 2,000 tables', async () => {
    const columns = Array.from({ length: 501 }, (_, at) => `c${at}`)
    const [wide] = (await read(head(...columns))).tables
    expect([wide?.columns, wide?.types]).toEqual([columns.slice(0, 500), columns.slice(0, 500)])
    const many = Array.from({ length: 2001 }, (_, at) => `<schema name="t${at}"/>`)
    const found = await read(...many)
    expect([found.tables.length, found.tables.at(-1)?.schema]).toEqual([2000, 't1999'])
  })
})

describe('intervals', () => {
  const row = (...parts: readonly (readonly [string, string])[]): string =>
    `<row>${parts.map(([name, text]) => `<${name} fmt="f${text}">${text}</${name}>`).join('')}</row>`
  const [start, lasted, type, thread] = [['start-time', '5'], ['duration', '70'], ['hang-type', 'M'], ['thread', 'T']] as const // prettier-ignore
  test.each<[string, unknown]>([
    [row(start, lasted, type, thread), { start: 5, duration: 70, type: 'fM', thread: 'fT' }],
    [row(thread, type, lasted, start), { start: 5, duration: 70, type: 'fM', thread: 'fT' }],
    [row(start, lasted), { start: 5, duration: 70, type: '', thread: '' }],
    [row(['start-time', '0'], ['duration', '0']), { start: 0, duration: 0, type: '', thread: '' }],
    [row(start), undefined],
    [row(lasted), undefined],
    [row(['start-time', ''], lasted), undefined],
    [row(start, ['duration', '-1']), undefined],
    [row(['event-time', '5'], lasted), undefined],
  ])('%s', async (rows, interval) => {
    const found = await read(head('a') + rows)
    expect(found.tables[0]?.intervals).toEqual(interval === undefined ? [] : [interval])
  })
  test('the longest, also where its row is not kept', async () => {
    const rows = ['5', '70', '8', '70'].map((text) => row(['duration', text])).join('')
    expect((await read(head('a') + rows)).tables[0]?.longest).toEqual({ text: 'f70', value: 70 })
    expect((await read(head('a') + row(['x', '70'])) ).tables[0]?.longest).toEqual({ text: '', value: -1 })
    expect((await read(head('a') + row(['duration', 'x']))).tables[0]?.longest).toEqual({ text: 'fx', value: 0 })
    const one = row(start, ['duration', '1'], ['string', 'x'])
    const last = row(start, ['duration', '2'], ['string', 'y'])
    const [table] = (await read(head('a') + one.repeat(2000) + last)).tables
    expect([table?.intervals.length, table?.rows.count, table?.rows.leftOut]).toEqual([2000, 2001, 1])
    expect(table?.longest).toEqual({ text: 'f2', value: 2 })
    const [before] = (await read(head('a') + one.repeat(1999) + last)).tables
    expect([before?.intervals.length, before?.rows.leftOut]).toEqual([2000, 0])
  }) // prettier-ignore
})
