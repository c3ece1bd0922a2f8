/** How a program ended, by each field that says so, and by the same field without the word that counts. */
import { describe, expect, test } from 'vitest'
import type { Explanation, Report } from '../../../src/core/model/report.ts'
import {
  endingSignal,
  endOf,
  hasProfile,
  isErrorOnly,
  isWarning,
  markOf,
  wasNotLaunched,
} from '../../../src/core/reading/end.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'

type Fields = Parameters<typeof makeReport>[0]

const still = { threads: [] } as const
const fields = (...list: readonly (readonly [string, string])[]): Fields => ({ header: { fields: list } })

const told = (id: string, params: Record<string, unknown> = {}, more: Partial<Explanation> = {}): Explanation => ({
  id,
  kind: 'shown',
  title: id,
  evidence: '',
  meaning: '',
  checks: [],
  message: { code: id, params: params as never },
  ...more,
})

const end = (parts: Fields, ...explanations: readonly Explanation[]): string =>
  endOf({ ...unresolved(makeReport(parts)), explanations })

describe('by the format alone', () => {
  test.each([
    ['panic', 'crash'],
    ['ips-jetsam', 'killed'],
    ['jetsam-text', 'killed'],
    ['ips-stackshot', 'snapshot'],
    ['stack-snapshot', 'snapshot'],
    ['legacy-stackshot', 'snapshot'],
    ['bs-backtrace', 'snapshot'],
    ['spindump', 'profile'],
    ['sample', 'profile'],
    ['microstackshots', 'profile'],
    ['instruments-copy', 'profile'],
    ['leaks', 'profile'],
    ['xctrace', 'profile'],
    ['meter-exceptions', 'unknown'],
    ['apple-text', 'crash'],
  ])('%s ends as %s', (format, expected) => {
    expect(end({ format })).toBe(expected)
    // An export in Apple's layout keeps the end of the report that it is of.
    expect(end({ format: 'apple-text', writtenFrom: format })).toBe(expected)
  })
})

test.each([
  ['hang', 'hang'],
  ['cpu-limit', 'profile'],
  ['disk-writes', 'profile'],
  ['app-launch', 'profile'],
  ['memory-exception', 'profile'],
  ['metrics', 'profile'],
  ['call-stacks', 'unknown'],
] as const)('the kind %s ends as %s', (kind, expected) => {
  expect(end({ kind })).toBe(expected)
})

describe('data of the kernel', () => {
  const format = 'kcdata'
  test.each<[Fields, string]>([
    [{ exception: { type: 'EXC_CRASH' } }, 'crash'],
    [{ termination: { namespace: 'SIGNAL' } }, 'killed'],
    [{ kind: 'exit-reason' }, 'killed'],
    [{ kind: 'corpse' }, 'unknown'],
    [{}, 'snapshot'],
  ])('case %#', (parts, expected) => {
    expect(end({ format, ...parts })).toBe(expected)
  })
})

