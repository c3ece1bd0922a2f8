/** Call stacks without a report around them: the texts that count as one, their headings, and the exception in lines around them. */
import { describe, expect, test } from 'vitest'
import { bsBacktraceFormat } from '../../../../src/core/reports/free-text/bs-backtrace.ts'
import {
  buglyFormat,
  callStackSymbolsFormat,
  talkingDataFormat,
} from '../../../../src/core/reports/free-text/call-stack.ts'
import { consoleMessageFormat } from '../../../../src/core/reports/free-text/console-message.ts'
import { nsexceptionFormat } from '../../../../src/core/reports/free-text/nsexception-log.ts'
import { claims } from '../../../support/claims.ts'
import { told } from './told.ts'

interface Stack {
  readonly title?: string
  readonly frames: readonly { readonly index: number; readonly kind: string }[]
}
interface Report {
  readonly exception?: object
  readonly header?: object
  readonly applicationInfo?: readonly string[]
  readonly threads?: readonly (Stack & {
    readonly id: number
    readonly name?: string
    readonly queue?: string
    readonly crashed: boolean
    readonly unnumbered?: true
  })[]
  readonly lastException?: Stack
  readonly backtraces?: readonly Stack[]
}
const row = (index: number, name = 'pay'): string => `${index}   Till   0x0000000104ccc07${index} ${name} + 40`
const ROWS = [row(0), row(1)]
const report = (...lines: readonly string[]): Report => told(callStackSymbolsFormat, lines.join('\n')) as Report

describe('rows 0 and 1', () => {
  const is = (...lines: readonly string[]): boolean => claims(callStackSymbolsFormat, lines.join('\n'))
  test.each<[boolean, readonly string[]]>([
    [true, ROWS],
    [true, [row(0), 'words', row(1)]],
    [false, [row(0), 'words', 'words', row(1)]],
    [false, [row(0)]],
    [false, [row(1), row(2)]],
    [false, [row(1), row(0)]],
    [false, ['0 Till 0x104c pay + 40', '1 Till 0x104d pay + 40']],
    [false, [row(0).replace('0   ', '0'), row(1)]],
  ])('%j %j', (expected, lines) => {
    expect(is(...lines)).toBe(expected)
  })
  test.each<[string, boolean, boolean]>([
    ['#12 Thread', true, false],
    [' \t#1\tThread x', true, false],
    ['x #1 Thread', false, false],
    ['#1 Threads', false, false],
    ['#x Thread', false, false],
    ...['SEGV', 'BUS', 'ILL', 'FPE', 'TRAP'].map((name): [string, boolean, boolean] => [
      ` \t${name}_MAPERR x`,
      true,
      false,
    ]),
    ['x SEGV_MAPERR', false, false],
    ['SEGV_', false, false],
    ['SEGV_1', false, false],
    ['a Bugly page', true, false],
    ['buglys', false, false],
    ['of TalkingData', false, true],
    ['of Talking Data x', false, true],
    ['TalkingDatas', false, false],
    ['xTDGA', false, false],
    ['TDGA', false, true],
    ['a TDTracker', false, true],
    ['TDX', false, false],
  ])('of a service: %j', (words, isBugly, isTalkingData) => {
    const text = [words, ...ROWS].join('\n')
    expect([claims(buglyFormat, text), claims(talkingDataFormat, text)]).toEqual([isBugly, isTalkingData])
    expect([claims(buglyFormat, words), claims(talkingDataFormat, words)]).toEqual([false, false])
  })
})

