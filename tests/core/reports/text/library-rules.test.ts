/** Sentences of libraries, of Xcode and of engines, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { libraryRules } from '../../../../src/core/reports/text/library-rules.ts'
import { amongLines, asCases, behindMarks, EXCEPTIONS, saidBy, type SaidRow } from './said-by.ts'

const sentence = (line: string): Said => ({ info: line, exception: { reason: line } })
const said = (text: string): readonly Said[] => saidBy(libraryRules, text)
const line = (words: string, before = '', behind = ''): SaidRow => [`${before}${words}${behind}`, sentence(words)]

/** At the beginning of a line, also behind quotes. */
const beginLines: readonly SaidRow[] = [
  // assert of macOS and of glibc.
  line('Assertion failed: (till != NULL), function open_till, file /a b/till.c, line 1234567.', '', ' x'),
  line('Assertion failed: (0), function f, file t, line 7'),
  line("Till: till.c:1234567: int open_till(int): Assertion `till != 0' failed.", '', ' Aborted'),
  line('/a/till.c:7: f: Assertion ‘t’ failed.'),
  line("t: t:7: f: Assertion 't' failed."),
  ...EXCEPTIONS.flatMap((name): readonly SaidRow[] => [
    [
      `UNCAUGHT EXCEPTION (${name}): no till \t`,
      {
        info: `UNCAUGHT EXCEPTION (${name}): no till`,
        exception: { type: 'NSException', name, message: 'UNCAUGHT EXCEPTION', reason: 'no till' },
      },
    ],
    [
      `UNCAUGHT EXCEPTION (${name}): n`,
      {
        info: `UNCAUGHT EXCEPTION (${name}): n`,
        exception: { type: 'NSException', name, message: 'UNCAUGHT EXCEPTION', reason: 'n' },
      },
    ],
  ]),
  ...['NSException', 'NSRangeException'].flatMap((name): readonly SaidRow[] => [
    [`${name} : no till \t`, { exception: { type: 'NSException', name, reason: 'no till' } }],
    [`${name} : n`, { exception: { type: 'NSException', name, reason: 'n' } }],
  ]),
  // Xcode's banner.
  ...['-[Till open]: unrecognized selector', '*** -[NSArray objectAtIndex:]: index 7', '+[Till new] "failed"'].flatMap(
    (reason) =>
      ['Thread 1', 'Thread 123456'].flatMap((thread) =>
        ['', ' \t', '\r'].map((end): SaidRow => [
          `${thread}: "${reason}"${end}${end === '\r' ? '\n' : ''}`,
          { kind: 'call-stacks', exception: { reason } },
        ]),
      ),
  ),
]

describe('at the beginning of a line', () => {
  test.each(asCases(beginLines))('%j', (text, expected) => {
    for (const whole of [...amongLines(text), ...behindMarks(text)].flatMap((one) => [one, `Words\n${one}`]))
      expect(said(whole)).toEqual(expected)
    expect(said(`Words ${text}`)).toEqual([])
  })

  test('in tables and in code', () => {
    const words = 'Assertion failed: (t), function f, file t, line 7'
    for (const marks of ['| ', '* ', '|>*\t ']) expect(said(marks + words)).toEqual([sentence(words)])
    const linux = "t.c:7: f: Assertion `t' failed."
    for (const marks of ['`', '``` ', '| `', '*\t']) expect(said(marks + linux)).toEqual([sentence(linux)])
  })
})

const malloc = (words: string, process?: string, pid?: number): object => ({
  info: `malloc: *** ${words}`,
  ...(process !== undefined && { header: { process, pid } }),
})

const thrown = (info: string, name: string, reason: string, message?: string): Said => ({
  info,
  exception: { type: 'NSException', name, reason, ...(message !== undefined && { message }) },
})

