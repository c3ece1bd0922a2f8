/** Rows with a number, as callStackSymbols prints them and as others imitate it. */
import { describe, expect, test } from 'vitest'
import type { Line } from '../../../../src/core/reports/base/lines.ts'
import { parseUuid } from '../../../../src/core/model/image.ts'
import { placeRow, readIndexedRow } from '../../../../src/core/reports/text/text-rows.ts'
import { lineAt, partOf, wholeOf } from './lines-at.ts'

const UUID = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'
const BARE = UUID.replaceAll('-', '').toLowerCase()

/** The row of a line, with the places that follow from its text. */
const placed = (text: string, rest: string, row: object) => ({
  index: 0,
  imageName: 'Till',
  address: 0x104ccc074n,
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? { start: wholeOf(text).end, end: wholeOf(text).end } : partOf(text, rest),
})
const sure = { symbol: { name: 'f', offset: 12 } }

describe('rows with a number', () => {
  test.each<readonly [rest: string, row: object]>([
    ['', {}],
    ['f', { symbol: { name: 'f' } }],
    ['f + 12', sure],
    ['0x104cc0000 + 49268', { loadAddress: 0x104cc0000n }],
    ['0x104cc0000 + 0xC074', { loadAddress: 0x104cc0000n }],
    // The start of the function before the plus, and the offset in the image behind it.
    ['0x104cc8000 + 49268', { loadAddress: 0x104cc0000n }],
    ['0 + 49268', {}],
    ['Till + 49268', { loadAddress: 0x104cc0000n, offset: 49268 }],
    ['Till + 49264', { loadAddress: 0x104cc0004n, offset: 49264, unalignedIn: 7 }],
    ['Other + 49268', { symbol: { name: 'Other', offset: 49268 } }],
    ...[
      '_mh_execute_header',
      '__mh_execute_header',
      'mh_dylib_header',
      'mh_bundle_header',
      'mh_dylinker_header',
      '__dso_handle',
      '__TEXT',
      '_$__TEXT',
    ].map((name) => [`${name} + 49268`, { loadAddress: 0x104cc0000n, offset: 49268 }] as const),
    ['x_mh_execute_header + 49268', { symbol: { name: 'x_mh_execute_header', offset: 49268 } }],
    ['__TEXTS + 49268', { symbol: { name: '__TEXTS', offset: 49268 } }],
    // A place in the dSYM behind the plus.
    [
      'f (Till.swift:9) + 4295016564',
      {
        loadAddress: 0x104cc0000n,
        offset: 49268,
        imageText: 0x1_0000_0000n,
        symbol: { name: 'f', file: 'Till.swift', line: 9 },
      },
    ],
    [
      'f + 4294967296',
      { loadAddress: 0x104ccc074n, offset: 0, imageText: 0x1_0000_0000n, symbol: { name: 'f' }, unalignedIn: 7 },
    ],
    ['f + 4294967295', { symbol: { name: 'f', offset: 4294967295 } }],
    ['+ 4295016564', { loadAddress: 0x104cc0000n, offset: 49268, imageText: 0x1_0000_0000n }],
    // Places that are kept behind a name.
    ['f [Till + 49268]', { symbol: { name: 'f' }, loadAddress: 0x104cc0000n, offset: 49268 }],
    ['[Till + 49268]', { loadAddress: 0x104cc0000n, offset: 49268 }],
    ['f + 12 [0x104cc0000 + 49268]', { ...sure, loadAddress: 0x104cc0000n }],
    ['f + 12 [0x104cc0000 + 0xC074]', { ...sure, loadAddress: 0x104cc0000n }],
    [`f + 12 (Missing UUID ${BARE})`, { ...sure, imageUuid: parseUuid(UUID) }],
    [`f + 12 (Missing: <${UUID}>)`, { ...sure, imageUuid: parseUuid(UUID) }],
    [`f (Missing ${UUID})`, { symbol: { name: 'f' }, imageUuid: parseUuid(UUID) }],
    [`(Missing UUID: ${UUID})`, { imageUuid: parseUuid(UUID) }],
    ['f\\U5546\\U5e97 + 12', { symbol: { name: 'f商店', offset: 12 } }],
    ['f\\U554 + 12', { symbol: { name: 'f\\U554', offset: 12 } }],
  ])('%s', (rest, row) => {
    const text = `0   Till   0x0000000104ccc074 ${rest}`
    expect(readIndexedRow(lineAt(text))).toEqual(placed(text, rest, row))
    const padded = `\t0 Till\t0x104ccc074\t${rest}  `
    expect(readIndexedRow(lineAt(padded))).toEqual(placed(padded, rest, row))
  })

  test.each<readonly [name: string, imageName: string, more: object]>([
    ['My Till', 'My Till', {}],
    ['\\U5546\\U5e97', '商店', {}],
    ['T\\U5546', 'T商', {}],
    ['???', '???', {}],
  ])('an image %s', (name, imageName, more) => {
    const text = `0 ${name}  0x104ccc074 f + 12`
    expect(readIndexedRow(lineAt(text))).toEqual(placed(text, 'f + 12', { imageName, ...sure, ...more }))
    const alone = `0 ${name}  0x104ccc074`
    expect(readIndexedRow(lineAt(alone))).toEqual(placed(alone, '', { imageName, ...more }))
    const letters = `0 ${name}  0x104ccc074 f\\U5e97`
    expect(readIndexedRow(lineAt(letters))).toEqual(placed(letters, 'f\\U5e97', { imageName, symbol: { name: 'f店' } }))
  })

  test('??? is no place', () => {
    const text = '0 ??? 0x104ccc074 ??? + 49268'
    expect(readIndexedRow(lineAt(text))).toEqual(placed(text, '??? + 49268', { imageName: '???' }))
  })

  test.each<readonly [before: string, behind: string]>([
    ['"', '",'],
    ['"', '"'],
    ['\t"', '",  '],
    ["'", "',"],
    ['', ','],
    ['', '", '],
    ['  ', ','],
  ])('%s…%s as an array prints it', (before, behind) => {
    const row = '0   Till   0x0000000104ccc074 f + 12'
    const text = `${before}${row}${behind}`
    const start = before.length + 100 + row.indexOf('f + 12')
    expect(readIndexedRow(lineAt(text))).toEqual({
      index: 0,
      imageName: 'Till',
      address: 0x104ccc074n,
      ...sure,
      span: { start: 100, end: 100 + before.length + row.length },
      symbolSpan: { start, end: start + 6 },
    })
  })

  test.each(['0 Till 0x104ccc074 f "x" + 12', '0 Till 0x104ccc074 f, g + 12'])('%s has marks in its name', (text) => {
    const name = text.slice(19, text.indexOf(' + '))
    expect(readIndexedRow(lineAt(text))).toEqual(placed(text, `${name} + 12`, { symbol: { name, offset: 12 } }))
  })
})

