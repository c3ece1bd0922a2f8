/** Sentences of tools and runtimes around a crash, in made texts: who prints them, and what they do not say. */
import { expect, test } from 'vitest'
import { readConsole } from './console-text.ts'

test('Cr4shed prints the address behind a colon, and its own guess at a culprit', () => {
  const told = readConsole(`Process: Till
Bundle id: org.example.till
Device: iPhone X, iOS 13.3

Exception type: EXC_BAD_ACCESS (SIGSEGV)
Exception subtype: KERN_INVALID_ADDRESS: 0x561666570
Exception codes: 0x0000000000000001, 0x0000000561666570
Culprit: DrawerTweak.dylib

Triggered by thread: 0
Call stack:
0   libobjc.A.dylib               \t0x00000001996b2a70 0x1996b1000 + 6768       \t// objc_msgSend
1   DrawerTweak.dylib             \t0x00000001d0a83dc0 0x1d0a7c000 + 32192      \t// (null)
2   Till                          \t0x0000000102a66a2c 0x1020dc000 + 10005036   \t// func_10098a824
`)
  expect(told?.report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: 0x5_6166_6570n })
  expect(told?.told.title).toContain('Invalid memory access at 0x561666570')
  expect(told?.told.title).not.toContain('(null)')
  expect(told?.report.applicationInfo).toContain('Culprit: DrawerTweak.dylib')
})

test('an exception that the system’s sentence calls uncaught is told so beside its stack', () => {
  const told = readConsole(`Application Specific Information:
*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[Drawer add:]: nil'
terminate called throwing an exception

Application Specific Backtrace 1:
0   CoreFoundation                      0x00007fff8b6b3b06 __exceptionPreprocess + 198
1   libobjc.A.dylib                     0x00007fff8de753f0 objc_exception_throw + 43
2   Till                                0x000000010e2ef4ae -[Drawer add:] + 992
`)
  expect(told?.told.title).toMatch(/^Uncaught NSInvalidArgumentException/)
  expect(told?.words).not.toContain('reported NSInvalid')
})

const mono = `* Assertion at ../../mono/io-layer/handles.c:1143, condition \`thr_ret == 0' not met

Native stacktrace:

\t0   Till                                0x0009081c mono_handle_native_sigsegv + 284
\t1   Till                                0x00005938 mono_sigsegv_signal_handler + 248
\t2   ???                                 0x00000002 0x0 + 2
\t3   ???                                 0x00000003 0x0 + 3

Debug info from gdb:

dyld: could not load inserted library: /Users/someone/Till.app/fixes.dylib
`

test('what the debugger of Mono prints is not the end of the program', () => {
  const told = readConsole(mono)
  expect(told?.told.title).toContain('Assertion at ../../mono/io-layer/handles.c:1143')
  expect(told?.report.termination).toBeUndefined()
  expect(told?.report.format).not.toBe('crashlytics-text')
  const own = readConsole('dyld: could not load inserted library: /Users/someone/Till.app/fixes.dylib\n')
  expect(own?.report.termination?.namespace).toBe('DYLD')
})

test('a handler of R or Python names the innermost call of the script', () => {
  const r = readConsole(`
 *** caught segfault ***
address 0x0, cause 'memory not mapped'

Traceback:
 1: till.open(NA)
 2: fun(libname, pkgname)
`)
  expect(r?.report.applicationInfo[0]?.split('\n')).toEqual([
    '*** caught segfault ***',
    "address 0x0, cause 'memory not mapped'",
    'Traceback:',
    '1: till.open(NA)',
  ])
  const python = readConsole(`collecting 6 items      Fatal Python error: Segmentation fault

Current thread 0x00000001ed141e80 (most recent call first):
  File "/opt/till/test_drawer.py", line 716 in <module>
  File "<frozen importlib._bootstrap>", line 935 in _load_unlocked
`)
  expect(python?.report.exception?.signal).toBe('SIGSEGV')
  expect(python?.report.applicationInfo).toEqual([
    'Fatal Python error: Segmentation fault\nFile "/opt/till/test_drawer.py", line 716 in <module>',
  ])
  // An error that the script raised is no crash.
  expect(
    readConsole('Traceback (most recent call last):\n  File "till.py", line 3, in <module>\nValueError: no\n'),
  ).toBeUndefined()
})

test('what runs tests says which one ended the program', () => {
  const ended = readConsole(
    'Restarting after unexpected exit, crash, or test timeout in TillTests/testOpen(); summary will follow.\n',
  )
  expect(ended?.report.applicationInfo).toEqual([
    'Restarting after unexpected exit, crash, or test timeout in TillTests/testOpen()',
  ])
  const early = readConsole(
    'xcodebuild[9254:29845] Error Domain=D Code=6 "Early unexpected exit, operation never finished bootstrapping - no restart will be attempted" UserInfo={NSLocalizedDescription=x, NSLocalizedDescription=Test runner exited before starting test execution., a=b}\n',
  )
  expect(early?.report.applicationInfo).toEqual([
    'Early unexpected exit, operation never finished bootstrapping\nTest runner exited before starting test execution',
  ])
})

