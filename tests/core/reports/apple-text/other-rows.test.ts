/** Rows that today's systems do not write, rows left out of recursions, and rows that somebody cut, each read alone. */
import { describe, expect, test } from 'vitest'
import { isCutRow } from '../../../../src/core/reports/apple-text/cut-rows.ts'
import { elidedBy, ElidedRows, rowsMissing } from '../../../../src/core/reports/apple-text/elided-rows.ts'
import { hasForeignHead } from '../../../../src/core/reports/apple-text/foreign-heads.ts'
import { hasOtherRows, readOtherRow } from '../../../../src/core/reports/apple-text/other-rows.ts'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import { asLine, splitLines } from '../../../../src/core/reports/base/lines.ts'

describe('rows of the first systems', () => {
  test.each([
    ['#0 0x00003ab4 in pay', 0, 0x3ab4n, 'pay'],
    ['#1234 0xffffaa00 in p', 1234, 0xffffaa00n, 'p'],
    [' \t #2\t  0x00003ab4 \t in \t pay ', 2, 0x3ab4n, 'pay'],
    ['        #2 0x00003ab4 in -[Till pay:to:]', 2, 0x3ab4n, '-[Till pay:to:]'],
  ])('%j', (text, index, address, name) => {
    const row = text.trimEnd()
    const whole = {
      ...{ index, address, symbol: { name } },
      ...{ span: { start: 0, end: row.length }, symbolSpan: { start: row.length - name.length, end: row.length } },
    }
    expect(readOtherRow(asLine(text), 'next')).toEqual(whole)
    expect(readOtherRow({ ...asLine(row), start: 100, end: 100 + row.length }, 'next')).toEqual({
      ...whole,
      span: { start: 100, end: 100 + row.length },
      symbolSpan: { start: 100 + row.length - name.length, end: 100 + row.length },
    })
    expect(readOtherRow(asLine(text), 'first')).toBeUndefined()
  })
  test('with the place in the source', () => {
    expect(readOtherRow(asLine('#2   0x00003ab4 in main (main.m:18)'), 'next')?.symbol).toEqual({
      ...{ name: 'main', file: 'main.m', line: 18 },
    })
  })
  test.each([
    ...[
      '#2 0x00003AB4 in pay',
      'a#2 0x00003ab4 in pay',
      '2 0x00003ab4 in pay',
      '#12345 0x00003ab4 in pay',
      '# 0x00003ab4 in pay',
      '#x 0x00003ab4 in p',
    ],
    ...['         #2 0x00003ab4 in pay', '#2 0x0003ab4 in pay', '#2 0x000003ab4 in pay', '#2 0x00003abg in pay'],
    ...['#2 0x00003ab4 pay', '#2 0x00003ab4 at pay', '#2 0x00003ab4in pay', '#2 0x00003ab4 inpay', '#2 0x00003ab4 in'],
    ...['#2 00003ab4 in pay', '#2 0x00003ab4 in ', '#20x00003ab4 in pay', `#2 0x00003ab4 in${' '.repeat(600)}pay`],
  ])('not %j', (text) => {
    expect(readOtherRow(asLine(text), 'next')).toBeUndefined()
  })
})

