/** Exception logs of Meter: how they begin, each field, lines that are wrong, and several exceptions in one log. */
import { describe, expect, test } from 'vitest'
import { meterExceptionsFormat } from '../../../../src/core/reports/metrickit/meter-exceptions.ts'
import { claims } from '../../../support/claims.ts'
import { told } from '../../../support/format-told.ts'

test.each([
  ...['type', 'name', 'pc', 'address'].flatMap((key) =>
    ['1', '2', '3'].flatMap((digit) => [`${digit} {"${key}":`, ` \n\t\ufeff${digit} {"${key}" \t\n: 1}`]),
  ),
])('begins as one: %j', (text) => {
  expect(claims(meterExceptionsFormat, text)).toBe(true)
})
test.each([
  ...['x1 {"pc":1}', '{"a":1}\n1 {"pc":1}', '4 {"pc":1}', '0 {"pc":1}', '12 {"pc":1}', '1{"pc":1}', '1  {"pc":1}'],
  ...['1 {"other":1}', '1 {"pc"}', '1 {"pc"x:1}', '1 [{"pc":1}]', '1 { "pc":1}', '1 {"pcs":1}', ''],
])('does not: %j', (text) => {
  expect(claims(meterExceptionsFormat, text)).toBe(false)
})

const A = 'AAAAAAAA-0000-1111-2222-333333333333'
const base64 = (text: string): string => btoa(text)
const about = { type: 'objc', name: base64('NSRangeException'), reason: base64('out of range'), time_ms: 1767323045000 }
const line = (digit: number, record: object): string => `${digit} ${JSON.stringify(record)}`
const app = '/var/containers/Bundle/Application/1/Till.app/Till'
const lines = [
  line(1, about),
  line(2, { pc: 0x1010 }),
  line(3, { address: 0x1000, path: app, uuid: A }),
  line(2, { pc: '0x9010' }),
  line(3, { address: 0x9000, path: '/usr/lib/libKit.dylib' }),
  line(3, { address: 0x1000, path: app, uuid: A }),
  line(3, { address: 0x5000, path: app }),
  line(3, { path: '/none' }),
  line(3, { address: 0xf000 }),
]
const bare = {
  ...{ format: 'meter-exceptions', label: 'Meter exception log', textKind: 'none', header: { fields: [] } },
  ...{ exception: {}, applicationInfo: [], threads: [], lastException: { frames: [] }, backtraces: [], callTrees: [] },
  ...{ sections: [], images: [], frameCount: 0, problems: [] },
}
const frame = (id: number, address: string) => ({ id, index: id, kind: 'return', address })
const date = '2026-01-02T03:04:05.000Z'
const report = {
  ...bare,
  header: { date, fields: [['Date/Time', date]] },
  exception: { type: 'objc', name: 'NSRangeException', reason: 'out of range' },
  applicationInfo: ['out of range'],
  lastException: {
    frames: [
      { ...frame(0, '0x1010'), image: 0, offset: 16 },
      { ...frame(1, '0x9010'), image: 1, offset: 16 },
    ],
  },
  images: [
    { index: 0, name: 'Till', path: app, uuid: A, loadAddress: '0x1000', origin: 'app' },
    { index: 1, name: 'libKit.dylib', path: '/usr/lib/libKit.dylib', loadAddress: '0x9000', origin: 'system' },
    { index: 2, name: 'Till', path: app, loadAddress: '0x5000', origin: 'app' },
    { index: 3, name: '', loadAddress: '0xf000' },
  ],
  frameCount: 2,
}
const read = (...texts: readonly string[]) => told(meterExceptionsFormat, texts.join('\n'))

test('each field, and a second exception', () => {
  expect(read(...lines)).toEqual([report])
  expect(read(...lines.map((text) => `  ${text}\t\r`), '', ' \r')).toEqual([report])
  const second = [line(1, { type: 'swift' }), line(2, { pc: 7 })]
  expect(read(...lines, ...second)).toEqual([
    report,
    { ...bare, exception: { type: 'swift' }, lastException: { frames: [frame(0, '0x7')] }, frameCount: 1 },
  ])
})

describe('lines that are wrong are told by their number, of the first report', () => {
  const problem = (number: number): unknown => expect.objectContaining({ code: 'damaged-line', line: number })
  test.each<[string, readonly string[], readonly number[], number]>([
    ['words', ['hello'], [2], 0],
    ['another digit', [line(4, { pc: 1 }), line(0, { pc: 1 })], [2, 3], 0],
    ['words before', [`x${line(2, { pc: 1 })}`], [2], 0],
    ['a digit before', [`1${line(2, { pc: 1 })}`], [2], 0],
    ['a list', ['2 [1]', '2{"pc":1}'], [2, 3], 0],
    ['a record that is cut off', ['2 {"pc":1,'], [2], 1],
    ['an address that is none', [line(2, { pc: 'x' }), line(2, {})], [], 0],
    ['addresses in other records', [line(3, { pc: 1 }), line(2, { address: 1 })], [], 0],
    ['blanks', ['', '   '], [], 0],
  ])('%s', (_, texts, numbers, count) => {
    expect(read(line(1, {}), ...texts)).toEqual([
      {
        ...bare,
        lastException: { frames: count === 0 ? [] : [frame(0, '0x1')] },
        frameCount: count,
        problems: numbers.map(problem),
      },
    ])
  })
  test('of several', () => {
    const all = read('x', line(1, {}), 'y', line(1, {}), 'z')
    expect(all.map(({ problems }) => problems)).toEqual([[problem(1), problem(3), problem(5)], []])
  })
  test('a log whose begin is lost', () => {
    const frames = [frame(0, '0x7'), frame(1, '0x8')]
    expect(read(line(2, { pc: 7 }), line(2, { pc: 8 }))).toEqual([{ ...bare, lastException: { frames }, frameCount: 2 }])
    expect(read(line(2, { pc: 7, type: 'x' }), line(1, { type: 'y' })).map(({ exception }) => exception)).toEqual([
      {},
      { type: 'y' },
    ])
  })
  test('nothing', () => {
    expect(read('')).toEqual([])
  })
}) // prettier-ignore
