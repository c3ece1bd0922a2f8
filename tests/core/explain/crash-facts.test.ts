/** The facts of a report that rules read: the end, the counter, the stack, the system's words. Each with what comes near it. */
import { describe, expect, test } from 'vitest'
import { factsOf, headerField, type CrashEnd, type CrashFacts } from '../../../src/core/explain/crash-facts.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { ExceptionInfo, Frame, Register, Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import {
  app,
  buildReport,
  makeFrames,
  makeReport,
  system,
  unresolved,
  type FrameParts,
} from '../../support/report-builder.ts'

const factsAbout = (parts: Parameters<typeof makeReport>[0]): CrashFacts => factsOf(unresolved(makeReport(parts)))
const register = (name: string, value: bigint): Register => ({ name, value })
const named = (frames: readonly FrameParts[], more: Parameters<typeof buildReport>[1] = {}): CrashFacts =>
  factsOf(buildReport(frames, more))

describe('type, signal and end', () => {
  test.each<readonly [ExceptionInfo, string, string, CrashEnd]>([
    [{ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }, 'EXC_BAD_ACCESS', 'SIGSEGV', 'access'],
    [{ type: 'exc_bad_access (sigbus)' }, 'EXC_BAD_ACCESS', 'SIGBUS', 'access'],
    [{ signal: 'SIGSEGV' }, '', 'SIGSEGV', 'access'],
    [{ signal: 'SIGBUS' }, '', 'SIGBUS', 'access'],
    [{ type: 'EXC_CRASH', signal: 'SIGSEGV' }, 'EXC_CRASH', 'SIGSEGV', 'raised'],
    [{ type: 'EXC_CRASH', signal: 'SIGTRAP' }, 'EXC_CRASH', 'SIGTRAP', 'raised'],
    [{ type: 'EXC_CRASH', signal: 'SIGABRT' }, 'EXC_CRASH', 'SIGABRT', 'abort'],
    [{ type: 'EXC_CRASH', signal: 'SIGKILL' }, 'EXC_CRASH', 'SIGKILL', 'killed'],
    [{ type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' }, 'EXC_BREAKPOINT', 'SIGTRAP', 'trap'],
    [{ type: 'EXC_BAD_INSTRUCTION', signal: 'SIGILL' }, 'EXC_BAD_INSTRUCTION', 'SIGILL', 'trap'],
    [{ type: 'EXC_BREAKPOINTS' }, 'EXC_BREAKPOINTS', '', 'other'],
    [{ signal: 'SIGTRAP' }, '', 'SIGTRAP', 'trap'],
    [{ signal: 'SIGILL' }, '', 'SIGILL', 'trap'],
    [{ type: 'EXC_SOFTWARE', signal: 'SIGTRAP' }, 'EXC_SOFTWARE', 'SIGTRAP', 'other'],
    [{ type: 'EXC_SOFTWARE', signal: 'SIGILL' }, 'EXC_SOFTWARE', 'SIGILL', 'other'],
    [{ type: 'EXC_SOFTWARE', signal: 'SIGBUS' }, 'EXC_SOFTWARE', 'SIGBUS', 'other'],
    [{ type: 'EXC_ARITHMETIC' }, 'EXC_ARITHMETIC', '', 'arithmetic'],
    [{ signal: 'SIGFPE' }, '', 'SIGFPE', 'arithmetic'],
    [{ type: 'Signal 11' }, '', '', 'other'],
    [{ type: 'SIGNAL' }, '', '', 'other'],
    [{ type: 'MYSIGSEGV' }, '', '', 'other'],
    [{ type: 'SIGA' }, '', '', 'other'],
    [{}, '', '', 'other'],
  ])('%j', (exception, type, signal, end) => {
    const facts = factsAbout({ exception })
    expect([facts.type, facts.signal, facts.end]).toEqual([type, signal, end])
    expect(facts.isBadAccess).toBe(end === 'access')
    expect(facts.isRaised).toBe(end === 'raised')
  })

  const access = { type: 'EXC_BAD_ACCESS', signal: 'SIGABRT' }
  test.each([
    ['libc++abi: terminating due to uncaught exception of type int', 'abort'],
    ['libc++abi.dylib: terminating with uncaught exception of type int', 'abort'],
    ['terminating with uncaught exception', 'abort'],
    ["note\n*** Terminating app due to uncaught exception 'T'", 'abort'],
    ['my terminating with uncaught exception', 'access'],
    ['terminating with uncaught exceptions', 'access'],
    ['terminating for an uncaught exception', 'access'],
  ])('an access with the signal of an abort, and the words %j', (line, end) => {
    expect(factsAbout({ exception: access, applicationInfo: [line] }).end).toBe(end)
    expect(factsAbout({ exception: { ...access, signal: 'SIGSEGV' }, applicationInfo: [line] }).end).toBe('access')
  })

  test.each([
    [['__pthread_kill', 'abort', 'die'], ['abort() called'], 'abort'],
    [['__pthread_kill', 'abort', 'die'], [], 'access'],
    [['__pthread_kill', 'abort', 'die'], ['my abort() called'], 'access'],
    [['__pthread_kill', 'abort', 'fault_handler'], ['abort() called'], 'access'],
    [['memcpy', 'total'], ['abort() called'], 'access'],
  ] as const)('an access with the signal of an abort: %j, %j', (names, applicationInfo, end) => {
    const rows = names.map((name) => system(name))
    expect(named(rows, { exception: access, applicationInfo }).end).toBe(end)
  })

  test.each([
    ...['pthread_kill', '__pthread_kill', '_kill', 'raise', 'abort', 'kill$VARIANT$armv81'].map((name) => [name, true]),
    ...['my_kill', '___kill', 'kills', 'kill$VARIANT$', 'abort_now'].map((name) => [name, false]),
  ] as [string, boolean][])('a signal of a fault alone, on the innermost call %s: raised is %s', (name, isRaised) => {
    for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']) {
      const facts = named([system(name), app('total')], { exception: { signal } })
      expect(facts.end === 'raised', signal).toBe(isRaised)
      expect(named([system('open'), system(name)], { exception: { signal } }).end).not.toBe('raised')
    }
    expect(named([system(name)], { exception: { type: 'EXC_SOFTWARE', signal: 'SIGSEGV' } }).end).toBe('other')
    expect(named([system(name)], { exception: { signal: 'SIGTERM' } }).end).toBe('other')
  })

  const bare = (names: readonly string[], crashed: boolean, more: Partial<Report> = {}): CrashEnd => {
    const made = buildReport(names.map((name) => system(name)), more)
    const threads = made.report.threads.map((thread) => ({ ...thread, crashed }))
    return factsOf({ ...made, report: { ...made.report, threads } }).end
  } // prettier-ignore
  test.each([
    [['__pthread_kill', 'pthread_kill', 'abort'], 'abort'],
    [['pthread_kill$VARIANT$mp', 'raise', 'x', '_abort'], 'abort'],
    [['pthread_kill', 'raise', 'x', '__abort'], 'abort'],
    [['pthread_kill', 'raise', 'x', 'y', 'abort'], 'other'],
    [['open', 'pthread_kill', 'abort'], 'other'],
    [['pthread_kill', 'my_abort', 'aborts'], 'other'],
    [['pthread_kills', 'abort'], 'other'],
    [['my_pthread_kill', 'abort'], 'other'],
    [['pthread_kill', '___abort'], 'other'],
    [['___pthread_kill', 'abort'], 'other'],
    [['_assertionFailure(_:_:file:line:flags:)', 'total'], 'trap'],
    [['closure #1 in closure #1 in _assertionFailure(_:_:file:line:flags:)'], 'trap'],
    [['Swift._fatalErrorMessage(_:_:file:line:flags:)'], 'trap'],
    [['Swift runtime failure: Index out of range'], 'trap'],
    [['_assertionFailureHandler(_:)'], 'other'],
    [['total', '_assertionFailure(_:_:file:line:flags:)'], 'other'],
    [['Cart._assertionFailure(_:)'], 'other'],
  ] as const)('a stack without an exception: %j', (names, end) => {
    expect(bare(names, true)).toBe(end)
    expect(bare(names, false)).toBe('other')
    expect(bare(names, true, { termination: { namespace: 'OBJC' } })).toBe('other')
    expect(bare(names, true, { exception: { codes: '0x1' } })).toBe('other')
  })

  test('a call that is inlined beside it changes nothing', () => {
    for (const calls of [
      ['inlined', 'pthread_kill'],
      ['pthread_kill', 'around'],
    ])
      expect(named([system(...calls), system('other', 'abort')]).end).toBe('abort')
  })

  test.each([
    [0x3cn << 26n, 'trap'],
    [(0x3cn << 26n) | 0xf000n, 'trap'],
    [(0x1n << 32n) | (0x3cn << 26n), 'trap'],
    [0x3dn << 26n, 'other'],
    [0x24n << 26n, 'other'],
  ])('a syndrome of %s alone: %s', (esr, end) => {
    const parts = { thread: { registers: [register('x0', 1n), register('esr', esr)] } }
    expect(factsAbout(parts).end).toBe(end)
    expect(factsAbout({ thread: { ...parts.thread, crashed: false } }).end).toBe('other')
    expect(factsAbout({ ...parts, termination: { namespace: 'OBJC' } }).end).toBe('other')
    expect(factsAbout({ ...parts, exception: { codes: '0x1' } }).end).toBe('other')
  })
})

describe('the program counter', () => {
  const lone: Partial<Frame> = { kind: 'exact' }
  const counterOf = (row: object, more: Parameters<typeof makeReport>[0] = {}): bigint | undefined =>
    factsAbout({ rows: [{ address: 0x77n, ...lone, ...row }], ...more }).pc

  test('registers by architecture', () => {
    const pc = (arch: string, name: string): bigint | undefined =>
      factsAbout({ header: { arch, fields: [] }, thread: { registers: [register(name, 0x44n)] } }).pc
    for (const [arch, name] of [['arm64', 'pc'], ['ARMv7', 'pc'], ['x86_64', 'rip'], ['i386', 'eip'], ['ppc', 'srr0']])
      expect(pc(arch as string, name as string), name).toBe(0x44n)
    expect(pc('x86_64', 'pc')).toBeUndefined()
    expect(pc('arm64', 'rip')).toBeUndefined()
    expect(pc('my-arm', 'pc')).toBeUndefined()
  }) // prettier-ignore

  test('an architecture of the first image, or registers of Arm', () => {
    const image = { index: 0, name: 'Shop', arch: 'arm64e' }
    expect(factsAbout({ header: { fields: [] }, images: [image] }).isArm).toBe(true)
    expect(factsAbout({ header: { fields: [] } }).isArm).toBe(false)
    expect(factsAbout({ header: { fields: [], arch: 'x86_64' }, images: [image] }).isArm).toBe(false)
    const thread = { registers: [register('x0', 0n)] }
    expect(factsAbout({ header: { fields: [] }, thread }).isArm).toBe(true)
  })

  test('the innermost row where it is in no image and the thread has no registers', () => {
    expect(counterOf({})).toBe(0x77n)
    expect(counterOf({}, { thread: { registers: [] } })).toBe(0x77n)
    expect(counterOf({ image: 0 })).toBeUndefined()
    expect(counterOf({ kind: 'return' })).toBeUndefined()
    expect(counterOf({ index: 1 })).toBeUndefined()
    expect(counterOf({}, { thread: { registers: [register('sp', 1n)] } })).toBeUndefined()
    expect(counterOf({}, { header: { fields: [['Code Type', 'X86-64 (Translated)']] } })).toBeUndefined()
    expect(factsAbout({ rows: [] }).pc).toBeUndefined()
  })

  const note = (value: bigint): string => `PC register does not match crashing frame (0x${value.toString(16)} vs 0x4f1)`
  const noted = (parts: Partial<Report>): bigint | undefined =>
    factsAbout({
      rows: [{ address: 0x4f1n, image: 0 }],
      exception: { type: 'EXC_BAD_ACCESS', address: runtimeAddress(0x10), rawCodes: [1n, 0x10n] },
      ...parts,
    }).pc
  const header = (key: string, value: string) => ({ header: { arch: 'x86_64', fields: [[key, value] as const] } })

  test('the system’s note on the counter', () => {
    for (const key of ['Notes', 'note', 'NOTE']) expect(noted(header(key, note(0x10n)))).toBe(0x10n)
    for (const name of ['RIP', 'eip']) expect(noted(header('Notes', note(0x10n).replace('PC', name)))).toBe(0x10n)
    const section = (title: string) => ({ sections: [{ kind: 'text' as const, title, text: `x\n${note(0x10n)}` }] })
    expect(noted(section('Report notes'))).toBe(0x10n)
    expect(noted(section('Notes'))).toBeUndefined()
    expect(noted(header('My notes', note(0x10n)))).toBeUndefined()
    expect(noted(header('Notes on', note(0x10n)))).toBeUndefined()
    expect(noted(header('Notes', note(0x11n)))).toBeUndefined()
    expect(noted(header('Notes', `X${note(0x10n)}`))).toBeUndefined()
    const fields = [
      ['Notes', note(0x10n)],
      ['translated', 'true'],
    ] as const
    expect(noted({ header: { arch: 'x86_64', fields } })).toBeUndefined()
  })
})

describe('the stack to read', () => {
  const lastException = { frames: makeFrames([{}], 50) }
  const stackOf = (parts: Parameters<typeof makeReport>[0]): number | undefined =>
    factsAbout({ lastException, ...parts }).stack?.frames[0]?.id

  test('that of the exception, except for an access and a signal that was sent', () => {
    const rows = [{}]
    expect(stackOf({ rows, exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } })).toBe(50)
    expect(stackOf({ rows, exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } })).toBe(0)
    expect(stackOf({ rows, exception: { type: 'EXC_CRASH', signal: 'SIGSEGV' } })).toBe(0)
    expect(stackOf({ threads: [], exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } })).toBe(50)
  })

  test('without one a lone thread is read, and of several only the crashed one', () => {
    const one = makeReport({ rows: [{}], thread: { crashed: false } })
    const other = { id: 1, crashed: false, frames: makeFrames([{}], 7) }
    expect(factsOf(unresolved(one)).stack?.frames[0]?.id).toBe(0)
    expect(factsOf(unresolved({ ...one, threads: [...one.threads, other] })).stack).toBeUndefined()
    const crashed = { ...other, crashed: true }
    expect(factsOf(unresolved({ ...one, frameCount: 8, threads: [...one.threads, crashed] })).stack?.frames[0]?.id).toBe(7)
  }) // prettier-ignore

  test('its calls are those of each frame, innermost first', () => {
    const { calls, innermostImage } = named([system('open', 'inlined into'), app('total')])
    expect(calls.map(({ frame, call }) => [frame.id, call.function])).toEqual([
      [0, 'open'],
      [0, 'inlined into'],
      [1, 'total'],
    ])
    expect(innermostImage).toBe('libsystem.dylib')
    expect(factsAbout({ rows: [{ imageName: 'Shop' }] }).innermostImage).toBe('Shop')
    expect(factsAbout({ rows: [] }).innermostImage).toBeUndefined()
  })
})

