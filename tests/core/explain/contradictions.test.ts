/** Reports in which one fact contradicts the others: what may be said of them, and what may not. */
import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Register } from '../../../src/core/model/report.ts'
import type { Headline } from '../../../src/core/reading/headline.ts'
import { piecesOf } from '../../../src/core/reading/folds.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, system, unresolved } from '../../support/report-builder.ts'
import { made, printed, tell, type More } from '../../support/told.ts'

const parsed = (file: string, text: string): Headline => {
  const outcome = parseReport(file, new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return tell(unresolved(outcome.value[0]))
}

const cart = app('Cart.total()')
const codes = (first: bigint, second: bigint) => ({ rawCodes: [first, second], codes: `0x${first}, 0x${second}` })
const access = (address: number, registers: readonly Register[] = []): More => ({
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(address) },
  registers,
})
const zeros = (...names: string[]): Register[] => names.map((name) => ({ name, value: 0n }))
const intel = { process: 'Shop', arch: 'x86_64', fields: [] }

test('an abort with codes 0, 0 touched no memory', () => {
  const exception = { type: 'EXC_CRASH', signal: 'SIGABRT', ...codes(0n, 0n) }
  expect(made([system('__pthread_kill'), system('abort'), cart], { exception }).title).toBe(
    'The program called abort() in Cart.total()',
  )
})

test('a SIGSEGV that raise sent touched no memory', () => {
  const told = made([system('__pthread_kill'), system('raise'), cart], {
    exception: { type: 'EXC_CRASH', signal: 'SIGSEGV', ...codes(0n, 0n) },
  })
  expect(told).toMatchObject({ code: 'signal-sent', isCrash: true })
  expect(told.title).not.toMatch(/null|memory/i)
})

test('a SIGSEGV without a Mach exception, on a stack that ends in kill, touched no memory', () => {
  const told = made([system('__kill'), cart], { exception: { signal: 'SIGSEGV', address: runtimeAddress(0) } })
  expect(told.code).toBe('signal-sent')
})

test('SIGSEGV with SI_USER and address 0 has no address', () => {
  const exception = { signal: 'SIGSEGV', codes: 'SI_USER', address: runtimeAddress(0) }
  expect(made([cart], { exception }).title).toBe('Invalid memory access in Cart.total()')
})

