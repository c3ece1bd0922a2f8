/** Sentences of the runtimes of languages, part by part: each part that may be absent, and sentences that only sound so. */
import { describe, expect, test } from 'vitest'
import { CRASHLYTICS_HEADING } from '../../../../src/core/model/ended-words.ts'
import { fieldTexts, runtimes } from '../../../../src/core/messages/labels.ts'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { runtimeRules } from '../../../../src/core/reports/text/runtime-rules.ts'
import { amongLines, asCases, behindMarks, EXCEPTIONS, saidBy, type SaidRow } from './said-by.ts'

const said = (text: string): readonly Said[] => saidBy(runtimeRules, text)
const sentence = (line: string): Said => ({ info: line, exception: { reason: line } })
const line = (words: string, before = '', behind = ''): SaidRow => [`${before}${words}${behind}`, sentence(words)]
const hang = (reason: string, process?: string): Said => ({
  kind: 'hang',
  info: reason,
  ...(process !== undefined && { header: { process } }),
  exception: { reason },
})
const thrown = (info: string | undefined, type: string, name: string | undefined, reason?: string): Said => ({
  ...(info !== undefined && { info }),
  exception: { type, ...(name !== undefined && { name }), ...(reason !== undefined && { reason }) },
})

const DOTNET = ['System.Exception', 'Till.A.LostException', 'Till1.Harbor_2.X.IOException']