describe('rows with a name alone', () => {
  test.each([
    ['2  shop::Till::count(int)', 2, 'shop::Till::count(int)'],
    ['1234 s::c(', 1234, 's::c('],
    ['\t \t7        shop::~Till() const \t\r', 7, 'shop::~Till() const'],
    ['7\tshop1::operator<(a, b)', 7, 'shop1::operator<(a, b)'],
    ['0 -[Till pay]', 0, '-[Till pay]'],
    ['        3 +[_Till pay:to:]  ', 3, '+[_Till pay:to:]'],
  ])('%j', (text, index, name) => {
    const span = { start: 0, end: text.trimEnd().length }
    expect(readOtherRow(asLine(text), 'next')).toEqual({ index, symbol: { name }, span })
    expect(readOtherRow(asLine(text), 'first')).toBeUndefined()
    expect(readOtherRow(asLine(text), 'managed')).toBeUndefined()
  })
  test.each([
    ...[
      'shop::pay(int)',
      '12345 shop::pay(int)',
      'a 2 shop::pay(int)',
      'a2 shop::pay(int)',
      '2shop::pay(int)',
      'x shop::pay(int)',
    ],
    ...['2 pay(int)', '2 shop::pay', '2 1shop::pay()', '2 ::pay()', '2 shop::(int)', '2 shop:pay()'],
    ...['2 [Till pay]', '2 -[Till pay', '2 -[T]', '2 -[1Till pay]', '2 -[Till pay] x', '2 *[Till pay]', '2 -Till pay]'],
    ...['         2 -[Till pay]', '2         -[Till pay]', `2 -[T${'x'.repeat(401)}]`, `2 a${'x'.repeat(201)}::b()`],
  ])('not %j', (text) => {
    expect(readOtherRow(asLine(text), 'next')).toBeUndefined()
  })
  test.each([`2 -[T${'x'.repeat(400)}]`, `2 a${'x'.repeat(200)}::b()`, `2 a::${'b'.repeat(400)}()`])(
    'the longest',
    (text) => {
      expect(readOtherRow(asLine(text), 'next')?.symbol).toEqual({ name: text.slice(2) })
    },
  )
})

test('a row of managed code is read in its own stack alone', () => {
  const text = '  at Shop.Till.Pay (System.String id) [0x0001f] in /src/Till.cs:42 '
  expect(readOtherRow(asLine(text), 'managed')).toEqual({
    language: 'csharp',
    symbol: { name: 'Shop.Till.Pay (System.String id)', file: '/src/Till.cs', line: 42 },
    span: { start: 0, end: text.length - 1 },
  })
  expect(readOtherRow(asLine(text), 'next')).toBeUndefined()
  expect(readOtherRow(asLine('0 -[Till pay]'), 'managed')).toBeUndefined()
})

describe('texts with such rows alone', () => {
  const [first, second] = ['#0 0x00003ab4 in pay (till.m:18)', '#1 0x00003b00 in main (main.m:4)']
  const [name0, name1] = ['0 shop::pay(int)', '1 -[Till main]']
  const text = (head: string, ...rows: readonly string[]): string => [head, ...rows].join('\n')
  const heads = [
    ...['Thread 0:', 'Thread 123456:', 'Thread 0 Crashed:', '  Thread 7:', '\t \tThread 7 Crashed:', 'Thread 0: \t\r'],
    ...['Thread 0::', 'Thread 0:: Dispatch queue: main', 'Thread 0 Crashed::', `Thread 0::${'x'.repeat(200)}`],
    ...['Last Exception Backtrace:', ' \tLast Exception Backtrace: \t'],
  ]
  test.each(heads)('below %j', (head) => {
    for (const rows of [
      ...[
        [first, second],
        [`  ${first}`, `\t ${second}`],
        [name0, name1],
        [` ${name0}`, `\t ${name1}`],
      ],
      ...[
        ['', first, second],
        [' \t\r', first, second],
        [first, name1],
        [name0, second],
      ],
      ['#0 0x00003ab4 in p', '#1 0x00003b00 in m'],
    ]) {
      expect(hasOtherRows(text(head, ...rows))).toBe(true)
      expect(hasOtherRows(text('said', head, ...rows, 'said'))).toBe(true)
    }
    for (const rows of [
      ...[[first], [second, first], [first, '', second], ['', '', first, second], ['x', first, second], []],
      ...[
        [first, '#1 pay'],
        ['#0 pay', second],
        [first, first],
        [second, second],
        [`a${first}`, second],
        [first, `a${second}`],
      ],
    ])
      expect(hasOtherRows(text(head, ...rows))).toBe(false)
  })
  test.each([
    ...[
      'Thread:',
      'Thread 1234567:',
      'Thread x:',
      'Thread 0',
      'Thread 0 Crash:',
      'aThread 0:',
      'A Thread 0:',
      'Thread  0:',
    ],
    ...['Thread 0: x', `Thread 0::${'x'.repeat(201)}`, 'Thread 0 CrashedCrashed:', 'Last Exception Backtrace'],
    ...['aLast Exception Backtrace:', 'The Last Exception Backtrace:', 'Last Exception Backtrace: x', '', 'Stack:'],
  ])('not below %j', (head) => {
    expect(hasOtherRows(text(head, first, second))).toBe(false)
    expect(hasOtherRows(text(head, name0, name1))).toBe(false)
  })
  test('in the second stack', () => {
    const known = ['Thread 0:', '0 Till 0x104ccc074 pay', '1 Till 0x104ccc0a4 main']
    expect(hasOtherRows(known.join('\n'))).toBe(false)
    expect(hasOtherRows([...known, '', 'Thread 1:', first, second].join('\n'))).toBe(true)
    expect(hasOtherRows(['Thread 0:', first, 'Thread 1:', first, second].join('\n'))).toBe(true)
  })
})

