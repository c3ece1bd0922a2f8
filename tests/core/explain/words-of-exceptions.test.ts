/** Exceptions and panics that ended a program: each wording with its facts, and words and calls that come near it. */
import { describe, expect, test } from 'vitest'
import { endingCalls, exceptionCauses, exceptions, throwingCalls } from '../../../src/core/explain/rules-exceptions.ts'
import type { Family } from '../../../src/core/explain/rule.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { ENDS, statedBy, type EndName, type Stated } from '../../support/rule-families.ts'

const thrown = (name: string, reason: string, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(exceptions, { exception: { ...ENDS.abort, name, reason }, ...parts })
const said = (...info: readonly string[]): Stated | undefined =>
  statedBy(exceptions, { exception: { ...ENDS.abort }, info: [...info] })
const saidWith = (calls: readonly string[], ...info: readonly string[]): Stated | undefined =>
  statedBy(exceptions, { exception: { ...ENDS.abort }, info: [...info], calls: [...calls] })

describe('an exception object', () => {
  test.each([
    ['-[Order total]: unrecognized selector sent to instance 0x600', '-[Order total]'],
    ['+[Order total:of:]: unrecognized selector sent to class 0x10', '+[Order total:of:]'],
    ['-[Order total]:unrecognized selector sent to\ninstance 0x600', '-[Order total]'],
  ])('%s', (reason, subject) => {
    expect(thrown('NSInvalidArgumentException', reason)).toMatchObject({
      id: 'objc-unrecognized-selector',
      kind: 'said',
      grade: 'proved',
      params: { subject },
      grounds: [{ code: 'thrown', params: { reason: reason.replace('\n', ' '), isUncaught: true } }],
    })
    expect(thrown('Till: Error', reason)?.id).toBe('nsexception')
    expect(thrown('NSInvalidArgumentException', `note ${reason}`)?.id).toBe('nsexception')
  })

  test.each([
    ['Unhandled JS Exception: total is not a function', 'total is not a function'],
    ['Unhandled JS Exception:total is not a function', 'total is not a function'],
    ['Unhandled JS Exception: no till, stack:\ntotal@1:2', 'no till'],
    ['Unhandled JS Exception: no till stack: total@1:2', 'no till'],
    ['Unhandled JS Exception: no till: Unhandled JS Exception: no till', 'no till'],
    [`Unhandled JS Exception: ${'x'.repeat(170)}`, 'x'.repeat(160)],
  ])('of a script: %s', (reason, subject) => {
    const found = thrown('RCTFatalException', reason)
    expect(found).toMatchObject({ id: 'javascript', kind: 'said', params: { subject, isMapped: false } })
    expect(thrown('RCTFatalException', `note ${reason}`)?.id).toBe('nsexception')
    expect(thrown('RCT Fatal', reason)?.id).toBe('nsexception')
  })

  test('any other, with its reason once and cut', () => {
    const found = thrown('TillError', 'no till')
    expect(found).toMatchObject({ id: 'nsexception', kind: 'said', grade: 'proved' })
    const params = { name: 'TillError', reason: 'no till', isUncaught: true, isSaidEnded: false, hasStack: false }
    expect(found?.params).toMatchObject(params)
    expect(found?.grounds).toEqual([
      { code: 'thrown', params: { name: 'TillError', reason: 'no till', isUncaught: true } },
    ])
    expect(thrown('TillError', 'TillError')?.params).toMatchObject({ reason: '' })
    expect(thrown('TillError', 'x'.repeat(300))?.params['reason']).toBe(`${'x'.repeat(199)}…`)
    expect(thrown('TillError', 'no till', { hasThrownStack: true })?.params).toMatchObject({ hasStack: true })
  })

  test('one that was only reported', () => {
    const found = statedBy(exceptions, { exception: { name: 'TillError', reason: 'no till' } })
    expect(found).toMatchObject({
      id: 'reported-error',
      code: 'nsexception',
      kind: 'said',
      params: { name: 'TillError', reason: 'no till', isUncaught: false },
      grounds: [{ code: 'thrown', params: { isUncaught: false } }],
    })
  })

  test('one that was gone before it was read is a possible cause, and no selector', () => {
    const note = 'NOTE: This exception has been deallocated! Stack trace is garbage'
    const [gone] = exceptionCauses
    for (const line of [note, note.slice('NOTE: '.length)]) {
      const parts = { exception: { ...ENDS.access }, info: [line, "*** uncaught exception 'TillError' here"] }
      expect(statedBy(gone as Family, parts)).toMatchObject({
        id: 'zombie-exception',
        kind: 'possible',
        grade: 'possible',
        params: { name: 'TillError' },
        grounds: [{ code: 'quoted', params: { text: line } }],
      })
      expect(statedBy(gone as Family, { ...parts, info: [line] })?.params['name']).toBeUndefined()
      expect(statedBy(gone as Family, { ...parts, info: [`my ${line}`] })).toBeUndefined()
      const reason = '-[Order total]: unrecognized selector sent to instance 0x600'
      expect(thrown('NSInvalidArgumentException', reason, { info: [line] })).toBeUndefined()
    }
  })

  test('the words of libc++abi alone', () => {
    for (const head of ['', 'libc++abi: ', 'libc++abi.dylib: ']) {
      for (const word of ['due to', 'with']) {
        const line = `${head}terminating ${word} uncaught exception of type NSException`
        const found = said(line)
        expect(found).toMatchObject({ id: 'nsexception', kind: 'said', params: { name: 'NSException', reason: '' } })
        expect(found?.params).toMatchObject({ isUncaught: true, hasStack: false })
        expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: line } }])
        expect(statedBy(exceptions, { exception: { ...ENDS.raised }, info: [line] })).toBeUndefined()
        expect(said(`my ${line}`)).toBeUndefined()
      }
    }
  })

  test('only its stack is there', () => {
    const parts = { hasThrownStack: true, calls: ['__exceptionPreprocess', 'objc_exception_throw', 'total'] }
    const found = statedBy(exceptions, parts)
    expect(found).toMatchObject({ id: 'nsexception', kind: 'shown', grade: 'likely' })
    expect(found?.params).toMatchObject({ name: 'NSException', isLikely: true, hasStack: true })
    expect(found?.grounds).toEqual([{ code: 'thrown-stack', params: { function: 'objc_exception_throw' } }])
    for (const name of ['_objc_exception_throw', '_objc_exception_rethrow', '__cxa_throw', '___cxa_rethrow'])
      expect(statedBy(exceptions, { ...parts, calls: ['a', name] })?.grounds[0]?.params).toEqual({ function: name })
    for (const name of ['my_objc_exception_throw', 'objc_exception_thrown', 'raise'])
      expect(statedBy(exceptions, { ...parts, calls: [name] })?.grounds[0]?.params).toEqual({ function: undefined })
    for (const end of ['access', 'raised', 'killed'] as const)
      expect(statedBy(exceptions, { ...parts, exception: { ...ENDS[end] } }), end).toBeUndefined()
    expect(statedBy(exceptions, { ...parts, hasThrownStack: false })).toBeUndefined()
  })

  test.each([
    ['-[NSObject(NSObject) doesNotRecognizeSelector:]', true],
    ['+[NSObject doesNotRecognizeSelector:]', true],
    ['-[UIResponder doesNotRecognizeSelector:]', true],
    ['-[Till doesNotRecognizeSelector]', false],
    ['___forwarding___', false],
  ])('its stack with %s shows a message that nobody answers: %s', (name, isUnanswered) => {
    const parts = { hasThrownStack: true, calls: ['__exceptionPreprocess', 'objc_exception_throw', name, 'total'] }
    expect(statedBy(exceptions, parts)?.params).toMatchObject({ isUnanswered })
  })
})

