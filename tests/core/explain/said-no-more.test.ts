/** Sentences and places that say no more than the report: each made report tempts to say more. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { app, buildReport, system, type FrameParts } from '../../support/report-builder.ts'
import { made, printed, type More } from '../../support/told.ts'

const abort: More = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }
const at = (address: number, more: More = {}): More => ({
  exception: {
    type: 'EXC_BAD_ACCESS',
    signal: 'SIGSEGV',
    subtype: 'KERN_INVALID_ADDRESS',
    address: runtimeAddress(address),
  },
  ...more,
})
const checksOf = (frames: readonly FrameParts[], more: More): string =>
  explain(buildReport(frames, more))
    .explanations.flatMap(({ checks, meaning }) => [meaning, ...checks])
    .join('\n')

test('what a run loop called is no place in the function that runs the loop', () => {
  const headline = printed(
    [
      [1, 'objc_release', 4],
      [1, '__NSFireDelayedPerform', 4],
      [1, '__CFRunLoopRun', 4],
      [0, 'Agent.start()', 8],
    ],
    at(0x1_2345_6780),
  )
  expect(headline.title).toBe('Invalid memory access at 0x123456780')
  expect(headline.where).toBeUndefined()
})

test.each([
  '0x6e600',
  '*/Xcode.app/usr/include/c++/v1/vector:1393: assertion n < size() failed',
  '___lldb_unnamed_symbol331$$Shop',
])('%s is no function to name', (name) => {
  expect(made([app(name)], at(0x1_2345_6780)).title).toBe('Invalid memory access at 0x123456780')
})

test('a function with a name like a crash reporter’s is the place of its own fault', () => {
  const rows = [
    [0, '+[KSCrashTriggersList trigger]', 8],
    [0, 'CartView.total()', 8],
  ] as const
  expect(printed(rows, at(0x1_2345_6780)).title).toContain('in +[KSCrashTriggersList trigger]')
  expect(printed(rows, abort).where?.line.name).toBe('CartView.total()')
})

test('a panic of Rust names the check, and not the functions that end the program', () => {
  const rows = [
    [1, 'abort', 4],
    [0, 'std::sys::pal::unix::abort_internal', 4],
    [0, 'std::process::abort', 4],
    [0, '__rustc::rust_begin_unwind', 4],
    [0, 'core::panicking::panic_null_pointer_dereference', 4],
    [0, 'shop::total', 4],
  ] as const
  expect(printed(rows, abort).title).toBe('Rust panic: a null pointer was dereferenced in shop::total')
})

test('address 0 alone does not tell an access from a jump', () => {
  const text = checksOf([], at(0))
  expect(text).toContain('The report does not say which')
  expect(text).not.toContain('read or wrote through')
})

test('a program counter at the address of the fault is an execution there', () => {
  const registers = [{ name: 'pc', value: 0x20_0000_0020n }]
  const headline = made([app('Cart.total()')], at(0x20_0000_0020, { registers }))
  expect(headline).toMatchObject({
    code: 'jump-nowhere',
    title: 'Execution at 0x2000000020, where there is no code (next frame: Cart.total())',
  })
})

test('the code of a signal is quoted as it stands', () => {
  const report = buildReport([app('Cart.total()')], {
    exception: { signal: 'SIGSEGV', codes: 'SEGV_MAPERR at 0x45', address: runtimeAddress(0x45) },
  })
  const [first] = explain(report).explanations
  expect(first?.evidence).toContain('SEGV_MAPERR at 0x45')
  expect(first?.evidence).not.toContain('KERN_')
})

test('the code 0x32 is one of code signing, also without its name', () => {
  const exception = {
    type: 'EXC_BAD_ACCESS',
    subtype: 'UNKNOWN_0x32 at 0x100bfc000',
    address: runtimeAddress(0x1_00bf_c000),
  }
  expect(made([], { exception }).code).toBe('code-signing')
})

test.each<[string, readonly FrameParts[], More, RegExp]>([
  ['a frame of the app', [system('abort')], abort, /first frame of your code/i],
  [
    'a reason',
    [],
    { exception: { type: 'EXC_CRASH', signal: 'SIGABRT', name: 'NSRangeException', reason: '' } },
    /The reason names/,
  ],
  ['calls of a panic', [], { exception: { type: 'panic', reason: 'panic(cpu 0): Kernel data abort' } }, /backtrace/],
  ['a message of a guard', [], { exception: { type: 'EXC_GUARD' } }, /The message names/],
  [
    'a match that was proved',
    [app('Cart.total()')],
    {
      exception: {
        type: 'EXC_BAD_ACCESS',
        subtype: 'KERN_INVALID_ADDRESS at 0x41fc (possible pointer authentication failure)',
      },
    },
    /It did not match/,
  ],
])('no sentence speaks of %s that the report does not have', (_, frames, more, sentence) => {
  expect(checksOf(frames, more)).not.toMatch(sentence)
})

test.each([
  ['Kiosk [31]', { process: 'Kiosk', pid: 31 }, false],
  ['A launcher of ki [31]', { process: 'Kiosk', pid: 31 }, false],
  ['A helper of the ', { process: 'A helper of the kiosk' }, false],
  ['Kiosk [31]', {}, false],
  ['Supervisor [7]', { process: 'Kiosk', pid: 31 }, true],
])('of a signal by %s to %j another process is the sender: %s', (byProcess, header, isOther) => {
  const termination = { namespace: 'SIGNAL', code: 6n, byProcess }
  expect(made([app('main')], { termination, header: { fields: [], ...header } }).code === 'signal-by').toBe(isOther)
})
