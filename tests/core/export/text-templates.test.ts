/** Values put into markup stay text, whatever they hold. */
import { expect, test } from 'vitest'
import { joinLines, markup, trusted } from '../../../src/core/export/html-text.ts'
import { code, fence, joinPieces, prose, table } from '../../../src/core/export/markdown-text.ts'

const HOSTILE = `</p><img src=x onerror="alert('1')">&\0`

test('values are escaped in elements and attributes, what html made is not', () => {
  const inner = markup`<b title="${HOSTILE}">${HOSTILE}</b>`
  const escaped = '&lt;/p&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\\u0000'
  expect(String(markup`<p>${inner}</p>`)).toBe(`<p><b title="${escaped}">${escaped}</b></p>`)
})

test('nothing stands for undefined and false, lists stand one after the other, 0 is told', () => {
  expect(String(markup`${undefined}${false}${0}${['a', markup`<i>b</i>`, ['<']]}`)).toBe('0a<i>b</i>&lt;')
})

test('what only looks like markup by its type is escaped', () => {
  const forged = { toString: () => '<img>' } as unknown as string
  expect(() => String(markup`${forged}`)).toThrow()
  expect(String(markup`${'<img>'}`)).toBe('&lt;img&gt;')
})

test('lines are joined without empty ones, and text among them is escaped', () => {
  expect(String(joinLines(['<a>', '', undefined, trusted('<hr>')]))).toBe('&lt;a&gt;\n<hr>')
})

test('Markdown escapes values, and leaves what it made', () => {
  const inner = prose`**${'a*b\n# c'}**`
  expect(String(prose`- ${inner} ${'[x](javascript:y) @all <img>'}`)).toBe(
    '- **a\\*b \\# c** \\[x\\](javascript:y) `@`all &lt;img&gt;',
  )
  expect(String(joinPieces(['*', '', inner], ' · '))).toBe(`\\* · ${String(inner)}`)
})

test.each([
  ['plain', '`plain`'],
  ['a`b', '``a`b``'],
  ['``', '``` `` ```'],
  ['two\nlines', '`two lines`'],
])('%j is code that nothing in it ends', (text, expected) => {
  expect(String(code(text))).toBe(expected)
})

const HIDDEN = 'a\u202eb\u200bc\u001b[2Jd\u{e0041}'
const SHOWN = 'a\\u202eb\\u200bc\\u001b[2Jd\\udb40\\udc41'

test('what turns the order of letters, or nobody sees, is written out in HTML and in Markdown, with nothing hidden of ours', () => {
  expect(String(markup`<p title="${HIDDEN}">${HIDDEN}</p>`)).toBe(`<p title="${SHOWN}">${SHOWN}</p>`)
  expect(String(code(HIDDEN))).toBe(`\`${SHOWN}\``)
  expect(String(fence([HIDDEN]))).toBe(`\`\`\`\n${SHOWN}\n\`\`\``)
  const escaped = SHOWN.replaceAll('\\', '\\\\').replace('[', '\\[')
  expect(String(prose`${HIDDEN}`)).toBe(escaped)
  expect(String(table(['x'], [[HIDDEN]]))).toContain(`| ${escaped} |`)
})
