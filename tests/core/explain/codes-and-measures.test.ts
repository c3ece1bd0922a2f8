/** Codes and addresses of accesses as reports print them, and numbers that rules compare: each form, and what comes near it. */
import { describe, expect, test } from 'vitest'
import { accessCodeOf, accessWordOf, addressOf, nameOfAccessCode } from '../../../src/core/explain/access-codes.ts'
import { factsOf, type CrashFacts } from '../../../src/core/explain/crash-facts.ts'
import { ranLong } from '../../../src/core/explain/launch-stage.ts'
import {
  accessRegisters,
  belowGuardEnd,
  belowStackPointer,
  distanceToStackPointer,
  isInCode,
  NULL_SAFE,
  receiverOf,
  stackPointerOf,
} from '../../../src/core/explain/measures.ts'
import { isBlockingName, isEventWaitName, isLockName } from '../../../src/core/explain/waiting.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { ExceptionInfo, Frame, Report } from '../../../src/core/model/report.ts'
import { emptyDraft, reportOf, type Draft } from '../../support/planted-facts.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'

const codeOf = (exception: ExceptionInfo | undefined, isArm = false): bigint | undefined =>
  accessCodeOf(makeReport({ ...(exception && { exception }) }), isArm)

describe('codes of accesses', () => {
  /** `mach/kern_return.h`, `mach/arm/exception.h`, `mach/i386/exception.h`. */
  test.each([
    ['KERN_INVALID_ADDRESS', 1n],
    ['KERN_PROTECTION_FAILURE', 2n],
    ['KERN_MEMORY_FAILURE', 9n],
    ['KERN_MEMORY_ERROR', 10n],
    ['KERN_CODESIGN_ERROR', 50n],
    ['EXC_ARM_DA_ALIGN', 0x101n],
    ['EXC_ARM_DA_DEBUG', 0x102n],
    ['EXC_ARM_SP_ALIGN', 0x103n],
    ['EXC_ARM_SWP', 0x104n],
    ['EXC_ARM_PAC_FAIL', 0x105n],
    ['EXC_ARM_MTE_TAGCHECK_FAIL', 0x106n],
    ['EXC_ARM_MTE_CANONICAL_FAIL', 0x107n],
    ['EXC_I386_GPFLT', 13n],
  ])('%s is %s', (name, code) => {
    expect(nameOfAccessCode(code)).toBe(name)
    for (const words of [{ subtype: `${name} at 0x1` }, { codes: name }, { message: `(${name})` }])
      expect(codeOf(words)).toBe(code)
    expect(codeOf({ subtype: `MY${name}` })).toBeUndefined()
    expect(codeOf({ subtype: `MY${name}`, rawCodes: [7n] })).toBe(7n)
  })

  test.each([
    ['SEGV_MAPERR', 1n],
    ['BUS_OBJERR', 10n],
    ['BUS_ADRALN', undefined],
  ])('the word %s of a signal', (word, code) => {
    for (const exception of [{ subtype: word }, { codes: `${word} at 0x1` }, { message: word }]) {
      expect(codeOf(exception)).toBe(code)
      expect(accessWordOf(makeReport({ exception }))).toBe(word)
    }
    expect(accessWordOf(makeReport({ exception: { subtype: `MY${word}` } }))).toBeUndefined()
    expect(accessWordOf(makeReport({}))).toBeUndefined()
  })

  // The kernel for Arm gives this word for every SIGSEGV; Intel's and Linux choose it.
  test.each<readonly [Partial<Report>, boolean, bigint | undefined]>([
    [{ header: { arch: 'x86_64', fields: [] } }, false, 2n],
    [{ header: { arch: 'i386', fields: [] } }, false, 2n],
    [{ header: { fields: [] } }, false, undefined],
    [{ header: { fields: [] } }, true, undefined],
    [{ header: { arch: 'arm64', fields: [] } }, true, undefined],
    [{ header: { arch: 'arm64', os: 'Android 14 (UP1A)', fields: [] } }, true, 2n],
    [{ header: { arch: 'arm64', fields: [] }, format: 'tombstone' }, true, 2n],
    [{ header: { arch: 'x86_64', fields: [['translated', 'true']] } }, false, undefined],
  ])('SEGV_ACCERR in %j', (parts, isArm, code) => {
    expect(accessCodeOf(makeReport({ exception: { codes: 'SEGV_ACCERR at 0x1' }, ...parts }), isArm)).toBe(code)
    expect(accessCodeOf(makeReport({ exception: { codes: 'SEGV_MAPERR at 0x1' }, ...parts }), isArm)).toBe(1n)
  })

  test.each<readonly [ExceptionInfo, bigint | undefined, isArm: boolean]>([
    [{ subtype: 'UNKNOWN_0x32 at 0x1' }, 0x32n, true],
    [{ subtype: 'UNKNOWN_0xFF' }, 0xffn, true],
    [{ subtype: 'MYUNKNOWN_0x32' }, undefined, true],
    [{ message: 'General Protection fault' }, 13n, true],
    [{ message: 'EXC_BAD_ACCESS (code=13, address=0x0)' }, 13n, false],
    [{ message: 'code: 13' }, 13n, false],
    [{ message: 'code 0xd' }, 13n, false],
    [{ message: 'code=0x000d' }, 13n, false],
    [{ message: '13 at address 0x0' }, 13n, false],
    [{ message: 'code=13' }, undefined, true],
    [{ message: 'code=130' }, undefined, false],
    [{ message: 'mycode=13' }, undefined, false],
    [{ message: 'x13 at address' }, undefined, false],
    [{ rawCodes: [2n, 0n] }, 2n, true],
    [{ rawCodes: [0n, 0n] }, undefined, true],
    [{ rawCodes: [13n, 0n] }, 13n, false],
    [{ rawCodes: [13n, 0n] }, undefined, true],
    [{ codes: '0x0000000000000002, 0x10' }, 2n, true],
    [{ codes: ' 0x32 , 0x10' }, 50n, true],
    [{ codes: 'x0x2, 0x10' }, undefined, true],
    [{ codes: '0x2 0x10' }, undefined, true],
    [{ codes: 'code=2, address=0x10' }, 2n, true],
    [{ codes: 'code=10, address=0x10' }, 10n, true],
    [{ codes: 'code=3, address=0x10' }, undefined, true],
    [{ codes: 'my code=2, address=0x10' }, undefined, true],
    [{ codes: 'code=2, address=10' }, undefined, true],
    [{}, undefined, true],
  ])('%o: %s, on Arm %s', (exception, code, isArm) => {
    expect(codeOf(exception, isArm)).toBe(code)
  })

  test('no exception has no code', () => {
    expect(codeOf(undefined)).toBeUndefined()
    expect(nameOfAccessCode(0x77n)).toBeUndefined()
  })
})

