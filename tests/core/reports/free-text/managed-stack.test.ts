/** Signs of a stack of a script or of managed code, its thread, and its language. */
import { describe, expect, test } from 'vitest'
import { withLanguage } from '../../../../src/core/reports/free-text/managed-languages.ts'
import { managedStackFormat } from '../../../../src/core/reports/free-text/managed-stack.ts'
import { stackOfSignal, titleOfManaged } from '../../../../src/core/reports/free-text/managed-titles.ts'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import type { TextStack } from '../../../../src/core/reports/text/text-stacks.ts'
import { titles } from '../../../../src/core/messages/labels.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

const is = (...lines: readonly string[]): boolean => claims(managedStackFormat, lines.join('\n'))

describe('proofs', () => {
  const U = 'Shop.Till:Count()'
  const NET = '  at Shop.Till.Count(Int32 total)'
  test.each<[boolean, readonly string[]]>([
    [true, ['at 0 till 0x104d1c7a5 kfun:a + 1']],
    [true, [' \tat   12345\tmy till\t0x0123456789abcdef\tk']],
    [false, ['x at 0 till 0x104d1c7a5 kfun:a + 1']],
    [false, ['at 123456 till 0x104d1c7a5 k']],
    [false, ['at 0 till 0x104d1 k']],
    [false, ['at 0 till 0x104d1c7a5 ']],
    [true, ['0x105af2a74 - /app/Till : pay']],
    [true, ['\t0x105af2\t-\t/a b\t:']],
    [false, ['x 0x105af2a74 - /app/Till : pay']],
    [false, ['0x105a - /app/Till : pay']],
    [false, ['0x105af2a74 - app/Till : pay']],
    [true, ['count@/a.js:1:2', 'pay@/a.js:1:2']],
    [false, ['count@/a.js:1:2', 'words']],
    [true, [U, U]],
    [true, ['Shop.Till.Count () (at A.cs:1)', U]],
    [false, [U]],
    [false, [U, 'words', U]],
    [true, ['words', U, U]],
    [true, ['  at shop.Till.count(Till.java:1)', '  at shop.Till.pay(Till.java:2)']],
    [true, ['  at shop.Till.count(Till.java:1)']],
    [true, ['', '  at shop.Till.count(Till.java:1)', ' ']],
    [false, ['  at shop.Till.count(Till.java)']],
    [true, ['shop.TillException: no till', '  at shop.Till.count(Till.java)']],
    [false, ['words', '  at shop.Till.count(Till.java)']],
    [true, [NET, NET]],
    [false, [NET]],
    [true, ['            at at A.B.C`1<D>[E] (Int32 a, B b) + 0x0123abcd\t', NET]],
    [true, [' at A.B.C()', '\tat A.B.C ()']],
    [false, ['at A.B.C(Int32 a)', 'at A.B.C(Int32 b)']],
    [false, [' at A.C()', ' at A.C()']],
    [false, [' at a.B.C()', ' at a.B.C()']],
    [false, [' at A.B.C(a: 1)', ' at A.B.C(a: 1)']],
    [false, [' at A.B.C() x', ' at A.B.C() x']],
    [false, ['words']],
    [true, ['System.TillException: no', '  at Shop']],
    [true, ['A.B.CException: no', 'x', 'y', ' \tat Shop']],
    [true, [' Unhandled Exception: A.BException: no', ' at S']],
    [false, ['A.B.CException: no', 'x', 'y', 'z', 'w', ' at Shop']],
    [false, ['A.B.CException: no', ' at shop']],
    [false, ['a.BException: no', ' at Shop']],
    [false, ['Exception: no', ' at Shop']],
    [true, ['at x', 'a [0x0123a] in <b']],
    [true, ['at x', 'a <0x1 + 0x0a>']],
    [true, ['at x', 'a <0x01ab>\t\r']],
    [true, ['at x', 'a) in b c:line 12']],
    [true, ['at x', 'a) in b:123456789']],
    [false, ['at x', 'a) in b:lines 12']],
    [false, ['at x', 'a) in b:12 x']],
    [false, ['at x', 'a <0x1 + 1>']],
    [false, ['at x', 'a [0x1] on <b']],
    [false, ['x', 'a [0x0123a] in <b']],
  ])('%j: %j', (expected, lines) => {
    expect(is(...lines)).toBe(expected)
  })
  test('rows of Unity behind what its console and logs put before them', () => {
    const names = (line: string): unknown =>
      framesTold(managedStackFormat, `${line}\n${U}`).map(
        (frame) => (frame as { symbol: { name: string } }).symbol.name,
      )
    const T = 'T:C()'
    for (const prefix of [
      '<i>Autoconnected Player</i> ',
      'Autoconnected Player\t',
      'IPhonePlayer(Till 1) ',
      '<i>OSXPlayer("a")</i> ',
      '2024-03-01 10:11:12.131 Till[123:45] ',
      '2024-03-01T10:11:12+01 Till[1] ',
      '2024-03-01 10:11:12,131 T[1] error: ',
    ])
      expect([prefix, names(`${prefix}${T}`)]).toEqual([prefix, [T, U]])
    for (const prefix of [
      'Player ',
      'iPlayer(a) ',
      'x Autoconnected Player ',
      'APlayer(a) ',
      '2024-03-01 10:11:12.131 Till[a] ',
      '24-03-01 10:11:12 T[1] ',
    ])
      expect([prefix, names(`${prefix}${T}`)]).toEqual([prefix, [U]])
  })
  test('empty lines between rows, and lines that .NET and Node put there, are no end', () => {
    const stacks = (...between: readonly string[]): number =>
      (
        told(managedStackFormat, ['  at a.B.c(D.java:1)', ...between, '  at a.B.d(D.java:2)'].join('\n')) as {
          threads: readonly unknown[]
        }
      ).threads.length
    const goesOn = '--- End of stack trace from previous location'
    expect([
      stacks(),
      stacks(''),
      stacks('', ' ', '', ''),
      stacks(`${goesOn} ---`),
      stacks(` \t${goesOn} where exception was thrown ---\t`),
    ]).toEqual([1, 1, 1, 1, 1])
    expect([
      stacks('x'),
      stacks(`x ${goesOn} ---`),
      stacks(`${goesOn}`),
      stacks(`${goesOn} --- x`),
      stacks(...new Array<string>(6).fill('')),
    ]).toEqual([2, 2, 2, 2, 2])
  })
})

