/** Rows of Apple's texts, and names with an offset or a place: each part, the text without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { contradicts, parseFrameRow, parseSymbolText } from '../../../../src/core/reports/text/apple-rows.ts'
import { endOf, lineAt, partOf, wholeOf } from './lines-at.ts'

describe('names and what stands behind them', () => {
  test.each<[string, object | undefined]>([
    ['f', { name: 'f' }],
    [' f + 12 ', { name: 'f', offset: 12 }],
    ['f +  0x1F', { name: 'f', offset: 31 }],
    ['f + 12g', { name: 'f', offset: 12 }],
    ['f + 12a', { name: 'f + 12a' }],
    ['f +12', { name: 'f +12' }],
    ['f+ 12', { name: 'f+ 12' }],
    ['f +', { name: 'f' }],
    ['+', undefined],
    ['f+', { name: 'f+' }],
    ['f (in Till) + 3', { name: 'f', offset: 3 }],
    ['f (in Till)+ 3', { name: 'f', offset: 3 }],
    ['f (in Till) (a b.m:3)', { name: 'f', file: 'a b.m', line: 3 }],
    ['f (in Till)(a.m:3)', { name: 'f', file: 'a.m', line: 3 }],
    ['f(x)(in Till)', { name: 'f(x)' }],
    ['f(in Till)', { name: 'f(in Till)' }],
    ['f(a.m:3)', { name: 'f(a.m:3)' }],
    ['(in Till)', undefined],
    ['(a.m:3)', undefined],
    ['+ 3', undefined],
    ['f + 3 (a.m:12:34)', { name: 'f', offset: 3, file: 'a.m', line: 12, column: 34 }],
    ['f\t(a.m: 12,34)', { name: 'f', file: 'a.m', line: 12, column: 34 }],
    ['f (<compiler-generated>:0)', { name: 'f', file: '<compiler-generated>' }],
    ['f (a.m:-1)', { name: 'f', file: 'a.m' }],
    ['f (a.m:99999999)', { name: 'f', file: 'a.m', line: 99999999 }],
    ['f (a.m:100000000)', { name: 'f', file: 'a.m' }],
    ['f (a.m:3:0)', { name: 'f', file: 'a.m', line: 3 }],
    ['f (a.m:1) x', { name: 'f (a.m:1) x' }],
    ...['swift', 'm', 'mm', 'c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'rs', 'kt'].map((end): [string, object] => [
      `f (a b.${end})`,
      { name: 'f', file: `a b.${end}` },
    ]),
    ['f\t(x.m)', { name: 'f', file: 'x.m' }],
    ['f (x.js)', { name: 'f (x.js)' }],
    ['f (/x.m)', { name: 'f (/x.m)' }],
    ['f (x.m) y', { name: 'f (x.m) y' }],
    ['f(x.m)', { name: 'f(x.m)' }],
    ['(x.m)', undefined],
    ['f 0x104cc0000 + 12', { name: 'f' }],
    ['f 0x104cc + 12', { name: 'f 0x104cc', offset: 12 }],
    ['f + 1 (in A) (a.m:2) [x]', { name: 'f + 1 (in A) (a.m:2) [x]' }],
    ['f (in A) (in A) (in A) (in A) (in A) (in A) (in A) (in A)', { name: 'f' }],
    ['f (in B) (in A) (in A) (in A) (in A) (in A) (in A) (in A) (in A)', { name: 'f (in B)' }],
    ['-[NSObject+ 183052 (NSObject) x:]', { name: '-[NSObject(NSObject) x:]' }],
    ['x -[NSObject+ 1 (NSObject) x:]', { name: 'x -[NSObject(NSObject) x:]' }],
    ['+[N+ 1 (A) x:] + 5', { name: '+[N(A) x:]', offset: 5 }],
    ['start+ 61436 ()', { name: 'start()' }],
    ['a b+ 1 (x)\ny', { name: 'a b(x)\ny' }],
    ['s+ 61436 ()', { name: 's+ 61436 ()' }],
    ['a+b+ 1 ()', { name: 'a+b+ 1 ()' }],
    ['start+ 1 ()+ 2 (', { name: 'start()+ 2 (' }],
    ['f + 1762912  (项目位置)', { name: 'f', offset: 1762912 }],
    ['f + 1\t（a 位 b）', { name: 'f', offset: 1 }],
    ['f + 1 (abc)', { name: 'f + 1 (abc)' }],
    ['f + 1 (项目.c)', { name: 'f', offset: 1, file: '项目.c' }],
    ['f + 1 (项目) x', { name: 'f + 1 (项目) x' }],
    ['f + 36 Till.swift:33', { name: 'f', offset: 36, file: 'Till.swift', line: 33 }],
    ['f + 36 x:1', { name: 'f', offset: 36, file: 'x', line: 1 }],
    ['f + 36 Till.swift:33 x', { name: 'f + 36 Till.swift:33 x' }],
    ['f 36 Till.swift:33', { name: 'f 36 Till.swift:33' }],
    ['', undefined],
    ['???', undefined],
    ['123', undefined],
    ['123 + 4', undefined],
    ['12a', { name: '12a' }],
  ])('%j', (text, symbol) => {
    expect(parseSymbolText(text)).toEqual(symbol)
  })
})

type Row = readonly [text: string, rest: string, row: object]
const at = { index: 3, imageName: 'Till', address: 0x104ccc074n }
const placed = (text: string, rest: string, row: object) => ({
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? endOf(text) : partOf(text, rest),
})

describe('rows of Apple’s texts', () => {
  test.each<Row>([
    ['3   Till   \t0x0000000104ccc074 f + 12', 'f + 12', { ...at, symbol: { name: 'f', offset: 12 } }],
    ['3 My Till 0x104ccc074', '', { ...at, imageName: 'My Till' }],
    ['3 Till 0x104ccc074   f  ', 'f', { ...at, symbol: { name: 'f' } }],
    ['3 0x10 0x104ccc074 f', 'f', { ...at, imageName: '0x10', symbol: { name: 'f' } }],
    ['3 Till 000000000000000000 f', 'f', { ...at, address: 0n, symbol: { name: 'f' } }],
    ['3 Till 0000000000 f', 'f', { ...at, address: 0n, symbol: { name: 'f' } }],
    ['3 Till 0000000104ccC074 f', 'f', { ...at, symbol: { name: 'f' } }],
    ['3 Till (*) 0x104ccc074 f', 'f', { ...at, symbol: { name: 'f' } }],
    ['3 Till (*) x 0x104ccc074 f', 'f', { ...at, imageName: 'Till (*) x', symbol: { name: 'f' } }],
    ['3 <<00000000>> 0x104ccc074 f', 'f', { ...at, imageName: '???', symbol: { name: 'f' } }],
    ['3 a<<00000000>> 0x104ccc074 f', 'f', { ...at, imageName: 'a<<00000000>>', symbol: { name: 'f' } }],
    ['3 <<00000000>>a 0x104ccc074 f', 'f', { ...at, imageName: '<<00000000>>a', symbol: { name: 'f' } }],
    ['3 My Till 0xO104ccC0l 0x104ccc074 f', 'f', { ...at, imageName: 'My Till', misprintedIn: 7 }],
    ['3 Till  O×|l104cg 0x104ccc074 f', 'f', { ...at, misprintedIn: 7 }],
    ['3 Till 0xharbor 0x104ccc074 f', 'f', { ...at, imageName: 'Till 0xharbor', symbol: { name: 'f' } }],
    ['3 Till 0x104cg 0x104ccc074 f', 'f', { ...at, imageName: 'Till 0x104cg', symbol: { name: 'f' } }],
    ['3 Till 0x104ccc074 0x104cc0000 + 49268', '0x104cc0000 + 49268', { ...at, loadAddress: 0x104cc0000n }],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 0xC074 // f + 3',
      '0x104cc0000 + 0xC074 // f + 3',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'f', offset: 3 } },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 //f',
      '0x104cc0000 + 49268 //f',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'f' } },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 (f(x) + 3)',
      '0x104cc0000 + 49268 (f(x) + 3)',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'f(x)', offset: 3 } },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 (in Till)',
      '0x104cc0000 + 49268 (in Till)',
      { ...at, loadAddress: 0x104cc0000n },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 // in x',
      '0x104cc0000 + 49268 // in x',
      { ...at, loadAddress: 0x104cc0000n },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 // begin x',
      '0x104cc0000 + 49268 // begin x',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'begin x' } },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 // in x()',
      '0x104cc0000 + 49268 // in x()',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'in x()' } },
    ],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49268 words // f',
      '0x104cc0000 + 49268 words // f',
      { ...at, loadAddress: 0x104cc0000n },
    ],
    ['3 Till 0x104ccc074 0x104cc0000 + 49268 (f) x', '0x104cc0000 + 49268 (f) x', { ...at, loadAddress: 0x104cc0000n }],
    ['3 Till 0x104ccc074 0 + 49268', '0 + 49268', { ...at }],
    ['3 Till 0x104ccc074 0x104ccc000 + 49268', '0x104ccc000 + 49268', { ...at, loadAddress: 0x104cc0000n }],
    [
      '3 Till 0x104ccc074 0x104cc0000 + 49269',
      '0x104cc0000 + 49269',
      { ...at, loadAddress: 0x104cc0000n, misprintedIn: 7 },
    ],
    [
      '3 Till 0x104ccc074 f + 1 [0x104cc0000 + 49268]',
      'f + 1 [0x104cc0000 + 49268]',
      { ...at, loadAddress: 0x104cc0000n, symbol: { name: 'f', offset: 1 } },
    ],
    ['3 Till 0x104ccc074 [inlined] \tf', '[inlined] \tf', { ...at, symbol: { name: 'f' }, inlined: true }],
    [
      '3 Till 0x104ccc074 f (a.m:3) [inlined]  ',
      'f (a.m:3) [inlined]',
      { ...at, symbol: { name: 'f', file: 'a.m', line: 3 }, inlined: true },
    ],
    [
      '3 Till 0x104ccc074 f [Inlined]\t[inlined]',
      'f [Inlined]\t[inlined]',
      { ...at, symbol: { name: 'f' }, inlined: true },
    ],
    ['3 Till 0x104ccc074 f[inlined] g', 'f[inlined] g', { ...at, symbol: { name: 'f[inlined] g' } }],
    ['3 Till 0x104ccc074 f [inlined] g', 'f [inlined] g', { ...at, symbol: { name: 'f [inlined] g' } }],
  ])('%s', (text, rest, row) => {
    expect(parseFrameRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test('a negative offset of an old report', () => {
    expect(parseFrameRow(lineAt('3 Till 0x1000 0x2000 + -4096'))?.loadAddress).toBe(0x2000n)
  })

  test.each<Row>([
    [
      '3 Till\t??? f + 2 [Till + 123456789012345] ',
      'f + 2 [Till + 123456789012345]',
      { index: 3, imageName: 'Till', offset: 123456789012345, symbol: { name: 'f', offset: 2 } },
    ],
    [
      '3 My Till\t??? [inlined] f [Till + 1]',
      '[inlined] f [Till + 1]',
      { index: 3, imageName: 'My Till', offset: 1, symbol: { name: 'f' }, inlined: true },
    ],
    ['3 Till\t??? Till + 12', 'Till + 12', { index: 3, imageName: 'Till', offset: 12 }],
  ])('rows of an export, without an address: %s', (text, rest, row) => {
    expect(parseFrameRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test.each([
    'Till 0x104ccc074 f',
    '123456 Till 0x104ccc074 f',
    'x3 Till 0x104ccc074 f',
    '3 0x104ccc074 f',
    '3 \t0x104ccc074 f',
    '3 Till',
    '3 Till 0x104ccc074,',
    '3 Till 104ccc074 f',
    '3 Till\t??? f',
    '3 Till\t??? Till + 12 x',
    '3 Till\t??? Till + x12',
    '3 Till\t??? f [Till + 12] x',
    '3 Till\t??? My + 12',
    '3 \t??? f [Till + 12]',
    '3 Till ??? f [Till + 12]',
  ])('no row: %s', (text) => {
    expect(parseFrameRow(lineAt(text))).toBeUndefined()
  })

  test.each<[string, boolean]>([
    ['0x104cc0000 + 49268', false],
    ['0x104cc0000 + 49269', true],
    ['0x104cc0000 + 0xc075', true],
    ['0x104cc0001 + 49269', false],
    ['0x104cb0000 + 49268', false],
    ['0 + 49269', false],
    ['f + 49269', false],
  ])('an address that is not its parts: %s, %s', (rest, is) => {
    expect(contradicts(0x104ccc074n, rest)).toBe(is)
  })
})
