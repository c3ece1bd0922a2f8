/** Lines of libraries that ended a program, and their calls: each form with its facts, and forms that come near it. */
import { describe, expect, test } from 'vitest'
import { aborts, saidEnds } from '../../../src/core/explain/rules-ends.ts'
import { ENDS, statedBy, type EndName, type Stated } from '../../support/rule-families.ts'

const said = (line: string, end: EndName = 'abort'): Stated | undefined =>
  // The system keeps lines of one message together.
  statedBy(saidEnds, { exception: { ...ENDS[end] }, info: [line] }, { format: 'ips-crash' })

type Row = readonly [id: string, line: string, params?: Readonly<Record<string, unknown>>]

const CHUNK = '0x6000012'
const lines: readonly Row[] = [
  ['sanitizer', '==42==ERROR: AddressSanitizer: heap-use-after-free on address 0x60e0 at pc 0x1', { tool: 'AddressSanitizer', finding: 'heap-use-after-free', text: 'heap-use-after-free' }],
  ['sanitizer', 'ERROR: AddressSanitizer: stack-overflow on unknown address 0x7ff', { finding: undefined, text: 'stack-overflow' }],
  ['sanitizer', 'WARNING: ThreadSanitizer: data race (pid=7)', { tool: 'ThreadSanitizer', text: 'data race (pid=7)' }],
  ['sanitizer', '==7==ERROR: LeakSanitizer: detected memory leaks', { tool: 'LeakSanitizer', text: 'detected memory leaks' }],
  ['zombie', '*** -[Cart total]: message sent to deallocated instance 0x600abc', { class: 'Cart', selector: 'total' }],
  ['heap-bad-free', 'Shop(42,0x1e3) malloc: *** error for object 0x60: pointer being freed was not allocated'],
  ['heap-bad-free', 'My Shop.app+1-2>(4,0x1e3ff) malloc: double free'],
  ['heap-bad-free', `malloc: *** error for object ${CHUNK}: pointer being realloc'd was not allocated`],
  ['heap-bad-free', `*** error for object ${CHUNK}: double free`],
  ['heap-bad-free', `\\\\\\ error for object ${CHUNK}: double free`],
  ['heap-bad-free', 'BUG IN CLIENT OF LIBMALLOC: double free'],
  ['heap-corruption', 'Heap corruption detected, free list is damaged at 0x60'],
  ...['incorrect checksum for freed object', 'Incorrect guard value: 7', 'memory corruption of free block', 'Heap block 0x60 modified', 'heap block at 0x60 was modified'].map(
    (text): Row => ['heap-corruption', `Shop(42,0x1e3) malloc: *** error for object ${CHUNK}: ${text}`],
  ),
  ...['free', 'tiny', 'small', 'medium', 'large'].map((text): Row => ['heap-corruption', `malloc: Corruption of ${text} object`]),
  ['malloc-no-memory', 'malloc: *** mmap(size=2097152) failed (error code=12)', { size: 2_097_152 }],
  ['malloc-no-memory', 'mach_vm_map(size=1) failed', { size: 1 }],
  ['malloc-no-memory', '*** vm_allocate(size=16384) failed', { size: 16_384 }],
  ['dispatch-sync-deadlock', 'BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread'],
  ['library-misuse', 'BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock', { library: 'LIBPLATFORM', rule: 'Trying to recursively lock an os_unfair_lock', hasOwn: false }],
  ['library-misuse', 'BUG IN CLIENT OF LIB_9 X : a rule ', { library: 'LIB_9 X', rule: 'a rule' }],
  ['assertion', 'Assertion failed: (count > 0), function -[Cart total], file Cart.m, line 7.', { condition: 'count > 0', function: '-[Cart total]', file: 'Cart.m', line: '7' }],
  ['assertion', 'Assertion failed: count, function total, file src/cart.c, line 1234', { condition: 'count', function: 'total', file: 'src/cart.c', line: '1234' }],
  ['assertion', 'Assertion failed: (a &&\nb), function total, file cart.c, line 12.', { condition: 'a &&\nb' }],
  ['assertion', '/usr/include/c++/v1/vector:1436: libc++ Hardening assertion __n < size() failed: out of bounds', { condition: '__n < size()', file: '/usr/include/c++/v1/vector', line: '1436' }],
  ['assertion', 'vector:7: assertion n failed', { condition: 'n', file: 'vector', line: '7' }],
  ['assertion', 'assertion failure: "fd != -1" -> 9', { condition: 'fd != -1' }],
  ['assertion', 'Check failed: vm. Must be able to initialize the VM.', { condition: 'vm' }],
  ['assertion', 'Check failed: a.b == c', { condition: 'a.b == c' }],
  ['assertion', 'runtime/vm/till.cc: 57: error: expected: !till.IsNull()', { condition: '!till.IsNull()' }],
  ['assertion', 'runtime/till.h: 5: error: no till', { condition: 'no till' }],
  ['assertion', "-[MTLCart validateTotal]:135: failed assertion `total (7) must be set.'", { condition: 'total (7) must be set.', function: '-[MTLCart validateTotal]' }],
  ['assertion', "+[MTLCart all]:1: failed assertion 'total", { condition: 'total', function: '+[MTLCart all]' }],
  ['assertion', 'validateTotal:12: failed assertion `total', { condition: 'total', function: 'validateTotal' }],
  ['metal-assertion', '-[MTLCart total]:135: failed assertion ‘no encoder’', { condition: 'no encoder', function: '-[MTLCart total]' }],
  ['metal-assertion', "-[_MTL x:y:]:7: failed assertion `no encoder' \t\nmore", { condition: 'no encoder', function: '-[_MTL x:y:]' }],
  ['objc-after-fork', 'objc[42]: +[Cart initialize] may have been in progress in another thread when fork() was called. We cannot call it. Crashing instead.', { class: 'Cart' }],
  ['called-with-null', '*** CFRelease() called with NULL ***', { function: 'CFRelease' }],
  ['rosetta-error', 'rosetta error: no code for this address ', { text: 'no code for this address' }],
  ['library-misuse', 'objc[42]: Attempt to use unknown class 0x60. ', { library: 'libobjc', rule: 'Attempt to use unknown class 0x60.', hasOwn: false }],
] // prettier-ignore