const stackOf = (...rows: readonly (readonly [name: string, language: string, file?: string])[]): TextStack =>
  ({
    rows: rows.map(([name, language, file]) => ({ symbol: { name, ...(file && { file }) }, language })),
    span: { start: 0, end: 0 },
  }) as unknown as TextStack

describe('languages', () => {
  const languages = (stack: TextStack, all: readonly TextStack[] = [stack], text = ''): unknown =>
    withLanguage(stack, all, text).rows.map(({ language }) => language)
  const java = stackOf(['a.b.C.d', 'java', 'C.java'])
  test.each<[string, TextStack, unknown, (readonly TextStack[])?, string?]>([
    ['a row of .NET beside Java', stackOf(['a.b.C.d', 'csharp'], ['a.b.C.e', 'java', 'C.java']), ['java', 'java']],
    ['beside Kotlin', stackOf(['a.b.C.d', 'csharp'], ['a.b.C.e', 'kotlin', 'C.kt']), ['kotlin', 'kotlin']],
    ['with its file', stackOf(['a.b.C.d', 'csharp', 'C.cs'], ['a.b.C.e', 'java', 'C.java']), ['csharp', 'java']],
    ['with its namespace', stackOf(['A.B.C', 'csharp'], ['a.b.C.e', 'java', 'C.java']), ['csharp', 'java']],
    ['alone', stackOf(['a.b.C.d', 'csharp']), ['csharp']],
    ['alone below a stack of Java', stackOf(['a.b.C.d', 'csharp']), ['java'], [java]],
    ['no package, below a stack of Java', stackOf(['Till.pay', 'csharp']), ['csharp'], [java]],
    ['one name of a package', stackOf(['a.C', 'csharp']), ['csharp'], [java]],
    [
      '.NET for Android',
      stackOf(
        ['A.B.c', 'java'],
        ['till.A.B', 'java'],
        ['a.A.b', 'java'],
        ['com.A.B', 'java'],
        ['A.B.c', 'java', 'A.java'],
      ),
      ['csharp', 'csharp', 'java', 'java', 'java'],
      [],
      'a JavaProxyThrowable x',
    ],
    ['no .NET for Android', stackOf(['A.B.c', 'java']), ['java'], [], 'JavaProxyThrowables'],
    ...['android', 'androidx', 'java', 'javax', 'com', 'org', 'kotlin'].map(
      (name): [string, TextStack, unknown, readonly TextStack[], string] => [
        `the package ${name}`,
        stackOf([`${name}.A.B`, 'java'], [`${name}s.A.B`, 'java']),
        ['java', 'csharp'],
        [],
        'JavaProxyThrowable',
      ],
    ),
  ])('%s', (_, stack, expected, all = [stack], text = '') => {
    expect(languages(stack, all, text)).toEqual(expected)
  })
})

