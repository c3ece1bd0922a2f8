/** Profiles of reports: functions merged over addresses, tracks in order, counts that add up whatever is printed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallTree, CallTreeNode, Frame, Thread } from '../../../src/core/model/report.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { weightOf } from '../../../src/core/reading/calls.ts'
import { activityIn } from '../../../src/core/reading/activity.ts'
import { mergedTracks, profileOf, readProfile } from '../../../src/core/reading/profile.ts'
import { makeFrames, makeReport, unresolved } from '../../support/report-builder.ts'
import { addUp, reportOfStacks, seenStacks, stacksIn } from '../../support/profiles.ts'

let id = 0
const row = (name: string, count: number, ...children: readonly CallTreeNode[]): CallTreeNode => ({
  frame: { id: id++, index: 0, kind: 'exact', symbol: { name }, imageName: 'Shop' },
  count,
  children,
})
const tree = (title: string, ...roots: readonly CallTreeNode[]): CallTree => ({ title, weight: 'samples', roots })
const read = (callTrees: readonly CallTree[], header = {}): ReturnType<typeof profileOf> =>
  profileOf(unresolved(makeReport({ callTrees, threads: [], frameCount: id, header: { fields: [], ...header } })))

test('calls of one function are one call, whatever their addresses, in each track and over all', () => {
  fc.assert(
    fc.property(fc.array(seenStacks, { maxLength: 4 }), (lists) => {
      const { functions, tracks } = profileOf(reportOfStacks(lists, (fn) => `f${fn}`))
      const named = (stack: readonly number[]): string => stack.map((fn) => `f${fn}`).join()
      const told = (calls: Parameters<typeof stacksIn>[0]): Map<string, number> =>
        new Map(
          [...stacksIn(calls)].map(([key, weight]) => [
            key
              .split(',')
              .map((fn) => functions[+fn]!.name)
              .join(),
            weight,
          ]),
        )
      for (const track of tracks) {
        const list = lists[Number(track.title.slice('Thread '.length))]!
        expect(told(track.calls)).toEqual(addUp(list, named))
        expect(track.total).toBe(list.reduce((all, { weight }) => all + weight, 0))
      }
      expect(told(mergedTracks(tracks))).toEqual(addUp(lists.flat(), named))
    }),
  )
})

test('calls inlined into a frame are calls, and the innermost has the samples', () => {
  const frame: Frame = { id: 0, index: 0, kind: 'exact' }
  const call = { inlined: true, source: 'dwarf' as const }
  const { functions, tracks } = profileOf({
    report: makeReport({
      callTrees: [tree('Thread 1', { frame, count: 7, children: [] })],
      threads: [],
      frameCount: 1,
    }),
    resolutions: [
      {
        kind: 'resolved',
        calls: [
          { ...call, function: 'inner', mangled: 'inner' },
          { ...call, function: 'outer', mangled: 'outer', inlined: false },
        ],
        grade: { level: 'exact', evidence: [] },
      },
    ],
    images: [],
    explanations: [],
  })
  const { calls } = tracks[0]!
  expect([...calls.fn].map((fn) => functions[fn]!.name)).toEqual(['outer', 'inner'])
  expect([...calls.self]).toEqual([0, 7])
})

test('callees that add up to more than their caller raise it; counts that are none count nothing', () => {
  const { tracks } = read([
    tree('Thread 1', row('a', 3, row('b', 2), row('c', 5))),
    tree('Thread 2', row('a', Infinity, row('b', 4)), row('c', NaN), row('d', -5)),
  ])
  expect(tracks.map(({ title, total }) => [title, total])).toEqual([
    ['Thread 1', 7],
    ['Thread 2', 4],
  ])
})

test('the process that the report is about stands first, then the busiest; what only waits stands last', () => {
  const busy = (count: number): CallTreeNode => row('work', count)
  const idle = (count: number): CallTreeNode =>
    row('loop', count, row('mach_msg2_trap', count, row('ipc_receive', count)))
  const trees = [
    tree('mds [9] · Thread 0x1', busy(3), idle(97)),
    tree('kernel_task [0] · Thread 0x2', idle(100)),
    tree('Shop [42] · Thread 0x3', idle(100)),
    tree('Shop [42] · Thread 0x4', busy(1), idle(99)),
    tree('mds [9] · Thread 0x5', busy(8)),
  ]
  const { tracks } = read(trees, { process: 'Shop', pid: 42 })
  expect(tracks.map(({ process, title, about, busy: own }) => [process, title.split(' ').at(-1), about, own])).toEqual([
    ['Shop [42]', '0x4', true, 1],
    ['Shop [42]', '0x3', true, 0],
    ['mds [9]', '0x5', false, 8],
    ['mds [9]', '0x1', false, 3],
    ['kernel_task [0]', '0x2', false, 0],
  ])
})

test('a heaviest stack is not counted besides the threads that it is from, and bytes never with samples', () => {
  const heaviest = { ...tree('Heaviest stack', row('a', 4)), excerpt: true }
  const bytes = { ...tree('Leaks', row('a', 512)), weight: 'bytes' }
  const { tracks } = read([heaviest, tree('Thread 1', row('a', 4), row('b', 1)), bytes])
  expect(weightOf(mergedTracks(tracks.filter(({ weight }) => weight === 'samples')))).toBe(5)
  expect(weightOf(mergedTracks(tracks))).toBe(512)
  expect(weightOf(mergedTracks(read([heaviest]).tracks))).toBe(4)
})

test('threads of a snapshot are a sample each; those without frames are none', () => {
  const frames = ['leaf', 'middle', 'root'].map((name, index): Frame => ({
    id: index,
    index,
    kind: 'return',
    symbol: { name },
    imageName: 'x',
  }))
  const thread = (name: string, own: readonly Frame[]): Thread => ({ id: 5, name, crashed: false, frames: own })
  const { functions, tracks } = profileOf(
    unresolved(makeReport({ threads: [thread('audiod [7] io', frames), thread('empty [8]', [])], frameCount: 3 })),
  )
  expect(tracks.map(({ process, title, total }) => [process, title, total])).toEqual([
    ['audiod [7]', 'Thread 5, audiod [7] io', 1],
  ])
  expect([...tracks[0]!.calls.fn].map((fn) => functions[fn]!.name)).toEqual(['root', 'middle', 'leaf'])
})

test('a stack that is no thread has no state of one', () => {
  const [frame] = makeFrames([{ symbol: { name: 'work' }, imageName: 'x' }])
  const waits = { crashed: false, frames: [frame!], state: ['TH_WAIT'] }
  const report = makeReport({
    threads: [
      { id: 1, name: 'first', ...waits },
      { id: 2, name: 'second', ...waits },
    ],
    backtraces: [{ title: 'Thrown at', frames: [frame!] }],
    frameCount: 1,
  })
  const { tracks } = profileOf(unresolved(report), { allStacks: true })
  expect(tracks.map(({ title, busy, total }) => [title, busy, total])).toEqual([
    ['Thrown at', 1, 1],
    ['Thread 1, first', 0, 1],
    ['Thread 2, second', 0, 1],
  ])
})

test('many small trees are read in as many steps as one large one of as many rows', () => {
  const trees = Array.from({ length: 2000 }, (_, at) => tree(`Thread ${at}`, row('start', 2, row('work', 1))))
  const steps = readProfile(unresolved(makeReport({ callTrees: trees, threads: [], frameCount: id })))
  let pauses = 0
  while (!steps.next().done) pauses++
  expect(pauses).toBeGreaterThan((2000 * 2) / 256)
})

test('a report of few rows is read without a pause', () => {
  const one = tree('Thread', ...Array.from({ length: 10 }, () => row('work', 1)))
  expect(readProfile(unresolved(makeReport({ callTrees: [one], threads: [], frameCount: id }))).next().done).toBe(true)
})

test('a name that is sure and a guess of the same name are two functions; guesses at two addresses are two', () => {
  const guess = (name: string, address: number, offset: number): CallTreeNode => ({
    frame: {
      id: id++,
      index: 0,
      kind: 'exact',
      address: runtimeAddress(address),
      symbol: { name, offset },
      imageName: 'Kit',
    },
    count: 1,
    children: [],
  })
  const { functions } = read([
    tree(
      'Thread 1',
      guess('export', 0x1010, 0x10),
      guess('export', 0x1020, 0x20),
      guess('export', 0x9000, 0x8000),
      guess('export', 0xa000, 0x9000),
    ),
  ])
  expect(functions.map(({ name, level }) => [name, level])).toEqual([
    ['export', undefined],
    ['export', 'doubtful'],
    ['export', 'doubtful'],
  ])
})

test('a thread without a name for its innermost call is not said to work', () => {
  const nameless: CallTreeNode = {
    frame: { id: id++, index: 0, kind: 'exact', address: runtimeAddress(0x1000), imageName: 'kernel' },
    count: 7,
    children: [],
  }
  const { tracks } = read([tree('Idle', row('start', 7, nameless)), tree('Works', row('start', 3, row('sum', 2)))])
  expect(tracks.map(({ title, busy, unknown }) => [title, busy, unknown])).toEqual([
    ['Works', 3, 0],
    ['Idle', 0, 7],
  ])
})

test('what the report says of a thread outweighs its names', () => {
  const thread = (state: string): Thread => ({
    ...{ id: 0, crashed: false, state: [state] },
    frames: [{ id: id++, index: 0, kind: 'exact', symbol: { name: 'thread_block_reason' } }],
  })
  const told = (state: string): readonly number[] => {
    const report = makeReport({ threads: [thread(state)], frameCount: id })
    return profileOf(unresolved(report)).tracks.flatMap(({ busy, unknown }) => [busy, unknown])
  }
  expect(told('TH_WAIT')).toEqual([0, 0])
  expect(told('TH_RUN TH_IDLE')).toEqual([0, 0])
  expect(told('TH_RUN')).toEqual([1, 0])
  expect(told('another word')).toEqual([1, 0])
  const noted = (note: string): CallTree => tree('Thread 1', { ...row('sum', 50), note })
  expect(read([noted('(blocked by something) 1-50')]).tracks[0]).toMatchObject({ busy: 0, unknown: 0 })
  expect(read([noted('(running) 1-20')]).tracks[0]).toMatchObject({ busy: 20, unknown: 30 })
})

test('a thread without states, where others have some, is not said to work', () => {
  const noted: CallTreeNode = { ...row('sum', 40), note: '(running) 1-40' }
  const { tracks } = read([tree('Told', noted), tree('Untold', row('start', 40))])
  expect(tracks.map(({ title, busy, unknown }) => [title, busy, unknown])).toEqual([
    ['Told', 40, 0],
    ['Untold', 0, 40],
  ])
})

test('what a thread did in a range is counted from the samples of the range alone', () => {
  const noted = (name: string, note: string, count: number): CallTreeNode => ({ ...row(name, count), note })
  const { tracks } = read([
    tree('Told', {
      ...row('start', 40, noted('sum', '(running) 1-30', 30), noted('rest', '(blocked by x) 31-40', 10)),
      note: '1-40',
    }),
    tree('Untold', { ...row('start', 40, noted('a', '1-10', 10), noted('b', '11-40', 30)), note: '1-40' }),
  ])
  const told = (title: string, from: number, to: number): unknown => {
    const track = tracks.find((one) => one.title === title)!
    return activityIn({ ...track, times: track.times! }, { from, to })
  }
  expect(told('Told', 1, 41)).toEqual({ total: 40, busy: 30, unknown: 0 })
  expect(told('Told', 1, 11)).toEqual({ total: 10, busy: 10, unknown: 0 })
  expect(told('Told', 25.5, 36)).toEqual({ total: 10, busy: 5, unknown: 0 })
  expect(told('Told', 31, 41)).toEqual({ total: 10, busy: 0, unknown: 0 })
  // Names are no evidence where another thread has states.
  expect(told('Untold', 5, 9)).toEqual({ total: 4, busy: 0, unknown: 4 })
  expect(told('Told', 50, 60)).toEqual({ total: 0, busy: 0, unknown: 0 })
})

test('the whole range has what the whole track has', () => {
  const { tracks } = read([
    tree('Thread 1', {
      ...row('start', 9, { ...row('work', 4), note: '1-4' }, { ...row('mach_msg2_trap', 5), note: '5-9' }),
      note: '1-9',
    }),
  ])
  for (const track of tracks) {
    const { total, busy, unknown, times } = track
    expect(times).toBeDefined()
    expect(activityIn({ ...track, times: times! }, { from: 0, to: 100 })).toEqual({ total, busy, unknown })
  }
  expect(tracks[0]).toMatchObject({ total: 9, busy: 4 })
})