describe('lines with dashes', () => {
  const marks = (...lines: readonly string[]) => {
    const rows = new ElidedRows()
    const isRead = lines.map((line, at) => rows.read(line, at))
    return { isRead, marks: rows.marks }
  }
  const D = '--------'
  const cut = (rest: string, count = '4'): string => `${D} ELIDED ${count} LEVELS OF RECURSION THROUGH${rest}`
  const mark = (address: bigint | undefined, symbol: string | undefined, before = 0, depth?: number) => ({
    ...{ before, depth, address, symbol },
  })
  test.each([
    ...[
      D,
      `${D} `,
      `${D}\t \t`,
      `${D} RECURSION LEVEL 1`,
      `${D} RECURSION LEVEL 123456789`,
      `${D} RECURSION LEVEL 12 \t `,
    ],
  ])('%j marks a level', (line) => {
    expect(marks(line)).toEqual({ isRead: [true], marks: [] })
  })
  test.each([
    ...[
      '',
      '-------',
      '---------',
      `x${D}`,
      ` ${D}`,
      `${D}x`,
      `${D} x`,
      `x ${D}`,
      `x${D} RECURSION LEVEL 1`,
      `${D}RECURSION LEVEL 1`,
    ],
    ...[
      `${D} RECURSION LEVEL`,
      `${D} RECURSION LEVEL x`,
      `${D} RECURSION LEVEL 1 x`,
      `${D} RECURSION LEVEL 1234567890`,
    ],
    ...[`x${cut(' 0x1')}`, cut(' 0x1', 'x'), cut(' 0x1', ''), cut(' 0x1', '1234567890'), cut(''), `${D}  ELIDED 4`],
    ...[cut(` 0x1 ${'x'.repeat(4001)}`), cut(' 0x1 a\nb'), `${D} RECURSION LEVEL 1x`],
  ])('%j does not', (line) => {
    expect(marks(line)).toEqual({ isRead: [false], marks: [] })
  })
  test.each<[string, bigint | undefined, string | undefined]>([
    [cut(' 0x104000040 walk + 4'), 0x104000040n, 'walk'],
    [cut(' 0xF \t walk', '123456789'), 15n, 'walk'],
    [cut(' 0x1walk'), 1n, 'walk'],
    [cut(' 0x1234567890abcdef'), 0x1234567890abcdefn, undefined],
    [cut(' '), undefined, undefined],
    [cut(' walk + 12 (Till.swift:7)'), undefined, 'walk'],
    [cut(' walk + 1 ()  '), undefined, 'walk'],
    [cut(' walk + 12 \t'), undefined, 'walk'],
    [cut(' walk \t'), undefined, 'walk'],
    [cut(' walk + x'), undefined, 'walk + x'],
    [cut(' walk + 12 x'), undefined, 'walk + 12 x'],
    [cut(' operator + 1 + 2'), undefined, 'operator + 1'],
    [cut(' 0x1 ?'), 1n, undefined],
    [cut(' 0x1 ??? + 4'), 1n, undefined],
    [cut(' 0x1 ?a'), 1n, '?a'],
    [cut(' 0x1 a?'), 1n, 'a?'],
    [cut(' 0x1 walk').toLowerCase(), 1n, 'walk'],
    [cut(` 0x1 ${'x'.repeat(4000)}`), 1n, 'x'.repeat(4000)],
  ])('%j', (line, address, symbol) => {
    expect(marks(line)).toEqual({ isRead: [true], marks: [mark(address, symbol)] })
  })
  test('the depth is the first level that was counted', () => {
    const level = (n: number): string => `${D} RECURSION LEVEL ${n}`
    expect(
      marks(level(9), level(8), cut(' a'), level(3), cut(' b'), level(1), cut(' c'), level(5), cut(' d')).marks,
    ).toEqual([
      ...[mark(undefined, 'a', 2, 9), mark(undefined, 'b', 4, 9), mark(undefined, 'c', 6), mark(undefined, 'd', 8, 5)],
    ])
  })
  test('a hundred of a stack are kept', () => {
    const many = (count: number) => marks(...new Array<string>(count).fill(cut(' a'))).marks
    expect(many(99)).toHaveLength(99)
    expect(many(100)).toHaveLength(100)
    expect(many(101)).toHaveLength(100)
    expect(many(101).at(-1)).toEqual(mark(undefined, 'a', 99))
  })

  const frame = (address: bigint, offset?: number) => ({
    ...{ id: 0, index: 0, kind: 'return' as const, address: runtimeAddress(address), imageName: 'Till' },
    ...(offset !== undefined && { offset: offset as never }),
  })
  const rows = (...indices: readonly number[]) => indices.map((index) => ({ index }))
  test('the rows left out are counted by the numbers around', () => {
    const both = [mark(0x10n, 'walk', 2, 9), mark(0x20n, undefined, 3)]
    const given = rows(0, 1, 6, 10, 11)
    expect(elidedBy(both, given, [frame(0x20n), frame(0x10n, 40)])).toEqual({
      originalLength: 12,
      cuts: [
        { first: 2, last: 5, depth: 9, imageName: 'Till', offset: 40, symbol: 'walk' },
        { first: 7, last: 9 },
      ],
    })
    expect(rowsMissing(both, given)).toBe(7)
  })
  test.each<[string, number, readonly number[], number]>([
    ['no number is missing', 1, [0, 1], 0],
    ['one is', 1, [0, 2], 1],
    ['above all', 0, [3, 4], 3],
    ['above a whole stack', 0, [0, 1], 0],
    ['below all', 2, [0, 1], 0],
    ['numbers that fall', 1, [5, 1], 0],
    ['none', 0, [], 0],
  ])('%s', (_, before, indices, left) => {
    const marked = [mark(undefined, 'a', before)]
    expect(rowsMissing(marked, rows(...indices))).toBe(left)
    expect(elidedBy(marked, rows(...indices), [])).toEqual(
      left === 0
        ? undefined
        : { originalLength: indices.length + left, cuts: [{ first: before, last: before + left - 1, symbol: 'a' }] },
    )
  })
  test('a mark without an address has no frame', () => {
    const { id, index, kind, imageName, offset } = frame(1n, 40)
    const placeless = { id, index, kind, imageName, offset: offset as never }
    expect(elidedBy([mark(undefined, 'a', 1)], rows(0, 2), [placeless])).toEqual({
      originalLength: 3,
      cuts: [{ first: 1, last: 1, symbol: 'a' }],
    })
  })
  test('without marks', () => {
    expect([rowsMissing([], rows(0, 5)), elidedBy([], rows(0, 5), [])]).toEqual([0, undefined])
  })
})

