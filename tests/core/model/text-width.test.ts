/** Columns and lines of texts with signs that take two cells. */
import { expect, test } from 'vitest'
import { cellsOf, padEndTo, padStartTo, wrapped } from '../../../src/core/model/text-width.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['线程 0', 6],
  ['（已省略）', 10],
  ['ｱ', 1],
  ['… 3 帧', 6],
])('%j takes %i cells', (text, cells) => {
  expect(cellsOf(text)).toBe(cells)
})

test('columns end under each other', () => {
  expect(['终止原因', 'Reason'].map((text) => `${padEndTo(text, 10)}|`)).toEqual(['终止原因  |', 'Reason    |'])
  expect(padStartTo('帧', 4)).toBe('  帧')
  expect(padEndTo('终止原因', 4), 'never cut').toBe('终止原因')
})

test('lines break at blanks, and between signs of East Asia', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapped('one  two', 80), 'blanks of one line stay').toEqual(['one  two'])
  expect(wrapped('a-very-long-word b', 4)).toEqual(['a-very-long-word', 'b'])
  const text = '读取崩溃报告，再用 dSYM 补上函数名、文件（path/to/file.c）与行号。'
  const lines = wrapped(text, 12)
  expect(lines.filter((line) => cellsOf(line) > 12 && !/path\/to/.test(line))).toEqual([])
  expect(lines.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''))
  expect(lines.filter((line) => /^[，。、）]/.test(line) || /（$/.test(line))).toEqual([])
})

test('code with "…" in it stays in one piece among signs of East Asia', () => {
  const code = '{"address":"0x…","text":"…"}'
  expect(wrapped(`每行一个对象：${code}；其余见说明。`, 12)).toContain(`${code}；`)
  expect(wrapped('以 https://…、http://… 为准', 10)).toEqual(['以', 'https://…、', 'http://…', '为准'])
})

test('every text of any signs comes back whole', () => {
  const signs = ['字', 'a', ' ', '，', '（', '）', '`', '“', '。', '1', '😀', 'é', '…', '’']
  for (let seed = 1; seed < 400; seed++) {
    let state = seed
    const text = Array.from({ length: 30 }, () => {
      state = (state * 1103515245 + 12345) % 2147483648
      return signs[state % signs.length]
    }).join('')
    expect(wrapped(text, 9).join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''))
  }
})
