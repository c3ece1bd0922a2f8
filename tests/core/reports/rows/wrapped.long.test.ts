/** Every wrapping inside every other: 5,445 texts. */
import { expect, test } from 'vitest'
import { read } from './reading.ts'
import { dumps, prefixes, wrappers } from './wrappings.ts'

const wraps = Object.entries({ ...prefixes, ...wrappers })

test('nine of ten texts in two wrappings are read as the plain form, and few say nothing of what is missing', () => {
  let [all, right, silent] = [0, 0, 0]
  for (const plain of Object.values(dumps)) {
    const wanted = read(plain).frames
    for (const [, inner] of wraps)
      for (const [, outer] of wraps) {
        const { frames, told } = read(outer(inner(plain)))
        all++
        if (frames.join() === wanted.join()) right++
        else if (frames.length < wanted.length && told.length === 0) silent++
      }
  }
  expect(all).toBe(5445)
  expect(right / all).toBeGreaterThan(0.9)
  expect(silent / all).toBeLessThan(0.02)
})
