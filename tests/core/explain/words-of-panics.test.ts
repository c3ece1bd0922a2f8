/** Panics of runtimes, calls that end a program by an access, and stacks that ran full: which words count, and what is close to them. */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import type { Rule } from '../../../src/core/explain/rule.ts'
import { panics } from '../../../src/core/explain/rules-panics.ts'
import { accessOf, endedByAccess, signsNothing } from '../../../src/core/explain/rules-pointers.ts'
import { guardBelowOther, inGuard, rustStack, stackRules } from '../../../src/core/explain/rules-stack.ts'
import { stateOf } from '../../../src/core/explain/statement.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { makeImage, makeReport, unresolved } from '../../support/report-builder.ts'
import { emptyDraft, reportOf, type Draft } from '../../support/planted-facts.ts'

const factsIn = (parts: Partial<Draft>) => factsOf(reportOf({ ...emptyDraft(), ...parts }))
function stated(rules: readonly Rule[], parts: Partial<Draft>) {
  for (const rule of rules) {
    const found = stateOf(rule, factsIn(parts))
    if (found) return found.message?.params
  }
  return undefined
}
const access = { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }

describe('panics', () => {
  const told = (info: readonly string[], calls: readonly string[] = []) =>
    stated(panics, { info: [...info], calls: [...calls] })
  const go = (text: string) => ({ runtime: 'go', text })

  test.each<readonly [readonly string[], readonly string[], object | undefined]>([
    [['panic: runtime error: index out of range'], [], go('runtime error: index out of range')],
    [['my panic: runtime error: index out of range'], [], undefined],
    [['panic: no till'], [], undefined],
    [['panic: no till', 'goroutine 1 [running]:'], [], go('no till')],
    [['panic: no till', '[signal SIGSEGV: segmentation violation]'], [], go('no till')],
    [['panic: no till', 'my goroutine 1 [running]:'], [], undefined],
    [['panic: no till', 'goroutine x [running]:'], [], undefined],
    [['panic: no till', '[signal 11: x]'], [], undefined],
    [['panic: ', 'goroutine 1 [running]:'], [], undefined],
    ...['runtime.raise', 'runtime.dieFromSignal', 'runtime.fatalpanic', 'runtime.gopanic', 'runtime.crash', 'main.count', 'main.(*Till).Count', 'market.eu/till.(Till).Count']
      .map((name) => [['panic: no till'], [name], go('no till')] as const),
    ...['runtime.raised', 'my runtime.raise', 'main.count.func1 x', 'main.', 'main', 'till.count', 'till.(Till)', 'runtime.mallocgc']
      .map((name) => [['panic: no till'], [name], undefined] as const),
    ...['all goroutines are asleep - deadlock!', 'concurrent map writes', 'unexpected signal during runtime execution', 'found bad pointer in Go heap', 'runtime: out of memory', 'stack overflow', 'sync: unlock of unlocked mutex', 'checkptr: misaligned', 'no goroutines (main called runtime.Goexit)']
      .map((text) => [[`fatal error: ${text}`], [], { runtime: 'go-fatal', text }] as const),
    ...['fatal error: stack overflow in till', 'fatal error: index out of range', 'my fatal error: sync: x', 'fatal error: no goroutines', 'Fatal error: sync: x']
      .map((text) => [[text], [], undefined] as const),
    [['thread 259 panic: reached unreachable code'], [], { runtime: 'zig', text: 'reached unreachable code' }],
    [['my thread 259 panic: x'], [], undefined],
    [['thread x panic: x'], [], undefined],
    [['Error: unhandled exception: no till'], [], { runtime: 'nim', text: 'no till' }],
    [['fatal.nim(49) sysFatal Error: unhandled exception: no till'], [], { runtime: 'nim', text: 'no till' }],
    [['fatal.nim(x) sysFatal Error: unhandled exception: no till'], [], undefined],
    [['my Error: unhandled exception: no till'], [], undefined],
    [["thread 'main' panicked at src/main.rs:4:5: no till"], [], { text: 'no till' }],
    [["thread 'main' panicked at src/main.rs:4:5:\nno till"], [], { text: 'no till' }],
    [["thread 'main' (12) panicked at src/main.rs:4:5: no till"], [], { text: 'no till' }],
    [["thread '' panicked at 'no till', src/main.rs:4:5"], [], { text: 'no till' }],
    [["thread 'main' panicked at no till"], [], { text: 'no till' }],
    [["my thread 'main' panicked at no till"], [], undefined],
    [["thread 'main' (x) panicked at no till"], [], undefined],
    [['thread main panicked at no till'], [], undefined],
  ])('%j with %j', (info, calls, params) => {
    if (params === undefined) expect(told(info, calls)).toBeUndefined()
    else expect(told(info, calls)).toMatchObject(params)
  }) // prettier-ignore

  const RUST = "thread 'main' panicked at src/main.rs:4:5: no till"
  test.each([
    ['stack backtrace:', true],
    ['stack backtrace: \r', true],
    ['at last: stack backtrace:', true],
    ['note: Some details are omitted, run again', true],
    ['   4: till::count', true],
    ['   4: 0x10ab - till::count', true],
    ['   4: <till::Till as market::Stall>::count', true],
    ['stack backtrace: none', false],
    ['my_stack backtraces:', false],
    ['note: Some details are shown', false],
    ['   4: till', false],
    ['   4 till::count', false],
    ['   x: till::count', false],
    [`${'x'.repeat(81)} stack backtrace:`, false],
  ])('a trace of Rust in %j: %s', (line, isTraced) => {
    const params = (text: string) => stated(panics, { info: [RUST], text })
    expect(params(`${RUST}\n${line}\n`)).toMatchObject({ isTraced, hasStack: true, isOfThread: false, isStopped: false })
  }) // prettier-ignore
})

