/** Images in rows, rows of printed lists, and places in source: each part, and the text without it. */
import { describe, expect, test } from 'vitest'
import { findSource, KEPT_PLACE, placeRow, readIndexedRow } from '../../../../src/core/reports/text/text-rows.ts'
import { lineAt, partOf, wholeOf } from './lines-at.ts'

const UUID = '0123456789ABCDEF0123456789ABCDEF'
const DASHED = '01234567-89ab-cdef-0123-456789abcdef'

type Row = readonly [text: string, rest: string, row: object]

/** A row with the place of what stands behind its address. */
const placed = (text: string, rest: string, row: object) => ({
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? { start: wholeOf(text).end, end: wholeOf(text).end } : partOf(text, rest),
})

describe('what a row says of its image', () => {
  const at = { index: 3, address: 0x104ccc074n }
  test.each<Row>([
    [
      `3 Till 0x104ccc074 (Missing UUID ${UUID})`,
      `(Missing UUID ${UUID})`,
      { ...at, imageName: 'Till', imageUuid: DASHED.toUpperCase() },
    ],
    [
      `3 Till 0x104ccc074 f + 1 (Missing UUID: <${DASHED}>)`,
      `f + 1 (Missing UUID: <${DASHED}>)`,
      { ...at, imageName: 'Till', symbol: { name: 'f', offset: 1 }, imageUuid: DASHED.toUpperCase() },
    ],
    [
      `3 Till 0x104ccc074 f\t(Missing${UUID})`,
      `f\t(Missing${UUID})`,
      { ...at, imageName: 'Till', symbol: { name: 'f' }, imageUuid: DASHED.toUpperCase() },
    ],
    [
      `3 Till 0x104ccc074 f (missing: ${UUID})`,
      `f (missing: ${UUID})`,
      { ...at, imageName: 'Till', symbol: { name: 'f' }, imageUuid: DASHED.toUpperCase() },
    ],
    [
      `3 Till 0x104ccc074 f (Missing UUID ${UUID}) x`,
      `f (Missing UUID ${UUID}) x`,
      { ...at, imageName: 'Till', symbol: { name: `f (Missing UUID ${UUID}) x` } },
    ],
    [
      '3 Till 0x104ccc074 [Till + 49268]',
      '[Till + 49268]',
      { ...at, imageName: 'Till', offset: 49268, loadAddress: 0x104cc0000n },
    ],
    [
      '3 Till 0x104ccc074 f [Till + 0xC074]',
      'f [Till + 0xC074]',
      { ...at, imageName: 'Till', symbol: { name: 'f' }, offset: 49268, loadAddress: 0x104cc0000n },
    ],
    ['3 Till 0x104ccc074 f [g + 4]', 'f [g + 4]', { ...at, imageName: 'Till', symbol: { name: 'f' } }],
    [
      '3 Till 0x104ccc074 f [Till + 4] x',
      'f [Till + 4] x',
      { ...at, imageName: 'Till', symbol: { name: 'f [Till + 4] x' } },
    ],
    [
      '3 Till 0x104ccc074 Till + 49268',
      'Till + 49268',
      { ...at, imageName: 'Till', offset: 49268, loadAddress: 0x104cc0000n },
    ],
    ['3 ??? 0x104ccc074 ??? + 49268', '??? + 49268', { ...at, imageName: '???' }],
    [
      '3 Till 0x104ccc074 Till + 49269',
      'Till + 49269',
      { ...at, imageName: 'Till', offset: 49269, loadAddress: 0x104cbffffn, unalignedIn: 7 },
    ],
    [
      '3 Till 0x104ccc074 Till + 5000000000',
      'Till + 5000000000',
      {
        ...at,
        imageName: 'Till',
        symbol: { name: 'Till' },
        imageText: 0x1_0000_0000n,
        offset: 705032704,
        loadAddress: 0x104ccc074n - 705032704n,
        unalignedIn: 7,
      },
    ],
    [
      '3 Till 0x104ccc074 + 4295016564',
      '+ 4295016564',
      { ...at, imageName: 'Till', imageText: 0x1_0000_0000n, offset: 49268, loadAddress: 0x104cc0000n },
    ],
    [
      '3 Till 0x104ccc074 f + 4295016564 (Till.m:3)',
      'f + 4295016564 (Till.m:3)',
      {
        ...at,
        imageName: 'Till',
        symbol: { name: 'f', file: 'Till.m', line: 3 },
        imageText: 0x1_0000_0000n,
        offset: 49268,
        loadAddress: 0x104cc0000n,
      },
    ],
    [
      '3 Till 0x104ccc074 f + 99999999999999999',
      'f + 99999999999999999',
      { ...at, imageName: 'Till', symbol: { name: 'f', offset: 1e17 } },
    ],
    [
      '3 Ka\\U00dfe 0x104ccc074 \\U00e4\\U00f6 + 1',
      '\\U00e4\\U00f6 + 1',
      { ...at, imageName: 'Kaße', symbol: { name: 'äö', offset: 1 } },
    ],
    ['3 Kasse 0x104ccc074 \\U00e4 + 1', '\\U00e4 + 1', { ...at, imageName: 'Kasse', symbol: { name: 'ä', offset: 1 } }],
    ['3 Ka\\U00dfe 0x104ccc074 ???', '???', { ...at, imageName: 'Kaße' }],
  ])('%s', (text, rest, row) => {
    expect(readIndexedRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test.each([
    'mh_execute_header',
    '_mh_execute_header',
    '__mh_execute_header',
    '__mh_dylib_header',
    '_mh_bundle_header',
    'mh_dylinker_header',
    '__dso_handle',
    '__TEXT',
    '___TEXT',
    '$__TEXT',
    '_$__TEXT',
  ])('%s is the start of an image', (name) => {
    const of = (text: string) =>
      placeRow({ address: 0x104ccc074n, imageName: 'Till', symbol: { name: text, offset: 0xc074 } }, '')
    expect(of(name)).toEqual({ address: 0x104ccc074n, imageName: 'Till', loadAddress: 0x104cc0000n, offset: 0xc074 })
    expect(of(`${name}2`).symbol).toEqual({ name: `${name}2`, offset: 0xc074 })
    expect(of(`a${name}`).symbol).toEqual({ name: `a${name}`, offset: 0xc074 })
  })

  test('a place without an address, or before the start of memory, says nothing', () => {
    expect(placeRow({ imageName: 'Till', symbol: { name: 'Till', offset: 4 } }, '')).toEqual({
      imageName: 'Till',
      symbol: { name: 'Till', offset: 4 },
    })
    const low = { address: 4n, imageName: 'Till', symbol: { name: 'Till', offset: 4 } }
    expect(placeRow(low, '')).toEqual(low)
    expect(placeRow({ ...low, address: 5n }, '')).toEqual({
      address: 5n,
      imageName: 'Till',
      loadAddress: 1n,
      offset: 4,
    })
    expect(placeRow({ address: 5n }, '+ 123456789')).toEqual({ address: 5n })
  })

  test.each<[string, bigint, bigint | undefined]>([
    ['0x104cc0000 + 49268', 0x104ccc074n, 0x104cc0000n],
    ['0x104cc0000 + 0xC074 x', 0x104ccc074n, 0x104cc0000n],
    // The start of the function stands before the plus.
    ['0x104ccc000 + 49268', 0x104ccc074n, 0x104cc0000n],
    ['0 + 49268', 0x104ccc074n, undefined],
    ['0x104cb0000 + 49268', 0x104ccc074n, undefined],
    ['0x104ccc000 + 49269', 0x104ccc074n, undefined],
    ['0x104ccc000 + 4375494772', 0x104ccc074n, undefined],
    // A signed address is that of the code.
    ['0x104cc0000 + 49268', 0x8c5a_0001_04cc_c074n, 0x104cc0000n],
  ])('%s', (text, address, loadAddress) => {
    expect(placeRow({ address }, text)).toEqual({ address, loadAddress })
  })
})

describe('rows with a number that lists print', () => {
  test.each<Row>([
    [
      '"3 Till 0x104ccc074 f + 1",',
      'f + 1',
      { index: 3, address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 1 } },
    ],
    [
      "\t '3 Till 0x104ccc074 f + 1' ",
      'f + 1',
      { index: 3, address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 1 } },
    ],
    [
      '3 Till 0x104ccc074 f + 1,\t',
      'f + 1',
      { index: 3, address: 0x104ccc074n, imageName: 'Till', symbol: { name: 'f', offset: 1 } },
    ],
    ['3 Till 0x104ccc000 f', 'f', { index: 3, address: 0x104ccc000n, imageName: 'Till', symbol: { name: 'f' } }],
    [
      `3 Till 0x104ccc001 <${DASHED}>`,
      `<${DASHED}>`,
      { index: 3, address: 0x104ccc001n, imageName: 'Till', symbol: { name: `<${DASHED}>` } },
    ],
    [
      `3 Till 0x104ccc000 f (Missing UUID ${UUID})  `,
      `f (Missing UUID ${UUID})`,
      { index: 3, address: 0x104ccc000n, imageName: 'Till', symbol: { name: 'f' }, imageUuid: DASHED.toUpperCase() },
    ],
    [
      '3 Till 0x104ccc001 /usr/lib/x',
      '/usr/lib/x',
      { index: 3, address: 0x104ccc001n, imageName: 'Till', symbol: { name: '/usr/lib/x' } },
    ],
    [
      '3 Till 0x104ccc000 /x + 4',
      '/x + 4',
      { index: 3, address: 0x104ccc000n, imageName: 'Till', symbol: { name: '/x', offset: 4 } },
    ],
  ])('%s', (text, rest, row) => {
    const end = partOf(text, rest).end
    expect(readIndexedRow(lineAt(text))).toEqual({ ...row, span: { start: 100, end }, symbolSpan: partOf(text, rest) })
  })

  test.each([
    `3 Till 0x104ccc000 <${DASHED}>`,
    `3 Till 0x104ccc000 ${UUID.toLowerCase()}`,
    `3 Till 0x104ccc000 x ${UUID} /usr/lib/x`,
    '3 Till 0x104ccc000 /usr/lib/x',
    '3 0x104ccc000: 0x104ccc074 f',
    '3 Till 0x104ccc074 0x104ccc080 f',
    '3 Till',
    'Till 0x104ccc074 f + 1',
  ])('no row: %s', (text) => {
    expect(readIndexedRow(lineAt(text))).toBeUndefined()
  })
})

describe('places in source behind a name', () => {
  test.each<[string, string?, string?, string?]>([
    ['f at till.c:12', 'till.c', '12'],
    ['f(a) \t at\t /a b/till.c:123456789:7', '/a b/till.c', '123456789', '7'],
    ['f at x:1:123456789', 'x', '1', '123456789'],
    ['f at a:1/b:12', 'a:1/b', '12'],
    ['f (x=Till at 0x10) at till.c:3', 'till.c', '3'],
    ['f at till.c:1234567890'],
    ['f at till.c:12 x'],
    ['f at till.c'],
    ['f at :12'],
    ['fat till.c:12'],
    ['f (x at till.c:12)'],
  ])('%s', (text, file, line, column) => {
    const found = findSource(text)
    if (file === undefined) expect(found).toBeNull()
    else {
      expect([...(found ?? [])].slice(1)).toEqual([file, line, column])
      expect(text.slice(0, found?.index)).toMatch(/^f(?:\(a\)| \(x=Till at 0x10\))?$/)
    }
  })

  test('the place that a name took', () => {
    const inside = (text: string) => KEPT_PLACE.exec(text)?.[1]
    expect(inside('f [Till + 12]')).toBe('Till + 12')
    expect(inside('[Till+ 0x1F]')).toBe('Till+ 0x1F')
    expect(inside('f\t[+ 1]')).toBe('+ 1')
    for (const text of [
      'f[Till + 12]',
      'f [Till + 12] x',
      'f [Till + x]',
      'f [T[i]ll + 1]',
      'f [Till +1]',
      'f [Till + 0x]',
    ])
      expect(inside(text)).toBeUndefined()
  })
})
