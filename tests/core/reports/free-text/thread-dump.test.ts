/** Dumps of all threads, line by line: headings of each runtime, states, locks and fields. */
import { describe, expect, test } from 'vitest'
import { threadDumpFormat } from '../../../../src/core/reports/free-text/thread-dump.ts'
import { lockWaits, ThreadLocks } from '../../../../src/core/reports/free-text/lock-waits.ts'
import { claims } from '../../../support/claims.ts'
import { told } from './told.ts'

interface Report {
  readonly header?: object
  readonly applicationInfo?: readonly string[]
  readonly waits?: unknown
  readonly threads?: readonly {
    readonly id: number
    readonly unnumbered?: true
    readonly name?: string
    readonly state?: readonly string[]
    readonly crashed: boolean
    readonly span: string
    readonly frames: readonly Readonly<Record<string, unknown>>[]
  }[]
}
const report = (...lines: readonly string[]): Report => told(threadDumpFormat, lines.join('\n')) as Report
const ROW = '  at shop.Till.count(Till.java:12)'
const heads = (...lines: readonly string[]): unknown =>
  report(...lines).threads?.map(({ id, name, state, unnumbered, frames }) => [
    unnumbered ? 'no' : id,
    name,
    state?.[0],
    frames.length,
  ])

test('a thread, whole', () => {
  const head = '"main" prio=5 tid=1 Native'
  expect(report(head, ROW, '  at shop.Till.run(Till.java:3)').threads).toEqual([
    {
      ...{
        id: 1,
        name: 'main',
        state: ['Native'],
        crashed: false,
        span: `${head}\n${ROW}\n  at shop.Till.run(Till.java:3)`,
      },
      frames: [
        {
          id: 0,
          index: 0,
          kind: 'exact',
          language: 'java',
          span: ROW,
          symbol: { name: 'shop.Till.count', file: 'Till.java', line: 12 },
        },
        {
          id: 1,
          index: 1,
          kind: 'exact',
          language: 'java',
          span: '  at shop.Till.run(Till.java:3)',
          symbol: { name: 'shop.Till.run', file: 'Till.java', line: 3 },
        },
      ],
    },
  ])
})