describe('an exception that its thread still throws', () => {
  const THROW = 'objc_exception_throw'
  const ended = (...below: readonly string[]) => ({
    exception: { ...ENDS.abort },
    calls: ['__pthread_kill', 'abort', '_objc_terminate()', ...below],
  })

  test.each([
    [['std::__terminate(void (*)())', '__cxxabiv1::failed_throw(__cxxabiv1::__cxa_exception*)', '__cxa_throw', THROW]],
    [['std::__1::terminate()', 'failed_throw(__cxa_exception*)', '_objc_exception_throw']],
    [[THROW]],
  ])('%j: it is uncaught', (below) => {
    for (const hasThrownStack of [true, false]) {
      const found = statedBy(exceptions, { ...ended(...below, 'total'), hasThrownStack })
      expect(found).toMatchObject({ id: 'nsexception', kind: 'shown', grade: 'proved' })
      expect(found?.params).toMatchObject({ hasStack: hasThrownStack, isThrownHere: !hasThrownStack })
      expect(found?.grounds).toContainEqual({
        code: 'frame-is',
        params: { frame: 3 + below.length - 1, function: below.at(-1) },
      })
    }
  })

  test.each([
    [['std::__terminate(void (*)())', '__cxa_throw', 'total']],
    [['std::terminate()', 'total', THROW]],
    // A `@finally` throws again what C++ threw, too.
    [['std::terminate()', '__cxa_rethrow', 'objc_exception_rethrow']],
    [['std::terminate()', '_dispatch_client_callout', THROW]],
    [['my_terminate()', 'total']],
  ])('%j: nothing says so', (below) => {
    expect(statedBy(exceptions, ended(...below))).toBeUndefined()
  })

  test('not where no thread crashed, nor where it ended otherwise', () => {
    const parts = ended('std::terminate()', THROW)
    expect(statedBy(exceptions, { ...parts, exception: { ...ENDS.trap } })).toBeUndefined()
    expect(statedBy(exceptions, { calls: [THROW], exception: { ...ENDS.abort } })).toBeUndefined()
    expect(statedBy(exceptions, parts, { threads: [] })).toBeUndefined()
  })
})

