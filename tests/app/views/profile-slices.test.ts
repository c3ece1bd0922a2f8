/** A large profile is worked on in small pieces, and pieces give what the whole gives. */
import { expect, test } from 'vitest'
import { searchSteps } from '../../../src/app/views/report/profile/profile-search.ts'
import { callSteps, type CallStep } from '../../../src/core/reading/call-steps.ts'
import { functionWeightSteps, layoutOf, rowsUpSteps } from '../../../src/core/reading/call-views.ts'
import { CallsBuilder, mergeSteps, type Calls } from '../../../src/core/reading/calls.ts'
import type { ProfiledFunction } from '../../../src/core/reading/profile.ts'
import { activitySteps, rangeSteps } from '../../../src/core/reading/sample-times.ts'
import { finish, ROWS_A_STEP } from '../../../src/core/reading/steps.ts'

const ROWS = 20 * ROWS_A_STEP

/** Roots with one call each; names in turn of seven functions. */
function wide(rows: number): Calls {
  const builder = new CallsBuilder()
  for (let at = 0; at < rows / 2; at++) builder.add(builder.child(builder.child(-1, at), at % 7), 1)
  return builder.finish()
}

function count<T>(steps: Generator<undefined, T, void>): number {
  let pauses = 0
  while (!steps.next().done) pauses++
  return pauses
}

const calls = wide(ROWS)
const times = {
  at: Float64Array.from({ length: ROWS }, (_, at) => at),
  call: new Uint32Array(ROWS).fill(1),
  weight: new Float64Array(ROWS).fill(1),
  unit: 'samples' as const,
}
const range = { from: 0, to: ROWS }
const step = (kind: CallStep['kind']) => callSteps(calls, { kind, fn: 3 })

test.each([
  ['merged', () => mergeSteps([calls, calls])],
  ['in a range', () => rangeSteps(calls, times, range)],
  ['over time', () => activitySteps([{ times, categories: new Uint8Array(calls.length) }], range, 9, 1)],
  ['focused', () => step('focus')],
  ['without a function', () => step('merge')],
  ['without its repeats', () => step('collapse')],
  ['from the leaves up', () => rowsUpSteps(calls)],
  ['by function', () => functionWeightSteps(calls, layoutOf(calls, 'heavy'), ROWS)],
  ['searched', () => searchSteps(calls, [], 'draw', false)],
] as const)('%s: there is a pause after some thousand rows at most', (_, steps) => {
  expect(count<unknown>(steps())).toBeGreaterThanOrEqual(ROWS / ROWS_A_STEP - 1)
})

test('a search finds the heaviest call of each function, and the weight of its stacks', () => {
  const named = (name: string) => ({ name, image: 'Shop' }) as ProfiledFunction
  const builder = new CallsBuilder()
  const main = builder.child(-1, 0)
  builder.add(builder.child(main, 1), 2)
  const other = builder.child(-1, 2)
  builder.add(builder.child(other, 1), 5)
  builder.add(other, 4)
  const small = builder.finish()
  const search = (isUp: boolean) =>
    finish(searchSteps(small, [named('main'), named('Draw'), named('redraw')], 'draw', isUp))
  expect(search(false)).toMatchObject({ found: Uint8Array.of(0, 1, 1), matches: [2, 3], through: 11 })
  expect(search(true).matches).toEqual([2, 3])
})
