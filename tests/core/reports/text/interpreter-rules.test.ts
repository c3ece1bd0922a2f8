/** Sentences of programs that run scripts and managed code, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { interpreterRules } from '../../../../src/core/reports/text/interpreter-rules.ts'
import { amongLines, asCases, saidBy, type SaidRow } from './said-by.ts'

const sentence = (line: string): Said => ({ info: line, exception: { reason: line } })
const said = (text: string): readonly Said[] => saidBy(interpreterRules, text)

/** The words of faulthandler and of Ruby, in their own cases. */
const SIGNALS = [
  ['Segmentation fault', 'SIGSEGV'],
  ['Bus error', 'SIGBUS'],
  ['Bus Error', 'SIGBUS'],
  ['Aborted', 'SIGABRT'],
  ['Illegal instruction', 'SIGILL'],
  ['Floating point exception', 'SIGFPE'],
  ['Floating-point exception', undefined],
  ['no till', undefined],
] as const

describe('Python', () => {
  test.each(SIGNALS)('%s', (words, signal) => {
    const message = `Fatal Python error: ${words}`
    const exception = signal === undefined ? { reason: message } : { signal, message }
    for (const text of amongLines(`x ${message}  `)) expect(said(text)).toEqual([{ info: message, exception }])
  })

  const call = (file: string, line: number, name: string): string => `File "${file}", line ${line} in ${name}`
  const head = 'Fatal Python error: no till'
  const withCall = (row: string): Said => ({ info: `${head}\n${row}`, exception: { reason: head } })

  test('the innermost call of the thread that has the fault', () => {
    const [a, b, c] = [call('/a b/till.py', 1234, 'open_till'), call('t', 7, '<module>'), call('/c.py', 1, 'c')]
    const other = `Thread 0x1 (most recent call first):\n  ${b}\n  ${c}\n`
    expect(said(`${head}\n\nStack (most recent call first):\n  ${a}  \n  ${c}\n`)).toEqual([withCall(a)])
    expect(said(`${head}\n\nCurrent thread 0x2 (most recent call first):\n\t${b}\n${other}`)).toEqual([withCall(b)])
    expect(said(`${head}\n\n${other}\nCurrent thread 0x2 [x] (most recent call first): ${a}`)).toEqual([withCall(a)])
    // Older ones name no thread.
    expect(said(`${head}\n\nThread 0x1 (most recent call first):\n  ${b}\n`)).toEqual([withCall(b)])
    expect(said(`${head}\n\nCurrent thread 0x2:\n  ${b}\n`)).toEqual([sentence(head)])
    expect(said(`${head}\n(most recent call first): File "t", line x in c`)).toEqual([sentence(head)])
  })

  test.each([
    [19_000, true],
    [20_001, false],
  ])('a call %i letters behind it', (letters, isFound) => {
    const row = call('t.py', 7, 'c')
    const text = `${head}\n${'x'.repeat(letters)}\n(most recent call first):\n  ${row}\n`
    expect(said(text)).toEqual([isFound ? withCall(row) : sentence(head)])
  })
})

