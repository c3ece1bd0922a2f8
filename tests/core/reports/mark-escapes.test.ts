/** Exports of forums escape stars and underscores as Markdown does. */
import { expect, test } from 'vitest'
import { repairText } from '../../../src/core/reports/repair/repair.ts'

const repaired = (text: string): string => repairText(text, 'a.txt').text

test.each(['**\\*', '\\*\\*\\*', '*\\*\\*', '\\***'])('%s is three stars', (stars) => {
  const line = `app(812) malloc: ${stars} error for object 0x7fff940cedd3: pointer being freed was not allocated`
  expect(repaired(`Hello\n${line}\n`)).toBe(`Hello\n${line.replace(stars, '***')}\n`)
})

test('underscores within names', () => {
  expect(repaired('0   App  0x0000000104a3c0f0 \\_\\_CF\\_IS\\_CALLING\\_ + 12\n')).toContain('__CF_IS_CALLING_ + 12')
})

test.each([
  'C:\\_build\\_out\\app.exe crashed *** now',
  'a \\_ b',
  '2 \\* 3 = 6',
  '{"a":"x\\\\_y\\\\_z"}',
  '*** error for object 0x1: x',
])('%s stays', (text) => {
  expect(repaired(text)).toBe(text)
})