describe('addresses of accesses', () => {
  const addressIn = (exception: ExceptionInfo | undefined, code?: bigint, isArm = true): bigint | undefined =>
    addressOf(makeReport({ ...(exception && { exception }) }), code, isArm)
  test.each<readonly [ExceptionInfo, bigint | undefined]>([
    [{ address: runtimeAddress(0x10) }, 0x10n],
    [{ subtype: 'KERN_INVALID_ADDRESS at 0x1f0' }, 0x1f0n],
    [{ codes: 'AT 0xFf' }, 0xffn],
    [{ message: 'at 0x20' }, 0x20n],
    [{ message: 'that 0x20' }, undefined],
    [{ message: 'at 20' }, undefined],
    [{ codes: '0x1, 0x30' }, 0x30n],
    [{ codes: '0x1,0x0000000000000031' }, 0x31n],
    [{ codes: '0x7, 0x30' }, undefined],
    [{ rawCodes: [1n, 0x40n] }, 0x40n],
    [{ rawCodes: [7n, 0x40n] }, undefined],
    [{ rawCodes: [1n], codes: '0x1, 0x50' }, 0x50n],
    [{}, undefined],
    [{ address: runtimeAddress(0), rawCodes: [0n, 0n] }, undefined],
    [{ address: runtimeAddress(0), rawCodes: [1n, 0n] }, 0n],
    [{ address: runtimeAddress(0), rawCodes: [0n, 1n] }, 0n],
    [{ address: runtimeAddress(0) }, 0n],
    ...['SEGV_NOOP', 'BUS_NOOP', 'SI_USER', 'SI_QUEUE', 'SI_TKILL'].flatMap((word) =>
      ['codes', 'subtype', 'message'].map((key) => [{ address: runtimeAddress(0), [key]: word }, undefined] as const),
    ),
    [{ address: runtimeAddress(0), codes: 'MYSI_USER' }, 0n],
    [{ address: runtimeAddress(0), codes: 'SI_USERS' }, 0n],
    [{ address: runtimeAddress(8), codes: 'SI_USER' }, 8n],
  ])('%o: %s', (exception, address) => {
    expect(addressIn(exception)).toBe(address)
    expect(addressIn(exception, 13n, false)).toBeUndefined()
    expect(addressIn(exception, 13n, true)).toBe(address)
  })

  test.each<readonly [ExceptionInfo, bigint | undefined, string, bigint | undefined]>([
    [{ type: 'SIGSEGV', codes: 'SEGV_ACCERR at 0x0' }, undefined, 'libsystem_kernel.dylib', undefined],
    [{ type: 'SIGSEGV', codes: 'SEGV_ACCERR at 0x0' }, undefined, 'Till', 0n],
    [{ type: 'SIGSEGV', codes: 'SEGV_ACCERR at 0x20' }, undefined, 'libsystem_kernel.dylib', 0x20n],
    [{ type: 'SIGSEGV', codes: 'SEGV_MAPERR at 0x0' }, 1n, 'libsystem_kernel.dylib', 0n],
    [{ type: 'EXC_BAD_ACCESS', address: runtimeAddress(0) }, undefined, 'libsystem_kernel.dylib', 0n],
  ])('%o with the code %s in %s: %s', (exception, code, image, address) => {
    expect(addressOf(makeReport({ exception }), code, true, image)).toBe(address)
  })

  test('no exception has no address', () => {
    expect(addressIn(undefined)).toBeUndefined()
  })
})

