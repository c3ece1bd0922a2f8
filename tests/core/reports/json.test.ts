import { expect, test } from 'vitest'
import {
  asArray,
  asNumber,
  asObject,
  parseJson,
  stringifyJson,
  type JsonValue,
} from '../../../src/core/reports/json/json.ts'

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
  const root = asObject(document.value)
  const spelled = (value: JsonValue | undefined): string => {
    const { start, end } = document.spans.get(value as object)!
    return text.slice(start, end)
  }
  expect([spelled(root), spelled(root['a'])]).toEqual(['{"a":[1,2]}', '[1,2]'])
  // The places of an object are no members of it.
  expect([Reflect.ownKeys(root), JSON.stringify({ ...root })]).toEqual([['a'], '{"a":[1,2]}'])
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

test.each([
  ['123456789012345', 123456789012345],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['-0', -0],
  ['007', 7],
  ['1.50e2', 150],
])('the number %s is exact, also where others follow', (digits, expected) => {
  expect(asArray(parseJson(`[${digits},${digits} ,1]`)?.value)).toEqual([expected, expected, 1])
})

test('a key that objects of the language have is a key of a report only where the report has it', () => {
  const [bare, own] = asArray(parseJson('[{"a":1},{"constructor":2,"__proto__":3}]')?.value).map(asObject)
  expect(['constructor', '__proto__', 'toString'].filter((key) => key in bare!)).toEqual([])
  expect(Object.entries(own!)).toEqual([
    ['constructor', 2],
    ['__proto__', 3],
  ])
  expect(Object.entries(bare!)).toEqual([['a', 1]])
})

test('strings with escapes stand between strings without, and a quote that is escaped ends none', () => {
  const text = '["a","b\\"c","d","\\u00e9\\\\","e"]'
  expect(parseJson(text)?.value).toEqual(JSON.parse(text))
})

test('the second part of an object reaches from the start of the first to its own end', () => {
  const text = '{"m":{"a":1},"n":0,"m":{"b":2}}'
  const { value, spans } = parseJson(text)!
  const { start, end } = spans.get(asObject(asObject(value)['m']))!
  expect(text.slice(start, end)).toBe('{"a":1},"n":0,"m":{"b":2}')
})
