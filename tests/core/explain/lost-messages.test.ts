/** Messages above a stack in forms of their own, and ends that only the stack shows. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function told(text: string) {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const explained = { ...bare, ...explain(bare) }
  const ids = explained.explanations.map(({ id }) => id)
  const checks = explained.explanations.flatMap((one) => one.checks).join('\n')
  return { report, ids, checks, ...headlineOf(explained) }
}

const ROWS = `	http://localhost:8081/index.bundle?platform=ios&dev=true:70413:16
	tryCallOne@http://localhost:8081/index.bundle?platform=ios&dev=true:30445:10
`
test.each([
  ['Possible Unhandled Promise Rejection (id: 0):\n\tNo till is open.\n', 'No till is open.'],
  ['Possible Unhandled Promise Rejection (id: 3): No till is open.\n', 'No till is open.'],
  ['Possible Unhandled Promise Rejection (id: 0):\n\tTypeError: till is undefined\n', 'till is undefined'],
  ['[ERROR] Unhandled promise: no till\n', 'no till'],
])('a promise that nobody handled: %j', (head, reason) => {
  expect(told(head + ROWS)).toMatchObject({
    end: 'unknown',
    report: { exception: { type: 'JavaScript error', reason } },
  })
})

test('a check of Dart’s virtual machine is what ended the program', () => {
  const line = 'runtime/vm/till_snapshot.cc: 576: error: expected: !till.IsNull()'
  const stack =
    'pid: 0, tid: 20459 >>> shop.till <<<\n\nbacktrace:\n  #00  pc 0x1cf76  /system/lib/libc.so (abort+58)\n  #01  pc 0xda4857  /data/app/till.apk\n'
  const { title, end } = told(`../../third_party/dart/${line}\n${stack}`)
  expect([title, end]).toEqual([expect.stringContaining('!till.IsNull()'), 'crash'])
})

test('what .NET for iOS makes of an exception of Objective-C', () => {
  const stack =
    '\t0   CoreFoundation   0x00000001f5b97198 <redacted> + 252\n\t1   libobjc.A.dylib  0x00000001f4d6f9f8 objc_exception_throw + 56\n'
  const words =
    'Objective-C exception thrown.  Name: NSInvalidArgumentException Reason: -[Till setCount:]: unrecognized selector sent to instance 0x1016936f0'
  const logged = told(`${words}\nNative stack trace:\n${stack}`)
  expect(logged.report.exception?.name).toBe('NSInvalidArgumentException')
  expect(logged).toMatchObject({ end: 'unknown', title: expect.stringContaining('-[Till setCount:]') as string })
})

test('a panic as log_panics writes it has its message without quotes and place, and no advice that its stack fulfils', () => {
  const head = "18:26:55 [ERROR] thread 'main' panicked at 'no till': src/lib.rs:281\n"
  const { report, checks } = told(`${head}   10: till::Shop::open\n   11: till::Shop::main_loop\n`)
  expect(report.exception?.reason).toBe('no till')
  expect(checks).not.toContain('RUST_BACKTRACE')
  expect(told(head).checks).toContain('RUST_BACKTRACE')
})

const kotlin = (name: string): string => `Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
0   libsystem_kernel.dylib   0x1b0549e60 __pthread_kill + 8
1   libsystem_c.dylib        0x180129e28 abort + 124
2   TillLite                 0x10365c388 konan::abort() + 12
3   TillLite                 0x103688dd0 ${name} + 12
`
test('Kotlin’s runtime in the stack shows that it ended the program for an exception', () => {
  expect(told(kotlin('(anonymous namespace)::terminateWithUnhandledException(ObjHeader*)')).ids).toContain(
    'kotlin-exception',
  )
  expect(told(kotlin('(anonymous namespace)::till(ObjHeader*)')).ids).not.toContain('kotlin-exception')
})

test('an exception of Java: its id, its thread and its cause', () => {
  const stack = '\tat com.shop.Till.open(Till.java:12)\n\tat com.shop.Main.main(Main.java:3)\n'
  const cause = `Caused by: kotlin.UninitializedPropertyAccessException: till\n${stack}`
  const thread = told(`Exception in thread "main" java.lang.IllegalStateException: no till\n${stack}${cause}`)
  expect(thread.ids).toContain('uncaught-exception')
  expect(thread.explanation?.meaning).toContain('its thread ended')
  expect(thread.report.applicationInfo).toContain('Caused by: kotlin.UninitializedPropertyAccessException: till')
  expect(thread.report.threads[1]?.name).toContain('kotlin.UninitializedPropertyAccessException')
  const fatal = told(`FATAL EXCEPTION: main\njava.lang.IllegalStateException: no till\n${stack}`)
  expect(fatal.explanation?.meaning).toContain('the program was terminated')
})

test('Go’s words on a deadlock are no hang of a user interface', () => {
  const stack = 'goroutine 1 [chan send, 1 minutes]:\nmain.main()\n\t/src/till.go:10 +0xf\n'
  expect(told(`fatal error: all goroutines are asleep - deadlock!\n\n${stack}`).ids).toEqual(['runtime-panic'])
})

const GO_ROWS = 'goroutine 7 [running]:\nmain.count(...)\n\t/src/till.go:12 +0x4\nmain.main()\n\t/src/main.go:3 +0x4\n'
test('what Kubernetes observed is no end; an old signal of Go is read, also joined to its message', () => {
  const seen = 'E0623 15:24:30.674204 1 runtime.go:78] Observed a panic: "no till" (runtime error: no till)\n'
  expect(told(seen + GO_ROWS)).toMatchObject({ end: 'unknown', kind: 'Error', title: 'runtime error: no till' })
  for (const between of ['\n', ' ']) {
    const { report } = told(
      `panic: runtime error: no till${between}[signal 0xb code=0x1 addr=0x20 pc=0x5650ec]\n\n${GO_ROWS}`,
    )
    expect(report.exception).toMatchObject({ reason: 'runtime error: no till', signal: 'SIGSEGV', address: 0x20n })
  }
})

test('“Non-fatal Exception” is no crash', () => {
  const row = '       at .E(address at index.android.bundle:1:888433)\n'
  expect(told(`Non-fatal Exception: com.shop.TillError: no till\n${row}`).end).toBe('unknown')
  expect(told(`Fatal Exception: com.shop.TillError: no till\n${row}`).end).toBe('crash')
})

test('components of React are not the stack that crashed, and the class of Java that carries the error is none of Java’s exceptions', () => {
  const text = `FATAL EXCEPTION: mqt_v_native
com.facebook.react.common.JavascriptException: TypeError: undefined is not a function

This error is located at:
    at Till (https://shop.example/till.chunk.bundle:21:54)
    at Suspense (<anonymous>)
    at App (<anonymous>)

	at com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.kt:52)
	at android.os.Handler.handleCallback(Handler.java:938)
	at android.os.Looper.loop(Looper.java:223)
`
  const { report } = told(text)
  expect(report.exception?.type).toBe('JavaScript error')
  expect(report.threads.find(({ crashed }) => crashed)?.frames[0]?.symbol?.name).toContain('reportException')
})

test('messages in labels, in two lines and behind a head have their words alone', () => {
  const java = '\tat com.shop.Till.open(Till.java:12)\n\tat com.shop.Main.main(Main.java:3)\n'
  const labelled = told(
    `=== Crash Log ===\nThread: worker-3 (id=696)\nException: java.lang.IllegalStateException\nMessage: no till\n\nStack Trace:\n${java}`,
  )
  expect(labelled.report.exception).toEqual({
    type: 'Java exception',
    name: 'java.lang.IllegalStateException',
    reason: 'no till',
  })
  expect(labelled.report.threads[0]?.name).toContain('worker-3')
  const net = '   at Shop.Till.Open(Int32 count)\n   at Shop.App.Main(String[] args)\n'
  const managed = told(
    `The stack trace from unhandled exception is now:\n\n    Unhandled managed exception: no till (System.ArgumentException)\n${net}`,
  )
  expect(managed.report.exception?.reason).toBe('no till')
  const dart =
    "The following assertion was thrown during performLayout():\n'package:shop/till.dart': Failed assertion: line 15 pos 12:\n'!_open': is not true.\n\n#0      Till.open (package:shop/till.dart:15:12)\n#1      main (package:shop/main.dart:3:1)\n"
  expect(told(dart).report.exception?.reason).toBe(
    "'package:shop/till.dart': Failed assertion: line 15 pos 12: '!_open': is not true.",
  )
})

test('Kotlin’s older words on an exception that nobody caught', () => {
  const rows =
    '        at 0   Till   0x0000000109447226 kfun:kotlin.Exception.<init>(kotlin.String?)kotlin.Exception + 70\n        at 1   Till   0x0000000109447146 kfun:shop.Till.open() + 70\n'
  expect(told(`Uncaught exception: kotlin.native.FreezingException: no till\n${rows}`)).toMatchObject({ end: 'crash' })
})