/** In any place of a line. */
const inLines: readonly SaidRow[] = [
  ...['Got a SIGSEGV', 'Got an SIGILL', 'Got a SIGABRT'].flatMap((head) =>
    ['', '. Till', ' x \t'].map((end): SaidRow => [
      `x ${head} while executing native code${end}`,
      { info: `${head} while executing native code${end.trimEnd()}`, exception: { signal: head.replace(/^.* /, '') } },
    ]),
  ),
  // malloc, of several versions.
  [
    'Till+x.a-b(1234,0x7fff7e1d5310) malloc: *** mach_vm_map(size=8192000000) failed (error code=3)',
    malloc('mach_vm_map(size=8192000000) failed (error code=3)', 'Till+x.a-b', 1234),
  ],
  ['T(7) malloc: *** mmap(size=1) failed (error code=-12)', malloc('mmap(size=1) failed (error code=-12)', 'T', 7)],
  ['T(7,0x1) vm_allocate(size=12) failed', malloc('vm_allocate(size=12) failed', 'T', 7)],
  ['malloc: vm_allocate(size=12) failed (x)', malloc('vm_allocate(size=12) failed')],
  ['*** mmap(size=12) failed', malloc('mmap(size=12) failed')],
  ['T() malloc: *** mmap(size=12) failed', malloc('mmap(size=12) failed')],
  // Valgrind.
  [
    '==12345== Process terminating with default action of signal 11 (SIGSEGV): dumping core\n==12345==  Access not within mapped region at address 0x10\n==1== x',
    {
      info: 'Process terminating with default action of signal 11 (SIGSEGV): dumping core\nAccess not within mapped region at address 0x10',
      exception: { signal: 'SIGSEGV', message: 'Access not within mapped region', address: 0x10n },
    },
  ],
  [
    'Process terminating with default action of signal 7 (SIGBUS)\r\n> | ==7==\tBad permissions for mapped region at address 0xABcd12',
    {
      info: 'Process terminating with default action of signal 7 (SIGBUS)\nBad permissions for mapped region at address 0xABcd12',
      exception: { signal: 'SIGBUS', message: 'Bad permissions for mapped region', address: 0xabcd12n },
    },
  ],
  [
    'Process terminating with default action of signal 6 (SIGABRT)\nAccess not within mapped region at address 0x7',
    {
      info: 'Process terminating with default action of signal 6 (SIGABRT)\nAccess not within mapped region at address 0x7',
      exception: { signal: 'SIGABRT', message: 'Access not within mapped region', address: 7n },
    },
  ],
  [
    '==7== Process terminating with default action of signal 6 (SIGABRT)',
    {
      info: 'Process terminating with default action of signal 6 (SIGABRT)',
      exception: { signal: 'SIGABRT' },
    },
  ],
  // libraries of the system
  ...['BUG IN CLIENT OF LIBDISPATCH: no till', 'BUG IN CLIENT OF X9: n', 'BUG IN CLIENT OF LIB_X: n'].map(
    (words): SaidRow => [`x ${words} \t`, { info: words }],
  ),
  [
    'x objc[1234]: +[Till initialize] may have been in progress in another thread when fork() was called. We cannot. Crashing instead. Set a breakpoint. ',
    {
      ...sentence(
        'objc[1234]: +[Till initialize] may have been in progress in another thread when fork() was called. We cannot. Crashing instead. Set a breakpoint.',
      ),
      header: { pid: 1234 },
    },
    {},
  ],
  [
    'objc[7]: +[T initialize] may have been in progress in another thread when fork() was called.Crashing instead.',
    {
      ...sentence(
        'objc[7]: +[T initialize] may have been in progress in another thread when fork() was called.Crashing instead.',
      ),
      header: { pid: 7 },
    },
    {},
  ],
  line('Ran out of trampolines of type 2', 'x ', ' '),
  line('Ran out of trampolines of type 12 in till (128)', 'x '),
  ['objc[1234]: Class Till is in both', {}],
  ['objc: Class Till is in both', {}],
  // Xamarin.
  ...['MonoTouch', 'ObjC'].flatMap((kind): readonly SaidRow[] => {
    const head = `Foundation.${kind}Exception: Objective-C exception thrown.`
    return [
      [
        `Unhandled Exception: ${head} Name: NSRangeException Reason: no till \t`,
        thrown(
          `Unhandled Exception: ${head} Name: NSRangeException Reason: no till`,
          'NSRangeException',
          'no till',
          'Unhandled Exception',
        ),
      ],
      [
        `x Unhandled Exception: \n ${head}  Name: N Reason: r`,
        thrown(`Unhandled Exception: ${head} Name: N Reason: r`, 'N', 'r', 'Unhandled Exception'),
      ],
      [`x ${head}\n Name: N Reason: r`, thrown(`${head} Name: N Reason: r`, 'N', 'r')],
    ]
  }),
  // Godot.
  [
    'handle_crash: Program crashed with signal 11\nEngine version: Godot Engine v4.2 (abc) \nx',
    {
      info: 'Program crashed with signal 11\nEngine version: Godot Engine v4.2 (abc)',
      exception: { signal: 'SIGSEGV', message: 'Program crashed with signal 11' },
    },
  ],
  [
    'x handle_crash: Program crashed with signal 4\r\n> Engine version: n',
    {
      info: 'Program crashed with signal 4\nEngine version: n',
      exception: { signal: 'SIGILL', message: 'Program crashed with signal 4' },
    },
  ],
  [
    'handle_crash: Program crashed with signal 6',
    {
      info: 'Program crashed with signal 6',
      exception: { signal: 'SIGABRT', message: 'Program crashed with signal 6' },
    },
  ],
  // Mono.
  ...["`till' not met", '‘t > 0’ not met', "'t' not met"].flatMap((end): readonly SaidRow[] => [
    line(`Assertion at ../a/till.c:1234567, condition ${end}`, '* ', ', x'),
    line(`Assertion at t:7, condition ${end}`, '* '),
  ]),
  // AppKit.
  [
    'x An uncaught exception was raised\n*** -[T open] no till \nx',
    { info: 'An uncaught exception was raised\n*** -[T open] no till' },
  ],
  [
    'An uncaught exception was raised \t\r\n2026-01-02 Till[7:8] *** +[NSArray x]: n',
    { info: 'An uncaught exception was raised\n*** +[NSArray x]: n' },
  ],
  // What runs tests.
  [
    'Restarting after unexpected exit, crash, or test timeout in Till.open(); summary will',
    { info: 'Restarting after unexpected exit, crash, or test timeout in Till.open()' },
  ],
  ['x Restarting after unexpected exit or crash', { info: 'Restarting after unexpected exit or crash' }],
  ['x Restarting after unexpected exit or crash in T \n', { info: 'Restarting after unexpected exit or crash in T' }],
  [
    'Early unexpected exit, operation never finished bootstrapping - no restart. (Underlying Error: Test runner exited before starting test execution.)',
    {
      info: 'Early unexpected exit, operation never finished bootstrapping\nTest runner exited before starting test execution',
    },
  ],
  [
    'x Early unexpected exit, operation never finished bootstrapping Test runner exited before starting test execution',
    {
      info: 'Early unexpected exit, operation never finished bootstrapping\nTest runner exited before starting test execution',
    },
  ],
  [
    'Early unexpected exit, operation never finished bootstrapping.',
    { info: 'Early unexpected exit, operation never finished bootstrapping' },
  ],
]

