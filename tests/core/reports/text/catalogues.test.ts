/** Lists that explain codes: which lines are blank afterwards. */
import { expect, test } from 'vitest'
import { withoutCatalogues } from '../../../../src/core/reports/text/catalogues.ts'

const CODES = ['EXC_BAD_ACCESS', 'EXC_GUARD', 'SIGABRT', 'SIGBUS']
const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

const marks = [
  '- ',
  '* ',
  '+ ',
  '• ',
  '|',
  '| ',
  '7. ',
  '7.',
  '12) ',
  '123）',
  '7） ',
  '> - ',
  ' \t| ',
  '- `',
  '- **"',
  "| '",
  '-\t|',
]

test.each(marks)('entries behind %j', (mark) => {
  const entries = CODES.map((code) => `${mark}${code}: words`)
  for (const count of [2, 3, 4]) {
    const list = entries.slice(0, count).join('\n')
    for (const [before, after] of [
      ['', ''],
      ['Words SIGSEGV\n', '\nmore'],
      ['\n', '\r\n\nx'],
    ] as const)
      expect(withoutCatalogues(`${before}${list}${after}`)).toBe(`${before}${blank(list)}${after}`)
    expect(withoutCatalogues(list.replaceAll('\n', '\r\n'))).toBe(blank(list.replaceAll('\n', '\r\n')))
    // Empty lines between them.
    const apart = entries.slice(0, count).join('\n \t\n\n')
    expect(withoutCatalogues(`${apart}\nx`)).toBe(`${blank(apart)}\nx`)
  }
  const one = `${entries[0]}\nwords`
  expect(withoutCatalogues(one)).toBe(one)
  const twice = `${entries[0]}\n${entries[0]}\nwords`
  expect(withoutCatalogues(twice)).toBe(twice)
  const between = `${entries[0]}\nwords\n${entries[1]}\n`
  expect(withoutCatalogues(between)).toBe(between)
  const crashes = entries.map((entry) => `${entry} at 0x10abc`).join('\n')
  expect(withoutCatalogues(crashes)).toBe(crashes)
  // A number that is no address.
  const small = entries.map((entry) => `${entry} 0x10ab`).join('\n')
  expect(withoutCatalogues(small)).toBe(blank(small))
  for (const code of ['EXC_X', 'SIGX', 'SIGnal', 'EXIT_CODE', 'SIGABRTx']) {
    const other = `${mark}${code}\n${mark}${code}Y\n`
    expect(withoutCatalogues(other)).toBe(other)
  }
  const behind = entries.map((entry) => `x ${entry}`).join('\n')
  expect(withoutCatalogues(behind)).toBe(behind)
})

test('two lists, one of them too short', () => {
  const [a = '', b = '', c = ''] = CODES.map((code) => `- ${code}`)
  expect(withoutCatalogues(`${a}\n${b}\nx\n${c}\nx\n${b}\n${c}`)).toBe(
    `${blank(a)}\n${blank(b)}\nx\n${c}\nx\n${blank(b)}\n${blank(c)}`,
  )
})

const list = '- SIGABRT\n- SIGBUS\n'
test.each([
  '# SIGSEGV',
  '###### EXC_GUARD',
  ' \t ## `SIGSEGV`',
  '## 7. SIGSEGV',
  '##\t  12) **EXC_CRASH**',
  '# 123 SIGSEGV words',
  '#   ***SIGILL***',
])('the heading %j of such a document', (heading) => {
  expect(withoutCatalogues(`${heading}\n\n${list}`)).toBe(`${blank(heading)}\n\n${blank(list)}`)
  expect(withoutCatalogues(`x\n- SIGABRT\n${heading}\n`)).toBe(`x\n- SIGABRT\n${heading}\n`)
  for (const other of [`${heading} at 0x1`, `${heading} x 0x1f`, `x ${heading}`])
    expect(withoutCatalogues(`${other}\n\n${list}`)).toBe(`${other}\n\n${blank(list)}`)
})

test.each([
  '####### SIGSEGV',
  '#SIGSEGV',
  '# x SIGSEGV',
  '# SIGX',
  '# EXC_X',
  '# SIGSEGVs',
  'SIGSEGV',
  '# 7.SIGSEGV',
  '# 1234 SIGSEGV',
])('%j is no heading', (heading) => {
  expect(withoutCatalogues(`${heading}\n\n${list}`)).toBe(`${heading}\n\n${blank(list)}`)
})
