/** Names that the place of an end is never in, and names that only come near them. */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { placeIn } from '../../../src/core/explain/place.ts'
import { app, buildReport, makeFrames, system, type FrameParts } from '../../support/report-builder.ts'
import { ENDS, type EndName } from '../../support/rule-families.ts'

const placeOf = (end: EndName, ...frames: readonly FrameParts[]) =>
  placeIn(factsOf(buildReport(frames, { exception: { ...ENDS[end] } })))

/** Functions that end a program, report a failed check or throw. */
const ending = [
  'kill', '__kill', 'pthread_kill', '__pthread_kill', 'raise', 'abort', '_abort', '___abort', 'abort_report_np',
  '__abort_with_payload', '__assert_rtn', 'assert_rtn', '__assert', '_os_crash', 'os_fault_with_payload',
  '__stack_chk_fail', 'malloc_report', 'malloc_zone_error', 'malloc_printf', 'nanozone_error', '_malloc_vreport',
  'free_list_checksum_botch', '_objc_fatal', '_objc_fatalv(unsigned long long)', '__exceptionPreprocess',
  '_NSRaiseError', '__NSRaiseError', 'objc_exception_throw', '_objc_exception_rethrow', 'objc_terminate',
  '_objc_terminate()', 'objc_begin_catch', '-[NSException raise]', '+[NSException raise:format:]',
  '-[NSAssertionHandler handleFailureInMethod:]', '_NSAssert', 'NSAssertRaise', '-[NSObject doesNotRecognizeSelector:]',
  '-[NSObject(NSObject) doesNotRecognizeSelector:]', '___forwarding___', '_CF_forwarding_prep_0', '__cxa_throw',
  '__cxa_rethrow', '__cxa_bad_cast', '__cxa_call_terminate', '__cxa_pure_virtual', '_Unwind_RaiseException',
  'demangling_terminate_handler()', 'default_terminate_handler', 'std::terminate()', 'std::__terminate(void (*)())',
  'failed_throw(x)', '_checkExpectedExecutor', '_dispatch_assert_queue_fail', '_dispatch_bug', '_dispatch_sync_f_slow',
  '__DISPATCH_WAIT_FOR_QUEUE__', '_assertionFailure(_:_:)', 'Swift._fatalErrorMessage(x)',
  'specialized _assertionFailure(x)', 'preconditionFailure()', '$ss17_assertionFailure', '$ss18_fatalErrorMessage',
  'Swift runtime failure: arithmetic overflow', 'swift_task_reportUnexpectedExecutor', '_swift_runtime_on_report',
  'swift_unexpectedError', 'swift_dynamicCastFailure', 'swift_abortRetainUnowned', 'swift_fatalError',
  'rust_panic', 'rust_begin_unwind', '__rustc::rust_panic', 'core::panicking::panic', 'core::option::unwrap_failed',
  'core::result::expect_failed', 'std::panicking::begin_panic', 'std::sys::abort', 'std::process::abort',
  'std::rt::lang_start', 'core::intrinsics::abort', '__asan_report_load4', '__ubsan_handle', '__tsan_read',
  '__sanitizer_print', 'mono_handle_native_crash', 'xamarin_unhandled', 'closure #1 in _assertionFailure(x)',
  'abort$VARIANT$armv81', 'kill(int)',
] // prettier-ignore

describe('functions that end a program', () => {
  test.each(ending)('%s is passed on the way to the place of an abort', (name) => {
    for (const end of ['abort', 'trap', 'raised'] as const) {
      expect(placeOf(end, system(name), app('total'))).toEqual({ where: 'total' })
      expect(placeOf(end, system(name), system('check'), app('total'))).toEqual({ where: 'check', calledFrom: 'total' })
    }
    // An access that failed is of the innermost function.
    if (!/forwarding/.test(name))
      expect(placeOf('access', system(name), app('total'))).toMatchObject({ calledFrom: 'total' })
    expect(placeOf('abort', system(`my ${name}`), app('total'))).toMatchObject({ calledFrom: 'total' })
    expect(placeOf('killed', system(name), app('total'))).toEqual({ where: 'total' })
  })

  test.each(['killer', 'my_abort', 'assert', 'os_log', 'stack_chk_fail', 'mallocs', 'zone_errors', '-[NSException name]', '+[NSException raise]', '_forwarding_', '__cxa_atexit', 'Unwind', 'assertionFailures', '$ss19_assertionFailure', 'swift_retain', 'core::fmt', 'std::io', 'rust_main', 'kill$VARIANT$'])(
    '%s is a place',
    (name) => {
      expect(placeOf('abort', system(name), app('total'))).toEqual({ where: name, calledFrom: 'total' })
    },
  ) // prettier-ignore
})

