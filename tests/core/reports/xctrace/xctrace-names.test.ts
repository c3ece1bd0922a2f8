/** Exports of xctrace: their beginning, and the names of processes, threads and tables at the edges of their forms. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../src/core/model/report.ts'
import { readXctrace } from '../../../../src/core/reports/xctrace/xctrace-report.ts'
import { xctraceFormat } from '../../../../src/core/reports/xctrace/xctrace.ts'

describe('the beginning', () => {
  const sniff = (text: string): boolean =>
    xctraceFormat.sniff({ path: '', bytes: new TextEncoder().encode(text), text: '', whole: true })
  const root = '<trace-query-result>'
  test.each([
    ...[root, '<trace-query-result/>', '<trace-query-result a="b">', '<trace-query-result\n>', ` \n\t${root}`],
    ...[`<?xml version="1.0"?>\n${root}`, `<!-- x -->${root}`, `\ufeff${root}`, `<t>${root}`],
    `<?xml?>${' '.repeat(8192 - 7 - root.length)}${root}`,
  ])('%j', (text) => {
    expect(sniff(text)).toBe(true)
  })
  test.each([
    ...['<trace-query-results>', '<trace-query-result', `x${root}`, `x <?xml?>${root}`, `<html>${root}`, ''],
    ...['<?xml?>', `-${root}`, `<?xml?>${' '.repeat(8192 - 7)}${root}`],
  ])('not %j', (text) => {
    expect(sniff(text)).toBe(false)
  })
})

const head = (schema: string, ...columns: readonly string[]): string =>
  `<schema name="${schema}">${columns.map((type) => `<col><mnemonic>m</mnemonic><name>${type}</name><engineering-type>${type}</engineering-type></col>`).join('')}</schema>`
const file = (...tables: readonly string[]): string =>
  `<trace-query-result>${tables.map((body) => `<node>${body}</node>`).join('')}</trace-query-result>`
async function read(...tables: readonly string[]): Promise<Report> {
  const outcome = await readXctrace({ path: 'a.xml', blob: new Blob([file(...tables)]) })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}
let last = 100
const sample = (thread: string, process: string): string =>
  `<row><thread id="${last++}" fmt="${thread}"><process id="${last++}" fmt="${process}"/></thread><weight>1000000</weight><tagged-backtrace id="${last++}"><frame name="f"/></tagged-backtrace></row>`
const profile = head('time-profile', 'thread', 'weight', 'tagged-backtrace')
const other = sample('Other (Kiosk, pid: 9)', 'Kiosk (9)')

describe('a process', () => {
  const long = 'n'.repeat(300)
  test.each<[string, string | undefined, number | undefined]>([
    ['Till (77)', 'Till', 77],
    ['My Till (x) (1234567890)', 'My Till (x)', 1_234_567_890],
    ['Till (12345678901)', 'Till (12345678901)', undefined],
    ['Till (77) x', 'Till (77) x', undefined],
    ['Till (x)', 'Till (x)', undefined],
    ['Till(77)', 'Till(77)', undefined],
    ['(77)', '(77)', undefined],
    ['T (7)', 'T', 7],
    [`${long} (7)`, long, 7],
    [`n${long} (7)`, `n${long} (7)`, undefined],
    ['', undefined, undefined],
  ])('%j', async (name, process, pid) => {
    const { header, callTrees } = await read(`${profile}${sample('Main', name)}`)
    expect([header.process, header.pid]).toEqual([process, pid])
    expect(callTrees.map(({ title }) => title)).toEqual(['Main'])
  })
})

describe('a thread', () => {
  const titles = async (...tables: readonly string[]): Promise<unknown> =>
    (await read(...tables)).callTrees.map(({ title }) => title)
  test.each<[string, string, string, string]>([
    ['Main (Till, pid: 77)', 'Till (77)', 'Main', 'Till [77] Main'],
    ['Main (Till, pid: 78)', 'Till (77)', 'Main (Till, pid: 78)', 'Till [77] Main (Till, pid: 78)'],
    ['Main (Till, pid: 77) x', 'Till (77)', 'Main (Till, pid: 77) x', 'Till [77] Main (Till, pid: 77) x'],
    ['Main', 'Till', 'Main', 'Till [0] Main'],
    ['Main', '', 'Main', 'Main'],
  ])('%s of %s', async (thread, process, alone, beside) => {
    expect(await titles(`${profile}${sample(thread, process)}`)).toEqual([alone])
    if (process !== '')
      expect(await titles(`${profile}${sample(thread, process)}${other}`)).toEqual([beside, 'Kiosk [9] Other'])
  })
  test('in two tables', async () => {
    const row = (): string => sample('Main', 'Till (77)')
    const second = head('time-sample', 'thread', 'weight', 'tagged-backtrace')
    expect(await titles(`${profile}${row()}`, `${second}${row()}`)).toEqual(['time-profile, Main', 'time-sample, Main'])
  })
})

describe('times', () => {
  const row = (thread: string, start: string, process = 'Till (77)'): string =>
    `<row><start-time id="${last++}">${start}</start-time><duration id="${last++}">1000000000</duration><thread id="${last++}" fmt="${thread}"><process id="${last++}" fmt="${process}"/></thread></row>`
  const table = (schema: string): string => head(schema, 'start-time', 'duration', 'thread')
  const events = async (...tables: readonly string[]): Promise<unknown> => (await read(...tables)).events
  const event = (text: string, time?: string) => ({ kind: 'measure', text, lasted: 1, ...(time && { time }) })
  test.each<[string, boolean]>([
    ['hitches', true],
    ['hitches-frame-lifetimes', true],
    ['hitchesx', false],
    ['my-hitches', false],
    ['x-hitches-updates', false],
  ])('of the table %s: %s', async (schema, isOne) => {
    const expected = isOne ? [event('Hitch, Main', '00:00:00.000')] : undefined
    expect(await events(`${table(schema)}${row('Main', '0')}`)).toEqual(expected)
  })
  test.each<[string, string]>([
    ['Main (Till, pid: 77)', 'Main'],
    ['Main (0x1) (My Till, pid: 1234567890)', 'Main (0x1)'],
    ['Main (Till, pid: 77) x', 'Main (Till, pid: 77) x'],
    ['Main (Till, pid: 12345678901)', 'Main (Till, pid: 12345678901)'],
    ['Main (Till, pid: x)', 'Main (Till, pid: x)'],
    ['Main (T(i)ll, pid: 77)', 'Main (T(i)ll, pid: 77)'],
  ])('the thread %s alone, and beside another process', async (thread, short) => {
    const hangs = table('potential-hangs')
    expect(await events(`${hangs}${row(thread, '0')}`)).toEqual([event(`Hang, ${short}`, '00:00:00.000')])
    const samples = `${profile}${sample('Main', 'Till (77)')}${other}`
    expect(await events(samples, `${hangs}${row(thread, '0')}`)).toEqual([event(`Hang, ${thread}`, '00:00:00.000')])
  })
  test.each<[string, string | undefined]>([
    ['999999', '00:00:00.000'],
    ['59999000000', '00:00:59.999'],
    ['3600000000000', '01:00:00.000'],
    ['359999999000000', '99:59:59.999'],
    ['360000000000000', undefined],
  ])('%s ns since the begin', async (start, time) => {
    expect(await events(`${table('hang-risks')}${row('Main', start)}`)).toEqual([event('Hang, Main', time)])
  })
  test('the kind of a report, and its facts', async () => {
    const hangs = `${table('potential-hangs')}${row('Main', '5')}${row('Main', '0')}`
    const one = await read(hangs)
    expect([one.kind, one.events?.length, one.header.process]).toEqual(['hang', 2, undefined])
    const both = await read(hangs, `${profile}${sample('Main', 'Till (77)')}`)
    expect([both.kind, both.callTrees.length]).toEqual(['profile', 1])
    expect((await read(table('potential-hangs'))).kind).toBe('profile')
    expect((await read(`${table('hitches')}${row('Main', '0')}`)).kind).toBe('profile')
  })
})