describe('exceptions of other languages', () => {
  test.each([
    ['terminating due to uncaught exception of type std::out_of_range: vector', 'std::out_of_range: vector'],
    ['libc++abi: terminating with uncaught exception of type int', 'int'],
    ['libc++abi.dylib: terminating with uncaught foreign exception of type till', undefined],
    ["terminate called after throwing an instance of 'std::bad_alloc' ", "'std::bad_alloc'"],
    ['my terminating due to uncaught exception of type int', undefined],
    ['terminating due to uncaught exception', undefined],
  ])('C++: %j', (line, type) => {
    const found = said(line)
    expect(found?.code).toBe(type === undefined ? undefined : 'cpp-exception')
    expect(found?.params['type']).toBe(type)
    if (type === undefined) return
    expect(found?.params['hasStack']).toBe(false)
    expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: line.trim() } }])
    expect(saidWith(['total'], line)?.params['hasStack']).toBe(true)
  })

  const line = 'Uncaught Kotlin exception: kotlin.IllegalStateException: no till'
  const refusal = "Function doesn't have or inherit @Throws annotation"
  test.each<readonly [string, boolean, readonly string[], readonly string[]]>([
    ['nothing shows it', false, ['total'], []],
    ['its words', true, [], [refusal]],
    ['its other words', true, [], ['It must be annotated with @Throws']],
    ['a call', true, ['abort', 'Kotlin_ObjCExport_RethrowExceptionAsNSError'], []],
    ['a call with a bar', true, ['_objc2kotlin_kfun:till'], []],
    ['a call of nearly that name', false, ['my_Kotlin_ObjCExport_x', 'Kotlin_ObjCExport_'], []],
    ['a call below coroutines', false, ['Kotlin_ObjCExport_x', 'kfun:kotlinx.coroutines.x'], []],
    ['words below coroutines', true, ['kfun:kotlin.coroutines.x'], [refusal]],
  ])('Kotlin, across the border: %s', (_, hasCrossed, calls, more) => {
    const found = saidWith(calls, line, ...more)
    expect(found).toMatchObject({ id: 'kotlin-exception', kind: 'said' })
    expect(found?.params).toMatchObject({ text: 'kotlin.IllegalStateException: no till', hasCrossed })
    expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: line } }])
    expect(saidWith(calls, `my ${line}`)).toBeUndefined()
  })
})

