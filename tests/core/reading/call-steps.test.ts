/** Focus, merge and folded recursion against plain lists of stacks. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterSteps } from '../../../src/core/reading/call-steps.ts'
import { addUp, callsOf, seenStacks, stacksIn, type SeenStack } from '../../support/profiles.ts'

const fn = fc.integer({ min: 0, max: 4 })

/** The stacks that a step leaves, each changed alone. */
function changed(stacks: readonly SeenStack[], change: (stack: readonly number[]) => readonly number[]) {
  return addUp(
    stacks.map(({ stack, weight }) => ({ stack: change(stack), weight })).filter(({ stack }) => stack.length > 0),
    (stack) => stack.join(),
  )
}

test('focus: from the outermost call of the function on', () => {
  fc.assert(
    fc.property(seenStacks, fn, (stacks, wanted) => {
      const through = stacks.filter(({ stack }) => stack.includes(wanted))
      expect(stacksIn(afterSteps(callsOf(stacks), [{ kind: 'focus', fn: wanted }]))).toEqual(
        changed(through, (stack) => stack.slice(stack.indexOf(wanted))),
      )
    }),
  )
})

test('merge: the function is in no stack, and all else is as before', () => {
  fc.assert(
    fc.property(seenStacks, fn, (stacks, removed) => {
      expect(stacksIn(afterSteps(callsOf(stacks), [{ kind: 'merge', fn: removed }]))).toEqual(
        changed(stacks, (stack) => stack.filter((one) => one !== removed)),
      )
    }),
  )
})

test('folded recursion: what is between the outermost and the innermost call of the function goes', () => {
  fc.assert(
    fc.property(seenStacks, fn, (stacks, repeated) => {
      const fold = (stack: readonly number[]) =>
        stack.includes(repeated)
          ? [...stack.slice(0, stack.indexOf(repeated) + 1), ...stack.slice(stack.lastIndexOf(repeated) + 1)]
          : stack
      const after = afterSteps(callsOf(stacks), [{ kind: 'collapse', fn: repeated }])
      expect(stacksIn(after)).toEqual(changed(stacks, fold))
    }),
  )
})

test('steps follow each other: merging what was focused on leaves what it called', () => {
  const calls = callsOf([
    { stack: [0, 1, 2], weight: 3 },
    { stack: [0, 3], weight: 4 },
  ])
  const steps = [
    { kind: 'focus', fn: 1 },
    { kind: 'merge', fn: 1 },
  ] as const
  expect([...stacksIn(afterSteps(calls, steps))]).toEqual([['2', 3]])
})
