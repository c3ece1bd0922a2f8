/** Thousands of stacks that were wrapped by chance; the shares are those of the last run with room for another generator. */
import { expect, test } from 'vitest'
import { accountFor } from './random-account.ts'

test('one wrapping: 3,000 texts', () => {
  const { right, texts, faults } = accountFor(100_001, 3000, 1)
  expect(right / texts).toBeGreaterThan(0.985)
  expect(faults.invented.length / texts).toBeLessThan(0.003)
  expect(faults.twice).toEqual([])
  expect(faults.silent.length / texts).toBeLessThan(0.003)
})

test('up to four wrappings in one another: 12,000 texts', () => {
  const { right, texts, faults } = accountFor(200_001, 12_000)
  expect(right / texts).toBeGreaterThan(0.92)
  expect(faults.invented.length / texts).toBeLessThan(0.01)
  expect(faults.twice.length / texts).toBeLessThan(0.003)
  expect(faults.silent.length / texts).toBeLessThan(0.015)
  expect(faults.fewer.length / texts).toBeLessThan(0.01)
})
