/** Logs and dumps of several processes: each has its own report, with its own rows and words. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import { toldOf } from '../../support/text-told.ts'

const told = (text: string) =>
  toldOf(text).map(({ report, end }) => ({
    end,
    reason: report.exception?.reason,
    pid: report.header.pid,
    rows: [...eachFrame(report)].map(({ symbol }) => symbol?.name),
  }))

const crash = (pid: number, reason: string, method: string, hasHead = true): string =>
  [
    ...(hasHead ? ['FATAL EXCEPTION: main'] : []),
    `Process: org.shop.till, PID: ${pid}`,
    `java.lang.IllegalStateException: ${reason}`,
    `\tat org.shop.Till.${method}(Till.java:42)`,
    '\tat org.shop.Main.run(Main.java:7)',
  ]
    .map((line) => `01-04 21:26:12.154 ${pid} ${pid} E AndroidRuntime: ${line}\n`)
    .join('')
const rowsOf = (method: string) => [`org.shop.Till.${method}`, 'org.shop.Main.run']

test.each([true, false])('crashes of several processes in Android’s log, with their first line: %s', (hasHead) => {
  const text =
    crash(4101, 'no till', 'open', hasHead) +
    '01-04 21:26:13.154  900  901 I ActivityManager: Process org.shop.till (pid 4101) has died\n' +
    crash(4202, 'no drawer', 'close', hasHead)
  expect(told(text)).toEqual([
    { end: 'crash', reason: 'no till', pid: 4101, rows: rowsOf('open') },
    { end: 'crash', reason: 'no drawer', pid: 4202, rows: rowsOf('close') },
  ])
})

test('both lines of one crash are one report', () => {
  expect(told(crash(4101, 'no till', 'open'))).toHaveLength(1)
})

const tombstone = (pid: number): string =>
  [
    `F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18 in tid ${pid + 1} (js), pid ${pid} (org.shop.till)`,
    'F DEBUG   : *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    `F DEBUG   : pid: ${pid}, tid: ${pid + 1}, name: js  >>> org.shop.till <<<`,
    'F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000018',
    'F DEBUG   : backtrace:',
    'F DEBUG   :       #00 pc 0000000000012340  /data/app/lib/arm64/libtill.so (till_count+24)',
    'F DEBUG   :       #01 pc 0000000000012444  /data/app/lib/arm64/libtill.so (till_open+12)',
  ]
    .map((line) => `01-04 21:26:14.154 ${pid} ${pid} ${line}\n`)
    .join('')

test('an exception that was logged, and the signal that ended the process', () => {
  const logged = `01-04 21:26:12.154 4101 4101 E Till    : java.lang.IllegalStateException: no drawer
01-04 21:26:12.154 4101 4101 E Till    : \tat org.shop.Till.open(Till.java:42)
01-04 21:26:12.154 4101 4101 E Till    : \tat org.shop.Main.run(Main.java:7)
`
  expect(told(logged + tombstone(4101))).toEqual([
    { end: 'crash', reason: undefined, pid: 4101, rows: ['till_count', 'till_open'] },
    { end: 'unknown', reason: 'no drawer', pid: undefined, rows: rowsOf('open') },
  ])
})

test('exceptions that others logged before the first crash are none of it, nor are they its end', () => {
  const logged = `01-04 21:26:11.154  546  687 W System  : java.lang.IllegalArgumentException: no shelf
01-04 21:26:11.154  546  687 W System  : \tat org.shop.Shelf.open(Shelf.java:42)
01-04 21:26:11.154  546  687 W System  : \tat org.shop.Main.run(Main.java:7)
`
  expect(told(logged + crash(4101, 'no till', 'open'))).toEqual([
    { end: 'crash', reason: 'no till', pid: 4101, rows: rowsOf('open') },
    { end: 'unknown', reason: 'no shelf', pid: undefined, rows: ['org.shop.Shelf.open', 'org.shop.Main.run'] },
  ])
})

test('exceptions that others logged behind a crash are none of its causes', () => {
  const logged = `01-04 21:26:12.354 1043 1465 D Search  : Caused by: java.util.NoSuchElementException: no shelf
01-04 21:26:12.354 1043 1465 D Search  : \tat org.shop.Shelf.open(Shelf.java:42)
01-04 21:26:12.354 1043 1465 D Search  : \tat org.shop.Main.run(Main.java:7)
`
  const [first, second, ...others] = toldOf(crash(4101, 'no till', 'open') + logged)
  expect(others).toEqual([])
  expect(first?.report.header.pid).toBe(4101)
  expect(first?.words).not.toContain('NoSuchElementException')
  expect(second?.end).toBe('unknown')
})

test('Dart’s virtual machine crashed after an error of a script', () => {
  const text = `#0      _AssertionError._throwNew (dart:core/errors_patch.dart:36:5)
#1      Till.open (package:shop/till.dart:906:18)

===== CRASH =====
version=2.2.0 on "macos_x64"
si_signo=Segmentation fault: 11(11), si_code=1, si_addr=0x8
  [0x000000010c731a81] dart::bin::Till::SendData(long, long long)
  [0x000000010c73083d] dart::bin::Till::Handle()
  pc 0x000000010c73083d fp 0x00007ffeefbff0b0 thread_start+0xd
-- End of DumpStackTrace
`
  expect(told(text)).toEqual([
    {
      end: 'crash',
      reason: undefined,
      pid: undefined,
      rows: ['dart::bin::Till::SendData(long, long long)', 'dart::bin::Till::Handle()', 'thread_start'],
    },
    { end: 'unknown', reason: undefined, pid: undefined, rows: ['_AssertionError._throwNew', 'Till.open'] },
  ])
})

test('a process that was killed from outside did not end for an exception', () => {
  const text = `07-13 16:44:25.892 W/System  (12329): java.lang.IllegalStateException: no till
07-13 16:44:25.892 W/System  (12329): \tat org.shop.Till.open(Till.java:42)
07-13 16:44:25.892 W/System  (12329): \tat org.shop.Main.run(Main.java:7)
07-13 16:44:25.957 I/Zygote  ( 3474): Process 12329 exited due to signal 9 (Killed)
`
  expect(told(text).map(({ end }) => end)).toEqual(['unknown'])
})

const dump = (pid: number, process: string, method: string): string => `----- pid ${pid} at 2026-01-27 20:09:52 -----
Cmd line: ${process}
ABI: 'arm64'

"main" prio=5 tid=1 Native
  | sysTid=${pid} nice=0
  at org.shop.Till.${method}(Till.java:42)
  at org.shop.Main.run(Main.java:7)

----- end ${pid} -----

`
test('dumps of the threads of several processes', () => {
  const reports = toldOf(dump(18672, 'org.shop.till', 'open') + dump(824, 'system_server', 'close')).map(
    ({ report }) => report,
  )
  expect(reports.map(({ header }) => [header.pid, header.process])).toEqual([
    [18672, 'org.shop.till'],
    [824, 'system_server'],
  ])
  expect(reports.map((report) => [...eachFrame(report)].map(({ symbol }) => symbol?.name))).toEqual([
    rowsOf('open'),
    rowsOf('close'),
  ])
})

const goroutine = (id: number, state: string, name: string): string =>
  `goroutine ${id} [${state}]:\n${name}(0x1)\n\t/src/till.go:42 +0x1d\nmain.main()\n\t/src/main.go:7 +0x20\n\n`

test('Go: a dump that lists a goroutine again is another one', () => {
  const run = (pid: number, name: string): string =>
    `till (${pid}) - key not found\n\n${goroutine(1, 'running', name)}${goroutine(17, 'select', 'main.wait')}`
  expect(told(run(4101, 'main.open') + run(4202, 'main.close')).map(({ rows }) => rows)).toEqual([
    ['main.open', 'main.main', 'main.wait', 'main.main'],
    ['main.close', 'main.main', 'main.wait', 'main.main'],
  ])
})

test('Go: a second panic has its own words', () => {
  const text = `panic: no till\n\n${goroutine(1, 'running', 'main.open')}exit status 2\npanic: no drawer\n\n${goroutine(1, 'running', 'main.close')}`
  expect(told(text).map(({ reason }) => reason)).toEqual(['no till', 'no drawer'])
})

test('Go: all goroutines of one panic are one report', () => {
  const text = `panic: no till\n\n${goroutine(1, 'running', 'main.open')}${goroutine(17, 'select', 'main.wait')}${goroutine(18, 'IO wait', 'main.read')}`
  expect(told(text)).toHaveLength(1)
})

test('lines in strings of JSON part nothing', () => {
  const text = JSON.stringify(
    {
      name: 'Error',
      stack: `Error: no till\n    at open (till.js:1:2)\n    at run (till.js:3:4)`,
      log: ['FATAL EXCEPTION: a', 'FATAL EXCEPTION: b'],
    },
    undefined,
    2,
  )
  expect(toldOf(text)).toHaveLength(1)
})

test('several crashes as Crashlytics lists them, each with its message', () => {
  const of = (message: string, method: string): string =>
    `Fatal Exception: io.flutter.plugins.firebase.crashlytics.FlutterError\n${message}\nTill.${method} (till.dart:218)\nShop.run (shop.dart:68)\n\n`
  expect(told(of('no till', 'open') + of('no drawer', 'close')).map(({ reason, rows }) => [reason, rows])).toEqual([
    ['no till', ['Till.open', 'Shop.run']],
    ['no drawer', ['Till.close', 'Shop.run']],
  ])
})

test('the level of a log before the words of a runtime is no word of a person', () => {
  const text = `02-04 08:55:10.322  8890  8890 I MonoDroid: UNHANDLED EXCEPTION:
02-04 08:55:10.348  8890  8890 I MonoDroid: Java.Lang.IllegalStateException: no till
02-04 08:55:10.348  8890  8890 I MonoDroid:    at Shop.Till.Open(String name)
02-04 08:55:10.348  8890  8890 I MonoDroid:    at Shop.Main.Run(Object state)
`
  expect(told(text).map(({ end }) => end)).toEqual(['crash'])
})