describe('lines of lists and tables', () => {
  const at = (address: string, rest: string) => readIndexedRow(lineAt(`0 Till ${address} ${rest}`)) !== undefined
  const page = '0x104ccc000'
  const inside = '0x104ccc004'

  test.each<readonly [rest: string, isRow: boolean]>([
    [`<${UUID}>`, false],
    [`x ${BARE} y`, false],
    [BARE.toUpperCase(), false],
    [`${BARE}0`, true],
    [`${BARE.slice(1)}`, true],
    ['/Till.app/Till', false],
    ['Till.app/Till/', true],
    ['f', true],
    ['', true],
    [`<${UUID}> + 12`, true],
    [`f (Missing UUID ${BARE})`, true],
    [`0x104cc0000 + 49152 (${UUID})`, true],
  ])('%j at the start of a page: %s', (rest, isRow) => {
    expect(at(page, rest)).toBe(isRow)
    expect(at(inside, rest.replace('49152', '49156'))).toBe(true)
  })

  test.each<readonly [text: string, isRow: boolean]>([
    ['0 Till 0x104ccc074 0x104ccc0a0 f', false],
    ['0 Till 0x104ccc074 0x104ccc0a0 + 12', true],
    ['0 Till 0x104ccc074 0x104ccc0a0 f + 12', true],
    ['0 12% 0x104ccc074 f', false],
    ['0 12% 0x104ccc074 f + 12', true],
    ['0 12% 0x104ccc074', false],
    ['0 12% 0x104ccc074 0x104cc0000 + 49268', true],
    ['0 Till 0x104ccc074', true],
    ['0 size 0x104ccc074 f', false],
  ])('%s: %s', (text, isRow) => {
    expect(readIndexedRow(lineAt(text)) !== undefined).toBe(isRow)
    // The place of the line counts for nothing.
    const line: Line = { text, start: 0, end: text.length, number: 1 }
    expect(readIndexedRow(line) !== undefined).toBe(isRow)
  })

  test.each(['', 'words', '0', '0 Till', '0 0x104ccc074 f', 'Till 0x104ccc074 f + 12'])('%j is no row', (text) => {
    expect(readIndexedRow(lineAt(text))).toBeUndefined()
  })
})

