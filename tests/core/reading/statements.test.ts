/** Statements and possible causes apart, and what an app left to say. */
import { expect, test } from 'vitest'
import type { Explanation } from '../../../src/core/model/report.ts'
import { appWords, basisOf, statementsOf, strongestOf } from '../../../src/core/reading/statements.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'

const one = (id: string, more: Partial<Explanation> = {}): Explanation => ({
  id,
  title: id,
  evidence: '',
  meaning: '',
  checks: [],
  ...more,
})

test.each([
  [one('a', { kind: 'said' }), 'said'],
  [one('a', { kind: 'shown' }), 'shown'],
  [one('a', { kind: 'possible', grade: 'proved' }), 'none'],
  // Earlier pages have the grade alone.
  [one('a', { grade: 'proved' }), 'shown'],
  [one('a', { grade: 'likely' }), 'none'],
  [one('a'), 'none'],
])('%j rests on %s', (explanation, basis) => {
  expect(basisOf(explanation)).toBe(basis)
})

test('causes never go first, and each list keeps its order', () => {
  const explanations = [
    one('cause', { kind: 'possible' }),
    one('first', { kind: 'shown' }),
    one('second', { kind: 'said' }),
    one('other cause'),
  ]
  const { stated, causes } = statementsOf({ explanations })
  expect(stated.map(({ id }) => id)).toEqual(['first', 'second'])
  expect(causes.map(({ id }) => id)).toEqual(['cause', 'other cause'])
  expect(strongestOf({ explanations })?.id).toBe('first')
  expect(strongestOf({ explanations: explanations.slice(0, 1) })).toBeUndefined()
})

test('words of the app: lines with something on them, 40 of them, each up to 2,000 characters', () => {
  const read = (...applicationInfo: readonly string[]): readonly string[] =>
    appWords(unresolved(makeReport({ applicationInfo })))
  expect(read('one\n\n  \ntwo', 'three')).toEqual(['one', 'two', 'three'])
  expect(read('x'.repeat(2000))).toEqual(['x'.repeat(2000)])
  expect(read('x'.repeat(2001))).toEqual([`${'x'.repeat(2000)}…`])
  const lines = Array.from({ length: 41 }, (_, at) => `line ${at}`)
  expect(read(lines.join('\n'))).toEqual(lines.slice(0, 40))
  expect(read()).toEqual([])
})
