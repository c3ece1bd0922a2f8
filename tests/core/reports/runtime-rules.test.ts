/** Each sentence of a language's runtime: what its rule reads from it, and a near sentence that it leaves alone. */
import { describe, expect, test } from 'vitest'
import { CRASHLYTICS_HEADING } from '../../../src/core/model/ended-words.ts'
import { fieldTexts, runtimes } from '../../../src/core/messages/labels.ts'
import { runtimeRules } from '../../../src/core/reports/text/runtime-rules.ts'

/** What the first rule that finds its sentence says. */
function said(text: string): unknown {
  for (const { pattern, read } of runtimeRules) {
    const match = pattern.exec(text)
    if (match) return read(match, text)
  }
  return undefined
}

const sentence = (line: string): unknown => ({ info: line, exception: { reason: line } })
const rust = (info: string, reason: string): unknown => ({ info, exception: { type: 'Rust panic', reason } })
const hang = (reason: string, process?: string): unknown => ({
  kind: 'hang',
  info: reason,
  ...(process !== undefined && { header: { process } }),
  exception: { reason },
})

describe('what a runtime wrote', () => {
  test.each<[string, string, unknown]>([
    ['Bun', 'panic(main thread): no till\noh no: Bun has crashed', sentence('no till')],
    ['Bun, without a thread', 'panic: no till\noh no: Bun has crashed', sentence('no till')],
    ['V8', '#\n# Fatal error in ../src/till.cc, line 7\n# Check failed: till.\n', sentence('Check failed: till.')],
    [
      'Go, a signal by its name',
      '[signal SIGBUS: bus error code=0x2 addr=0x18 pc=0x102a]',
      {
        exception: {
          signal: 'SIGBUS',
          message: 'signal SIGBUS: bus error code=0x2 addr=0x18 pc=0x102a',
          address: 0x18n,
        },
      },
    ],
    [
      'Go, a signal by its number',
      '[signal 0xb code=0x1 addr=0xffffffffffffffff pc=0x10]',
      {
        exception: {
          signal: 'SIGSEGV',
          message: 'signal 0xb code=0x1 addr=0xffffffffffffffff pc=0x10',
          address: 0xffff_ffff_ffff_ffffn,
        },
      },
    ],
    ['Go, a panic', 'panic: no till\n\ngoroutine 1 [running]:\n', sentence('panic: no till')],
    ['Go, an error', 'fatal error: no heap\n\nruntime stack:\n', sentence('fatal error: no heap')],
    [
      'NativeScript',
      'x Fatal JavaScript exception - application has been terminated. y',
      sentence('Fatal JavaScript exception - application has been terminated.'),
    ],
    [
      'Kubernetes, an error of the runtime',
      'Observed a panic: "no till" (runtime error: no till)\n',
      {
        info: 'Observed a panic: "no till" (runtime error: no till)',
        exception: { type: fieldTexts.goPanic, reason: 'runtime error: no till' },
      },
    ],
    [
      'Kubernetes, other words',
      'Observed a panic: runtime.boundsError("seven")\n',
      {
        info: 'Observed a panic: runtime.boundsError("seven"',
        exception: { type: fieldTexts.goPanic, reason: 'seven' },
      },
    ],
    [
      'Crashlytics, an error that ended the app',
      'Fatal Exception: FlutterError: no till, js engine: hermes\n',
      { exception: { message: CRASHLYTICS_HEADING, name: 'FlutterError', reason: 'no till' } },
    ],
    [
      'Crashlytics, one that did not',
      'Non-fatal Exception: io.flutter.TillException: no till  \n',
      { exception: { type: runtimes.other, name: 'io.flutter.TillException', reason: 'no till' } },
    ],
    [
      'Crashlytics, one whose reason stands elsewhere',
      'FlutterError - no till\nFatal Exception: FlutterError\n#0 0x1',
      { exception: { message: CRASHLYTICS_HEADING, name: 'FlutterError', reason: 'no till' } },
    ],
    [
      'Crashlytics, one without a reason',
      'Fatal Exception: TillError\n',
      { exception: { message: CRASHLYTICS_HEADING, name: 'TillError' } },
    ],
    [
      'Android, with a process',
      'ANR in com.till (com.till/.Main)\nPID: 7\nReason: no answer \n',
      hang('no answer', 'com.till'),
    ],
    [
      'Android, without one',
      'Input dispatching timed out (no focus) \n',
      hang('Input dispatching timed out (no focus)'),
    ],
    [
      'Kotlin',
      'Uncaught Kotlin exception: till.Lost: no till \n    at 0',
      {
        info: 'Uncaught Kotlin exception: till.Lost: no till',
        exception: { type: 'Kotlin exception', name: 'till.Lost', reason: 'no till' },
      },
    ],
    [
      'Kotlin, without a reason',
      'Uncaught Kotlin exception: till.Lost\n',
      { info: 'Uncaught Kotlin exception: till.Lost', exception: { type: 'Kotlin exception', name: 'till.Lost' } },
    ],
    [
      '.NET of Android',
      'x\nF/mono [Till.LostException]: no till \n',
      { exception: { type: '.NET exception', name: 'Till.LostException', reason: 'no till' } },
    ],
    [
      '.NET of iOS',
      'Objective-C exception thrown.  Name: TillLost Reason: no till \n',
      {
        info: 'Objective-C exception thrown.  Name: TillLost Reason: no till',
        exception: { type: '.NET exception', name: 'TillLost', reason: 'no till' },
      },
    ],
    [
      'Dart’s virtual machine',
      '../runtime/vm/till.cc: 70: error: no till\n',
      sentence('runtime/vm/till.cc: 70: error: no till'),
    ],
    [
      'a signal by its number',
      'Signal 6 was raised',
      { info: 'Signal 6 was raised', exception: { signal: 'SIGABRT', message: 'Signal 6 was raised' } },
    ],
    ['Zig', 'thread 12 panic: no till \n', sentence('thread 12 panic: no till')],
    ['Nim', 'Error: unhandled exception: no till [Lost] \n', sentence('Error: unhandled exception: no till [Lost]')],
    [
      'Flutter’s engine',
      '[ERROR:flutter/runtime/dart_vm.cc(39)] Unhandled Exception: no till \n',
      {
        info: '[ERROR:flutter/runtime/dart_vm.cc(39)] Unhandled Exception: no till',
        exception: { type: 'Dart exception', reason: 'no till' },
      },
    ],
    ['Chromium', '[FATAL:till.cc(7)] Check failed: till \n', sentence('Check failed: till')],
    ['Rust, a stack', "thread 'main' has overflowed its stack\n", sentence("thread 'main' has overflowed its stack")],
    ['Rust, a task', "task 'till' (7) has overflowed its stack", sentence("task 'till' (7) has overflowed its stack")],
    ['Rust’s runtime', 'fatal runtime error:  no till \n', sentence('fatal runtime error: no till')],
    ['Rust of 2013', "rust: task failed at 'no till', a.rs:7 x", { info: "rust: task failed at 'no till', a.rs:7" }],
    [
      'Datadog',
      'SIGTRAP (#5): Application crash: SIGTRAP (Trace) \n',
      { exception: { signal: 'SIGTRAP', message: 'Application crash: SIGTRAP (Trace)' } },
    ],
    [
      'Rust, old, with a line below',
      "thread 'main' panicked at 'no till', a.rs:7:5\nnote: below\n",
      rust("thread 'main' panicked at 'no till', a.rs:7:5", 'no till'),
    ],
    [
      'Rust, old, of several lines',
      "thread 'main' (7) panicked at 'no till\n\n  and no cart', a.rs:7:5 \nnote: below\n",
      rust("thread 'main' (7) panicked at 'no till and no cart', a.rs:7:5", 'no till and no cart'),
    ],
    [
      'Rust, since 1.73',
      "x\nthread 'main' panicked at a.rs:7:5:\n no till \nnote",
      rust("thread 'main' panicked at a.rs:7:5:\n no till", 'no till'),
    ],
    [
      'Rust, words without a place',
      "thread 'main' panicked at no till \nnote\n",
      rust("thread 'main' panicked at no till \nnote", 'no till'),
    ],
    [
      'Rust, a place with nothing below',
      "thread 'main' panicked at a.rs:7:5:",
      rust("thread 'main' panicked at a.rs:7:5:", ''),
    ],
  ])('%s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

describe('words that no runtime wrote as its end', () => {
  test.each([
    ['a panic with no goroutines below', 'panic: no till\n'],
    ['a panic of Bun that goes on', 'panic(main thread): no till\noh no'],
    ['a signal without a place', '[signal SIGBUS: bus error code=0x2]'],
    ['an exception of the system’s own', 'Fatal Exception: NSRangeException: no till\n'],
    ['a name that is no error', 'Fatal Exception: Till: no till\n'],
    ['a failed check as an error alone', '[ERROR:till.cc(7)] Check failed: till'],
    ['a thread without a number', 'thread x panic: no till'],
    ['a signal in words', 'Signal six was raised'],
    ['a reason too far below', `ANR in com.till\n${'x\n'.repeat(5)}Reason: no answer\n`],
  ])('%s', (_, text) => {
    expect(said(text)).toBeUndefined()
  })
})
