/** Ends that only a function on the stack or a sentence around a piece shows. */
import { expect, test } from 'vitest'
import { printed } from '../../support/told.ts'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

const native = (...names: readonly string[]): string =>
  names
    .map((name, at) => `\t${at}   Till                   0x0157${(0x2ee0 + at * 16).toString(16)} ${name} + ${at + 8}`)
    .join('\n')
const managed = (...names: readonly string[]): string =>
  `Stacktrace:\n\n  at Till.Application.Main (string[]) [0x00000] in /Users/ada/Till/Main.cs:14\n  at (wrapper runtime-invoke) object.runtime_invoke (intptr,intptr,intptr,intptr) <0xffffffff>\n\nNative stacktrace:\n\n${native(...names)}\n`

test.each([
  ['mono_handle_native_sigsegv', 'mono_sigsegv_signal_handler', 'SIGSEGV'],
  ['till_log', 'mono_sigill_signal_handler', 'SIGILL'],
  ['till_log', 'till_sigbus_handler', 'SIGBUS'],
])('a handler of signals on a stack without words: %s, %s', (inner, outer, name) => {
  const { headline } = first(managed(inner, outer, '_sigtramp', 'till_open', 'till_start'))
  expect(headline.title).toBe(`The program received ${name}`)
  expect(headline.grade).toBe('likely')
})

test('without a handler nothing is told, and a reason in words goes before it', () => {
  expect(first(managed('till_add', 'till_open', 'till_start')).words).not.toContain('received')
  const said = `* Assertion at till.c:14, condition \`total > 0' not met\n\n${managed('mono_handle_native_sigsegv', '_sigtramp', 'till_open')}`
  expect(first(said).headline.title).toContain('Assertion at till.c:14')
})

const thread = (...rows: readonly (readonly [image: string, name: string])[]): string =>
  rows
    .map(([image, name], at) => `${at}   ${image}   0x00007fffc6b7dd${(0x10 + at).toString(16)} ${name} + 10`)
    .join('\n')

test('the linker’s function for a missing symbol tells that one was called', () => {
  const frames = [
    '__abort_with_payload',
    'abort_with_payload',
    'dyld4::halt(char const*)',
    'dyld4::APIs::_dyld_missing_symbol_abort()',
    'till_open',
  ].map(
    (symbol, at) =>
      `{"imageOffset":${at * 64 + 64},"symbol":"${symbol}","symbolLocation":8,"imageIndex":${at === 4 ? 3 : 4}}`,
  )
  const piece = (between: string): string => `"queue":"com.example.till","frames":[${frames.join(between)}]`
  for (const between of [',', ',\n'])
    expect(first(piece(between)).headline.title).toBe('The program could not continue: a symbol is missing')
  // A mail broke a line inside a key.
  expect(first(piece(',').replaceAll('"imageOffset":192', '"\nimageOffset":192')).functions).toContain('till_open')
})

test.each([
  ['EXC_BREAKPOINT (SIGTRAP)', '__DISPATCH_WAIT_FOR_QUEUE__', true],
  ['EXC_BAD_INSTRUCTION (SIGILL)', '_dispatch_sync_wait', true],
  ['EXC_BAD_ACCESS (SIGSEGV)', '_dispatch_sync_wait', false],
  ['EXC_BREAKPOINT (SIGTRAP)', '_dispatch_client_callout', false],
])('libdispatch stops a thread that waits for itself: %s in %s', (type, name, isDeadlock) => {
  const { headline } = first(
    `Process: Till [7]\nException Type: ${type}\n\nThread 0 Crashed:\n${thread(['libdispatch.dylib', name], ['Till', 'till_open'])}\n`,
  )
  expect(headline.code === 'dispatch-sync-deadlock').toBe(isDeadlock)
  if (isDeadlock) expect(headline.grade).toBe('likely')
})

test.each([
  [
    '`BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread`',
    'dispatch-sync-deadlock',
  ],
  ['It says "BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock".', 'library-misuse'],
])('a library’s words on its client count wherever they stand: %s', (line, code) => {
  const rows =
    '0  libdispatch.dylib              0x1808970d0 _dispatch_sync_wait\n1  TillKit                        0x1012d8888 -[Till open] (Till.m:25)\n'
  const { headline, words } = first(`Here is more:\n\n${line}\n\n\`\`\`\nCrashed: Till\n${rows}\`\`\`\n`)
  expect(headline.code).toBe(code)
  expect(words).not.toMatch(/thread`|lock"/)
})

test('what SQLite logs of its client ended nothing', () => {
  const line = 'BUG IN CLIENT OF libsqlite3.dylib: database integrity compromised by API violation'
  expect(toldOf(`[logging] ${line}\n`).flatMap(({ headline }) => headline.code)).not.toContain('library-misuse')
})

test('old systems stop where they throw, also in rows that a mail broke behind an offset', () => {
  const lines = [
    '0   com.apple.Foundation     0x90a8d318 _NSRaiseError + 0xf8',
    '1   com.apple.Foundation     0x90a8d1fc +[NSException raise:format:] +',
    '0x2c',
    '2   com.apple.Foundation     0x90a2d35c -[NSString appendTill:] + 0x68',
    '3   org.example.Till         0x00006ce0 -[Till open] + 0x32c',
  ]
  const { functions, headline } = first(
    `Date/Time:      2005-08-01 11:38:45 +0300\nOS Version:     10.3.9 (Build 7W98)\nReport Version: 2\n\nCommand: Till\nPath:    /Applications/Till.app/Contents/MacOS/Till\nPID:     905\nThread:  0\n\nException:  EXC_BREAKPOINT (0x0006)\nCode[0]:    0x00000001\nCode[1]:    0x90a8d318\n\n\nThread 0 Crashed:\n${lines.join('\n')}\n`,
  )
  expect(functions).toEqual([
    '_NSRaiseError',
    '+[NSException raise:format:]',
    '-[NSString appendTill:]',
    '-[Till open]',
  ])
  expect(headline).toMatchObject({ code: 'nsexception', grade: 'likely' })
  const rows = [
    [1, '_NSRaiseError', 8],
    [1, '+[NSException raise:format:]', 8],
    [1, '-[NSString appendTill:]', 8],
    [0, '-[Till open]', 8],
  ] as const
  expect(printed(rows, { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }).title).toBe(
    'Uncaught NSException in -[NSString appendTill:] (called from -[Till open])',
  )
})

const waiting =
  'Thread 14 name:  io.till\nThread 14:\n0   libsystem_kernel.dylib        \t       0x1eaf27ce4 mach_msg2_trap + 8\n1   CoreFoundation                \t       0x199d1a900 __CFRunLoopRun + 160\n'

test.each([
  [
    'Till crashes on startup with EXC_BAD_ACCESS on a phone',
    'Crashed with EXC_BAD_ACCESS, as the text around the report says',
  ],
  ['Till crashes with EXC_BAD_ACCESS, or crashes with EXC_CRASH', undefined],
  ['Till does not crash with EXC_BAD_ACCESS any more', undefined],
  ['Till hangs', undefined],
])('a code in the sentence above a stack is told as the poster’s: %s', (line, title) => {
  const { headline } = first(`${line}\n\n${waiting}`)
  if (title === undefined) expect(headline.title).not.toMatch(/EXC_/)
  else expect(headline).toMatchObject({ title, grade: 'likely', told: 'said' })
})
