/** Numbers in and out of the page: what people type, and how sizes, times and counts read. */
import { expect, test } from 'vitest'
import { pastedText } from '../../src/app/dropped-files.ts'
import {
  firstAndMore,
  formatBytes,
  formatCount,
  formatDay,
  formatSeconds,
} from '../../src/app/messages/en/quantities.ts'
import { parseAddress, parseNumber } from '../../src/app/ui/numbers.ts'

test.each([
  ['0x104cc8000', 0x104cc8000n],
  [' 0x1_0000 ', 0x10000n],
  ['16,500', 16500n],
  ['-0x4000', -0x4000n],
  ['ff', 0xffn],
  ['0XFF', 0xffn],
  ['', undefined],
  ['-', undefined],
  ['0x', undefined],
  ['0x1ffffffffffffffff', undefined],
  ['12g', undefined],
  ['1.5', undefined],
])('a number typed as %j', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})

test.each([
  ['104cc8000', 0x104cc8000n],
  ['100000', 0x100000n],
  ['-4000', -0x4000n],
  ['104cc8000 ', 0x104cc8000n],
  ['1 0000', 0x10000n],
  ['11111111111111111', undefined],
  ['0x7fff', 0x7fffn],
])('an address typed as %j is hex', (text, value) => {
  expect(parseAddress(text)).toBe(value)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [99_949, '99.9 KB'],
  [999_999, '1.0 MB'],
  [1_500_000, '1.5 MB'],
  [5e15, '5,000 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0.4, 'less than a second'],
  [89, '89 s'],
  [90, '2 min'],
  [600, '10 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})

test('counts', () => {
  expect(formatCount(1, 'image')).toBe('1 image')
  expect(formatCount(0, 'crash', 'crashes')).toBe('0 crashes')
  expect(formatCount(12_345, 'frame')).toBe('12,345 frames')
  expect(firstAndMore([])).toBe('')
  expect(firstAndMore(['a', 'b', 'c'])).toBe('a and 2 more')
})

test('a day is of the calendar, not of the last 24 hours', () => {
  const now = new Date(2026, 2, 29, 0, 30).getTime()
  expect(formatDay(new Date(2026, 2, 29, 0, 1).getTime(), now)).toBe('today')
  expect(formatDay(new Date(2026, 2, 28, 23, 59).getTime(), now)).toBe('yesterday')
  expect(formatDay(new Date(2026, 2, 27, 12).getTime(), now)).toBe('Mar 27, 2026')
  // A clock that was set back.
  expect(formatDay(new Date(2026, 3, 2).getTime(), now)).toBe('Apr 2, 2026')
})

test('pasted JSON is an .ips, any other text a .crash', () => {
  expect(pastedText('  {"a":1}').path).toBe('Pasted report.ips')
  expect(pastedText('[1]').path).toBe('Pasted report.ips')
  expect(pastedText('Thread 0 Crashed:').path).toBe('Pasted report.crash')
})
