/** Data of a profile's view: the list of tracks, open rows, zoom and pan. */
import { describe, expect, test } from 'vitest'
import { heaviestRows, layoutOf, rowsDown, type CallRow } from '../../../src/core/reading/call-views.ts'
import { profileOf } from '../../../src/core/reading/profile.ts'
import {
  keepWithin,
  neighbour,
  panned,
  revealing,
  viewOf,
  wholeView,
  zoomed,
} from '../../../src/app/views/report/profile/flame-view.ts'
import { openRows, rowsTo } from '../../../src/app/views/report/profile/open-rows.ts'
import { inSlices } from '../../../src/app/ui/slices.ts'
import { firstChoice, trackChoices } from '../../../src/app/views/report/profile/tracks.ts'
import { callsOf, reportOfStacks, type SeenStack } from '../../support/profiles.ts'

const seen = (...stacks: readonly (readonly [stack: readonly number[], weight: number])[]): SeenStack[] =>
  stacks.map(([stack, weight]) => ({ stack, weight }))

/** 0 calls 1 (3) and 2 (5, which calls 3); 4 has no calls (2). */
const calls = callsOf(seen([[0, 1], 3], [[0, 2, 3], 5], [[4], 2]))
const layout = layoutOf(calls, 'report')

describe('tracks', () => {
  const titles = ['mds [7] · Thread 0x1', 'Shop [42] · Thread 0x2', 'Shop [42] · Thread 0x3 · main']
  const lists = [seen([[1], 9]), seen([[1], 2]), seen([[1], 4])]
  const profile = profileOf(
    reportOfStacks(
      lists,
      (fn) => `f${fn}`,
      (at) => titles[at]!,
    ),
  )

  test('everything as one, then each process of several threads as one, then each thread', () => {
    const choices = trackChoices(profile)
    expect(choices.map(({ label, isWithin, total }) => [label, isWithin, total])).toEqual([
      ['All threads', false, 15],
      ['mds [7] · Thread 0x1', false, 9],
      ['Shop [42], all threads', false, 6],
      ['Thread 0x3 · main', true, 4],
      ['Thread 0x2', true, 2],
    ])
    expect(new Set(choices.map(({ key }) => key)).size).toBe(choices.length)
    expect(choices.find(({ key }) => key === firstChoice(choices))?.label).toBe('mds [7] · Thread 0x1')
  })

  test('a single tree has no list, and a report without any has nothing to choose', () => {
    const one = trackChoices(profileOf(reportOfStacks([seen([[1], 1])], String)))
    expect(one.map(({ label }) => label)).toEqual(['Thread 0'])
    expect(firstChoice(trackChoices(profileOf(reportOfStacks([], String))))).toBeUndefined()
  })
})

describe('open rows', () => {
  const roots = rowsDown(calls, layout)
  const shown = (open: ReadonlySet<CallRow>): (readonly [number, number])[] =>
    openRows(roots, open).map(({ row, depth }) => [row.fn, depth])

  test('heavier siblings first; below a row only where it is open', () => {
    expect(shown(new Set())).toEqual([
      [0, 0],
      [4, 0],
    ])
    expect(shown(new Set(heaviestRows(roots)))).toEqual([
      [0, 0],
      [2, 1],
      [3, 2],
      [1, 1],
      [4, 0],
    ])
  })

  test('the way to a call, as far as there is one', () => {
    expect(rowsTo(roots, [0, 2, 3]).map(({ fn }) => fn)).toEqual([0, 2, 3])
    expect(rowsTo(roots, [0, 9, 3]).map(({ fn }) => fn)).toEqual([0])
  })

  test('ten thousand levels, and more siblings than a list of arguments can hold', () => {
    const deep = callsOf([{ stack: Array.from({ length: 10_000 }, () => 1), weight: 1 }])
    const down = rowsDown(deep, layoutOf(deep, 'heavy'))
    expect(openRows(down, new Set(heaviestRows(down)))).toHaveLength(10_000)
    const wide = callsOf(Array.from({ length: 200_000 }, (_, fn) => ({ stack: [fn], weight: 1 })))
    expect(openRows(rowsDown(wide, layoutOf(wide, 'heavy')), new Set())).toHaveLength(200_000)
  })
})

describe('zoom and pan', () => {
  const whole = wholeView(layout)

  test('a zoom keeps the place under the pointer, and ends at the whole', () => {
    expect(zoomed(whole, 0.5, 0.2)).toEqual({ left: 1, right: 6, top: 0 })
    expect(keepWithin(zoomed(whole, 4), layout, 9)).toEqual(whole)
    expect(keepWithin(panned({ left: 4, right: 8, top: 0 }, 1, 0), layout, 9)).toEqual({ left: 6, right: 10, top: 0 })
    expect(keepWithin(panned(whole, 0, 5), layout, 2).top).toBe(1)
    expect(keepWithin(panned(whole, 0, -5), layout, 2).top).toBe(0)
  })

  test('a call as wide as the graph, and the least change that shows one', () => {
    const call = [...calls.fn].indexOf(2)
    expect(viewOf(call, calls, layout, whole)).toEqual({ left: 3, right: 8, top: 0 })
    expect(revealing(call, calls, layout, whole, 9)).toEqual(whole)
    expect(revealing(call, calls, layout, { left: 0, right: 1, top: 0 }, 1)).toMatchObject({ top: 1 })
    const moved = revealing(call, calls, layout, { left: 0, right: 1, top: 0 }, 9)
    expect(moved.left <= 3 && moved.right >= 8).toBe(true)
  })

  test('arrows lead to caller, first callee and siblings', () => {
    const at = (fn: number): number => [...calls.fn].indexOf(fn)
    expect(neighbour('ArrowUp', at(3), calls, layout)).toBe(at(2))
    expect(neighbour('ArrowUp', at(0), calls, layout)).toBeUndefined()
    expect(neighbour('ArrowDown', at(0), calls, layout)).toBe(at(1))
    expect(neighbour('ArrowDown', at(3), calls, layout)).toBeUndefined()
    expect(neighbour('ArrowRight', at(1), calls, layout)).toBe(at(2))
    expect(neighbour('ArrowLeft', at(1), calls, layout)).toBeUndefined()
    expect(neighbour('ArrowRight', at(0), calls, layout)).toBe(at(4))
  })
})

test('long work lets other tasks run in between, and ends when it is no longer wanted', async () => {
  const order: string[] = []
  function* work(): Generator<undefined, string, void> {
    for (let step = 0; step < 5; step++) {
      for (const until = performance.now() + 10; performance.now() < until;);
      yield
    }
    order.push('work')
    return 'done'
  }
  setTimeout(() => order.push('other'))
  expect(await inSlices(work(), () => true)).toBe('done')
  expect(order).toEqual(['other', 'work'])
  expect(await inSlices(work(), () => false)).toBeUndefined()
})