const QUOTED = new Set(lines.map(([, line]) => line.trim().replace(/\s+/g, ' ')))

describe('lines of libraries', () => {
  test.each(lines.map(([id, line, params = {}]) => [id, line, params] as const))('%s: %j', (id, line, params) => {
    const found = said(line)
    expect(found).toMatchObject({ id, kind: 'said', grade: 'proved', params })
    expect(found?.grounds).toHaveLength(1)
    // The evidence is the line itself, or a fact out of it.
    const [ground] = found?.grounds ?? []
    if (id === 'zombie') expect(ground).toEqual({ code: 'zombie-says', params: { address: '0x600abc' } })
    else if (id === 'sanitizer') expect(line).toContain(String(ground?.params['text']).split(': ')[1])
    else expect(QUOTED).toContain(ground?.params['text'])
  })

  test.each(lines.map(([, line]) => [line] as const))('after another word it is no line of a library: %j', (line) => {
    // Names of programs, files and functions may have another beginning.
    const hasName = /^(?:Shop|My Shop|vector|\/usr|validateTotal)/.test(line)
    for (const before of hasName ? ['note: '] : ['note: ', 'x']) expect(said(before + line)).toBeUndefined()
  })

  test.each([
    '==4x==ERROR: AddressSanitizer: heap-use-after-free on address 0x60',
    'ERROR: OtherSanitizer: heap-use-after-free',
    'ERROR: AddressSanitizer: ',
    '*** -[Cart]: message sent to deallocated instance 0x60',
    '*** -[Cart total]: message sent to instance 0x60',
    'mmap(size=) failed',
    'mmap(size=7k) failed',
    'mmap(size=7) done',
    'BUG IN CLIENT OF libplatform: a rule',
    'BUG IN CLIENT OF LIBPLATFORM: ',
    'Assertion failed: (count > 0), function total, file Cart.m',
    'Assertion failed: (count > 0), file Cart.m, line 7.',
    'vector:x: assertion n failed',
    'vector:7: assertion n failedly',
    'a vector:7: assertion n failed',
    'assertion failure: fd -> 9',
    'assertion failure: "fd" = 9',
    'runtime/vm/till.dart: 57: error: expected: till',
    'runtime/vm/till.cc: x: error: expected: till',
    '-[MTLCart total]:x: failed assertion `total',
    '-[MTLCart total]:7: failed assertion total',
    '9total:7: failed assertion `total',
    'objc[x]: Attempt to use unknown class 0x60.',
    '*** free() called with NULL ***',
  ])('no line of a library: %j', (line) => {
    expect(said(line)).toBeUndefined()
  })

  test('a line of libobjc counts only for an abort or a trap', () => {
    const line = 'objc[42]: Attempt to use unknown class 0x60.'
    expect(said(line, 'trap')?.code).toBe('library-misuse')
    for (const end of ['killed', 'access', 'raised'] as const) expect(said(line, end)).toBeUndefined()
  })

  test('memory that was refused before an access failed is a possible cause', () => {
    const line = 'malloc: *** mmap(size=4096) failed (error code=12)'
    expect(said(line, 'access')).toMatchObject({
      id: 'malloc-no-memory-before',
      code: 'malloc-no-memory',
      kind: 'possible',
      grade: 'possible',
      params: { size: 4096 },
    })
  })

  test('a long condition of a library is cut in the statement and in the evidence', () => {
    const found = said(`total:7: failed assertion \`${'x'.repeat(500)}'`)
    expect(found?.params['condition']).toBe(`${'x'.repeat(199)}…`)
  })
})