describe('panics', () => {
  test.each([
    ["thread 'main' panicked at src/main.rs:4:5: empty", 'empty'],
    ["thread 'main' panicked at src/main.rs:1024:55:\nno till", 'no till'],
    ["thread '<unnamed>' (1234) panicked at 'no till', src/main.rs:4:5", 'no till'],
    ["thread 'main' panicked at 'no till', src/main.rs:1024", 'no till'],
    ["thread '' panicked at 'it's a till': src/main.rs:10:12", "it's a till"],
    ["thread 'main' panicked at no till", 'no till'],
    [`thread 'main' panicked at src/main.rs:4:5: ${'x'.repeat(250)}`, 'x'.repeat(200)],
  ])('of Rust: %j', (line, text) => {
    const found = said(line)
    expect(found).toMatchObject({ id: 'rust-panic', kind: 'said', params: { text, isOfThread: false } })
    expect(found?.params).toMatchObject({ isStopped: false, isTraced: false, hasStack: true })
    expect(said(`my ${line}`)).toBeUndefined()
  })

  test.each([
    [['panic: runtime error: index out of range [5] with length 3'], [], 'go', 'runtime error: index out of range [5] with length 3'],
    [['panic: no till', 'goroutine 12 [running]:'], [], 'go', 'no till'],
    [['panic: no till', '[signal SIGSEGV: segmentation violation]'], [], 'go', 'no till'],
    [['panic: no till'], ['main.count'], 'go', 'no till'],
    [['panic: no till'], ['a', 'runtime.gopanic'], 'go', 'no till'],
    [['panic: no till'], ['shop.io/till.(*Till).Count'], 'go', 'no till'],
    [['panic: no till'], ['till.Till.Count', 'till.(Till).Count-fm'], 'go', 'no till'],
    [['thread 259 panic: reached unreachable code'], [], 'zig', 'reached unreachable code'],
    [['Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]'], [], 'nim', 'index 5 not in 0 .. 2 [IndexDefect]'],
    [['fatal.nim(53) sysFatal  Error: unhandled exception: no till'], [], 'nim', 'no till'],
    ...['all goroutines are asleep - deadlock!', 'concurrent map writes', 'unexpected signal during runtime execution', 'found bad pointer in Go heap', 'runtime: out of memory', 'stack overflow', 'sync: unlock of unlocked mutex', 'checkptr: misaligned', 'no goroutines (main called runtime.Goexit)'].map(
      (text) => [[`fatal error: ${text}`], [] as string[], 'go-fatal', text] as const,
    ),
  ] as const)('%j with %j', (info, calls, runtime, text) => {
    const found = saidWith(calls, ...info)
    expect(found).toMatchObject({ id: 'runtime-panic', kind: 'said', grade: 'proved', params: { runtime, text } })
    expect(found?.grounds[0]).toEqual({ code: 'quoted', params: { text: info[0]?.replace(/ +/g, ' ') } })
    const [first = '', ...rest] = info
    expect(saidWith(calls, `my ${first}`, ...rest)).toBeUndefined()
  }) // prettier-ignore

  test.each([
    [['panic: no till'], []],
    [['panic: no till', 'goroutine x [running]:'], []],
    [['panic: no till', 'my goroutine 1 [running]:'], []],
    [['panic: no till', '[signal 11'], []],
    [['panic: no till'], ['domain.count']],
    [['panic: no till'], ['my.runtime.gopanic']],
    [['panic: no till'], ['runtime.gopanics']],
    [['panic: no till'], ['main.count.func1']],
    [['fatal error: stack overflow here'], []],
    [['fatal error: no till'], []],
    [['thread x panic: no till'], []],
    [['fatal.nim(x) sysFatal Error: unhandled exception: no till'], []],
  ] as const)('%j with %j is of no runtime', (info, calls) => {
    expect(saidWith(calls, ...info)).toBeUndefined()
  })
})

const callOf = (family: Family, end: EndName, calls: readonly string[]): Stated | undefined =>
  statedBy(family, { exception: { ...ENDS[end] }, calls: [...calls] })

