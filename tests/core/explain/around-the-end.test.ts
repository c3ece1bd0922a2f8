/** What processors say of an end, codes of terminations, and what is around an end: each function over its whole range. */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { callerOfTerminate, reporterCalls } from '../../../src/core/explain/handler-calls.ts'
import { processorAbortOf } from '../../../src/core/explain/processor-abort.ts'
import { processorTrapOf } from '../../../src/core/explain/processor-trap.ts'
import { sampleWaits, samplesShow } from '../../../src/core/explain/sample-waits.ts'
import { aroundAbort, aroundAccess, aroundTrap, hasText, ownFrame } from '../../../src/core/explain/surroundings.ts'
import { terminationCodeOf } from '../../../src/core/explain/termination-codes.ts'
import type { CallTree, CallTreeNode, Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport, makeFrames, makeReport, system, unresolved } from '../../support/report-builder.ts'

type Parts = Parameters<typeof makeReport>[0]

describe('the syndrome of an Arm processor', () => {
  const far = 0x1_0400_0010n
  const read = (esr: bigint | undefined, parts: Parts = {}) => {
    const report = makeReport({ thread: { registers: [{ name: 'far', value: far }] }, ...parts })
    return processorAbortOf(report, report.threads[0], esr)
  }

  // Arm ARM: class in bits 31 to 26, `FnV` in bit 10, `WnR` in bit 6, the status in bits 5 to 0.
  test('is of an access in four classes and for two kinds of status', () => {
    const touches = new Map([['100000', 'execute'], ['100001', 'execute'], ['100100', 'data'], ['100101', 'data']]) // prettier-ignore
    const bits = (value: number): string => value.toString(2).padStart(6, '0')
    let found = 0
    for (let kind = 0; kind < 64; kind++)
      for (let status = 0; status < 64; status++)
        for (const isWrite of [false, true]) {
          const esr = (BigInt(kind) << 26n) | BigInt(status) | (isWrite ? 0x40n : 0n)
          const touch = touches.get(bits(kind))
          const isTold = touch !== undefined && /^00[01]1/.test(bits(status))
          const expected = isTold && {
            touch: touch === 'execute' ? touch : isWrite ? 'write' : 'read',
            isPresent: bits(status).startsWith('0011'),
            address: far,
          }
          expect(read(esr), `${bits(kind)} ${bits(status)}`).toEqual(expected || undefined)
          if (isTold) found++
        }
    expect(found).toBe(4 * 8 * 2)
  })

  test('the address counts only where the processor knows it, and the thread has it', () => {
    expect(read(0x9200_0407n)).toEqual({ touch: 'read', isPresent: false, address: undefined })
    expect(read(0x9200_000fn, { thread: {} })).toEqual({ touch: 'read', isPresent: true, address: undefined })
    expect(read(0x1_9200_0007n)?.address).toBe(far)
  })

  test('says nothing beside another word on the end, or of a thread that did not crash', () => {
    const registers = [{ name: 'far', value: far }]
    expect(read(0x9200_0007n)).toBeDefined()
    expect(read(undefined)).toBeUndefined()
    expect(read(0x9200_0007n, { exception: {} })).toBeUndefined()
    expect(read(0x9200_0007n, { termination: {} })).toBeUndefined()
    expect(read(0x9200_0007n, { thread: { registers, crashed: false } })).toBeUndefined()
    expect(read(0x9200_0007n, { thread: { registers, attributed: true } })).toBeUndefined()
    expect(processorAbortOf(makeReport({}), undefined, 0x9200_0007n)).toBeUndefined()
  })
})

