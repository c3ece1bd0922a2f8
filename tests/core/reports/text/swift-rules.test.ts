/** Sentences of Swift's runtime, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { swiftRules } from '../../../../src/core/reports/text/swift-rules.ts'
import { amongLines, asCases, behindMarks, saidBy, type SaidRow } from './said-by.ts'

const sentence = (line: string): Said => ({ info: line, exception: { reason: line } })

const NIL = 'Unexpectedly found nil while unwrapping an Optional value'
const IMPLICIT = 'Unexpectedly found nil while implicitly unwrapping an Optional value'

/** Since Swift 5 the place comes first, as `_assertionFailure` and its halves in C++ print it. */
const PLACED: readonly (readonly [string, string])[] = [
  ['Till.swift:7:', 'Fatal error: no till'],
  ['/a/Till-2.swift:1234567:', 'Fatal error'],
  ['Harbor/Till+Coins.swift:45:', 'Precondition failed: no till'],
  ['x.swift:1:', 'Assertion failed'],
]

describe('behind the file', () => {
  test.each(PLACED)('%s %s', (place, reason) => {
    const said = { info: `${place} ${reason}`, exception: { reason } }
    for (const shell of [
      '',
      ' - trace trap',
      ' - illegal hardware instruction',
      ' - abort',
      ' - abort` ',
      ' - abort"',
      ' - trace trap”\t',
    ])
      for (const text of amongLines(`zsh ${place} ${reason}${shell}`)) expect(saidBy(swiftRules, text)).toEqual([said])
    // Only at the end of the line, and only a shell's word.
    for (const end of [' x abort', ' - abort now', ' - aborted', ' - abort``'])
      expect(saidBy(swiftRules, `${place} ${reason}${end}`)).toEqual([
        { info: `${place} ${reason}${end}`, exception: { reason: `${reason}${end}` } },
      ])
  })
})

/** In any place of a line. */
const inLines: readonly SaidRow[] = [
  // Swift 3 and 4, which have the place at the end.
  ...['Fatal error', 'fatal error'].flatMap((head): readonly SaidRow[] => [
    [`x ${head}: n: file T.swift, line 7`, sentence(`${head}: n: file T.swift, line 7`)],
    [
      `x ${head}: no till: file /a b/Till.swift, line 1234567 x`,
      sentence(`${head}: no till: file /a b/Till.swift, line 1234567`),
    ],
  ]),
  ...['fatal error: ', ''].flatMap((head) =>
    [NIL, IMPLICIT, NIL.replace('U', 'u')].flatMap((words): readonly SaidRow[] => [
      [`Till ${head}${words}.`, sentence(`${head}${words}`)],
      [`Till ${head}${words}: file T, line 7`, sentence(`${head}${words}: file T, line 7`)],
      [`Till ${head}${words}: file Till.cc, line 1234567`, sentence(`${head}${words}: file Till.cc, line 1234567`)],
      [`Till ${head}${words}: file "T", line 7`, sentence(`${head}${words}`)],
    ]),
  ),
  ...[
    'Index out of range',
    'Index out of bounds',
    'Array index is out of range',
    "Can't remove last element from an empty collection",
    "Can't form Range with upperBound < lowerBound",
    "Can't formX",
    "Can't index empty string",
    "Can't advance past endIndex",
    "Can't increment endIndex",
    "Can't unsafeBitCast between types of different sizes",
    'cannot increment beyond endIndex',
    'Cannot decrement before startIndex',
    'cannot form a character',
    'Cannot index empty buffer',
    'Not enough bits to represent the passed value',
    'Double value cannot be converted to Int because it is infinite',
    'Dictionary literal contains duplicate keys',
    "Duplicate keys of type 'Till' were found in a Dictionary.",
    'Duplicate elements were found in a Set.',
    'Division by zero',
    'Negative count not allowed',
    'Range requires lowerBound <= upperBound',
    "Unsupported type 'Till'",
    'Call must be made on main thread',
  ].map((words): SaidRow => [`x fatal error: ${words}" y`, sentence(`fatal error: ${words}`)]),
  ['Swift runtime failure: t', sentence('Swift runtime failure: t')],
  [
    'swift runtime failure : arithmetic overflow + 0 [inlined]',
    sentence('swift runtime failure : arithmetic overflow'),
  ],
  ['(Swift runtime failure: no till (x)', sentence('Swift runtime failure: no till')],
  ['"Swift runtime failure: no till"', sentence('Swift runtime failure: no till')],
  // Xcode's banner, which has no heading.
  [
    'Thread 1: No till: file Swift/Array.swift, line 1234567',
    sentence('No till: file Swift/Array.swift, line 1234567'),
  ],
  ['No till: file Swift/A.swift, line 7', sentence('No till: file Swift/A.swift, line 7')],
  ['Thread 1: 2: n: file Swift/A.swift, line 7.', sentence('n: file Swift/A.swift, line 7')],
]