describe('calls of runtimes', () => {
  test.each<readonly [id: string, grade: string, names: readonly string[], near: readonly string[]]>([
    ['managed-exception', 'proved', ['mono_invoke_unhandled_exception_hook', 'mono_unhandled_exception', 'mono_unhandled_exception_checked', 'xamarin_unhandled_exception_handler'], ['mono_invoke_unhandled_exception_hooks']],
    ['kotlin-exception', 'proved', ['(anonymous namespace)::terminateWithUnhandledException(ObjHeader*)', 'processUnhandledException', 'kotlin::TerminateWithUnhandledException(x)', 'kotlin::ProcessUnhandledException', 'Kotlin_terminateWithUnhandledException', 'Kotlin_processUnhandledException'], ['terminateWithUnhandledExceptions']],
    ['rust-panic', 'proved', ['rust_panic', 'rust_begin_unwind', '__rustc::rust_begin_unwind', 'core::panicking::panic_fmt'], ['core::panicking']],
    ['pure-virtual', 'proved', ['__cxa_pure_virtual'], ['__cxa_pure_virtuals']],
    ['nsexception', 'likely', ['-[NSApplication _crashOnException:]'], ['-[NSApplication _crashOnException:]s']],
    ['cpp-terminate', 'proved', ['std::terminate()', 'std::__terminate(void (*)())', 'std::__1::terminate()', '_objc_terminate()', 'demangling_terminate_handler()', 'demangling_unexpected_handler()'], ['std::__2::terminate()']],
  ])('%s', (id, grade, names, near) => {
    for (const name of names) {
      const found = callOf(endingCalls, 'abort', ['work', name])
      expect(found, name).toMatchObject({ id, kind: 'shown', grade })
      expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 1, function: name } }])
      for (const end of ['access', 'raised'] as const) expect(callOf(endingCalls, end, [name]), name).toBeUndefined()
      expect(callOf(endingCalls, 'abort', [`my${name}`]), `my${name}`).toBeUndefined()
    }
    for (const name of near) expect(callOf(endingCalls, 'abort', [name]), name).toBeUndefined()
  }) // prettier-ignore

  test.each([
    ['core::panicking::panic_null_pointer_dereference', 'null'],
    ['core::panicking::panic_misaligned_pointer_dereference', 'alignment'],
    ['core::panicking::panic_bounds_check', 'bounds'],
    ['core::slice::index::slice_start_index_len_fail', 'bounds'],
    ['core::panicking::panic_const::panic_const_add_overflow', 'arithmetic'],
    ['core::option::unwrap_failed', 'unwrap'],
    ['core::option::expect_failed', 'unwrap'],
    ['core::result::unwrap_failed', 'unwrap'],
    ['core::panicking::panic_cannot_unwind', 'unwinding'],
    ['core::panicking::panic_fmt', undefined],
    ['mycore::option::unwrap_failed', undefined],
  ])('the check of Rust at %s: %s', (name, check) => {
    const found = callOf(endingCalls, 'abort', ['rust_panic', 'work', name])
    expect(found?.params).toMatchObject({ check, isStopped: false, hasStack: true })
    const deep = ['rust_panic', ...Array.from({ length: 14 }, () => 'work')]
    expect(callOf(endingCalls, 'abort', [...deep, name])?.params['check']).toBe(check)
    expect(callOf(endingCalls, 'abort', [...deep, 'work', name])?.params['check']).toBeUndefined()
  })

  test.each<readonly [calls: readonly string[], isRethrown: boolean, hasBelow: boolean, isUnwound: boolean]>([
    [['abort', 'std::terminate()', 'total'], false, true, false],
    [['abort', 'std::terminate()'], false, false, false],
    [['std::terminate()', '__cxa_rethrow', 'total'], true, true, false],
    [['std::terminate()', '__cxa_rethrow_primary_exception'], true, false, false],
    [['std::terminate()', 'objc_exception_rethrow'], true, false, false],
    [['std::terminate()', '_objc_exception_rethrow', 'objc_exception_throw'], true, false, false],
    [['std::terminate()', 'my_objc_exception_rethrow'], false, true, false],
    [['std::terminate()', '_dispatch_client_callout', 'total'], false, true, true],
    [['std::__1::terminate()', '_dispatch_client_callout4', 'total'], false, true, true],
    [['std::terminate()', 'dispatch_client_callout12', 'total'], false, true, true],
    [['std::terminate()', '_dispatch_client_callouts', 'total'], false, true, false],
    [['std::terminate()', 'my_dispatch_client_callout', 'total'], false, true, false],
    [['std::terminate()', 'total', '_dispatch_client_callout'], false, true, false],
    [['_dispatch_client_callout', 'std::__terminate(void (*)())'], false, false, false],
    [['_objc_terminate()', '_dispatch_client_callout', 'total'], false, true, false],
  ])('around the end in %j', (calls, isRethrown, hasBelow, isUnwound) => {
    expect(callOf(endingCalls, 'abort', calls)?.params).toMatchObject({ isRethrown, hasBelow, isUnwound })
  })

  test.each(['___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___', '__TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION__'])(
    '%s',
    (name) => {
      const found = callOf(throwingCalls, 'abort', ['work', name])
      expect(found).toMatchObject({ id: 'nsexception', kind: 'shown', grade: 'proved', params: { reason: '' } })
      expect(found?.params['isLikely']).toBeUndefined()
      for (const end of ['access', 'raised'] as const) expect(callOf(throwingCalls, end, [name])).toBeUndefined()
      for (const other of [`my${name}`, `${name}s`]) expect(callOf(throwingCalls, 'abort', [other])).toBeUndefined()
    },
  )

  test.each(['_NSRaiseError', '__NSRaiseError', '_NSExceptionHandlerUncaughtSignal'])(
    '%s, where old systems stop',
    (name) => {
      for (const end of ['trap', 'abort'] as const) {
        const found = callOf(throwingCalls, end, [name])
        expect(found).toMatchObject({ id: 'nsexception', kind: 'shown', grade: 'likely', params: { isLikely: true } })
        expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 0, function: name } }])
      }
      for (const end of ['access', 'killed'] as const) expect(callOf(throwingCalls, end, [name])).toBeUndefined()
      for (const other of [[`my${name}`], [`${name}s`], ['work', name]])
        expect(callOf(throwingCalls, 'abort', other)).toBeUndefined()
    },
  )
})