describe('other names', () => {
  test.each(['main', 'start', '(null)', '0x1f', '/usr/lib/x', '~/x', './x', '*/x', '___lldb_unnamed_symbol1', '?', '??'])(
    '%s is no function',
    (name) => {
      expect(placeOf('access', app(name))).toEqual({ where: undefined })
      expect(placeOf('access', app('total'), app(name))).toEqual({ where: 'total' })
    },
  ) // prettier-ignore

  test.each(['mainly', 'restart', '0x1g', 'my_lldb_unnamed_symbol', 'a?'])('%s is one', (name) => {
    expect(placeOf('access', app(name))).toEqual({ where: name })
  })

  test.each(['RCTFatal', 'RCTModuleExceptions', '-[RCTExceptionsManager reportFatal:]', '-[RCTFatal x]', '-[RCTCxxBridge handleError:]'])(
    '%s only passes an error on',
    (name) => {
      expect(placeOf('abort', system(name), app('total'))).toEqual({ where: undefined })
      expect(placeOf('abort', app(name))).toEqual({ where: undefined })
    },
  ) // prettier-ignore

  test('a long name is cut, and a far caller is not named', () => {
    const long = 'x'.repeat(200)
    expect(placeOf('access', app(long))).toEqual({ where: `${'x'.repeat(119)}…` })
    expect(placeOf('access', app('x'.repeat(120)))).toEqual({ where: 'x'.repeat(120) })
    const between = (count: number) => Array.from({ length: count }, () => system('next'))
    expect(placeOf('access', system('free'), ...between(9), app('total'))).toEqual({
      where: 'free',
      calledFrom: 'total',
    })
    expect(placeOf('access', system('free'), ...between(10), app('total'))).toEqual({ where: 'free' })
  })
})

describe('frames without names', () => {
  /** The frame's image under another name. */
  const inImage = (name: string, end: EndName, calls: readonly string[] = []) => {
    const made = buildReport([system(...calls), app('total')], { exception: { ...ENDS[end] } })
    const images = made.report.images.map((image) => (image.index === 1 ? { ...image, name } : image))
    return placeIn(factsOf({ ...made, report: { ...made.report, images } }))
  }
  test.each(['libsystem_kernel.dylib', 'libsystem_pthread.dylib', 'libsystem_c.dylib', 'libsystem_malloc.dylib', 'libc++abi.dylib', 'libc++abi.1.dylib', 'libobjc.A.dylib'])(
    '%s only ends programs that abort',
    (name) => {
      expect(inImage(name, 'abort')).toEqual({ where: 'total' })
      expect(inImage(name, 'trap')).toEqual({ where: name, calledFrom: 'total' })
      expect(inImage(`my${name}`, 'abort')).toEqual({ where: `my${name}`, calledFrom: 'total' })
      expect(inImage(`${name}s`, 'abort')).toEqual({ where: `${name}s`, calledFrom: 'total' })
      expect(inImage(name, 'abort', ['check'])).toEqual({ where: 'check', calledFrom: 'total' })
    },
  ) // prettier-ignore

  test('an image without a name is no place', () => {
    for (const name of ['', '???']) expect(inImage(name, 'access')).toEqual({ where: undefined })
  })

  test.each([
    ['CoreFoundation', true],
    ['libobjc.A.dylib', true],
    ['libc++abi.dylib', true],
    ['libc++abi.1.dylib', true],
    ['libsystem_c.dylib', false],
    ['CoreFoundations', false],
    ['MyCoreFoundation', false],
  ])('on the stack of an exception %s only throws: %s', (name, isPassed) => {
    const made = buildReport([system(), app('total')], { exception: { ...ENDS.trap } })
    const [thread] = made.report.threads
    const images = made.report.images.map((image) => (image.index === 1 ? { ...image, name } : image))
    const report = { ...made.report, images, lastException: { frames: thread?.frames ?? makeFrames([]) } }
    expect(placeIn(factsOf({ ...made, report }))).toEqual(
      isPassed ? { where: 'total' } : { where: name, calledFrom: 'total' },
    )
  })
})
