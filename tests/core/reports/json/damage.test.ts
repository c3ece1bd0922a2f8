/** JSON that is cut off, shortened or wrong: what is read, how far, and what is said of it. */
import { describe, expect, test } from 'vitest'
import { leftOutAt } from '../../../../src/core/reports/json/left-out.ts'
import { asArray, asObject, parseJson, type JsonValue } from '../../../../src/core/reports/json/json.ts'

test.each<[string, JsonValue, number, [string, number] | undefined]>([
  ['[1', [], 1, ['end', 1]],
  ['[1,', [1], 3, ['end', 3]],
  ['[1 ', [1], 3, ['end', 3]],
  ['[true', [true], 5, ['end', 5]],
  ['[', [], 1, ['end', 1]],
  ['{', {}, 1, ['end', 1]],
  ['{"a"', {}, 4, ['end', 4]],
  ['{"a" ', {}, 5, ['end', 5]],
  ['{"a":', {}, 5, ['end', 5]],
  ['{"a":1.5', {}, 5, ['end', 5]],
  ['{"a":{', { a: {} }, 6, ['end', 6]],
  ['{"a":"b', {}, 7, ['end', 7]],
  ['{"a":"b\nc', { a: 'b\n' }, 9, ['end', 9]],
  ['{"a":"\nc', { a: '\n' }, 8, ['end', 8]],
  ['{"a":"b\\n\\"c', { a: 'b\n' }, 12, ['end', 12]],
  ['{"a":"b\\', {}, 8, ['end', 8]],
  ['{"a":"b\\u00', {}, 11, ['end', 11]],
  ['{"a', {}, 3, ['end', 3]],
  ['{"a" 1}', {}, 5, ['colon', 5]],
  ['{"a",1}', {}, 4, ['colon', 4]],
  ['{a:1}', {}, 1, ['key', 1]],
  ['{1:1}', {}, 1, ['key', 1]],
  ['{"a":1]', { a: 1 }, 7, ['bracket', 6]],
  ['[1}', [1], 3, ['bracket', 2]],
  ['[[1},2]', [[1], 2], 7, ['bracket', 3]],
  ['{"a":x}', {}, 5, ['value', 5]],
  ['[1 x]', [1], 3, ['value', 3]],
  ['[1}]', [1], 3, ['bracket', 2]],
  ['[,1,,2,]', [1, 2], 8, undefined],
  ['{,"a":1,}', { a: 1 }, 9, undefined],
  ['[1 2]', [1, 2], 5, undefined],
  ['{"a":1}{"b":2}', { a: 1 }, 7, undefined],
  ['[1,...,2]', [1, 2], 9, ['gap', 3]],
  ['[...]', [], 5, ['gap', 1]],
  ['{"a":..., "b":1}', { b: 1 }, 16, ['gap', 5]],
  ['{"a":1, ... }', { a: 1 }, 13, ['gap', 8]],
  ['{"a": /* c */ 1}', { a: 1 }, 16, ['gap', 6]],
  ['{"a": // c\n 1}', { a: 1 }, 14, ['gap', 6]],
  ['{"a": # c\n 1}', { a: 1 }, 13, ['gap', 6]],
  ['{"a": [snip], "b": 1}', { b: 1 }, 21, ['gap', 6]],
  ['[..., x]', [], 6, ['gap', 1]],
])('%s', (text, value, end, damage) => {
  const document = parseJson(text)
  expect([document?.value, document?.end]).toEqual([value, end])
  expect(document?.damage).toEqual(damage && { fault: damage[0], offset: damage[1] })
})

test('a text that opens 4,096 levels, and one more', () => {
  expect(parseJson('['.repeat(4096))?.damage).toEqual({ fault: 'end', offset: 4096 })
  expect(parseJson('['.repeat(4097))?.damage).toEqual({ fault: 'depth', offset: 4096 })
  expect(parseJson('{"a":'.repeat(4097))?.damage).toEqual({ fault: 'depth', offset: 5 * 4096 })
})

test('what is open at the end, and where each object and list lies', () => {
  const text = ' [{"a":[{}]},{"b":[1,{"c":2'
  const { value, spans, open } = parseJson(text)!
  const [first, last] = asArray(value).map(asObject)
  const list = asArray(last?.['b'])
  const parts = [value, first, first?.['a'], asArray(first?.['a'])[0], last, list, list[1]] as object[]
  expect(parts.map((one) => open.has(one))).toEqual([true, false, false, false, true, true, true])
  const end = '{"c":'
  expect(parts.map((one) => text.slice(spans.get(one)!.start, spans.get(one)!.end))).toEqual([
    ...[text.slice(1, -1), '{"a":[{}]}', '[{}]', '{}'],
    ...[`{"b":[1,${end}`, `[1,${end}`, end],
  ])
  expect(spans.get({})).toBeUndefined()
  expect(parseJson('[1]')?.open.size).toBe(0)
})

describe('marks of what was left out', () => {
  const dots = ['.', '..', '......', '…', '…⋮…', '(...)', '(…)', '(...', '...)', '(.)', '⋮)']
  const words = ['[...]', '[…]', '<snip>', '[snip]', '[SNIP]', '<Snip>']
  const ends = ['', '\n', '\r', ',', '"', '{', '}', ']']
  test.each([...dots, ...words])('%s before each sign that may follow', (mark) => {
    for (const end of ends)
      for (const blank of ['', ' ', ' \t  ']) {
        const text = `x${mark}${blank}${end}`
        expect(leftOutAt(text, 1)).toEqual({ end: 1 + mark.length + blank.length, isComment: false })
        expect(leftOutAt(text, 0)).toBeUndefined()
      }
    for (const end of ['x', '1', ' x', '[', ':', '(', '\f']) expect(leftOutAt(`${mark}${end}`, 0)).toBeUndefined()
  })
  const long = 'c'.repeat(400)
  test.each(['// c', '//', '# c, d', '#', '// "a" … {', '#\tx ', `//${long}`, `#${long}`])('the comment %s', (mark) => {
    expect(leftOutAt(`x${mark}\n1`, 1)).toEqual({ end: 1 + mark.length, isComment: true })
    expect(leftOutAt(mark, 0)).toEqual({ end: mark.length, isComment: true })
  })
  test.each(['/* c */', '/**/', '/***/', '/* a*b ** / */', '/*\n*\n*/', `/*${long}*/`])('the comment %s', (mark) => {
    for (const end of ['', ' x', '1', '\n']) {
      expect(leftOutAt(`x${mark}${end}`, 1)).toEqual({ end: 1 + mark.length, isComment: true })
      expect(leftOutAt(`x${mark}${end}*/`, 1)).toEqual({ end: 1 + mark.length, isComment: true })
    }
  })
  test.each([
    ...['.......', '…………', '[..]', '[....]', '[……]', '<snap>', 'snip', '[snip', '<snip', '()', '(', '/', '/ x', '/*', '/* c *'],
    ...['((...)', '"..."', '1', 'x', '', `//${long}c`, `#${long}c`, `/*${long}c*/`, '<', '[', '[1]', '*/', '< snip>'],
  ])('none in %s', (text) => {
    expect(leftOutAt(text, 0)).toBeUndefined()
  }) // prettier-ignore
})