describe('what the report says', () => {
  test.each<[Fields, string]>([
    // Signals and who sent them.
    [{ exception: { signal: 'SIGKILL - CODESIGNING' } }, 'killed'],
    [{ exception: { subtype: 'SIGKILL' } }, 'killed'],
    [{ exception: { signal: 'SIGKILLED' } }, 'crash'],
    [{ exception: { type: 'EXC_CRASH', signal: 'SIGTERM' } }, 'killed'],
    [{ exception: { type: 'EXC_CRASH', signal: 'SIGHUP' } }, 'killed'],
    [{ exception: { signal: 'SIGTERM' } }, 'crash'],
    [{ exception: { type: 'EXC_CRASH', signal: 'SIGTERMINAL' } }, 'crash'],
    // Namespaces.
    ...['FRONTBOARD', 'SPRINGBOARD', 'RUNNINGBOARD', 'JETSAM', 'ASSERTIOND', 'DYLD', 'CODESIGNING', 'EXEC'].map(
      (namespace): [Fields, string] => [{ termination: { namespace } }, 'killed'],
    ),
    [{ ...still, termination: { namespace: 'SIGNAL' } }, 'crash'],
    [{ termination: { namespace: 'DYLD2' } }, 'crash'],
    // Asked the kernel to be ended.
    [{ exception: { signal: 'SIGKILL' }, termination: { namespace: 'SIGNAL', code: 6n } }, 'crash'],
    [{ exception: { signal: 'SIGKILL' }, termination: { namespace: 'SIGNAL', code: 9n } }, 'killed'],
    [{ exception: { signal: 'SIGKILL' }, termination: { namespace: 'RUNNINGBOARD', code: 6n } }, 'killed'],
    // Memory tags.
    [{ exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGKILL' }, termination: { namespace: 'MTE_FAIL' } }, 'crash'],
    [{ exception: { type: 'EXC_CRASH', signal: 'SIGKILL' }, termination: { namespace: 'MTE_FAIL' } }, 'killed'],
    // Codes of old systems.
    [{ exception: { type: '00000020' } }, 'killed'],
    [{ exception: { type: '00000021' } }, 'crash'],
    // A debugger's words.
    [{ ...still, termination: { reasons: ['Terminated due to memory issue'] } }, 'killed'],
    [{ ...still, termination: { reasons: ['Ended'] } }, 'crash'],
    [{ exception: { type: 'EXC_CRASH' }, termination: { reasons: ['Terminated'] } }, 'crash'],
    // Limits.
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'MEMORY (FATAL)' } }, 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU_FATAL' } }, 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', message: 'it was killed' } }, 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU' } }, 'unknown'],
    [{ exception: { reason: 'exceeded mem limit: 100 MB' } }, 'unknown'],
    [{ exception: { reason: 'he exceeded mem limit: 100 MB' } }, 'crash'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU', signal: 'SIGKILL' } }, 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU' }, termination: { namespace: 'RUNNINGBOARD' } }, 'killed'],
    // Notes that nothing ended.
    [{ exception: { type: 'EXC_GUARD', subtype: 'GUARD_TYPE_USER: fault' } }, 'non-fatal'],
    [{ exception: { type: 'EXC_GUARD', subtype: 'GUARD_TYPE_FD' } }, 'crash'],
    [{ exception: { type: 'EXC_CRASH', message: 'SIMULATED' } }, 'non-fatal'],
    [{ exception: { type: 'ThreadSanitizer' } }, 'non-fatal'],
    [{ exception: { type: 'ThreadSanitizer', signal: 'SIGABRT' } }, 'crash'],
    [{ exception: { type: 'AddressSanitizer' } }, 'crash'],
    // Fields of services.
    [{ exception: { name: 'E' }, ...fields(['handled', 'true']) }, 'non-fatal'],
    [{ exception: { name: 'E' }, ...fields(['handled', 'false']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['unhandled', 'true']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['Unhandled', 'false']) }, 'non-fatal'],
    [{ exception: { name: 'E' }, ...fields(['unhandled rejections', 'false']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['is unhandled', 'false']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['handled by', 'true']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['is handled', 'true']) }, 'crash'],
    [{ exception: { name: 'E' }, ...fields(['Exception Note', 'NON-FATAL CONDITION']) }, 'non-fatal'],
    [{ exception: { name: 'E' }, ...fields(['isSimulated', '1']) }, 'non-fatal'],
    [{ exception: { name: 'E' }, ...fields(['isSimulated', '0']) }, 'crash'],
    [fields(['Action taken', 'Process terminated']), 'killed'],
    [fields(['Action taken by', 'Process killed']), 'crash'],
    // A form that its user filled in.
    [{ exception: { subtype: 'user' } }, 'unknown'],
    [{ exception: { subtype: 'user', signal: 'SIGABRT' } }, 'crash'],
    [{ exception: { subtype: 'user', type: 'EXC_CRASH' } }, 'crash'],
    // Kinds by their number.
    ...['109', '309', '110', '185', '327', '385'].map((value): [Fields, string] => [
      fields(['bug_type', value]),
      'crash',
    ]),
    [fields(['bug_type', '202']), 'unknown'],
    [{ exception: { type: 'EXC_CRASH' }, ...fields(['bug_type', '202']) }, 'crash'],
    // Errors of runtimes that may go on.
    [{ exception: { type: 'JavaScript error' } }, 'unknown'],
    [{ exception: { type: 'JavaScript error' }, hasEnded: true }, 'crash'],
    [{ exception: { type: 'JavaScript error', signal: 'SIGABRT' } }, 'crash'],
    // Marks of threads.
    [{ threads: [] }, 'unknown'],
    [{ thread: { crashed: false } }, 'unknown'],
    [{ thread: { crashed: true, attributed: true } }, 'unknown'],
  ])('case %#', (parts, expected) => {
    expect(end(parts)).toBe(expected)
  })
})

