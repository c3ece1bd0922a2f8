/** Sentences of the sanitizers, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { sanitizerRules } from '../../../../src/core/reports/text/sanitizer-rules.ts'
import { amongLines, asCases, saidBy, type SaidRow } from './said-by.ts'

/** As UndefinedBehaviorSanitizer of compiler-rt begins its messages (`ubsan_handlers.cpp`). */
const UNDEFINED = [
  'load of misaligned address 0x1 for type "int"',
  'store to null pointer',
  'member call on null pointer',
  'signed integer overflow: 1 + 2',
  'unsigned integer overflow',
  'shift exponent 32 is too large',
  'division by zero',
  'index 7 out of bounds',
  'null pointer passed as argument 1',
  'applying zero offset to null pointer',
  'downcast of address 0x1',
  'call to function f through pointer to incorrect function type',
  'execution reached an unreachable program point',
  'left shift of negative value -1',
  'negation of -2147483648 cannot be represented',
  'reference binding to null pointer',
  'upcast of misaligned address',
  'constructor call on misaligned address',
  'variable length array bound evaluates to non-positive value 0',
  'passing zero to ctz(), which is not a valid argument',
  'value 7 is not a valid value',
  'pointer index expression overflowed',
  '-1 is outside the range of representable values',
  '1e+30 is outside the range of representable values',
]

const undefinedBy = (message: string, info?: string): Said => ({
  exception: { type: 'UndefinedBehaviorSanitizer', message: `runtime error: ${message}` },
  info,
})

describe('undefined behaviour', () => {
  test.each(UNDEFINED)('%s', (words) => {
    for (const text of amongLines(`till.c:12:7: runtime error: ${words} \t`))
      expect(saidBy(sanitizerRules, text)).toEqual([undefinedBy(words)])
  })

  test('the lines of several errors, each once', () => {
    const [a, b, c] = [
      'a.c:1:2: runtime error: load of x',
      '/b/till.c:123:45: runtime error: store to y',
      'c:1:1: runtime error: shift z',
    ]
    expect(saidBy(sanitizerRules, `${a}  \n \t${b}\r\n${a}\nwords ${c}`)).toEqual([
      undefinedBy('load of x', `${a}\n${b}\nwords ${c}`),
    ])
    expect(saidBy(sanitizerRules, `${a}\n${a}`)).toEqual([undefinedBy('load of x')])
    // The heading of a page, and a quote.
    expect(saidBy(sanitizerRules, `${a}\n# ${b}\n> ${c}`)).toEqual([undefinedBy('load of x')])
    // Without the place in its source.
    expect(saidBy(sanitizerRules, `${a}\ntill.c:7: runtime error: store to y\n:1:1: runtime error: load of y`)).toEqual(
      [undefinedBy('load of x')],
    )
  })

  test.each([
    [31, 31],
    [32, 32],
    [33, 32],
    [80, 32],
  ])('%i errors', (count, shown) => {
    const lines = Array.from({ length: count }, (_, at) => `till.c:${at}:7: runtime error: load of ${at}`)
    expect(saidBy(sanitizerRules, lines.join('\n'))).toEqual([
      undefinedBy('load of 0', lines.slice(0, shown).join('\n')),
    ])
  })
})

describe('others', () => {
  const rows: readonly SaidRow[] = [
    ...[
      'AddressSanitizer: SEGV',
      'AddressSanitizer SEGV',
      'AddressSanitizer: crashed',
      'addresssanitizer: segv',
    ].flatMap((head) =>
      ['0x0', '0x000000000018', '0x602000aBcd'].map((at): SaidRow => [
        `==7==ERROR: ${head} on unknown address ${at} (pc 0x1)`,
        {
          exception: {
            type: 'AddressSanitizer',
            signal: 'SIGSEGV',
            message: `${head} on unknown address ${at}`,
            address: BigInt(at),
          },
        },
      ]),
    ),
    [
      'SUMMARY: ThreadSanitizer: data race till.c:7 in main  ',
      { exception: { type: 'ThreadSanitizer', subtype: 'data', reason: 'data race till.c:7 in main' } },
    ],
    [
      '==7== SUMMARY: AddressSanitizer: heap-use-after-free',
      { exception: { type: 'AddressSanitizer', subtype: 'heap-use-after-free', reason: 'heap-use-after-free' } },
    ],
    [
      'SUMMARY: LeakSanitizer: SEGV\t(a)',
      { exception: { type: 'LeakSanitizer', subtype: 'SEGV', reason: 'SEGV\t(a)' } },
    ],
  ]
  test.each(asCases(rows))('%j', (text, said) => {
    for (const whole of amongLines(text)) expect(saidBy(sanitizerRules, whole)).toEqual(said)
  })

  test.each([
    'till.c:12:7: runtime error: no till',
    'till.c:12:7: runtime error: load',
    'till.c:12:7: runtime error: 1 2 is outside',
    'till.c:12:7: Runtime error: load of x',
    'AddressSanitizer: BUS on unknown address 0x1',
    'AddressSanitizer: SEGV on unknown address (nil)',
    'SUMMARY: Sanitizer: leak',
    'SUMMARY: TillSanitizer: 7 leaks',
    'SUMMARY: TillSanitizer: x',
  ])('%s says nothing', (text) => {
    expect(saidBy(sanitizerRules, text)).toEqual([])
  })
})
