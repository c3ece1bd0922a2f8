/** Steps of a profile: ranges, zoom, undo, and the lines of a time axis. */
import { expect, test } from 'vitest'
import {
  axisRange,
  shownRange,
  ticksOf,
  withoutLoose,
  withRange,
  zoomedIn,
  type Step,
} from '../../../src/app/views/report/profile/profile-steps.ts'

const whole = { from: 0, to: 100 }

test('a new range takes the place of a loose one; one that was zoomed to stays', () => {
  const focus: Step = { kind: 'focus', fn: 1 }
  const first = withRange([focus], { from: 10, to: 60 })
  expect([axisRange(first, whole), shownRange(first)]).toMatchObject([whole, { from: 10, to: 60 }])
  const second = withRange(first, { from: 20, to: 40 })
  expect(second).toMatchObject([focus, { from: 20, to: 40 }])
  const zoomed = zoomedIn(second)
  expect(axisRange(zoomed, whole)).toMatchObject({ from: 20, to: 40 })
  const within = withRange(zoomed, { from: 25, to: 30 })
  expect(within).toHaveLength(3)
  expect([axisRange(within, whole), shownRange(within)]).toMatchObject([
    { from: 20, to: 40 },
    { from: 25, to: 30 },
  ])
  expect(withoutLoose(within)).toEqual(zoomed)
})

test('lines of an axis are at round numbers within it, and no more than asked for', () => {
  for (const [from, to] of [
    [0, 1],
    [0.003, 0.0071],
    [1e6, 1e6 + 7],
    [-3, 900],
  ] as const) {
    const ticks = ticksOf({ from, to }, 7)
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks.length).toBeLessThanOrEqual(8)
    expect(ticks.every((tick) => tick >= from - 1e-9 && tick <= to + 1e-9)).toBe(true)
  }
  expect(ticksOf({ from: 0, to: 0 }, 7)).toEqual([])
  expect(ticksOf({ from: 0, to: Infinity }, 7)).toEqual([])
})
