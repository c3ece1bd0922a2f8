/** Values of JSON, read and turned into numbers, texts and lists: each kind, at its limits. */
import { describe, expect, test } from 'vitest'
import {
  asArray,
  asBigint,
  asNumber,
  asObject,
  asString,
  formatJson,
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonValue,
} from '../../../../src/core/reports/json/json.ts'

/** The value alone, in a list, and before a word: what was read, and how far. */
function readEach(text: string, value: unknown): void {
  expect(parseJson(text)).toMatchObject({ value, end: text.length })
  expect(parseJson(`[${text}]`)).toMatchObject({ value: [value], end: text.length + 2 })
  expect(parseJson(`[${text} , ${text}\n]`)).toMatchObject({ value: [value, value], end: 2 * text.length + 6 })
  expect(parseJson(`${text} x`)).toMatchObject({ value, end: text.length })
  expect(parseJson(`[${text}]`)?.damage).toBeUndefined()
}

describe('numbers', () => {
  const wholes = ['0', '7', '42', '123456']
  const signed = [...wholes, ...wholes.map((digits) => `-${digits}`)]
  const fractions = ['', '.5', '.25', '.0625']
  const exponents = ['', 'e5', 'E5', 'e+12', 'E+3', 'e-12', 'E-1', 'e0']
  test.each(signed)('%s, with each fraction and each exponent', (whole) => {
    for (const fraction of fractions)
      for (const exponent of exponents)
        readEach(`${whole}${fraction}${exponent}`, Number(`${whole}${fraction}${exponent}`))
  })
  test.each(Array.from({ length: 24 }, (_, at) => at + 1))('of %d digits', (length) => {
    for (const digits of ['9'.repeat(length), `1${'0'.repeat(length - 1)}`, `-${'8'.repeat(length)}`]) {
      const isExact = Number.isSafeInteger(Number(digits))
      readEach(digits, isExact ? Number(digits) : BigInt(digits))
    }
  })
  test('between small and large', () => {
    readEach('9007199254740991', 9_007_199_254_740_991)
    readEach('9007199254740992', 9_007_199_254_740_992n)
    readEach('-9007199254740992', -9_007_199_254_740_992n)
    readEach('9007199254740993.0', 9_007_199_254_740_992)
    readEach('1e300', 1e300)
  })
  test('of very many digits', () => {
    const large = '9'.repeat(20)
    readEach(large.padStart(399, '0'), BigInt(large))
    readEach(large.padStart(400, '0'), Number(large))
  })
  test.each<[string, JsonValue, number]>([
    ['1e', 1, 1],
    ['1e+', 1, 1],
    ['1.', 1, 1],
    ['1.x', 1, 1],
    ['12.5.6', 12.5, 4],
    ['12-5', 12, 2],
    ['12:', 12, 2],
    ['12/', 12, 2],
  ])('%s is read as far as it goes', (text, value, end) => {
    expect(parseJson(text)).toMatchObject({ value, end })
  })
  test.each(['-', '+1', '.5', 'e5', '--1', '-x'])('%s is none', (text) => {
    expect(parseJson(text)).toBeUndefined()
    expect(parseJson(`[1,${text}]`)).toMatchObject({ value: [1], damage: { fault: 'value', offset: 3 } })
  })
})

test.each<[string, JsonValue]>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', null],
])('the word %s', (text, value) => {
  readEach(text, value)
  expect(parseJson(text.slice(0, -1))).toBeUndefined()
  expect(parseJson(text.toUpperCase())).toBeUndefined()
})

describe('texts', () => {
  test.each([
    ...['""', '"a"', '"abc"', '"\\b\\f\\n\\r\\t"', '"\\"\\\\\\/"', '"\\u0041"', '"\\u00e9\\u00E9\\uABCD\\uabcd1"'],
    ...['"x\\u0041y"', '"\\u0009\\n\\u0000"', '"é…"', '"a\\\\"', '"{}[],:"'],
  ])('%s', (text) => {
    readEach(text, JSON.parse(text) as string)
  })
  test.each([
    ['"\\x"', 'x'],
    ['"\\u12"', 'u12'],
    ['"\\u00g1"', 'u00g1'],
    ['"\\ug001"', 'ug001'],
    ['"\\u004"', 'u004'],
    ['"\\u 041"', 'u 041'],
    ['"\\U0041"', 'U0041'],
    ['"a\nb"', 'a\nb'],
  ])('%j, which is wrong', (text, value) => {
    readEach(text, value)
  })
})

