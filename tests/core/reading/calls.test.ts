/** Trees of calls against plain lists of stacks: what is merged must add up to what was given. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCalls, weightOf, weightThrough } from '../../../src/core/reading/calls.ts'
import { addUp, callsOf, seenStacks, stacksIn, type SeenStack } from '../../support/profiles.ts'

const sum = (stacks: readonly SeenStack[]): number => stacks.reduce((all, { weight }) => all + weight, 0)

test('a tree says what its stacks say, and its totals add up', () => {
  fc.assert(
    fc.property(seenStacks, (stacks) => {
      const calls = callsOf(stacks)
      expect(stacksIn(calls)).toEqual(addUp(stacks, (stack) => stack.join()))
      expect(weightOf(calls)).toBe(sum(stacks))
      const below = new Float64Array(calls.length)
      let roots = 0
      for (let at = 0; at < calls.length; at++) {
        const parent = calls.parent[at]!
        expect(parent).toBeLessThan(at)
        if (parent < 0) roots += calls.total[at]!
        else below[parent]! += calls.total[at]!
      }
      expect(roots).toBe(sum(stacks))
      for (let at = 0; at < calls.length; at++) expect(calls.total[at]).toBe(calls.self[at]! + below[at]!)
    }),
  )
})

test('merged trees are the tree of all their stacks', () => {
  fc.assert(
    fc.property(fc.array(seenStacks, { maxLength: 5 }), (lists) => {
      const merged = mergeCalls(lists.map(callsOf))
      expect(stacksIn(merged)).toEqual(addUp(lists.flat(), (stack) => stack.join()))
      expect(merged.length).toBe(callsOf(lists.flat()).length)
    }),
  )
})

test('the weight through some functions counts each stack once, however often they call each other', () => {
  fc.assert(
    fc.property(seenStacks, fc.uint8Array({ minLength: 5, maxLength: 5, max: 1 }), (stacks, wanted) => {
      const through = stacks.filter(({ stack }) => stack.some((fn) => wanted[fn] === 1))
      expect(weightThrough(callsOf(stacks), wanted)).toBe(sum(through))
    }),
  )
})

test('a stack of 200,000 calls is read and merged', () => {
  const deep = callsOf([{ stack: Array.from({ length: 200_000 }, (_, at) => at % 3), weight: 2 }])
  const merged = mergeCalls([deep, deep])
  expect(merged.length).toBe(200_000)
  expect(merged.total[0]).toBe(4)
})