const facts = (parts: Partial<Draft>): CrashFacts => factsOf(reportOf({ ...emptyDraft(), ...parts }))
const at = (address: bigint, registers: Readonly<Record<string, bigint>> = {}, parts: Partial<Draft> = {}): CrashFacts =>
  facts({
    exception: { type: 'EXC_BAD_ACCESS', rawCodes: [1n, address], address: runtimeAddress(address) },
    registers: new Map(Object.entries(registers)),
    ...parts,
  }) // prettier-ignore

describe('numbers of the thread', () => {
  test('the stack pointer by its names, and the distance from it', () => {
    for (const name of ['sp', 'rsp', 'esp', 'r13']) expect(stackPointerOf(at(1n, { [name]: 7n }))).toBe(7n)
    expect(stackPointerOf(at(1n, { fp: 7n }))).toBeUndefined()
    const measured = (address: bigint, sp: bigint) => {
      const made = at(address, { sp })
      return [distanceToStackPointer(made), belowStackPointer(made)]
    }
    expect(measured(0x100n, 0x180n)).toEqual([0x80n, 0x80n])
    expect(measured(0x180n, 0x100n)).toEqual([0x80n, undefined])
    expect(measured(0x100n, 0x100n)).toEqual([0n, 0n])
    expect(measured(0x100n, 0n)).toEqual([undefined, undefined])
    expect(distanceToStackPointer(at(0x100n))).toBeUndefined()
    expect(belowStackPointer(at(0x100n))).toBeUndefined()
    const bare = facts({ registers: new Map([['sp', 7n]]) })
    expect([distanceToStackPointer(bare), belowStackPointer(bare)]).toEqual([undefined, undefined])
  })

  test.each([
    ['objc_msgSend', true], ['_objc_msgSendSuper2', true], ['objc_retain', true], ['objc_release_x8', true],
    ['objc_autoreleaseReturnValue', true], ['objc_opt_isKindOfClass', true], ['objc_loadWeakRetained', true],
    ['objc_storeStrong', true], ['objc_copyWeak', true], ['objc_destroyWeak', true], ['swift_retain', true],
    ['swift_bridgeObjectRelease', true], ['swift_unknownObjectRetain', true], ['swift_getObjectType', true],
    ['swift_isUniquelyReferenced_native', true], ['CFRetain', true], ['__CFRelease', true],
    ['objc_object::release()', true], ['lookUpImpOrForward', true], ['_objc_msgSend_uncached', true],
    ['my_objc_msgSend', false], ['objc_alloc', false], ['swift_once', false], ['CFArrayGetCount', false],
  ] as const)('%s has a receiver: %s', (name, has) => {
    const receiver = (parts: Partial<Draft>) => receiverOf(at(1n, { x0: 0x77n, rdi: 0x88n }, parts))
    expect(receiver({ calls: [name] })).toBe(has ? 0x77n : undefined)
    const intel = { ...emptyDraft(), arch: 'x86_64', calls: [name], registers: new Map([['rdi', 0x88n]]) }
    expect(receiverOf(factsOf(reportOf(intel)))).toBe(has ? 0x88n : undefined)
    expect(receiver({ calls: ['open', name] })).toBeUndefined()
    expect(receiver({})).toBeUndefined()
  }) // prettier-ignore

  test('the end of a region that is of a stack and allows nothing', () => {
    const line = '---> STACK GUARD  16c000000-16c004000 [   16K] ---/rwx SM=NUL'
    const below = (address: bigint, text = line): bigint | undefined => belowGuardEnd(at(address, {}, { region: [text] }))
    expect(below(0x1_6c00_0000n)).toBe(0x4000n)
    expect(below(0x1_6c00_3fffn)).toBe(1n)
    expect(below(0x1_6c00_4000n)).toBeUndefined()
    expect(below(0x1_6bff_ffffn)).toBeUndefined()
    for (const text of [line.replace('---/', 'rw-/'), line.replace('STACK GUARD', 'MALLOC'), line.replace('16c000000-', '16c0-'), line.replace('---> ', '->   ')])
      expect(below(0x1_6c00_3fffn, text), text).toBeUndefined()
    expect(belowGuardEnd(facts({ region: [line] }))).toBeUndefined()
  }) // prettier-ignore

  test('the main stack of 32-bit Intel programs', () => {
    const old = (address: bigint, arch = 'i386'): bigint | undefined => belowGuardEnd(at(address, {}, { arch }))
    expect(old(0xbf7f_fffcn)).toBe(4n)
    expect(old(0xbc00_0000n)).toBe(0x380_0000n)
    expect(old(0xbbff_ffffn)).toBeUndefined()
    expect(old(0xbf80_0000n)).toBeUndefined()
    expect(old(0xbf7f_fffcn, 'x86_64')).toBeUndefined()
  })

  test('the one register of an access', () => {
    const registers = (...words: readonly string[]): bigint | undefined => {
      const made = reportOf(emptyDraft())
      const told = [{ code: 'access', params: { registers: words } }]
      return accessRegisters(factsOf({ ...made, fault: { thread: 0, arch: 'arm64', from: 'report', instructions: [], told } }))
    }
    expect(registers('x8 is 0x1f')).toBe(0x1fn)
    expect(registers('x8 is 0')).toBe(0n)
    for (const words of [[], ['x8 is 0', 'x9 is 0'], ['x8 was 0'], ['x8 is 5'], ['x8 is 0x1f now']]) expect(registers(...words)).toBeUndefined()
    expect(accessRegisters(facts({}))).toBeUndefined()
  }) // prettier-ignore

  test.each<readonly [Partial<Frame>, boolean]>([
    [{ image: 0 }, true],
    [{ address: runtimeAddress(0x1_0000) }, true],
    [{ address: runtimeAddress(0xffff) }, false],
    [{ address: runtimeAddress(0x1_0000), kind: 'return' }, false],
    [{ index: 1, image: 0 }, false],
    [{}, false],
  ])('a first row of %o is in code: %s', (row, isCode) => {
    const { address, ...rest } = row
    const rows = [{ ...rest, ...(address !== undefined && { address }) }] as never
    expect(isInCode(factsOf(unresolved(makeReport({ rows }))))).toBe(isCode)
    expect(isInCode(factsOf(unresolved(makeReport({ rows: [] }))))).toBe(false)
  })
})

