import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchSequences } from '../../../src/core/compare/edit-script.ts'
import { findRounds } from '../../../src/core/reading/rounds.ts'

const pairs = (a: string, b: string): string =>
  matchSequences([...a], [...b])
    .map((match) => `${match.a}${match.b}`)
    .join(' ')

test.each([
  ['', '', ''],
  ['abc', '', ''],
  ['', 'abc', ''],
  ['abc', 'abc', '00 11 22'],
  ['abc', 'axc', '00 22'],
  ['abc', 'bc', '10 21'],
  ['ab', 'abc', '00 11'],
  ['abc', 'xyz', ''],
])('%s and %s share %s', (a, b, expected) => {
  expect(pairs(a, b)).toBe(expected)
})

/** Length of the longest common subsequence by the textbook table. */
function longest(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const x of a) {
    const next = [0]
    b.forEach((y, at) => next.push(x === y ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!)))
    row = next
  }
  return row.at(-1)
}

test('as many pairs as the textbook finds, in order, each of equals', () => {
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 })
  fc.assert(
    fc.property(few, few, (a, b) => {
      const matches = matchSequences(a, b)
      expect(matches.length).toBe(longest(a, b))
      matches.forEach((match, at) => {
        expect(a[match.a]).toBe(b[match.b])
        const before = matches[at - 1]
        if (before) expect(match.a > before.a && match.b > before.b).toBe(true)
      })
    }),
    { numRuns: 300 },
  )
})

test('sequences with nothing in common, too long to compare, end all the same', () => {
  const a = Array.from({ length: 40_000 }, (_, at) => at)
  const b = a.map((value) => -value - 1)
  expect(matchSequences(a, b)).toEqual([])
  // Common beginnings and ends are found, however long the middle is.
  expect(matchSequences([7, ...a, 8, 9], [7, ...b, 8, 9])).toHaveLength(3)
})

test.each([
  ['', []],
  ['abc', []],
  ['aab', []],
  ['aaab', [{ start: 0, size: 1, times: 3 }]],
  ['xababab', [{ start: 1, size: 2, times: 3 }]],
  ['abababa', [{ start: 0, size: 2, times: 3 }]],
  [
    'abcabcabcxyyyy',
    [
      { start: 0, size: 3, times: 3 },
      { start: 10, size: 1, times: 4 },
    ],
  ],
])('rounds of %s', (keys, expected) => {
  expect(findRounds([...keys])).toEqual(expected)
})
