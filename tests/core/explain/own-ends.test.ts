/** Programs that ended themselves, and errors after which nothing says that a program ended. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

const head = (fields: string): string => `Process:               Till [42]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Identifier:            example.till
Code Type:             ARM-64 (Native)

OS Version:            macOS 11.6 (20G165)
Report Version:        12

Crashed Thread:        0  Dispatch queue: com.apple.main-thread

${fields}
`
const stack = (...rows: readonly (readonly [image: string, name: string])[]): string =>
  `\nThread 0 Crashed:: Dispatch queue: com.apple.main-thread\n${rows
    .map(
      ([image, name], at) =>
        `${at}   ${image.padEnd(30)}\t0x00000001${(0x83d16000 + at * 64).toString(16)} ${name} + ${at + 8}\n`,
    )
    .join('')}`

const ABORT =
  'Exception Type:        EXC_CRASH (SIGABRT)\nException Codes:       0x0000000000000000, 0x0000000000000000\n'

test('a program that called os_crash ended itself, with its own words', () => {
  const text = (call: string): string =>
    head(
      `${ABORT}\nTermination Reason:    LIBSYSTEM, [0x2]\n\nApplication Specific Information:\ntill failed: obj = %s\n`,
    ) + stack(['libsystem_kernel.dylib', '__abort_with_payload'], ['libsystem_c.dylib', call], ['Till', 'till_open'])
  const told = first(text('_os_crash_fmt'))
  expect(told.headline.title).toContain('till failed: obj = %s')
  expect(told.words).not.toContain('process that terminated this one')
  expect(first(text('till_call')).words).toContain('process that terminated this one')
})

test('a plug-in that lacks a symbol is loaded into a program that runs', () => {
  const fields = `${ABORT}\nTermination Reason:    DYLD, [0x4] Symbol missing\n\nDyld Error Message:\n  Symbol not found: _till\n  Referenced from: /a/TillSupport\n  Expected in: /a/libb.dylib\n`
  const plugin = 'PlugIn Path:             /a/TillSupport\nPlugIn Identifier:       example.TillSupport\n'
  expect(first(head(plugin + fields))).toMatchObject({ end: 'killed' })
  expect(first(head(plugin + fields)).headline.title).not.toContain('launch')
})

const thrown = [
  ['libsystem_kernel.dylib', '__pthread_kill'],
  ['libsystem_c.dylib', 'abort'],
  ['Till', 'uncaught_exception_handler'],
  ['CoreFoundation', '__handleUncaughtException'],
  ['libobjc.A.dylib', '_objc_terminate()'],
  ['Till', 'BITCrashUncaughtCXXTerminateHandler()'],
  ['libc++abi.dylib', 'std::__terminate(void (*)())'],
  ['libc++abi.dylib', '__cxa_throw'],
  ['libobjc.A.dylib', 'objc_exception_throw'],
  ['Till', 'till_open'],
] as const

test('words above a piece with the stack of a throw are of that exception', () => {
  const words = "*** Terminating app due to uncaught exception 'TillException', reason: 'no till'\n"
  expect(first(`It is thrown:\n\n${words}${stack(...thrown)}`).headline.title).toBe('Uncaught TillException: no till')
  const other = stack(['libsystem_kernel.dylib', 'mach_msg_trap'], ['Till', 'till_open'])
  expect(first(`It is thrown:\n\n${words}${other}`).report.exception?.name).toBeUndefined()
})

test('a reporter’s handler of exceptions is not where one was thrown', () => {
  const { title } = first(head(ABORT) + stack(...thrown)).headline
  expect(title).not.toContain('uncaught_exception_handler')
  expect(title).not.toContain('BITCrash')
})

test('an exception that a service reports, without a word on an end, is no crash', () => {
  const issue =
    '## Error in Till\n\n**NSInternalInconsistencyException** in **main.m:7**\nInvalid parameter: till != nil\n\n    till/main.m:7 - main\n'
  expect(first(issue).end).toBe('unknown')
  expect(first(`${issue}\nThe app crashes then.\n`).end).toBe('crash')
})

test('the linker’s words in a description are its words', () => {
  const text = head(
    `${ABORT}Termination Description: DYLD, Symbol not found: _till_open | Referenced from: /a/Charts | Expected in: /a/libtill.dylib | in /a/Charts\n`,
  )
  const { headline, end } = first(text)
  expect(headline.title).toContain('_till_open is missing')
  expect(end).toBe('killed')
})

test('where the stack was full, the object that was retained there is not suspected', () => {
  const text = (address: string): string =>
    head(
      `Exception Type:        EXC_BAD_ACCESS (SIGBUS)\nException Codes:       KERN_PROTECTION_FAILURE at ${address}\n`,
    ) +
    stack(['libobjc.A.dylib', 'objc_loadWeakRetained'], ['Till', 'till_open']) +
    `\nThread 0 crashed with ARM Thread State (64-bit):\n    x0: 0x0000000000000000   x1: 0x0000000000000000\n    sp: 0x0000700004754000   pc: 0x0000000183d16000\n`
  expect(first(text('0x0000700004753ff8')).words).not.toContain('Zombie')
  expect(first(text('0x0000600004753ff8')).words).toContain('Zombie')
})