describe('in any place of a line', () => {
  test.each(asCases(inLines))('%j', (text, expected) => {
    for (const whole of amongLines(text)) expect(said(whole)).toEqual(expected)
  })

  test('libobjc, where it ends the program', () => {
    for (const head of ['objc[1234]', 'objc[7]', 'objc'])
      for (const end of ['', '” x', '" x'])
        expect(said(`${head}: no till \t${end}\n3 libobjc _objc_fatalv`)).toEqual([sentence(`${head}: no till`)])
    expect(said('objc[7]: no till\nx_objc_fatal')).toEqual([{}])
  })
})

describe('failed checks of Metal', () => {
  const heads = [
    '-[MTLTill open:at:]:1234567: failed assertion',
    '+[T x]:7: failed assertion',
    'MTLReportFailure:7: failed assertion',
    '_t:1: failed assertion',
  ]
  const checks = ["`no till'", '‘no till’', "'n'", "`no till\nno harbor' \t", "`it's no till'\r"]
  test.each(heads)('%s', (head) => {
    for (const check of checks)
      for (const text of [`${head} ${check}`, `x ${head} ${check}\nOther words`]) {
        const line = `${head} ${check}`.trimEnd()
        expect(said(text)).toEqual([{ info: line }])
        for (const end of ['exit code 134', 'Abort trap: 6', '(SIGABRT)'])
          expect(said(`${text}\n${end}\n`)).toEqual([sentence(line)])
        for (const end of ['exit code 1340', 'Abort trap: 60', 'SIGABRTS'])
          expect(said(`${text}\n${end}\n`)).toEqual([{ info: line }])
      }
    // Not closed.
    expect(said(`${head} \`no till\nx`)).toEqual([{ info: `${head} \`no till` }])
  })
})

