/** Text of strangers in terminals, in lines that programs read, and before agents. */
import { expect, test } from 'vitest'
import { visibleLine, visibleText } from '../../../src/core/model/visible-text.ts'

test.each<[string, string, string]>([
  ['an order to the terminal', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['text in another order', 'a\u202eb', 'a\\u202eb'],
  ['a blank without width', 'ma\u200bin', 'ma\\u200bin'],
  ['a joiner of words', 'ma\u2060in\ufeff', 'ma\\u2060in\\ufeff'],
  ['letters of tags, which nobody sees', 'a\u{e0068}\u{e0069}', 'a\\udb40\\udc68\\udb40\\udc69'],
  ['selectors of variants that carry bytes', 'a\u{e0100}', 'a\\udb40\\udd00'],
])('%s is written out', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown)
  expect(JSON.parse(visibleText(JSON.stringify(text)))).toBe(text)
})

test.each(['Größe\tüber', '家族\u{1f468}\u200d\u{1f469}', 'می\u200cخواهم', 'a\r\nb\n'])('%j stays as it is', (text) => {
  expect(visibleText(text)).toBe(text)
})

test('in one line, ends of lines are written out too', () => {
  expect(visibleLine('main\nexit (in App)\r\n\u001b')).toBe('main\\u000aexit (in App)\\u000d\\u000a\\u001b')
})
