import { expect, test } from 'vitest'
import { asArray, asNumber, parseJson, stringifyJson } from '../../../src/core/reports/json/json.ts'

const value = (text: string) => {
  const document = parseJson(text)
  return document && stringifyJson(document.value)
}

test.each([
  ['{"a":18446744005169639936,"b":1.5,"c":-3}', '{"a":18446744005169639936,"b":1.5,"c":-3}'],
  ['[1,2,{"x":[]},]', '[1,2,{"x":[]}]'],
  ['{"a":"x\\n\\u00e9\\/","b":true,"c":null,}', '{"a":"x\\né/","b":true,"c":null}'],
  ['  7 rest', '7'],
  ['{"threads":[{"id":1},{"id":2},{"id":', '{"threads":[{"id":1},{"id":2},{}]}'],
  ['{"a":1,"b":"cut of', '{"a":1}'],
  ['{"a":1,"n":12', '{"a":1}'],
  ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
])('%s', (text, expected) => {
  expect(value(text)).toBe(expected)
})

test.each(['', '   ', 'text', '"open'])('nothing to read in %j', (text) => {
  expect(parseJson(text)).toBeUndefined()
})

test('spans, the end and open values are told', () => {
  const text = ' {"a":[1,2]} tail'
  const document = parseJson(text)!
  expect(text.slice(0, document.end)).toBe(' {"a":[1,2]}')
  expect([...document.spans.values()].map(({ start, end }) => text.slice(start, end)).sort()).toEqual([
    '[1,2]',
    '{"a":[1,2]}',
  ])
  expect(document.damage).toBeUndefined()
  const cut = parseJson('{"a":[1,2')!
  expect(cut.open.size).toBe(2)
  expect(cut.damage).toBeDefined()
})

test('deep nesting ends in a note, not in a crash', () => {
  expect(parseJson('['.repeat(100_000))!.damage?.fault).toBe('depth')
})

test('an object in two parts under one key is one; other values are replaced', () => {
  expect(stringifyJson(parseJson('{"memory":{"size":1,"free":2},"memory":{"free":3},"n":1,"n":{"a":4}}')!.value)).toBe(
    '{"memory":{"size":1,"free":3},"n":{"a":4}}',
  )
  expect(stringifyJson(parseJson('{"__proto__":{"x":1},"__proto__":{"y":2},"toString":{"z":3}}')!.value)).toBe(
    '{"__proto__":{"x":1,"y":2},"toString":{"z":3}}',
  )
})

test('what JSON writes as a number but is none is not taken for one', () => {
  const values = asArray(parseJson('[1e999, -1e999, 0.5, "0x10", "12"]')?.value)
  expect(values.map((value) => asNumber(value))).toEqual([undefined, undefined, 0.5, 16, 12])
})
