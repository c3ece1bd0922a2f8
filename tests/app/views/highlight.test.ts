/** Source text as tokens: nothing is lost, comments that began earlier are known, and the column's letter is a token of its own. */
import { expect, test } from 'vitest'
import { tokensOf } from '../../../src/app/views/report/highlight.ts'
import { markToken } from '../../../src/app/views/report/tokens.ts'
import type { SourceExcerpt } from '../../../src/core/model/source.ts'

const excerpt = (path: string, text: string, lead = ''): SourceExcerpt => ({
  path,
  line: 1,
  lines: text.split('\n').map((line, at) => ({ number: at + 1, text: line })),
  check: 'unknown',
  grade: 'likely',
  lead,
})
const textsOf = (path: string, text: string, lead?: string): readonly string[] | undefined =>
  tokensOf(excerpt(path, text, lead))?.map((line) => line.map((token) => token.text).join(''))

test.each(['a.swift', 'a.m', 'a.mm', 'a.h', 'a.c', 'a.cpp', 'a.rs', 'a.kt', 'a.cs', 'a.dart'])(
  '%s keeps its text',
  (path) => {
    const text = 'let x = "a<b>&amp;\\(y)" /* c\n\n d */ return </script>\n\t1.5e3 \u{1f600}'
    expect(textsOf(path, text)).toEqual(text.split('\n'))
    expect(textsOf(path, text, 'one\n/* two\n')).toEqual(text.split('\n'))
  },
)

test('a comment that began before the excerpt', () => {
  expect(tokensOf(excerpt('a.c', 'still\n*/ int x;', '/* begun\n'))?.[0]).toEqual([{ text: 'still', kind: 'comment' }])
})

test('a language that nobody knows has no colours', () => {
  expect(tokensOf(excerpt('README', 'x'))).toBeUndefined()
})

test('the letter at the column', () => {
  const tokens = [{ text: 'int ', kind: 'keyword' as const }, { text: '\u{1f600}b' }]
  expect(markToken(tokens, 4)).toEqual([tokens[0], { text: '\u{1f600}', isMarked: true }, { text: 'b' }])
  expect(markToken(tokens, 2)[1]).toEqual({ text: 't', kind: 'keyword', isMarked: true })
  expect(markToken(tokens, undefined)).toEqual(tokens)
  expect(markToken(tokens, 99)).toEqual(tokens)
})