describe('the trap of an Intel processor', () => {
  const read = (registers: Readonly<Record<string, bigint>>, fields: readonly [string, string][] = [], parts: Parts = {}) => {
    const report = makeReport({
      thread: { registers: Object.entries(registers).map(([name, value]) => ({ name, value })) },
      header: { fields },
      ...parts,
    })
    return processorTrapOf(report, report.threads[0])
  } // prettier-ignore

  test.each<readonly [Readonly<Record<string, bigint>>, readonly [string, string][], unknown]>([
    [{ trap: 14n, err: 4n, cr2: 16n }, [], { number: 14n, error: 4n, address: 16n }],
    [{ trapno: 13n }, [], { number: 13n, error: undefined, address: undefined }],
    [{ trap: 0n, err: 0n, cr2: 0n }, [], { number: 0n, error: 0n, address: 0n }],
    [{ rip: 16n }, [['Trap Number', '14'], ['Error Code', '0x00000006']], { number: 14n, error: 6n, address: undefined }],
    [{ trap: 6n, err: 1n }, [['Trap Number', '14'], ['Error Code', '2']], { number: 6n, error: 1n, address: undefined }],
    [{}, [['Trap Number', '0xE (page fault)']], { number: 14n, error: undefined, address: undefined }],
    [{}, [['Trap Number', '14x'], ['Error Code', '2']], undefined],
    [{}, [['Trap Number', 'none 14']], undefined],
    [{}, [['My Trap Number', '14']], undefined],
    [{ err: 4n, cr2: 16n }, [], undefined],
  ])('of %o and %o', (registers, fields, expected) => {
    expect(read(registers, fields)).toEqual(expected)
  }) // prettier-ignore

  test('says nothing beside another word on the end, or of a thread that did not crash', () => {
    expect(read({ trap: 14n }, [], { exception: {} })).toBeUndefined()
    expect(read({ trap: 14n }, [], { termination: {} })).toBeUndefined()
    expect(read({}, [['Trap Number', '14']], { thread: { crashed: false } })).toBeUndefined()
    expect(processorTrapOf(makeReport({ header: { fields: [['Trap Number', '14']] } }), undefined)).toBeUndefined()
  })
})

// Apple's words in hexadecimal, by "Understanding the exception types in a crash report".
const WORDS = '8badf00d dead10cc baaaaaad baadca11 bad22222 c00010ff deadfa11 2bad45ec bada5e47 baddd15c c51bad01 c51bad02 c51bad03 2182bad2 2182bad3 2182bad4 d00d2bad'.split(' ') // prettier-ignore

describe('codes of terminations', () => {
  test.each(WORDS)('0x%s, wherever a report has it', (word) => {
    const code = BigInt(`0x${word}`)
    const found = (parts: Parts): unknown => terminationCodeOf(makeReport(parts))
    expect(found({ termination: { code } })).toBe(code)
    expect(found({ termination: { indicator: `ended with 0x${word}.` } })).toBe(code)
    expect(found({ termination: { indicator: `ended with 0x00000000${word.toUpperCase()}` } })).toBe(code)
    expect(found({ termination: { reasons: ['words', `code:0x${word}`] } })).toBe(code)
    expect(found({ exception: { codes: `0x${word}, 0x0` } })).toBe(code)
    expect(found({ exception: { rawCodes: [0n, code] } })).toBe(code)
    expect(found({ exception: { message: `0x${word}` } })).toBeUndefined()
    for (const other of [`0x${word}0`, `0x1${word}`, word, `0x${word}_`])
      expect(found({ termination: { indicator: other } }), other).toBeUndefined()
    expect(found({ termination: { code: code + 0x1_0000_0000n } })).toBeUndefined()
    expect(found({ exception: { rawCodes: [code + 0x1000n] } })).toBeUndefined()
  })

  test.each([
    ...'FRONTBOARD SPRINGBOARD RUNNINGBOARD ASSERTIOND WATCHDOG CAROUSEL BACKBOARDD WATCHKIT COREDUET <NO_NS>'.split(' ').map((name) => [name, true]),
    ['', true], [' ', true],
    ...['SIGNAL', 'DYLD', 'JETSAM', 'MY FRONTBOARD', 'FRONTBOARDS', 'frontboard'].map((name) => [name, false]),
  ] as [string, boolean][])('of the namespace %j: %s', (namespace, counts) => {
    expect(terminationCodeOf(makeReport({ termination: { namespace, code: 0x8bad_f00dn } })) !== undefined).toBe(counts)
    expect(terminationCodeOf(makeReport({ termination: { namespace, indicator: '0xdead10cc' } })) !== undefined).toBe(counts)
  }) // prettier-ignore

  test('the code before words, words before numbers', () => {
    const termination = { code: 0x8bad_f00dn, indicator: '0xdead10cc' }
    expect(terminationCodeOf(makeReport({ termination }))).toBe(0x8bad_f00dn)
    const exception = { rawCodes: [0x8bad_f00dn] }
    expect(terminationCodeOf(makeReport({ termination: { code: 7n, indicator: '0xdead10cc' }, exception }))).toBe(
      0xdead_10ccn,
    )
  })
})