const rows: readonly SaidRow[] = [
  ['x panic(main thread 12): n\noh no: Bun has crashed', sentence('n')],
  ['panic: no till\noh no: Bun has crashed', sentence('no till')],
  ['# Fatal error in \n# n', sentence('n')],
  ['#\n# Fatal error in , line 0\n12345678 # no till \t', sentence('no till')],
  ...[
    'SIGSEGV: segmentation violation code=0x1',
    'SIGBUS',
    '0xb',
    '0x6: code=0x1',
    '0x0b code=0x1',
    '0xA'.toLowerCase(),
  ].flatMap((head) =>
    ['0x0', '0x18', '0xc000abcdef'].map((at): SaidRow => {
      const words = `signal ${head} addr=${at} pc=0x1a2b`
      const numbers: Readonly<Record<string, string>> = {
        '0xb': 'SIGSEGV',
        '0x6': 'SIGABRT',
        '0x0b': 'SIGSEGV',
        '0xa': 'SIGBUS',
      }
      const name = head.replace(/[: ].*/, '')
      return [`x [${words}] y`, { exception: { signal: numbers[name] ?? name, message: words, address: BigInt(at) } }]
    }),
  ),
  ...['goroutine 1 [running]:', 'runtime stack:'].flatMap((below): readonly SaidRow[] => [
    [`x panic: n\n${below}`, sentence('panic: n')],
    [`fatal error: no till \n\n${'x'.repeat(1900)}\n${below}`, sentence('fatal error: no till')],
  ]),
  ['panic: n\n[signal x', sentence('panic: n')],
  line('Fatal JavaScript exception - application has been terminated.', 'x ', ' y'),
  ...DOTNET.flatMap((name): readonly SaidRow[] => [
    [
      `x Unhandled exception. ${name}: no till \t`,
      thrown(`Unhandled exception. ${name}: no till`, '.NET exception', name, 'no till'),
    ],
    [
      `Unhandled exception. ${name} (0x80aBcDeF): n`,
      thrown(`Unhandled exception. ${name} (0x80aBcDeF): n`, '.NET exception', name, 'n'),
    ],
    [`F/mono: [${name}]: no till \t`, thrown(undefined, '.NET exception', name, 'no till')],
    [`[${name}]: n`, thrown(undefined, '.NET exception', name, 'n')],
  ]),
  [
    'Observed a panic: "t" (runtime error: n)',
    {
      info: 'Observed a panic: "t" (runtime error: n)',
      exception: { type: fieldTexts.goPanic, reason: 'runtime error: n' },
    },
  ],
  [
    'x Observed a panic: "no till" (x)',
    { info: 'Observed a panic: "no till"', exception: { type: fieldTexts.goPanic, reason: 'no till' } },
  ],
  [
    'Observed a panic: runtime.e("n")',
    { info: 'Observed a panic: runtime.e("n"', exception: { type: fieldTexts.goPanic, reason: 'n' } },
  ],
  [
    'Observed a panic: "no till" (runtime error: no till) x',
    {
      info: 'Observed a panic: "no till" (runtime error: no till)',
      exception: { type: fieldTexts.goPanic, reason: 'runtime error: no till' },
    },
  ],
  [
    'Observed a panic: runtime.tillError("no till")',
    {
      info: 'Observed a panic: runtime.tillError("no till"',
      exception: { type: fieldTexts.goPanic, reason: 'no till' },
    },
  ],
  // It went on, whatever stands below.
  [
    'Observed a panic: "no till"\ngoroutine 1',
    { info: 'Observed a panic: "no till"', exception: { type: fieldTexts.goPanic, reason: 'no till' } },
  ],
  ...['till.Lost', 'L', 'a.b_c.$X1'].flatMap((name): readonly SaidRow[] => [
    [`x Uncaught Kotlin exception: ${name}`, thrown(`Uncaught Kotlin exception: ${name}`, 'Kotlin exception', name)],
    [
      `Uncaught Kotlin exception: ${name}: no till \t`,
      thrown(`Uncaught Kotlin exception: ${name}: no till`, 'Kotlin exception', name, 'no till'),
    ],
    [
      `Uncaught Kotlin exception: ${name}: n`,
      thrown(`Uncaught Kotlin exception: ${name}: n`, 'Kotlin exception', name, 'n'),
    ],
  ]),
  ...[' ', '\n', ' \n '].map((blank): SaidRow => [
    `x Objective-C exception thrown.${blank}Name: NSTill_1${blank}Reason: no till \t`,
    thrown(
      `Objective-C exception thrown.${blank}Name: NSTill_1${blank}Reason: no till`,
      '.NET exception',
      'NSTill_1',
      'no till',
    ),
  ]),
  [
    'Objective-C exception thrown. Name: N Reason: n',
    thrown('Objective-C exception thrown. Name: N Reason: n', '.NET exception', 'N', 'n'),
  ],
  ...['bin', 'lib', 'platform', 'vm'].flatMap((part) => [
    line(`runtime/${part}/a/till_x.cc: 1234567: error: no till`, '[x] ../', ' '),
    line(`runtime/${part}/t.h: 7: error: n`),
  ]),
  ...['Signal 11 was raised', 'Signal 6 was raised'].map((words): SaidRow => [
    `x ${words}.`,
    { info: words, exception: { signal: words.includes('6') ? 'SIGABRT' : 'SIGSEGV', message: words } },
  ]),
  line('thread 12345 panic: no till', 'x ', ' \t'),
  line('thread 1 panic: n'),
  line('Error: unhandled exception: n', 'x '),
  line('Error: unhandled exception: no till [Lost]', '', ' '),
  ...[
    '[ERROR:flutter/a_1/dart_vm_initializer.cc(41)] Unhandled Exception: ',
    '[VERBOSE-2:dart.cc:7] Unhandled exception: ',
    '[ERROR:lib/dart_ui.cc(1234)]Unhandled Exception:\n',
    '[ERROR:dart_x.cc(7)]Unhandled Exception:',
  ].flatMap((head) =>
    ['n', 'no till'].map((reason): SaidRow => [
      `x ${head}${reason} \t`,
      thrown(`${head}${reason}`, 'Dart exception', undefined, reason),
    ]),
  ),
  ...['[FATAL:till.cc(7)] ', '[VERBOSE-3:t]', '[FATAL:a b:7] '].flatMap((head) => [
    line('Check failed: n', head),
    line('Check failed: no till. ok', `x ${head}`, ' \t'),
  ]),
  ...["thread 'main'", "task ''", "thread 'till 1' (1234)", "task 't' (7)"].map((who) =>
    line(`${who} has overflowed its stack`, 'x ', ' y'),
  ),
  line('fatal runtime error: n'),
  ['x fatal runtime error: \t no till: \t x \t', sentence('fatal runtime error: no till: x')],
  ["x rust: task failed at 'n', t:1234 5", { info: "rust: task failed at 'n', t:1234" }],
  ["rust: task failed at 'no till', /a/b.rs:7", { info: "rust: task failed at 'no till', /a/b.rs:7" }],
  ...['SIGTRAP (#5)', 'SIGSEGV (#11)', 'SIGBUS (#123)'].flatMap((head) =>
    ['n', 'no till'].map((words): SaidRow => [
      `x ${head}: Application crash: ${words} \t`,
      { exception: { signal: head.replace(/ .*/, ''), message: `Application crash: ${words}` } },
    ]),
  ),
]

describe('each part', () => {
  test.each(asCases(rows))('%j', (text, expected) => {
    for (const whole of amongLines(text).filter((one) => one !== `${text}\nOther words` || !one.includes('Bun')))
      expect(said(whole)).toEqual(expected)
  })
})

