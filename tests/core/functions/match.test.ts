/** Fingerprints and matches: what the linker moves does not count, equal functions are matched by calls and order alone, size ends in time. */
import { expect, test } from 'vitest'
import { matchFunctions, WAYS } from '../../../src/core/functions/match.ts'
import { makePrints, type Prints } from '../../../src/core/functions/prints.ts'
import { bl, codeViewOf, NOP, RET, textAt } from '../../support/code-builder.ts'
import { made } from './made-prints.ts'

test('code without addresses: the same function elsewhere has the same print, another text another strong one', async () => {
  const here = makePrints(
    await codeViewOf([
      [...textAt(0x1000, 0), bl(1), RET],
      [NOP, RET],
    ]),
  )
  const there = makePrints(
    await codeViewOf(
      [
        [NOP, RET],
        [...textAt(0x3008, 0), bl(-4), RET],
      ],
      0x3000,
    ),
  )
  const other = makePrints(
    await codeViewOf([
      [...textAt(0x1000, 6), bl(1), RET],
      [NOP, RET],
    ]),
  )
  expect(here.bodies[0]).toBe(there.bodies[1])
  expect(here.strong[0]).toBe(there.strong[1])
  expect(here.bodies[0]).toBe(other.bodies[0])
  expect(here.strong[0]).not.toBe(other.strong[0])
  expect([...here.callees]).toEqual([])
  const calls = makePrints(
    await codeViewOf([
      [bl(2), RET],
      [NOP, RET],
      [bl(-2), RET],
    ]),
  )
  expect([...calls.first]).toEqual([0, 1, 1, 2])
  expect([...calls.callees]).toEqual([1, 1])
})

test.each<[string, readonly number[]]>([
  ['unaligned', [0x1001, 0x1003, 0x1006]],
  ['all at one place', [0x1000, 0x1000, 0x1000]],
  ['outside of the code', [0x10, 0x1000, 0x9000, 0x7fffffff]],
])('starts of functions that are %s', async (_, starts) => {
  const view = await codeViewOf([[NOP, RET, NOP, RET]], 0x1000, starts)
  const prints = makePrints(view)
  expect(prints.count).toBeLessThanOrEqual(3)
  for (let at = 0; at < prints.count; at++) expect(view.ends[at] ?? 0).toBeGreaterThan(view.starts[at] ?? 0)
})

const never = (): number => 0
const told = (one: Prints, other: Prints, likeness = never) => {
  const { to, by } = matchFunctions(one, other, likeness)
  return [...to].map((b, a) => (b < 0 ? '-' : `${b} ${WAYS[by[a] ?? 0] ?? ''}`))
}

test('only functions whose code nobody else has are matched by it', () => {
  expect(told(made([1, 2, 2, 3]), made([3, 9, 2, 1]))).toEqual(['3 code', '-', '-', '0 code'])
})

test('a short function says nothing by its code', () => {
  expect(told(made([1, 2], {}, 3), made([2, 1], {}, 3))).toEqual(['-', '-'])
})

test('equal functions are told apart by who calls them, never by chance', () => {
  const one = made([1, 7, 5, 7, 2], { 0: [1], 4: [3] })
  const other = made([2, 7, 6, 7, 1, 8], { 4: [1], 0: [3] })
  expect(told(one, other)).toEqual(['4 code', '1 calls', '-', '3 calls', '0 code'])
  // Two callers that contradict each other say nothing.
  expect(told(made([1, 7, 8, 2], { 0: [1], 3: [1] }), made([1, 9, 7, 7, 2], { 0: [2], 4: [3] }))[1]).toBe('-')
})

test('between functions that are the same, as many are the same in their order, where all of them fit', () => {
  expect(told(made([1, 7, 7, 2]), made([1, 7, 7, 2]))).toEqual(['0 code', '1 order', '2 order', '3 code'])
  expect(told(made([1, 7, 7, 2]), made([1, 7, 7, 7, 2]))).toEqual(['0 code', '-', '-', '4 code'])
  expect(told(made([1, 7, 8, 2]), made([1, 7, 9, 2]))).toEqual(['0 code', '1 code', '-', '3 code'])
  expect(told(made([1, 7, 8, 2]), made([1, 7, 9, 2]), () => 0.9)[2]).toBe('2 order')
})

test('no function is the counterpart of two', () => {
  const numbers = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 500)
  const calls = Object.fromEntries(numbers.map((_, at) => [at, [(at * 31) % 3000, (at * 17) % 3000]]))
  const { to } = matchFunctions(made(numbers, calls), made([...numbers].reverse(), calls), () => 1)
  const found = [...to].filter((b) => b >= 0)
  expect(new Set(found).size).toBe(found.length)
})