describe('a page of a service', () => {
  test.each(EXCEPTIONS)('%s', (name) => {
    const without = { exception: { type: 'NSException', name } }
    for (const head of [
      'Exception Type: ',
      'Exception Type:',
      '**Exception Type:** `',
      '* **Exception Type**: ',
      '## Exception Type  ',
      '> Exception Type:\t`',
    ]) {
      expect(said(`${head}${name}`)).toEqual([without])
      expect(said(`Words\n${head}${name} x\nReason: no till`)).toEqual([without])
      expect(said(`Words ${head}${name}`)).toEqual([])
      for (const end of [' ', '` \t', ''])
        for (const label of ['Reason: ', 'Exception:', '**Message:** `', '* **Reason**:  ', '>\t# Message '])
          expect(said(`${head}${name}${end}\n${label}no till${label.includes('`') ? '`' : ' '}`)).toEqual([
            { exception: { ...without.exception, reason: 'no till' } },
          ])
    }
    expect(said(`Exception Type: ${name}s`)).toEqual([])
  })
})

describe('lines of a log', () => {
  const fatal = (at: number, words: string): string => `2026-01-02 03:04:05.678 FATAL [${at}] [Till@${at}]  ${words}`
  test('the last lines that a program calls fatal', () => {
    const lines = ['one', 'two words ', 'three', 'four'].map((words, at) => fatal(at * 1234, words))
    const shown = ['Till@0: one', 'Till@1234: two words', 'Till@2468: three', 'Till@3702: four']
    for (const count of [1, 2, 3, 4])
      expect(said(`x\n${lines.slice(0, count).join('\nwords\n')}\n`)).toEqual([
        { info: shown.slice(0, count).slice(-3).join('\n') },
      ])
    expect(said('03:04:05,678 FATAL\t \t[7] [t]\tn')).toEqual([{ info: 't: n' }])
    expect(said('03:04:05.678 FATAL [main] [t] n')).toEqual([{}])
    expect(said('03:04:05.678 ERROR [7] [t] n')).toEqual([])
    expect(said('03:04:05 FATAL [7] [t] n')).toEqual([])
  })

  test.each([1, 2, 3, 6, 7])('Geant4, %i lines', (count) => {
    const below = Array.from({ length: count }, (_, at) => `  word ${at} \t`)
    const head = '*** G4Exception : Till001'
    const end = '*** Fatal Exception *** core dump'
    const text = `x\n-------- ${head}\n${below.join('\n')}\n${end}\n---`
    const info = [head, ...below.map((row) => row.trim()), '*** Fatal Exception ***'].join('\n')
    expect(said(text)).toEqual(count > 6 ? [] : [{ info }])
    expect(said(text.replace('Exception :', 'Exception:').replace(end, `   ${end}`))).toEqual(
      count > 6 ? [] : [{ info: info.replace('Exception :', 'Exception:') }],
    )
  })
})

describe('near sentences', () => {
  test.each([
    'Assertion failed: till, function f, file t, line 7',
    'Assertion failed: (t), function f, file t, line x',
    "till.c:x: f: Assertion `t' failed.",
    "till.c:7: f: Assertion `t' failed",
    'UNCAUGHT EXCEPTION (NS): no till',
    'UNCAUGHT EXCEPTION (NSException):',
    'Got the SIGSEGV while executing native code',
    'Got a SIGSEGV while executing native codes',
    'mmap(size=x) failed',
    'Process terminating with default action of signal 11',
    '-[T open]:x: failed assertion `t',
    'T:7: failed assertion `t',
    '*** G4Exception : Till001\nno till\n* Words ***',
    'BUG IN CLIENT OF sqlite3: no till',
    'BUG IN CLIENT OF X: n',
    'Ran out of trampolines of type x',
    'Ran out of trampolines of type 123',
    'TillException : no till',
    'NSRangeException : ',
    'Thread 1: "no till"',
    'Thread 1: "-[till open]"',
    'Thread 1: "-[Till open]" x',
    'Foundation.TillException: Objective-C exception thrown. Name: N Reason: r',
    'handle_crash: Program crashed',
    "* Assertion at t:x, condition `t' not met",
    'An uncaught exception was raised\nno till',
    'An uncaught exception was raised *** -[T open] x',
    'Restarting after unexpected exit',
    'Early unexpected exit',
  ])('%j', (text) => {
    expect(said(text)).toEqual([])
  })
})