describe('a sanitizer as the kind of error of a reporter', () => {
  test.each([
    ['heap-buffer-overflow on address 0x60', 'heap-buffer-overflow'],
    ['heap-buffer-overflow\nREAD of size 4', 'heap-buffer-overflow'],
    ['heap-buffer-overflow', 'heap-buffer-overflow'],
  ])('%j', (message, text) => {
    const found = statedBy(saidEnds, { exception: { type: 'AddressSanitizer', message } })
    expect(found).toMatchObject({ code: 'sanitizer', params: { tool: 'AddressSanitizer', finding: text, text } })
  })

  test('the subtype stands in for the message, and neither is needed', () => {
    const exception = { type: 'ThreadSanitizer', subtype: 'data race' }
    expect(statedBy(saidEnds, { exception })?.params).toMatchObject({ tool: 'ThreadSanitizer', text: 'data race' })
    expect(statedBy(saidEnds, { exception: { type: 'ThreadSanitizer' } })?.params).toMatchObject({ text: '' })
    expect(statedBy(saidEnds, { exception: { type: 'MySanitizer of air' } })).toBeUndefined()
    expect(statedBy(saidEnds, { exception: { type: 'a MySanitizer' } })).toBeUndefined()
  })
})

describe('what a sanitizer found is said by its own words', () => {
  test.each([
    ['AddressSanitizer', 'heap-use-after-free on address 0x60', 'access', 'heap-use-after-free'],
    ['AddressSanitizer', 'dynamic-stack-buffer-overflow on address 0x60', 'access', 'dynamic-stack-buffer-overflow'],
    ['AddressSanitizer', 'SEGV on unknown address 0x000000000000 (pc 0x1)', 'access', 'SEGV'],
    ['AddressSanitizer', 'crashed on unknown address 0x000000000000 (pc 0x1', 'access', 'crashed on unknown address'],
    ['AddressSanitizer', 'attempting free on address which was not malloc()-ed: 0x60 in thread T0', 'free', 'attempting free on address which was not malloc()-ed'],
    ['AddressSanitizer', 'attempting double-free on 0x60 in thread T0:', 'free', 'attempting double-free'],
    ['AddressSanitizer', 'alloc-dealloc-mismatch (malloc vs operator delete) on 0x60', 'free', 'alloc-dealloc-mismatch (malloc vs operator delete)'],
    ['AddressSanitizer', 'failed to deallocate 0x200 (512) bytes at address 0x60', 'itself', 'failed to deallocate'],
    ['AddressSanitizer', 'ABRT on unknown address 0x60 (pc 0x1)', 'signal', 'ABRT'],
    ['AddressSanitizer', 'requested allocation size 0x600 exceeds maximum', 'other', 'requested allocation size'],
    ['ThreadSanitizer', 'data race (pid=7)', 'race', 'data race (pid=7)'],
    ['ThreadSanitizer', 'lock-order-inversion (potential deadlock) (pid=7)', 'other', 'lock-order-inversion (potential deadlock) (pid=7)'],
    ['LeakSanitizer', 'detected memory leaks', 'leak', 'detected memory leaks'],
    ['UndefinedBehaviorSanitizer', 'runtime error: shift exponent 40 is too large', 'undefined', 'runtime error: shift exponent 40 is too large'],
  ])('%s: %s', (type, message, subject, text) => {
    expect(statedBy(saidEnds, { exception: { type, message } })?.params).toMatchObject({ subject, text })
  })
}) // prettier-ignore

