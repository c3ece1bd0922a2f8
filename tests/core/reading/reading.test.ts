import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { FoundBy, Frame, SymbolicatedReport, Thread } from '../../../src/core/model/report.ts'
import { byWeight, heaviestPath } from '../../../src/core/reading/call-tree.ts'
import { endOf, markOf } from '../../../src/core/reading/end.ts'
import { foldWords, piecesOf } from '../../../src/core/reading/folds.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { exactLocation, linesOf, location } from '../../../src/core/reading/lines.ts'
import { isOwnFrame } from '../../../src/core/reading/own-code.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { app, buildReport, makeImage, makeReport, system, unresolved } from '../../support/report-builder.ts'

const piecesOfMain = (report: SymbolicatedReport) => {
  const [stack] = stacksOf(report.report)
  if (!stack) throw new Error('the builder makes one stack')
  return piecesOf(report, stack).map((piece) =>
    piece.kind === 'frame'
      ? piece.frame.index
      : piece.kind === 'cut'
        ? 'cut'
        : `${piece.frames.length}: ${foldWords(piece)}`,
  )
}

const withFrames = (made: SymbolicatedReport, change: (frame: Frame) => Frame): SymbolicatedReport => {
  const threads = made.report.threads.map((thread) => ({ ...thread, frames: thread.frames.map(change) }))
  return { ...made, report: { ...made.report, threads } }
}

test('runs of system frames fold, the innermost frame stays', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => system(name))
  expect(piecesOfMain(buildReport([...names, app('own'), system('x'), system('y')]))).toEqual([
    0,
    '3: 3 system frames',
    4,
    5,
    6,
  ])
})

const belowKill = (...names: readonly string[]): readonly (number | string)[] => {
  const frames = ['__pthread_kill', 'pthread_kill', ...names, 'x', 'y', 'z'].map((one) => system(one))
  return piecesOfMain(buildReport([...frames, app('own')]))
}

test.each([
  '_Bug_Detected_In_Client_Of_LIBX',
  'std::__terminate(void (*)())',
  'exit',
  '__cxa_finalize_ranges',
  'dlclose',
  'swift::fatalError(unsigned int, char const*, ...)',
  'hermes::vm::GCBase::oom(std::__1::error_code)',
  '_objc_fatalv(unsigned long long, unsigned long long, char const*, char*)',
  'abort_message',
  'llvm::report_fatal_error(llvm::Twine const&)',
])('a frame that tells why is never folded: %s', (name) =>
  expect(belowKill(name)).toEqual([0, 1, 2, '3: 3 system frames', 6]),
)

test.each([
  'malloc_report',
  'abort',
  '__assert_rtn',
  '___forwarding___',
  'objc_exception_throw',
  '-[NSException raise]',
  '-[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]',
])('a frame that throws, and the frame that called it, are never folded: %s', (name) => {
  expect(belowKill(name, 'thrower')).toEqual([0, 1, 2, 3, '3: 3 system frames', 7])
})

test('an image whose rows print source lines is the program’s, in all of its rows', () => {
  const own = (file: string, name = 'Tool'): readonly boolean[] => {
    const rows = ['total', 'walk', 'main'].map((one, at) => ({
      image: 0,
      address: 0x1_0000_0010 + at * 16,
      symbol: { name: one, ...(at === 1 && { file, line: 7 }) },
    }))
    const made = unresolved(makeReport({ rows, images: [makeImage({ name })] }))
    return (made.report.threads[0]?.frames ?? []).map((frame) => isOwnFrame(made, frame))
  }
  expect(own('cart.c')).toEqual([true, true, true])
  expect(own('<compiler-generated>')).toEqual([false, false, false])
  expect(own('Array.swift', 'libswiftCore.dylib')).toEqual([false, false, false])
})

test('a function whose name only begins so is folded', () => {
  for (const name of ['abortUpload', 'zoom', 'Camera::zoom(float)', 'fatalities(int)']) {
    const frames = ['x', name, 'y', 'z'].map((one) => system(one))
    expect(piecesOfMain(buildReport([...frames, app('own')])), name).toEqual([0, '3: 3 system frames', 4])
  }
})

test('a stack of system frames alone folds nothing', () => {
  expect(piecesOfMain(buildReport(['a', 'b', 'c', 'd', 'e'].map((name) => system(name))))).toEqual([0, 1, 2, 3, 4])
})

test('recursion is told once', () => {
  const round = [app('f'), app('g')]
  expect(piecesOfMain(buildReport([...round, ...round, ...round, ...round, app('main')]))).toEqual([
    0,
    1,
    '6: these 2 calls 3 more times',
    8,
  ])
})