type Row = readonly [name: string, count: number, children?: readonly Row[]]

describe('samples', () => {
  const nodesOf = (rows: readonly Row[]): CallTreeNode[] =>
    rows.map(([name, count, children = []]) => {
      const [frame] = makeFrames([{ symbol: { name } }], 1)
      return { frame: frame!, count, children: nodesOf(children) }
    })
  const tree = (title: string, rows: readonly Row[], more: Partial<CallTree> = {}): CallTree => ({
    title,
    weight: 'samples',
    roots: nodesOf(rows),
    ...more,
  })
  const bare = (report: Report): SymbolicatedReport => ({ report, resolutions: [], images: [], explanations: [] })
  const made = (callTrees: readonly CallTree[], parts: Parts = {}) => bare(makeReport({ ...parts, callTrees }))
  const waits = (callTrees: readonly CallTree[], parts: Parts = {}) => sampleWaits(made(callTrees, parts))?.params
  const MAIN = 'Main Thread'
  const locked: readonly Row[] = [['main', 100, [['__psynch_mutexwait', 100]]]]

  test.each<readonly [string, readonly Row[], unknown]>([
    ['a lock', locked, { waiting: 100, samples: 100, function: '__psynch_mutexwait', isLock: true }],
    ['a blocking call at the end', [['main', 10, [['read', 10]]]], { waiting: 10, samples: 10, function: 'read', isLock: false }],
    ['fewer than ten samples', [['main', 9, [['read', 9]]]], undefined],
    ['95 of 100', [['main', 95, [['read', 95]]], ['work', 5]], { waiting: 95, samples: 100, function: 'read', isLock: false }],
    ['94 of 100', [['main', 94, [['read', 94]]], ['work', 6]], undefined],
    ['the heaviest one last', [['work', 3], ['main', 97, [['work', 1], ['read', 96]]]], { waiting: 96, samples: 100, function: 'read', isLock: false }],
    ['the outer of two locks', [['_dispatch_sync_f_slow', 98, [['__psynch_mutexwait', 97]]], ['work', 2]], { waiting: 98, samples: 100, function: '_dispatch_sync_f_slow', isLock: true }],
    ['a blocking call with work below', [['main', 10, [['read', 10, [['work', 10]]]]]], undefined],
    ['a blocking call of an event loop', [['_DPSNextEvent', 10, [['read', 10]]]], { waiting: 10, samples: 10, function: 'read', isLock: false, isEvent: true }],
    ['a lock in an event loop', [['ReceiveNextEventCommon', 10, [['os_unfair_lock_lock', 10]]]], { waiting: 10, samples: 10, function: 'os_unfair_lock_lock', isLock: true }],
    ['no samples', [], undefined],
  ])('%s', (_, rows, expected) => {
    expect(waits([tree(MAIN, rows)])).toEqual(expected)
  }) // prettier-ignore

  test('the frame that waits is told', () => {
    const frames = sampleWaits(made([tree(MAIN, locked)]))?.frames
    expect(frames?.map(({ symbol }) => symbol?.name)).toEqual(['__psynch_mutexwait'])
  })

  const busy = tree('Thread 2', [['work', 100]])
  test.each<readonly [string, readonly CallTree[], Parts, boolean]>([
    ['a lone tree of any thread', [tree('Thread 2', locked)], {}, true],
    ['no tree of a main thread', [tree('Thread 1', locked), busy], {}, false],
    ['a main thread behind another', [busy, tree('the main-thread', locked)], {}, true],
    ['the main thread works', [tree('Thread 1', locked), tree(MAIN, [['work', 100]])], {}, false],
    ['the queue of the main thread', [busy, tree('Thread 1', locked, { thread: 0 })], { thread: { queue: 'com.apple.main-thread' } }, true],
    ['queue 1', [busy, tree('Thread 1', locked, { thread: 0 })], { thread: { queue: '1' } }, true],
    ['queue 11', [busy, tree('Thread 1', locked, { thread: 0 })], { thread: { queue: '11' } }, false],
    ['times of the processor', [tree(MAIN, locked, { weight: 'microseconds' })], {}, false],
    ['an excerpt', [tree(MAIN, locked, { excerpt: true })], {}, false],
    ['of its own process', [tree('Till [7] · Main Thread', locked)], { header: { pid: 7, fields: [] } }, true],
    ['of another process', [tree('Till [8] · Main Thread', locked)], { header: { pid: 7, fields: [] } }, false],
    ['of another process, in the second part', [tree('Till [8] · Main Thread [7]', locked)], { header: { pid: 7, fields: [] } }, false],
    ['of any process where none is known', [tree('Till [8] · Main Thread', locked)], {}, true],
    ['of no process beside one of another', [tree('Till [8] · Main Thread', [['work', 100]]), tree(MAIN, locked)], { header: { pid: 7, fields: [] } }, true],
  ])('%s', (_, trees, parts, isTold) => {
    expect(waits(trees, parts) !== undefined).toBe(isTold)
  }) // prettier-ignore

  const loop: readonly Row[] = [['__CFRunLoopServiceMachPort', 9, [['mach_msg2_trap', 9]]]]
  test.each<readonly [string, readonly CallTree[], Parts, string]>([
    ['no trees, but a stack', [], { rows: [{}] }, 'work'],
    ['no trees and no stack', [], {}, 'none'],
    ['trees of another process', [tree('Till [8]', loop)], { header: { pid: 7, fields: [] } }, 'others'],
    ['a wait for events', [tree(MAIN, loop)], {}, 'event'],
    ['a wait for events, of times', [tree(MAIN, loop, { weight: 'microseconds' })], {}, 'event'],
    ['a message without a loop', [tree(MAIN, [['work', 9, [['mach_msg2_trap', 9]]]])], {}, 'work'],
    ['a loop that works', [tree(MAIN, [['__CFRunLoopServiceMachPort', 9, [['work', 9]]]])], {}, 'work'],
    ['the loop itself', [tree(MAIN, [['main', 9, [['_DPSNextEvent', 9]]]])], {}, 'event'],
    ['a wait in a lone tree', [tree('Thread 4', loop)], {}, 'event'],
    ['waits in two trees', [tree('Thread 4', loop), tree('Thread 5', loop)], {}, 'work'],
  ])('what they show: %s', (_, trees, parts, shown) => {
    expect(samplesShow(made(trees, parts))).toBe(shown)
  }) // prettier-ignore
})