describe('titles', () => {
  const below = '  at a.B.c(D.java:1)'
  const titleOf = (language: string, ...lines: readonly string[]): string => {
    const text = [...lines, below].join('\n')
    return titleOfManaged(
      { ...stackOf(['a.B.c', language]), span: { start: text.length - below.length, end: text.length } },
      splitLines(text),
    )
  }
  test.each<[readonly string[], 'plain' | readonly ['thread' | 'cause', string]]>([
    [['x FATAL EXCEPTION: main'], ['thread', 'main']],
    [['FATAL EXCEPTION: pool 1 (Some Words)'], ['thread', 'pool 1']],
    [['FATAL EXCEPTION: pool (words)'], ['thread', 'pool (words)']],
    [['xFATAL EXCEPTION: main'], 'plain'],
    [['Exception in thread "pool 1" java.lang.X'], ['thread', 'pool 1']],
    [['Exceptions in thread "x"'], 'plain'],
    [[' \tThread: main (id=123456789)'], ['thread', 'main']],
    [['thread: a b'], ['thread', 'a b']],
    [['x thread: a'], 'plain'],
    [['Caused by: a_1.b$+.C`1$D+: x'], ['cause', 'a_1.b$+.C`1$D+']],
    [['x Caused by a.C'], ['cause', 'a.C']],
    [['x ---> A.BException: y'], ['cause', 'A.BException']],
    [['xCaused by: a.C'], 'plain'],
    [['Caused by: C'], 'plain'],
    [['Caused by: a.c'], 'plain'],
    [['FATAL EXCEPTION: main', below], 'plain'],
    [['FATAL EXCEPTION: main', '--- End of inner exception stack trace ---'], 'plain'],
    [['FATAL EXCEPTION: main', ' --- End of stack trace from x'], 'plain'],
    [
      ['FATAL EXCEPTION: main', 'x --- End of stack trace'],
      ['thread', 'main'],
    ],
    [
      ['FATAL EXCEPTION: main', ...new Array<string>(7).fill('x')],
      ['thread', 'main'],
    ],
    [['FATAL EXCEPTION: main', ...new Array<string>(8).fill('x')], 'plain'],
  ])('%j', (lines, expected) => {
    const [kind, name = ''] = expected === 'plain' ? [] : expected
    const named = kind === 'thread' ? titles.stackOfThread({ thread: name }) : titles.stackOfCause({ name })
    for (const language of ['java', 'kotlin', 'csharp'])
      expect(titleOf(language, ...lines)).toBe(kind === undefined ? titles.managedStack : named)
    expect(titleOf('javascript', ...lines)).toBe(titles.managedStack)
  })
})

test('the thread of a signal of Mono', () => {
  const at = (rule: string, start: number, end: number) => ({
    rule,
    stack: { rows: [], span: { start, end } } as unknown as TextStack,
  })
  expect(stackOfSignal([])).toBe(0)
  expect(stackOfSignal([at('exact', 0, 5)])).toBe(0)
  expect(stackOfSignal([at('exact', 0, 5), at('exact', 100_000, 100_010), at('return', 900_000, 900_010)])).toBe(2)
})