describe('places', () => {
  const bare = { address: 0x104ccc074n, imageName: 'Till' }
  const row = { ...bare, symbol: { name: 'Till', offset: 49268 } }

  test.each<readonly [name: string, row: object, rest: string, placed: object]>([
    ['no address', { symbol: row.symbol }, '0x104cc0000 + 4', { symbol: row.symbol }],
    [
      'a signed address',
      { ...bare, address: 0x12_0000_0001_04cc_c074n },
      '0x104cc0000 + 49268',
      { ...bare, address: 0x12_0000_0001_04cc_c074n, loadAddress: 0x104cc0000n },
    ],
    ['the load address', bare, '0x104cc0000 + 49268', { ...bare, loadAddress: 0x104cc0000n }],
    ['no load address', bare, '0 + 4378648692', { ...bare, loadAddress: undefined }],
    ['zero', { address: 0x1000n }, '0x0 + 0x1000', { address: 0x1000n, loadAddress: undefined }],
    ['the start of a page behind the plus', bare, '0x104cc0001 + 49268', { ...bare, loadAddress: 0x104cc0000n }],
    ['another start before it', bare, '0x104cbf000 + 49268', { ...bare, loadAddress: undefined }],
    ['no start of a page', bare, '0x104cc8000 + 49267', { ...bare, loadAddress: undefined }],
    ['more than the address', { address: 0x1000n }, '0x3000 + 0x2000', { address: 0x1000n, loadAddress: undefined }],
    ['all of the address', { address: 0x1000n }, '0x3000 + 0x1000', { address: 0x1000n, loadAddress: undefined }],
    ['its own name', row, 'Till + 49268', { ...bare, loadAddress: 0x104cc0000n, offset: 49268 }],
    ['a name without an image', { ...row, imageName: undefined }, 'Till + 49268', { ...row, imageName: undefined }],
    ['no offset', { ...row, symbol: { name: 'Till' } }, 'Till', { ...row, symbol: { name: 'Till' } }],
    [
      'no number',
      { ...row, symbol: { name: 'Till', offset: NaN } },
      'Till',
      { ...row, symbol: { name: 'Till', offset: NaN } },
    ],
    ['an offset as long as the address', { ...row, address: 49268n }, 'Till + 49268', { ...row, address: 49268n }],
    [
      'an offset one shorter',
      { ...row, address: 49269n },
      '',
      { ...bare, address: 49269n, loadAddress: 1n, offset: 49268 },
    ],
    ['9 digits behind a plus', bare, '+ 429496729', bare],
    [
      '10 digits behind a plus',
      bare,
      '+ 4294967297',
      { ...bare, loadAddress: 0x104ccc073n, offset: 1, imageText: 0x1_0000_0000n },
    ],
    ['10 digits below 4 GB', bare, '+ 4294967295', bare],
  ])('%s', (_name, given, rest, expected) => {
    expect(placeRow(given, rest)).toEqual(expected)
  })
})
