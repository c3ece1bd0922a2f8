/** Views of calls and steps over them, at their edges: places, windows, equal rows, repeats; and the times of samples. */
import { describe, expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { afterSteps } from '../../../src/core/reading/call-steps.ts'
import { totalOf } from '../../../src/core/reading/call-tree.ts'
import {
  callAt,
  callersOf,
  callsWithin,
  functionWeights,
  heaviestRows,
  layoutOf,
  rowsDown,
  rowsUp,
} from '../../../src/core/reading/call-views.ts'
import { CallsBuilder, heaviestOf, mergeCalls, weightThrough, type Calls } from '../../../src/core/reading/calls.ts'
import {
  activityOver,
  callsBetween,
  sampleAt,
  timesOfRows,
  timesOfSamples,
  wholeRange,
  type TrackTimes,
} from '../../../src/core/reading/sample-times.ts'

let id = 0

const row = (name: string, count: number, ...children: readonly CallTreeNode[]): CallTreeNode => ({
  frame: { id: id++, index: 0, kind: 'exact', symbol: { name }, imageName: 'Shop' },
  count,
  children,
})

/** Calls as `[caller, function, weight]`, the caller by its place in the list. */
function calls(...rows: readonly (readonly [caller: number, fn: number, self: number])[]): Calls {
  const builder = new CallsBuilder()
  for (const [caller, fn, self] of rows) builder.add(builder.child(caller, fn), self)
  return builder.finish()
}

describe('views', () => {
  // 0 calls 1 (3) and 2 (5); another root 3 (4).
  const made = calls([-1, 0, 1], [0, 1, 3], [0, 2, 5], [-1, 3, 4])
  const report = layoutOf(made, 'report')
  const heavy = layoutOf(made, 'heavy')

  test('a place in the picture is one call, and none outside', () => {
    expect([...report.start]).toEqual([0, 0, 3, 9])
    expect([...heavy.start]).toEqual([0, 5, 0, 9])
    expect([report.levels, report.total]).toEqual([2, 13])
    const at = (level: number, place: number) => callAt(made, report, level, place)
    expect([at(0, 0), at(0, 8.9), at(0, 9), at(0, 12.9), at(0, 13)]).toEqual([0, 0, 3, 3, undefined])
    expect([at(1, 0), at(1, 2.9), at(1, 3), at(1, 7.9), at(1, 8), at(1, 9)]).toEqual([1, 1, 2, 2, undefined, undefined])
    expect([at(2, 0), at(-1, 0), at(0, -1)]).toEqual([undefined, undefined, undefined])
    expect(layoutOf(calls(), 'report')).toMatchObject({ levels: 0, total: 0 })
  })

  test('the window: its edges, and slivers that share one box', () => {
    const window = { left: 0, right: 13, top: 0, bottom: 9, least: 0 }
    const seen = (more: Partial<typeof window>) => [...callsWithin(made, report, { ...window, ...more })].sort()
    expect(seen({})).toEqual([0, 1, 2, 3])
    expect(seen({ left: 9 })).toEqual([3])
    expect(seen({ right: 9 })).toEqual([0, 1, 2])
    expect(seen({ left: 3, right: 8 })).toEqual([0, 2])
    expect(seen({ top: 1 })).toEqual([1, 2])
    expect(seen({ bottom: 1 })).toEqual([0, 3])
    expect(seen({ bottom: 0 })).toEqual([])
    expect(seen({ least: 9 })).toEqual([0, 1, 3])
    expect(seen({ least: 10 })).toEqual([0, 3])
  })

  test('equal rows stand by their function, and a row is read once', () => {
    const equal = calls([-1, 5, 2], [-1, 3, 2], [-1, 4, 9])
    const rows = rowsDown(equal, layoutOf(equal, 'report'))
    expect(rows.map(({ fn }) => fn)).toEqual([4, 3, 5])
    const [top] = rowsDown(made, report)
    expect(top!.below()).toBe(top!.below())
    expect(heaviestRows(rowsDown(made, report)).map(({ fn }) => fn)).toEqual([0, 2])
    expect(heaviestRows([])).toEqual([])
  })

  test('from the leaves up: what began here, and nothing that ended nowhere', () => {
    const up = rowsUp(made)
    expect(up.map(({ fn, total, self, isLeaf }) => [fn, total, self, isLeaf])).toEqual([
      [2, 5, 0, false],
      [3, 4, 4, true],
      [1, 3, 0, false],
      [0, 1, 1, true],
    ])
    expect(up[0]!.below().map(({ fn, total, self }) => [fn, total, self])).toEqual([[0, 5, 5]])
    expect(rowsUp(calls([-1, 0, 0]))).toEqual([])
    expect(callersOf(made, 9)).toEqual([])
  })

  test('the heaviest function, and weights through functions', () => {
    expect(heaviestOf(made)).toBe(2)
    expect(heaviestOf(calls([-1, 7, 4], [-1, 8, 4]))).toBe(7)
    expect(heaviestOf(calls([-1, 7, 0]))).toBeUndefined()
    expect(heaviestOf(calls())).toBeUndefined()
    expect(weightThrough(made, Uint8Array.of(0, 1, 0, 1))).toBe(3 + 4)
    const { self, total } = functionWeights(made, report, 4)
    expect([[...self], [...total]]).toEqual([
      [1, 3, 5, 4],
      [9, 3, 5, 4],
    ])
    const recursive = calls([-1, 0, 1], [0, 0, 2], [1, 1, 4])
    expect([...functionWeights(recursive, layoutOf(recursive, 'report'), 2).total]).toEqual([7, 4])
  })

  test('steps: what a function called, without it, its repeats as one', () => {
    const chain = calls([-1, 0, 1], [0, 1, 2], [1, 0, 4], [2, 2, 8])
    const after = (kind: 'focus' | 'merge' | 'collapse', fn: number) => {
      const { fn: named, parent, self } = afterSteps(chain, [{ kind, fn }])
      return [...named].map((one, at) => [one, parent[at], self[at]])
    }
    expect(after('focus', 1)).toEqual([
      [1, -1, 2],
      [0, 0, 4],
      [2, 1, 8],
    ])
    expect(after('merge', 1)).toEqual([
      [0, -1, 3],
      [0, 0, 4],
      [2, 1, 8],
    ])
    // A root without a caller has no place for its weight.
    expect(after('merge', 0)).toEqual([
      [1, -1, 6],
      [2, 0, 8],
    ])
    expect(after('collapse', 0)).toEqual([
      [0, -1, 5],
      [1, 0, 2],
      [2, 0, 8],
    ])
    expect(afterSteps(chain, [])).toBe(chain)
  })

  test('merged trees, more calls than their first room, and the weight of a tree of rows', () => {
    const many = calls(
      ...Array.from({ length: 3000 }, (_, at): readonly [number, number, number] => [
        at % 7 === 0 ? -1 : at - 1,
        at,
        1,
      ]),
    )
    expect(mergeCalls([many, many])).toMatchObject({ length: 3000 })
    expect([...mergeCalls([many, many]).self].every((one) => one === 2)).toBe(true)
    expect([...mergeCalls([many]).parent]).toEqual([...many.parent])
    expect([...mergeCalls([many]).fn]).toEqual(Array.from({ length: 3000 }, (_, at) => at))
    expect(mergeCalls([])).toMatchObject({ length: 0 })
    expect(totalOf({ roots: [row('a', 2, row('b', 1)), row('c', 5)] })).toBe(7)
  })
})

describe('times', () => {
  const times = (at: readonly number[], unit: TrackTimes['unit'] = 'seconds'): TrackTimes => ({
    at: Float64Array.from(at),
    call: Uint32Array.from(at, (_, place) => place % 2),
    weight: Float64Array.from(at, (_, place) => 10 ** place),
    unit,
  })

  test('the first sample at or behind a time', () => {
    const one = times([1, 2, 2, 5])
    expect([0, 1, 1.5, 2, 2.5, 5, 6].map((time) => sampleAt(one, time))).toEqual([0, 0, 1, 1, 3, 3, 4])
    expect(sampleAt(times([]), 1)).toBe(0)
  })

  test('the whole range ends behind the last sample by the mean distance', () => {
    expect(wholeRange([times([0, 1, 4])])).toEqual({ from: 0, to: 6 })
    expect(wholeRange([times([1, 9], 'samples')])).toEqual({ from: 1, to: 10 })
    expect(wholeRange([times([]), times([5, 5])])).toEqual({ from: 5, to: 5.001 })
    expect(wholeRange([])).toBeUndefined()
  })

  test('samples in order are not copied, equal times keep theirs', () => {
    const weight = Float64Array.of(1, 2, 3)
    const at = Float64Array.of(1, 1, 2)
    const made = timesOfSamples({ at, row: Uint32Array.of(0, 1, 0), weight }, Int32Array.of(7, 8))
    expect(made?.at).toBe(at)
    expect(made).toEqual({ at, call: Uint32Array.of(7, 8, 7), weight, unit: 'seconds' })
    const mixed = timesOfSamples(
      { at: Float64Array.of(2, 1, 1), row: Uint32Array.of(0, 1, 0), weight },
      Int32Array.of(7, 8),
    )
    expect(mixed).toEqual({
      at: Float64Array.of(1, 1, 2),
      call: Uint32Array.of(8, 7, 7),
      weight: Float64Array.of(2, 3, 1),
      unit: 'seconds',
    })
    const bare = { at: Float64Array.of(1), row: Uint32Array.of(0), weight: Float64Array.of(1) }
    expect(timesOfSamples(bare, Int32Array.of(-1))).toBeUndefined()
    expect(timesOfSamples(bare, Int32Array.of(0))).toBeDefined()
    expect(timesOfSamples({ ...bare, at: Float64Array.of(Infinity) }, Int32Array.of(0))).toBeUndefined()
  })

  test('rows by number: each sample once, in its order', () => {
    const made = timesOfRows(
      [
        { call: 4, first: 3, last: 4 },
        { call: 2, first: 1, last: 2 },
      ],
      4,
    )
    expect(made).toEqual({
      at: Float64Array.of(1, 2, 3, 4),
      call: Uint32Array.of(2, 2, 4, 4),
      weight: Float64Array.of(1, 1, 1, 1),
      unit: 'samples',
    })
    expect(timesOfRows([{ call: 4, first: 3, last: 4 }], 3)).toBeUndefined()
    expect(timesOfRows([{ call: 4, first: 3, last: 4 }], 1)).toBeUndefined()
  })

  test('the part of a range: only calls that it saw, with their callers', () => {
    const made = calls([-1, 5, 1], [0, 6, 2], [-1, 7, 4])
    const of: TrackTimes = {
      at: Float64Array.of(1, 2, 3),
      call: Uint32Array.of(0, 1, 2),
      weight: Float64Array.of(1, 2, 4),
      unit: 'seconds',
    }
    const part = (from: number, to: number) => {
      const { fn, parent, self, total } = callsBetween(made, of, { from, to })
      return [...fn].map((one, at) => [one, parent[at], self[at], total[at]])
    }
    expect(part(2, 3)).toEqual([
      [5, -1, 0, 2],
      [6, 0, 2, 2],
    ])
    expect(part(3, 9)).toEqual([[7, -1, 4, 4]])
    expect(part(1, 9)).toEqual([
      [5, -1, 1, 3],
      [6, 0, 2, 2],
      [7, -1, 4, 4],
    ])
    expect(part(4, 9)).toEqual([])
  })

  test('activity by parts of a range and by category', () => {
    const of: TrackTimes = {
      at: Float64Array.of(0, 4, 5, 9),
      call: Uint32Array.of(0, 1, 0, 1),
      weight: Float64Array.of(1, 2, 4, 8),
      unit: 'seconds',
    }
    const categories = Uint8Array.of(0, 1)
    const over = (from: number, to: number, bins: number) => [
      ...activityOver([{ times: of, categories }], { from, to }, bins, 2),
    ]
    expect(over(0, 10, 2)).toEqual([1, 4, 2, 8])
    expect(over(4, 9, 1)).toEqual([4, 2])
    expect([
      ...activityOver(
        [
          { times: of, categories },
          { times: of, categories },
        ],
        { from: 0, to: 10 },
        1,
        2,
      ),
    ]).toEqual([10, 20])
  })
})
