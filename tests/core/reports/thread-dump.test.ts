/** Dumps of all threads: Android's runtime of several ages, Java, Mono; lines between the stacks, and texts that are no dump. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

const threadsOf = ({ threads, images }: Report): unknown =>
  threads.map(({ id, name, crashed, unnumbered, state, frames }) => ({
    ...{ id, name, crashed, unnumbered, state: state?.[0] },
    rows: frames.map(({ kind, image, offset, symbol, language }) =>
      image === undefined
        ? [language, symbol?.name, symbol?.file, symbol?.line]
        : [kind, images[image]?.name, offset, symbol?.name],
    ),
  }))

interface Dialect {
  readonly name: string
  readonly heading: (name: string, number: number) => string
  readonly native: ((position: number) => string) | undefined
  readonly managed: string
  readonly state: string
  readonly id: (number: number) => number
  /** An address that the heading prints instead of a small number. */
  readonly address?: (number: number) => string
  readonly row: readonly unknown[]
}

const java = '  at com.shop.Till.count(Till.java:42)'
const javaRow = ['java', 'com.shop.Till.count', 'Till.java', 42] as const
const dialects: readonly Dialect[] = [
  {
    name: 'Android 4',
    heading: (name, number) =>
      `"${name}" prio=5 tid=${number} NATIVE\n  | group="main" sCount=1\n  | sysTid=${number + 700} nice=0`,
    native: (position) => `  #0${position}  pc 0001700${position}  /system/lib/libc.so (__ioctl+8)`,
    managed: java,
    state: 'NATIVE',
    id: (number) => number + 700,
    row: javaRow,
  },
  {
    name: 'Android 5',
    heading: (name, number) =>
      `"${name}" daemon prio=5 tid=${number} Runnable\n  | sysTid=${number + 20000} nice=0\n  | held mutexes=`,
    native: (position) => `  native: pc 000000000001700${position}  /system/lib/libc.so (__ioctl+8)`,
    managed: java,
    state: 'Runnable',
    id: (number) => number + 20000,
    row: javaRow,
  },
  {
    name: 'Android 14, behind a log',
    heading: (name, number) => `"${name}" prio=10 tid=${number} Waiting`,
    native: (position) =>
      `  native: #0${position} pc 000000000001700${position}  /apex/com.android.runtime/lib64/bionic/libc.so (__ioctl+8) (BuildId: 058e3ec96fa600fb840a6a6956c6b64e)`,
    managed: '  at com.shop.Till.count(Till.kt:42)\n  - waiting on <0x0d4f> (a java.lang.Object)',
    state: 'Waiting',
    id: (number) => number,
    row: ['kotlin', 'com.shop.Till.count', 'Till.kt', 42],
  },
  {
    name: 'Java',
    heading: (name, number) =>
      `"${name}" #${number} daemon prio=5 os_prio=0 cpu=1.2ms tid=0x${number.toString(16)} nid=0x${number} waiting on condition  [0x0000]\n   java.lang.Thread.State: TIMED_WAITING (sleeping)`,
    native: undefined,
    managed: '\tat com.shop.Till.count(Till.java:42)\n\t- locked <0x1> (a java.lang.Object)',
    state: 'TIMED_WAITING',
    id: (number) => number,
    row: javaRow,
  },
  {
    name: 'Mono',
    heading: (name, number) =>
      `"${name}" tid=0x0x7000${number.toString(16).padStart(4, '0')} this=0x0x10c1a2e70 , thread handle : 0x7f8c, state : waiting`,
    native: undefined,
    managed: '  at Shop.Till.Count (System.Int32 max) [0x0001f] in /src/Till.cs:42 ',
    state: 'waiting',
    id: (number) => (number === 1 ? 0 : 1),
    address: (number) => `0x7000${number.toString(16).padStart(4, '0')}`,
    row: ['csharp', 'Shop.Till.Count (System.Int32 max)', '/src/Till.cs', 42],
  },
]

test.each(dialects)('$name: each thread has its number, name, state and rows, and none has crashed', (dialect) => {
  const { heading, native, managed, state, id, row, address } = dialect
  const one = (name: string, number: number): string =>
    [heading(name, number), native?.(0), native?.(1), managed].filter((part) => part !== undefined).join('\n')
  const report = readPasted(`${one('main', 1)}\n\n${one('Signal Catcher', 12)}\n`)
  expect(report.format).toBe('thread-dump')
  const natives = native
    ? [
        ['exact', 'libc.so', 0x17000, '__ioctl'],
        ['call', 'libc.so', 0x17001, '__ioctl'],
      ]
    : []
  const expected = (name: string, number: number): unknown => ({
    ...{ id: id(number), crashed: false, state },
    // An address is no number that a reader looks for.
    ...(address ? { name: `${name} (${address(number)})`, unnumbered: true } : { name, unnumbered: undefined }),
    rows: [...natives, row],
  })
  expect(threadsOf(report)).toEqual([expected('main', 1), expected('Signal Catcher', 12)])
})