test('inlined calls that a report gives rows of their own, all of one address, are no recursion', () => {
  const made = buildReport(['a', 'b', 'c', 'd', 'main'].map((name) => app(name)))
  const rows = withFrames(made, (frame) =>
    frame.index < 4
      ? {
          ...frame,
          address: runtimeAddress(0x104cc8010),
          symbol: { name: `call${frame.index}` },
          inlined: frame.index < 3,
        }
      : frame,
  )
  expect(piecesOfMain(unresolved(rows.report))).toEqual([0, 1, 2, 3, 4])
  // The same rows again and again are recursion: one call with what was inlined into it is one step of it.
  const [frames = []] = rows.report.threads.map((thread) => thread.frames.slice(0, 4))
  const many = Array.from({ length: 5 }, () => frames)
    .flat()
    .map((frame, id) => ({ ...frame, id, index: id }))
  const [thread] = rows.report.threads
  if (!thread) throw new Error('the builder makes one thread')
  const deep = { ...rows.report, threads: [{ ...thread, frames: many }], frameCount: many.length }
  expect(piecesOfMain(unresolved(deep))).toEqual([0, 1, 2, 3, '16: these 4 calls 4 more times'])
})

test('identical stacks are one, the crashed thread stays apart, threads without frames are like no other', () => {
  const made = buildReport([app('a')])
  const [crashed] = made.report.threads
  if (!crashed) throw new Error('the builder makes one thread')
  const thread = (id: number, addresses: readonly number[]): Thread => ({
    id,
    crashed: false,
    frames: addresses.map((address, index) => ({
      id: index,
      index,
      kind: 'exact',
      address: runtimeAddress(address),
    })),
  })
  const threads = [crashed, thread(1, [0x100]), thread(2, [0x200]), thread(3, [0x100]), thread(4, []), thread(5, [])]
  const stacks = stacksOf({ ...made.report, threads })
  expect(stacks.map(({ title, main, twins }) => [title, main, twins.map(({ id }) => id)])).toEqual([
    ['Thread 0, main', true, []],
    ['Thread 1', false, [3]],
    ['Thread 2', false, []],
    ['Thread 4', false, []],
    ['Thread 5', false, []],
  ])
})

test('a placeholder is no name where there is an address to show, and stays where there is none', () => {
  const made = buildReport([system('<redacted>'), app('named')])
  const [redacted] = made.report.threads[0]?.frames ?? []
  if (!redacted) throw new Error('the builder makes two frames')
  expect(linesOf(made, redacted)).toMatchObject([{ name: 'libsystem.dylib + 0', named: false }])
  const markup: Frame = { id: 9, index: 0, kind: 'exact', address: runtimeAddress(1), symbol: { name: '<img src=x>' } }
  expect(linesOf(made, markup)).toMatchObject([{ name: '<img src=x>', named: true }])
  const script: Frame = { id: 9, index: 0, kind: 'exact', symbol: { name: '<unknown>', line: 649, column: 1211 } }
  expect(linesOf(made, script)).toMatchObject([{ name: '<unknown>', named: true }])
  const pseudo: Frame = { id: 9, index: 0, kind: 'exact', symbol: { name: '<Kernel mode>' } }
  expect(linesOf(made, pseudo)).toMatchObject([{ name: '<Kernel mode>', named: false }])
})

test.each([
  [{ file: '/src/a/Cart.swift', line: 8, column: 3 }, 'Cart.swift:8', 'Cart.swift:8:3'],
  [{ file: 'C:\\src\\Cart.cpp' }, 'Cart.cpp', 'Cart.cpp'],
  [{ file: '/<compiler-generated>', line: 1, column: 1 }, '<compiler-generated>', '<compiler-generated>'],
  [{}, '', ''],
  [{ line: 695, column: 2469 }, '695:2469', '695:2469'],
  [{ line: 695 }, '', ''],
])('%j lies at %s', (line, plain, exact) => {
  expect([location(line), exactLocation(line)]).toEqual([plain, exact])
})

test('a headline without an explanation says what the report says, and how sure that is', () => {
  const plain = { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } }
  expect(headlineOf(buildReport([app('f')], plain))).toMatchObject({
    code: 'exception-code',
    parameters: { code: 'EXC_BAD_ACCESS' },
    grade: 'proved',
    end: 'crash',
    kind: 'Crashed',
    codes: ['EXC_BAD_ACCESS', '(SIGSEGV)'],
    where: { line: { name: 'f' } },
  })
  expect(headlineOf(buildReport([app('f')]))).toMatchObject({
    code: 'crashed-in',
    title: 'Crashed in f',
    grade: 'proved',
  })
  expect(headlineOf(buildReport([system('f')]))).toMatchObject({ code: 'crashed-untold', grade: 'proved' })
})

test('a dump that tells of no crash is said to be of a program that stopped, and where', () => {
  const made = buildReport([app('f'), app('main')])
  const [thread] = made.report.threads
  const [first, ...callers] = thread!.frames
  const still = (foundBy?: FoundBy) => ({
    ...made,
    report: {
      ...made.report,
      threads: [{ ...thread!, crashed: false, frames: [{ ...first!, ...(foundBy && { foundBy }) }, ...callers] }],
    },
  })
  expect(headlineOf(still('registers'))).toMatchObject({
    code: 'stopped-in',
    title: 'Stopped in f; no cause was found',
    grade: 'proved',
    end: 'unknown',
    where: { line: { name: 'f' } },
  })
  expect(headlineOf(still())).toMatchObject({ code: 'untold' })
})

