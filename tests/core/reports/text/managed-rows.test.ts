/** Rows of managed code: each part of a row, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import {
  isCsharpName,
  isJavaLike,
  isServiceRow,
  isSureBareRow,
  MANAGED,
  readBareManagedRow,
  readManagedRow,
  readWrapperRow,
} from '../../../../src/core/reports/text/managed-rows.ts'
import { readTranslatedRow } from '../../../../src/core/reports/text/translated-rows.ts'
import { lineAt, wholeOf } from './lines-at.ts'

type Named = [text: string, name: string, file?: string | undefined, line?: number]

/** A row as C# has it. */
const rowOf = (text: string, name: string, file?: string, line?: number) => ({
  symbol: { name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) },
  language: 'csharp',
  span: wholeOf(text),
})

describe('rows with `at`', () => {
  test.each<Named>([
    ['at A.B()', 'A.B()'],
    [
      '  at Demo.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42 ',
      'Demo.Api.Load (System.String id)',
      '/src/Api.cs',
      42,
    ],
    ['\tat\t  Demo.Api.Load(String id) in /src/Api.cs:line 42', 'Demo.Api.Load(String id)', '/src/Api.cs', 42],
    ['at at Demo.Api.Load()', 'Demo.Api.Load()'],
    ['  at  at   x', 'x'],
    ['at _x', '_x'],
    ['at <Load>d__4.MoveNext()', '<Load>d__4.MoveNext()'],
    ['at (wrapper managed-to-native) Demo.Api.Load(int)  [0x1]', '(wrapper managed-to-native) Demo.Api.Load(int)'],
    ['at (wrapper x)   Demo.Load', '(wrapper x)   Demo.Load'],
    ['at Ä.Zähle2`1[T, U]+V<W>$:|/@&*=-(x)', 'Ä.Zähle2`1[T, U]+V<W>$:|/@&*=-(x)'],
    ['at Demo.Load\t()   [0x12345678]', 'Demo.Load\t()'],
    ['at Demo.Load() + 0x1f', 'Demo.Load()'],
    ['at Demo.Load()\t+\t0x12345678', 'Demo.Load()'],
    ['at Demo.Load() <0x1f>', 'Demo.Load()'],
    ['at Demo.Load()   <IL 0x00012, 0x000ab>', 'Demo.Load()'],
    ['at Demo.Load() <0x104cc + 0x0001f>', 'Demo.Load()'],
    ['at Demo.Load() [0x00000]   <0x1f>   in   C:\\a b.cs:7\t', 'Demo.Load()', 'C:\\a b.cs', 7],
    ['at Demo.Load() in <1234abcd>:0', 'Demo.Load()'],
    ['at Demo.Load() in <1234abcd>:3', 'Demo.Load()', undefined, 3],
    ['at Demo.Load() in x:123456789', 'Demo.Load()', 'x', 123456789],
    ['at Demo.Load() in a.cs:0', 'Demo.Load()', 'a.cs'],
    ['at Shop.Till.Count + 0xb9(Unknown Source)', 'Shop.Till.Count'],
    ['at Shop.Till.Count + 0x12345678 (Unknown Source:12) ', 'Shop.Till.Count'],
    ['at Shop.Till.Count(Unknown Source:1)', 'Shop.Till.Count'],
    ['at Shop.Till.Count (Unknown Source)', 'Shop.Till.Count'],
  ])('%s', (text, name, file, line) => {
    expect(readManagedRow(lineAt(text))).toEqual(rowOf(text, name, file, line))
    expect(MANAGED.test(`x ${text}`)).toBe(false)
  })

  test.each([
    'atDemo.Load()',
    'at at at Demo.Load()',
    'at 2Demo.Load()',
    'at Demo.Load() behind',
    'at Demo Load',
    'at Demo.Load(()',
    'at (wrapper a b) Demo.Load()',
    'at Demo.Load() [0x123456789]',
    'at Demo.Load()  + 0x1f',
    'at Demo.Load() + 0x123456789',
    'at Demo.Load() in a.cs:1234567890',
    'at Demo.Load() in a.cs:x',
    'at Demo.Load() in a.cs',
    'at [native code]([native code])',
    'at x([native code])',
    `at ${'x'.repeat(998)}`,
  ])('no row: %s', (text) => {
    expect(readManagedRow(lineAt(text))).toBeUndefined()
  })

  test('a row may be long', () => {
    const text = `at Demo.Load(${'x'.repeat(900)})`
    expect(readManagedRow(lineAt(text))).toEqual(rowOf(text, text.slice(3)))
    const blanks = `at Demo.Load()${' '.repeat(986)}`
    expect(readManagedRow(lineAt(blanks))).toEqual(rowOf(blanks, 'Demo.Load()'))
    expect(readManagedRow(lineAt(`${blanks} `))).toBeUndefined()
  })
})

