/** Times of samples: from notes and columns, and the part of a profile in a range. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES, categoriesOf, categoryWeights } from '../../../src/core/reading/categories.ts'
import {
  activityOver,
  callsBetween,
  ownSamples,
  timesOfRows,
  timesOfSamples,
  wholeRange,
  type TrackTimes,
} from '../../../src/core/reading/sample-times.ts'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { addUp, callsOf, stacksIn } from '../../support/profiles.ts'

const node = (note: string | undefined, ...children: readonly CallTreeNode[]): CallTreeNode => ({
  frame: { id: 0, index: 0, kind: 'exact' },
  count: 1,
  ...(note !== undefined && { note }),
  children,
})

test('a row ends the samples that no row below it has', () => {
  expect(ownSamples(node('1-9', node('(running) 3-4'), node('7')))).toEqual([
    { first: 1, last: 2 },
    { first: 5, last: 6 },
    { first: 8, last: 9 },
  ])
  expect(ownSamples(node('(blocked by x [7] thread 1) 5'))).toEqual([{ first: 5, last: 5 }])
  expect(ownSamples(node('1-9', node(undefined)))).toEqual([])
  expect(ownSamples(node('3-4', node('1-9')))).toEqual([])
})

test('rows that do not name exactly the samples of the track give no times', () => {
  expect(timesOfRows([{ call: 0, first: 1, last: 3 }], 3)?.at).toEqual(Float64Array.of(1, 2, 3))
  expect(timesOfRows([{ call: 0, first: 1, last: 3 }], 4)).toBeUndefined()
  expect(timesOfRows([{ call: 0, first: 1, last: 999_999_999 }], 999_999_999)).toBeUndefined()
  expect(timesOfRows([], 0)).toBeUndefined()
})

test('samples in any order become ascending; a row that is not there gives no times', () => {
  const columns = { at: Float64Array.of(2, 1, 3), row: Uint32Array.of(0, 1, 0), weight: Float64Array.of(5, 6, 7) }
  expect(timesOfSamples(columns, Int32Array.of(4, 9))).toEqual({
    at: Float64Array.of(1, 2, 3),
    call: Uint32Array.of(9, 4, 4),
    weight: Float64Array.of(6, 5, 7),
    unit: 'seconds',
  })
  expect(timesOfSamples(columns, Int32Array.of(4))).toBeUndefined()
  expect(timesOfSamples({ ...columns, at: Float64Array.of(1, NaN, 2) }, Int32Array.of(4, 9))).toBeUndefined()
})

const samples = fc.array(
  fc.record({
    time: fc.integer({ min: 0, max: 20 }),
    stack: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
    weight: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 30 },
)

test('a range has the stacks of its samples and no others', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 21 }), (seen, from, length) => {
      const calls = callsOf(seen)
      const paths = new Map<string, number>()
      for (let at = 0; at < calls.length; at++) {
        const path: number[] = []
        for (let call = at; call >= 0; call = calls.parent[call]!) path.unshift(calls.fn[call]!)
        paths.set(path.join(), at)
      }
      const ordered = [...seen].sort((a, b) => a.time - b.time)
      const times: TrackTimes = {
        at: Float64Array.from(ordered, ({ time }) => time),
        call: Uint32Array.from(ordered, ({ stack }) => paths.get(stack.join())!),
        weight: Float64Array.from(ordered, ({ weight }) => weight),
        unit: 'seconds',
      }
      const to = from + length
      const within = seen.filter(({ time }) => time >= from && time < to)
      const part = callsBetween(calls, times, { from, to })
      expect(stacksIn(part)).toEqual(addUp(within, (stack) => stack.join()))
      // No call is left that no sample saw, and totals are those of the stacks through them.
      expect([...part.total].every((total) => total > 0)).toBe(true)
      const sums = activityOver([{ times, categories: new Uint8Array(calls.length) }], { from: 0, to: 21 }, 7, 1)
      expect(sums.reduce((sum, one) => sum + one, 0)).toBe(seen.reduce((sum, { weight }) => sum + weight, 0))
    }),
  )
})

test('the whole range ends behind the last sample', () => {
  const times = (...at: number[]): TrackTimes => ({
    at: Float64Array.from(at),
    call: new Uint32Array(at.length),
    weight: new Float64Array(at.length).fill(1),
    unit: 'seconds',
  })
  expect(wholeRange([times(1, 2, 3), times(0.5, 4.5)])).toEqual({ from: 0.5, to: 6.5 })
  expect(wholeRange([times(7)])).toEqual({ from: 7, to: 7.001 })
  expect(wholeRange([times()])).toBeUndefined()
})

test('what a call that waits calls, waits', () => {
  const calls = callsOf([
    { stack: [0, 1, 2], weight: 3 },
    { stack: [0, 2], weight: 4 },
  ])
  const functions = (['own', 'waiting', 'system'] as const).map((category) => ({ category }))
  const weights = categoryWeights(calls, categoriesOf(calls, functions))
  expect(CATEGORIES.map((category, at) => [category, weights[at]])).toEqual([
    ['own', 0],
    ['library', 0],
    ['system', 4],
    ['waiting', 3],
    ['unknown', 0],
  ])
})