describe('headings', () => {
  const heads = (...lines: readonly string[]): unknown =>
    report(...lines).threads?.map(({ id, name, crashed, unnumbered, frames }) => [
      unnumbered ? 'no' : id,
      name,
      crashed,
      frames.map(({ kind }) => kind),
    ])
  const [own, called] = [
    ['exact', 'return'],
    ['return', 'return'],
  ]
  test.each<[string, unknown]>([
    ['Thread 3:', [[3, undefined, false, own]]],
    ['#12 Thread', [[12, undefined, false, own]]],
    ['Thread 3 crashed:', [[3, undefined, true, own]]],
    ['Thread of PID 71', [['no', undefined, false, own]]],
    ['com.apple.main-thread', undefined],
    ['words', undefined],
  ])('%j', (head, threads) => {
    expect(heads(head, ...ROWS)).toEqual(threads)
  })
  test('of the second stack', () => {
    expect(heads('x', ...ROWS, 'com.shop.till \t', ...ROWS)).toEqual([['no', 'com.shop.till', false, own]])
    expect(heads('x', ...ROWS, 'org.shop', ...ROWS)).toEqual([['no', 'org.shop', false, own]])
    expect(heads('x', ...ROWS, 'Thread 4', ...ROWS)).toEqual([[4, undefined, false, own]])
    expect(heads('Thread 1', ...ROWS, 'Thread 4', ...ROWS)?.toString()).toBe(
      [
        [1, undefined, false, own],
        [4, undefined, false, own],
      ].toString(),
    )
  })
  test('stacks without a heading and an end are only stacks', () => {
    expect(report(...ROWS).backtraces?.map(({ title, frames }) => [title, frames.map(({ kind }) => kind)])).toEqual([
      ['Call stack symbols', called],
    ])
  })
  test.each<[readonly string[], object | undefined]>([
    [['Triggered by thread: 7', 'Thread name: shop', 'Call stack:'], { id: 7, name: 'shop' }],
    [
      [' \tTriggered by thread:\t12345 \t', '\tThread name:  two words ', '', ' Call stack:'],
      { id: 12345, name: 'two words' },
    ],
    [['Triggered by thread: 7', 'Thread name: Dispatch queue: com.shop', 'Call stack:'], { id: 7, queue: 'com.shop' }],
    [['Triggered by thread: 7', 'Call stack:'], { id: 7 }],
    [['x Triggered by thread: 7', 'Call stack:'], undefined],
    [['Triggered by thread: 123456', 'Call stack:'], undefined],
    [['Triggered by thread: 7 x', 'Call stack:'], undefined],
    [['Triggered by thread: 7', 'x', 'Call stack:'], undefined],
  ])('the thread that was triggered: %j', (lines, thread) => {
    expect(
      report(...lines, ...ROWS).threads?.map(({ id, name, queue, crashed }) => ({
        id,
        ...(name && { name }),
        ...(queue && { queue }),
        crashed,
      })),
    ).toEqual(thread && [{ ...thread, crashed: true }])
  })
})

describe('ends', () => {
  test.each<[string, object | undefined]>([
    ...['SEGV', 'ABRT', 'BUS', 'ILL', 'TRAP', 'FPE', 'SYS', 'PIPE', 'KILL'].map((name): [string, object] => [
      `a SIG${name} x`,
      { signal: `SIG${name}` },
    ]),
    ['aSIGSEGV', undefined],
    ['SIGSEGVX', undefined],
    ['SIGSEGV SEGV_MAPERR', { signal: 'SIGSEGV', codes: 'SEGV_MAPERR' }],
    ['SIGBUS x BUS_ADRALN y', { signal: 'SIGBUS', codes: 'BUS_ADRALN' }],
  ])('%j', (words, exception) => {
    const { exception: is, threads } = report(words, ...ROWS)
    expect(is).toEqual(exception)
    expect(threads?.map(({ crashed, frames }) => [crashed, frames[0]?.kind])).toEqual(exception && [[true, 'exact']])
  })
  test('an exception has the first stack', () => {
    const { exception, lastException, applicationInfo, threads } = report(
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no till'",
      ...ROWS,
      'Thread 3',
      ...ROWS,
    )
    expect(exception).toEqual({ type: 'NSException', name: 'NSRangeException', reason: 'no till' })
    expect(applicationInfo).toEqual([
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no till'",
    ])
    expect(lastException?.frames.map(({ kind }) => kind)).toEqual(['return', 'return'])
    expect(threads?.map(({ id }) => id)).toEqual([3])
  })
})

describe('BSBacktraceLogger', () => {
  const of = (head: string): unknown =>
    (
      told(bsBacktraceFormat, [head, 'Till 0x104ccc074 pay + 40', 'Till 0x104ccc080 sum + 4'].join('\n')) as Report
    ).threads?.map(({ id, name, crashed, frames }) => [id, name, crashed, frames.length])
  test.each<[string, number, string?]>([
    ['Backtrace of Thread 259:', 259],
    ['x backtrace of thread\t259\t( main one ) :', 259, 'main one'],
    ['Backtrace of Thread 0x1f main:', 31, 'main'],
    ['Backtrace of Thread 1 ():', 1],
  ])('%j', (head, id, name) => {
    expect(of(head)).toEqual([[id, name, false, 2]])
    expect(claims(bsBacktraceFormat, head)).toBe(true)
  })
  test.each([
    'Backtrace of Thread x:',
    'Backtrace of Threads 1:',
    'Backtrace of Thread 1',
    'xBacktrace of Thread 1:',
    'Backtrace of Thread 12a:',
    `Backtrace of Thread ${'1'.repeat(21)}:`,
  ])('none: %s', (head) => {
    expect(claims(bsBacktraceFormat, head)).toBe(false)
  })
})

