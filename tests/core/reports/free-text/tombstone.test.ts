/** Tombstones of Android line by line: threads, signals, messages and fields. */
import { describe, expect, test } from 'vitest'
import { tombstoneFormat } from '../../../../src/core/reports/free-text/tombstone.ts'
import { claims } from '../../../support/claims.ts'
import { allTold, told } from './told.ts'

interface Report {
  readonly exception?: object
  readonly header?: Readonly<Record<string, unknown>>
  readonly applicationInfo?: readonly string[]
  readonly threads?: readonly {
    readonly id: number
    readonly unnumbered?: true
    readonly name?: string
    readonly crashed: boolean
    readonly registers?: readonly object[]
    readonly frames?: readonly {
      readonly index: number
      readonly inlined?: true
      readonly symbol?: object
      readonly imageName?: string
    }[]
  }[]
}
const report = (...lines: readonly string[]): Report => told(tombstoneFormat, lines.join('\n')) as Report
const ROW = '#00 pc 10 /l.so'
const THREAD = 'pid: 12, tid: 34, name: till  >>> shop.till <<<'
const SIGNAL = 'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18'
const threadsOf = (...lines: readonly string[]): unknown =>
  report(...lines).threads?.map(({ id, name, crashed, unnumbered, frames = [] }) => [
    unnumbered ? 'no' : id,
    name,
    crashed,
    frames.length,
  ])

describe('threads', () => {
  test.each<[string, number | string, string?]>([
    [THREAD, 34, 'till'],
    ['pid: 123456789, tid: 123456789, name: a b\t>>> x y <<<', 123456789, 'a b'],
    ['  pid: 12, tid: 34, name:         >>> x <<< ', 34],
    ['x pid: 12, tid: 34, name: till  >>> x <<<', 'no'],
    ['pid: 12, tid: x, name: till  >>> x <<<', 'no'],
    ['pid: 12, tid: 34, name: till>>> x <<<', 'no'],
    ['pid: 12, tid: 34, name: till >>> x', 'no'],
    ['allocated by thread 5', 'no', 'allocated by thread 5'],
    ['deallocated by thread 123456789:', 'no', 'deallocated by thread 123456789'],
    ['reallocated by thread 5', 'no'],
    ['allocated by thread x', 'no'],
    ['allocated by thread 5 x', 'no'],
  ])('%j', (line, id, name) => {
    expect(threadsOf(line, ROW)?.toString()).toBe([[id, name, id === 'no', 1]].toString())
  })
  test('the process is that of the first', () => {
    const { header } = report(THREAD, ROW, THREAD.replace('12', '13').replace('shop.till', 'other'), ROW)
    expect(header).toEqual({ pid: 12, process: 'shop.till' })
    expect(report('pid: 12, tid: 34, name: a >>>  <<<', ROW).header).toEqual({ pid: 12 })
  })
  test('a number that does not go up begins another stack', () => {
    const row = (index: number, pc = index + 1): string => `#0${index} pc ${pc} /l.so`
    const lengths = (...rows: readonly string[]): unknown =>
      report(THREAD, ...rows).threads?.map(({ frames = [] }) => frames.length)
    expect(lengths(row(0), row(1), row(2))).toEqual([3])
    expect(lengths(row(0), row(5))).toEqual([2])
    expect(lengths(row(0), row(1), row(0), row(1))).toEqual([2, 2])
    expect(lengths(row(1), row(1, 9))).toEqual([1, 1])
    expect(
      report(THREAD, row(0), row(1), row(1), row(2)).threads?.[0]?.frames?.map(({ index, inlined }) => [
        index,
        inlined,
      ]),
    ).toEqual([
      [0, undefined],
      [1, true],
      [1, undefined],
      [2, undefined],
    ])
  })
  test('which one crashed', () => {
    const crashed = (...lines: readonly string[]): unknown => report(...lines).threads?.map((thread) => thread.crashed)
    expect(crashed(ROW, ROW.replace('10', '20'))).toEqual([true, false])
    expect(crashed('#01 pc 10 /l.so')).toEqual([false])
    expect(crashed(THREAD, SIGNAL, ROW, THREAD, ROW)).toEqual([true, false])
    expect(crashed(SIGNAL, THREAD, ROW)).toEqual([false])
    expect(crashed(THREAD, ROW)).toEqual([false])
    expect(
      crashed('Fatal signal 6 (SIGABRT), code -6 in tid 35 (x)', THREAD, ROW, THREAD.replace('34', '35'), ROW),
    ).toEqual([false, true])
    expect(crashed('Fatal signal 6 (SIGABRT), code -6', THREAD, ROW)).toEqual([true])
  })
  test('registers', () => {
    const registersOf = (...lines: readonly string[]): unknown => report(THREAD, ...lines, ROW).threads?.[0]?.registers
    expect(registersOf('    x0  0000000000000001  x1  0123456789abcdef', '    lr  00000002 pc 00000003 ')).toEqual([
      { name: 'x0', value: '0x1' },
      { name: 'x1', value: '0x123456789abcdef' },
      { name: 'lr', value: '0x2' },
      { name: 'pc', value: '0x3' },
    ])
    for (const line of [
      'x0  0000000000000001',
      '    x0  0000001',
      '    x0  01234567g',
      '    x0 00000001 x',
      '    0x  00000001',
      '    registers  00000001',
      '    x0=00000001',
    ])
      expect(registersOf(line)).toBeUndefined()
  })
  test('the path of the last row may be cut', () => {
    const last = (path: string, behind = ''): unknown => {
      const frame = report(
        '#00 pc 1 /data/libtill.so',
        '#01 pc 1 /b.so',
        `#02 pc 1 ${path}${behind}`,
      ).threads?.[0]?.frames?.at(-1)
      return frame?.imageName
    }
    expect(last('/data/libti')).toBe('???')
    expect(last('/data/libtill.so')).toBe('libtill.so')
    expect(last('/data/libtx')).toBe('libtx')
    expect(last('/data/libti', '\nx')).toBe('libti')
    expect(last('/data/libti', ' (pay)')).toBe('libti')
  })
})

