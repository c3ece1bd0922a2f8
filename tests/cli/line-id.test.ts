/** The id of a line, as the line spells it. */
import { expect, test } from 'vitest'
import { idOfLine } from '../../src/cli/pipeline/line-id.ts'

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
  ['[{"id":1}]', undefined],
  ['"id"', undefined],
  ['{"id"', undefined],
  ['{"id":', undefined],
  ['', undefined],
])('%s', (line, id) => {
  expect(idOfLine(line)).toBe(id)
})

test('a line of a million braces or quotes ends', () => {
  expect(idOfLine(`{"a":${'['.repeat(1e6)}"id"`)).toBeUndefined()
  expect(idOfLine(`{"a":"${'\\"'.repeat(1e6)}","id":3}`)).toBe('3')
})