describe('guards that only tell', () => {
  const guard = (type: bigint, flavor: bigint): Fields => ({
    exception: { type: 'EXC_GUARD', rawCodes: [(type << 61n) | (flavor << 32n)] },
  })
  test.each([
    [1n, 0x10_0000n, 'non-fatal'],
    [1n, 0x10_0001n, 'non-fatal'],
    [1n, 0x0f_ffffn, 'crash'],
    [5n, 0x10_0000n, 'non-fatal'],
    [5n, 0x20_0000n, 'crash'],
    [5n, 0x30_0000n, 'non-fatal'],
    [2n, 0x10_0000n, 'crash'],
  ])('type %i, flavor %i: %s', (type, flavor, expected) => {
    expect(end(guard(type, flavor))).toBe(expected)
    expect(end({ ...guard(type, flavor), termination: { namespace: 'GUARD' } })).toBe('crash')
  })
})

describe('what a rule concluded', () => {
  test.each<[Fields, Explanation, string]>([
    [{}, told('hang'), 'hang'],
    [{}, told('dyld-missing', { stage: 'launch' }), 'killed'],
    [{ exception: { signal: 'SIGABRT' } }, told('dyld-missing', { stage: 'run' }), 'crash'],
    [{ exception: { signal: 'SIGTRAP' } }, told('dyld-missing', { stage: 'run' }), 'crash'],
    [{ exception: { signal: 'SIGABRT' } }, told('dyld-missing', { stage: 'launch' }), 'killed'],
    [{ exception: { signal: 'SIGSEGV' } }, told('dyld-missing', { stage: 'run' }), 'killed'],
    [
      { exception: { signal: 'SIGABRT' }, termination: { namespace: 'DYLD' } },
      told('dyld-missing', { stage: 'run' }),
      'killed',
    ],
    [{}, told('code-signing'), 'killed'],
    [{}, told('code-signing-not'), 'crash'],
    // Limits that were passed, without a word on the end.
    [{}, told('resource-cpu'), 'non-fatal'],
    [{ termination: { namespace: 'RUNNINGBOARD' } }, told('resource-cpu'), 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU FATAL' } }, told('resource-cpu'), 'killed'],
    [{ exception: { type: 'EXC_RESOURCE', subtype: 'CPU NON-FATAL' } }, told('resource-cpu'), 'non-fatal'],
    [fields(['note', 'the process was killed']), told('resource-cpu'), 'crash'],
    [
      { exception: { type: 'EXC_RESOURCE', message: 'high watermark memory limit exceeded' } },
      told('resource-memory'),
      'unknown',
    ],
    [
      { exception: { type: 'EXC_RESOURCE', message: 'high watermark memory limit exceeded (NON-FATAL)' } },
      told('resource-memory'),
      'non-fatal',
    ],
    [
      { exception: { type: 'EXC_RESOURCE', message: 'RESOURCE_TYPE_MEMORY (limit=50 MB, unused=0x0)' } },
      told('resource-memory'),
      'unknown',
    ],
    // A watchdog that only noted.
    [fields(['Exception Note', 'SIMULATED (this is NOT a crash)']), told('watchdog', { stage: 'launch' }), 'hang'],
    [
      fields(['Exception Note', 'SIMULATED (this is NOT a crash)']),
      told('watchdog', { stage: 'background' }),
      'non-fatal',
    ],
    // Swift's runtime can be told to warn alone.
    [still, told('swift-exclusivity'), 'unknown'],
    [{ ...still, applicationInfo: ['Fatal access conflict detected.'] }, told('swift-exclusivity'), 'unknown'],
    [{ exception: { signal: 'SIGABRT' } }, told('swift-exclusivity'), 'crash'],
    [{ exception: { type: 'EXC_CRASH' } }, told('swift-exclusivity'), 'crash'],
    [{}, told('swift-exclusivity'), 'crash'],
    // An object of an exception and no more.
    [{ ...still, exception: { name: 'NSException' } }, told('reported-error'), 'unknown'],
    [{ ...still, exception: { name: 'NSException' } }, told('reported-error', { isSaidEnded: true }), 'crash'],
    [{ ...still, exception: { name: 'NSException', signal: 'SIGABRT' } }, told('reported-error'), 'crash'],
    [{ exception: { name: 'NSException' } }, told('reported-error'), 'crash'],
    [
      { ...still, exception: { name: 'NSException' }, text: 'Fatal Exception: NSRangeException' },
      told('reported-error'),
      'crash',
    ],
  ])('case %#', (parts, explanation, expected) => {
    expect(end(parts, explanation)).toBe(expected)
  })

  test('a possible cause ends nothing', () => {
    expect(end({}, told('hang', {}, { kind: 'possible' }))).toBe('crash')
  })
})

test.each([
  [{ exception: { type: 'JavaScript error' } }, true],
  [{ exception: { type: 'JavaScript error' }, termination: {} }, false],
  [{ exception: { type: 'JavaScript error' }, hasEnded: true }, false],
  [{ exception: { type: 'JavaScript error' }, hasEnded: false }, true],
  [{ exception: { type: 'JavaScript error', signal: 'SIGABRT' } }, false],
  [{ exception: { type: 'JavaScript error' }, text: 'Fatal Exception: X' }, false],
  [{ exception: { type: 'EXC_CRASH' } }, false],
  [{}, false],
] as const)('%j is only an error of a runtime: %s', (parts, expected) => {
  expect(isErrorOnly(makeReport(parts))).toBe(expected)
})

test.each([
  ['ThreadSanitizer', true],
  ['UndefinedBehaviorSanitizer', true],
  ['Main Thread Checker', true],
  ['AddressSanitizer', false],
])('%s warns: %s', (type, expected) => {
  expect(isWarning({ exception: { type } })).toBe(expected)
  expect(isWarning({ exception: { type, signal: 'SIGABRT' } })).toBe(false)
  expect(isWarning({})).toBe(false)
})

test('a program that was not launched: refused by the kernel, or by the linker at its start', () => {
  const read = (parts: Fields, ...explanations: readonly Explanation[]): boolean =>
    wasNotLaunched({ ...unresolved(makeReport(parts)), explanations })
  expect(read({ termination: { namespace: 'EXEC' } })).toBe(true)
  expect(read({ termination: { namespace: 'EXECUTED' } })).toBe(false)
  expect(read({ termination: { namespace: 'DYLD' } })).toBe(false)
  expect(read({}, told('dyld-missing', { stage: 'launch' }))).toBe(true)
  expect(read({}, told('dyld', { stage: 'launch' }))).toBe(true)
  expect(read({}, told('dyld-missing', { stage: 'run' }))).toBe(false)
  expect(read({}, told('dyldish', { stage: 'launch' }))).toBe(false)
})

test('the signal by which a program asked to be ended', () => {
  const read = (signal: string, namespace: string, code: bigint): string | undefined =>
    endingSignal(makeReport({ exception: { signal }, termination: { namespace, code } }))
  expect(read('SIGKILL', 'SIGNAL', 6n)).toBe('SIGABRT')
  expect(read('SIGABRT', 'SIGNAL', 6n)).toBeUndefined()
  expect(read('SIGKILL', 'SIGNAL', 9n)).toBeUndefined()
  expect(read('SIGKILL', 'JETSAM', 6n)).toBeUndefined()
  expect(endingSignal(makeReport({}))).toBeUndefined()
})

test.each([
  [{}, 'crashed'],
  [{ kind: 'hang' }, 'attributed'],
  [{ format: 'ips-jetsam' }, 'attributed'],
  [{ format: 'spindump' }, 'attributed'],
  [{ format: 'ips-stackshot' }, 'attributed'],
  [{ exception: { type: 'ThreadSanitizer' } }, 'attributed'],
  [{ exception: { type: 'JavaScript error' } }, 'attributed'],
  [{ exception: { subtype: 'user' } }, 'crashed'],
] as const)('in %j the thread is %s', (parts, mark) => {
  const report: Report = makeReport(parts)
  const made = unresolved(report)
  const [thread] = report.threads
  expect(markOf(made, thread!)).toBe(mark)
  expect(markOf(made, { ...thread!, attributed: true })).toBe('attributed')
  expect(markOf(made, { ...thread!, crashed: false })).toBeUndefined()
})

test('a profile is a report with trees, or a snapshot of several threads', () => {
  const thread = (id: number) => ({ id, crashed: false, frames: [] })
  const tree = { title: '', weight: 'samples', roots: [] }
  const read = (parts: Fields): boolean => hasProfile(unresolved(makeReport(parts)))
  expect(read({ callTrees: [tree], threads: [] })).toBe(true)
  expect(read({ format: 'ips-stackshot', threads: [thread(0), thread(1)] })).toBe(true)
  expect(read({ format: 'ips-stackshot', threads: [thread(0)] })).toBe(false)
  expect(read({ threads: [thread(0), thread(1)] })).toBe(false)
})
