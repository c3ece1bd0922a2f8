/** Pieces and new forms of reports that state the end at an unusual place. Each headline says it. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function told(text: string, name = 'piece.txt') {
  const outcome = parseReport(name, new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const symbolicated = { ...bare, ...explain(bare) }
  return { report, explanations: symbolicated.explanations, ...headlineOf(symbolicated) }
}

const REGISTERS = `Thread 0 crashed with X86 Thread State (64-bit):
  rax: 0x0000000000000000  rbx: 0x0000000000000004  rcx: 0x0000000000000000  rdx: 0x0000000000000001
  rdi: 0x00007fff7988b030  rsi: 0x00007fff9168207d  rbp: 0x000000010065ba40  rsp: 0x000000010065b910
  rip: 0x000000010009eb48  rfl: 0x0000000000010202  cr2: 0x00007ff84c630be8

Logical CPU:     0
`
const trapped = (error: string, number: number): string =>
  `${REGISTERS}Error Code:      ${error}\nTrap Number:     ${number}\n`

test.each([
  ['ud2', trapped('0x00000000', 6), 'The processor reached an instruction that no program may run', 'proved'],
  ['int3', trapped('0x00000000', 3), 'The processor reached a breakpoint instruction', 'proved'],
  ['#GP', trapped('0x00000000', 13), 'The processor refused an access: general protection fault', 'proved'],
  ['a write', trapped('0x00000007 (invalid protections for user data write)', 14), 'A write to memory at 0x7ff84c630be8 failed', 'likely'],
  ['a read', trapped('0x00000004 (no mapping for user data read)', 14), 'A read of memory at 0x7ff84c630be8 failed', 'likely'],
] as const)('registers alone tell the trap: %s', (_, text, title, grade) => {
  const found = told(text)
  expect(found.title).toBe(title)
  expect(found.grade).toBe(grade)
}) // prettier-ignore

test.each([
  ['a system call', trapped('0x02000209', 133)],
  ['no trap at all', trapped('0x00000000', 0)],
])('%s is no fault', (_, text) => {
  expect(told(text).explanations).toEqual([])
})

test('a trap beside an exception adds no statement', () => {
  const text = `Exception Type:        EXC_CRASH (SIGABRT)\n\n${trapped('0x00000007', 14)}`
  expect(told(text).title).not.toContain('write to memory')
})

const HANG = `Date/Time:       2017-06-11 17:35:09 +0800
OS Version:      Mac OS X 10.12.6 (Build 16G12b)
Architecture:    x86_64h
Report Version:  25

Command:         Kiosk
Path:            /Applications/Kiosk.app/Contents/MacOS/Kiosk
Version:         5.0.8 (580)
PID:             77725

Event:           hang
Duration:        DURATION
Steps:           11 (100ms sampling interval)

Heaviest stack for the main thread of the target process:
  11  start + 1 (libdyld.dylib + 21045) [0x7fff9fc92235]
  11  NSApplicationMain + 1237 (AppKit + 24078) [0x7fff87f9fe0e]
`
test.each([
  ['1.10s (process was unresponsive for 867 seconds before sampling)', '14 min 27 s before it was sampled'],
  ['10.00s', '10 s'],
  ['512 ms', '0.51 s'],
  ['about an hour', 'about an hour'],
  ['2.50s', '2.5 s'],
])('a hang of %s lasted %s', (duration, told_) => {
  expect(told(HANG.replace('DURATION', duration)).title).toBe(`The app did not respond for ${told_}`)
})

test('Crashlytics’ fatal exception ended the program, also without its reason', () => {
  const text = `Fatal Exception: NSInternalInconsistencyException
0  CoreFoundation                 0xecb28 __exceptionPreprocess
1  libobjc.A.dylib                0x2af78 objc_exception_throw
2  Foundation                     0x6ba920 _userInfoForFileAndLine
3  UIKitCore                      0x7c464 -[UICollectionView _updateVisibleCellsNow:]
`
  const found = told(text)
  expect(found.title).toBe('Uncaught NSInternalInconsistencyException')
  expect(found.explanations[0]?.meaning).toContain('terminated')
})

const THROWN = (reason: string): string => `Process:             Kiosk [31]
OS Version:          iPhone OS 26.3.1 (23D771)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
${reason}Termination Reason: SIGNAL 6 Abort trap: 6
Triggered by Thread:  0

Last Exception Backtrace:
0   CoreFoundation                	0x18aa9367c __exceptionPreprocess + 160
1   libobjc.A.dylib               	0x182caa194 objc_exception_throw + 56
2   Kiosk                         	0x102058000 -[Cart add:] + 20

Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x00000001de7d61dc __pthread_kill + 8
`
test.each([
  ['Exception Reason: -[Cart total]: unrecognized selector sent to instance 0x10\n', 'Unrecognized selector: -[Cart total] in -[Cart add:]', 'proved'],
  ['Exception Reason: the cart is empty\n', 'Uncaught NSException: the cart is empty', 'proved'],
  ['', 'Uncaught NSException in -[Cart add:]', 'likely'],
] as const)('the system’s own reason is the headline: %s', (reason, title, grade) => {
  const found = told(THROWN(reason))
  expect(found.title).toBe(title)
  expect(found.grade).toBe(grade)
}) // prettier-ignore

test('the message of Swift’s backtracer is the headline of a program that is not Apple’s', () => {
  const text = `*** Program crashed: Bad pointer dereference at 0x0000000000000000 ***
Thread 9 crashed:
0      0x00007f8606d48784 swift_retain + 84 in libswiftCore.so
1 [ra] 0x000055d1cfc75746 Collection<>.any(_:) + 37 in Kiosk
`
  expect(told(text).title).toBe('Bad pointer dereference at 0x0000000000000000')
  expect(told(text).told).toBe('said')
})

test('AppKit’s end of a program is of an exception that nobody caught', () => {
  const text = `Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
0   com.apple.AppKit                0x00007fffb0fbb91e -[NSApplication _crashOnException:] + 109
1   com.apple.AppKit                0x00007fffb108ab3c -[NSApplication _showException:] + 747
2   com.example.Kiosk               0x00000001000014c2 main + 34
`
  expect(told(text).title).toContain('Uncaught NSException')
})

const stack = {
  callStackThreads: [
    {
      threadAttributed: true,
      rootFrames: [
        {
          binaryUUID: '11111111-1111-1111-1111-111111111111',
          address: 4295000010,
          offsetIntoBinaryTextSegment: 10,
          subFrames: [],
        },
      ],
    },
  ],
  callStackPerThread: true,
  binaryInfo: [{ uuid: '11111111-1111-1111-1111-111111111111', name: 'Kiosk' }],
}
const environment = {
  osVersion: { platform: 'iPhone OS', number: '27.0', buildNumber: '24A5380h' },
  applicationVersion: '1.0',
  applicationBuildVersion: '3',
}
const metrickit = (diagnostic: object): ReturnType<typeof told> =>
  told(JSON.stringify({ timeRange: { begin: 1, end: 1 }, ...diagnostic, environment, version: '2.0.0' }), 'new.json')

test('MetricKit of iOS 27 tells the end in the diagnostic itself', () => {
  const reason =
    'domain:10 code:0x8BADF00D explanation:[app<example.kiosk>:3] Failed to terminate gracefully after 5.0s'
  const killed = metrickit({
    crashDiagnostic: { callStackTree: stack, signal: 9, exceptionType: 10, terminationReason: reason },
  })
  expect(killed.title).toBe('The app took too long to quit')
  expect(killed.end).toBe('killed')
  expect(killed.report.header).toMatchObject({ os: 'iPhone OS 27.0 (24A5380h)', version: '1.0 (3)' })
  expect(killed.report.threads[0]).toMatchObject({ crashed: true, frames: [{ offset: 10 }] })
  expect(killed.report.images[0]?.name).toBe('Kiosk')
  expect(metrickit({ crashDiagnostic: { callStackTree: stack, signal: 11 } }).title).toBe('Invalid memory access')
})

test('a memory exception of MetricKit is no crash', () => {
  const found = metrickit({ memoryExceptionDiagnostic: { callStackTree: stack } })
  expect(found.title).toBe('MetricKit memory exception')
  expect(found.end).toBe('profile')
})

const report = (lines: string): string => `Process:         Shop [47]
Path:            /Applications/Shop.app/Contents/MacOS/Shop
OS Version:      macOS 11.6 (20G165)
Crashed Thread:  0

${lines}

Thread 0 Crashed:
0   libsystem_kernel.dylib  0x00000001804f2a80 __terminate_with_payload + 8
1   Shop                    0x0000000100f2a80c main + 12

Binary Images:
       0x100f20000 -        0x100f2ffff Shop (1) <11111111-2222-3333-4444-555555555555> /Applications/Shop.app/Contents/MacOS/Shop
`

test.each([
  ['a signal that the termination corrects', 'Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: Namespace SIGNAL, Code 0x6', 'The program aborted', 'crash'],
  ['a kill', 'Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: Namespace SIGNAL, Code 0x9', 'The program was killed', 'killed'],
  ['a refusal that is no signature', 'Exception Type: EXC_CRASH (SIGKILL (Code Signature Invalid))\nTermination Reason: EXEC 1 Bad Mach-O', 'The program could not be started', 'killed'],
  ['a signature', 'Exception Type: EXC_CRASH (SIGKILL (Code Signature Invalid))\nTermination Reason: CODESIGNING 1 Taskgated Invalid Signature', 'because of a code signature', 'killed'],
  ['a guard that only reports', 'Exception Type: EXC_GUARD\nException Subtype: GUARD_TYPE_USER\nException Message: namespc 7 reason_code 0x9\nTermination Reason: LIBXPC 9 XPC_EXIT_REASON_FAULT', 'A library reported a broken rule', 'non-fatal'],
  ['a symbol that is missed while the program runs', 'Exception Type: EXC_CRASH (SIGABRT)\nTermination Reason: DYLD, [0x4] Symbol missing\n\nDyld Error Message:\n  Symbol not found: _pay\n  Referenced from: /Applications/Shop.app/Contents/MacOS/Shop', 'The program could not continue: the symbol _pay is missing', 'killed'],
  ['a page that its file does not give', 'Exception Type: EXC_BAD_ACCESS (SIGBUS)\nException Codes: KERN_MEMORY_ERROR at 0x0000000103400000', 'A page of memory could not be read', 'crash'],
  ['a call that was not reported', 'Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: FRONTBOARD 0xbaadca11', 'did not report a call to CallKit', 'killed'],
  ['the handler of Xcode', 'Exception Type: EXC_CRASH (SIGABRT)\n\nApplication Specific Information:\nUNCAUGHT EXCEPTION (NSRangeException): index 9 beyond bounds', 'index 9 beyond bounds', 'crash'],
] as const)('%s', (_, lines, title, end) => {
  const found = told(report(lines), 'Shop.crash')
  expect(found.title).toContain(title)
  expect(found.end).toBe(end)
}) // prettier-ignore

test('images of a simulator on another volume are not the user’s', () => {
  const text = report('Exception Type: EXC_CRASH (SIGABRT)').replace(
    'Thread 0 Crashed:',
    'Last Exception Backtrace:\n0   CoreFoundation  0x1804c97c8 __exceptionPreprocess + 160\n1   Shop  0x100f2a80c -[Cart pay] + 12\n\nThread 0 Crashed:',
  )
  const listed =
    text +
    '       0x180400000 -        0x1804fffff CoreFoundation (*) <21111111-2222-3333-4444-555555555555> /Volumes/VOLUME/*/CoreFoundation.framework/CoreFoundation\n'
  expect(told(listed, 'Shop.crash').where?.line.name).toBe('-[Cart pay]')
  // Neither is one whose name is not known, and whose path Markdown changed.
  const changed = listed.replaceAll('__exceptionPreprocess', 'insertCart').replaceAll('CoreFoundation', 'CoreCart')
  for (const star of ['_', '']) {
    const found = told(changed.replace('/VOLUME/*/', `/VOLUME/${star}/`), 'Shop.crash')
    expect(found.where?.line.name).toBe('-[Cart pay]')
  }
})

test('a panic whose sentence was wrapped', () => {
  const found = told(
    'panic(cpu 1 caller 0xfffffe002c00b85c): userspace\nwatchdog timeout: no successful checkins from WindowServer (2 induced crashes) in 120 seconds\nservice: logd, total successful checkins in 271 seconds: 27\n\nDebugger message: panic\nOS version: 23A344\n',
    'p.panic',
  )
  expect(found.title).toContain('did not respond: no successful checkins from WindowServer')
})