describe('Ruby', () => {
  const version = 'ruby 2.7.0p0 (2019-12-25 revision 1) [x86_64-darwin19]'
  const rows = ["/a/till.rb:14:in `<main>'", "till.rb:7:in `open'", "/b.rb:1234:in `tap'"]
  const heading = '-- Ruby level backtrace information ----------------------------------------'

  test.each(SIGNALS)('%s', (words, signal) => {
    const message = `[BUG] ${words}`
    const exception = signal === undefined ? { reason: message } : { signal, message }
    const text = `${message} \n${version}\n\n`
    expect(said(text)).toEqual([{ info: `${message}\n${version}`, exception }])
    expect(said(`words ${text}`)).toEqual([{ info: `${message}\n${version}`, exception }])
  })

  test.each([
    ['0x0', 0n],
    ['0x00007fABcd1234', 0x7fabcd1234n],
  ])('at the address %s', (digits, address) => {
    for (const words of ['Segmentation fault', 'Bus Error']) {
      const message = `[BUG] ${words} at ${digits}`
      const signal = words.startsWith('S') ? 'SIGSEGV' : 'SIGBUS'
      expect(said(`${message}\n${version}`)).toEqual([
        { info: `${message}\n${version}`, exception: { signal, message, address } },
      ])
      for (const other of [`[BUG] ${words} of 1 at ${digits}`, `[BUG] ${words}: Till at ${digits}`])
        expect(said(`${other}\n${version}`)).toEqual([
          { info: `${other}\n${version}`, exception: { signal, message: other } },
        ])
    }
  })

  test('the line of the script, the version and the innermost call', () => {
    const message = '[BUG] no till'
    const shown = (lines: readonly string[]): readonly Said[] => [
      { info: lines.join('\n'), exception: { reason: message } },
    ]
    for (const place of ['/a/till.rb:14: ', 't:7: ']) {
      const text = `words ${place}${message}\n${version}\n\n${heading}\n${rows.join('\n')}\n\n-- C\n`
      expect(said(text)).toEqual(shown([place + message, version, rows[2] ?? '']))
      expect(said(text.replaceAll('\n', '\r\n').replace(`${message}\r`, message))).toEqual(
        shown([place + message, version, rows[2] ?? '']),
      )
    }
    const one = `${message}\n${version}\n-- Ruby level backtrace information -\n${rows[0]}\n`
    expect(said(one)).toEqual(shown([message, version, rows[0] ?? '']))
    expect(said(`till.rb: 14: ${message}\n${version}`)).toEqual(shown([message, version]))
    expect(said(`till.rb:14: words ${message}\n${version}`)).toEqual(shown([message, version]))
    expect(said(`till.rb:14:${message}\n${version}`)).toEqual(shown([message, version]))
    // What is no call.
    const others = `${message}\n${version}\n${heading}\n${rows[0]}\n  a.rb:7:in x\nx a.rb:7:7: in x\na.rb:x:in b\n`
    expect(said(others)).toEqual(shown([message, version, rows[0] ?? '']))
  })

  test('only above its version', () => {
    expect(said('[BUG] no till\nrubies 2.7')).toEqual([])
    expect(said('[BUG] no till\nruby two')).toEqual([])
    expect(said('[BUG] no till ruby 2.7')).toEqual([])
    expect(said(`[BUG] no till${'\n'.repeat(600)}${version}`)).toHaveLength(1)
    expect(said(`[BUG] no till${'\n'.repeat(602)}${version}`)).toEqual([])
  })

  test.each([
    [311, 300],
    [290, 290],
  ])('a path of %i letters before it', (letters, kept) => {
    const text = `${'t'.repeat(letters)}:1234567: [BUG] no till\n${version}`
    expect(said(text)).toEqual([
      { info: `${'t'.repeat(kept)}:1234567: [BUG] no till\n${version}`, exception: { reason: '[BUG] no till' } },
    ])
  })
})