describe('signals', () => {
  const of = (...lines: readonly string[]): unknown => report(...lines, ROW).exception
  test.each<[string, object | undefined]>([
    [SIGNAL, { signal: 'SIGSEGV', codes: 'code 1 (SEGV_MAPERR)', address: '0x18' }],
    [
      '  signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------',
      { signal: 'SIGABRT', codes: 'code -6 (SI_TKILL)' },
    ],
    ['signal 123 (SIG_1), code -123456789', { signal: 'SIG_1', codes: 'code -123456789' }],
    [
      'signal 11 (SIGSEGV), code 2, fault addr 0123456789ABCDEF',
      { signal: 'SIGSEGV', codes: 'code 2', address: '0x123456789abcdef' },
    ],
    ['x signal 11 (SIGSEGV), code 1', undefined],
    ['signal x (SIGSEGV), code 1', undefined],
    ['signal 1234 (SIGSEGV), code 1', undefined],
    ['signal 11 (), code 1', undefined],
    ['signal 11 (SIGSEGV), code', undefined],
  ])('%j', (line, exception) => {
    expect(of(THREAD, line)).toEqual(exception)
  })
  test.each<[string, object | undefined]>([
    [
      'F/libc: Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18 in tid 5 (x)',
      { signal: 'SIGSEGV', codes: 'code 1 (SEGV_MAPERR)', address: '0x18' },
    ],
    ['Fatal signal 123 (SIGA1), code -6', { signal: 'SIGA1', codes: 'code -6' }],
    ['Fatal signal 6 (SIGABRT), code 2, fault addr --------', { signal: 'SIGABRT', codes: 'code 2' }],
    ['Fatal signal 6 (SIGABRT), code 2, fault addr ABC', { signal: 'SIGABRT', codes: 'code 2', address: '0xabc' }],
    ['xFatal signal 6 (SIGABRT), code 2', undefined],
    ['Fatal signal x (SIGABRT), code 2', undefined],
    ['Fatal signal 6 (SIGX), code x', undefined],
    ['Fatal signal 6 (SIG), code 2', undefined],
    ...['ABRT', 'SEGV', 'BUS', 'ILL', 'TRAP', 'FPE', 'SYS', 'STKFLT', 'PIPE'].map((name): [string, object] => [
      `SIG${name}`,
      { signal: `SIG${name}` },
    ]),
    ['SIGSEGV(SEGV_MAPERR)', { signal: 'SIGSEGV', codes: 'SEGV_MAPERR' }],
    ['SIGSEGV(x)', undefined],
    ['SIGSEGV()', undefined],
  ])('outside of the dump: %j', (line, exception) => {
    expect(of(line)).toEqual(exception)
  })
  test('the one of the dump counts more', () => {
    expect(of('Fatal signal 6 (SIGABRT), code -6', THREAD, SIGNAL)).toEqual({
      signal: 'SIGSEGV',
      codes: 'code 1 (SEGV_MAPERR)',
      address: '0x18',
    })
    expect(of(THREAD, SIGNAL, 'signal 6 (SIGABRT), code -6')).toEqual({
      signal: 'SIGSEGV',
      codes: 'code 1 (SEGV_MAPERR)',
      address: '0x18',
    })
  })
  const service = (head: string, ...rows: readonly string[]): Report => report(head, ...rows)
  test.each<[string, object, (string | undefined)?, string?]>([
    ['Crashed: Thread-2: SIGSEGV  0x0000000000000010', { signal: 'SIGSEGV', address: '0x10' }, 'Thread-2'],
    ['Crashed: a b SIGABRT 0x0', { signal: 'SIGABRT' }, 'a b'],
    ['Crashed:    Thread    SIGBUS    0xab', { signal: 'SIGBUS', address: '0xab' }],
    [
      'null pointer dereference: SIGSEGV  0x18',
      { signal: 'SIGSEGV', address: '0x18', reason: 'null pointer dereference' },
      undefined,
      'null pointer dereference',
    ],
  ])('of a service: %j', (head, exception, name, cause) => {
    const {
      exception: is,
      threads,
      applicationInfo,
    } = service(head, 'at pay + 2020(pay.c:2020)', 'at (Missing)()', 'at a b()', 'at c(d:0)')
    expect(is).toEqual(exception)
    expect(threads?.map((thread) => [thread.name, thread.crashed])).toEqual([[name, true]])
    expect(threads?.[0]?.frames?.map(({ symbol }) => symbol)).toEqual([
      { name: 'pay', file: 'pay.c', line: 2020 },
      undefined,
      { name: 'a b' },
      { name: 'c', file: 'd' },
    ])
    if (cause) expect(applicationInfo).toEqual([cause])
  })
  test.each([
    'Crash: SIGSEGV 0x1',
    '9 Crashed: SIGSEGV 0x1',
    'Crashed: SIGSEGV 0x1 x',
    'Crashed: SIGSEGV 1',
    'Crashed: SIGS 0x',
    'Null pointer: SIGSEGV 0x1',
    'Crashed:SIGSEGV 0x1',
  ])('none of a service: %s', (head) => {
    expect(claims(tombstoneFormat, `${head}\nat pay(pay.c:1)`)).toBe(false)
  })
  test.each(['x at pay()', 'at pay', 'at pay() x', 'at pay + x()y', 'at pay(a:b:1)x', 'atpay()'])(
    'no row of a service: %s',
    (row) => {
      expect(claims(tombstoneFormat, `Crashed: SIGSEGV 0x1\n${row}`)).toBe(false)
    },
  )
})

