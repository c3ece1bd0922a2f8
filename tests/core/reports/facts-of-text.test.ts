/** Facts of a pasted text: the stack of the exception, its language, the words of a console, the end of a value. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'

function reportOf(text: string): Report {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]!
}

const names = (frames: Report['threads'][number]['frames']): unknown[] => frames.map(({ symbol }) => symbol?.name)

test('the stack of a warning is not that of the exception', () => {
  const report = reportOf(`This is used from a background thread.
 Stack:(
\t0   Foundation    0x000000010147adf7 warnOfThread + 77
\t1   Harbor        0x0000000100f3f898 showDock + 61
)
*** Assertion failure in -[Dock load:], /src/Dock.m:12
*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'main thread only'
*** First throw call stack:
(
\t0   CoreFoundation  0x0000000105f8f1e6 __exceptionPreprocess + 294
\t1   Harbor          0x0000000100f3f8aa showDock + 79
)
`)
  expect(names(report.lastException!.frames)).toEqual(['__exceptionPreprocess', 'showDock'])
  expect(report.backtraces.map(({ title, frames }) => [title, names(frames)[0]])).toEqual([
    ['Stack of an earlier message (1)', 'warnOfThread'],
  ])
  expect(report.applicationInfo[0]).toBe('*** Assertion failure in -[Dock load:], /src/Dock.m:12')
})

const MONO = `make[2]: [build] Error 1 (ignored)
Could not allocate 341236 bytes
mono(1593,0xa155c1a8) malloc: *** error: can't allocate region
Stacktrace:

  at <unknown> <0xffffffff>
  at System.Collections.Generic.Dictionary\`2<Harbor.Dock, int>..ctor (int,System.Collections.Generic.IEqualityComparer\`1<Harbor.Dock>) <0x0005b>
  at Harbor.Build/Imports.run$cont@322 (string[]) <0x0001b>
  at Harbor.Program.Main (string[]) <0x00153>

Got a SIGABRT while executing native code. This usually indicates
a fatal error in the mono runtime.
`

test('a stack of C# is one stack, and no error of JavaScript', () => {
  const report = reportOf(MONO)
  expect(report.exception).toMatchObject({ signal: 'SIGABRT' })
  expect(report.exception!.name).toBeUndefined()
  expect(report.threads.map(({ frames }) => frames.length)).toEqual([4])
  expect(report.applicationInfo).toEqual([
    'Could not allocate 341236 bytes',
    "mono(1593,0xa155c1a8) malloc: *** error: can't allocate region",
    'Got a SIGABRT while executing native code',
  ])
})

test('an error of JavaScript is still one where the stack is of JavaScript', () => {
  const report = reportOf(`TypeError: undefined is not a function
load@/app/harbor.js:12:5
run@/app/harbor.js:40:9
`)
  expect(report.exception).toMatchObject({ name: 'TypeError', reason: 'undefined is not a function' })
})

test.each([
  [
    '* thread #1, stop reason = signal SIGABRT\n    frame #0: 0x0000000180070fd8 libsystem_kernel.dylib`__pthread_kill + 8\n',
    'Debugger stack (lldb)',
  ],
  [
    'Thread 2 (Thread 0x403eb440 (LWP 28959)):\n#0  0x400cf384 in wait () from /lib/libc.so.6\n#1  0x400cc6da in main () at main.c:4\n',
    'Debugger stack',
  ],
])('a debugger is named only by what it alone prints: %#', (text, label) => {
  expect(reportOf(text).label).toBe(label)
})

test('rows of the first AddressSanitizer name their image', () => {
  const report = reportOf(`==35590== ERROR: AddressSanitizer heap-buffer-overflow on address 0x0177ca7f at pc
0x28e50b bp 0xbffbbc88 sp 0xbffbbc78
READ of size 1 at 0x0177ca7f thread T0
    #0 0x28e50a in wrap_strlen (in harbor_test32) + 138
    #1 0x2a73f8 in load <null>:17
0x0177ca7f is located 1 bytes to the left of 100-byte region [0x0177ca80,0x0177cae4)
`)
  const [first, second] = report.threads[0]!.frames
  expect([first!.imageName, first!.symbol]).toEqual(['harbor_test32', { name: 'wrap_strlen', offset: 138 }])
  expect(second!.symbol).toEqual({ name: 'load' })
  expect(report.exception!.message).toMatch(/at pc 0x28e50b bp 0xbffbbc88 sp 0xbffbbc78$/)
  expect(report.applicationInfo.at(-1)).toMatch(/is located 1 bytes to the left of 100-byte region/)
})

const CRASH = `Process:               Harbor [2273]
Path:                  /Applications/Harbor.app/Contents/MacOS/Harbor
OS Version:            macOS 15.0.1 (24A348)
Crashed Thread:        24  Dispatch queue: harbor.queue

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       at
Terminating Process:   exc handler [2273]
`

test('prose behind a value is not part of it, and an empty value is none', () => {
  const report = reportOf(`${CRASH} Anyone can help to solve the issue.\nThanks\n`)
  expect(report.termination!.byProcess).toBe('exc handler [2273]')
  expect(report.applicationInfo).toEqual([])
  expect(report.exception!.codes).toBeUndefined()
})

test('which thread crashed is told where its stack is not there', () => {
  expect(quotedRows({ report: reportOf(CRASH) }).map(({ text }) => text)).toContain('24 Dispatch queue: harbor.queue')
})

test('a field of each line behind a logger’s mark ends where the next mark begins', () => {
  const mark = 'Sep  7 10:57:39 Pier-iPhone ReportCrash[1160] <Error>: '
  const report = reportOf(`${mark}Exception Type:  EXC_BREAKPOINT (SIGTRAP)
\tException Codes: 0x0000000000000001, 0x0000000100a66588
\tTriggered by Thread:  5
${mark}Thread 0 name:  Dispatch queue: com.apple.main-thread
\tThread 0:
\t0   libsystem_kernel.dylib             \t0x0000000181070fd8 0x181070000 + 4056
\t1   CoreFoundation                     \t0x00000001814a8c60 0x1813c8000 + 920672
`)
  expect(report.exception).toMatchObject({ type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' })
  expect(new Map(report.header.fields).get('Triggered by Thread')).toBe('5')
  expect(report.threads[0]).toMatchObject({ id: 0, queue: 'com.apple.main-thread' })
})

test('the words of Xcode’s debugger end where a writer’s quotation ends', () => {
  const report = reportOf('I see "Message from debugger: Terminated due to memory issue". Is this what you see?\n')
  expect(report.termination!.reasons).toEqual(['Message from debugger: Terminated due to memory issue'])
})

test('a power report without its head names its one process, and the UUID of its program', () => {
  const text = (more: string): string => `Event:            wakeups
Wakeups limit:    45000

Heaviest stack for the target process:
  43  ??? (libdispatch.dylib + 87336) [0x19a716528]
  10  ??? (Harbor + 26248512) [0x101ee4540]


Powerstats for:   Harbor [2370]
UUID:             08777E15-3982-3C44-B36B-66F1F82B4141
${more}`
  const report = reportOf(text(''))
  expect(report.header).toMatchObject({ process: 'Harbor', pid: 2370 })
  expect(report.images.map(({ name, uuid }) => [name, uuid])).toEqual([
    ['libdispatch.dylib', undefined],
    ['Harbor', '08777E15-3982-3C44-B36B-66F1F82B4141'],
  ])
  // Of two processes neither is the one.
  const two = reportOf(text('\nPowerstats for:   Dock [12]\nUUID:             08777E15-3982-3C44-B36B-66F1F82B4142\n'))
  expect(two.header.process).toBeUndefined()
  expect(two.images.some(({ uuid }) => uuid !== undefined)).toBe(false)
})

const rowsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(quotedRows({ report: reportOf(text) }).map((row) => [row.label, row.text]))

test('the region of the fault address is told in the report’s words, with its owner', () => {
  const map = `0x16fecc000 is in 0x16fecc000-0x16fed0000;  bytes after start: 0  bytes before end: 16383
      REGION TYPE                    START - END         [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
      Stack                       16fe44000-16fecc000    [  544K] rw-/rwx SM=PRV  thread 10
--->  STACK GUARD                 16fecc000-16fed0000    [   16K] ---/rwx SM=NUL  ...for thread 12
      Stack                       16fed0000-16ff58000    [  544K] rw-/rwx SM=PRV  thread 12`
  const told = 'STACK GUARD 16fecc000-16fed0000 [ 16K] ---/rwx SM=NUL ...for thread 12'
  expect(rowsOf(`${CRASH}\nVM Region Info: ${map}\n`).get('Region of that address')).toBe(told)
  const body = { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGBUS' }, vmRegionInfo: map }
  const rows = rowsOf(JSON.stringify(body, undefined, 2))
  expect(rows.get('Region of that address')).toBe(told)
  expect(rows.get('VM Region Info')).toMatch(/^0x16fecc000 is in 0x16fecc000-0x16fed0000; .* 16383$/)
  // An arrow at nothing is no region, and a gap is none.
  const gap = `${CRASH}\nVM Region Info: 0x324f55940 is not in any region.\n--->  GAP OF 0xcfecfc000 BYTES\n`
  expect(rowsOf(gap).has('Region of that address')).toBe(false)
  expect(rowsOf(`${CRASH}\nVM Region Info: 0 is not in any region.\n--->  \n`).has('Region of that address')).toBe(
    false,
  )
})

test('a piece of a body names its process and the thread that crashed', () => {
  const piece = `  "exception" : {"codes":"0x0000000000000001, 0x00000001a9b511b0","rawCodes":[1,7142183344],"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},
  "os_fault" : {"process":"Harbor"},
  "faultingThread" : 0,
`
  expect(reportOf(piece).header.process).toBe('Harbor')
  expect(rowsOf(piece).get('Crashed Thread')).toBe('0')
})

test('the registers of a thread tell that it crashed, where its stack is not there', () => {
  const text = `Thread 13:
0   libsystem_kernel.dylib          0x0000000118cfd6de __workq_kernreturn + 10
1   libsystem_pthread.dylib         0x0000000118cc1729 _pthread_wqthread + 1283

Thread 0 crashed with X86 Thread State (64-bit):
  rax: 0x0000000000000000  rbx: 0x0000000000000006  rcx: 0x00007fff52020208  rdx: 0x0000000000000000
`
  expect(rowsOf(text).get('Crashed Thread')).toBe('0')
  expect(rowsOf(text.replace('Thread 0 crashed', 'Thread 13 crashed')).has('Crashed Thread')).toBe(false)
})

test('a mail may break the line before the reason of an exception', () => {
  const text = `${CRASH}
Application Specific Information:
*** Terminating app due to uncaught exception 'NSRangeException',
reason: '*** -[Dock crateAtIndex:]: beyond bounds'
terminating with uncaught exception of type NSException
`
  expect(reportOf(text).exception).toMatchObject({
    name: 'NSRangeException',
    reason: '*** -[Dock crateAtIndex:]: beyond bounds',
  })
})