describe('headings', () => {
  test.each<[string, number | 'no', string | undefined, string?]>([
    ['"main" prio=5 tid=1 Native', 1, 'main', 'Native'],
    [
      '"a b" #12 daemon prio=5 os_prio=31 cpu=1.5ms elapsed=2.0s tid=0x7f8b1c008800 nid=0x5 waiting',
      'no',
      'a b (0x7f8b1c008800)',
    ],
    [
      '"Finalizer" tid=0x0x700003456000 this=0x1 , thread handle : 0x2, state : not waiting',
      'no',
      'Finalizer (0x700003456000)',
      'not waiting',
    ],
    ['"F" tid=0x0x12ab this=0x1 state : interrupted state \t', 0x12ab, 'F', 'interrupted state'],
    ['Thread 1 "main" tid=1 Blocked', 1, 'main', 'Blocked'],
    ['` \tNit\t123456789\t"m" tid=2    TimedWaiting x', 2, 'm', 'TimedWaiting'],
    ['        "" tid=123456789', 123456789, undefined],
    ['"x"\ttid=3 W_ait', 3, 'x', 'W_ait'],
    ['"x" tid=3     Waiting', 3, 'x'],
    ['"x" tid=3 waiting', 3, 'x'],
    ['"x" tid=3 Wa', 3, 'x'],
    ['"x" tid=3 Waiting-x', 3, 'x'],
    ['"x" tid=0x1234567 A', 'no', 'x (0x1234567)'],
    ['"x" tid=0x123456 Abc', 0x123456, 'x', 'Abc'],
    ['"x" a b c d e f g h tid=3', 3, 'x'],
  ])('%j', (head, id, name, state) => {
    expect(heads(head, ROW)).toEqual([[id, name, state, 1]])
    expect(claims(threadDumpFormat, `${head}\n${ROW}`)).toBe(true)
  })
  test.each([
    'x"main" tid=1',
    'a b "main" tid=1',
    'Thread x "main" tid=1',
    '         "main" tid=1',
    'main tid=1',
    '"main" tid=x',
    '"main" tid=1234567890x',
    '"main" xtid=1',
    '"main"      tid=1',
    '"main" a b c d e f g h i tid=1',
    '"main" a,b tid=1',
    `"${'m'.repeat(201)}" tid=1`,
    `"main" tid=1 ${'x'.repeat(800)}`,
  ])('none: %j', (head) => {
    expect(claims(threadDumpFormat, `${head}\n${ROW}`)).toBe(false)
    expect(heads(head, ROW)).toEqual([['no', undefined, undefined, 1]])
  })
  test.each<[string, string | undefined]>([
    ['"main" tid=1 Native at shop.Till.count(Till.java:12)', 'shop.Till.count'],
    ['"main" tid=1 Native\tat $s.c (T.java:1)\t ', '$s.c'],
    ['"main" tid=1 Native x at', undefined],
    ['"main" tid=1 Native xat a.b(T.java:1)', undefined],
    ['"main" tid=1 Native at a.b(T.java:1) x', undefined],
    ['"main" tid=1 Native at 9.b(T.java:1)', undefined],
  ])('the first row may stand on its line: %j', (head, name) => {
    const [thread] = report(head, ROW).threads ?? []
    expect(thread?.frames.map(({ symbol }) => (symbol as { name: string }).name)).toEqual([
      ...(name ? [name] : []),
      'shop.Till.count',
    ])
    if (name) expect(thread?.frames[0]?.span).toBe(head.slice(head.indexOf('at ')).trimEnd())
  })
  test.each<[string, string, boolean]>([
    ['Full thread dump:', '"Finalizer"', true],
    [' \tFull thread dump \t', '  "Threadpool worker"\t ', true],
    ['Full thread dump:', '"a b"  at <unknown> <0xffffffff>', true],
    ['Full thread dump:', '"a"\tat <unknown>    <0x0123456789abcdef>\t', true],
    ['Full thread dumps:', '"Finalizer"', false],
    ['a Full thread dump:', '"Finalizer"', false],
    ['Full thread dump:', '"Finalizer" x', false],
    ['Full thread dump:', 'x "Finalizer"', false],
    ['Full thread dump:', '""', false],
    ['Full thread dump:', '"a" at <unknown>', false],
    ['Full thread dump:', '"a":', false],
    ['Java stack information for the threads listed above:', '"pool 1":', true],
    ['\tJava stack information for the threads listed above: \r', ' \t"p":\t', true],
    ['x Java stack information for the threads listed above:', '"p":', false],
    ['Java stack information for the threads listed above: x', '"p":', false],
    ['Java stack information for the threads listed above:', '"p"', false],
    ['Java stack information for the threads listed above:', '"p": x', false],
    ['Java stack information for the threads listed above:', 'x "p":', false],
  ])('without a number, below %j: %j', (mark, head, is) => {
    const name = /"(.*)"/.exec(head)?.[1]
    expect(heads(mark, head, ROW)).toEqual([['no', is ? name : undefined, undefined, 1]])
    expect(claims(threadDumpFormat, `${mark}\n${head}\n${ROW}`)).toBe(is)
  })
  test('threads of a deadlock that were listed before are left out', () => {
    const mark = 'Java stack information for the threads listed above:'
    expect(heads('"p" tid=1 A', ROW, '"q" tid=2 B', mark, '"p":', ROW, '"q":', ROW, ROW)).toEqual([
      [1, 'p', undefined, 1],
      ['no', 'q', undefined, 2],
    ])
  })
})

test('states and numbers below the heading', () => {
  const of = (...lines: readonly string[]): unknown => heads('"p" tid=1', ...lines, ROW)
  expect(of('   java.lang.Thread.State: WAITING (parking)')).toEqual([[1, 'p', 'WAITING', 1]])
  expect(of('\tjava.lang.Thread.State: TIMED_WAITING')).toEqual([[1, 'p', 'TIMED_WAITING', 1]])
  expect(of('  | sysTid=9611 nice=0')).toEqual([[9611, 'p', undefined, 1]])
  expect(of('| sysTid=123456789')).toEqual([[123456789, 'p', undefined, 1]])
  for (const line of [
    'java.lang.Thread.State: WAITING',
    ' x java.lang.Thread.State: WAITING',
    ' java.lang.Thread.State: waiting',
    'x | sysTid=5',
    '| sysTid=x',
    '| sysTid=12x',
    '|  sysTid=5',
  ])
    expect(of(line)).toEqual([[1, 'p', undefined, 1]])
  expect(report('  | sysTid=9611', ROW).threads?.map(({ id, unnumbered }) => [id, unnumbered])).toEqual([[0, true]])
})

