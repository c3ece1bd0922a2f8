/** Rows of lldb, Xcode and gdb: each part of a row, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { readGdbFrame, readGdbNamedRow, readLldbRow } from '../../../../src/core/reports/text/debugger-rows.ts'
import { endOf, lineAt, partOf, wholeOf } from './lines-at.ts'

type Row = readonly [text: string, rest: string, row: object]

const placed = (text: string, rest: string, row: object) => ({
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? endOf(text) : partOf(text, rest),
})

describe('rows of lldb', () => {
  const at = { index: 3, address: 0x104ccc074n }
  const till = { ...at, imageName: 'Till' }
  test.each<Row>([
    [
      'frame #3: 0x0000000104ccc074 Till`count(x=1, y=2) + 12 at till.c:1:2',
      'count(x=1, y=2) + 12 at till.c:1:2',
      { ...till, symbol: { name: 'count', offset: 12, file: 'till.c', line: 1, column: 2 } },
    ],
    [
      '  * frame #12345: 0xABC  My Till 2`x',
      'x',
      { index: 12345, address: 0xabcn, imageName: 'My Till 2', symbol: { name: 'x' } },
    ],
    [
      '"frame #3: 0x104ccc074, where = Till`-[Till count:] + 123456789012345"',
      '-[Till count:] + 123456789012345"',
      { ...till, symbol: { name: '-[Till count:] + 123456789012345"' } },
    ],
    ['|frame #3: 0x104ccc074, where =\t Till`f', 'f', { ...till, symbol: { name: 'f' } }],
    ['frame #3: 0x104ccc074', '', at],
    ['frame #3: 0x104ccc074 ', '', at],
    ['frame #3: 0x104ccc074 Till`', '', till],
    ['frame #3: 0x104ccc074 Till`???', '???', till],
    ['frame #3: 0x104ccc074 Till`0xAB12', '0xAB12', till],
    ['frame #3: 0x104ccc074 Till`0xAB12x', '0xAB12x', { ...till, symbol: { name: '0xAB12x' } }],
    ['frame #3: 0x104ccc074 count()', 'count()', { ...at, symbol: { name: 'count()' } }],
    ['frame #3: 0x104ccc074 `count', 'count', { ...at, symbol: { name: 'count' } }],
    ['frame #3: 0x104ccc074 Till`f [opt]', 'f [opt]', { ...till, symbol: { name: 'f' } }],
    [
      'frame #3: 0x104ccc074 Till`f + 2 at a.c:3  [opt]\t[artificial] [async]',
      'f + 2 at a.c:3  [opt]\t[artificial] [async]',
      { ...till, symbol: { name: 'f', offset: 2, file: 'a.c', line: 3 } },
    ],
    ['frame #3: 0x104ccc074 Till`f [opt] x', 'f [opt] x', { ...till, symbol: { name: 'f [opt] x' } }],
    ['frame #3: 0x104ccc074 Till`f at a.c:0:0', 'f at a.c:0:0', { ...till, symbol: { name: 'f', file: 'a.c' } }],
    [
      'frame #3: 0x104ccc074 Till`f + 2 [inlined] g(x) at a.c:3',
      'f + 2 [inlined] g(x) at a.c:3',
      { ...till, symbol: { name: 'g(x)', file: 'a.c', line: 3 }, inlined: true },
    ],
    ['frame #3: 0x104ccc074 Till`[inlined] \t g', '[inlined] \t g', { ...till, symbol: { name: 'g' }, inlined: true }],
    ['frame #3: 0x104ccc074 Till`f  \t()', 'f  \t()', { ...till, symbol: { name: 'f' } }],
    ['frame #3: 0x104ccc074 Till`f()', 'f()', { ...till, symbol: { name: 'f()' } }],
    ['frame #3: 0x104ccc074 Till`f(x) -> ()', 'f(x) -> ()', { ...till, symbol: { name: 'f(x) -> ()' } }],
    ['frame #3: 0x104ccc074 Till`f  (x=1)', 'f  (x=1)', { ...till, symbol: { name: 'f' } }],
    ['frame #3: 0x104ccc074 Till`f(int)', 'f(int)', { ...till, symbol: { name: 'f(int)' } }],
    ['frame #3: 0x104ccc074 Till`Till + 49268', 'Till + 49268', { ...till, offset: 49268, loadAddress: 0x104cc0000n }],
    [
      'frame #3: 0x104ccc074 Till`f + 1 at a.c:2 [Till + 49268]',
      'f + 1 at a.c:2 [Till + 49268]',
      { ...till, offset: 49268, loadAddress: 0x104cc0000n, symbol: { name: 'f', offset: 1, file: 'a.c', line: 2 } },
    ],
    [
      'frame #3: 0x104ccc074 Till`[Till + 49268]',
      '[Till + 49268]',
      { ...till, offset: 49268, loadAddress: 0x104cc0000n },
    ],
    [
      'frame #3: 0x104ccc074 f() + 0x66 (0x10b0 0x108c) [0x10f0 - Till.exe]',
      'f() + 0x66 (0x10b0 0x108c) [0x10f0 - Till.exe]',
      { ...at, symbol: { name: 'f()', offset: 0x66 } },
    ],
    [
      'frame #3: 0x104ccc074 f + 0xabcdef01 (0x1 0x2) [0x3 - x] y',
      'f + 0xabcdef01 (0x1 0x2) [0x3 - x] y',
      { ...at, symbol: { name: 'f + 0xabcdef01 (0x1 0x2) [0x3 - x] y' } },
    ],
    ['  #3  0x104ccc074 in count (x=1) ()', 'count (x=1) ()', { ...at, symbol: { name: 'count' } }],
    ['#12345\t0x104ccc \t in \t f`x', 'f`x', { index: 12345, address: 0x104cccn, symbol: { name: 'f`x' } }],
    ['frame #3: My Till`f(x) + 2', 'f(x) + 2', { index: 3, imageName: 'My Till', symbol: { name: 'f(x)', offset: 2 } }],
    ['frame #3: T`x \t', 'x', { index: 3, imageName: 'T', symbol: { name: 'x' } }],
    [
      'frame #123: count it + 123456789012 ',
      'count it + 123456789012',
      { index: 123, symbol: { name: 'count it', offset: 123456789012 } },
    ],
    ['> frame #3: ~Till(int)', '~Till(int)', { index: 3, symbol: { name: '~Till(int)' } }],
    ['frame #3: f()', 'f()', { index: 3, symbol: { name: 'f()' } }],
    ['frame #3: abcdef0 f()', 'abcdef0 f()', { index: 3, symbol: { name: 'abcdef0 f()' } }],
  ])('%s', (text, rest, row) => {
    const found = readLldbRow(lineAt(text))
    expect(found).toEqual(placed(text, rest, row))
  })

  test.each([
    'aframe #3: 0x104ccc074 Till`f',
    'frame #123456: 0x104ccc074 Till`f',
    'frame #x: 0x104ccc074 Till`f',
    'frame 3: 0x104ccc074 Till`f',
    'frame #3: 0x104ccc074Till',
    'frame #3: count it',
    'frame #3: count + x',
    'frame #3: count + 1 x',
    'frame #3: 2count()',
    'frame #3: `f',
    'frame #3: Till` f',
    'frame #3: abcdef01 f()',
    'frame #3: abcdef0123456789\tf()',
    '#3  0x104cc in f',
    '#3  0x104ccc074 f',
    '#3  0x104ccc074 in ',
    'x #3  0x104ccc074 in f',
    '#123456  0x104ccc074 in f',
  ])('no row: %s', (text) => {
    expect(readLldbRow(lineAt(text))).toBeUndefined()
  })
})

describe('rows of gdb', () => {
  test.each<Row>([
    [
      '#0  count (till=0x0) at till.c:12',
      'count (till=0x0) at till.c:12',
      { index: 0, symbol: { name: 'count', file: 'till.c', line: 12 } },
    ],
    [' >\t#12345\tc () ', 'c ()', { index: 12345, symbol: { name: 'c' } }],
    [
      '#1 std::f<a> ($x_2=1, b=(c))\t at \t/a.c:123456789',
      'std::f<a> ($x_2=1, b=(c))\t at \t/a.c:123456789',
      { index: 1, symbol: { name: 'std::f<a>', file: '/a.c', line: 123456789 } },
    ],
    ['#1 ~T (x=)', '~T (x=)', { index: 1, symbol: { name: '~T' } }],
  ])('%s', (text, rest, row) => {
    expect(readGdbNamedRow(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readGdbNamedRow(lineAt(`x ${text}`))).toBeUndefined()
    expect(readGdbNamedRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    '#123456 count ()',
    '#x count ()',
    '#1 count',
    '#1 count()',
    '#1 count (x)',
    '#1 co=unt ()',
    '#1 2count ()',
    '#1 co(u)nt ()',
    '#1 count () at till.c',
    '#1 count () at a b:1',
    '#1 count () at till.c:1234567890',
    '#1 count (x-y=1)',
  ])('no row: %s', (text) => {
    expect(readGdbNamedRow(lineAt(text))).toBeUndefined()
  })

  test.each<Row>([
    [
      '0x0000000105255 in target () at shelf.c:12',
      'target () at shelf.c:12',
      { index: 0, address: 0x105255n, symbol: { name: 'target', file: 'shelf.c', line: 12 } },
    ],
    [' \t>0xABCDEF  in\t f(x y) ', 'f(x y)', { index: 0, address: 0xabcdefn, symbol: { name: 'f(x y)' } }],
    [
      '0xABCDEF in f() \t at \t /a.c:123456789\t',
      'f() \t at \t /a.c:123456789',
      { index: 0, address: 0xabcdefn, symbol: { name: 'f()', file: '/a.c', line: 123456789 } },
    ],
    ['0xABCDEF in ??? ()', '??? ()', { index: 0, address: 0xabcdefn }],
  ])('the frame at a stop: %s', (text, rest, row) => {
    expect(readGdbFrame(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readGdbFrame(lineAt(`x ${text}`))).toBeUndefined()
    expect(readGdbFrame(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    '0x105255 in f',
    '0x10525 in f()',
    '0x105255 f()',
    '0x105255 in (f)',
    '0x105255in f()',
    '0x105255 in f() at a.c',
    '#1 0x105255 in f()',
  ])('no such frame: %s', (text) => {
    expect(readGdbFrame(lineAt(text))).toBeUndefined()
  })
})
