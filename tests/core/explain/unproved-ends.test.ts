/** Ends whose codes suggest more than the report proves. Each made report has the words or the place that decide. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { levelOf } from '../../../src/core/reading/lines.ts'
import { isSystemFrame } from '../../../src/core/reading/own-code.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { withNamedImages } from '../../../src/core/resolve/implied-images.ts'
import { printed, type More } from '../../support/told.ts'

const access = (signal: string, address: bigint, more: More = {}): More => ({
  exception: {
    type: 'EXC_BAD_ACCESS',
    signal,
    subtype: 'KERN_PROTECTION_FAILURE',
    address: runtimeAddress(address),
  },
  ...more,
})

test('a program that aborted for an exception did not fail for an access before', () => {
  const info = ['abort() called', 'terminating with uncaught exception of type NSException']
  const rows = [[0, 'Till.open()', 8]] as const
  expect(printed(rows, access('SIGABRT', 0n, { applicationInfo: info })).title).toMatch(/^Uncaught NSException\b/)
  // The handler of a fault may have printed it.
  expect(printed(rows, access('SIGSEGV', 0n, { applicationInfo: info })).title).not.toContain('NSException')
  expect(printed(rows, access('SIGABRT', 0n, { applicationInfo: ['abort() called'] })).title).not.toContain('exception')
})

const region = (kind: string): string =>
  `0x104cc8000 is in 0x104cc4000-0x104ce0000\n      REGION TYPE    START - END\n--->  ${kind}    104cc4000-104ce0000 [ 112K] r--/r-- SM=COW  Till`
const registers = [
  { name: 'pc', value: 0x1_04cc_8000n },
  { name: 'x0', value: 1n },
]

test('code that may not run is not code at a wrong address', () => {
  const rows = [
    [1, 'till_after_fork', 0],
    [0, 'Till.open()', 8],
  ] as const
  const at = (kind: string): string =>
    printed(
      rows,
      access('SIGBUS', 0x1_04cc_8000n, {
        registers,
        header: { arch: 'arm64', fields: [['VM Region Info', region(kind)]] },
      }),
    ).title
  expect(at('__TEXT')).toBe('Code at 0x104cc8000 in till_after_fork (called from Till.open()) could not be run')
  expect(at('MALLOC_TINY')).toContain('which holds no code that may run')
})

function reading(text: string) {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [parsed] = outcome.ok ? outcome.value : []
  if (!parsed) throw new Error('no report')
  const report = withNamedImages(parsed)
  const images = report.images.map((image) => ({ image: image.index, symbols: 'missing', origin: image.origin }))
  const bare = { report, resolutions: [], images, explanations: [] } as unknown as SymbolicatedReport
  const symbolicated = { ...bare, ...explain(bare) }
  return { ...symbolicated, headline: headlineOf(symbolicated), frames: report.threads[0]?.frames ?? [] }
}

test('a stack alone tells an abort, and Mono’s handler in it', () => {
  const rows = (third: string): string => `Thread 0 Crashed:: tid_1  Dispatch queue: com.apple.main-thread
0   libsystem_kernel.dylib   0x00007fffc6b7ddda __pthread_kill + 10
1   libsystem_pthread.dylib  0x00007fffc6c68797 pthread_kill + 90
2   libsystem_c.dylib        0x00007fffc6ae3440 abort + 129
3   libtill.dylib            0x0000000108abb9e7 ${third} + 631
4   libtill.dylib            0x0000000108abb9f7 till_open + 631
`
  expect(reading(rows('mono_handle_native_crash')).headline.title).toContain('Mono ended the program')
  expect(reading(rows('till_check')).headline.title).toContain('abort()')
})

test('what Mono’s own log ended is no crash of native code', () => {
  const told = (...below: readonly string[]) =>
    reading(`Thread 0 Crashed:
${['__pthread_kill', 'abort', 'mono_handle_native_crash', 'sigabrt_signal_handler', '_sigtramp', ...below, 'till_open']
  .map((name, at) => `${at}   libmono.dylib   0x0000000108abb9${(at + 16).toString(16)} ${name} + 63`)
  .join('\n')}
`)
  const own = 'Mono reported an error of its own'
  expect(told('abort', 'monoeg_g_logv', 'monoeg_assertion_message').headline.title).toContain(own)
  expect(told('abort', 'log_callback(char const*, char const*)', 'monoeg_g_log').headline.title).toContain(own)
  expect(told('till_logv').headline.title).toContain('Native code crashed')
  expect(told('till_log_callback').explanations.map(({ id }) => id)).not.toContain('mono-own-error')
})

test('what threw an exception that libdispatch caught is not below', () => {
  const told = (below: string): string =>
    reading(`Exception Type:        EXC_CRASH (SIGABRT)

Thread 0 Crashed:
0   libsystem_kernel.dylib   0x00007fffc6b7ddda __pthread_kill + 10
1   libsystem_c.dylib        0x00007fffc6ae3440 abort + 129
2   libc++abi.dylib          0x00007fffc5667d69 std::__terminate(void (*)()) + 8
3   libc++abi.dylib          0x00007fffc5667d79 std::terminate() + 8
4   libdispatch.dylib        0x00007fffc5867d79 ${below} + 8
5   libdispatch.dylib        0x00007fffc5868d79 _dispatch_worker_thread2 + 8
`)
      .explanations.flatMap(({ checks }) => checks)
      .join(' ')
  expect(told('_dispatch_client_callout2')).toContain('no longer on this stack')
  expect(told('objc_exception_throw')).toContain('show what threw')
  expect(told('objc_exception_rethrow')).toContain('no longer on this stack')
  expect(told('total')).toContain('unless the stack begins')
})

test('a check of libxpc is told by its function', () => {
  const rows = [
    [1, '_xpc_api_misuse', 80],
    [0, 'Till.connect()', 8],
  ] as const
  const more: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
  expect(printed(rows, more).title).toContain('libxpc found that it was misused')
})

const callers = (name: string): string => `Thread 0 Crashed:
0   Till              0x104a63dbc Till::add(int) + 0
1   libtill.dylib     0x104a65074 ${name}
2   Till              0x104a66ff0 main + 16
`

test('a caller whose return address begins a function is in the one before it', () => {
  const levels = (name: string) => {
    const found = reading(callers(name))
    return found.frames.map((frame) => levelOf(found, frame))
  }
  // What runs may be at its first instruction; only a return address cannot.
  expect(levels('till_close + 0')).toEqual([undefined, 'doubtful', undefined])
  expect(levels('till_close + 4')).toEqual([undefined, undefined, undefined])
  expect(levels('closure #1 in Till.open() + 0')).toEqual([undefined, undefined, undefined])
})

test('without paths, libraries of whoever are no system frames', () => {
  const found = reading(`Thread 0 Crashed:
0   Till                    0x104a63dbc Till::add(int) + 4
1   libtill-9.1.1.dylib     0x143a65074 TillData::build(int) + 160
2   libtillEffects.dylib    0x18289cc5b TillEffect::paint() + 203
3   libsystem_c.dylib       0x7ff801f281e2 exit + 35
4   CoreFoundation          0x7ff801f381e2 __CFRunLoopRun + 35
`)
  expect(found.frames.slice(1).map((frame) => isSystemFrame(found, frame))).toEqual([false, false, true, true])
})

test('the place of an abort is below all that sends the signal, whatever its variant', () => {
  const told = (sender: string): string =>
    reading(`Process:         Till [901]
Path:            /Applications/Till.app/Contents/MacOS/Till
Exception Type:  EXC_CRASH (SIGABRT)

Thread 0 Crashed:
0   libsystem_kernel.dylib   0x00000001b3a6a4d0 __pthread_kill + 8
1   libsystem_pthread.dylib  0x00000001b3a7a4d0 ${sender} + 112
2   libsystem_c.dylib        0x00000001b3a8a4d0 abort + 100
3   Till                     0x0000000104a63dbc -[TLDrawer close] + 60

Binary Images:
0x104a60000 - 0x104a6ffff +Till arm64 <3c1d5d2b2e7b3b439b071c1b9e0f77a1> /Applications/Till.app/Contents/MacOS/Till
`).headline.title
  for (const sender of ['pthread_kill', 'pthread_kill$VARIANT$mp', 'pthread_kill$VARIANT$armv81'])
    expect(told(sender)).toBe('The program called abort() in -[TLDrawer close]')
})

test('an assertion of C is none of Swift', () => {
  const told = (words: string): string => {
    const { explanations } = reading(`Exception Type:  EXC_CRASH (SIGABRT)

Application Specific Information:
${words}

Thread 0 Crashed:
0   libsystem_kernel.dylib   0x00000001b3a6a4d0 __pthread_kill + 8
1   Till                     0x0000000104a63dbc main + 60
`)
    return explanations.map(({ title, meaning }) => `${title} ${meaning}`).join('\n')
  }
  const assertion = 'Assertion failed: (count != 0), function -[TLDrawer close], file /src/TLDrawer.mm, line 33.'
  expect(told(assertion)).toContain('Assertion failed: count != 0')
  expect(told(assertion)).not.toContain('Swift')
  expect(told('Till/Drawer.swift:33: Assertion failed: the drawer is open')).toContain('assertion')
  expect(told('Assertion failed: the drawer is open: file Till/Drawer.swift, line 33')).toContain('drawer is open')
})

test('the reason of an exception is whole where a log broke it', () => {
  const told = (reason: string): string =>
    reading(`2023-01-02 10:00:01.123 Till[4412:1f03] *** Terminating app due to uncaught exception 'NSGenericException', reason: '${reason}'
*** First throw call stack:
(0x25aa391b 0x2523ee17 0x25aa92b5 0x25aa6ee1)
`).headline.title
  const reason = 'the drawer is open and the till cannot close it'
  const words = reason.split(' ')
  for (let at = 1; at < words.length; at++)
    expect(told(`${words.slice(0, at).join(' ')}\n${words.slice(at).join(' ')}`)).toBe(told(reason))
})

test.each([
  ['0x36.', /^Dereference garbage pointer 0x36/],
  ['0x1234 in Till.', /^Dereference garbage pointer 0x1234/],
])('a reporter that looked at the pointer says it: %s', (pointer, title) => {
  const info = [`Attempted to dereference garbage pointer ${pointer}`]
  const exception = { type: 'EXC_BAD_ACCESS', signal: 'SIGBUS' }
  expect(printed([[0, 'Till.open()', 8]], { exception, applicationInfo: info }).title).toMatch(title)
  expect(printed([[0, 'Till.open()', 8]], { exception }).title).toMatch(/^Invalid memory access/)
})