test('a logged exception that nobody calls an end is told as reported', () => {
  const sentry = readConsole(
    '```\nNSRangeException: index 4 beyond bounds\n  ?, in <redacted>\n  ?, in <redacted>\n```\n',
  )
  expect(sentry?.end).toBe('unknown')
  expect(sentry?.told.title).toMatch(/^NSRangeException: index 4/)
  const appKit = readConsole(`04:24:01.341 Till[2274]    An uncaught exception was raised
04:24:01.341 Till[2274]    *** -[__NSArrayM objectAtIndex:]: index 21 beyond bounds for empty array
`)
  expect(appKit?.report.applicationInfo).toEqual([
    'An uncaught exception was raised\n*** -[__NSArrayM objectAtIndex:]: index 21 beyond bounds for empty array',
  ])
  expect(appKit?.end).not.toBe('crash')
})

test.each([
  [
    'Codes:      KERN_PROTECTION_FAILURE (0x0002) at 0x000001fc',
    'KERN_PROTECTION_FAILURE (0x0002) at 0x000001fc',
    0x1fcn,
  ],
  ['Code[0]:    0x00000001Code[1]:    0x8fe01280', '0x00000001, 0x8fe01280', undefined],
  ['Code[0]:    0x00000001\nCode[1]:    0x8fe01280', '0x00000001, 0x8fe01280', undefined],
  ['> Codes: KERN_INVALID_ADDRESS (0x0001) at 0xc0ffee00', 'KERN_INVALID_ADDRESS (0x0001) at 0xc0ffee00', 0xc0ffee00n],
  ['Thread 0 is all that was kept', undefined, undefined],
])('the number behind an exception of Mac OS X 10.3 is no code of it: %s', (line, codes, at) => {
  for (const host of ['', 'It stops at once, says a friend.\n', 'Thread:  0\n\n']) {
    const exception = readConsole(`${host}Exception:  EXC_BAD_ACCESS (0x0001)\n${line}\n\nAny idea?\n`)?.report
      .exception
    expect(exception).toMatchObject({ type: 'EXC_BAD_ACCESS' })
    expect([exception?.codes, exception?.address]).toEqual([codes, at])
  }
})

test.each(["'memory not mapped'", '‘memory not mapped’', "'memory not mapped?", '?memory not mapped?'])(
  'quotes around the cause that R prints, as mails keep them: %s',
  (cause) => {
    const r = readConsole(` *** caught segfault ***\naddress 0x10560, cause ${cause}\n\nProblem report\n`)
    expect(r?.report.exception).toMatchObject({ signal: 'SIGSEGV', address: 0x10560n })
    expect(r?.end).toBe('crash')
  },
)

test('valgrind says which signal ended the program, and where', () => {
  const told = readConsole(`==2833== Invalid read of size 4
==2833==    at 0x100001A32: fill (shelf.c:22)
==2833== 
==2833== Process terminating with default action of signal 11 (SIGSEGV)
==2833==  Access not within mapped region at address 0x10560
==2833==    at 0x100001A32: fill (shelf.c:22)
`)
  expect(told?.report.exception).toMatchObject({
    signal: 'SIGSEGV',
    address: 0x10560n,
    message: 'Access not within mapped region',
  })
  expect(told?.end).toBe('crash')
  // A read that valgrind noted ended nothing.
  const noted = readConsole('==2833== Invalid read of size 4\n==2833==    at 0x100001A32: fill (shelf.c:22)\n')
  expect(noted?.report.exception).toBeUndefined()
})

const EXCEPTION = 'Unhandled exception. Shop.Till.ClosedException: Till 7 is closed'
const crash = (signal: string, info: string): string => `Process:               Shop [42]
Identifier:            com.shop
Code Type:             ARM-64 (Native)
OS Version:            macOS 15.5 (24F74)

Exception Type:        ${signal}
${info}
Thread 0 Crashed:
0   libsystem_kernel.dylib 0x0000000194925388 __pthread_kill + 8
1   libsystem_c.dylib      0x0000000194867c60 abort + 124
2   libcoreclr.dylib       0x00000001053f9d04 PROCAbort + 72
`

test('the last words of .NET are those of the abort below them, and of no other end', () => {
  expect(readConsole(`${EXCEPTION}\n`)?.told.title).toBe('Uncaught Shop.Till.ClosedException: Till 7 is closed')
  const aborted = '\nApplication Specific Information:\nabort() called\n'
  const above = (signal: string, info: string) =>
    readConsole(`${EXCEPTION}\n   at Shop.Till.Open(String)\n\n${crash(signal, info)}`)
  for (const info of ['', aborted]) {
    const told = above('EXC_CRASH (SIGABRT)', info)
    expect(told?.told.title, info).toBe('Uncaught Shop.Till.ClosedException: Till 7 is closed')
    expect(told?.report.exception?.signal).toBe('SIGABRT')
  }
  expect(above('EXC_BAD_ACCESS (SIGSEGV)', '')?.told.title).not.toContain('ClosedException')
  const said = above(
    'EXC_CRASH (SIGABRT)',
    aborted.replace('abort() called', 'Assertion failed: (open), function sell'),
  )
  expect(said?.told.title).not.toContain('ClosedException')
  expect(readConsole('An Unhandled exception. It was closed\n')).toBeUndefined()
})

test('what KSCrash found out, behind its report in Apple’s form', () => {
  const told = readConsole(`${crash('EXC_BAD_ACCESS (SIGSEGV)', 'Exception Codes: KERN_INVALID_ADDRESS at 0xdead0')}
CrashDoctor Diagnosis: Attempted to dereference garbage pointer 0xdead0.
Originated at or in a subcall of -[Till open]
`)
  expect(told?.told.title).toBe('Dereference garbage pointer 0xdead0')
  expect(told?.report.applicationInfo.join('\n')).toContain('Originated at or in a subcall of -[Till open]')
})