describe('around an end', () => {
  type Made = readonly ReturnType<typeof app>[]
  const facts = (frames: Made, more: Parameters<typeof buildReport>[1] = {}) => factsOf(buildReport(frames, more))
  const trap = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
  const illegal = { exception: { type: 'EXC_BAD_INSTRUCTION', signal: 'SIGILL' } }
  const access = { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } }
  const aborted = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }

  const nothing = { hasStack: true, hasStacks: true, isHandled: false, isUnnamed: false, hasSystem: false, hasLibrary: false, mayBeCall: false } // prettier-ignore
  test.each<readonly [string, Made, Parameters<typeof buildReport>[1], object]>([
    ['a trap in own code', [app('total'), app('main')], trap, {}],
    ['a trap in a library', [system('open'), app('total')], trap, { hasSystem: true, hasLibrary: true }],
    ['a trap without a name', [system(), app('total')], trap, { isUnnamed: true }],
    ['an instruction without a name', [system(), app('total')], illegal, { isUnnamed: true, mayBeCall: true }],
    ['an instruction with a name', [system('open'), app('total')], illegal, { hasSystem: true, hasLibrary: true }],
    ['no stack', [], illegal, { hasStack: false, hasStacks: false, mayBeCall: true }],
    ['a handler', [system('handle'), system('_sigtramp'), app('total')], trap, { isHandled: true, hasSystem: true, hasLibrary: true }],
    ['a program of the system', [system('open'), app('total')], { ...trap, header: { process: 'x', path: '/usr/lib/x.app/x', arch: 'arm64', fields: [] } }, { hasSystem: true, hasLibrary: true }],
  ])('of %s', (_, frames, more, told) => {
    expect(aroundTrap(facts(frames, more))).toEqual({ ...nothing, ...told })
  }) // prettier-ignore

  test('code in the folder of the program is no library of the system', () => {
    const of = (path: string) => {
      const made = buildReport([system('open'), app('total')], { ...trap, header: { process: 'Larder', path, arch: 'arm64', fields: [] } })
      const images = made.report.images.map((image) => image.index === 1 ? { ...image, path: '/System/Larder.app/Frameworks/libsystem.dylib' } : image)
      return aroundTrap(factsOf({ ...made, report: { ...made.report, images } })) as { hasSystem: boolean }
    }
    expect(of('/System/Larder.app/Contents/Larder').hasSystem).toBe(false)
    expect(of('/System/Larder.appex/Larder').hasSystem).toBe(true)
    expect(of('/System/Larder').hasSystem).toBe(true)
  }) // prettier-ignore

  test.each<readonly [string, Made, object]>([
    ['own code', [app('total')], { isOwn: true, hasLine: false, isNullSafe: false, isObject: false }],
    ['own code with a line', [app({ function: 'total', file: 'Cart.swift', line: 7 })], { isOwn: true, hasLine: true }],
    ['a message', [system('objc_msgSend'), app('total')], { isOwn: false, hasLine: false, isNullSafe: true, isObject: true }],
    ['a store', [system('objc_storeStrong'), app('total')], { isOwn: false, isNullSafe: false, isObject: true }],
    ['a message without a name above it', [system(), system('objc_msgSend'), app('total')], { isNullSafe: false, isObject: false }],
    ['what a handler interrupted', [system('objc_msgSend'), system('_sigtramp'), app('total')], { isOwn: true, isNullSafe: false, isObject: false }],
    ['no stack', [], { isOwn: false, hasLine: false, isNullSafe: false, isObject: false }],
  ])('of an access in %s', (_, frames, told) => {
    expect(aroundAccess(facts(frames, access))).toMatchObject({ ...told, hasThreads: false })
  }) // prettier-ignore

  const other = (...names: readonly string[]): boolean => {
    const made = buildReport([app('total')], access)
    const rows = names.map((name) => ({ image: name.startsWith('own ') ? 0 : 1, symbol: { name: name.replace('own ', '') } }))
    const report = { ...made.report, threads: [...made.report.threads, { id: 1, crashed: false, frames: makeFrames(rows, 1) }], frameCount: 1 + names.length }
    return aroundAccess(factsOf({ ...unresolved(report), report })).hasThreads === true
  } // prettier-ignore
  test.each([
    [['own fill'], true],
    [['open', 'own fill'], false],
    [['memcpy', 'own fill'], true],
    [['__psynch_mutexwait', 'own fill'], true],
    [['__psynch_mutexwait', 'main'], false],
    [['mach_msg2_trap', 'own main'], false],
    [['read', 'own fill'], false],
    [['__workq_kernreturn'], false],
    [[], false],
  ])('another thread in %o takes part: %s', (names, takesPart) => {
    expect(other(...names)).toBe(takesPart)
  })

  test.each<readonly [string, Made, object]>([
    ['own code', [system('__pthread_kill'), system('abort'), app('total')], { hasOwn: true, isHandled: false, hasMessage: false }],
    ['the system', [system('__pthread_kill'), system('abort')], { hasOwn: false, isHandled: false }],
    ['a handler that aborts', [system('abort'), system('handle'), system('_sigtramp'), app('total')], { hasOwn: false, isHandled: true }],
    ['a handler that kills', [system('__pthread_kill'), system('_sigtramp'), app('total')], { hasOwn: false, isHandled: true }],
    ['a handler that does not abort', [system('write'), system('_sigtramp'), system('abort'), app('total')], { hasOwn: false, isHandled: false }],
    ['a call of nearly that name', [system('raised'), system('_sigtramp'), app('total')], { isHandled: false }],
  ])('of an abort in %s', (_, frames, told) => {
    expect(aroundAbort(facts(frames, aborted))).toMatchObject(told)
  }) // prettier-ignore

  test.each<readonly [string, boolean]>([
    ['Till is empty', true],
    ...['', ' ', 'abort() called', '__abort() called', 'CoreSimulator 7.1', 'dyld config: x', 'dyld4 config: x', 'crashed on child side', 'Process finished', 'ExitCode: 6', 'zsh: abort', 'objc[7]: garbage collection is off', 'Thread 7:', 'Thread 7:**'].map((line): [string, boolean] => [line, false]),
    ['dyld5 config: x', true],
    ['objc[x]: garbage collection is off', true],
    ['Till: empty', true],
  ])('words on the end: %j is one: %s', (line, isOne) => {
    expect(hasText(facts([app('total')], { ...aborted, applicationInfo: [line] }))).toEqual({ hasMessage: isOne })
    expect(hasText(facts([app('total')], { exception: { reason: 'x' }, applicationInfo: [line] }))).toEqual({ hasMessage: true })
  }) // prettier-ignore

  test('a frame of the program by its path, else by its name, else by its line', () => {
    const origin = (parts: Partial<Report['images'][number]>, process: string | undefined, line?: number) => {
      const image = { index: 0, name: 'Larder', ...parts }
      const report = makeReport({ rows: [{ image: 0, symbol: { name: 'total', ...(line !== undefined && { line, file: 'Cart.swift' }) } }], images: [image], header: { fields: [], ...(process !== undefined && { process }) }, ...trap })
      return ownFrame(factsOf(unresolved(report)))
    }
    expect(origin({ origin: 'app' }, 'x')).toEqual({ hasOwn: true })
    expect(origin({ origin: 'system' }, 'Larder', 7)).toEqual({ hasOwn: false })
    expect(origin({}, 'Larder')).toEqual({ hasOwn: true })
    expect(origin({}, undefined, 7)).toEqual({ hasOwn: true })
    expect(ownFrame(facts([], trap))).toEqual({ hasOwn: false })
  }) // prettier-ignore
})

