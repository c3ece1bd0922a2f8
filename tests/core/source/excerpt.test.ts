/** Lines of files in every encoding, and the lines around one of them. */
import { expect, test } from 'vitest'
import { excerptOf } from '../../../src/core/source/excerpt.ts'
import { placeOfColumn, readLines } from '../../../src/core/source/source-text.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string, mark: readonly number[], at: 0 | 1): Uint8Array =>
  Uint8Array.from([
    ...mark,
    ...[...text].flatMap((letter) => (at === 0 ? [letter.charCodeAt(0), 0] : [0, letter.charCodeAt(0)])),
  ])

test.each<readonly [what: string, bytes: Uint8Array, lines: readonly string[] | undefined]>([
  ['every line end', utf8('a\nb\r\nc\rd'), ['a', 'b', 'c', 'd']],
  ['no line end of compilers', utf8('a\u2028b\u0085c\fd'), ['a\u2028b\u0085c\fd']],
  ['a mark of UTF-8', utf8('\ufeffint x;'), ['int x;']],
  ['UTF-16, little end first', utf16('a\nb', [0xff, 0xfe], 0), ['a', 'b']],
  ['UTF-16, big end first', utf16('a\nb', [0xfe, 0xff], 1), ['a', 'b']],
  ['an old encoding', Uint8Array.from([0x2f, 0x2f, 0xe9, 0x0a, 0x78]), ['//é', 'x']],
  ['no text: NUL', Uint8Array.from([0x61, 0, 0x62]), undefined],
  ['no text: NUL in UTF-16', utf16('a\0b', [0xff, 0xfe], 0), undefined],
  ['nothing', new Uint8Array(), ['']],
])('%s', (_, bytes, lines) => {
  expect(readLines(bytes)).toEqual(lines)
})

test.each<readonly [text: string, column: number | undefined, place: number | undefined]>([
  ['abc', 1, 0],
  ['abc', 3, 2],
  ['abc', 4, undefined],
  ['abc', 0, undefined],
  ['abc', undefined, undefined],
  ['\tx', 2, 1],
  // é has two bytes, 😀 four bytes and two units.
  ['éx', 3, 1],
  ['😀x', 5, 2],
  ['', 1, undefined],
  ['abc', 2 ** 53, undefined],
])('%j, column %s is at %s', (text, column, place) => {
  expect(placeOfColumn(text, column)).toBe(place)
})

const numbered = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
const numbersOf = (line: number, all: readonly string[] = numbered): readonly number[] | undefined =>
  excerptOf(all, { line })?.lines.map(({ number }) => number)

test('four lines before and behind, as far as there are', () => {
  expect(numbersOf(10)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(numbersOf(1)).toEqual([1, 2, 3, 4, 5])
  expect(numbersOf(20)).toEqual([16, 17, 18, 19, 20])
  expect(excerptOf(numbered, { line: 8 })?.lead).toBe('line 1\nline 2\nline 3\n')
})

test.each([0, -1, 21, 2 ** 32, 2 ** 53, 1.5, Number.NaN])('no line %s', (line) => {
  expect(excerptOf(numbered, { line })).toBeUndefined()
})

test('the end of the last line begins no line', () => {
  expect(numbersOf(2, ['a', 'b', ''])).toEqual([1, 2])
  expect(excerptOf(['a', 'b', ''], { line: 3 })).toBeUndefined()
})

test('a line of 10 MB is shown around its column', () => {
  const long = `${'x'.repeat(5_000_000)}HERE${'y'.repeat(5_000_000)}`
  const found = excerptOf([long, long], { line: 1, column: 5_000_001 })
  const [own, other] = found?.lines ?? []
  expect(own?.text).toHaveLength(402)
  expect(own?.text.slice(found?.mark, (found?.mark ?? 0) + 4)).toBe('HERE')
  expect(other?.text).toBe(`${'x'.repeat(400)}…`)
})

test('letters of two units are not cut in half', () => {
  const [line] = excerptOf(['😀'.repeat(1000)], { line: 1, column: 4 * 301 + 1 })?.lines ?? []
  expect(line?.text.isWellFormed()).toBe(true)
})

test('a long beginning is no lead: a part would tell comments wrongly', () => {
  const long = [...Array.from({ length: 2000 }, () => 'x'.repeat(100)), 'here']
  expect(excerptOf(long, { line: 2001 })?.lead).toBe('')
})
