/** Rows without a number, and rows of Swift: each part, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { readLooseRow, readPlainRow, readSwiftRow } from '../../../../src/core/reports/text/text-rows.ts'
import { lineAt, partOf, wholeOf } from './lines-at.ts'

type Row = readonly [text: string, rest: string, row: object]

/** A row with the place of what stands behind its address. */
const placed = (text: string, rest: string, row: object) => ({
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? { start: wholeOf(text).end, end: wholeOf(text).end } : partOf(text, rest),
})

describe('rows without a number', () => {
  test.each<Row>([
    [
      'Till 0x104ccc074 f + 12',
      'f + 12',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 12 } },
    ],
    [
      '\t Till-2.x\t0x104ccc074  operator new(x) + 0x1f  ',
      'operator new(x) + 0x1f',
      { address: 0x104ccc074n, imageName: 'Till-2.x', symbol: { name: 'operator new(x)', offset: 0x1f } },
    ],
    ['T 0xabcd f + 1', 'f + 1', { address: 0xabcdn, imageName: 'T', symbol: { name: 'f', offset: 1 } }],
    [
      'My Till  0x104ccc074 f + 1',
      'f + 1',
      { address: 0x104ccc074n, imageName: 'My Till', symbol: { name: 'f', offset: 1 } },
    ],
    [
      'My Till 2\t0x104ccc074 f + 1',
      'f + 1',
      { address: 0x104ccc074n, imageName: 'My Till 2', symbol: { name: 'f', offset: 1 } },
    ],
    [
      'Till 0x104ccc074 f + 12 (Till.m:3)',
      'f + 12 (Till.m:3)',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 12, file: 'Till.m', line: 3 } },
    ],
    [
      'Till 0x104ccc074 f + 12\t (a b.m:3)',
      'f + 12\t (a b.m:3)',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 12, file: 'a b.m', line: 3 } },
    ],
    [
      'Till 0x104ccc074 f + 12()',
      'f + 12()',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f + 12()' } },
    ],
    [
      'Till 0x104ccc074 f x [Till + 49268]',
      'f x [Till + 49268]',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f x' }, offset: 49268, loadAddress: 0x104cc0000n },
    ],
    [
      'Till 0x104ccc074 f [0x104cc0000 + 0xC074]',
      'f [0x104cc0000 + 0xC074]',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f' }, loadAddress: 0x104cc0000n },
    ],
    [
      'Till 0x104ccc074 -[A b] c[+ 1]',
      '-[A b] c[+ 1]',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: '-[A b] c[+ 1]' } },
    ],
    [
      'Till 0x104ccc074 0x104cc0000 + 49268',
      '0x104cc0000 + 49268',
      { address: 0x104ccc074n, imageName: 'Till', loadAddress: 0x104cc0000n },
    ],
    [
      '0x04cc0000 0x104ccc074 0x104cc0000 + 49268',
      '0x104cc0000 + 49268',
      { address: 0x104ccc074n, loadAddress: 0x104cc0000n },
    ],
    [
      '0x0000000104cc0000 0x104ccc074 0x104cc0000 + 49268',
      '0x104cc0000 + 49268',
      { address: 0x104ccc074n, loadAddress: 0x104cc0000n },
    ],
  ])('%s', (text, rest, row) => {
    expect(readPlainRow(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readLooseRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test.each([
    'Till 0x104ccc074 f + 12 behind',
    'Till 0x104ccc074 f + x',
    'Till 0x104ccc074 f + 12(',
    'Till 0x104ccc074 f',
    'Till 0x104ccc074 (f) + 12',
    'Till 0x104ccc074 f [Till - 12]',
    'Till 0x104 f + 12',
    'Till 0x104ccc074f + 12',
    'My Till 0x104ccc074 f + 12',
    'Till: 0x104ccc074 f + 12',
    'Ti=ll 0x104ccc074 f + 12',
    '(Till 0x104ccc074 f + 12',
    '"Till 0x104ccc074 f + 12',
    '0x104ccc074 f + 12',
    `${'T'.repeat(81)} 0x104ccc074 f + 12`,
    '0x104cc000 0x104ccc074 f + 12',
    '0x104cc00 0x104ccc074 0x104cc0000 + 49268',
    '0x104cc00000 0x104ccc074 0x104cc0000 + 49268',
    'a0x104cc000 0x104ccc074 0x104cc0000 + 49268',
    '0x104cc000x 0x104ccc074 0x104cc0000 + 49268',
  ])('no row: %s', (text) => {
    expect(readPlainRow(lineAt(text))).toBeUndefined()
  })

  test('a name of 80 letters', () => {
    const name = 'T'.repeat(80)
    expect(readPlainRow(lineAt(`${name} 0x104ccc074 f + 12`))?.imageName).toBe(name)
  })

  test.each<Row>([
    [
      'Till  0x104ccc074  -[Cart fill: x]',
      '-[Cart fill: x]',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: '-[Cart fill: x]' } },
    ],
    ['  \tT\t0x104ccc074\t+[C f]\t ', '+[C f]', { address: 0x104ccc074n, imageName: 'T', symbol: { name: '+[C f]' } }],
    [
      '_Till2-x.y   0xFEDCBA9876543210   count',
      'count',
      { address: 0xfedcba9876543210n, imageName: '_Till2-x.y', symbol: { name: 'count' } },
    ],
    [
      'Till  0x104ccc074  $s4.T2:<a>~*&,(x)',
      '$s4.T2:<a>~*&,(x)',
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: '$s4.T2:<a>~*&,(x)' } },
    ],
    ...['closure #1 in', 'closure #1234 in', 'specialized', 'static', '__C.'].map((word): Row => [
      `Till  0x104ccc074  ${word} Cart.fill()`,
      `${word} Cart.fill()`,
      { address: 0x104ccc074n, imageName: 'Till', symbol: { name: `${word} Cart.fill()` } },
    ]),
  ])('in columns: %s', (text, rest, row) => {
    expect(readPlainRow(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readPlainRow(lineAt(`(x) ${text}`))).toBeUndefined()
    expect(readPlainRow(lineAt(`${text} behind`))).toBeUndefined()
  })

  test.each([
    'Till 0x104ccc074  count',
    'Till  0x104ccc074 count',
    'Till  0x04ccc074  count',
    'Till  0x104ccc074  -[Cart]fill]',
    'Till  0x104ccc074  -[]',
    'Till  0x104ccc074  *[Cart fill]',
    'Till  0x104ccc074  co',
    'Till  0x104ccc074  count it',
    'Till  0x104ccc074  2count',
    'Till  0x104ccc074  closure #12345 in count',
    'Till  0x104ccc074  closure #x in count',
    '2Till  0x104ccc074  count',
    'Ti=ll  0x104ccc074  count',
    'Ti ll  0x104ccc074  count',
  ])('not in columns: %s', (text) => {
    expect(readPlainRow(lineAt(text))).toBeUndefined()
  })

  test.each<Row>([
    ['Till 0x104ccc074', '', { address: 0x104ccc074n, imageName: 'Till' }],
    ['Till 0x104ccc074  ', '', { address: 0x104ccc074n, imageName: 'Till' }],
    ['Till 0x104ccc074\t  f + ', 'f +', { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f' } }],
    ['Till 0x104ccc074 x', 'x', { address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'x' } }],
    ['Till 0x104ccc074 ???', '???', { address: 0x104ccc074n, imageName: 'Till' }],
  ])('in a text that announces its rows: %s', (text, rest, row) => {
    expect(readLooseRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test('a row whose address is not its load address and offset', () => {
    const rest = '0x104cc0000 + 49269'
    expect(readPlainRow(lineAt(`Till 0x104ccc074 ${rest}`))).toEqual(
      placed(`Till 0x104ccc074 ${rest}`, rest, { address: 0x104ccc074n, imageName: 'Till', misprintedIn: 7 }),
    )
  })
})

describe('rows of Swift’s backtraces', () => {
  test.each<Row>([
    [
      '1 [ra] 0x0000000104ccc074 load() + 12 in App at /src/main.swift:3:5',
      'load() + 12 in App at /src/main.swift:3:5',
      {
        index: 1,
        address: 0x104ccc074n,
        imageName: 'App',
        symbol: { name: 'load()', offset: 12, file: '/src/main.swift', line: 3, column: 5 },
        kind: 'return',
      },
    ],
    [
      '│ 12  [async]\t[inlined, system]  0x104ccc074  load() in  My App  ',
      'load() in  My App',
      {
        index: 12,
        address: 0x104ccc074n,
        imageName: 'My App',
        symbol: { name: 'load()' },
        kind: 'async',
        inlined: true,
      },
    ],
    ['0 0xabcd', '', { index: 0, address: 0xabcdn }],
    ['  0\t0xabcd ', '', { index: 0, address: 0xabcdn }],
    [
      '0 0xabcd closure #1 in load()',
      'closure #1 in load()',
      { index: 0, address: 0xabcdn, symbol: { name: 'closure #1 in load()' } },
    ],
    ['0 0xabcd in App', 'in App', { index: 0, address: 0xabcdn, imageName: 'App' }],
    ['0 [system] 0xabcd f', 'f', { index: 0, address: 0xabcdn, symbol: { name: 'f' } }],
    [
      '7 [inlined] load() in App at main.swift:0:0',
      'load() in App at main.swift:0:0',
      { index: 7, imageName: 'App', symbol: { name: 'load()', file: 'main.swift' }, inlined: true },
    ],
    ['7 load() + 3 in App', 'load() + 3 in App', { index: 7, imageName: 'App', symbol: { name: 'load()', offset: 3 } }],
    ['7 Ä in App at x:1', 'Ä in App at x:1', { index: 7, imageName: 'App', symbol: { name: 'Ä', file: 'x', line: 1 } }],
  ])('%s', (text, rest, row) => {
    expect(readSwiftRow(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readSwiftRow(lineAt(`x ${text}`))).toBeUndefined()
  })

  test.each([
    '123456 0xabcd f',
    '1 load() in App',
    '1 load() + 3',
    '1 load() at x:1',
    '1 in App at x:1',
    '1 [r+a] 0xabcd',
    '1 0xabc f',
    '1 2f + 3 in App',
    '1',
  ])('no row: %s', (text) => {
    expect(readSwiftRow(lineAt(text))).toBeUndefined()
  })
})