const rows: readonly SaidRow[] = [
  // Julia, of several versions.
  [
    'signal (11): Segmentation fault: 11\nin expression starting at /a/till.jl:7\nopen at /b/till.c:8\nnext at c',
    {
      info: 'signal (11): Segmentation fault: 11\nin expression starting at /a/till.jl:7\nopen at /b/till.c:8',
      exception: { signal: 'SIGSEGV' },
    },
  ],
  [
    '[123] signal 6 (12): Abort trap: 6 \t\r\nin expression starting at n\nx',
    {
      info: 'signal 6 (12): Abort trap: 6\nin expression starting at n',
      exception: { signal: 'SIGABRT' },
    },
  ],
  [
    'signal (9: Kil: 9\nin expression starting at no till',
    {
      info: 'signal (9: Kil: 9\nin expression starting at no till',
      exception: { signal: 'SIGKILL' },
    },
  ],
  [
    'signal (5): Trace/BPT trap: 5\nin expression starting at REPL[1]:1',
    {
      info: 'signal (5): Trace/BPT trap: 5\nin expression starting at REPL[1]:1',
      exception: { signal: 'SIGTRAP' },
    },
  ],
  ...['0x1', '0x00aBf'.toLowerCase()].map((at): SaidRow => [
    `Unreachable reached at ${at} \t\r\nx`,
    { info: `Unreachable reached at ${at}` },
  ]),
  // HotSpot.
  [
    '# There is insufficient memory for the Java Runtime Environment to continue. \n#   Native memory allocation (mmap) failed \n# x',
    {
      info: 'There is insufficient memory for the Java Runtime Environment to continue.\nNative memory allocation (mmap) failed',
      exception: { reason: 'There is insufficient memory for the Java Runtime Environment to continue.' },
    },
  ],
  [
    '# There is insufficient memory for the Java Runtime Environment to continue.',
    sentence('There is insufficient memory for the Java Runtime Environment to continue.'),
  ],
  [
    '# There is insufficient memory for the Java Runtime Environment to continue.\r\n# n',
    {
      info: 'There is insufficient memory for the Java Runtime Environment to continue.\nn',
      exception: { reason: 'There is insufficient memory for the Java Runtime Environment to continue.' },
    },
  ],
  [
    '#  Internal Error (till.cpp:7), pid=1234, tid=5678 \n#  guarantee(till) failed: no till \n#',
    {
      info: 'Internal Error (till.cpp:7), pid=1234, tid=5678\nguarantee(till) failed: no till',
      exception: { reason: 'guarantee(till) failed: no till' },
    },
  ],
  ['#  Internal Error (t), pid=1\n#  e', { info: 'Internal Error (t), pid=1\ne', exception: { reason: 'e' } }],
  // Node.
  [
    'x FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory. y',
    sentence('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'),
  ],
  ...[
    ['NSUncaughtSystemExceptionException: ', 11, 'SIGSEGV'],
    ['<NSUncaughtSystemExceptionException> ', 6, 'SIGABRT'],
    ['', 4, 'SIGILL'],
  ].map(([head, number, signal]): SaidRow => [
    `*** ${head}Uncaught system exception: signal ${number}.`,
    { info: `${head}Uncaught system exception: signal ${number}`, exception: { signal: String(signal) } },
  ]),
  ...[
    'C stack usage  7971092 is too close to the limit',
    'C stack usage 1 is too close to the limit',
    'segfault from C stack overflow',
  ].map((line): SaidRow => [`Error: ${line}, x`, { info: line, kind: 'call-stacks', exception: { reason: line } }]),
  // OpenStep.
  [
    'x *** Uncaught exception: <NSRangeException> no till \t',
    {
      info: '*** Uncaught exception: <NSRangeException> no till',
      exception: { type: 'NSException', name: 'NSRangeException', reason: 'no till', message: 'Uncaught exception' },
    },
  ],
  [
    '*** Uncaught exception: <T> n',
    {
      info: '*** Uncaught exception: <T> n',
      exception: { type: 'NSException', name: 'T', reason: 'n', message: 'Uncaught exception' },
    },
  ],
  [
    '*** Uncaught exception: <NSUncaughtSystemExceptionException> Uncaught system exception: signal 10',
    {
      info: '<NSUncaughtSystemExceptionException> Uncaught system exception: signal 10',
      exception: { signal: 'SIGBUS' },
    },
  ],
]

describe('Julia, Java, Node, R and OpenStep', () => {
  test.each(asCases(rows))('%j', (text, expected) => {
    expect(said(text)).toEqual(expected)
    expect(said(`Other words\n${text}`)).toEqual(expected)
    expect(said(`${text}\n\nOther words`)).toEqual(expected)
  })

  test.each([
    'signal (11): Segmentation fault: 11\nin an expression starting at x',
    'signal (11): segmentation fault: 11\nin expression starting at x',
    'signal (x): Segmentation fault: 11\nin expression starting at x',
    'signal (11): Segmentation fault\nin expression starting at x',
    'Unreachable reached at 0x1',
    'Unreachable reached at 0x1 x\n',
    ' Unreachable reached at 0x1\n',
    'There is insufficient memory for the Java Runtime Environment to continue.',
    '#  Internal Error (till.cpp:7)\n#  x',
    '# Internal Error (t), pid=1\n#  e',
    '#  Internal Error (t), pid=1\n#',
    'FATAL ERROR: JavaScript heap out of memory',
    'FATAL ERROR: no till',
    'Uncaught system exception: signal x',
    'C stack usage is too close to the limit',
    '*** Uncaught exception: NSRangeException no till',
    '*** Uncaught exception: <> no till',
    'Fatal Python error:',
  ])('%j says nothing', (text) => {
    expect(said(text)).toEqual([])
  })
})
