/** Contradictions that a doubter invents: each report tempts to a headline that another of its facts refutes. */
import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Headline } from '../../../src/core/reading/headline.ts'
import { app, system } from '../../support/report-builder.ts'
import { made, printed, type More } from '../../support/told.ts'

const cart = app('Cart.total()')
const abort: More = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }
const trap: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
const access: More = {
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(0x1_2345_6780) },
}
const far = 50_000

test.each<[string, Parameters<typeof printed>[0], More, Partial<Headline>]>([
  [
    'abort',
    [
      [1, 'abort', far],
      [0, 'Cart', 12],
    ],
    { exception: { ...access.exception } },
    { code: 'invalid-access' },
  ],
  [
    'kill',
    [
      [1, '__kill', far],
      [0, 'Cart', 12],
    ],
    { exception: { signal: 'SIGSEGV', address: runtimeAddress(0x1_2345_6780) } },
    { code: 'invalid-access' },
  ],
  [
    '__cxa_throw',
    [
      [1, '__cxa_throw', far],
      [0, 'run', 8],
    ],
    abort,
    { code: 'signal-sigabrt' },
  ],
  [
    'Swift runtime failure: overflow',
    [[0, 'Swift runtime failure: overflow', far]],
    trap,
    { code: 'signal-exc-breakpoint' },
  ],
  [
    '__stack_chk_fail',
    [
      [1, '__stack_chk_fail', far],
      [0, 'run', 8],
    ],
    abort,
    { code: 'signal-sigabrt' },
  ],
])('a guessed %s in the stack proves nothing', (name, rows, more, expected) => {
  const told = printed(rows, more)
  expect(told).toMatchObject(expected)
  expect(told.title).not.toContain(name)
})

test('a guessed trampoline parts no handler from the program, a guessed event loop nothing either', () => {
  const handled = printed(
    [
      [0, 'run', 8],
      [1, '_sigtramp', far],
      [0, 'other', 8],
    ],
    access,
  )
  expect(handled.where?.line.name).toBe('run')
  const looped = printed(
    [
      [1, 'UIApplicationMain', far],
      [0, 'work', 8],
    ],
    access,
  )
  expect(looped.where?.line.name).toBe('work')
})

test.each<[string, More, string, Partial<Headline>]>([
  ['a code of an earlier run', abort, 'watchdog: previous launch 0x8badf00d', { code: 'abort', end: 'crash' }],
  ['a code of an earlier suspension', access, 'last exit: 0xdead10cc', { code: 'invalid-access' }],
  ['a word for signing', access, 'CODESIGNING ok', { code: 'invalid-access' }],
  ['the name of a website', access, 'stack overflow dot com', { code: 'invalid-access' }],
  ['a plug-in that was left out', access, 'Library not loaded: optional plug-in skipped', { code: 'invalid-access' }],
  ['a symbol that was looked for', access, 'Symbol not found: optional_symbol', { code: 'invalid-access' }],
  ['a sentence about an assertion', trap, 'Assertion failed to load: skipped', { code: 'signal-exc-breakpoint' }],
  ['what was not found', abort, 'no double free found', { code: 'abort' }],
  ['a memory budget', trap, 'out of memory budget: trimming caches', { code: 'signal-exc-breakpoint' }],
  ['an earlier jetsam', abort, 'last run was killed by jetsam, highwater', { code: 'abort', end: 'crash' }],
  ['an absent sanitizer', abort, 'built without AddressSanitizer', { code: 'abort' }],
  ['a question about selectors', abort, 'what does unrecognized selector sent to instance mean?', { code: 'abort' }],
  ['a word for a resource', access, 'EXC_RESOURCE is not set', { code: 'invalid-access', end: 'crash' }],
  ['advice against panic', access, 'do not panic(cpu 0 caller)', { code: 'invalid-access' }],
])('%s in the program’s own words is not why it ended', (_what, more, said, expected) => {
  const frames = more === abort ? [system('__pthread_kill'), system('abort'), cart] : [cart]
  expect(made(frames, { ...more, applicationInfo: [said] })).toMatchObject(expected)
})

test.each([0xdead10ccn, 0xc00010ffn, 0x8badf00dn])('the code %i of another namespace is another number', (code) => {
  const told = made([cart], { ...access, termination: { namespace: 'SIGNAL', code } })
  expect(told).toMatchObject({ code: 'invalid-access', end: 'crash' })
})

test('the kill that the system states outweighs the access that it interrupted', () => {
  const told = made([cart], { ...access, termination: { namespace: 'FRONTBOARD', code: 0x8badf00dn } })
  expect(told).toMatchObject({ code: 'watchdog', grade: 'proved' })
})

test.each([
  [abort, 'Segmentation fault: 11', 11n, 'abort'],
  [access, 'Abort trap: 6', 6n, 'invalid-access'],
] as const)('a termination of another signal than the exception: %o', (more, indicator, code, expected) => {
  const frames = more === abort ? [system('__pthread_kill'), system('abort'), cart] : [cart]
  expect(made(frames, { ...more, termination: { namespace: 'SIGNAL', code, indicator } }).code).toBe(expected)
})

test.each(['abortUpload()', 'abort_transaction', 'Kill.raise()'])('%s is no abort', (name) => {
  expect(made([app(name), cart], abort).title).not.toMatch(/called abort/)
})

test.each<[string, More]>([
  ['a log', { sections: [{ kind: 'text', title: 'Log', text: 'Fatal error: Index out of range' }] }],
  ['an event', { events: [{ kind: 'log', text: '*** Terminating app due to uncaught exception NSRangeException' }] }],
])('%s of the time before is not why it ended', (_what, more) => {
  expect(made([cart], { ...access, ...more })).toMatchObject({ code: 'invalid-access' })
})

test('scribble in a register that was not used frees nothing', () => {
  const told = made([cart], { ...access, registers: [{ name: 'x5', value: 0x5555_5555_5555_5555n }] })
  expect(told.code).toBe('invalid-access')
})
