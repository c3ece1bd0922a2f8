/** The id of a line, as the line spells it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOfLine, LineIdReader } from '../../src/cli/pipeline/line-id.ts'

const encoder = new TextEncoder()
const idOf = (line: string): string | undefined => idOfLine(encoder.encode(line))

test.each([
  ['{"id":12345678901234567890,"report":""}', '12345678901234567890'],
  ['{"report":"\\"id\\":1","id":{"a":[1,"}"],"b":1e400}}', '{"a":[1,"}"],"b":1e400}'],
  ['{ "id" : "a\\u0041\\"" , "report":5', '"a\\u0041\\""'],
  ['{"\\u0069d":null}', 'null'],
  ['{"id":1,"id":2.50}', '2.50'],
  ['{"id":[], "x":', '[]'],
  ['{"a":{"id":7}}', undefined],
  ['{"id":tru}', undefined],
  ['{"id":"x', undefined],
  ['{"id":1', undefined],
  ['\ufeff{"id":1}', '1'],
  ['{"id":{"b":[{}]}', '{"b":[{}]}'],
  ['{"id":1 2,"id":3 }', '3'],
  ['{"name":"\\\\","id":4}', '4'],
  ['{"i\\u0064x":5}', undefined],
  ['{"id":5}{"id":6}', '5'],
  ['[{"id":1}]', undefined],
  ['"id"', undefined],
  ['{"id"', undefined],
  ['{"id":', undefined],
  ['', undefined],
])('%s', (line, id) => {
  expect(idOf(line)).toBe(id)
})

test('a line of a million braces or quotes ends', () => {
  expect(idOf(`{"a":${'['.repeat(1e6)}"id"`)).toBeUndefined()
  expect(idOf(`{"a":"${'\\"'.repeat(1e6)}","id":3}`)).toBe('3')
})

test('an id of more than 64 KB is none', () => {
  expect(idOf(`{"id":"${'x'.repeat(70_000)}"}`)).toBeUndefined()
})

test('parts of any size, and the engine’s own reader of JSON, give the same id', () => {
  const value = fc.jsonValue()
  const members = fc.array(fc.tuple(fc.constantFrom('id', 'ID', 'name', 'report', 'i', '"id"', '\\'), value))
  const property = fc.property(members, fc.integer({ min: 1, max: 7 }), (pairs, size) => {
    const line = `{${pairs.map(([key, each]) => ` ${JSON.stringify(key)} :${JSON.stringify(each)} `).join(',')}}`
    const reader = new LineIdReader()
    const bytes = encoder.encode(line)
    for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size))
    const id = reader.end()
    const { id: expected } = JSON.parse(line) as { readonly id?: unknown }
    expect(id === undefined ? undefined : JSON.parse(id)).toEqual(expected)
  })
  fc.assert(property, { numRuns: 300 })
})
