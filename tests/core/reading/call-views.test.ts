/** Views of a tree of calls against plain lists of stacks. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  callAt,
  calleesOf,
  callersOf,
  callsWithin,
  functionWeights,
  layoutOf,
  rowsDown,
  rowsUp,
  type CallRow,
} from '../../../src/core/reading/call-views.ts'
import { addUp, callsOf, seenStacks, stacksIn, type SeenStack } from '../../support/profiles.ts'

/** Rows as stacks: the own weight of each, by the path of functions to it. */
function told(rows: readonly CallRow[]): Map<string, number> {
  const found = new Map<string, number>()
  const walk = (row: CallRow, path: readonly number[]): void => {
    const own = [...path, row.fn]
    const below = row.below()
    expect(row.isLeaf).toBe(below.length === 0)
    expect(row.total).toBe(row.self + below.reduce((sum, { total }) => sum + total, 0))
    if (row.self !== 0) found.set(own.join(), row.self)
    for (const one of below) walk(one, own)
  }
  for (const row of rows) walk(row, [])
  return found
}

const heaviestFirst = (rows: readonly CallRow[]): boolean =>
  rows.every((row, at) => (at === 0 || rows[at - 1]!.total >= row.total) && heaviestFirst(row.below()))

test('rows down and rows up say what the stacks say, from either end', () => {
  fc.assert(
    fc.property(seenStacks, (stacks) => {
      const calls = callsOf(stacks)
      const down = rowsDown(calls, layoutOf(calls, 'report'))
      const up = rowsUp(calls)
      expect(told(down)).toEqual(addUp(stacks, (stack) => stack.join()))
      expect(told(up)).toEqual(addUp(stacks, (stack) => [...stack].reverse().join()))
      expect([heaviestFirst(down), heaviestFirst(up)]).toEqual([true, true])
    }),
  )
})

test('around a function: stacks to its outermost call, and from there on', () => {
  fc.assert(
    fc.property(seenStacks, fc.integer({ min: 0, max: 4 }), (stacks, wanted) => {
      const calls = callsOf(stacks)
      const through = stacks.filter(({ stack }) => stack.includes(wanted))
      expect(told(callersOf(calls, wanted))).toEqual(
        addUp(through, (stack) =>
          stack
            .slice(0, stack.indexOf(wanted) + 1)
            .reverse()
            .join(),
        ),
      )
      expect(stacksIn(calleesOf(calls, wanted))).toEqual(
        addUp(through, (stack) => stack.slice(stack.indexOf(wanted)).join()),
      )
    }),
  )
})

test('functions weigh what ends in them, and what passes through them', () => {
  const sum = (stacks: readonly SeenStack[]): number => stacks.reduce((all, { weight }) => all + weight, 0)
  fc.assert(
    fc.property(seenStacks, (stacks) => {
      const calls = callsOf(stacks)
      const { self, total } = functionWeights(calls, layoutOf(calls, 'heavy'), 5)
      for (let fn = 0; fn < 5; fn++) {
        expect(total[fn]).toBe(sum(stacks.filter(({ stack }) => stack.includes(fn))))
        expect(self[fn]).toBe(sum(stacks.filter(({ stack }) => stack.at(-1) === fn)))
      }
      expect(self.reduce((a, b) => a + b, 0)).toBe(sum(stacks))
    }),
  )
})

test('boxes lie side by side below their caller; the heavy order has no lighter one before a heavier', () => {
  fc.assert(
    fc.property(seenStacks, fc.constantFrom('report' as const, 'heavy' as const), (stacks, order) => {
      const calls = callsOf(stacks)
      const { first, children, start, depth, total } = layoutOf(calls, order)
      expect([...children].sort((a, b) => a - b)).toEqual([...children.keys()])
      for (let call = -1; call < calls.length; call++) {
        let left = call < 0 ? 0 : start[call]!
        let before = order === 'heavy' ? Infinity : -1
        for (const child of children.subarray(first[call + 1], first[call + 2])) {
          expect([calls.parent[child], start[child], depth[child]]).toEqual([
            call,
            left,
            call < 0 ? 0 : depth[call]! + 1,
          ])
          const place = order === 'heavy' ? calls.total[child]! : child
          expect(order === 'heavy' ? place <= before : place > before).toBe(true)
          before = place
          left += calls.total[child]!
        }
      }
      expect(total).toBe(stacks.reduce((all, { weight }) => all + weight, 0))
    }),
  )
})

test('a window has every box in it that is wide enough, and none that lies outside', () => {
  const windows = fc.tuple(
    fc.integer({ max: 60, min: 0 }),
    fc.integer({ max: 40, min: 1 }),
    fc.integer({ max: 6, min: 0 }),
  )
  fc.assert(
    fc.property(seenStacks, windows, fc.integer({ min: 0, max: 5 }), (stacks, [left, width, top], least) => {
      const calls = callsOf(stacks)
      const layout = layoutOf(calls, 'report')
      const right = left + width
      const seen = callsWithin(calls, layout, { left, right, top, bottom: top + 3, least })
      expect(new Set(seen).size).toBe(seen.length)
      const within = (call: number): boolean => {
        const [begin, level] = [layout.start[call]!, layout.depth[call]!]
        return begin < right && begin + calls.total[call]! > left && level >= top && level < top + 3
      }
      expect(seen.every(within)).toBe(true)
      const wide = [...calls.fn.keys()].filter((call) => within(call) && calls.total[call]! >= Math.max(least, 1))
      expect(seen).toEqual(expect.arrayContaining(wide))
      for (const call of wide)
        expect(callAt(calls, layout, layout.depth[call]!, layout.start[call]! + calls.total[call]! / 2)).toBe(call)
    }),
  )
})

test('of a million slivers no more are drawn than fit', () => {
  const calls = callsOf(Array.from({ length: 1_000_000 }, (_, at) => ({ stack: [0, at + 1], weight: 1 })))
  const layout = layoutOf(calls, 'report')
  const seen = callsWithin(calls, layout, { left: 0, right: 1_000_000, top: 0, bottom: 9, least: 1000 })
  expect(seen.length).toBeGreaterThan(900)
  expect(seen.length).toBeLessThan(1100)
})