test('a headline that names a doubtful function is only possible', () => {
  const made = buildReport([app('f')])
  const grade = { level: 'doubtful', evidence: ['the return address does not follow a call'] } as const
  const doubted = { ...made, resolutions: made.resolutions.map((resolution) => ({ ...resolution, grade })) }
  expect(headlineOf(doubted as SymbolicatedReport)).toMatchObject({ title: 'Crashed in f', grade: 'possible' })
  const explained = {
    ...(doubted as SymbolicatedReport),
    explanations: [
      {
        id: 'trap',
        title: 'A check failed in f',
        evidence: 'a trap',
        meaning: '',
        checks: [],
        grade: 'proved' as const,
      },
    ],
  }
  expect(headlineOf(explained)).toMatchObject({ code: 'trap', grade: 'possible' })
  expect(headlineOf({ ...explained, resolutions: made.resolutions })).toMatchObject({ code: 'trap', grade: 'proved' })
})

test.each([
  [{ exception: { signal: 'SIGSTOP' } }, 'snapshot', false],
  [{ exception: { type: 'EXC_BREAKPOINT', message: 'watchpoint 1' } }, 'snapshot', false],
  [{ exception: { type: 'EXC_CRASH', signal: 'SIGKILL' } }, 'killed', true],
  [{ termination: { namespace: 'FRONTBOARD' } }, 'killed', true],
  [{ exception: { type: 'EXC_RESOURCE', subtype: 'WAKEUPS (NON-FATAL)' } }, 'non-fatal', false],
  [{ exception: { name: 'E' }, header: { fields: [['unhandled', 'false']] } }, 'non-fatal', false],
  [{ exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }, 'crash', true],
  [{ format: 'spindump' }, 'profile', false],
  [{ format: 'sample' }, 'profile', false],
  [{ format: 'ips-jetsam' }, 'killed', true],
  [{ kind: 'cpu-limit' }, 'profile', false],
  [{ kind: 'cpu-limit', header: { fields: [['Action taken', 'none']] } }, 'profile', false],
  [{ kind: 'cpu-limit', header: { fields: [['Action taken', 'Process killed']] } }, 'killed', true],
  [{ kind: 'hang' }, 'hang', false],
] as const)('%j ended as %s', (fields, end, isCrash) => {
  const made = buildReport([app('f')], fields)
  expect(endOf(made)).toBe(end)
  expect(headlineOf(made).isCrash).toBe(isCrash)
})

test('whose code: what the path says, else the place, else the name of the process', () => {
  const made = buildReport([app('f')])
  const frame = (fields: Partial<Frame>): Frame => ({ id: 0, index: 0, kind: 'exact', ...fields })
  expect(isOwnFrame(made, frame({ image: 0 }))).toBe(true)
  expect(isOwnFrame(made, frame({ image: 1 }))).toBe(false)
  expect(isOwnFrame(made, frame({ imageName: 'Shop' }))).toBe(true)
  expect(isOwnFrame(made, frame({ imageName: 'UIKitCore' }))).toBe(false)
  expect(isOwnFrame(made, frame({}))).toBe(false)
  expect(isOwnFrame(made, frame({ image: 7 }))).toBe(false)
})

test('of equally heavy calls the first is on the heaviest path', () => {
  const [frame] = buildReport([app('f')]).report.threads[0]?.frames ?? []
  if (!frame) throw new Error('the builder makes one frame')
  const first = { frame, count: 2, children: [] }
  const second = { frame, count: 2, children: [] }
  const heavy = { frame, count: 5, children: [{ frame, count: 1, children: [] }, first, second] }
  const tree = { title: '', weight: 'samples', roots: [{ frame, count: 1, children: [] }, heavy] }
  expect(heaviestPath(tree)).toEqual([heavy, first])
  expect(byWeight(heavy.children)[0]).toBe(first)
})

test('a spindump says up front what it was taken for', () => {
  const made = buildReport([app('main')])
  const spindump = (...fields: readonly (readonly [string, string])[]): SymbolicatedReport => {
    const rest = { ...made.report }
    Reflect.deleteProperty(rest, 'exception')
    const threads = rest.threads.map((thread) => ({ ...thread, crashed: false }))
    const report = { ...rest, threads, format: 'spindump', header: { ...rest.header, process: 'loginwindow', fields } }
    return { ...made, report, explanations: [] }
  }
  const stall = headlineOf(
    spindump(['Event', 'shutdown stall'], ['Reason', '(1 monitored service unresponsive): WindowServer']),
  )
  expect(stall.title).toBe('Shutdown stall: loginwindow')
  expect(stall.codes).toContain('(1 monitored service unresponsive): WindowServer')
  expect(headlineOf(spindump(['Event', '???'])).code).toBe('kind-of-report')
  expect(headlineOf(spindump()).code).toBe('kind-of-report')
})

test('no thread has crashed where the program ran on', () => {
  const made = buildReport([app('main')])
  const [thread] = made.report.threads
  if (!thread) throw new Error('the builder makes one thread')
  const crashed = { ...thread, crashed: true }
  expect(markOf(made, crashed)).toBe('crashed')
  expect(markOf({ ...made, report: { ...made.report, format: 'microstackshots' } }, crashed)).toBe('attributed')
})