test('a bad access with codes 0, 0 has no address', () => {
  const exception = { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', ...codes(0n, 0n) }
  expect(made([cart], { exception }).title).not.toMatch(/null/i)
})

test.each([
  { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', codes: 'EXC_I386_GPFLT', address: runtimeAddress(0) },
  { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', rawCodes: [13n, 0n] },
  { type: 'EXC_BAD_ACCESS', codes: '0x000000000000000d, 0x0000000000000000' },
])('a general protection fault with address 0 is no null pointer: %o', (exception) => {
  const told = made([cart], { exception, header: intel })
  expect(told.title).toBe('General protection fault in Cart.total()')
})

test('an address that the writer knows to be garbage is no null pointer', () => {
  const exception = {
    type: 'EXC_BAD_ACCESS',
    address: runtimeAddress(8),
    reason: 'Attempted to dereference garbage pointer 0x42.',
  }
  expect(made([cart], { exception }).title).not.toMatch(/null/i)
})

test('twenty registers of 0 prove nothing', () => {
  const many = zeros(...Array.from({ length: 20 }, (_, at) => `x${at}`), 'x8')
  const told = made([cart], access(0x18, many))
  expect(told.title).toBe('Invalid memory access at 0x18 in Cart.total()')
  expect(told.explanation?.registers).toBeUndefined()
})

test.each([
  [0x92000046n, 'wrote'],
  [0x92000006n, 'read'],
  [0x82000006n, 'read or wrote'],
])('esr %s: the program %s', (esr, word) => {
  const { explanation } = made([cart], access(0x18, [{ name: 'esr', value: esr }]))
  expect(explanation?.meaning).toContain(`The program ${word} memory`)
})

test('a register state of zeros is no call of null', () => {
  const told = made([cart], access(0x1_2345_6789, zeros('pc', 'sp', 'lr', 'x0')))
  expect(told.code).toBe('invalid-access')
})

test('a null pointer deep in a recursion is no stack overflow', () => {
  const frames = Array.from({ length: 12 }, () => app('Tree.walk()'))
  expect(made(frames, access(8, [{ name: 'sp', value: 0x16d000000n }])).code).toBe('invalid-access')
})

test('a deep recursion that was stopped to be looked at is no overflow', () => {
  const frames = Array.from({ length: 200 }, () => app('Tree.walk()'))
  expect(made(frames, { exception: { signal: 'SIGSTOP' } }).title).not.toMatch(/recursion|overflow/i)
})

test('an unrecognized selector in the application info outweighs a trap', () => {
  const told = made([cart, system('_CF_forwarding_prep_0')], {
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    applicationInfo: ['-[Order total]: unrecognized selector sent to instance 0x600'],
  })
  expect(told).toMatchObject({ code: 'objc-unrecognized-selector', grade: 'proved' })
})

test('an unrecognized selector whose sentence is broken over lines is one', () => {
  const reason = '-[Order total]:\nunrecognized selector sent to\ninstance 0x600'
  const exception = { type: 'EXC_CRASH', signal: 'SIGABRT', name: 'NSInvalidArgumentException', reason }
  expect(made([cart], { exception }).code).toBe('objc-unrecognized-selector')
})

test('a library’s own words outweigh the trap that they end in', () => {
  const told = made([cart], {
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    applicationInfo: ['BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread'],
  })
  expect(told).toMatchObject({ code: 'dispatch-sync-deadlock', grade: 'proved' })
})

test('the report’s words outweigh the name of an inlined call', () => {
  const told = made([app('Swift runtime failure: Index out of range', 'Cart.total()')], {
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    applicationInfo: ['Fatal error: Unexpectedly found nil while unwrapping an Optional value'],
  })
  expect(told.code).toBe('swift-nil')
})

test('a SIGSEGV with a stack of an earlier exception is no uncaught exception', () => {
  const { report } = buildReport([cart], {})
  const told = made([cart], { ...access(0x1_2345_6789), lastException: { frames: report.threads[0]?.frames ?? [] } })
  expect(told.code).toBe('invalid-access')
})

test('an assertion of libc++ names a place and a condition, and no function', () => {
  const told = made([cart], {
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    applicationInfo: [
      '/usr/include/c++/v1/vector:1436: libc++ Hardening assertion __n < size() failed: vector[] index out of bounds',
    ],
  })
  expect(told).toMatchObject({ code: 'assertion', title: 'Assertion failed: __n < size()', grade: 'proved' })
})

test('a fault in a handler of terminate is no uncaught exception', () => {
  const frames = [app('writeReport'), system('std::__terminate(void (*)())'), system('__cxa_throw')]
  expect(made(frames, access(0x1_2345_6789)).code).toBe('invalid-access')
})

test('a crash whose message speaks of a hang is no hang', () => {
  const told = made([system('abort'), cart], {
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    applicationInfo: ['deadlock avoided: giving up'],
  })
  expect(told.end).toBe('crash')
  expect(told.title).not.toMatch(/did not respond/)
})

test.each<[string, More]>([
  ['snapshot', { exception: { signal: 'SIGSTOP' } }],
  ['snapshot', { label: 'Debugger stack (lldb)', exception: { message: 'watchpoint 1' } }],
  ['snapshot', { format: 'ips-stackshot', label: 'Stackshot of all processes (.ips)' }],
  ['profile', { format: 'spindump', label: 'Spindump or hang report' }],
  ['profile', { format: 'sample', label: 'Sample' }],
  ['hang', { kind: 'hang' }],
  ['non-fatal', { exception: { type: 'EXC_RESOURCE', message: 'NON-FATAL CONDITION' } }],
  [
    'non-fatal',
    {
      exception: { type: 'EXC_GUARD' },
      header: { process: 'Shop', fields: [['Exception Note', 'SIMULATED (this is NOT a crash)']] },
    },
  ],
  ['unknown', { format: 'ips-crash', header: { process: 'Shop', fields: [['bug_type', '298']] } }],
])('%s is no crash: %o', (end, more) => {
  const told = made([cart], more)
  expect(told).toMatchObject({ end, isCrash: false })
  expect(told.title).not.toMatch(/^crash/i)
  expect(told.kind).not.toBe('Crashed')
})

test('what lies above the trampoline of a signal is its handler', () => {
  const told = made([app('onSignal(int)'), system('_sigtramp'), cart], { exception: { signal: 'SIGSEGV' } })
  expect(told.where?.line.name).toBe('Cart.total()')
})

test.each(['CLSHandler', '-[KSCrash reportUserException:]', 'myUncaughtExceptionHandler(NSException*)', 'bsg_handler'])(
  'the reporter’s own %s is not blamed',
  (name) => {
    expect(made([app(name), cart], { exception: { signal: 'SIGABRT' } }).where?.line.name).toBe('Cart.total()')
  },
)

test.each(['__cxa_throw', '__cxa_rethrow', 'objc_exception_throw', 'abort', 'xamarin_printf', 'std::terminate()'])(
  'what throws and aborts, linked into the app, is not blamed: %s',
  (name) => {
    expect(made([app(name), cart], { exception: { signal: 'SIGABRT' } }).where?.line.name).toBe('Cart.total()')
  },
)

test.each([
  ['kaboom_exception::what() const', 40_000],
  ['kaboom_exception::what() const', 0x300],
  ['GCC_except_table763', 12],
  ['-[Cart total]', 0x4000],
  ['_hidden#2304_', 4],
] as const)('a name guessed from the nearest label is not blamed: %s + %d', (name, offset) => {
  const told = printed([[0, name, offset]], { exception: { signal: 'SIGABRT' } })
  expect(told.title).not.toContain(name)
  expect(told.where?.line).toMatchObject({ named: false, name: 'Shop + 0' })
})

test('a library of a simulator is the system’s, although it is marked as an app’s', () => {
  const runtime = '/Library/Developer/CoreSimulator/Volumes/iOS/RuntimeRoot/usr/lib/libc++abi.dylib'
  const text = `Process:         Shop [1]
Exception Type:  EXC_CRASH (SIGABRT)
Crashed Thread:  0

Thread 0 Crashed:
0   libc++abi.dylib               	0x0000000200000010 someHelper + 16
1   Shop                          	0x0000000104cc8110 -[Cart total] + 16

Binary Images:
0x104cc8000 - 0x104ccffff +Shop (1.0 - 1) <41BE1A68-41BE-1A68-41BE-1A6841BE1A68> /Users/me/Shop.app/Contents/MacOS/Shop
0x200000000 - 0x200000fff +libc++abi.dylib (1.0) <41BE1A68-41BE-1A68-41BE-1A6841BE1A69> ${runtime}
`
  expect(parsed('shop.crash', text).where?.line.name).toBe('-[Cart total]')
})

test('five inlined calls of one address, as a report gives them, are no recursion', () => {
  const calls = ['a', 'a', 'a', 'a', 'a']
  const frames = calls.map((symbol) => ({ imageOffset: 16, symbol, symbolLocation: 0, imageIndex: 0, inline: true }))
  const body = {
    procName: 'Shop',
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    threads: [{ triggered: true, frames: [...frames, { imageOffset: 16, symbol: 'main', imageIndex: 0 }] }],
    usedImages: [{ base: 4_294_967_296, size: 65_536, name: 'Shop', path: '/Users/me/Shop.app/Shop', arch: 'arm64' }],
  }
  const text = `{"bug_type":"309","name":"Shop"}\n${JSON.stringify(body)}`
  const outcome = parseReport('shop.ips', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  const report = unresolved(outcome.value[0])
  const [stack] = stacksOf(report.report)
  expect(stack && piecesOf(report, stack).map(({ kind }) => kind)).toEqual(Array(6).fill('frame'))
})

const paused = (code: string, rest = 'address=0x0') =>
  parsed(
    'paste.txt',
    [
      `* thread #2, stop reason = EXC_BAD_ACCESS (code=${code}, ${rest})`,
      '    frame #0: 0x0000000100076525 libShop.dylib`total + 21',
      '    frame #1: 0x000000010200540f Shop`main + 31',
      '',
    ].join('\n'),
  )

test.each([
  ['13', 'general-protection'],
  ['EXC_I386_GPFLT', 'general-protection'],
  ['1', 'null-dereference'],
  ['130', 'null-dereference'],
])('of code=%s beside address=0x0 in lldb, %s is told', (code, told) => {
  expect(paused(code).code).toBe(told)
})

test.each([
  ['IA', 0xf200c470n, true],
  ['DA', 0xf200c472n, false],
  ['DB', 0xf200c473n, false],
])('a trap of key %s is advised by the kind of its pointer', (_, value, isCode) => {
  const { code, explanation } = made([cart], {
    exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
    registers: [{ name: 'esr', value }],
  })
  expect(code).toBe('pointer-authentication')
  const words = [explanation?.meaning, ...(explanation?.checks ?? [])].join(' ')
  expect(/function/.test(words)).toBe(isCode)
  expect(/table of methods/.test(words)).toBe(!isCode)
})

const watchdog = (words: string, note: string): Headline =>
  parsed(
    'a.crash',
    `Exception Type:  00000020\nException Codes: 0x000000008badf00d\n${note}Highlighted Thread:  6\n\nApplication Specific Information:\n${words}\n`,
  )

test.each([
  ['com.example.kiosk failed to scene-create after 20.00s', 'Hang'],
  ['com.example.kiosk failed to scene-update after 10.00s', 'Hang'],
  ['com.example.kiosk failed to resume after 10.00s', 'Hang'],
  ['com.example.kiosk has active assertions beyond permitted time', 'Error, survived'],
])('a watchdog that ended nothing: %s', (words, kind) => {
  expect(watchdog(words, 'Exception Note:  SIMULATED (this is NOT a crash)\n')).toMatchObject({
    code: 'watchdog',
    kind,
  })
  expect(watchdog(words, '')).toMatchObject({ code: 'watchdog', kind: 'Killed' })
})
