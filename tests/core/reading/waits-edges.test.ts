/** States of threads and who waits for whom, at their edges: the better of two waits, titles, grades of deadlocks. */
import { describe, expect, test } from 'vitest'
import type { CallTree, CallTreeNode, Thread } from '../../../src/core/model/report.ts'
import type { Wait } from '../../../src/core/model/wait.ts'
import { runsInOrder, samplesOf, stateCounts, stateRunOf } from '../../../src/core/reading/states.ts'
import { mainWaitOf, waitsOf } from '../../../src/core/reading/waits.ts'
import { makeReport } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const tree = (title: string, ...roots: readonly CallTreeNode[]): CallTree => ({ title, weight: 'samples', roots })

describe('states', () => {
  test('notes with samples, whatever stands before them', () => {
    expect(samplesOf('1-49')).toEqual({ first: 1, last: 49 })
    expect(samplesOf('(running) 50')).toEqual({ first: 50, last: 50 })
    expect(samplesOf('9-3')).toEqual({ first: 9, last: 9 })
    expect(samplesOf('x 1-49')).toBeUndefined()
    expect(stateRunOf('(running) 9-3')).toEqual({ first: 9, last: 9, state: 'running' })
    expect(stateRunOf('(blocked, runnable) 2')).toMatchObject({ state: 'runnable' })
    expect(stateRunOf('running 2')).toBeUndefined()
  })

  test('runs that touch are one, runs apart are two, and 2,000 are kept', () => {
    const run = (first: number, last: number, state: 'running' | 'blocked' = 'running') => ({ first, last, state })
    expect(runsInOrder([run(1, 2), run(3, 4)])).toEqual([run(1, 4)])
    expect(runsInOrder([run(1, 2), run(4, 5)])).toEqual([run(1, 2), run(4, 5)])
    expect(runsInOrder([run(1, 2), run(3, 4, 'blocked')])).toEqual([run(1, 2), run(3, 4, 'blocked')])
    expect(runsInOrder([run(1, 5), run(2, 3, 'blocked')])).toEqual([run(1, 5)])
    expect(runsInOrder([run(1, 5), run(4, 8, 'blocked')])).toEqual([run(1, 5), run(6, 8, 'blocked')])
    expect(runsInOrder(Array.from({ length: 2001 }, (_, at) => run(at * 2 + 1, at * 2 + 1)))).toHaveLength(2000)
    expect(stateCounts([])).toEqual([])
  })
})

