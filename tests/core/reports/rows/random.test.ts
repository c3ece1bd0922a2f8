/** Stacks that were wrapped by chance: no address is invented, no row is read twice, and none is lost without a word. */
import { expect, test } from 'vitest'
import { accountFor } from './random-account.ts'
import { wrapByChance } from './random-wrappings.ts'

test('one wrapping of a stack, perhaps cut: nothing is invented, read twice or counted short', () => {
  const { right, faults } = accountFor(1, 300, 1)
  expect(faults).toEqual({ invented: [], twice: [], silent: [], fewer: [] })
  expect(right).toBeGreaterThanOrEqual(295)
})

test('up to four wrappings in one another', () => {
  const { texts, right, faults } = accountFor(5001, 200)
  expect(right / texts).toBeGreaterThan(0.92)
  expect(faults.invented.length).toBeLessThanOrEqual(2)
  expect(faults.twice.length).toBeLessThanOrEqual(1)
  expect(faults.silent.length).toBeLessThanOrEqual(4)
})

test('a seed gives one text, and other seeds give others', () => {
  expect(wrapByChance(7)).toEqual(wrapByChance(7))
  expect(new Set(Array.from({ length: 100 }, (_, seed) => wrapByChance(seed).text)).size).toBe(100)
})

test('a fault of each kind is seen', () => {
  const { text, all, whole } = wrapByChance(1, 1)
  expect(all.length).toBeGreaterThanOrEqual(whole.length)
  expect(whole.length).toBeGreaterThan(0)
  // Whole rows are those of the text before it was wrapped; the first wrapping of this seed keeps their digits.
  expect(whole.filter((address) => !text.includes(address.toString(16)))).toEqual([])
})
