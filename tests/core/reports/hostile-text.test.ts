/** Text that no tool writes; `tests/fuzz/` breaks the fixtures of every format in many more ways. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const parse = (name: string, text: string) => parseReport(name, new TextEncoder().encode(text))

test('a hexadecimal number may begin with 0X', () => {
  const text =
    'Thread 0:\n0   App   0X0000000104004000 0x104000000 + 16384\n\nBinary Images:\n0X104000000 - 0x10400ffff App arm64 /App\n'
  const outcome = parse('upper.crash', text)
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
})

test('a file of a known kind without any report is refused in words', () => {
  const outcome = parse(
    'bugsnag.json',
    '{"events":[1],"payloadVersion":"4.0","notifier":{"name":"iOS Bugsnag Notifier"}}',
  )
  expect(outcome.ok).toBe(false)
  expect(outcome.problems.length).toBeGreaterThan(0)
})

test('hundreds of digits are no offset and no line', async () => {
  const digits = '7'.repeat(320)
  const text = `Thread 0:\n0   App   0x0000000104004000 0x104000000 + ${digits}\n1   App   0x0000000104004010 main + ${digits} (a.c:${digits})\n`
  const outcome = parse('digits.crash', text)
  expect(outcome.ok).toBe(true)
  const frames = outcome.ok ? (outcome.value[0]?.threads[0]?.frames ?? []) : []
  const numbers = frames.flatMap(({ offset, symbol }) => [offset, symbol?.offset, symbol?.line])
  expect(frames).toHaveLength(2)
  expect(numbers.filter((number) => number !== undefined && !Number.isSafeInteger(number))).toEqual([])
})

test.each([
  `0   App   0x0000000104004000 n + ${'4'.repeat(320)}`,
  `  #0 0x104004000 in main (App:arm64+0x${'f'.repeat(320)})\nSUMMARY: AddressSanitizer`,
])('an offset beyond all numbers is read without a fault', (row) => {
  const outcome = parse('offset.txt', `Thread 0:\n${row}\n`)
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
})

test.each(['-72036854775808', '-1', '0', '1e30', '253402300800'])('no date for %s seconds', (seconds) => {
  const outcome = parse(
    'a.clsrecord',
    `{"identity":{"started_at":${seconds}}}\n{"threads":[{"stacktrace":[4362076160]}]}\n`,
  )
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
  expect(outcome.ok && outcome.value[0]?.header.date).toBe(undefined)
})

test('the heading of a caught exception of Flutter is no message of one character', () => {
  const rows = '#0      Till.count (package:kiosk/till.dart:12:3)\n#1      main (package:kiosk/main.dart:9:1)\n'
  const outcome = parse('caught.txt', `======== Exception caught by widgets library =======\n${rows}`)
  expect(outcome.ok && outcome.value[0]?.exception?.reason).toBe('Exception caught by widgets library')
})
