/** Who dropped files sees their reports, and is not pulled away from where he went. */
import { expect, test } from 'vitest'
import { Drops } from '../../../src/app/state/drops.ts'

function places() {
  const at = { place: '#/' }
  return { at, drops: new Drops(() => at.place) }
}

test('the report of the last of two drops is shown, although the first was shown meanwhile', () => {
  const { at, drops } = places()
  const [first, second] = [drops.begin(), drops.begin()]
  expect(first(() => (at.place = '#/report/a'))).toBe(true)
  expect(second(() => (at.place = '#/report/b'))).toBe(true)
  expect(at.place).toBe('#/report/b')
})

test('who went elsewhere stays there, also from the report that was shown first', () => {
  const { at, drops } = places()
  const [first, second, third] = [drops.begin(), drops.begin(), drops.begin()]
  at.place = '#/library'
  expect(first(() => (at.place = '#/report/a'))).toBe(false)
  expect(at.place).toBe('#/library')
  at.place = '#/'
  expect(second(() => (at.place = '#/report/b'))).toBe(true)
  at.place = '#/report/b/frame/3'
  expect(third(() => (at.place = '#/report/c'))).toBe(false)
  expect(at.place).toBe('#/report/b/frame/3')
})

test('a drop elsewhere is not taken along', () => {
  const { at, drops } = places()
  const first = drops.begin()
  at.place = '#/history'
  const second = drops.begin()
  at.place = '#/'
  expect(first(() => (at.place = '#/report/a'))).toBe(true)
  expect(second(() => (at.place = '#/report/b'))).toBe(false)
})