describe('pointers', () => {
  // Arm ARM: a data abort is of class 100100 or 100101; bit 6 is a write.
  test('read or write, by every class of a syndrome', () => {
    for (let kind = 0n; kind < 64n; kind++)
      for (const write of [0n, 0x40n]) {
        const { esr, ...rest } = factsIn({ registers: new Map([['esr', (kind << 26n) | write | 7n]]) })
        const isData = kind.toString(2) === '100100' || kind.toString(2) === '100101'
        expect(accessOf({ ...rest, esr }), String(kind)).toBe(isData ? (write === 0n ? 'read' : 'write') : undefined)
      }
    expect(accessOf(factsIn({}))).toBeUndefined()
  })

  const ENDERS = ['WTFCrash', 'WTFCrashWithInfo', 'WTFCrashWithInfoImpl', 'WTFCrashWithSecurityImplication', 'hermesFatalErrorHandler', 'facebook::hermes::detail::hermesFatalErrorHandler', 'hermes_fatal', 'MOZ_Crash', 'MOZ_CrashSequence', 'MOZ_CrashPrintf', 'mozalloc_abort', 'mozalloc_handle_oom', 'js::AutoEnterOOMUnsafeRegion::crash', 'js::AutoEnterOOMUnsafeRegion::crash_impl'] // prettier-ignore
  test.each(ENDERS)('%s ends a program by an access', (name) => {
    const told = (call: string, more: Partial<Draft> = {}) =>
      stated([endedByAccess], { exception: access, calls: [call], ...more })
    for (const call of [name, `${name}(int)`, `${name}<int>`]) expect(told(call), call).toMatchObject({ ender: name })
    for (const call of [`my_${name}`, `${name}_of_the_till`, `${name}::x`]) expect(told(call), call).toBeUndefined()
    expect(told('open', { calls: ['open', name] })).toBeUndefined()
    expect(told(name, { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } })).toBeUndefined()
    const subtype = 'KERN_INVALID_ADDRESS at 0x10 (possible pointer authentication failure)'
    expect(told(name, { exception: { ...access, subtype } })).toBeUndefined()
  })

  test('code signs nothing where all images of the program are for such processors', () => {
    const signs = (...archs: readonly string[]) =>
      signsNothing(
        factsOf(
          unresolved(
            makeReport({
              header: { process: 'Larder', fields: [] },
              images: archs.map((arch, index) => makeImage({ index, name: arch === 'other' ? 'Other' : 'Larder', arch })),
            }),
          ),
        ),
      )
    expect([signs('arm64'), signs('armv7'), signs('x86_64'), signs('arm64e'), signs('arm64', 'arm64e'), signs('other'), signs('other', 'arm64'), signs()]).toEqual(
      [true, false, false, false, false, false, true, false],
    )
  }) // prettier-ignore
})

