/** Sentences of consoles, services and the linker, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import { CRASHLYTICS_HEADING } from '../../../../src/core/model/ended-words.ts'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { amongLines, asCases, behindMarks, EXCEPTIONS, saidByConsole as said, type SaidRow } from './said-by.ts'

const thrown = (name: string, reason?: string, message?: string): Said => ({
  exception: {
    type: 'NSException',
    name,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  },
})
const info = (words: string, before = '', behind = ''): SaidRow => [`${before}${words}${behind}`, { info: words }]
const dyld = (words: string, behind = ''): SaidRow => [
  `x ${words}${behind}`,
  { termination: { namespace: 'DYLD', reasons: [words] } },
]

describe('names of exceptions', () => {
  test.each(EXCEPTIONS)('%s', (name) => {
    const reasons = ['n', 'no till: 7']
    for (const reason of reasons) {
      // The message without its beginning.
      for (const start of [`'${name}', reason: '${reason}`, ...behindMarks(`'${name}', reason: '${reason}`)])
        for (const end of ['', "'", "' \t", ' \t'])
          for (const text of [`${start}${end}`, `Words\n${start}${end}\nmore`])
            expect(said(text)).toEqual([thrown(name, reason)])
      expect(said(`Words '${name}', reason: '${reason}'`)).toEqual([])
      // Crashlytics.
      for (const between of [' ', ': ', ':\t : ', '\n', ':\r\n> ', ' \n\t '])
        expect(said(`x Fatal Exception: ${name}${between}${reason} \t\nmore`)).toEqual([
          thrown(name, reason, CRASHLYTICS_HEADING),
        ])
      // Sentry.
      for (const start of [`${name}: ${reason} \t`, ...behindMarks(`${name}: ${reason}`)])
        for (const row of [' t.swift, in f', '> \tTill open, in x'])
          for (const text of [`${start}\n${row}`, `Words\n${start}\n${row}\nmore`])
            expect(said(text)).toEqual([{ kind: 'call-stacks', ...thrown(name, reason) }])
      for (const text of [
        `x ${name}: ${reason}\n t, in f`,
        `${name}: ${reason}\nt, in f`,
        `${name}: ${reason}\n t, in `,
      ])
        expect(said(text)).toEqual([])
      // Bugsnag.
      for (const place of ['f', '-[Till open]'])
        for (const between of ['\n', ' \t\n', '\n\n\n'])
          expect(said(`x **${name}** in **${place}**${between}${reason} \t\nmore`)).toEqual([thrown(name, reason)])
      // Cr4shed.
      for (const between of ['\n', ' \t\n', '\n> \t'])
        expect(said(`x Exception type: ${name}${between}Reason: ${reason} \t\nmore`)).toEqual([thrown(name, reason)])
    }
    for (const row of ['0 Till', '12\tTill', '#1 Till']) expect(said(`Fatal Exception: ${name}\n${row}`)).toEqual([])
    for (const row of ['1234 Till', '0x1', '#Till', '7'])
      expect(said(`Fatal Exception: ${name}\n${row}`)).toEqual([thrown(name, row, CRASHLYTICS_HEADING)])
    expect(said(`Fatal Exception: ${name}`)).toEqual([])
    expect(said(`Fatal Exception: ${name}: >`)).toEqual([])
    for (const between of ['\n', '\n\n', ' ', ' \n\t'])
      expect(said(`### Reason ###${between}${name} x`)).toEqual([thrown(name)])
    expect(said(`### Reason ###\n${name}s`)).toEqual([])
  })

  test('App Center, a signal', () => {
    for (const signal of ['SIGABRT', 'SIGBUS'])
      expect(said(`x\n### Reason ###\n${signal}\n`)).toEqual([{ exception: { signal } }])
    expect(said('### Reason ###\nSIGX')).toEqual([])
    expect(said('### Reason ###\nTillException')).toEqual([])
  })

  test('Cr4shed, any name', () => {
    expect(said('Exception type: T1Exception\nReason: n')).toEqual([thrown('T1Exception', 'n')])
    expect(said('Exception type: tillException\nReason: n')).toEqual([])
    expect(said('Exception type: TillException\n\nReason: n')).toEqual([])
  })

  test('an exception that nothing caught, whole or cut', () => {
    const cut = (name: string): Said => ({
      ...thrown(name),
      info: `*** Terminating app due to uncaught exception '${name}`,
    })
    for (const words of ['Terminating app due', 'Terminating  app\n due']) {
      const text = `*** ${words} to uncaught exception 'NSRangeException', reason: 'no till'\n*** First throw call stack:`
      expect(said(text)).toEqual([
        {
          ...thrown('NSRangeException', 'no till'),
          info: "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'no till'",
        },
      ])
    }
    expect(said("*** Terminating app due to uncaught exception 'NSRangeException")).toEqual([cut('NSRangeException')])
    expect(said('Terminating app due to no till')).toEqual([{}])
    expect(said('Terminating apps due to no till')).toEqual([])
  })
})

const linked = (text: string, words: string): SaidRow => [text, { info: words }]

const rows: readonly SaidRow[] = [
  ...['cannot load', 'could not load', 'terminating because', 'malformed mach-o', 'malformed mach-o:'].flatMap(
    (words) => [dyld(`dyld: ${words} n`), dyld(`dyld[1234]: ${words} till 'x'`, ' \t'), dyld(`dyld[7]: ${words} till`)],
  ),
  [
    'Debug info from gdbx: dyld: cannot load n',
    { termination: { namespace: 'DYLD', reasons: ['dyld: cannot load n'] } },
  ],
  info('error: [t] exit abnormally - Report the problem.', 'x ', ' y'),
  info('error: [/a b/till] exit abnormally - Report the problem.'),
  info('rosetta error: n', 'x ', ' \t'),
  info('rosetta error: no till: 7'),
  ...['dyld', 'dyld[7]', 'dyld[1234]'].flatMap((head) => [
    info(`${head}: dyld cache n`, 'x '),
    info(`${head}: dyld cache not loaded: till`, '', ' \t'),
  ]),
  linked(
    'x dyld: Library not loaded: @rpath/Till\n  Referenced from: /a/b\n  Reason: image not found\nmore',
    'dyld: Library not loaded: @rpath/Till\nReferenced from: /a/b\nReason: image not found',
  ),
  linked(
    'dyld[1234]: Symbol not found: _t\n> Referenced from: /a/b',
    'dyld[1234]: Symbol not found: _t\nReferenced from: /a/b',
  ),
  linked(
    'dyld[7]: lazy symbol binding failed: Symbol not found: _till',
    'dyld[7]: lazy symbol binding failed: Symbol not found: _till',
  ),
  linked(
    'dyld: lazy symbol binding failed: Symbol not found: _till',
    'dyld: lazy symbol binding failed: Symbol not found: _till',
  ),
  linked('x Symbol not found:   _till', 'Symbol not found: _till'),
  linked('x Library not loaded:\n @rpath/Till', 'Library not loaded: @rpath/Till'),
  linked('x Library not loaded: \n \n @rpath/Till', 'Library not loaded: @rpath/Till'),
  linked('dlopen(t): Symbol not found: \n  _till', 'dlopen(t): Symbol not found: _till'),
  // The linker's answer to a program.
  ...[': ', ':    '].flatMap((blank) => [
    linked(
      `x dlopen(/a b/till, 7)${blank}Library not loaded: @rpath/T\n  Referenced from: /a`,
      'dlopen(/a b/till, 7): Library not loaded: @rpath/T\nReferenced from: /a',
    ),
    linked(`dlopen(t)${blank}Symbol not found:\n  _t`, 'dlopen(t): Symbol not found: _t'),
    linked(`dlopen(t)${blank}Symbol not found:_t`.replace(':_t', ': _t'), 'dlopen(t): Symbol not found: _t'),
    linked(`dlopen(t)${blank}no suitable image found.  Did find:`, 'dlopen(t): no suitable image found. Did find:'),
    linked(`dlopen(t)${blank}tried: '/a' (no such file)`, "dlopen(t): tried: '/a' (no such file)"),
    linked(`dlopen(t)${blank}image not found`, 'dlopen(t): image not found'),
  ]),
  // malloc and zombies.
  ...['malloc: *** ', 'malloc: \\*\\*\\* '].flatMap((stars): readonly SaidRow[] => {
    const error = 'error for object 0x7fAb: pointer was not allocated'.toLowerCase()
    const both = { info: `malloc: *** ${error}`, exception: { reason: `malloc: *** ${error}` } }
    return [
      [`Till+x.a-b(1234,0x7ff) ${stars}${error} \t`, { ...both, header: { process: 'Till+x.a-b', pid: 1234 } }],
      [`T(7,0x1) ${stars}${error}`, { ...both, header: { process: 'T', pid: 7 } }],
      [`x ${stars}${error}`, both],
      [`T(7) ${stars}${error}`, both],
    ]
  }),
  ...['*** -[Till open:]', '-[Till open:]', '[T x]', '*** [_t x:y:]', '** -[T x]'].flatMap((head) =>
    ['0x1', '0x60800abc'].map((at): SaidRow => {
      const line = `*** -${head.replace(/^[* -]+/, '')}: message sent to deallocated instance ${at}`
      return [`x ${head}: message sent to deallocated instance ${at}.`, { info: line, exception: { reason: line } }]
    }),
  ),
  [
    'Exception type: EXC_BAD_ACCESS (SIGSEGV)\nException subtype: KERN_INVALID_ADDRESS: 0x1f\nCulprit: Till.dylib \t',
    {
      exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', subtype: 'KERN_INVALID_ADDRESS at 0x1f', address: 0x1fn },
      info: 'Culprit: Till.dylib',
    },
    { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }, info: undefined },
  ],
  [
    'Exception type: EXC_CRASH (SIGBUS) \t\n> Exception subtype: K9\n\n> Culprit: n\nx Culprit: m',
    {
      exception: { type: 'EXC_CRASH', signal: 'SIGBUS', subtype: 'K9' },
      info: 'Culprit: n',
    },
    { exception: { type: 'EXC_CRASH', signal: 'SIGBUS' }, info: undefined },
  ],
  [
    'Exception type: EXC_CRASH (SIGABRT)\nException subtype: NONE_X\nx Culprit: m',
    {
      exception: { type: 'EXC_CRASH', signal: 'SIGABRT', subtype: 'NONE_X' },
      info: undefined,
    },
    { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' }, info: undefined },
  ],
  ...['Till', 'Harbor Till 2'].flatMap((process): readonly SaidRow[] => [
    [
      `x EXC_RESOURCE -> ${process}[1234] exceeded mem limit: InactiveHard 30 MB (fatal) \t`,
      {
        exception: { type: 'EXC_RESOURCE', message: 'exceeded mem limit: InactiveHard 30 MB (fatal)' },
        header: { process, pid: 1234 },
      },
    ],
    [
      `EXC_RESOURCE -> ${process}[7] exceeded mem limit: n`,
      {
        exception: { type: 'EXC_RESOURCE', message: 'exceeded mem limit: n' },
        header: { process, pid: 7 },
      },
    ],
    [
      `memorystatus: killing_specific_process pid 1234 [${process}] (x)\nmemorystatus: exceeded mem limit: Till 30 MB \t`,
      {
        exception: { reason: 'exceeded mem limit: Till 30 MB' },
        header: { process, pid: 1234 },
        info: `killing_specific_process pid 1234 [${process}]`,
      },
    ],
  ]),
  [
    'memorystatus: exceeded mem limit: n\nkilling_specific_process pid 7 [T]',
    {
      exception: { reason: 'exceeded mem limit: n' },
      header: { process: 'T', pid: 7 },
      info: 'killing_specific_process pid 7 [T]',
    },
  ],
  ['memorystatus: exceeded mem limit: n', { exception: { reason: 'exceeded mem limit: n' } }],
]

describe('in any place of a line', () => {
  test.each(asCases(rows))('%j', (text, expected) => {
    for (const whole of [text, `Other words\n${text}`, `${text}\n\nOther words`]) expect(said(whole)).toEqual(expected)
  })

  test('words that a mail breaks between any two', () => {
    const words =
      "This app has crashed because it attempted to access privacy-sensitive data without a usage description. The app's Info.plist must contain an NSTillUsageDescription key"
    const keys = ['a NSTill2UsageDescription', 'an com.apple.x', 'an com.apple.till-1.open_2']
    for (const line of [words, ...keys.map((key) => words.replace('an NSTillUsageDescription', key))]) {
      const expected = [{ termination: { reasons: [line] } }]
      for (const blank of [' ', '\n', '\n   '])
        expect(said(`x ${line.replace(/(?<=attempted to .*|attempted to) /g, blank)} with`)).toEqual(expected)
    }
    expect(said(words.replace('Info', 'Information'))).toEqual([])
  })

  test('R’s handler of signals', () => {
    const kinds = [
      ['segfault', 'SIGSEGV'],
      ['illegal operation', 'SIGILL'],
      ['bus error', 'SIGBUS'],
    ] as const
    for (const [kind, signal] of kinds)
      for (const [at, address] of [
        ['0x1f00', 0x1f00n],
        ['0x7', 7n],
        ['(nil)', undefined],
      ] as const)
        for (const cause of ["'memory not mapped'", '‘m’', '?memory not mapped?']) {
          const lines = [`*** caught ${kind} ***`, `address ${at}, cause ${cause}`, 'Traceback:', '1: till(7)']
          const exception = { signal, ...(address !== undefined && { address }) }
          const expected = (count: number): readonly object[] => [{ info: lines.slice(0, count).join('\n'), exception }]
          expect(said(` ${lines.slice(0, 2).join('\n')}`)).toEqual(expected(2))
          expect(said(`x ${lines.slice(0, 2).join('\n')}\n\nother`)).toEqual(expected(2))
          for (const [one, two] of [
            ['\n', '\n'],
            [' \t\r\n> \t', ' \r\n>\t\n\n> '],
            ['\n ', '\n\n \t'],
          ] as const)
            expect(said(`x ${lines[0]}${one}${lines[1]}${two}${lines[2]}${one}${lines[3]} \t\n 2: x`)).toEqual(
              expected(4),
            )
          expect(said(`${lines[0]}\n${lines[1]}\n\n\n\nTraceback:\n1: t`)).toEqual(expected(2))
          expect(said(`${lines[0]}\n\n${lines[1]}`)).toEqual([])
        }
  })

  test.each([23, 24, 25])('a message of the linker of %i lines', (count) => {
    const files = Array.from({ length: count - 1 }, (_, at) => `/a/till${at}: no such file`)
    const [info = ''] = said(['dyld: Library not loaded: x. Did find:', ...files].join('\n')).map((one) => one.info)
    expect(info.split('\n')).toHaveLength(Math.min(count, 24))
  })
})

describe('near sentences', () => {
  test.each([
    "'NSRangeException', reason: '",
    "'TillException', reason: 'n'",
    'Fatal Exception: TillException: no till',
    'TillException: n\n t, in f',
    '**TillException** in **f**\nn',
    '**NSException** in ****\nn',
    'Debug info from gdb:\ndyld: cannot load n',
    'Debug info from lldb: \n  dyld: cannot load n',
    'dyld: cannot loads n',
    'dyld[x]: cannot load n',
    'dyld: malformed mach-o: ',
    'error: [] exit abnormally - Report the problem.',
    'error: [t] exit abnormally',
    'rosetta error: ',
    'dyld: dyld caches n',
    "*** caught fault ***\naddress 0x1, cause 'x'",
    "*** caught segfault ***\naddress x, cause 'x'",
    'x): Library not loaded: t',
    'x):    Symbol not found: t',
    'Library not loaded:',
    'dlopen(): image not found',
    'dlopen(t): image not founded',
    'dlopen(t, x): ok',
    'malloc: ** error for object 0x1: n',
    'malloc: *** error for object x: n',
    '-[7 x]: message sent to deallocated instance 0x1',
    '-[T x]: message sent to instance 0x1',
    'Exception type: EXC_BAD_ACCESS\nException subtype: K9',
    'EXC_RESOURCE -> Till[x] exceeded mem limit: n',
    'memorystatus: exceeded mem limit: ',
  ])('%j', (text) => {
    expect(said(text)).toEqual(text.startsWith('Exception type') ? [{ exception: { type: 'EXC_BAD_ACCESS' } }] : [])
  })

  test('lines that others write around them', () => {
    for (const text of amongLines('rosetta error: n')) expect(said(text)).toEqual([{ info: 'rosetta error: n' }])
  })
})