describe('in any place of a line', () => {
  test.each(asCases(inLines))('%j', (text, said) => {
    for (const whole of amongLines(text)) expect(saidBy(swiftRules, whole)).toEqual(said)
  })
})

describe('at the beginning of a line or a quote', () => {
  test.each(['Fatal error: n', 'Fatal error: no till', "Fatal error: can't close it", 'Fatal error: can not find it'])(
    '%s',
    (text) => {
      for (const marked of [text, ...behindMarks(text), `x "${text}" y`, `x “${text}” y`, `x “ \t${text}`])
        for (const whole of amongLines(marked))
          expect(saidBy(swiftRules, whole).map(({ info }) => info)).toEqual([text])
      expect(saidBy(swiftRules, text)).toEqual([sentence(text)])
    },
  )

  test('PHP and compilers, which name a file', () => {
    for (const words of [
      'Uncaught Error',
      'Allowed memory size',
      "Can't open it",
      "can't create it",
      'Cannot open it',
      'cannot find it',
    ])
      expect(saidBy(swiftRules, `Fatal error: ${words}`)).toEqual([])
  })
})

describe('words over two lines', () => {
  test.each(['\n', '\r\n', ' \n'])('%j between', (end) => {
    const [first, second] = ['Fatal error: no till', 'in the harbor: file Harbor/Till.swift, line 1234567']
    for (const text of [`x ${first}${end}${second}`, `x ${first}${end}${second}\nFatal`])
      expect(saidBy(swiftRules, text)).toEqual([sentence(`${first} ${second}`)])
    expect(saidBy(swiftRules, `x Fatal error: n${end}i: file T.swift, line 7`)).toEqual([
      sentence('Fatal error: n i: file T.swift, line 7'),
    ])
  })

  test('each with its place, or a log in the second', () => {
    const first = 'Fatal error: no till: file Till.swift, line 7'
    const other = 'Words: file Harbor.swift, line 8'
    expect(saidBy(swiftRules, `x ${first}\n${other}`)).toEqual([{}, sentence(first)])
    const short = 'Fatal error: no till: file T, line 7'
    expect(saidBy(swiftRules, `x ${short}\n${other}`)).toEqual([{}])
    expect(saidBy(swiftRules, `x Fatal error: no till\n2026-01-02 ${other}`)).toEqual([])
    expect(saidBy(swiftRules, `x Fatal error: no till\n2026-01-02T ${other}`)).toHaveLength(1)
    expect(saidBy(swiftRules, `x Fatal error: no till\n\n${other}`)).toEqual([])
  })
})

describe('Xcode’s banner, far behind the beginning of its line', () => {
  const place = ': file Swift/Array.swift, line 7'
  test.each([
    [1999, 1999],
    [2000, 2000],
    [2001, 2000],
  ])('%i letters of words', (letters, kept) => {
    const words = 't'.repeat(letters)
    expect(saidBy(swiftRules, `x\n${words}${place}`)).toEqual([sentence(`${'t'.repeat(kept)}${place}`)])
  })

  test('without words', () => {
    for (const before of ['', ' ', 'Thread 1: ', 'x\n']) expect(saidBy(swiftRules, `${before}${place}`)).toEqual([{}])
  })
})

describe('near sentences', () => {
  test.each([
    'Till.swift:7: Fatal errors',
    'Till.swift:7: Fatal mistake',
    'Till.swift: Fatal error',
    'Till.c:7: Fatal error',
    'x error: no till: file Till.swift, line 7',
    'x Fatal error: no till: file Till.c, line 7',
    'x Fatal error: no till: file Till.swift, line seven',
    'x Fatal error:  file Swift/Till.swift',
    'Unexpectedly found nil while unwrapping an Optional values',
    'Unexpectedly found nil',
    'x fatal error: Index out of till',
    "x fatal error: Can't find it",
    'x fatal error: cannot find it',
    'x fatal error: Not enough bitsets',
    'x Fatal error: no till',
    'xFatal error: no till',
    'Fatal error: "',
    'Swift runtime failures: no till',
    'Swift runtime failure: (',
    'No till: file Swift/Array.c, line 7',
    'No till: file Swiftly/Array.swift, line 7',
    'No till: file Swift/Array.swift, line x',
  ])('%s', (text) => {
    expect(saidBy(swiftRules, text)).toEqual([])
  })
})