type CallRow = readonly [id: string, end: EndName, names: readonly string[], others: readonly EndName[]]

/** Names that a rule knows whole: a letter before or behind makes another function. */
const calls: readonly CallRow[] = [
  ['xpc-misuse', 'trap', ['_xpc_api_misuse'], ['killed', 'access']],
  ['xpc-misuse', 'abort', ['_xpc_api_misuse'], ['raised']],
  ['mono-native-crash', 'abort', ['mono_handle_native_crash', 'mono_handle_native_sigsegv'], ['trap', 'access']],
  ['lock-again', 'trap', ['_os_unfair_lock_recursive_abort', 'os_unfair_lock_recursive_abort', '_os_unfair_recursive_lock_recursive_abort'], ['access', 'raised']],
  ['metal-validation', 'abort', ['MTLReportFailure', 'MTLReportFailure.cold.1'], ['access', 'raised']],
  ['sanitizer-call', 'abort', ['__asan_report_load4', '_asan_report_store16', '__asan_report_store_n', '___asan_report_exp_load8_noabort', 'asan_report_load_n_noabort'], ['trap', 'access']],
  ['stack-smashed', 'abort', ['__stack_chk_fail'], ['access', 'raised']],
  ['wrong-queue', 'trap', ['_dispatch_assert_queue_fail', 'dispatch_assert_queue_not_fail', '_dispatch_assert_queue_barrier_fail', 'swift_task_reportUnexpectedExecutor'], ['access', 'raised']],
  ['assertion', 'abort', ['__assert_rtn', 'assert_rtn', '___assert_rtn', '__assert'], ['access', 'raised']],
  ['heap-check', 'abort', ['nanozone_error', '_nanov2_zone_error', 'szone_error', '_malloc_zone_error', 'malloc_zone_error', 'free_list_checksum_botch', '_free_list_checksum_botch', 'malloc_report', 'malloc_vreport'], ['trap', 'access']],
  ['abort', 'abort', ['abort', '_abort', '__abort'], ['trap', 'access', 'killed']],
] // prettier-ignore

/** Names of which only the beginning counts. */
const heads: readonly CallRow[] = [
  ['javascript-memory', 'trap', ['v8::internal::V8::FatalProcessOutOfMemory(v8::internal::Isolate*)', 'v8::internal::FatalProcessOutOfMemory', 'v8::Utils::ReportOOMFailure(v8::internal::Isolate*)', 'node::OOMErrorHandler(char const*)'], ['access', 'raised']],
  ['assertion', 'abort', ['-[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]'], ['access', 'raised']],
] // prettier-ignore

const called = (end: EndName, ...names: readonly string[]): Stated | undefined =>
  statedBy(aborts, { exception: { ...ENDS[end] }, calls: [...names] })