describe('stacks that ran full', () => {
  const SP = 0x1_6d00_0000n
  const at = (distance: bigint, more: Partial<Draft> = {}) =>
    stated(stackRules, {
      exception: { ...access, address: runtimeAddress(SP - distance), rawCodes: [1n, SP - distance] },
      registers: new Map([['sp', SP]]),
      ...more,
    }) !== undefined
  const region = ['---> STACK GUARD 16c000000-16d000000 [16.0M] ---/rwx SM=NUL  ... for thread 0']
  const other = ['---> STACK GUARD 16c000000-16d000000 [16.0M] ---/rwx SM=NUL  ... for thread 9']

  test('in a guard, less than a megabyte from the stack pointer', () => {
    expect([at(0x10n, { region }), at(0xf_ffffn, { region }), at(-0xf_ffffn, { region })]).toEqual([true, true, true])
    expect(at(0x10n)).toBe(false)
    expect(at(0x10n, { region: other })).toBe(false)
    const subtype = 'KERN_PROTECTION_FAILURE, possible stray access'
    const exception = { ...access, address: runtimeAddress(SP - 16n), rawCodes: [2n, SP - 16n], subtype }
    expect(at(0x10n, { region, exception })).toBe(false)
  })

  test('by ten rounds, or by 500 frames just below the stack pointer', () => {
    expect([at(0x10n, { rounds: 10 }), at(0x10n, { rounds: 9 })]).toEqual([true, false])
    const calls = (count: number) => ({ calls: Array.from({ length: count }, (_, level) => `level ${level}`) })
    expect([at(0x10n, calls(500)), at(0x10n, calls(499))]).toEqual([true, false])
    expect([at(0xffffn, calls(500)), at(0x1_0000n, calls(500)), at(-0x10n, calls(500))]).toEqual([true, false, false])
  })

  test.each([
    ['---> STACK GUARD 1-2', true],
    ['--->  Stack Guard 1-2', true],
    ['---> Stack   16c000000-16d000000 [16.0M] r--/rwx SM=NUL', true],
    ['-> Stack   16c000000-16d000000 [16.0M] ---/rwx SM=NUL', true],
    ['---> Stack   16c000000-16d000000 [16.0M] rw-/rwx SM=PRV', false],
    ['---> Stacks  16c000000-16d000000 [16.0M] r--/rwx SM=NUL', false],
    ['---> MALLOC  16c000000-16d000000 [16.0M] r--/rwx SM=NUL', false],
  ])('the region %j is a guard: %s', (line, isGuard) => {
    expect(inGuard.find({ ...factsIn({}), region: [line] }) !== undefined).toBe(isGuard)
  })

  test.each<readonly [string, number | undefined, readonly [string, string][], boolean]>([
    ['---> STACK GUARD 1-2 for thread 9', 0, [], true],
    ['---> STACK GUARD 1-2 for thread 0', 0, [], false],
    ['---> stack guard 1-2 for thread 9', 0, [], true],
    ['---> STACK GUARD 1-2', 0, [], false],
    ['---> Stack 1-2 for thread 9', 0, [], false],
    ['---> STACK GUARD 1-2 for thread 9', undefined, [], false],
    ['---> STACK GUARD 1-2 for thread 9', undefined, [['Crashed Thread', '3  main']], true],
    ['---> STACK GUARD 1-2 for thread 9', undefined, [['Triggered by Thread', '9']], false],
    ['---> STACK GUARD 1-2 for thread 9', undefined, [['Last Crashed Thread', '3']], false],
    ['---> STACK GUARD 1-2 for thread 9', undefined, [['Crashed Thread', 'Unknown 3']], false],
  ])('%j is of another thread than %s, %j: %s', (line, id, fields, isOther) => {
    const made = factsIn({ fields: [...fields] })
    const thread = id === undefined ? undefined : made.thread && { ...made.thread, id }
    expect(guardBelowOther.find({ ...made, thread, region: [line] }) !== undefined).toBe(isOther)
  })

  test.each([
    ["thread 'main' has overflowed its stack", "thread 'main' has overflowed its stack"],
    ["task 'x' has overflowed its stack\nfatal", "task 'x' has overflowed its stack"],
    ["thread 'main' (12) has overflowed its stack", "thread 'main' (12) has overflowed its stack"],
    ["my thread 'main' has overflowed its stack", undefined],
    ['thread main has overflowed its stack', undefined],
    ['Error: C stack usage  7971000 is too close to the limit', undefined],
    ['C stack usage  7971000 is too close to the limit', 'C stack usage 7971000 is too close to the limit'],
    ['segfault from C stack overflow', 'segfault from C stack overflow'],
    ['my segfault from C stack overflow', undefined],
  ])('the words %j', (line, text) => {
    const said = rustStack.find(factsIn({ info: [line] }))?.params ?? stated(stackRules, { info: [line] })
    if (text === undefined) expect(said).toBeUndefined()
    else expect(said).toMatchObject({ text })
  })
})
