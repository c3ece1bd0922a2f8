/** Stacks in Android's logs: rows of .NET in Java's form, cut stacks of Java, and dumps of native code in old and new layouts. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { endOf, isErrorOnly } from '../../../src/core/reading/end.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

const rowsOf = ({ threads }: Report) =>
  threads.map(({ frames }) =>
    frames.map(({ symbol, language }) => [language, symbol?.name, symbol?.file, symbol?.line]),
  )
const endsAs = (report: Report) => endOf({ report, resolutions: [], images: [], explanations: [] })

const NET = `android.runtime.JavaProxyThrowable: [System.InvalidOperationException]: no till is open
LOG	at Shop.Till+<<Open>b__2_0>d.MoveNext(Unknown Source:0)
LOG	at System.Threading.Tasks.Task.Run(Unknown Source:12)
LOG	at Shop.Pool\`1.Take(Unknown Source:0)
`

test('rows of .NET in the form of Java’s are C#, all alike, and have no place', () => {
  for (const log of ['', '05-07 17:25:16.035 22354 22354 E AndroidRuntime: ']) {
    const report = readPasted(NET.replaceAll('LOG', log))
    expect(rowsOf(report)).toEqual([
      [
        ['csharp', 'Shop.Till+<<Open>b__2_0>d.MoveNext', undefined, undefined],
        ['csharp', 'System.Threading.Tasks.Task.Run', undefined, undefined],
        ['csharp', 'Shop.Pool`1.Take', undefined, undefined],
      ],
    ])
    expect(report.exception).toEqual({
      type: '.NET exception',
      name: 'System.InvalidOperationException',
      reason: 'no till is open',
    })
  }
})

test('rows of Java stay Java’s where no compiler of C# wrote a name, or a file says so', () => {
  const java = 'java.lang.Error: no till\n\tat shop.Till.open(Unknown Source:4)\n\tat shop.Main.run(Unknown Source:0)\n'
  expect(rowsOf(readPasted(java))[0]?.map(([language]) => language)).toEqual(['java', 'java'])
})

test('an exception of .NET below the end of another stack has its own rows', () => {
  const log = (tag: string, line: string): string => `11-23 14:18:40.585: ${tag}(239): ${line}\n`
  const report = readPasted(
    log('E/AndroidRuntime', '\tat shop.os.Loop.run(Loop.java:592)') +
      log('E/AndroidRuntime', '\tat shop.os.Zygote.main(Zygote.java:947)') +
      log('I/MonoDroid', 'UNHANDLED EXCEPTION:') +
      log('I/MonoDroid', 'android.runtime.JavaProxyThrowable: System.NullReferenceException: no till is set') +
      log('I/MonoDroid', '   at Shop.Hosting.Builder.SetUp(AppBuilder builder)') +
      log('I/MonoDroid', '   at Shop.Program.Create()'),
  )
  expect(report.threads.map(({ crashed, frames }) => [crashed, frames.map(({ symbol }) => symbol?.name)])).toEqual([
    [false, ['shop.os.Loop.run', 'shop.os.Zygote.main']],
    [true, ['Shop.Hosting.Builder.SetUp(AppBuilder builder)', 'Shop.Program.Create()']],
  ])
  expect(report.exception?.name).toBe('System.NullReferenceException')
  expect(endsAs(report)).toBe('crash')
})

test('an error of .NET alone, its name in brackets, is one that was logged', () => {
  const report = readPasted(
    'The till was closed.\n\n[System.ObjectDisposedException]: no till is left.\nObject name: Till.\n',
  )
  expect(report.exception).toMatchObject({ name: 'System.ObjectDisposedException', reason: 'no till is left.' })
  expect(isErrorOnly(report)).toBe(true)
})

test('an exception with one row or two is read; a row without one is not', () => {
  const head = `2021-04-09 06:10:52.042 249-249/? E/AndroidRuntime: FATAL EXCEPTION: main
    Process: shop.till, PID: 249
    java.lang.IllegalStateException: no till is open
`
  const rows = [
    '        at shop.till.View.attach(TillView.android.kt:212)\n',
    '        at android.view.View.attach(View.java:20479)\n',
  ]
  for (const count of [1, 2]) {
    const report = readPasted(head + rows.slice(0, count).join(''))
    expect(rowsOf(report)[0]).toHaveLength(count)
    expect(rowsOf(report)[0]?.[0]).toEqual(['kotlin', 'shop.till.View.attach', 'TillView.android.kt', 212])
    expect(endsAs(report)).toBe('crash')
  }
  expect(parseReport('a.txt', new TextEncoder().encode(`see below\n${rows[1] ?? ''}`)).ok).toBe(false)
})

const DUMP = `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
ABI: 'x86'
pid: 23, tid: 24, name: till  >>> shop.till <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10
    eax 005ba7b4  ebx 00000000  ecx a3c5b89c  edx 00000000
backtrace:
    #00 pc 00000000  <unknown>
    #01 pc 001976ab  /system/lib/libtill.so
`

test('a dump behind what Android Studio wrote before each line without a year', () => {
  const before = '11-06 14:57:50.904 1372-1372/? I/DEBUG: '
  const said = '11-06 14:57:50.803 23-24/shop.till A/libc: Fatal signal 6 (SIGABRT), code -6 in tid 24 (till)\n'
  const report = readPasted(
    said +
      DUMP.split('\n')
        .map((line) => before + line)
        .join('\n'),
  )
  expect(report.threads.map(({ id, frames }) => [id, frames.length])).toEqual([[24, 2]])
  // The dump's own words count.
  expect(report.exception).toMatchObject({ signal: 'SIGSEGV', address: 0x10n })
})

test('the signal stands outside the dump; rows name a build id of 8 bytes', () => {
  const report = readPasted(`Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 24 (till), pid 23 (shop.till)
pid: 23, tid: 24, name: till  >>> shop.till <<<
      #01 pc 00000000004781a0  /data/app/a==/base.apk!libtill.so (offset 0x32e9000) (BuildId: 29e9d7ae134a933b)
`)
  expect(report.exception).toEqual({ signal: 'SIGABRT', codes: 'code -1 (SI_QUEUE)' })
  expect(report.threads.map(({ id, crashed }) => [id, crashed])).toEqual([[24, true]])
  expect(report.images[0]?.uuid).toBe('29E9D7AE-134A-933B-0000-000000000000')
})

test('rows that a service numbered again, with the processor behind each', () => {
  const rows = Array.from(
    { length: 11 },
    (_, at) =>
      `${at + 1} #${String(at).padStart(2, '0')} pc 0004274${at % 10} /system/lib/libtill.so (count_all_of_them+12) [armeabi-v7a]\n`,
  )
  const report = readPasted(`arm64-v8a\n#618 Worker #1\nSIGABRT\n}\n${rows.join('')}`)
  expect(report.threads[0]?.frames.map(({ index }) => index)).toEqual(rows.map((_, at) => at))
  expect(report.threads[0]?.frames[3]).toMatchObject({
    offset: 0x42743,
    symbol: { name: 'count_all_of_them', offset: 12 },
  })
  expect(report.images.map(({ name, arch }) => [name, arch])).toEqual([['libtill.so', 'armeabi-v7a']])
  expect(report.exception).toEqual({ signal: 'SIGABRT' })
})