describe('calls that end a program', () => {
  test.each([...calls, ...heads])('%s at the end %s', (id, end, names, others) => {
    for (const name of names) {
      const found = called(end, 'work', name)
      expect(found, name).toMatchObject({ id, kind: 'shown', grade: 'proved' })
      expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 1, function: name } }])
      expect(found?.frames).toContain(1)
      for (const other of others) expect(called(other, 'work', name)?.id, `${name}, ${other}`).not.toBe(id)
      expect(called(end, `my${name}`)?.id, `my${name}`).not.toBe(id)
      const deep = Array.from({ length: 11 }, () => 'work')
      expect(called(end, ...deep, name)?.id).toBe(id)
      expect(called(end, ...deep, 'work', name)?.id).not.toBe(id)
    }
  })

  test.each(calls)('%s at the end %s needs the whole name', (id, end, names) => {
    for (const name of names) expect(called(end, `${name}ly`)?.id, `${name}ly`).not.toBe(id)
  })

  test.each([
    ['__asan_report_load4', 'read', 4],
    ['__asan_report_store16', 'write', 16],
    ['__asan_report_load_n', 'read', undefined],
    ['__asan_report_exp_store8_noabort', 'write', 8],
  ])('%s is a %s of %s bytes', (name, access, bytes) => {
    expect(called('abort', name)?.params).toMatchObject({ access, bytes })
  })

  test.each(['__asan_report_free', '__asan_report_load123', '__asan_report_load4x', 'asan_load4'])(
    '%s is no report of an access',
    (name) => {
      expect(called('abort', name)).toBeUndefined()
    },
  )

  test('a log of Mono before its handler: the error is its own', () => {
    for (const log of ['g_log', 'monoeg_g_log', 'monoeg_g_logv', 'g_assertion_message', 'monoeg_assertion_message', 'log_callback', 'log_callback(char const*)', 'mono_assertion_message', 'mono_assertion_message_unreachable']) {
      const found = called('abort', 'abort', log, 'mono_handle_native_crash')
      expect(found?.id, log).toBe('mono-own-error')
      expect(called('trap', log, 'mono_handle_native_crash')).toBeUndefined()
      expect(called('abort', `my_${log}`, 'mono_handle_native_crash')?.id).toBe('mono-native-crash')
    }
    for (const other of ['g_logger', 'log_callbacks', 'monoeg_g_log_x'])
      expect(called('abort', other, 'mono_handle_native_crash')?.id, other).toBe('mono-native-crash')
  }) // prettier-ignore

  test.each(['_dispatch_sync_wait', '__DISPATCH_WAIT_FOR_QUEUE__'])('%s that traps waits for its own queue', (name) => {
    expect(called('trap', name)).toMatchObject({ id: 'dispatch-sync-deadlock', kind: 'shown', grade: 'likely' })
    expect(called('trap', name)?.grounds).toEqual([{ code: 'frame-is', params: { frame: 0, function: name } }])
    expect(called('trap', 'work', name)).toBeUndefined()
    expect(called('abort', name)).toBeUndefined()
    expect(called('trap', `my${name}`)).toBeUndefined()
    expect(called('trap', `${name}ly`)).toBeUndefined()
  })

  test.each(['abort() called', '__abort() called'])('%s without a stack', (line) => {
    const found = statedBy(aborts, { exception: { ...ENDS.abort }, info: [line] })
    expect(found).toMatchObject({ id: 'abort', kind: 'said', grade: 'proved' })
    expect(found?.params).toMatchObject({ hasOwn: false, isHandled: false, hasMessage: false })
    expect(found?.grounds).toEqual([{ code: 'abort-called', params: {} }])
    expect(statedBy(aborts, { exception: { ...ENDS.trap }, info: [line] })).toBeUndefined()
    for (const other of [`my ${line}`, `${line} twice`])
      expect(statedBy(aborts, { exception: { ...ENDS.abort }, info: [other] })).toBeUndefined()
  })

  test('a program that aborted with words has a message', () => {
    const parts = { exception: { ...ENDS.abort }, calls: ['abort'], info: ['the till is gone'] }
    expect(statedBy(aborts, parts)?.params).toMatchObject({ hasMessage: true })
  })
})