test('fields', () => {
  expect(
    report(
      '----- pid 123 at 2024-03-01 10:11:12.5 -----',
      'Cmd line: shop.till',
      "Build fingerprint: 'a/b'",
      "ABI: 'arm64'",
      'Subject: no answer ',
      "ABI: 'x'",
      'xABI: y',
      '"p" tid=1',
      ROW,
    ),
  ).toMatchObject({
    applicationInfo: ['no answer'],
    header: {
      ...{ pid: 123, date: '2024-03-01 10:11:12', process: 'shop.till', arch: 'arm64' },
      fields: [
        ['Cmd line', 'shop.till'],
        ['Build fingerprint', 'a/b'],
        ['ABI', 'arm64'],
        ['Subject', 'no answer'],
      ],
    },
  })
  for (const line of [
    'x ----- pid 123 at 2024-03-01 10:11:12',
    '----- pid x at 2024-03-01 10:11:12',
    '----- pid 1 at 2024-3-01 10:11:12',
    '---- pid 1 at 2024-03-01 10:11:12',
  ])
    expect(report(line, '"p" tid=1', ROW).header).toBeUndefined()
  expect(report('        ----- pid 1 at 2024-03-01 10:11:12', '"p" tid=1', ROW).header).toEqual({
    pid: 1,
    date: '2024-03-01 10:11:12',
  })
})

test('native rows below each other were moved back into their calls, but the first', () => {
  const native = (index: number): string => `  native: #0${index} pc 1${index} /l.so (pay+1)`
  const kinds = (...rows: readonly string[]): unknown =>
    report('"p" tid=1', ...rows).threads?.[0]?.frames.map(({ kind, index }) => [kind, index])
  expect(kinds(native(0), native(1), ROW)).toEqual([
    ['exact', 0],
    ['call', 1],
    ['exact', 2],
  ])
  expect(kinds(ROW, native(0), native(1))).toEqual([
    ['exact', 0],
    ['exact', 1],
    ['call', 2],
  ])
  expect(kinds(native(1), native(2))).toEqual([
    ['call', 0],
    ['call', 1],
  ])
  expect(kinds(native(0), native(0))).toEqual([
    ['exact', 0],
    ['call', 1],
  ])
})

test('a row without its place is of Java between those of Java', () => {
  const languages = (...rows: readonly string[]): unknown =>
    report('"p" tid=1', ...rows).threads?.[0]?.frames.map(({ language }) => language)
  expect(languages('  at Shop.Till.Count (Int32)', ROW)).toEqual(['java', 'java'])
  expect(languages('  at Shop.Till.Count (Int32)')).toEqual(['csharp'])
})

test.each<[string, boolean]>([
  [`"p" tid=1\n${ROW}`, true],
  [`"p" tid=1`, false],
  [ROW, false],
  [`${ROW}\n"p" tid=1`, false],
  [`"p" tid=1\nwords\n${ROW}`, true],
  [`signal 11 (SIGSEGV), code 1\n"p" tid=1\n${ROW}`, false],
  [`I x: signal 123 (SIGABRT), code \n"p" tid=1\n${ROW}`, false],
  [`xsignal 11 (SIGSEGV), code 1\n"p" tid=1\n${ROW}`, true],
  [`signal 11 (SIG), code 1\n"p" tid=1\n${ROW}`, true],
  [`${'x'.repeat(161)} signal 11 (SIGSEGV), code 1\n"p" tid=1\n${ROW}`, true],
])('%j is a dump: %j', (text, is) => {
  expect(claims(threadDumpFormat, text)).toBe(is)
})

