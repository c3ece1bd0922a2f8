/** Where JSON begins behind words: at a brace that opens a line and has the head of an `.ips` behind it. */
import { expect, test } from 'vitest'
import { joinWrappedJson } from '../../../src/core/reports/repair/repair-json.ts'

const broken = '"bug_type":"309","name":"Ti\nll"}'
const whole = broken.replace('\n', '')

test.each(['{', '  {', '\t {', '{ ', '{\n  '])('words, and then %j', (open) => {
  expect(joinWrappedJson(`Words of somebody\n${open}${broken}`)).toContain(whole)
})

test.each(['Words {', 'x{', '{ x ', `{${' '.repeat(9)}`])('words, and then %j, which opens none', (open) => {
  const text = `Words of somebody\n${open}${broken}`
  expect(joinWrappedJson(text)).toBe(text)
})

test('an object that is no head stays as it is', () => {
  const text = 'Words of somebody\n{"a":"309","name":"Ti\nll"}'
  expect(joinWrappedJson(text)).toBe(text)
})
