/** Stacks in reading order, their titles, recursion, recovered callers, blame, and what a thread does. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Backtrace, RecoveredCaller, SymbolicatedReport, Thread } from '../../../src/core/model/report.ts'
import { allocationRows } from '../../../src/core/reading/allocation.ts'
import { belowHandlers, frameToBlame, isFromOutside } from '../../../src/core/reading/blame.ts'
import { doingOf, doingWords, isWaiting } from '../../../src/core/reading/doing.ts'
import {
  recoveredBehind,
  recoveredCalls,
  recoveredFrame,
  recoveredLevel,
  recoveredLines,
} from '../../../src/core/reading/recovered.ts'
import { findRounds, roundsOf } from '../../../src/core/reading/rounds.ts'
import {
  crashedThread,
  hasStacks,
  stacksOf,
  stoppedThread,
  threadTitle,
  twinsText,
} from '../../../src/core/reading/stacks.ts'
import { sectionTitles } from '../../../src/core/messages/section-titles.ts'
import { app, buildReport, makeFrames, makeReport, system, unresolved } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const [one, two] = makeFrames([{ address: 0x10 }, { address: 0x20 }])
const thread = (id: number, more: Partial<Thread> = {}): Thread => ({ id, crashed: false, frames: [one!], ...more })

describe('stacks', () => {
  test('the thrown one, the crashed ones, others beside the threads, then the rest', () => {
    const backtraces: readonly Backtrace[] = [{ title: 'B', frames: [two!] }]
    const report = makeReport({
      lastException: { frames: [two!] },
      threads: [thread(1), thread(2, { crashed: true }), thread(3, { frames: [two!] })],
      backtraces,
    })
    expect(stacksOf(report).map(({ key, title, crashed, main }) => [key, title, crashed, main])).toEqual([
      ['last', 'Exception backtrace', true, true],
      ['t1', 'Thread 2', true, true],
      ['b0', 'B', false, false],
      ['t3', 'Thread 1', false, false],
      ['t4', 'Thread 3', false, false],
    ])
    // Read once in a language.
    expect(stacksOf(report)).toBe(stacksOf(report))
  })

  test('without a crash the first of the others is read first', () => {
    const [b0, b1] = ['A', 'B'].map((title) => ({ title, frames: [two!] }))
    const main = (report: Parameters<typeof makeReport>[0]): readonly boolean[] =>
      stacksOf(makeReport(report)).map((stack) => stack.main)
    expect(main({ threads: [thread(1)], backtraces: [b0!, b1!] })).toEqual([true, false, false])
    expect(main({ threads: [thread(1), thread(2, { frames: [two!] })] })).toEqual([true, false])
    expect(main({ threads: [thread(1)], lastException: { frames: [two!] } })).toEqual([true, false])
  })

  test('threads without addresses are one stack by places or printed names', () => {
    const row = (offset: number, name?: string) =>
      makeFrames([{ offset, imageName: 'Shop', ...(name !== undefined && { symbol: { name } }) }])
    const threads = [thread(1, { frames: row(4) }), thread(2, { frames: row(4) }), thread(3, { frames: row(8) })]
    const twins = (list: readonly Thread[]): readonly (readonly number[])[] =>
      stacksOf(makeReport({ threads: list })).map((stack) => [stack.thread!.id, ...stack.twins.map(({ id }) => id)])
    expect(twins(threads)).toEqual([[1, 2], [3]])
    expect(twins([thread(1, { frames: row(4, 'a') }), thread(2, { frames: row(4, 'b') })])).toEqual([[1], [2]])
  })

  test('whether there is a stack to show', () => {
    const tree = { title: '', weight: 'samples', roots: [] }
    const has = (report: Parameters<typeof makeReport>[0]): boolean => hasStacks(makeReport({ threads: [], ...report }))
    expect(has({})).toBe(false)
    expect(has({ threads: [thread(1, { frames: [] })] })).toBe(true)
    expect(has({ threads: [thread(1, { frames: [] })], callTrees: [tree] })).toBe(false)
    expect(has({ threads: [thread(1, { frames: [] }), thread(2)], callTrees: [tree] })).toBe(true)
    expect(has({ lastException: { frames: [] } })).toBe(true)
    expect(has({ backtraces: [{ title: '', frames: [] }], callTrees: [tree] })).toBe(true)
  })

  test('the crashed thread with frames goes before one without', () => {
    const [bare, full] = [thread(1, { crashed: true, frames: [] }), thread(2, { crashed: true })]
    expect(crashedThread(makeReport({ threads: [bare, full] }))).toBe(full)
    expect(crashedThread(makeReport({ threads: [bare] }))).toBe(bare)
    expect(crashedThread(makeReport({ threads: [thread(3)] }))).toBeUndefined()
  })

  test('where a program stopped', () => {
    const stopped = thread(1, { frames: [{ ...one!, foundBy: 'registers' }] })
    expect(stoppedThread(makeReport({ threads: [stopped, thread(2)] }))).toBe(stopped)
    expect(stoppedThread(makeReport({ threads: [thread(2), stopped] }))).toBeUndefined()
    expect(stoppedThread(makeReport({ threads: [] }))).toBeUndefined()
    const crashed = thread(3, { crashed: true })
    expect(stoppedThread(makeReport({ threads: [stopped, crashed] }))).toBe(crashed)
    expect(stoppedThread(makeReport({ threads: [stopped, { ...crashed, attributed: true }] }))).toBeUndefined()
  })

  test.each([
    [{ id: 3 }, 'Thread 3'],
    [{ id: 3, name: 'io', queue: 'q' }, 'Thread 3, io, q'],
    [{ id: 3, name: '', queue: 'q' }, 'Thread 3, q'],
    [{ id: 3, unnumbered: true }, 'Stack'],
    [{ id: 3, unnumbered: true, name: 'io' }, 'io'],
    [{ id: 3, unnumbered: true, queue: 'q' }, 'Stack, q'],
  ])('%j is called %s', (parts, title) => {
    expect(threadTitle(parts)).toBe(title)
  })

  test('twins: up to 12 numbers, and how many more', () => {
    const list = (count: number): readonly Thread[] => Array.from({ length: count }, (_, at) => thread(at + 1))
    const told = (twins: readonly Thread[]): string => twinsText({ thread: thread(20), twins })
    expect(told([])).toBe('')
    expect(told(list(1))).toContain('1')
    const numbers = (text: string): readonly string[] => text.match(/\d+/g) ?? []
    expect(numbers(told(list(12)))).toEqual(list(12).map(({ id }) => String(id)))
    expect(numbers(told(list(14)))).toEqual([...list(12).map(({ id }) => String(id)), '2'])
    expect(numbers(told([thread(1), thread(2, { unnumbered: true })]))).toEqual(['1', '1'])
  })
})

describe('recursion', () => {
  test.each([
    ['aaa', [{ start: 0, size: 1, times: 3 }]],
    ['aa', []],
    ['ababab', [{ start: 0, size: 2, times: 3 }]],
    ['abababa', [{ start: 0, size: 2, times: 3 }]],
    ['xabababy', [{ start: 1, size: 2, times: 3 }]],
    [
      'aaabbb',
      [
        { start: 0, size: 1, times: 3 },
        { start: 3, size: 1, times: 3 },
      ],
    ],
    // The shortest round that fits.
    ['aaaaaa', [{ start: 0, size: 1, times: 6 }]],
    ['', []],
  ])('%s', (keys, rounds) => {
    expect(findRounds([...keys])).toEqual(rounds)
  })

  test('rounds of up to 12 calls, and as few as somebody asks for', () => {
    const round = (size: number): readonly string[] => Array.from({ length: size }, (_, at) => `f${at}`)
    const thrice = (size: number): readonly string[] => [...round(size), ...round(size), ...round(size)]
    expect(findRounds(thrice(12))).toEqual([{ start: 0, size: 12, times: 3 }])
    expect(findRounds(thrice(13))).toEqual([])
    expect(findRounds([...'abab'], 2)).toEqual([{ start: 0, size: 2, times: 2 }])
  })

  const roundsIn = (made: SymbolicatedReport) => roundsOf(made, made.report.threads[0]!.frames)
  test('a name that only the report prints is no proof; addresses, places and whole rows are', () => {
    const rows = (...parts: Parameters<typeof makeFrames>[0]) =>
      roundsIn(unresolved(makeReport({ rows: parts, frameCount: parts.length })))
    const symbol = { name: 'f' }
    const thrice = [{ start: 0, size: 1, times: 3 }]
    expect(rows({ address: 1, symbol }, { address: 2, symbol }, { address: 3, symbol })).toEqual([])
    expect(rows({ address: 1 }, { address: 1 }, { address: 1 })).toEqual(thrice)
    expect(rows({ offset: 1 }, { offset: 1 }, { offset: 1 })).toEqual(thrice)
    expect(rows({ offset: 1 }, { offset: 1 }, { offset: 2 })).toEqual([])
    expect(rows({ offset: 1, imageName: 'A' }, { offset: 1, imageName: 'B' }, { offset: 1, imageName: 'A' })).toEqual(
      [],
    )
    expect(rows({ symbol }, { symbol }, { symbol })).toEqual(thrice)
    expect(rows({ symbol }, { symbol: { ...symbol, line: 2, file: 'a' } }, { symbol })).toEqual([])
    expect(rows({}, {}, {})).toEqual([])
  })

  test('sure names of symbols are one function at whatever address; doubtful ones are not', () => {
    const made = buildReport([app('f'), app('f'), app('f'), app('main')])
    expect(roundsIn(made)).toEqual([{ start: 0, size: 1, times: 3 }])
    const doubted = made.resolutions.map((one) => ({ ...one, grade: { level: 'doubtful' as const, evidence: [] } }))
    expect(roundsIn({ ...made, resolutions: doubted })).toEqual([])
  })

  test('no round reaches over rows that are missing', () => {
    const made = buildReport([app('f'), app('f'), app('f'), app('f'), app('f'), app('f')])
    const frames = made.report.threads[0]!.frames.map((frame, at) =>
      at < 3 ? frame : { ...frame, index: frame.index + 5 },
    )
    expect(roundsOf(made, frames)).toEqual([
      { start: 0, size: 1, times: 3 },
      { start: 3, size: 1, times: 3 },
    ])
  })
})

describe('recovered callers', () => {
  const grade = (level: 'exact' | 'likely' | 'doubtful') => ({ level, evidence: [] })
  const call: Call = { function: 'load', mangled: 'load', inlined: false, source: 'dwarf' }
  const caller = (parts: Partial<RecoveredCaller> = {}): RecoveredCaller => ({
    after: 0,
    address: runtimeAddress(0x104cc8100),
    image: 0,
    resolution: { kind: 'resolved', calls: [call], grade: grade('likely') },
    reason: '',
    ...parts,
  })
  const made = (...recovered: readonly RecoveredCaller[]): SymbolicatedReport => ({
    ...buildReport([app('f'), app('main')]),
    recovered,
  })

  test('each behind its frame, nearest first', () => {
    const [a, b, c] = [caller(), caller({ after: 1 }), caller({ reason: 'c' })]
    expect([...recoveredBehind(made(a, b, c))]).toEqual([
      [0, [a, c]],
      [1, [b]],
    ])
    expect([...recoveredBehind(buildReport([app('f')]))]).toEqual([])
  })

  test('its frame, its calls, its lines, and the mark of its name', () => {
    const report = made(caller())
    expect(recoveredFrame(report.report, caller())).toEqual({
      id: -1,
      index: -1,
      kind: 'return',
      address: 0x104cc8100n,
      image: 0,
      offset: 0x100,
    })
    const nowhere = without(caller(), 'image')
    expect(recoveredFrame(report.report, nowhere)).toEqual({ id: -1, index: -1, kind: 'return', address: 0x104cc8100n })
    expect(recoveredCalls(caller())).toEqual([call])
    expect(recoveredCalls(caller({ resolution: { kind: 'outside-images' } }))).toEqual([])
    expect(recoveredLines(report, caller()).map(({ name }) => name)).toEqual(['load'])
    const unnamed = caller({ resolution: { kind: 'no-symbols', reason: '' } })
    expect(recoveredLines(report, unnamed).map(({ name }) => name)).toEqual(['Shop + 256'])
    const level = (parts: Partial<RecoveredCaller>): unknown => recoveredLevel(report, caller(parts))
    const resolved = (of: 'exact' | 'likely' | 'doubtful') => ({
      resolution: { kind: 'resolved' as const, calls: [call], grade: grade(of) },
    })
    expect(level({})).toBe('likely')
    expect(level({ image: 1 })).toBeUndefined()
    expect(level({ ...resolved('doubtful'), image: 1 })).toBe('doubtful')
    expect(level(resolved('exact'))).toBeUndefined()
    expect(level({ resolution: { kind: 'outside-images' } })).toBeUndefined()
  })
})

describe('blame', () => {
  const blamed = (made: SymbolicatedReport): string | undefined => {
    const frame = frameToBlame(made, made.report.threads[0]!)
    return frame && `${frame.index}`
  }
  test('the first own frame below traps and handlers', () => {
    expect(blamed(buildReport([system('abort'), app('f'), app('main')]))).toBe('1')
    expect(blamed(buildReport([app('handler'), system('_sigtramp'), system('memcpy'), app('f')]))).toBe('3')
    expect(blamed(buildReport([app('h'), system('_sigtramp'), app('g'), system('_sigtramp'), app('f')]))).toBe('4')
    expect(blamed(buildReport([system('abort')]))).toBeUndefined()
  })

  test('frames that started the event loop are not to blame, by its name or its place', () => {
    expect(blamed(buildReport([system('objc_release'), system('UIApplicationMain'), app('main')]))).toBeUndefined()
    expect(blamed(buildReport([app('tap'), system('UIApplicationMain'), app('main')]))).toBe('0')
    const loop = buildReport([system('a'), system(), app('main'), system('start')])
    const images = [
      loop.report.images[0]!,
      loop.report.images[1]!,
      { ...loop.report.images[1]!, index: 2, name: 'UIKitCore' },
      { ...loop.report.images[1]!, index: 3, name: 'dyld' },
    ]
    const at = (places: readonly number[]): SymbolicatedReport => ({
      ...loop,
      report: {
        ...loop.report,
        images,
        threads: loop.report.threads.map((own) => ({
          ...own,
          frames: own.frames.map((frame, index) => ({ ...frame, image: places[index]! })),
        })),
      },
    })
    expect(blamed(at([1, 2, 0, 3]))).toBeUndefined()
    expect(blamed(at([1, 1, 0, 3]))).toBe('2')
    expect(blamed(at([1, 2, 0, 1]))).toBe('2')
  })

  test('a reporter is blamed only where the processor stopped in it', () => {
    const reporter = app('-[KSCrash onCrash]')
    const frames = [reporter, app('f')]
    expect(blamed(buildReport(frames, { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } }))).toBe('0')
    expect(blamed(buildReport(frames, { exception: { signal: 'SIGBUS' } }))).toBe('0')
    expect(blamed(buildReport(frames, { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }))).toBe('1')
    expect(blamed(buildReport([system('x'), ...frames], { exception: { signal: 'SIGSEGV' } }))).toBe('2')
  })

  test('frames below the last handler', () => {
    const made = buildReport([app('h'), system('_sigtramp'), app('f')])
    expect(belowHandlers(made, made.report.threads[0]!.frames).map(({ index }) => index)).toEqual([2])
    const plain = buildReport([app('f')])
    expect(belowHandlers(plain, plain.report.threads[0]!.frames)).toHaveLength(1)
  })

  test.each([
    ['code-signing', true],
    ['signal-sigterm', true],
    ['signal-sigkill', true],
    ['signal-sigabrt', false],
    ['signal-sent', true],
    ['signal-by', true],
    ['user-force-quit', true],
    ['thermal', true],
    ['jetsam', true],
    ['jetsam-not', false],
    ['security-violation', true],
    ['forced-reset', true],
    ['panic-zone', true],
    ['a-panic', false],
    [undefined, false],
  ])('%s ends from outside: %s', (id, expected) => {
    expect(isFromOutside(id)).toBe(expected)
  })
})

describe('what a thread does', () => {
  const doing = (...frames: Parameters<typeof buildReport>[0]): string => {
    const made = buildReport(frames)
    return doingWords(doingOf(made, made.report.threads[0]!.frames))
  }
  test.each([
    ['mach_msg2_trap', 'waiting for a message', true],
    ['mach_msg', 'waiting for a message', true],
    ['mach_msg_overwrite', 'waiting for a message', true],
    ['mach_messages', 'mach_messages', false],
    ['__workq_kernreturn', 'idle worker', true],
    ['kevent_id', 'waiting for events', true],
    ['__select_nocancel', 'waiting for events', true],
    ['poll', 'waiting for events', true],
    ['__psynch_cvwait', 'waiting for a condition variable', true],
    ['__psynch_mutexwait', 'waiting for a lock', true],
    ['__ulock_wait2', 'waiting for a lock', true],
    ['__psynch_rw_rdlock', 'waiting for a lock', true],
    ['semaphore_timedwait_trap', 'waiting for a semaphore, or asleep', true],
    ['__semwait_signal', 'waiting for a semaphore, or asleep', true],
    ['start_wqthread', 'starting', false],
    ['__read_nocancel', 'reading or writing', true],
    ['readBook', 'readBook', false],
  ])('%s: %s', (name, words, waits) => {
    expect(doing(system(name))).toBe(words)
    expect(isWaiting(name)).toBe(waits)
  })

  test('with the first own function, unless that is what it does', () => {
    expect(doing(system('__psynch_mutexwait'), app('save'), app('main'))).toBe('waiting for a lock, in save')
    expect(doing(app('save'), app('main'))).toBe('save')
    expect(doing(app('inlined', 'save'))).toBe('inlined, in save')
    expect(doing()).toBe('no frames')
  })
})

test('memory of a failed access: the calls with their roles, then the facts', () => {
  const frames = makeFrames([
    { address: 0x104cc8000, image: 0, symbol: { name: 'make', file: '/a/Cart.m', line: 8 } },
    { address: 0x104cc8010, image: 0 },
  ])
  const report = makeReport({
    header: { process: 'Shop', fields: [] },
    threads: [],
    images: buildReport([]).report.images,
    memoryError: { kind: 'use-after-free' } as never,
    backtraces: [
      { title: 'Allocated', role: 'allocated', frames: [frames[0]!] },
      { title: 'Plain', frames: [frames[1]!] },
      { title: 'Freed', role: 'freed', frames: [] },
      { title: 'Freed too', role: 'freed', frames: [frames[1]!] },
    ],
    sections: [
      { kind: 'table', title: 'Other', columns: [], rows: [['x', 'y']] },
      { kind: 'table', title: sectionTitles.memoryError, columns: [], rows: [['Size', '32 bytes'], ['Bare']] },
    ],
    frameCount: 2,
  })
  expect(allocationRows({ ...unresolved(report), resolutions: [] })).toEqual([
    { label: 'Allocated', text: 'make  Cart.m:8', frame: 0 },
    { label: 'Freed too', text: '0x104cc8010', frame: 1 },
    { label: 'Size', text: '32 bytes' },
    { label: 'Bare', text: '' },
  ])
  const undiagnosed = without(report, 'memoryError')
  expect(allocationRows(unresolved(undiagnosed))).toEqual([])
})
