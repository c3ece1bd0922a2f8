/** The answer to a text that is no report names its content and the file to give next. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const told = (text: string) => {
  const outcome = parseReport('notes.txt', new TextEncoder().encode(text))
  return outcome.ok ? 'read' : outcome.problems.map(({ code, variant }) => [code, variant])
}

test.each([
  ['blank', '   \n\n\t\n', 'blank'],
  ['words behind many blanks', `${' '.repeat(70_000)}and then it closes`, undefined],
  ['bytes', 'PK\u0003\u0004\0\0\0\0\0\0', 'bytes'],
  ['JSON of another kind', '{"orders": [{"price": 3}], "total": 3}', 'json'],
  ['a list of JSON', '[{"orders": 1}]', 'json'],
  ['an exception without rows', 'Build 12\njava.lang.IllegalStateException\n', 'error'],
  ['a signal in a sentence', 'It says SIGSEGV and then it is gone.', 'error'],
  ['an error behind many words', `${'It closes again.\n'.repeat(6000)}It says SIGSEGV and is gone.`, 'error'],
  ['a class in two images', 'objc[7]: Class TLSaveError is implemented in both /a/A and /a/B.', undefined],
  ['words', 'The app closes when I open the second tab.', undefined],
  ['words that look like errors', 'NoErrors were found. Exceptional work!', undefined],
])('%s', (_, text, variant) => {
  expect(told(text)).toEqual([['unknown-report', variant]])
})

test('the line that names an error is quoted, cut, and has its number', () => {
  const outcome = parseReport('notes.txt', new TextEncoder().encode(`one\ntwo\n  ValueError ${'x'.repeat(5000)}`))
  const [problem] = outcome.ok ? [] : outcome.problems
  expect(problem).toMatchObject({ code: 'unknown-report', variant: 'error', line: 3, params: { line: 3 } })
  expect(problem?.params?.['text']).toMatch(/^ValueError x{149}…$/)
})

test('the first keys of unknown JSON are told', () => {
  const outcome = parseReport('a.json', new TextEncoder().encode('{"orders": [{"price": 3}], "total": 3}'))
  expect(outcome.ok ? [] : outcome.problems[0]?.params).toEqual({ keys: ['orders', 'price', 'total'] })
})