describe('what the program says', () => {
  const said = (...lines: readonly string[]): unknown => report(THREAD, SIGNAL, ...lines, ROW).applicationInfo
  test.each<[readonly string[], readonly string[] | undefined]>([
    [["Abort message: 'no till'"], ['no till']],
    [['Abort message: no till', 'x'], ['no till']],
    [
      ["Abort message: 'no till", 'of 3', "left'", 'x'],
      ['no till', 'of 3', 'left'],
    ],
    [["Abort message: '", "no till'"], ['no till']],
    [["Abort message: 'no till", 'backtrace:', 'x'], ['no till']],
    [["Abort message: 'no till", THREAD, 'x'], ['no till']],
    [["Abort message: 'no till", '    x0  0000000000000001', 'x'], ['no till']],
    [['Cause: null pointer dereference'], ['null pointer dereference']],
    [
      ["Abort message: 'a'", 'Cause: b'],
      ['a', 'b'],
    ],
    [['Cause: a', 'Cause: b'], ['a']],
    [['x Cause: a'], undefined],
    [['Cause:a'], undefined],
    [["x Abort message: 'a'"], undefined],
  ])('%j', (lines, info) => {
    expect(said(...lines)).toEqual(info)
    expect(report(THREAD, SIGNAL, ...lines, ROW).exception).toMatchObject(
      info ? { reason: lines.length === 2 && info[1] === 'b' ? 'a' : info.join('\n') } : { signal: 'SIGSEGV' },
    )
  })
  test('at most forty lines', () => {
    const lines = (count: number): number | undefined =>
      (said("Abort message: 'a", ...new Array<string>(count).fill('b')) as readonly string[]).length
    expect([lines(3), lines(39), lines(40)]).toEqual([4, 40, 40])
  })
  test('lines of another program in the same log are left out', () => {
    const log = (tag: string, words: string): string => `03-01 10:11:12.131  100  200 F ${tag}: ${words}`
    const lines = [
      log('DEBUG', THREAD),
      log('DEBUG', SIGNAL),
      log('DEBUG', "Abort message: 'a"),
      log('Other', 'b'),
      log('DEBUG', "c'"),
      log('DEBUG', ROW),
    ]
    expect(report(...lines).applicationInfo).toEqual(['a', 'c'])
  })
})