describe('rows that were cut', () => {
  const row = (address: bigint, start = 10, end = start) => ({ address, symbolSpan: { start, end } })
  const line = (text: string, start = 0) => ({ ...asLine(text), start, end: start + text.length })
  const named = row(1n, 10, 14)
  test.each<[string, string, bigint, boolean]>([
    ['short, at the end of its line', '2 Till 0x104ccc', 0x104cccn, true],
    ['no digit', '2 Till 0x', 1n, true],
    ['with signs behind it', '2 Till 0x104ccc"`)]|};, \t', 0x104cccn, true],
    ['of fifteen digits', '2 Till 0x123456789abcdef', 0x123456789abcdefn, true],
    ['of sixteen digits', '2 Till 0x0000000104ccc074', 0x104ccc074n, false],
    ['of an offset', '2 Till 0x104ccc074 pay + 0x12', 0x104ccc074n, false],
    ['of an offset without a blank', '2 Till 0x104ccc074 pay + 0x104ccc074', 0x104ccc074n, false],
    ['of another number', '2 Till 0x104ccc074 0x104ccc', 0x104ccc074n, false],
    ['with more behind it', '2 Till 0x104ccc x', 0x104cccn, false],
    ['inside a word', '2 Till x0x104ccc', 0x104cccn, false],
  ])('%s', (_, text, address, isCut) => {
    expect(isCutRow(line(text, 50), row(address), [named], 1000)).toBe(isCut)
    expect(isCutRow(line(text, 50), row(address, 10, 12), [named], 1000)).toBe(isCut)
    expect(isCutRow(line(text, 50), row(address), [], 1000)).toBe(false)
    expect(isCutRow(line(text, 50), row(address), [named, row(2n), named], 1000)).toBe(false)
    expect(isCutRow(line(text, 50), row(address), [named], 50 + text.length)).toBe(true)
    expect(isCutRow(line(text, 50), row(address, 10, 12), [named], 50 + text.length)).toBe(isCut)
    expect(isCutRow(line(text, 50), row(address), [named, named, named], 49 + text.length)).toBe(isCut)
  })
})