describe('locks', () => {
  const waitOf = (text: string, isBlocked = false): unknown => {
    const locks = new ThreadLocks()
    locks.read(text, isBlocked)
    return locks.wait
  }
  const W = '- waiting to '
  test.each<[string, object | undefined]>([
    ['lock <0x0d4f> (a java.lang.Object) held by thread 50', { lock: '0x0d4f', number: 50, name: undefined }],
    ['lock <0xa> (an A) held by tid=123456789', { lock: '0xa', number: 123456789, name: undefined }],
    ['lock <0x0123456789abcdef> held by "a b"', { lock: '0x0123456789abcdef', number: undefined, name: 'a b' }],
    ['lock <0xa>', { lock: '0xa', number: undefined, name: undefined }],
    ['lock <a>', undefined],
    ['look <0xa>', undefined],
  ])('%s', (text, wait) => {
    expect(waitOf(`${W}${text}`)).toEqual(wait && { text, ...wait })
    expect(waitOf(`  \t${W}${text}`)).toEqual(wait && { text, ...wait })
    expect(waitOf(`x ${W}${text}`)).toBeUndefined()
  })
  test.each<[string, object | undefined]>([
    ['wait for lock 0x04bbbb9b (java.lang.Object), held by thread 44.', { lock: '0x04bbbb9b', number: 44 }],
    ['0x0123456789abcdef (A_$<b>.c) 123456789 ', { lock: '0x0123456789abcdef', number: 123456789 }],
    ['<0x04bbbb9b (A.b), thread 44', undefined],
    ['x0x04bbbb9b (A.b), thread 44', undefined],
    ['0x04b (A.b), thread 44', undefined],
    ['0x04bbbb9b (9.b), thread 44', undefined],
    ['0x04bbbb9b (A b), thread 44', undefined],
    ['0x04bbbb9b (A.b), thread 44x', undefined],
    ['0x04bbbb9b (A.b), thread', undefined],
  ])('of a thread that is blocked: %s', (text, wait) => {
    expect(waitOf(text, true)).toEqual(wait && { text: text.trim(), ...wait })
    expect(waitOf(text)).toBeUndefined()
  })
  test('those that a thread holds at this moment', () => {
    const locks = new ThreadLocks()
    for (const line of [
      '- locked <0x1> (a A)',
      ' \t- locked <0xab>',
      '- locked <0x3>',
      'x - locked <0x4>',
      '- locked 0x5',
      '- waiting on <0x3>',
      'x - waiting on <0x1>',
      '- waiting on 0x1',
    ])
      locks.read(line, false)
    expect(locks.held()).toEqual(['0x1', '0xab'])
    locks.read(`${W}lock <0x7>`, false)
    locks.read(`${W}lock <0x8>`, false)
    expect(locks.wait?.lock).toBe('0x7')
  })
  const thread = (id: number, number: number | undefined, name: string | undefined, ...lines: readonly string[]) => {
    const locks = new ThreadLocks()
    for (const line of lines) locks.read(line, false)
    return { id, number, name, locks }
  }
  const holders = (...threads: Parameters<typeof lockWaits>[0]): unknown =>
    lockWaits(threads).map((wait) => (wait as { on?: { id: number } }).on?.id)
  test('who holds a lock', () => {
    const held = '- locked <0x1>'
    expect(holders(thread(1, 5, 'a', `${W}lock <0x1> held by thread 6`), thread(2, 6, 'b', held))).toEqual([2])
    expect(holders(thread(1, 5, 'a', `${W}lock <0x1> held by thread 9`))).toEqual([9])
    expect(holders(thread(1, 5, 'a', `${W}lock <0x1> held by "b"`), thread(2, 6, 'b'), thread(3, 7, 'b'))).toEqual([2])
    expect(
      holders(thread(1, 5, 'a', `${W}lock <0x1>`, held), thread(2, 6, 'b', held), thread(3, 7, 'c', held)),
    ).toEqual([2])
    expect(holders(thread(2, 6, 'b', held), thread(1, 6, 'a', `${W}lock <0x1> held by tid=6`))).toEqual([2])
    expect(holders(thread(1, 5, 'a', held))).toEqual([])
  })
})
