/** Batches by count and by bytes, at their limits. */
import { expect, test } from 'vitest'
import { batchesOf } from '../../../src/core/symindex/batches.ts'

const split = (sizes: readonly number[], most: number, bytes: number) => batchesOf(sizes, (size) => size, most, bytes)

test.each<readonly [number[], number, number, number[][]]>([
  [[], 2, 10, []],
  [[1, 1, 1, 1, 1], 2, 10, [[1, 1], [1, 1], [1]]],
  [[5, 5, 5], 9, 10, [[5, 5], [5]]],
  [[5, 6, 4, 1], 9, 10, [[5], [6, 4], [1]]],
  [[20, 1, 9, 1], 9, 10, [[20], [1, 9], [1]]],
  [[0, 0, 10, 0, 1], 9, 10, [[0, 0, 10, 0], [1]]],
  [[3, 3], 1, 10, [[3], [3]]],
])('%j in batches of %i and %i bytes', (sizes, most, bytes, batches) => {
  expect(split(sizes, most, bytes)).toEqual(batches)
}) // prettier-ignore