describe('hints in the words of an exception', () => {
  test.each([
    ['objc-bounds', 'index 5 beyond bounds [0 .. 2]', ''],
    ['objc-bounds', 'Range {5, 1} beyond bounds', ''],
    ['objc-bounds', 'Out of Bounds', ''],
    ['objc-nil', '*** setObjectForKey: object cannot be nil (key: total)', ''],
    ['objc-nil', 'key cannot be nil', ''],
    ['objc-nil', 'nil argument', ''],
    ['objc-nil', 'attempt to insert nil object from objects[0]', ''],
    ['objc-mutation', 'Collection <x> was mutated while being enumerated.', ''],
    ['objc-kvc', '[<Cart 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant for the key total.', 'total.'],
    ['objc-kvc', 'not key value coding-compliant for the key "cart.total"', 'cart.total'],
    ['uikit-batch-update', 'Invalid update: invalid number of rows in section 0', ''],
    ['uikit-batch-update', 'invalid number of sections', ''],
    ['uikit-batch-update', 'attempt to delete item 3 from section 0', ''],
    ['uikit-batch-update', 'attempt to insert row 1', ''],
    ['main-thread', 'must be used from main thread only', ''],
    ['main-thread', 'called on a background thread', ''],
    ['main-thread', 'Modifications to the layout engine must not be performed', ''],
    ['uikit-nan', 'CALayer position contains NaN: [nan 20]', ''],
    ['uikit-nan', 'CALayerInvalidGeometry', ''],
    ['objc-json', 'Invalid type in JSON write (NSDate)', ''],
  ])('%s: %s', (id, reason, subject) => {
    const parts = { exception: { ...ENDS.abort, name: 'TillError', reason } }
    const found = exceptionCauses.map((family) => statedBy(family, parts)).filter((one) => one !== undefined)
    expect(found.map((one) => one.id)).toEqual([id])
    expect(found[0]).toMatchObject({ kind: 'possible', grade: 'possible', params: { subject } })
    expect(found[0]?.grounds).toEqual([{ code: 'thrown', params: { name: 'TillError', reason, isUncaught: true } }])
    const gone = { ...parts, info: ['This exception has been deallocated'] }
    expect(exceptionCauses.slice(1).map((family) => statedBy(family, gone)).filter(Boolean)).toEqual([])
  }) // prettier-ignore

  test.each(['boundless index', 'nilly', 'mutated', 'the key total', 'update', 'the maintenance thread', 'NaNny position', 'JSON'])(
    '%s hints at nothing',
    (reason) => {
      const parts = { exception: { ...ENDS.abort, name: 'TillError', reason } }
      expect(exceptionCauses.map((family) => statedBy(family, parts)).filter(Boolean)).toEqual([])
    },
  ) // prettier-ignore
})