test('fields', () => {
  const { header } = report(
    "Build fingerprint: 'shop/till_x/till-1.b:14/UP1A.2/3:user/release-keys'",
    ...[
      "Revision: '0'",
      "ABI: 'arm64'",
      'Timestamp: 2024-03-01 10:11:12',
      'Process uptime: 5s',
      'Cmdline: shop.till',
      'uid: 1',
      'Executable: /a\t',
      "ABI: 'arm'",
      'Other: x',
      'x uid: 2',
    ],
    ...[THREAD, SIGNAL, ROW],
  )
  expect(header).toEqual({
    ...{
      pid: 12,
      process: 'shop.till',
      os: 'Android 14 (UP1A.2)',
      device: 'shop till-1.b',
      arch: 'arm64',
      date: '2024-03-01 10:11:12',
    },
    fields: [
      ['Build fingerprint', 'shop/till_x/till-1.b:14/UP1A.2/3:user/release-keys'],
      ...[
        ['Revision', '0'],
        ['ABI', 'arm64'],
        ['Timestamp', '2024-03-01 10:11:12'],
        ['Process uptime', '5s'],
        ['Cmdline', 'shop.till'],
        ['uid', '1'],
        ['Executable', '/a'],
      ],
    ],
  })
  for (const print of ['x:14/U/3:user', '/a/b:14/U/3', 'a/b:14/U/3', 'a/b/c:14/U', 'a/b/c:1 4/U/3', 'x a/b/c:14/U/3'])
    expect(report(`Build fingerprint: '${print}'`, THREAD, SIGNAL, ROW).header).toEqual({
      ...{ pid: 12, process: 'shop.till', fields: [['Build fingerprint', print]] },
    })
})

test('stacks that somebody asked for', () => {
  const head = '----- pid 123 at 2024-03-01 10:11:12 -----'
  const { header, threads } = report(
    head,
    'Cmd line: shop.till',
    '"pool 1" sysTid=9611',
    ROW,
    '"b" sysTid=5 ',
    ROW,
    '"c" sysTid=x',
    'x',
  )
  expect(header).toEqual({
    pid: 123,
    process: 'shop.till',
    date: '2024-03-01 10:11:12',
    fields: [['Timestamp', '2024-03-01 10:11:12']],
  })
  expect(threads?.map(({ id, name, crashed }) => [id, name, crashed])).toEqual([
    [9611, 'pool 1', false],
    [5, 'b', false],
  ])
  expect(report('----- pid 123 at noon', '"a" sysTid=1', ROW).header).toEqual({ pid: 123 })
  expect(report('x ----- pid 123 at noon', '"a" sysTid=1', 'Cmd line: x', ROW).header).toBeUndefined()
})

test('several dumps', () => {
  const stars = '*** *** *** *** *** *** ***'
  const count = (...lines: readonly string[]): number => allTold(tombstoneFormat, lines.join('\n')).length
  expect(count(THREAD, SIGNAL, ROW, stars, THREAD, SIGNAL, ROW)).toBe(2)
  expect(count(THREAD, SIGNAL, ROW, '********** Crash dump: **********', ROW)).toBe(2)
  for (const line of [
    '*** *** ***',
    `x ${stars}`,
    `${stars} x`,
    '********* Crash dump: **********',
    'x********** Crash dump: **********',
    '********** Crash dump: **********x',
  ])
    expect(count(THREAD, SIGNAL, ROW, line, THREAD, SIGNAL, ROW)).toBe(1)
  expect(report('Fatal signal 6 (SIGABRT), code -6 in tid 34', stars, THREAD, ROW)).toMatchObject({
    exception: { signal: 'SIGABRT', codes: 'code -6' },
    threads: [{ id: 34, crashed: true }],
  })
  expect(report(stars, 'Fatal signal 6 (SIGABRT), code -6', ROW, stars, ROW).exception).toEqual({
    signal: 'SIGABRT',
    codes: 'code -6',
  })
})

test.each<[string, boolean]>([
  [ROW, true],
  ['#00 0x10 /l.so', false],
  ['********** Crash dump: **********', true],
  ['*** *** *** *** ***', false],
  [`${THREAD}\n${SIGNAL}`, true],
  [`${SIGNAL}\n${THREAD}`, true],
  [THREAD, false],
  [SIGNAL, false],
  [`${THREAD}\n#00 T:c () <0x1>`, true],
  ['#00 T:c () <0x1>', false],
  ['Crashed: SIGSEGV 0x1\nat pay(pay.c:1)', true],
  ['at pay(pay.c:1)', false],
])('%j is a tombstone: %j', (text, is) => {
  expect(claims(tombstoneFormat, text)).toBe(is)
})