test('rows without a place for a name are as bare as those whose place is empty', () => {
  const line = asLine('2 Till 0x104ccc')
  const [placeless, bare, named] = [
    { address: 0x104cccn },
    { address: 0x104cccn, symbolSpan: { start: 9, end: 9 } },
    { address: 1n, symbolSpan: { start: 9, end: 12 } },
  ]
  expect(isCutRow(line, placeless, [named], line.end)).toBe(true)
  expect(isCutRow(line, bare, [named], line.end)).toBe(true)
  expect(isCutRow(line, bare, [placeless], line.end)).toBe(false)
})

describe('headings in another language', () => {
  const isForeign = (...lines: readonly string[]): boolean => hasForeignHead(splitLines(lines.join('\n')))
  test.each<[string, readonly string[], boolean]>([
    ['a colon above a first row', ['Faden 0:', '0 Till'], true],
    ['behind a blank line', ['Faden 0:', ' \t', '0 Till'], true],
    ['behind two', ['Faden 0:', '', '', '0 Till'], false],
    ['with words behind it', ['Faden: x', ' \t\u3000 0\tTill'], true],
    ['signs of full width', ['\u7ebf\u7a0b\uff1a', '\uff10\u3000Till'], true],
    ['Apple', ['Thread 0:', '0 Till'], false],
    ['Apple, and another', ['Thread 0:', '0 Till', '', 'Faden 1:', '0 Till'], true],
    ['no colon', ['Faden 0', '0 Till'], false],
    ['no row', ['Faden 0:', 'Till'], false],
    ['another row', ['Faden 0:', '1 Till'], false],
    ['a longer number', ['Faden 0:', '00 Till'], false],
    ['an address', ['Faden 0:', '0x104ccc074 Till'], false],
    ['a row behind words', ['Faden 0:', 'a 0 Till'], false],
    ['a row alone', ['0 Till'], false],
    ['a row behind a blank line alone', ['', '0 Till'], false],
    ['nothing', [], false],
    ...[...':\uff1a\u2236\ufe55\ufe13'].map((colon): [string, string[], boolean] => [
      colon,
      [`Faden${colon}`, '0 T'],
      true,
    ]),
    ...[...';.\u3002'].map((sign): [string, string[], boolean] => [sign, [`Faden${sign}`, '0 T'], false]),
  ])('%s', (_, lines, expected) => {
    expect(isForeign(...lines)).toBe(expected)
  })
})