describe('Crashlytics', () => {
  const names = [
    'TillError',
    'io.flutter.plugins.X_1Exception',
    'E1Impl',
    '(anonymous namespace)::Till$Error',
    'kotlin.Error',
  ]
  const exception = (name: string, isFatal: boolean, reason?: string): Said => ({
    exception: {
      ...(isFatal ? { message: CRASHLYTICS_HEADING } : { type: runtimes.other }),
      name,
      ...(reason !== undefined && { reason }),
    },
  })
  test.each(names)('%s', (name) => {
    for (const [head, isFatal] of [
      ['Fatal', true],
      ['fatal', true],
      ['Non-fatal', false],
      ['Non-Fatal', false],
    ] as const) {
      const start = `${head} Exception: ${name}`
      expect(said(start)).toEqual([exception(name, isFatal)])
      expect(said(`x ${start}: n`)).toEqual([exception(name, isFatal, 'n')])
      expect(said(`${start}: \t no till \t\n7`)).toEqual([exception(name, isFatal, 'no till')])
      expect(said(`${start}: no till, js engine: hermes, stack:\nx`)).toEqual([exception(name, isFatal, 'no till')])
      expect(said(`${start}\nno till`)).toEqual([exception(name, isFatal)])
      expect(said(`${start} no till`)).toEqual([exception(name, isFatal)])
    }
    expect(said(`Fatal Exception: ${name}s: n`)).toEqual([])
  })

  test('Flutter, whose reason is in the next line or further below', () => {
    const name = 'FlutterError'
    for (const blank of ['\n', '\n\n ', ' '])
      for (const reason of ['n', 'no till', 'till (x)'.replace(' ', '')])
        expect(said(`Fatal Exception: ${name}${blank}${reason} \t`)).toEqual([exception(name, true, reason)])
    // Rows follow.
    for (const row of ['0  Till 0x1', '#0 f', 'f (t.dart:7)', 'till_open (t.dart:7)'])
      expect(said(`Fatal Exception: ${name}\n${row}`)).toEqual([exception(name, true)])
    for (const list of ['FlutterError - n', 'FlutterError - no till \t'])
      for (const text of [`${list}\nFatal Exception: ${name}\n#0 f`, `Fatal Exception: ${name}\n#0 f\n${list}\nx`])
        expect(said(text)).toEqual([exception(name, true, list.slice(15).trim())])
    expect(said(`Fatal Exception: ${name}\n#0 f\nx FlutterError - n`)).toEqual([exception(name, true)])
  })

  test('names of the system’s own are of another reader', () => {
    for (const name of EXCEPTIONS) expect(said(`Fatal Exception: ${name}: no till`)).toEqual([])
    expect(said('Fatal Exception: NSTillError: no till')).toEqual([exception('NSTillError', true, 'no till')])
    expect(said('Fatal Exception: 1Error: no till')).toEqual([])
    expect(said('Fatal Exception: Error: no till')).toEqual([])
  })
})

describe('a main thread of Android that does not go on', () => {
  test.each(['com.till', 'Ab', 'com.a_1.B2'])('%s', (process) => {
    for (const where of ['', ' (com.till/.Main)', ' (x)', ' \t\r'])
      for (const count of [0, 1, 2, 4, 5]) {
        const below = Array.from({ length: count }, (_, at) => `E/x: PID ${at}\n`).join('')
        for (const head of ['', 'E ActivityManager: '])
          for (const reason of ['n', 'Input dispatching to x']) {
            const text = `ANR in ${process}${where}\n${below}${head}Reason: ${reason} \t\nLoad: 0`
            expect(said(text)).toEqual(count > 4 ? [] : [hang(reason, process)])
          }
      }
  })

  const words = 'Input dispatching timed out'
  const full = `${words} (no focus)`
  test.each(['', 'ANR ', 'ANR: ', 'ANR:\t  ', 'Reason: '])('%j before the words', (head) => {
    for (const marks of ['', '>', '## ', '`', '* `', '\n \t']) {
      expect(said(`${marks}${head}${full} \t\nx`)).toEqual([hang(full)])
      expect(said(`Words\n${marks}${head}${words}`)).toEqual([hang(words)])
    }
    expect(said(`Words ${head}${full}`)).toEqual([])
  })

  test('the heading of a page, above the sentence itself', () => {
    for (const between of ['', '\n', 'x\n', 'some words\nmore words\n'])
      for (const indent of ['', '  ', 'Reason: '])
        expect(said(`${words} \t\n${between}${indent}${full}`)).toEqual([hang(full)].slice(0, 1))
    expect(said(`${words}\na\nb\nc\n${full}`)).toEqual([hang(words)])
    expect(said(`${words}\n${words}`)).toEqual([hang(words)])
    expect(said(`${words} x\n${full}`)).toEqual([hang(`${words} x`)])
    expect(said(`${words}s`)).toEqual([])
  })
})