describe('rows without `at`', () => {
  test.each<Named>([
    ['A.B()', 'A.B()'],
    [
      'Demo.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42;Demo',
      'Demo.Api.Load (System.String id)',
      '/src/Api.cs',
      42,
    ],
    ['`  Demo.Api.Load(x)`', 'Demo.Api.Load(x)'],
    ['` Demo.Api.Load(x)` \t', 'Demo.Api.Load(x)'],
    ['  (wrapper managed-to-native)  Demo.Load(int)', '(wrapper managed-to-native)  Demo.Load(int)'],
    ['(wrapper x) Demo.Load(int)', '(wrapper x) Demo.Load(int)'],
    ['Ä1`2.B+C<D>$,[]/.Zähle2`<>|.x(a)', 'Ä1`2.B+C<D>$,[]/.Zähle2`<>|.x(a)'],
    ['_a._b (A[] x)', '_a._b (A[] x)'],
    ['<a>.<b> ()', '<a>.<b> ()'],
    ['Demo..ctor()', 'Demo..ctor()'],
    ['Demo.Api..cctor ()', 'Demo.Api..cctor ()'],
    [
      'A.B (System.Int32 count, T`1[U] @x, V<W>& y, Z*, int) [0x12345678]',
      'A.B (System.Int32 count, T`1[U] @x, V<W>& y, Z*, int)',
    ],
    ['A.B (a,b c)', 'A.B (a,b c)'],
    ['A.B (a, b)', 'A.B (a, b)'],
    ['A.B ()  [0x1]', 'A.B ()'],
    ['A.B ()  <0x1 + 0x2>', 'A.B ()'],
    ['A.B ()\t<0xfedcba9876543210 + 0x12345678>  in  <1234-abcd>:0', 'A.B ()'],
    ['A.B () in x:7;A', 'A.B ()', 'x', 7],
    ['A.B () in C:\\a b.cs:123456789;Demo_2.Core', 'A.B ()', 'C:\\a b.cs', 123456789],
    ['A.B () in a.cs:0\t ', 'A.B ()', 'a.cs'],
  ])('%s', (text, name, file, line) => {
    expect(readBareManagedRow(lineAt(text))).toEqual(rowOf(text, name, file, line))
    expect(readBareManagedRow(lineAt(`x ${text}`))).toBeUndefined()
    expect(readBareManagedRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    'Load()',
    'A.B',
    'A.B (Till.java)',
    'A.B (Till.kt)',
    'A.B (Till.scala)',
    'A.B (Till.groovy)',
    'A.2 ()',
    '2.A ()',
    'A.B  ()',
    'A.B (a b c)',
    'A.B (a, )',
    'A.B (a, b c d)',
    'A.B (a)() ',
    'A.B () [0x123456789]',
    'A.B () <0x1>',
    'A.B () in a.cs',
    'A.B () in a.cs:1234567890',
    'A.B () in a.cs:1;',
    '(wrapper a b) A.B()',
    `A.B ()${' '.repeat(995)}x`,
  ])('no row: %s', (text) => {
    expect(readBareManagedRow(lineAt(text))).toBeUndefined()
  })

  test.each([0, 1, 2, 3, 32])('%i parameters behind the first', (count) => {
    const text = `A.B (a${', b'.repeat(count)})`
    expect(readBareManagedRow(lineAt(text))).toEqual(rowOf(text, text))
  })

  test('the longest row', () => {
    const text = `${' '.repeat(994)}A.B ()`
    expect(readBareManagedRow(lineAt(text))).toEqual(rowOf(text, 'A.B ()'))
    expect(readBareManagedRow(lineAt(` ${text}`))).toBeUndefined()
    expect(isSureBareRow(lineAt(`${' '.repeat(992)}A.B.C ()`))).toBe(true)
    expect(isSureBareRow(lineAt(`${' '.repeat(993)}A.B.C ()`))).toBe(false)
  })
})

describe('marks that prove a row', () => {
  test.each<[boolean, string]>([
    [true, 'a.b() <0x1 + 0x2>'],
    [true, 'a.b()\t <0xfedcba9876543210 + 0x2>'],
    [true, 'a.b() [0x1]'],
    [true, 'a.b()   [0x12345678]'],
    [true, 'a.b() in /x y/z.cs:1'],
    [true, 'a.b()  in  z:12'],
    [true, 'A.B.c()'],
    [true, '` \tA1.B2.c()'],
    [true, '(wrapper dynamic-method) A.<b>`1+x.c()'],
    [true, '(wrapper x)  Äö.Üä.c()'],
    [true, '<a>.<b>.c()'],
    [false, 'a.b()'],
    [false, 'A.b()'],
    [false, 'A.b.c()'],
    [false, 'x A.B.c()'],
    [false, '(wrapper a b) A.B.c()'],
    [false, '(wrapper x) a.B.c()'],
    [false, 'A .B.c()'],
    [false, 'A!.B.c()'],
    [false, 'a.b()<0x1 + 0x2>'],
    [false, 'a.b() <0x1 + 2>'],
    [false, 'a.b() <0x1>'],
    [false, 'a.b() [0x123456789]'],
    [false, 'a.b() [1]'],
    [false, 'a.b() in z:x'],
    [false, 'a.b() in :1'],
    [false, 'a.b() in z'],
    [false, 'a.b in z:1'],
  ])('%s: %s', (isSure, text) => {
    expect(isSureBareRow(lineAt(text))).toBe(isSure)
  })

  test.each<[boolean, string]>([
    [true, 'A.B () in <1234-abcd>:0;Demo'],
    [true, 'A.B () in <x>:123456789;Demo_2.Core \t'],
    [true, 'a.b () in <x>:1;D'],
    [false, 'A.B () in <x>:1234567890;D'],
    [false, 'A.B () in <x>:1'],
    [false, 'A.B () in <x>:1;'],
    [false, 'A.B () in <x y>:1;D'],
    [false, 'A.B () in <>:1;D'],
    [false, 'A.B () in x:1;D'],
    [false, 'A.B () in <x>:1;D behind'],
    [false, 'AB () in <x>:1;D'],
    [false, 'a.b c in <x>:1;D'],
  ])('by a service, %s: %s', (isService, text) => {
    expect(isServiceRow(lineAt(text))).toBe(isService)
  })

  test.each<[boolean, string]>([
    [true, 'at Shop.Till.Count(Unknown Source)'],
    [true, 'at Shop.Till.Count + 0xb9(Unknown Source) '],
    [true, 'at Shop.Till.Count + 0x12345678 (Unknown Source:123456789)'],
    [true, '  at Shop.Till.Count (Unknown Source:1)'],
    [false, 'at Shop.Till.Count(Unknown Source:1234567890)'],
    [false, 'at Shop.Till.Count(Unknown Source:x)'],
    [false, 'at Shop.Till.Count(Unknown Source) behind'],
    [false, 'at Shop.Till.Count()'],
    [false, 'Shop.Till.Count(Unknown Source)'],
    [false, `at Shop.Till.Count + 0xb9(Unknown Source)${' '.repeat(970)}`],
  ])('in the form of Java, %s: %s', (isLike, text) => {
    expect(isJavaLike(lineAt(text))).toBe(isLike)
  })

  test.each<[boolean, string]>([
    [true, 'Shop.Till+Count'],
    [true, 'Till+<Count>'],
    [true, 'Till.<Count>b__0'],
    [true, 'Till.<>c__1'],
    [true, 'Till.<Count>d.MoveNext'],
    [true, 'List`1'],
    [false, 'Shop.Till.Count'],
    [false, 'Till+.Count'],
    [false, '+Till'],
    [false, 'Till.<Count>b_0'],
    [false, 'Till.<Count>1__0'],
    [false, 'Till.<Co unt>b__0'],
    [false, 'Till.d.MoveNext'],
    [false, 'Till.<Count>d.MoveNextOne'],
    [false, 'List`T'],
    [false, '`1'],
  ])('of C#, %s: %s', (isCsharp, name) => {
    expect(isCsharpName(name)).toBe(isCsharp)
  })
})

describe('rows of wrappers', () => {
  test.each<[string, string]>([
    [
      '(wrapper dynamic-method) Till.DMD<(x -> y) Count>(int)',
      '(wrapper dynamic-method) Till.DMD<(x -> y) Count>(int)',
    ],
    ['  at (wrapper dynamic-method) Till.Count(int) <0x0001f>\t ', '(wrapper dynamic-method) Till.Count(int)'],
    ['at   (wrapper x) y() <0x1>', '(wrapper x) y()'],
    ['\t(il2cpp -> managed) y()', '(il2cpp -> managed) y()'],
    ['at (managed -> il2cpp) z.y (a b)', '(managed -> il2cpp) z.y (a b)'],
  ])('%s', (text, name) => {
    expect(readWrapperRow(lineAt(text))).toEqual(rowOf(text, name))
    expect(readWrapperRow(lineAt(`x ${text}`))).toBeUndefined()
    expect(readWrapperRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    'at(wrapper x) y()',
    '(wrapper a b) y()',
    '(wrapper) y()',
    '(wrapper x)  y()',
    '(wrapper x) y',
    '(wrapper x) y() <0x>',
    '(wrapper x) y()  <0x1>',
    '(managed -> managed) y()',
  ])('no row: %s', (text) => {
    expect(readWrapperRow(lineAt(text))).toBeUndefined()
  })

  test('the longest row', () => {
    const text = `${' '.repeat(985)}(wrapper x) y()`
    expect(readWrapperRow(lineAt(text))).toEqual(rowOf(text, '(wrapper x) y()'))
    expect(readWrapperRow(lineAt(` ${text}`))).toBeUndefined()
  })
})

describe('rows in the language of the system', () => {
  const words = 'bei,à,en,em,в,w,v,在,於,場所,위치:,konum:,vid,ved,bij,\uFFFD,\uFFFD\uFFFD:,\uFFFD\uFFFD\uFFFD'.split(
    ',',
  )
  test.each(words)('with the word %s', (word) => {
    const text = `   ${word} Shop.Till.Count(Int32 max) in C:\\a b\\Till.cs:Zeile 42`
    expect(readTranslatedRow(lineAt(text))).toEqual(rowOf(text, 'Shop.Till.Count(Int32 max)', 'C:\\a b\\Till.cs', 42))
    expect(readTranslatedRow(lineAt(text.replace(word, `x${word}`)))).toBeUndefined()
  })

  test.each<Named>([
    ['  bei A.B()', 'A.B()'],
    ['\t\t\tbei Ä1.B_`<>+[],2.Zähle<x>(a, b)\t ', 'Ä1.B_`<>+[],2.Zähle<x>(a, b)'],
    ['  bei _a._b()', '_a._b()'],
    ['  bei A..ctor()', 'A..ctor()'],
    ['  bei A.<b>c(d)', 'A.<b>c(d)'],
    ['  bei A.B() в /x:строка 7', 'A.B()', '/x', 7],
    ['  bei A.B() \uFFFD\uFFFD d:\\x\\y z.cs:\uFFFD\uFFFD 123456789.', 'A.B()', 'd:\\x\\y z.cs', 123456789],
    ['  bei A.B() x /y:z 7. ', 'A.B()', '/y', 7],
  ])('%s', (text, name, file, line) => {
    expect(readTranslatedRow(lineAt(text))).toEqual(rowOf(text, name, file, line))
    expect(readTranslatedRow(lineAt(`x${text}`))).toBeUndefined()
    expect(readTranslatedRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    ' bei A.B()',
    `${' '.repeat(21)}bei A.B()`,
    '  bei  A.B()',
    '  bei B()',
    '  bei A.B',
    '  bei 2A.B()',
    '  bei A.2B()',
    '  bei A.B c()',
    '  bei A.B() in x:Zeile 7',
    '  bei A.B() i2 /x:Zeile 7',
    '  bei A.B() in /x:Zei2 7',
    '  bei A.B() in /x:Zeile 1234567890',
    '  bei A.B() in /x:Zeile 7..',
    `  bei A.B()${' '.repeat(990)}`,
  ])('no row: %s', (text) => {
    expect(readTranslatedRow(lineAt(text))).toBeUndefined()
  })

  test('the longest row', () => {
    const text = `  bei A.B()${' '.repeat(989)}`
    expect(readTranslatedRow(lineAt(text))).toEqual(rowOf(text, 'A.B()'))
  })
})
