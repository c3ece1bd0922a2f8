/** Android's tombstones: stacks, threads, registers, words, what a log puts before them, and texts that are none. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const readAll = (text: string): readonly Report[] => {
  const outcome = parseReport('tombstone_00', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}
const read = (text: string): Report | undefined => readAll(text)[0]
const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/reports/tombstone/${name}`, import.meta.url), 'utf8')
const rowsOf = (report: Report | undefined, thread = 0) =>
  report?.threads[thread]?.frames.map(({ index, kind, offset, address, symbol, image }) => [
    index,
    kind,
    offset ?? address,
    symbol?.name,
    image === undefined ? undefined : report.images[image]?.name,
  ])

test('the signal, its cause, both threads, registers and the process, as the text says them', () => {
  const report = read(fixture('arm64.txt'))
  expect(report?.format).toBe('tombstone')
  expect(report?.exception).toEqual({
    signal: 'SIGSEGV',
    codes: 'code 1 (SEGV_MAPERR)',
    address: 0x10n,
    reason: 'null pointer dereference',
  })
  expect(report?.header).toMatchObject({
    pid: 1234,
    process: 'com.example.shop',
    arch: 'arm64',
    os: 'Android 13 (TQ1A.230205.002)',
    device: 'acme harbor',
  })
  expect(report?.threads.map(({ id, name, crashed }) => [id, name, crashed])).toEqual([
    [1250, 'Thread-2', true],
    [1234, 'm.example.shop', false],
  ])
  const registers = new Map(report?.threads[0]?.registers?.map(({ name, value }) => [name, value]))
  expect([registers.get('x0'), registers.get('pc'), registers.size]).toEqual([0x10n, 0x70a1b2c2b4n, 10])
})

test('rows count in the file; only the first is the instruction that ran, and of the others nothing is left to subtract', () => {
  const report = read(fixture('arm64.txt'))
  expect(rowsOf(report)).toEqual([
    [0, 'exact', 0x12b4, 'Shop::push(int, char const*)', 'libshop.so'],
    [1, 'call', 0x12d7, undefined, 'libshop.so'],
    [2, 'call', 0x21e64, 'Pay::run()', 'libpay.so'],
    [3, 'call', 0x351148, 'art_quick_generic_jni_trampoline', 'libart.so'],
    [4, 'call', 0x204c, 'com.example.shop.Till.count', undefined],
    [5, 'call', 0x2005a10, 'com.example.shop.Cart.total', undefined],
    [6, 'call', 0x664, '__kernel_rt_sigreturn', undefined],
    [7, 'call', 0x707f001000n, undefined, undefined],
    [8, 'call', 0x70deadbeefn, undefined, undefined],
  ])
  expect(report?.images.slice(0, 3).map(({ uuid, origin }) => [uuid, origin])).toEqual([
    ['A1B2C3D4-E5F6-4718-293A-4B5C6D7E8F90', 'app'],
    ['11223344-5566-7788-9900-AABBCCDDEEFF', 'app'],
    ['0B5A3C1D-2E4F-6071-8293-A4B5C6D7E8F9', 'system'],
  ])
})

test.each([
  ['threadtime', (line: string) => `05-06 10:00:00.123  1234  1250 F DEBUG   : ${line}`],
  ['brief', (line: string) => `F/DEBUG   ( 1234): ${line}`],
  ['time', (line: string) => `05-06 10:00:00.123 F/DEBUG   (1234): ${line}`],
  ['Android Studio', (line: string) => `2024-05-06 10:00:00.123 1234-1250/? A/DEBUG: ${line}`],
  ['Android Studio of today', (line: string) => `2024-05-06 10:00:00.123  1234-1250  DEBUG    pid-1234    A  ${line}`],
])('logcat, %s: the same stacks and words as without it', (_, prefix) => {
  const plain = fixture('arm64.txt')
  const logged = read(plain.split('\n').map(prefix).join('\n'))
  expect([rowsOf(logged), rowsOf(logged, 1)]).toEqual([rowsOf(read(plain)), rowsOf(read(plain), 1)])
  expect(logged?.exception).toEqual(read(plain)?.exception)
})

test('an abort message of several lines is the reason, and no address is made up', () => {
  const text = fixture('logcat-arm.txt').replace(/^.{0,60}DEBUG {3}: /gm, '')
  const report = read(text.replace('no change left', 'no change left\nfor 3 coins'))
  expect(report?.exception).toEqual({
    signal: 'SIGABRT',
    codes: 'code -6 (SI_TKILL)',
    reason: 'till.cpp:12: no change left\nfor 3 coins',
  })
  expect(report?.threads[0]?.registers?.length).toBe(8)
})

test('two crashes of one log are two reports', () => {
  const reports = readAll(fixture('arm64.txt') + fixture('logcat-arm.txt'))
  expect(reports.map(({ exception, threads }) => [exception?.signal, threads.length])).toEqual([
    ['SIGSEGV', 2],
    ['SIGABRT', 1],
  ])
})

test('rows alone, as Crashlytics and ndk-stack print them', () => {
  const report = read(
    [
      '#00 pc 0x5d2c8 libc.so (abort + 164) (BuildId: 0b5a3c1d2e4f60718293a4b5c6d7e8f9)',
      '#01 0x00000000000012b4 /data/app/lib/arm64/libshop.so (operator()(int)+20)',
    ].join('\n'),
  )
  expect(rowsOf(report)).toEqual([
    [0, 'exact', 0x5d2c8, 'abort', 'libc.so'],
    [1, 'call', 0x12b4, 'operator()(int)', 'libshop.so'],
  ])
})

test('a text without a row and without a signal is none; nor are rows of a sanitizer', () => {
  for (const text of [
    'pid: 1, tid: 2, name: a  >>> b <<<\nall is well\n',
    '    #0 0x10a000100 in count /src/till.cpp:12:9\n    #1 0x10a000200 in main /src/till.cpp:3:1\n',
  ])
    expect(read(text)?.format).not.toBe('tombstone')
})

test('the binary form is told as such', () => {
  const text = 'acme/harbor/harbor:13/TQ1A/9471150:user/release-keys'
  const bytes = [0x08, 1, 0x12, text.length, ...new TextEncoder().encode(text), 0x1a, 1, 0x30]
  const outcome = parseReport('tombstone_00.pb', Uint8Array.from(bytes))
  expect(outcome.problems.map(({ code }) => code)).toEqual(['encoded-tombstone'])
})

test('numbers of any size, and lines of any length, lose no other row', () => {
  const long = 'x'.repeat(100_000)
  const report = read(
    [
      '#00 pc ffffffffffffffff  /data/app/a/liba.so (f+999999999999999)',
      `#01 pc 10  /data/${long}`,
      `Abort message: '${long}`,
      '#02 pc 0  /data/app/a/liba.so ((((((',
      '#03 pc 20  /data/app/a/liba.so (g+1)',
    ].join('\n'),
  )
  expect(rowsOf(report)?.map(([index, , place]) => [index, place])).toEqual([
    [0, 0xffffffffffffffffn],
    [2, 0],
    [3, 0x20],
  ])
})

const CRASH = `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'acme/till/till:14/X/1:user/release-keys'
ABI: 'arm64'
pid: 71, tid: 71, name: till  >>> com.acme.till <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10
backtrace:
      #00 pc 00000000000012b4  /data/app/lib/arm64/libtill.so (count+20)
      #01 pc 00000000000013c8  /data/app/lib/arm64/libtill.so (main+8)
`

test('a crash behind more log than a sample has is read', () => {
  const log = Array.from(
    { length: 1500 },
    (_, at) => `05-06 10:00:00.123   71   71 I Till    : sold ${at} of many things`,
  )
  const reports = readAll(`${log.join('\n')}\n${CRASH}`)
  expect(reports.map(({ format, frameCount }) => [format, frameCount])).toEqual([['tombstone', 2]])
})

test('a stack that somebody asked for is no crash', () => {
  const asked = CRASH.replace(/^signal.*\n/m, '').replace(/^\*.*$/m, '----- pid 71 at 2024-05-06 10:00:00 -----')
  const reports = readAll(asked)
  const [report] = reports
  expect(report?.frameCount).toBe(2)
  expect(report?.threads.some(({ crashed }) => crashed)).toBe(false)
})

test('an abort message whose last quote is missing swallows neither rows nor the next crash', () => {
  const cut = CRASH.replace('backtrace:', "Abort message: 'out of coins\nbacktrace:")
  const reports = readAll(`${cut}${CRASH}`)
  expect(reports.map(({ frameCount }) => frameCount)).toEqual([2, 2])
  expect(reports[0]?.exception?.reason ?? '').not.toContain('backtrace')
})

const serviceRows =
  '#00 pc 0xffbf20 libshop.so (BuildId: b56bb355577dd0fc45d2c77a0ca8a3e46034e059)\n#01 pc 0x9c2370 libc.so\n'

test.each([
  ['Crashed: Thread: SIGSEGV  0x0000000000000010', undefined, 'SIGSEGV', 0x10n, undefined],
  ['Crashed: Thread-2: SIGBUS 0x18', 'Thread-2', 'SIGBUS', 0x18n, undefined],
  ['Crashed: UnityMain: SIGABRT  0x0000000000000000', 'UnityMain', 'SIGABRT', undefined, undefined],
  ['null pointer dereference: SIGSEGV  0x0000000000000018', undefined, 'SIGSEGV', 0x18n, 'null pointer dereference'],
])('what Crashlytics says above its rows: %s', (head, name, signal, address, reason) => {
  const report = read(`# Platform: android\n\n${head}\n${serviceRows}`)
  expect(report?.exception).toEqual({ signal, ...(address && { address }), ...(reason && { reason }) })
  expect(report?.threads.map((thread) => [thread.name, thread.crashed, thread.frames.length])).toEqual([
    [name, true, 2],
  ])
})

test('names that Crashlytics found, where the number is the line again', () => {
  const report = read(
    'Crashed: Thread: SIGSEGV  0x0\n       at (Missing)()\n       at pay_now(int) + 2020(pay.c:2020)\n',
  )
  expect(report?.threads[0]?.frames.map(({ symbol }) => symbol)).toEqual([
    undefined,
    { name: 'pay_now(int)', file: 'pay.c', line: 2020 },
  ])
})

test('rows without the word for an address, known by their build id', () => {
  const report = read(
    '#07 0x0000000000035b70 /data/app/a==/lib/arm64/libhermes.so (BuildId: d28fecf6ce4aad72fc2a7552b8bbc0c6bd8d122c)\n   a::b(int)\n',
  )
  expect(report?.threads[0]?.frames.map(({ index, offset }) => [index, offset])).toEqual([[7, 0x35b70]])
})

test('Android Studio’s log without a process', () => {
  const report = read(
    '2019-12-03 14:51:42.132 A/DEBUG:     #38 pc 00000000000394f8  /data/app/a==/lib/arm64/libpay.so (pay(int) const+548)\n',
  )
  expect(report?.threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual(['pay(int) const'])
})
