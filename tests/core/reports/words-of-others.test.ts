/** Words of people, loggers and debuggers around a report are no part of it. The reader keeps the lines that belong to it. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { appWords } from '../../../src/core/reading/statements.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function read(text: string) {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const reports = outcome.ok ? outcome.value : []
  const [report] = reports
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const symbolicated = { ...bare, ...explain(bare) }
  return {
    report,
    reports,
    ...headlineOf(symbolicated),
    explanations: symbolicated.explanations,
    rows: quotedRows(symbolicated).map((row) => row.text),
    words: appWords(symbolicated),
    problems: reports.flatMap(({ problems }) => problems.map(({ code }) => code)),
  }
}

const head = `Process:               Till [41]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Identifier:            shop.till
Code Type:             X86-64 (Native)
OS Version:            macOS 14.5 (23F79)
Report Version:        12
`

test('a letter below the last part of a report is not what the program noted', () => {
  const { report, words, problems } = read(`${head}
Exception Type:        EXC_CRASH (SIGABRT)
Exception Codes:       0x0000000000000000, 0x0000000000000000

Application Specific Information:
objc[41]: Drawer object 0x604000a26060 overreleased while already deallocating
abort() called

I made a small program that shows it.

=== Build Information ===
Version 7.3
`)
  expect(words).toEqual([
    'objc[41]: Drawer object 0x604000a26060 overreleased while already deallocating',
    'abort() called',
  ])
  expect(problems).not.toContain('lost-rows')
  expect(JSON.stringify(report.sections)).toContain('I made a small program')
})

test('a note of the system is shown, is no row, and tells the program counter where it is the fault’s address', () => {
  const text = (counter: string): string => `${head}
Notes:
RIP register does not match crashing frame (${counter} vs 0x100EE0A38)

Crashed Thread:        3

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       KERN_INVALID_ADDRESS at 0x0000123401cdd940
`
  const jumped = read(text('0x123401CDD940'))
  expect(jumped.title).toBe('Execution at 0x123401cdd940, where there is no code')
  expect(jumped.rows.join('\n')).toContain('RIP register does not match')
  expect(jumped.problems).not.toContain('lost-rows')
  expect(read(text('0x0')).title).toBe('Invalid memory access at 0x123401cdd940')
})

test('a code of 32 bits in a title is no address of a stack, and an address of code is', () => {
  const told = (words: string) =>
    read(`# Till ends with ${words}\n\n${head}\nException Type:  00000020\nException Codes: 0x00000000dead10cc\n`)
      .problems
  expect(told('code :0x00000000dead10cc')).not.toContain('lost-rows')
  expect(told('code :0x0000000104cc8074')).toContain('lost-rows')
})

test('frames that somebody looked at again in a debugger are no threads', () => {
  const { report, reports, explanations } = read(`(lldb) bt
* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=EXC_I386_GPFLT)
  * frame #0: 0x0000000100014aba till\`Drawer::count(this=0x6478616d20322020) at till.h:97
    frame #1: 0x0000000100014ade till\`Drawer::sum(this=0x00000001004000e0) at till.h:98
    frame #2: 0x000000010000fca2 till\`main at till.cc:20
(lldb) f 2
frame #2: 0x000000010000fca2 till\`main at till.cc:20
   18   }
-> 20   sum();
(lldb) f 1
frame #1: 0x0000000100014ade till\`Drawer::sum(this=0x00000001004000e0) at till.h:98
`)
  expect(reports).toHaveLength(1)
  expect(report.threads.map(({ frames }) => frames.length)).toEqual([3])
  expect(explanations.flatMap(({ checks }) => checks).join(' ')).not.toContain('several threads')
})

test('the prefix of Python’s logging is no part of the process or the reason', () => {
  const prefix = 'DEBUG:shop.till.1274:'
  const { report } = read(
    ['Resized the window', "2021-04-06 10:39:22.098 java[57:65] *** Terminating app due to uncaught exception 'NSTillException', reason: 'Only on the Main Thread!'", '*** First throw call stack:', '(']
      .map((line) => prefix + line)
      .join('\n'),
  ) // prettier-ignore
  expect(report.header.process).toBe('java')
  expect(report.exception?.reason).toBe('Only on the Main Thread!')
})

test('the managed stack in a crash report of Xamarin is read', () => {
  const { report } = read(`${head.replace('12\n', '104-Xamarin\n')}
Exception Type:  SIGABRT
Crashed Thread:  0

Application Specific Information:
*** Terminating app due to uncaught exception 'System.NullReferenceException', reason: 'System.NullReferenceException: gone'

Xamarin Exception Stack:
  at Shop.Till+Drawer\`1[TResult]..ctor () <0x101287820 + 0x00078> in <5fd075b6#a6893f3c>:0
  at Shop.Till.Open (System.Boolean fast) <0x100b9d250 + 0x0004b> in <710620a3#a6893f3c>:0
`)
  const [stack] = report.backtraces
  expect(stack?.frames.map(({ symbol, language }) => [symbol?.name, language])).toEqual([
    ['Shop.Till+Drawer`1[TResult]..ctor ()', 'csharp'],
    ['Shop.Till.Open (System.Boolean fast)', 'csharp'],
  ])
})

test('a word glued to the front of a panic hides nothing', () => {
  const { report, title } =
    read(`macpanic(cpu 4 caller 0xffffff800dcd7941): userspace watchdog timeout: no successful checkins from tilld in 120 seconds
service returned not alive with context : unresponsive dispatch queue(s): shop.till.queue
service: tilld, total successful checkins in 131 seconds: 13, last successful checkin: 120 seconds ago

Panicked task 0xffffff907e6849d8: 4 threads: pid 114: watchdogd
Backtrace (CPU 4), panicked thread: 0xffffff8bb2514b30, Frame : Return Address
0xfffffff586627590 : 0xffffff800a9eb31d
0xfffffff5866275e0 : 0xffffff800ab59236
`)
  expect(report.format).toBe('panic')
  expect(title).toMatch(/no successful checkins from tilld in 120 seconds$/)
  expect(report.exception?.reason).toMatch(/^panic\(cpu 4 caller .*unresponsive dispatch queue\(s\): shop\.till\.queue/)
})

test('the offset in the image is no part of a function’s name', () => {
  const { report } = read(`${head}
Exception Type:        EXC_CRASH (SIGABRT)

Thread 0 Crashed:
0   libobjc.A.dylib   0x19abcd664 findMethod+ 38500 (objc_class*, objc_selector*) + 424
1   libc++.1.dylib    0x19944effc std::__1::count::release+ 61436 () + 60
2   Till              0x104a63dbc Till::add(int) + 12
3   Till              0x104a63e00 operator+ (Till, int) + 12
`)
  expect(report.threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual([
    'findMethod(objc_class*, objc_selector*)',
    'std::__1::count::release()',
    'Till::add(int)',
    'operator+ (Till, int)',
  ])
})

test('the exception that Sentry writes among the words of the program counts', () => {
  const { report, title } = read(`OS Version: Mac OS X 10.15.4 (19E287)
Report Version: 104

Crashed Thread: 21

Application Specific Information:
Fatal Error: EXC_BAD_ACCESS / KERN_INVALID_ADDRESS / 0x18

Thread 21 Crashed:
0   Till              0x10a8a3f16         <unknown>
1   Till              0x10a8a3ff5         <unknown>
`)
  expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', subtype: 'KERN_INVALID_ADDRESS', address: 0x18n })
  expect(title).toContain('0x18')
})

test('what stands behind a blank line is no part of a field above', () => {
  const { report } = read(`Exception Type:  EXC_CRASH (SIGABRT)
Exception Reason: -[Till open]: unrecognized selector sent to instance

- Device: a phone
- Version: 9

Thread 0 Crashed:
0   Till              0x104a63dbc Till::add(int) + 12
`)
  expect(report.exception?.reason).toBe('-[Till open]: unrecognized selector sent to instance')
})

test('what the kernel wrote above a report stands beside its own words', () => {
  const { words, title } =
    read(`2026-04-19 09:30:23.965  kernel[0]: proc 41: load code signature error 2 for file "Till"

${head}
Exception Type:        EXC_CRASH (SIGKILL (Code Signature Invalid))
Termination Reason:    Namespace CODESIGNING, Code 1, Taskgated Invalid Signature

Thread 0 Crashed:
0   dyld              0x104a63dbc _dyld_start + 0
`)
  expect(title).toContain('Taskgated Invalid Signature')
  expect(words).toContain('proc 41: load code signature error 2 for file "Till"')
})

const kernelHead = `${head}
Exception Type:        EXC_CRASH (SIGABRT)
Exception Codes:       0x0000000000000000, 0x0000000000000000
`

test.each([
  'The log also includes a stack trace, which shows what the app was doing.',
  'Note\nThe monitor is there in iOS 8 and later.',
  'Is there a standard way to find out more?',
  'it happens where the result of GetObject() is cast, as though it was of the wrong type.',
  '[...]',
  'Best regards\nAnn',
])('what people write below a header is not what the program noted: %s', (prose) => {
  for (const gap of ['\n', '\n\n']) {
    const { report, words } = read(`${kernelHead}${gap}${prose}\n`)
    expect(words).toEqual([])
    expect(report.exception?.codes).not.toContain(prose.slice(0, 12))
  }
})

test.each([
  ['dyld: Library not loaded: @rpath/Pay.framework/Pay', '  Referenced from: /Applications/Till.app/Till'],
  ['Fatal error: Index out of range: file till.swift, line 7'],
  ['libc++abi: terminating with uncaught exception of type std::bad_alloc: std::bad_alloc'],
  ['Application main thread deadlocked'],
])('what a runtime printed below a header is: %s', (...lines) => {
  const { words } = read(`${kernelHead}\n${lines.join('\n')}\n\nAny idea?\n`)
  expect(words.join('\n')).toContain(lines.map((line) => line.trim()).join('\n'))
  expect(words.join('\n')).not.toContain('Any idea')
})

test.each([
  ['`', '`'],
  ['“', '”'],
  ['"', '"'],
])('%s%s around the words on an exception are no part of its reason', (open, close) => {
  const said =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no cell (<Till: 0x60400a4d0>)'"
  const { words, report } = read(`I have this when a view loads:\n\n${open}${said}${close}\n\nAny solution?\n`)
  expect(report.exception?.reason).toBe('no cell (<Till: 0x60400a4d0>)')
  expect(words).toEqual([said])
})