describe('words of the system', () => {
  const images = [
    { index: 0, name: 'Shop', origin: 'app' as const },
    { index: 1, name: 'libswiftCore.dylib', origin: 'app' as const },
    { index: 2, name: 'libc++abi.1.dylib', origin: 'app' as const },
    { index: 3, name: 'libobjc.A.dylib', origin: 'app' as const },
    { index: 4, name: 'libsystem_c.dylib', origin: 'system' as const },
    { index: 5, name: 'libobjcs.dylib', origin: 'app' as const },
    { index: 6, name: 'mylibobjc.dylib', origin: 'app' as const },
  ]
  const infoOf = (applicationInfo: readonly string[], more: Partial<Report> = {}): readonly string[] =>
    factsAbout({ images, applicationInfo, ...more }).info

  test('what the app and its libraries left is not among them', () => {
    const from = images.map(({ name }) => name)
    expect(infoOf(from, { applicationInfoFrom: from })).toEqual([
      'libswiftCore.dylib',
      'libc++abi.1.dylib',
      'libobjc.A.dylib',
      'libsystem_c.dylib',
    ])
    expect(infoOf(from)).toEqual(from)
  })

  test('lines of other reporters are one each, and a panic of Rust has the line below', () => {
    expect(infoOf(['one\ntwo'])).toEqual(['one', 'two'])
    expect(infoOf(['one\ntwo'], { format: 'ips-crash' })).toEqual(['one\ntwo'])
    const head = "thread 'main' panicked at src/main.rs:104:55:"
    expect(infoOf([`${head}\nno till`])).toEqual([`${head}\nno till`, 'no till'])
    expect(infoOf([`thread '' (123) panicked at a:1:2: \t\nno till`])[0]).toBe("thread '' (123) panicked at a:1:2: \t\nno till")
    for (const other of [`my ${head}`, `${head} no till`, "thread 'main' panicked at src/main.rs:x:5:"])
      expect(infoOf([`${other}\nno till`])[0]).toBe(other)
    expect(infoOf([head])).toEqual([`${head}\n`])
  }) // prettier-ignore

  const linked = (applicationInfo: readonly string[], more: Partial<Report> = {}): readonly string[] =>
    factsAbout({ applicationInfo, ...more }).linkerWords
  test.each([
    ['dyld: Library not loaded: x', true],
    ['dyld[42]: x', true],
    ['dyld, x', true],
    ['Library not loaded: x', true],
    ['Symbol not found: _x', true],
    ['my dyld: x', false],
    ['my Library not loaded: x', false],
    ['Library not loaded', false],
    [`dyld${'x'.repeat(50)}: x`, false],
  ])('%j is of the linker: %s', (line, isLinker) => {
    expect(linked([line])).toEqual(isLinker ? [line] : [])
    const exception = { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }
    expect(linked([line], { exception })).toEqual([])
  })

  test('in the linker’s own namespace all words are its', () => {
    const termination = { namespace: 'DYLD', indicator: 'Library missing', reasons: ['a', 'b'] }
    expect(linked(['note'], { termination })).toEqual(['Library missing\na\nb\nnote'])
    expect(factsAbout({ termination }).terminationWords).toEqual(['Library missing', 'a', 'b'])
    expect(linked(['note'], { termination: { ...termination, namespace: 'DYLDS' } })).toEqual([])
  })

  test('lines of the memory map that the report marks', () => {
    const map =
      'VM Region Info: 0x1 is not in any region\n  __TEXT 1-2\n--->  GAP\n ---> Stack 1-2\n----> x\n-> y\n  --> z'
    const marked = ['--->  GAP', ' ---> Stack 1-2', '  --> z']
    const field = (key: string): readonly string[] => factsAbout({ header: { fields: [[key, map]] } }).region
    for (const key of ['VM Region Info', 'vmRegionInfo', 'vmregion info']) expect(field(key), key).toEqual(marked)
    for (const key of ['My VM Region Info', 'VM Region Information']) expect(field(key), key).toEqual([])
    const section = (title: string): readonly string[] =>
      factsAbout({ sections: [{ kind: 'text', title, text: map }] }).region
    for (const title of ['VM Region Info', 'VM Regions Near 0x1:']) expect(section(title), title).toEqual(marked)
    for (const title of ['My VM Region Info', 'VM Region', 'VM Region Infos']) expect(section(title), title).toEqual([])
  })

  test('the panic, the event and a field', () => {
    const reason = 'no till'
    expect(factsAbout({ exception: { type: 'Panic', reason } }).panic).toBe(reason)
    expect(factsAbout({ exception: { type: 'panics', reason } }).panic).toBeUndefined()
    const report = makeReport({ header: { fields: [['A', '1'], ['Event', 'hang'], ['event', 'no']] } })
    expect(factsOf(unresolved(report)).event).toBe('hang')
    expect(factsAbout({ header: { fields: [['Events', 'x'], ['My Event', 'x']] } }).event).toBeUndefined()
    expect(headerField(report, /^A$/)).toBe('1')
    expect(headerField(report, /^B$/)).toBeUndefined()
  }) // prettier-ignore

  test('code, address and syndrome are of an access on their own processor', () => {
    const parts = (type: string, arch: string) => ({
      exception: { type, rawCodes: [1n, 0x10n], address: runtimeAddress(0x10) },
      header: { arch, fields: [] },
      thread: { registers: [register('esr', 7n), register('trapno', 6n)] },
    })
    const arm = factsAbout(parts('EXC_BAD_ACCESS', 'arm64'))
    expect([arm.accessCode, arm.address, arm.esr, arm.processorTrap]).toEqual([1n, 0x10n, 7n, undefined])
    const other = factsAbout(parts('EXC_BREAKPOINT', 'x86_64'))
    expect([other.accessCode, other.address, other.esr]).toEqual([undefined, undefined, undefined])
    const bare: SymbolicatedReport = unresolved(
      makeReport({ header: { arch: 'x86_64', fields: [] }, thread: { registers: [register('trapno', 6n)] } }),
    )
    expect(factsOf(bare).processorTrap?.number).toBe(6n)
  })

  test('what was thrown counts for neither an access nor a signal that was sent', () => {
    const thrown = (exception: ExceptionInfo): string | undefined =>
      factsAbout({ exception: { ...exception, name: 'TillError', reason: 'no till' } }).thrown?.name
    expect(thrown({ type: 'EXC_CRASH', signal: 'SIGABRT' })).toBe('TillError')
    expect(thrown({ type: 'EXC_CRASH', signal: 'SIGSEGV' })).toBeUndefined()
    expect(thrown({ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' })).toBeUndefined()
    const state = (exception: ExceptionInfo): boolean | undefined =>
      factsAbout({ exception: { ...exception, name: 'TillError', reason: 'no till' } }).thrown?.isUncaught
    expect([state({ type: 'EXC_CRASH' }), state({ signal: 'SIGABRT' }), state({})]).toEqual([true, true, false])
  })
})