test.each([
  ...['objc_msgSend', '_objc_msgSend', 'objc_msgSend_uncached', 'objc_retain', 'objc_retainAutoreleasedReturnValue', 'objc_release_x8', '_objc_autorelease', 'objc_opt_class', 'swift_retain', 'swift_retain_n', '_swift_release', 'swift_release_n'].map((name) => [name, true]),
  ...['objc_msgSendSuper', 'objc_msgSendSuper2', 'my_objc_msgSend', '__objc_msgSend', 'objc_retain(x)', 'objc_storeStrong', 'objc_opt_', 'swift_once', 'swift_retain n'].map((name) => [name, false]),
] as [string, boolean][])('%s does nothing for a null object: %s', (name, isSafe) => {
  expect(NULL_SAFE.test(name)).toBe(isSafe)
}) // prettier-ignore

test.each([
  ['2026-01-01 10:00:00 +0000', '2026-01-01 10:01:01 +0000', true],
  ['2026-01-01 10:00:00 +0000', '2026-01-01 10:01:00 +0000', false],
  ['2026-01-01 10:00:00 +0000', '2026-01-01 10:05:00 +0100', false],
  ['2026-01-01 10:00:00', '2026-01-01 10:05:00', true],
  ['', '2026-01-01 10:05:00', false],
  ['2026-01-01 10:00:00', '', false],
])('from %s to %s: longer than a launch is %s', (launched, date, isLong) => {
  expect(ranLong({ fields: [], launched, date })).toBe(isLong)
  expect(ranLong({ fields: [] })).toBe(false)
})

