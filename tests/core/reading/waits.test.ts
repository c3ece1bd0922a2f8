/** Waits: chains are followed to their end, and a circle is a deadlock only if its waits were simultaneous. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_LINKS, waitsOf } from '../../../src/core/reading/waits.ts'
import type { Wait } from '../../../src/core/model/wait.ts'
import { makeReport } from '../../support/report-builder.ts'

type Given = Partial<Wait> & { readonly id: number }
const read = (waits: readonly Given[]) =>
  waitsOf(makeReport({ waits: waits.map((wait) => ({ text: `lock ${wait.id}`, ...wait })), threads: [] }))
const on = (id: number, to: number, more: Partial<Wait> = {}): Given => ({ id, on: { id: to }, ...more })
const titles = (links: readonly { readonly title: string }[]): string[] => links.map(({ title }) => title)

test('a report without waits tells nothing', () => {
  expect(waitsOf(makeReport({ threads: [] }))).toBeUndefined()
  expect(read([])).toBeUndefined()
})

test.each([1, 2, 3, 40])('a circle of %i threads is one deadlock, and no chain', (length) => {
  const waits = Array.from({ length }, (_, at) => on(at, (at + 1) % length))
  const found = read(waits)
  expect(found?.deadlocks).toHaveLength(1)
  expect(found?.deadlocks[0]).toMatchObject({ length, grade: 'proved' })
  expect(found?.chains).toEqual([])
})

test('what leads into a circle is a chain that ends there', () => {
  const found = read([on(1, 2), on(2, 3), on(3, 2)])
  expect(found?.deadlocks.map(({ length }) => length)).toEqual([2])
  expect(found?.chains.map(({ links }) => titles(links))).toEqual([['Thread 1', 'Thread 2']])
})

test('chains that share an end are told each from its own beginning, the longest first', () => {
  const found = read([on(1, 3), on(2, 1), on(4, 3)])
  expect(found?.deadlocks).toEqual([])
  expect(found?.chains.map(({ links }) => titles(links))).toEqual([
    ['Thread 2', 'Thread 1', 'Thread 3'],
    ['Thread 4', 'Thread 3'],
  ])
})

test('waits that never stood at one moment are no deadlock', () => {
  const seen = (first: number, last: number) => ({ seen: [{ first, last }] })
  expect(read([on(1, 2, seen(1, 5)), on(2, 1, seen(6, 9))])?.deadlocks).toEqual([])
  expect(read([on(1, 2, seen(1, 6)), on(2, 1, seen(6, 9))])?.deadlocks).toMatchObject([{ grade: 'proved' }])
  // Each two of three overlap, and no sample saw all.
  const pairs = [
    { seen: [{ first: 1, last: 2 }] },
    { seen: [{ first: 2, last: 3 }] },
    {
      seen: [
        { first: 1, last: 1 },
        { first: 3, last: 3 },
      ],
    },
  ]
  expect(read([on(1, 2, pairs[0]), on(2, 3, pairs[1]), on(3, 1, pairs[2])])?.deadlocks).toEqual([])
})

test('a wait of unknown samples makes a deadlock likely, not proved', () => {
  expect(read([on(1, 2), on(2, 1, { isPartly: true })])?.deadlocks).toMatchObject([{ grade: 'likely' }])
  expect(read([on(1, 1, { isPartly: true, isToldDeadlock: true })])?.deadlocks).toMatchObject([{ grade: 'proved' }])
})

test('the very next goes before the end of a chain of turnstiles, a thread before its process', () => {
  const far: Given = { id: 1, text: 'turnstile', on: { id: 9, hops: 2 } }
  const process: Given = { id: 1, text: 'port', on: { process: 'App [9]' } }
  for (const waits of [
    [far, process, on(1, 2)],
    [on(1, 2), process, far],
  ])
    expect(titles(read(waits)?.chains[0]?.links ?? [])).toEqual(['Thread 1', 'Thread 2'])
})

test('who waits for nobody in particular is counted by what it waits at', () => {
  const found = read([
    { id: 1, text: 'mach_msg receive on port set 0xc7477d16fb739d6d' },
    { id: 2, text: 'mach_msg receive on port set 0x1' },
    { id: 3, text: 'pthread condvar 0x2' },
  ])
  expect(found?.others).toEqual([
    { what: 'mach_msg receive on port set', count: 2 },
    { what: 'pthread condvar', count: 1 },
  ])
})

test('names of processes and threads stand in the links', () => {
  const threads = [
    { id: 0x1f3, crashed: false, frames: [], queue: 'com.apple.main-thread' },
    { id: 5, crashed: false, frames: [], name: 'App [7] loader' },
  ]
  const waits: Wait[] = [
    { id: 0x1f3, thread: 0, process: 'Shop [42]', text: 'x', on: { id: 5, thread: 1, process: 'App [7]' } },
  ]
  const links = waitsOf(makeReport({ waits, threads, textKind: 'rows' }))?.chains[0]?.links ?? []
  expect(titles(links)).toEqual(['Shop [42] · Thread 0x1f3 · com.apple.main-thread', 'App [7] · Thread 0x5 · loader'])
  expect(links[0]?.text).toBe('x')
  expect(links[1]?.text).toBeUndefined()
})

test('a hundred thousand waits in a row, in a circle and on one take no longer than a moment', () => {
  // By the square of their number, this would take many minutes: the limit of the test.
  const many = 100_000
  const row = read(Array.from({ length: many }, (_, at) => on(at, at + 1)))
  expect(row?.chains).toHaveLength(1)
  expect(row?.chains[0]).toMatchObject({ length: many + 1 })
  expect(row?.chains[0]?.links).toHaveLength(MOST_LINKS)
  const circle = read(Array.from({ length: many }, (_, at) => on(at, (at + 1) % many)))
  expect(circle?.deadlocks[0]?.links).toHaveLength(MOST_LINKS)
  expect(circle?.deadlocks[0]?.length).toBe(many)
  expect(read(Array.from({ length: many }, (_, at) => on(at + 1, 0)))?.chains).toHaveLength(many)
  // Fifty thousand threads before a tail of fifty thousand.
  const half = many / 2
  const comb = Array.from({ length: many }, (_, at) => on(at, at < half ? at + 1 : half - 1 - (at % 2)))
  expect(read(comb)?.chains.length).toBeGreaterThan(half / 2)
}, 60_000)

test('every thread that waits for another stands in a deadlock or before one in a chain', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }), (edges) => {
      const next = new Map<number, number>()
      for (const [from, to] of edges) if (!next.has(from)) next.set(from, to)
      const found = read([...next].map(([from, to]) => on(from, to)))
      const circular = new Set<string>()
      for (const start of next.keys()) {
        let at: number | undefined = next.get(start)
        for (let steps = 0; steps < 12 && at !== undefined && at !== start; steps++) at = next.get(at)
        if (at === start) circular.add(`Thread ${start}`)
      }
      const told = (found?.deadlocks ?? []).flatMap(({ links }) => titles(links))
      expect(new Set(told)).toEqual(circular)
      expect(told).toHaveLength(circular.size)
      const chained = new Set((found?.chains ?? []).flatMap(({ links }) => titles(links)))
      for (const from of next.keys()) expect(circular.has(`Thread ${from}`) || chained.has(`Thread ${from}`)).toBe(true)
    }),
  )
})