describe('a line of a console on a message that no method answers', () => {
  const [SEL, OLD] = [
    '-[Till pay]: unrecognized selector sent to instance 0x600',
    '*** -[Till pay]: selector not recognized',
  ]
  test.each<[string, string]>([
    [SEL, SEL],
    [`2024-03-01 10:11:12 Till[123:4af] ${SEL}`, SEL],
    [`Till[1] *** ${SEL}\t\r`, SEL],
    [OLD, OLD.slice(4)],
    [`${OLD} [self = 0x0123456789abcdef]`, `${OLD.slice(4)} [self = 0x0123456789abcdef]`],
    [
      '+[_T a:b:]: unrecognized selector sent to class 0x0123456789abcdef',
      '+[_T a:b:]: unrecognized selector sent to class 0x0123456789abcdef',
    ],
    [`Till[123456789:0x12] ${SEL}`, SEL],
  ])('%j', (text, reason) => {
    expect(claims(consoleMessageFormat, text)).toBe(true)
    expect(told(consoleMessageFormat, text)).toMatchObject({
      exception: { type: 'Objective-C exception', reason },
      applicationInfo: [reason],
    })
  })
  test.each([
    `x ${SEL}`,
    `Till[x] ${SEL}`,
    `Till[1]${SEL}`,
    `${SEL} x`,
    `Till[1] ** ${SEL}`,
    SEL.replace('-[', '['),
    SEL.replace('Till', '9Till'),
    SEL.replace('instance', 'object'),
    SEL.replace('0x600', '0xg'),
    `${OLD} [self = x]`,
    `Till[1:xyz!] ${SEL}`,
    `${SEL}\0`,
    SEL.padEnd((1 << 18) + 1),
  ])('none: %j', (text) => {
    expect(claims(consoleMessageFormat, text)).toBe(false)
  })
  test('is read in a whole text of any length up to a limit', () => {
    expect(claims(consoleMessageFormat, SEL.padEnd(1 << 18))).toBe(true)
    expect(consoleMessageFormat.sniff({ path: '', bytes: new Uint8Array(), text: SEL, whole: false })).toBe(false)
  })
})

describe('the log of an exception', () => {
  const THROWN = '*** First throw call stack:'
  const log = (...lines: readonly string[]): Report => told(nsexceptionFormat, lines.join('\n')) as Report
  const WORDS = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no till'"
  test.each<[string, object | undefined]>([
    [
      `2024-03-01 10:11:12.131 My Till[123:456] ${WORDS}`,
      { process: 'My Till', pid: 123, date: '2024-03-01 10:11:12.131' },
    ],
    [`2024-03-01 10:11:12.131+0100 T[1] ${WORDS}`, { process: 'T', pid: 1, date: '2024-03-01 10:11:12.131+0100' }],
    [`2024-03-01 10:11:12-0100 T[1] ${WORDS}`, { process: 'T', pid: 1, date: '2024-03-01 10:11:12-0100' }],
    [`T[123456789:ab_1] ${WORDS}`, { process: 'T', pid: 123456789 }],
    [`T[x] ${WORDS}`, undefined],
    [WORDS, undefined],
    [`default\t09:52:39.640676 +0100\tMy Shop\t${WORDS}`, { process: 'My Shop' }],
    [`default\t09:52:39.6 +0100\tS\t${WORDS}`, { process: 'S' }],
    [`default\t09:52:39.640676 0100\tShop\t${WORDS}`, undefined],
    [`default 09:52:39.640676 +0100 Shop ${WORDS}`, undefined],
  ])('%j', (line, parts) => {
    const { header } = log(line, THROWN, ...ROWS)
    const { process, pid, date } = (parts ?? {}) as {
      readonly process?: string
      readonly pid?: number
      readonly date?: string
    }
    expect(header).toEqual(
      parts && {
        ...parts,
        fields: [
          ['Process', pid === undefined ? process : `${process} [${pid}]`],
          ...(date === undefined ? [] : [['Date/Time', date]]),
        ],
      },
    )
  })
  test('stacks above the words are of earlier messages', () => {
    const titles = (...lines: readonly string[]): unknown => {
      const { lastException, backtraces = [] } = log(...lines)
      return [lastException?.title, backtraces.map(({ title }) => title)]
    }
    expect(titles(WORDS, THROWN, ...ROWS)).toEqual(['First throw call stack', []])
    expect(titles(WORDS, THROWN, ...ROWS, 'x', ...ROWS)).toEqual([
      'First throw call stack',
      ['First throw call stack (2)'],
    ])
    expect(titles(...ROWS, WORDS, THROWN, ...ROWS)).toEqual([
      'First throw call stack',
      ['Stack of an earlier message (1)'],
    ])
    expect(titles(...ROWS)).toEqual(['First throw call stack', []])
    expect(claims(nsexceptionFormat, `x ${THROWN} y`)).toBe(true)
    expect(claims(nsexceptionFormat, 'first throw call stack:')).toBe(false)
  })
})
