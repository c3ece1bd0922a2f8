/** Rows with an image and no address, rows of a page's cells, rows of atos, and registers: each part, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { readAtosRow } from '../../../../src/core/reports/text/atos-rows.ts'
import { isSureNamedRow, readNamedImageRow } from '../../../../src/core/reports/text/named-image-rows.ts'
import { findRegisterRows, readRegisters } from '../../../../src/core/reports/text/register-rows.ts'
import { holdsCells, joinCells } from '../../../../src/core/reports/text/table-cells.ts'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import { endOf, lineAt, partOf, wholeOf } from './lines-at.ts'

describe('rows with an image and no address', () => {
  test.each<[string, string, object]>([
    [
      '0 CoreFoundation __exceptionPreprocess + 124',
      '__exceptionPreprocess + 124',
      { index: 0, imageName: 'CoreFoundation', symbol: { name: '__exceptionPreprocess', offset: 124 } },
    ],
    [
      '\t 1234  Till  +0x2b14  -[Till count] (Till.m:62:1)',
      '-[Till count] (Till.m:62:1)',
      {
        index: 1234,
        imageName: 'Till',
        offset: 0x2b14,
        symbol: { name: '-[Till count]', file: 'Till.m', line: 62, column: 1 },
      },
    ],
    ['1 T \t+0x1234567890', '', { index: 1, imageName: 'T', offset: 0x1234567890 }],
    ['1 T +0xA', '', { index: 1, imageName: 'T', offset: 10 }],
    ['1 My Till 2  count', 'count', { index: 1, imageName: 'My Till 2', symbol: { name: 'count' } }],
    ['1\tMy Till\tf', 'f', { index: 1, imageName: 'My Till', symbol: { name: 'f' } }],
    ['1 ??? count(a b)', 'count(a b)', { index: 1, imageName: '???', symbol: { name: 'count(a b)' } }],
    ['1 Till +[Till a b]', '+[Till a b]', { index: 1, imageName: 'Till', symbol: { name: '+[Till a b]' } }],
    ['1 Till ä1', 'ä1', { index: 1, imageName: 'Till', symbol: { name: 'ä1' } }],
    ['1 Till closure in Till', 'closure in Till', { index: 1, imageName: 'Till', symbol: { name: 'closure in Till' } }],
    ['1 Till (a) in b::c', '(a) in b::c', { index: 1, imageName: 'Till', symbol: { name: '(a) in b::c' } }],
    [
      '1 Till static Till<x> y',
      'static Till<x> y',
      { index: 1, imageName: 'Till', symbol: { name: 'static Till<x> y' } },
    ],
    ['1 Till -[T x] y', '-[T x] y', { index: 1, imageName: 'Till', symbol: { name: '-[T x] y' } }],
    ['1 Till count", ', 'count', { index: 1, imageName: 'Till', symbol: { name: 'count' } }],
    ["1 Till count';", 'count', { index: 1, imageName: 'Till', symbol: { name: 'count' } }],
  ])('%s', (text, rest, row) => {
    const end = partOf(text, rest === '' ? text : rest).end
    expect(readNamedImageRow(lineAt(text))).toEqual({
      ...row,
      span: { start: 100, end },
      symbolSpan: rest === '' ? endOf(text) : partOf(text, rest),
    })
  })

  test.each([
    'x 1 Till count',
    '12345 Till count',
    `${' '.repeat(41)}1 Till count`,
    '1 Till',
    '1 Till two words',
    '1 Till count.',
    '1 Till word!',
    '1 Till 5 + 3',
    '1 Till *count',
    '1 Till +0x10 two words',
    '1 Till +0x12345678901',
    '1 Till +0x10x',
    '1 My Till  0x104ccc074 f',
    '1 Till f 0x104c',
    '1 Ti=ll count',
    '1 1Till count',
    '1 Till a =in b',
    '1 Till a in 2',
    '1 Till [] x',
    '1 Till *[a b]',
  ])('no row: %s', (text) => {
    expect(readNamedImageRow(lineAt(text))).toBeUndefined()
  })

  test.each<[boolean, string]>([
    [true, '0 a -[Till'],
    [true, '0 a +[T'],
    [true, 'a::b'],
    [true, 'f + 1'],
    [true, 'f\t+\t0xa'],
    [true, 'f +0xf'],
    [true, '1 x.dylib y'],
    [true, '1 a f(x.m:1)'],
    [true, '1 a (Till-2.swift:123456789)'],
    [true, '1 a _fx'],
    [true, '1 a __f1'],
    [false, '0 a *[Till'],
    [false, '-[ Till'],
    [false, 'a:b'],
    [false, 'f + x'],
    [false, 'f+1'],
    [false, 'x.dylibs'],
    [false, '(a b.m:1)'],
    [false, '(a.objects:1)'],
    [false, '(a.m:x)'],
    [false, '(.m:1)'],
    [false, '1 a ___f1'],
    [false, '1 a f_x'],
  ])('sure, %s: %s', (isSure, text) => {
    expect(isSureNamedRow(text)).toBe(isSure)
  })
})

describe('cells of a table', () => {
  const joined = (...lines: readonly string[]) => joinCells(splitLines(lines.join('\n')))
  test('a number, an image and a function are a row; a place goes behind it', () => {
    const text = [
      'head',
      '0',
      'Till',
      'count + 12',
      '\t12 ',
      ' My-Till_2+x.y\t',
      '\tTill 2.swift - Line 1234567890 ',
      '  f(a) + 1\t',
      'foot',
    ]
    const whole = text.join('\n')
    expect(joined(...text)).toEqual([
      { text: 'head', start: 0, end: 4, number: 1 },
      { text: '0 Till count + 12', start: 5, end: 22, number: 2 },
      {
        text: '12 My-Till_2+x.y f(a) + 1 (Till 2.swift:1234567890)',
        start: 23,
        end: whole.indexOf('\nfoot'),
        number: 5,
      },
      { text: 'foot', start: whole.indexOf('foot'), end: whole.length, number: 9 },
    ])
  })

  test.each([
    ['1234', 'Till', 'f + 1'],
    ['x', 'Till', 'f + 1'],
    ['1', 'My Till', 'f + 1'],
    ['1', '', 'f + 1'],
    ['1', 'Till', 'f + x'],
    ['1', 'Till', 'f + 1 x'],
    ['1', 'Till', 'f+ 1'],
    ['1', 'Till', 'a - Line x', 'f + 1'],
    ['1', 'Till', 'a - Line 1 x', 'f + 1'],
    ['1', 'Till'],
    ['1 x', 'Till', 'f + 1'],
    ['1', 'Till x', 'f + 1'],
  ])('no row: %j', (...lines) => {
    expect(joined(...lines).map(({ text }) => text)).toEqual(lines)
  })

  test.each<[boolean, string]>([
    [true, '0\nTill\nf + 1\n1\nTill\ng + 123'],
    [true, '0\nTill\na.c - Line 1\nf + 1\n1\nTill\ng + 1 \t\r\nx'],
    [false, '0\nTill\nf + 1\n1\nTill'],
    [false, '0\nTill\nf + 1'],
    [false, '0\nTill\nf\n1\nTill\ng'],
    [false, ''],
  ])('two such rows, %s: %j', (holds, text) => {
    expect(holdsCells(text)).toBe(holds)
  })
})

describe('rows of atos', () => {
  const named = (text: string, row: object) => {
    const start = 100 + text.length - text.trimStart().length
    return { ...row, span: { start, end: wholeOf(text).end }, symbolSpan: { start, end: wholeOf(text).end } }
  }
  test.each<[string, object]>([
    ['main (in App) (main.m:12)', { imageName: 'App', symbol: { name: 'main', file: 'main.m', line: 12 } }],
    [
      '  -[Cart add:] (in App (Beta))  \t(a b.m:123456789:987654321) \t',
      {
        imageName: 'App (Beta)',
        symbol: { name: '-[Cart add:]', file: 'a b.m', line: 123456789, column: 987654321 },
      },
    ],
    ['f (in A) (x:1:2)', { imageName: 'A', symbol: { name: 'f', file: 'x', line: 1, column: 2 } }],
    ['f (in A)(x:1)', { imageName: 'A', symbol: { name: 'f', file: 'x', line: 1 } }],
    ['f (in A) + 24', { imageName: 'A', symbol: { name: 'f', offset: 24 } }],
    ['f (in A)+0x1F",', { imageName: 'A', symbol: { name: 'f', offset: 31 } }],
    ['f (in A)\t +  \t123456789012345 ;|', { imageName: 'A', symbol: { name: 'f', offset: 123456789012345 } }],
    ['f (in A) + 0x123456789ABC', { imageName: 'A', symbol: { name: 'f', offset: 0x123456789abc } }],
    ['f (in A)', { imageName: 'A', symbol: { name: 'f' } }],
    ['f (in A)  ', { imageName: 'A', symbol: { name: 'f' } }],
    ['f (in A) (<compiler-generated>:0)', { imageName: 'A', symbol: { name: 'f' } }],
    ['f (in B) (in A)', { imageName: 'A', symbol: { name: 'f (in B)' } }],
    ['f 0x12345 (in A)', { imageName: 'A', symbol: { name: 'f 0x12345' } }],
    ['f  g x (in A)', { imageName: 'A', symbol: { name: 'f  g x' } }],
    ['12f (in A)', { imageName: 'A', symbol: { name: '12f' } }],
  ])('%s', (text, row) => {
    expect(readAtosRow(lineAt(text))).toEqual(named(text, row))
  })

  test.each<[string, object]>([
    [
      '0x104004000 (in App) + 16384',
      { address: 0x104004000n, imageName: 'App', offset: 16384, loadAddress: 0x104000000n },
    ],
    [
      '  104004000 (in App) + 0x4000',
      { address: 0x104004000n, imageName: 'App', offset: 16384, loadAddress: 0x104000000n },
    ],
    ['0xabcde (in App)', { address: 0xabcden, imageName: 'App' }],
    ['0x10000 (in App) + 65535', { address: 0x10000n, imageName: 'App', offset: 65535, loadAddress: 1n }],
    ['0x10000 (in App) + 65536', { address: 0x10000n, imageName: 'App' }],
    ['0x10000 (in App) (a.c:3)', { address: 0x10000n, imageName: 'App' }],
  ])('without a name: %s', (text, row) => {
    const start = 100 + text.length - text.trimStart().length
    expect(readAtosRow(lineAt(text))).toEqual({
      ...row,
      span: { start, end: wholeOf(text).end },
      symbolSpan: endOf(text),
    })
  })

  test.each<[string, object]>([
    ['Till\t12\tcount (in Till)', { name: 'count', offset: 12 }],
    ['My Till\ta b.m:123456789\t-[A b] (in Till)', { name: '-[A b]', file: 'a b.m', line: 123456789 }],
    ['Till\ta.m:0\tcount (in Till)', { name: 'count', file: 'a.m' }],
  ])('in columns: %s', (text, symbol) => {
    expect(readAtosRow(lineAt(text))).toEqual({ imageName: 'Till', symbol, span: wholeOf(text) })
  })

  test('in columns without a name', () => {
    const text = 'Till\t12\tmissing (in Till)'
    expect(readAtosRow(lineAt(text))).toEqual({ imageName: 'Till', span: wholeOf(text) })
  })

  test.each([
    '(in A)',
    ' (in A)',
    'f (in )',
    'f (in A',
    'f(in A)',
    'f (in A) x',
    'f (in A) + x',
    'f (in A) + 1 x',
    'f (in A) (x)',
    'f (in A) (x:1) y',
    'f (in A) (:1)',
    'f (in A) - (x:1)',
    '12345678 (in A)',
    '12  f (in A)',
    '12 f (in A)',
    '+ !:| 12\tf (in A)',
    'f 0x123456 (in A)',
    'f  g (in A)',
    'f  gh (in A)',
    'f (in A) x + 1',
    'f\t\tg (in A)',
    `f (in A)${' '.repeat(600)}`,
  ])('no row: %s', (text) => {
    expect(readAtosRow(lineAt(text))).toBeUndefined()
  })
})

describe('registers of debuggers', () => {
  const names = [
    'x0',
    'w28',
    'r12',
    'fp',
    'lr',
    'sp',
    'pc',
    'ip',
    'cpsr',
    'far',
    'esr',
    'rax',
    'rip',
    'rflags',
    'eax',
    'eflags',
    'cs',
    'gs',
    'ds',
    'v0',
    's31',
    'd2',
    'q9',
    'fpcr',
    'fpsr',
    'trap',
    'err',
    'cr2',
  ]
  test.each(names)('%s', (name) => {
    const one = [{ name, value: 0x12345678n }]
    expect(readRegisters(lineAt(`${name} = 0x12345678`))).toEqual(one)
    expect(readRegisters(lineAt(`${name}:0x12345678`))).toEqual(one)
    for (const other of [`${name}2z`, `y${name}`, `z${name}z`]) {
      expect(readRegisters(lineAt(`${other} = 0x12345678`))).toEqual([])
      expect(readRegisters(lineAt(`${other}: 0x12345678`))).toEqual([])
    }
  })

  test.each<[string, object[]]>([
    [
      '\t pc = 0x0000000104ccc1a0 \t Harbor`load + 16 ',
      [{ name: 'pc', value: 0x104ccc1a0n, note: 'Harbor`load + 16' }],
    ],
    ['pc = 0x104ccc1a', [{ name: 'pc', value: 0x104ccc1an }]],
    [
      ' fp: 0x16d3b2f10\tlr:\t0x1 \t',
      [
        { name: 'fp', value: 0x16d3b2f10n },
        { name: 'lr', value: 1n },
      ],
    ],
    ['pc = 0x104ccc1', []],
    ['pc = 0x104ccc1a0', []],
    ['say pc = 0x104ccc1a', []],
    ['pc: 0x1 x', []],
    ['pc: 0x1,', []],
    [`${'x1: 0x1 '.repeat(9)}`, []],
    ['pc: 0x1'.padEnd(401), []],
  ])('%j', (text, found) => {
    expect(readRegisters(lineAt(text))).toEqual(found)
  })

  test('the instruction and the return address are rows', () => {
    const texts = ['x0 = 0x12345678', '', 'lr = 0x0000000104ccc080  Till`b + 4', 'pc = 0x0000000104ccc074  Till`a + 2']
    const lines = splitLines(texts.join('\n'))
    const [x0, , lr, pc] = lines
    if (!x0 || !lr || !pc) throw new Error('lines')
    const row = (line: typeof pc, index: number, address: bigint, symbol: { name: string; offset: number }) => ({
      index,
      address,
      imageName: 'Till',
      symbol,
      span: { start: line.start, end: line.end },
      symbolSpan: { start: line.end - `${symbol.name} + 1`.length, end: line.end },
    })
    expect(findRegisterRows(lines)).toEqual({
      registers: [
        { name: 'x0', value: 0x12345678n },
        { name: 'lr', value: 0x104ccc080n, note: 'Till`b + 4' },
        { name: 'pc', value: 0x104ccc074n, note: 'Till`a + 2' },
      ],
      rows: [row(pc, 0, 0x104ccc074n, { name: 'a', offset: 2 }), row(lr, 1, 0x104ccc080n, { name: 'b', offset: 4 })],
      lines: new Set([1, 3, 4]),
    })
    expect(findRegisterRows(lines.slice(1))).toBeUndefined()
    expect(findRegisterRows(lines.slice(0, 3))).toBeUndefined()
  })

  test('a register twice is of another thread, and lr may be empty', () => {
    const text = 'x0: 0x1 rip: 0x10 lr: 0x0\nrip: 0x20 x0: 0x2'
    expect(findRegisterRows(splitLines(text))).toEqual({
      registers: [
        { name: 'x0', value: 1n },
        { name: 'rip', value: 16n },
        { name: 'lr', value: 0n },
      ],
      rows: [{ index: 0, address: 16n, span: { start: 0, end: 25 }, symbolSpan: { start: 17, end: 17 } }],
      lines: new Set([1, 2]),
    })
    const noted = 'pc = 0x12345678  nowhere\nx0: 0x1 x1: 0x2'
    expect(findRegisterRows(splitLines(noted))?.rows).toEqual([
      { index: 0, address: 0x12345678n, span: { start: 0, end: 24 }, symbolSpan: { start: 15, end: 15 } },
    ])
  })
})