describe('Rust', () => {
  const rust = (info: string, reason: string): Said => ({ info, exception: { type: 'Rust panic', reason } })
  test.each(["thread 'main'", "thread ''", "thread 'till 1' (1234)", "thread '<unnamed>' (7)"])('%s', (who) => {
    const head = `${who} panicked at `
    for (const place of ['a.rs:7:5', '/b/till.rs:1234:12'])
      for (const message of ['n', 'no till', "it's no till"]) {
        expect(said(`x ${head}${place}:\n${message} \t\nnote`)).toEqual([rust(`${head}${place}:\n${message}`, message)])
        for (const text of [`x ${head}'${message}', ${place}`, `x ${head}'${message}', ${place} \t\nnote: x`])
          expect(said(text)).toEqual([rust(`${head}'${message}', ${place}`, message)])
        expect(said(`${head}'${message}': ${place.replace(/:\d+$/, '')}`)).toEqual([
          rust(`${head}'${message}': ${place.replace(/:\d+$/, '')}`, message),
        ])
        for (const between of ['\n', '\n\n \t', ' \n  more\n'])
          for (const end of ['', ' \t', '\nnote', '\r\nx']) {
            const whole = `${message}${between}words`
            const joined = whole
              .split('\n')
              .map((one) => one.trim())
              .filter((one) => one !== '')
              .join(' ')
            expect(said(`x ${head}'${whole}', ${place}${end}`)).toEqual([rust(`${head}'${joined}', ${place}`, joined)])
          }
      }
    expect(said(`${head}n\n${head}'no\ntill', a.rs:7:5`)).toEqual([rust(`${head}n\n${head}'no`, 'n')])
    expect(said(`${head}no till`)).toEqual([rust(`${head}no till`, 'no till')])
    expect(said(`${head}'no till' x\nnote`)).toEqual([rust(`${head}'no till' x\nnote`, "'no till' x")])
    expect(said(`${head}a.rs:7:\nno till`)).toEqual([rust(`${head}a.rs:7:\nno till`, 'a.rs:7:')])
    expect(said(`${head}a.rs:7:5: x\nno till`)).toEqual([rust(`${head}a.rs:7:5: x\nno till`, 'a.rs:7:5: x')])
    expect(said(`${head}x 'no till', a.rs:7:5\nx`)).toEqual([
      rust(`${head}x 'no till', a.rs:7:5\nx`, "x 'no till', a.rs:7:5"),
    ])
    expect(said(`${head}'no till', a.rs:7:5 x\ny`)).toEqual([
      rust(`${head}'no till', a.rs:7:5 x\ny`, "'no till', a.rs:7:5 x"),
    ])
  })
})

describe('near sentences', () => {
  test.each([
    'panic(main-thread): n\noh no: Bun has crashed',
    'panic: n\n\noh no: Bun has crashed',
    '# Fatal error in x\nno till',
    '# Fatal error in x\n# ',
    `# Fatal error in x\n${'x'.repeat(21)}# n`,
    '[signal SIGX: addr=0x1 pc=0x2]',
    '[signal SIGBUS: addr=0x1]',
    `panic: n\n${'x'.repeat(2001)}\ngoroutine 1`,
    'panic: n\ngoroutine x',
    'panic: n\nwords goroutine 1',
    'panic:\ngoroutine 1',
    'Observed a fatal error',
    'Unhandled exception. TillException: n',
    'Unhandled exception. till.LostException: n',
    'Unhandled exception. Till.LostException (0x1): n',
    'Unhandled exception. Till.LostException',
    'x] [Till.LostException]: n',
    '[TillException]: n',
    '[till.LostException]: n',
    'Observed a panic: no till',
    'Uncaught Kotlin exception: ',
    'Objective-C exception thrown. Reason: n',
    'ANR in 7\nReason: n',
    'ANR in com.till x\nReason: n',
    'ANR in com.till Reason: n',
    'runtime/till/x.cc: 7: error: n',
    'runtime/vm/x.c: 7: error: n',
    'runtime/vm/x.cc: x: error: n',
    'xruntime/vm/x.cc: 7: error: n',
    'Signal 123 was raised',
    'Error: unhandled exception:',
    '[ERROR:till.cc(7)] Unhandled Exception: n',
    '[WARNING:dart.cc(7)] Unhandled Exception: n',
    '[ERROR:till.cc(7)] Check failed: n',
    '[FATAL:] Check failed: n',
    'thread main has overflowed its stack',
    "thread 'main' (x) has overflowed its stack",
    'fatal runtime error:',
    "rust: task failed at '', a.rs:7",
    "rust: task failed at 'n', a.rs",
    'SIGTRAP (5): Application crash: n',
    'SIGT1 (#5): Application crash: n',
    "thread main panicked at 'n', a.rs:7:5",
  ])('%j', (text) => {
    expect(said(text)).toEqual([])
  })

  test('a quote is no beginning of .NET’s line in Android’s log', () => {
    for (const text of behindMarks('[Till.LostException]: n')) expect(said(text)).toHaveLength(1)
    expect(said('x\n[y] [Till.LostException]: n')).toEqual([])
    expect(said(`${'x'.repeat(201)}[Till.LostException]: n`)).toEqual([])
  })
})