describe('what ends a program for an exception', () => {
  const row = (name: string) => ({ symbol: { name } })
  const caller = (names: readonly string[], crashed = true) =>
    callerOfTerminate(factsOf(unresolved(makeReport({ rows: names.map(row), thread: { crashed } }))))?.call.function

  test.each<readonly [readonly string[], string | undefined]>([
    [['abort', 'std::terminate()', 'total'], 'total'],
    [['abort', '__terminate', 'total'], 'total'],
    [['abort', 'std::__1::__terminate(void (*)())', 'std::terminate()', 'total', 'main'], 'total'],
    [['abort', '_objc_terminate()', 'std::__terminate(void (*)())', '__cxxabiv1::failed_throw(x)', '__cxa_throw', 'total'], 'total'],
    [['abort', 'terminate', '__cxa_rethrow', '_cxa_throw', 'total'], 'total'],
    [['abort', 'terminate', '__cxa_throws', 'total'], '__cxa_throws'],
    [['abort', 'my_terminate', 'total'], undefined],
    [['abort', 'terminated', 'total'], undefined],
    [['total'], undefined],
    [[...Array.from({ length: 10 }, () => 'x'), 'terminate', 'total'], 'total'],
    [[...Array.from({ length: 11 }, () => 'x'), 'terminate', 'total'], undefined],
    [[...Array.from({ length: 12 }, () => 'x'), 'terminate', 'total'], undefined],
  ])('%o: by %s', (names, name) => {
    expect(caller(names)).toBe(name)
    expect(caller(names, false)).toBeUndefined()
  }) // prettier-ignore

  test('calls of handlers: twelve of the stack, and of stacks beside it', () => {
    const rows = Array.from({ length: 14 }, (_, at) => row(`own ${at}`))
    const beside = (role?: 'x') => ({ title: 'x', frames: makeFrames([row('beside')], 14), ...(role && { role }) })
    const of = (parts: Parts): readonly string[] =>
      reporterCalls(factsOf(unresolved(makeReport({ rows, ...parts, frameCount: 20 })))).map(
        ({ call }) => call.function,
      )
    const twelve = rows.slice(0, 12).map(({ symbol }) => symbol.name)
    expect(of({})).toEqual(twelve)
    expect(of({ backtraces: [beside()] as never })).toEqual([...twelve, 'beside'])
    expect(of({ backtraces: [beside('x')] as never })).toEqual(twelve)
    const threads = ['a', 'b'].map((name, id) => ({ id, crashed: false, frames: makeFrames([row(name)], id) }))
    expect(of({ threads })).toEqual(['a', 'b'])
  })
})