test.each(['', ' ', '\t', '\n', '\r', '\ufeff', '\u00a0', ' \r\n\t \ufeff'])('blanks %j at each place', (blank) => {
  const tokens = ['', '{', '"a"', ':', '[', '1', ',', 'true', ']', ',', '"b"', ':', '"c"', '}']
  const text = tokens.join(blank)
  expect(parseJson(`${text}${blank}`)).toMatchObject({ value: { a: [1, true], b: 'c' }, end: text.length })
  expect(parseJson(text)?.damage).toBeUndefined()
})

test.each(['\0', '\u0008', '\u000b', '\u000c', '\u000e', '\u001f', '\u009f', '\u00a1', '\u2003', 'x'])(
  'no blank: %j',
  (sign) => {
    expect(parseJson(`${sign}1`)).toBeUndefined()
    expect(parseJson(`[${sign}1]`)).toMatchObject({ value: [], end: 1, damage: { fault: 'value', offset: 1 } })
  },
)

test('values at a place in a text', () => {
  expect(parseJson('x {"a":1} y', 1)).toMatchObject({ value: { a: 1 }, end: 9 })
  expect(parseJson('7 "b"', 1)).toMatchObject({ value: 'b', end: 5 })
})

describe('a value as what a reader wants', () => {
  type Wanted = readonly [string | undefined, number | undefined, bigint | undefined, string]
  test.each<[JsonValue | undefined, ...Wanted]>([
    [undefined, undefined, undefined, undefined, ''],
    [null, undefined, undefined, undefined, ''],
    [true, undefined, undefined, undefined, 'true'],
    [0, undefined, 0, 0n, '0'],
    [-1.5, undefined, -1.5, undefined, '-1.5'],
    [-7, undefined, -7, -7n, '-7'],
    [Infinity, undefined, undefined, undefined, 'Infinity'],
    [NaN, undefined, undefined, undefined, 'NaN'],
    [2n ** 64n, undefined, 2 ** 64, 2n ** 64n, '18446744073709551616'],
    ['', undefined, undefined, undefined, ''],
    ['x', 'x', undefined, undefined, 'x'],
    ['7', '7', 7, 7n, '7'],
    ['123', '123', 123, 123n, '123'],
    [' 12\n', ' 12\n', 12, 12n, ' 12\n'],
    ['0x1f', '0x1f', 31, 31n, '0x1f'],
    ['0XFF', '0XFF', 255, 255n, '0XFF'],
    ['0x', '0x', undefined, undefined, '0x'],
    ['-1', '-1', undefined, undefined, '-1'],
    ['1x', '1x', undefined, undefined, '1x'],
    ['x1', 'x1', undefined, undefined, 'x1'],
    ['0x1g', '0x1g', undefined, undefined, '0x1g'],
    ['00x1', '00x1', undefined, undefined, '00x1'],
    ['1.5', '1.5', undefined, undefined, '1.5'],
    ['0'.repeat(63) + '9', '0'.repeat(63) + '9', 9, 9n, '0'.repeat(63) + '9'],
    ['0'.repeat(64) + '9', '0'.repeat(64) + '9', undefined, undefined, '0'.repeat(64) + '9'],
    [[], undefined, undefined, undefined, '[]'],
    [[1, 'a', null, [2n]], undefined, undefined, undefined, '[1,"a",null,[2]]'],
    [{}, undefined, undefined, undefined, '{}'],
    [{ a: 'b"', n: undefined, c: [{ 'd e': false }] }, undefined, undefined, undefined, '{"a":"b\\"","c":[{"d e":false}]}'],
  ])('%s', (value, string, number, bigint, text) => {
    expect([asString(value), asNumber(value), asBigint(value), formatJson(value)]).toEqual([string, number, bigint, text])
  }) // prettier-ignore
  test('an object or a list', () => {
    const object = asObject(parseJson('{"a":1}')?.value)
    for (const value of [undefined, null, 1, 'a', true, 2n]) {
      expect(isJsonObject(value)).toBe(false)
      expect([asObject(value), asArray(value)]).toEqual([{}, []])
    }
    expect([isJsonObject(object), asObject(object), asArray(object)]).toEqual([true, object, []])
    expect([isJsonObject([1]), asObject([1]), asArray([1])]).toEqual([false, {}, [1]])
  })
  test('no deeper than 257 levels', () => {
    const nested = (levels: number): JsonValue =>
      Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], 5)
    expect(stringifyJson(nested(257))).toBe('['.repeat(257) + '5' + ']'.repeat(257))
    expect(stringifyJson(nested(258))).toBe('['.repeat(257) + '"…"' + ']'.repeat(257))
    const deep = Array.from({ length: 258 }).reduce<JsonValue>((inner) => ({ a: inner }), 5)
    expect(stringifyJson(deep)).toBe('{"a":'.repeat(257) + '"…"' + '}'.repeat(257))
  })
})