test.each([
  ...['__psynch_mutexwait', 'psynch_rw_rdlock', '__psynch_rw_wrlock', '__psynch_rw_longrdlock', '__ulock_wait2', 'pthread_mutex_lock', '_pthread_mutex_firstfit_lock_wait', 'pthread_rwlock_wrlock', 'dispatch_semaphore_wait', '_dispatch_group_wait_slow', 'dispatch_sync_f', '_dispatch_barrier_sync', 'dispatch_block_wait', '_dispatch_sync_f_slow', '_dispatch_once_wait', '_dispatch_thread_event_wait_slow', '_dispatch_lane_barrier_sync_invoke', '__DISPATCH_WAIT_FOR_QUEUE__', 'os_unfair_lock_lock', 'xpc_connection_send_message_with_reply_sync', '-[NSLock lock]', '-[NSRecursiveLock lock]', '-[NSOperation waitUntilFinished]', '-[NSOperationQueue waitUntilAllOperationsAreFinished]'].map((name) => [name, true, false]),
  ...['__read', 'pread', 'readv', 'recvfrom', 'recvmsg$NOCANCEL', 'connect', '__wait4', 'waitpid', 'nanosleep', 'usleep', 'sleep', '__semwait_signal_nocancel', 'flock', 'fsync', 'writev', 'openat', 'open', 'pthread_join', '_pthread_cond_wait', 'pthread_cond_timedwait_relative_np', '__psynch_cvwait', 'semaphore_wait_trap', 'semaphore_timedwait_signal_trap'].map((name) => [name, false, true]),
  ...['my_psynch_mutexwait', 'psynch_rw_unlock', 'psynch_rw_rdlocks', 'mach_msg2_trap', 'reader', 'my_read', '-[NSLock lockBeforeDate:]', 'dispatch_async', 'opened', 'sleeps'].map((name) => [name, false, false]),
] as [string, boolean, boolean][])('%s waits for a lock: %s, or blocks: %s', (name, isLock, isBlocking) => {
  expect([isLockName(name), isBlockingName(name)]).toEqual([isLock, isBlocking])
}) // prettier-ignore

test.each([
  ...['poll', 'ppoll', '__select', '__select$DARWIN_EXTSN', 'select_nocancel', '__pselect', 'kevent', 'kevent64', 'kevent_qos', 'kevent_id', 'mach_msg', 'mach_msg_trap', 'mach_msg2_trap', 'mach_msg2_internal', 'mach_msg_overwrite', '__CFRunLoopServiceMachPort', '__accept', '__sigwait', '__sigsuspend'].map((name) => [name, true]),
  ...['polled', 'my_poll', 'selector', 'kevents', 'mach_msg_destroy', 'mach_msg_send', 'accepted', 'read', '__psynch_mutexwait'].map((name) => [name, false]),
] as [string, boolean][])('%s waits for an event: %s', (name, isEvent) => {
  expect(isEventWaitName(name)).toBe(isEvent)
}) // prettier-ignore
