/** The share of samples in which a thread worked: by names, by states, in a range of time; and whose the calls of a profile are. */
import { expect, test } from 'vitest'
import {
  activityByNames,
  activityByState,
  activityByStates,
  activityIn,
  endsByNames,
  withoutWork,
} from '../../../src/core/reading/activity.ts'
import { CallsBuilder, type Calls } from '../../../src/core/reading/calls.ts'
import { CATEGORIES, categoriesOf, categoryWeights, type Category } from '../../../src/core/reading/categories.ts'
import type { TrackTimes } from '../../../src/core/reading/sample-times.ts'

/** Calls as `[caller, function, weight]`, the caller by its place in the list. */
function calls(...rows: readonly (readonly [caller: number, fn: number, self: number])[]): Calls {
  const builder = new CallsBuilder()
  for (const [caller, fn, self] of rows) builder.add(builder.child(caller, fn), self)
  return builder.finish()
}

const [WORKS, WAITS, UNKNOWN] = [0, 1, 2]

test('what a sample that ended in a call tells: callees of a wait wait, a call without a name tells nothing', () => {
  // Functions: 0 works, 1 waits, 2 has no name, 3 works.
  const tree = calls([-1, 0, 1], [0, 1, 2], [1, 3, 4], [0, 2, 8], [3, 3, 16], [-1, 3, 32])
  const ends = endsByNames(tree, Uint8Array.of(0, 1, 0, 0), Uint8Array.of(0, 0, 1, 0))
  expect([...ends]).toEqual([WORKS, WAITS, WAITS, UNKNOWN, WORKS, WORKS])
  expect(activityByNames(tree, ends)).toEqual({ busy: 1 + 16 + 32, unknown: 8 })
  expect([...withoutWork(ends)]).toEqual([UNKNOWN, WAITS, WAITS, UNKNOWN, UNKNOWN, UNKNOWN])
  expect(activityByNames(tree, withoutWork(ends))).toEqual({ busy: 0, unknown: 1 + 16 + 32 + 8 })
})

test('a function that waits and has no name waits', () => {
  expect([...endsByNames(calls([-1, 0, 1]), Uint8Array.of(1), Uint8Array.of(1))]).toEqual([WAITS])
})

test.each([
  [[{ first: 1, last: 4, state: 'running' }], 10, { busy: 4, unknown: 6 }],
  [[{ first: 3, last: 3, state: 'runnable' }], 1, { busy: 1, unknown: 0 }],
  [[{ first: 1, last: 4, state: 'blocked' }], 10, { busy: 0, unknown: 6 }],
  [[{ first: 1, last: 4, state: 'suspended' }], 4, { busy: 0, unknown: 0 }],
  [
    [
      { first: 1, last: 2, state: 'running' },
      { first: 5, last: 7, state: 'blocked' },
      { first: 8, last: 8, state: 'runnable' },
    ],
    8,
    { busy: 3, unknown: 2 },
  ],
  // More samples with a state than there are in all.
  [[{ first: 1, last: 9, state: 'running' }], 5, { busy: 5, unknown: 0 }],
  [[], 5, { busy: 0, unknown: 5 }],
] as const)('states %j of %i samples', (runs, total, activity) => {
  expect(activityByStates(runs, total)).toEqual(activity)
})

test.each([
  [['TH_WAIT'], { busy: 0, unknown: 0 }],
  [['TH_IDLE', 'TH_RUN'], { busy: 0, unknown: 0 }],
  [['TH_RUN'], { busy: 3, unknown: 0 }],
  [['TH_RUN|TH_UNINT'], { busy: 3, unknown: 0 }],
  [['TH_RUN TH_WAIT'], { busy: 0, unknown: 0 }],
  [['TH_UNINT'], undefined],
  [['running'], undefined],
  [undefined, undefined],
])('the state %j of a snapshot', (state, activity) => {
  expect(activityByState({ id: 1, crashed: false, frames: [], ...(state && { state }) }, 3)).toEqual(activity)
})

const times = (unit: TrackTimes['unit']): TrackTimes => ({
  at: Float64Array.of(1, 2, 3, 4),
  call: Uint32Array.of(0, 1, 0, 2),
  weight: Float64Array.of(1, 10, 100, 1000),
  unit,
})
const ends = Uint8Array.of(WORKS, WAITS, UNKNOWN)

test.each([
  [
    { from: 1, to: 5 },
    { total: 1111, busy: 101, unknown: 1000 },
  ],
  [
    { from: 1, to: 4 },
    { total: 111, busy: 101, unknown: 0 },
  ],
  [
    { from: 1.5, to: 3 },
    { total: 10, busy: 0, unknown: 0 },
  ],
  [
    { from: 4, to: 4 },
    { total: 0, busy: 0, unknown: 0 },
  ],
  [
    { from: 9, to: 12 },
    { total: 0, busy: 0, unknown: 0 },
  ],
])('the range %j by the names of its calls', (range, activity) => {
  expect(activityIn({ times: times('seconds'), ends }, range)).toEqual(activity)
})

test('where samples have numbers, the states of the range count, and only they', () => {
  const states = [
    { first: 1, last: 2, state: 'running' },
    { first: 4, last: 4, state: 'blocked' },
  ] as const
  const ones = { ...times('samples'), weight: new Float64Array(4).fill(1) }
  const read = (from: number, to: number): unknown => activityIn({ times: ones, ends, states }, { from, to })
  expect(read(1, 5)).toEqual({ total: 4, busy: 2, unknown: 1 })
  expect(read(2, 5)).toEqual({ total: 3, busy: 1, unknown: 1 })
  expect(read(1.5, 3)).toEqual({ total: 1, busy: 1, unknown: 0 })
  expect(read(3, 4)).toEqual({ total: 1, busy: 0, unknown: 1 })
  expect(read(4, 4.5)).toEqual({ total: 1, busy: 0, unknown: 0 })
  // Seconds say nothing of which sample it was.
  expect(activityIn({ times: times('seconds'), ends, states }, { from: 1, to: 4 })).toMatchObject({ busy: 101 })
})

test('the owner of each call, and what a call that waits calls, waits', () => {
  const functions = CATEGORIES.map((category) => ({ category }))
  const numberOf = (category: Category): number => CATEGORIES.indexOf(category)
  const [own, library, system, waiting, unknown] = CATEGORIES.map(numberOf)
  const tree = calls(
    [-1, own!, 1],
    [0, library!, 2],
    [1, waiting!, 4],
    [2, system!, 8],
    [3, own!, 16],
    [0, unknown!, 32],
    [5, system!, 64],
  )
  const found = categoriesOf(tree, functions)
  expect([...found]).toEqual([own, library, waiting, waiting, waiting, unknown, system])
  expect(categoryWeights(tree, found)).toEqual([1, 2, 64, 4 + 8 + 16, 32])
})