test('the process, the time and why the system asked; a thread whose heading was cut off, and one without rows', () => {
  const report = readPasted(
    [
      '  at com.shop.Cart.close(Cart.java:9)',
      '',
      'Subject: Input dispatching timed out (Waiting to send key event)',
      '----- pid 2314 at 2024-05-06 07:08:09.123 -----',
      'Cmd line: com.example.shop',
      "ABI: 'arm64'",
      '"main" prio=5 tid=1 Blocked',
      '  at java.lang.Object.wait(Native method)',
      '"Idle" prio=5 tid=2 Waiting',
      '----- end 2314 -----',
    ].join('\n'),
  )
  expect(report.header).toMatchObject({
    pid: 2314,
    process: 'com.example.shop',
    arch: 'arm64',
    date: '2024-05-06 07:08:09',
  })
  expect(report.applicationInfo).toEqual(['Input dispatching timed out (Waiting to send key event)'])
  expect(report.threads.map(({ name, unnumbered, frames }) => [name, unnumbered, frames.length])).toEqual([
    [undefined, true, 1],
    ['main', undefined, 1],
  ])
})

test.each([
  ['a heading without rows', '"main" prio=5 tid=1 Native\nnothing else\n'],
  ['a quoted word', 'He said "main" tid= and\n at home\n'],
])('%s is no dump', (_, text) => {
  const outcome = parseReport('said', new TextEncoder().encode(text))
  expect(outcome.ok && outcome.value[0]?.format === 'thread-dump').toBe(false)
})

test('a crash with the dump behind it stays a crash', () => {
  const report = readPasted(
    'pid: 1, tid: 2, name: a  >>> com.a <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10\nbacktrace:\n  #00 pc 0001  /system/lib/libc.so (f+1)\n"main" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n',
  )
  expect(report.format).toBe('tombstone')
})

test('Mono without numbers: a heading may hold the first row, and a thread may have none', () => {
  const report = readPasted(
    [
      'Full thread dump:',
      '',
      '"Till worker"  at <unknown> <0xffffffff>',
      '  at (wrapper managed-to-native) System.Threading.WaitHandle.WaitOne_internal (intptr,int) <IL 0x00030, 0xffffffff>',
      '  at Shop.Till.Wait () [0x00015] in /src/Till.cs:35 ',
      '"Idle"',
      '"GUI"  at <unknown> <0xffffffff>',
      '  at Shop.Program.Main (string[]) [0x00003] in /src/Main.cs:11 ',
    ].join('\n'),
  )
  expect(report.format).toBe('thread-dump')
  expect(report.threads.map(({ name, crashed, frames }) => [name, crashed, frames.length])).toEqual([
    ['Till worker', false, 2],
    ['GUI', false, 1],
  ])
})

test('a page of Google Play: its words in any language, the first row on the line of the heading', () => {
  const text = [
    'Поток 1 "main" tid=1 Blocked Основной поток Заблокирован at com.shop.Till.count (Till.java:42)',
    'Здесь основной поток заблокирован.',
    '',
    'at com.shop.Drawer.open (Drawer.kt:17)',
    'at android.os.Looper.loop (Looper.java:219)',
    '',
    'Thread 44 "pool-1" tid=44 Waiting at sun.misc.Unsafe.park (Native method)',
    'at com.shop.Pool.take (SourceFile:3)',
  ].join('\n')
  const report = readPasted(text)
  expect(report.format).toBe('thread-dump')
  expect(
    report.threads.map(({ id, name, state, frames }) => [
      id,
      name,
      state?.[0],
      frames.map(({ symbol }) => symbol?.name),
    ]),
  ).toEqual([
    [1, 'main', 'Blocked', ['com.shop.Till.count', 'com.shop.Drawer.open', 'android.os.Looper.loop']],
    [44, 'pool-1', 'Waiting', ['sun.misc.Unsafe.park', 'com.shop.Pool.take']],
  ])
  const [first] = report.threads[0]?.frames ?? []
  expect(text.slice(first?.span?.start, first?.span?.end)).toBe('at com.shop.Till.count (Till.java:42)')
})