describe('waits', () => {
  const threads = (...names: readonly (string | undefined)[]): readonly Thread[] =>
    names.map((name, at) => ({ id: at + 1, crashed: false, frames: [], ...(name !== undefined && { name }) }))
  const waits = (list: readonly Partial<Wait>[], more: Parameters<typeof makeReport>[0] = {}) =>
    waitsOf(makeReport({ threads: [], ...more, waits: list.map((one) => ({ id: 1, text: 'lock', ...one })) }))

  test('of several waits of a thread: the next before the far one, a thread before a process, the longer', () => {
    const target = (...list: readonly Partial<Wait>[]) => waits(list)?.chains[0]?.links.at(-1)?.title
    expect(target({ on: { id: 7, hops: 2 } }, { on: { id: 8 } })).toBe('Thread 8')
    expect(target({ on: { id: 8 } }, { on: { id: 7, hops: 2 } })).toBe('Thread 8')
    expect(target({ on: { process: 'P [1]' } }, { on: { id: 8 } })).toBe('Thread 8')
    expect(target({ on: { id: 8 } }, { on: { process: 'P [1]' } })).toBe('Thread 8')
    expect(
      target({ on: { id: 7 }, seen: [{ first: 1, last: 2 }] }, { on: { id: 8 }, seen: [{ first: 4, last: 6 }] }),
    ).toBe('Thread 8')
    expect(target({ on: { id: 7 } }, { on: { id: 8 } })).toBe('Thread 7')
    expect(target({ on: { process: 'P [1]' } })).toBe('P [1]')
  })

  test('waits that nobody can end, by their kind, most first', () => {
    const said = [
      'semaphore port 0x1f (owner x',
      'mach_msg receive on port 0x10',
      'mach_msg receive on port set 0xaa',
      'mach_msg receive on port 0x20',
      'lock, with unknown owner',
      'x'.repeat(90),
    ]
    expect(waits(said.map((text) => ({ text })))?.others).toEqual([
      { what: 'mach_msg receive on', count: 2 },
      { what: 'semaphore', count: 1 },
      { what: 'mach_msg receive on port set', count: 1 },
      { what: 'lock', count: 1 },
      { what: 'x'.repeat(80), count: 1 },
    ])
  })

  test('titles: process, number, name or queue', () => {
    const title = (parts: Parameters<typeof makeReport>[0], wait: Partial<Wait>) =>
      waits([{ on: { id: 9 }, ...wait }], parts)?.chains[0]?.links[0]?.title
    expect(title({ threads: threads('Shop [4] · io') }, { thread: 0, process: 'Shop [4]' })).toBe(
      'Shop [4] · Thread 1 · · io',
    )
    expect(title({ threads: threads('io') }, { thread: 0 })).toBe('Thread 1 · io')
    expect(title({ threads: [{ ...threads(undefined)[0]!, queue: 'q' }] }, { thread: 0 })).toBe('Thread 1 · q')
    expect(title({ threads: [{ ...threads('io')[0]!, unnumbered: true }] }, { thread: 0 })).toBe('io')
    expect(title({ textKind: 'rows' }, { id: 255, process: 'P [1]' })).toBe('P [1] · Thread 0xff')
    expect(title({ textKind: 'json' }, { id: 255, process: 'P [1]' })).toBe('P [1] · Thread 255')
    expect(title({ textKind: 'rows' }, { id: 255 })).toBe('Thread 255')
  })

  test('what a thread’s own wait says of it counts more than what a waiter says', () => {
    const own = { id: 2, thread: 1, process: 'Shop [4]', on: { id: 3 } }
    const waiter = { id: 1, thread: 0, process: 'Shop [4]', on: { id: 2, process: 'Other [5]' } }
    for (const list of [
      [own, waiter],
      [waiter, own],
    ]) {
      const [chain] = waits(list, { threads: threads('io', 'net', 'last') })?.chains ?? []
      expect(chain?.links).toEqual([
        { title: 'Shop [4] · Thread 1 · io', thread: 0, text: 'lock' },
        { title: 'Shop [4] · Thread 2 · net', thread: 1, text: 'lock' },
        { title: 'Thread 3' },
      ])
      expect(chain?.length).toBe(3)
    }
  })

  test('chains: the longest first, each once, up to fifty links; a circle at the end counts as one', () => {
    const step = (id: number, to: number) => ({ id, on: { id: to } })
    const read = waits([step(1, 2), step(2, 3), step(9, 3), step(7, 8), step(20, 21), step(21, 20), step(22, 20)])
    expect(read?.chains.map(({ length, links }) => [length, links.map(({ title }) => title)])).toEqual([
      [3, ['Thread 1', 'Thread 2', 'Thread 3']],
      [2, ['Thread 9', 'Thread 3']],
      [2, ['Thread 7', 'Thread 8']],
      [2, ['Thread 22', 'Thread 20']],
    ])
    expect(read?.deadlocks.map(({ length }) => length)).toEqual([2])
    // The note has the wait that leads further, and not the one of the circle.
    expect(read?.chains[3]?.links.map(({ text }) => text)).toEqual(['lock', undefined])
    const long = waits(Array.from({ length: 60 }, (_, at) => step(at + 1, at + 2)))
    expect([long?.chains[0]?.length, long?.chains[0]?.links.length]).toEqual([61, 50])
    const circle = waits(Array.from({ length: 60 }, (_, at) => step(at + 1, ((at + 1) % 60) + 1)))
    expect([circle?.deadlocks[0]?.length, circle?.deadlocks[0]?.links.length]).toEqual([60, 50])
    expect(circle?.chains).toEqual([])
  })

  test('a chain ends where no sample can have seen the next wait, and another begins there', () => {
    const seen = (first: number, last = first) => ({ seen: [{ first, last }] })
    const step = (id: number, to: number, more: Partial<Wait> = {}) => ({ id, on: { id: to }, ...more })
    const chains = (...list: readonly Partial<Wait>[]) =>
      waits(list)?.chains.map(({ length, links }) => [
        length,
        ...links.map(({ title, text }) => `${title} ${text ?? '.'}`),
      ])
    expect(chains(step(1, 2, seen(1, 4)), step(2, 3, seen(4, 9)))).toEqual([
      [3, 'Thread 1 lock', 'Thread 2 lock', 'Thread 3 .'],
    ])
    expect(chains(step(1, 2, seen(1, 3)), step(2, 3, seen(4, 9)))).toEqual([
      [2, 'Thread 1 lock', 'Thread 2 .'],
      [2, 'Thread 2 lock', 'Thread 3 .'],
    ])
    // Every two of these waits share a sample, and all three do not.
    expect(chains(step(1, 2, seen(1, 3)), step(2, 3, seen(3, 5)), step(3, 4, seen(4, 9)))).toEqual([
      [3, 'Thread 1 lock', 'Thread 2 lock', 'Thread 3 .'],
      [2, 'Thread 3 lock', 'Thread 4 .'],
    ])
    const partly = { isPartly: true }
    expect(chains(step(1, 2, partly), step(2, 3, partly))).toEqual([
      [2, 'Thread 1 lock', 'Thread 2 .'],
      [2, 'Thread 2 lock', 'Thread 3 .'],
    ])
    expect(chains(step(1, 2, partly), step(2, 3))?.[0]?.[0]).toBe(3)
  })

  test('the main thread’s wait, in a dump of all threads', () => {
    const report = (more: Parameters<typeof makeReport>[0]) =>
      makeReport({
        threads: threads('main', 'io'),
        waits: [{ id: 1, thread: 0, text: 'lock', on: { id: 2, thread: 1 } }],
        ...more,
      })
    expect(mainWaitOf(report({}))).toEqual({ text: 'lock', holder: 'Thread 2 · io' })
    expect(mainWaitOf(report({ callTrees: [tree('x')] }))).toBeUndefined()
    expect(mainWaitOf(report({ threads: threads('io', 'x') }))).toBeUndefined()
    expect(mainWaitOf(report({ waits: [{ id: 2, thread: 1, text: 'lock', on: { id: 1 } }] }))).toBeUndefined()
    expect(mainWaitOf(report({ waits: [{ id: 1, thread: 0, text: 'lock' }] }))).toBeUndefined()
    const none = without(report({}), 'waits')
    expect(mainWaitOf(none)).toBeUndefined()
  })

  test('a deadlock is proved by one moment, likely where a wait was not always seen, told by the report', () => {
    const circle = (a: Partial<Wait>, b: Partial<Wait>) =>
      waits([
        { id: 1, on: { id: 2 }, ...a },
        { id: 2, on: { id: 1 }, ...b },
      ])?.deadlocks.map(({ grade }) => grade)
    expect(circle({}, {})).toEqual(['proved'])
    expect(circle({ isPartly: true }, {})).toEqual(['likely'])
    expect(circle({ isPartly: true, isToldDeadlock: true }, {})).toEqual(['proved'])
    const seen = (...runs: readonly (readonly [number, number])[]) => ({
      seen: runs.map(([first, last]) => ({ first, last })),
    })
    expect(circle(seen([1, 2]), seen([3, 4]))).toEqual([])
    expect(circle(seen([1, 3]), seen([3, 4]))).toEqual(['proved'])
    expect(circle(seen([1, 2], [9, 9]), seen([3, 4], [7, 12]))).toEqual(['proved'])
    expect(circle({ ...seen([1, 2]), isToldDeadlock: true }, seen([3, 4]))).toEqual(['proved'])
  })
})
