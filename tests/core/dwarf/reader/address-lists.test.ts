/** Lists of ranges and of locations: every kind of entry, of DWARF 4 and 5. The bytes are those of DWARF 5, 7.7.3 and 7.25. */
import { describe, expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { coversAddress, locatedAt, rangesOf } from '../../../../src/core/dwarf/reader/address-lists.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import type { Die } from '../../../../src/core/dwarf/reader/unit.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'
import { attribute, dwarfInput, entry, type Attribute } from '../../../support/dwarf-builder.ts'

const LOW = 0x1000n

interface List {
  readonly section: string
  readonly version: 4 | 5
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly addressSize?: 4 | 8
  readonly attribute: Attribute
  readonly addresses?: readonly bigint[]
}

/** The first DIE below the root of a unit that begins at `LOW`; its attribute leads to the list. */
function readList<T>(list: List, read: (info: DebugInfo, die: Die) => T): Promise<T> {
  const { section, version, bytes, addressSize = 8, addresses = [] } = list
  const base = [
    attribute(D.AT_LOW_PC, F.FORM_ADDR, LOW),
    attribute(D.AT_HIGH_PC, F.FORM_DATA4, 0x1000),
    attribute(D.AT_ADDR_BASE, F.FORM_SEC_OFFSET, 8),
  ]
  const indexed = addresses.map((address) => entry(D.TAG_VARIABLE, [attribute(D.AT_LOW_PC, F.FORM_ADDRX1, address)]))
  const root = entry(D.TAG_COMPILE_UNIT, base, [entry(D.TAG_LEXICAL_BLOCK, [list.attribute]), ...indexed])
  const input = dwarfInput({ addressSize, units: [{ version, root }] })
  const [own] = input.dwarf
  if (!own) throw new Error('no section')
  const others = input.dwarf.filter(({ name }) => name !== section)
  const dwarf = [...others, { ...own, name: section, bytes: new Blob([bytes]), size: bytes.length }]
  const info = new DebugInfo({ ...input, dwarf })
  return whenRead(() => {
    const unit = info.unitAt(LOW)
    const [die] = unit ? childrenOf(unit.die(unit.header.rootOffset)!) : []
    if (!die) throw new Error('no DIE')
    return read(info, die)
  })
}

const pairs = (list: List): Promise<readonly (readonly [bigint, bigint])[]> =>
  readList(list, (info, die) => rangesOf(info, die).map(({ low, high }) => [low, high] as const))

describe('ranges', () => {
  test.each([4, 8] as const)('DWARF 4 with addresses of %i bytes: from the unit, then from a base', async (size) => {
    const all = 2n ** BigInt(size * 8) - 1n
    const bytes = new ByteWriter()
    bytes.uint(size, 0x10, 0x20, all, 0x5000, 0x1, 0x2, all, 0, 0x7000, 0x7001, 0, 0, 0x99, 0x9a)
    const at = attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0)
    expect(
      await pairs({ section: 'debug_ranges', version: 4, bytes: bytes.done(), addressSize: size, attribute: at }),
    ).toEqual([
      [0x1010n, 0x1020n],
      [0x5001n, 0x5002n],
      [0x7000n, 0x7001n],
    ])
  })

  const table = new ByteWriter()
    .u32(0)
    .u16(5)
    .u8(8, 0)
    .u32(2, 8, 9) // two lists, from here on
    .u8(0) // the first one is empty
    .u8(D.RLE_OFFSET_PAIR, 0x10, 0x20)
    .u8(D.RLE_BASE_ADDRESS)
    .u64(0x5000)
    .u8(D.RLE_OFFSET_PAIR, 0x81, 1, 0x82, 1)
    .u8(D.RLE_BASE_ADDRESSX, 1)
    .u8(D.RLE_OFFSET_PAIR, 1, 2)
    .u8(D.RLE_STARTX_ENDX, 0, 1)
    .u8(D.RLE_STARTX_LENGTH, 0, 0x83, 1)
    .u8(D.RLE_START_END)
    .u64(0x6000, 0x6001)
    .u8(D.RLE_START_LENGTH)
    .u64(0x6010)
    .uleb(300)
    .u8(D.RLE_END_OF_LIST)
    .done()
  const expected = [
    [0x1010n, 0x1020n],
    [0x5081n, 0x5082n],
    [0x2101n, 0x2102n],
    [0x2000n, 0x2100n],
    [0x2000n, 0x2083n],
    [0x6000n, 0x6001n],
    [0x6010n, 0x6010n + 300n],
  ]

  test.each<[what: string, attribute: Attribute, expected: readonly (readonly bigint[])[]]>([
    ['by its offset', attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 21), expected],
    ['by its number', attribute(D.AT_RANGES, F.FORM_RNGLISTX, 1), expected],
    ['that is empty', attribute(D.AT_RANGES, F.FORM_RNGLISTX, 0), []],
    ['beyond the table', attribute(D.AT_RANGES, F.FORM_RNGLISTX, 2n ** 40n), []],
    ['beyond the section', attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0xffff_ffff), []],
  ])('DWARF 5: a list %s', async (_, at, list) => {
    const addresses = [0x2000n, 0x2100n]
    const place = { section: 'debug_rnglists', version: 5, bytes: table, attribute: at, addresses } as const
    expect(await pairs(place)).toEqual(list)
  })

  test('an entry of an unknown kind is damage', async () => {
    const at = attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0)
    const bytes = new ByteWriter().u8(8, 0, 0).done()
    await expect(pairs({ section: 'debug_rnglists', version: 5, bytes, attribute: at })).rejects.toMatchObject({
      problem: { code: 'bad-ranges' },
    })
  })
})

describe('locations', () => {
  const at = attribute(D.AT_LOCATION, F.FORM_SEC_OFFSET, 0)
  const located = (
    list: Omit<List, 'attribute'>,
    addresses: readonly bigint[],
  ): Promise<readonly (number | undefined)[]> =>
    readList({ ...list, attribute: at }, (info, die) =>
      addresses.map((address) => locatedAt(info, die.unit, die.attributes.get(D.AT_LOCATION)!, address)?.[0]),
    )

  test('DWARF 4: each from its first address to before its last', async () => {
    const bytes = new ByteWriter()
      .u64(0x10, 0x20)
      .u16(1)
      .u8(0x51)
      .u64(2n ** 64n - 1n, 0x5000)
    bytes.u64(1, 2).u16(2).u8(0x52, 0).u64(0, 0)
    const asked = [0x100fn, 0x1010n, 0x101fn, 0x1020n, 0x5001n, 0x5002n]
    const list = { section: 'debug_loc', version: 4, bytes: bytes.done() } as const
    expect(await located(list, asked)).toEqual([undefined, 0x51, 0x51, undefined, 0x52, undefined])
  })

  test('DWARF 5: the default location is for addresses without another', async () => {
    const bytes = new ByteWriter()
      .u8(D.LLE_DEFAULT_LOCATION, 1, 0x50)
      .u8(D.RLE_OFFSET_PAIR, 0x10, 0x20, 1, 0x51)
      .u8(D.RLE_BASE_ADDRESS + 1)
      .u64(0x5000)
      .u8(D.RLE_OFFSET_PAIR, 1, 2, 1, 0x52)
      .u8(D.RLE_START_END + 1)
      .u64(0x6000, 0x6010)
      .u8(1, 0x53)
      .u8(D.RLE_START_LENGTH + 1)
      .u64(0x7000)
      .u8(0x10, 1, 0x54)
      .u8(D.LLE_DEFAULT_LOCATION, 1, 0x5f) // the first one holds
      .u8(D.RLE_END_OF_LIST)
    const asked = [0x1010n, 0x1020n, 0x5001n, 0x600fn, 0x7000n, 0x7010n]
    const list = { section: 'debug_loclists', version: 5, bytes: bytes.done() } as const
    expect(await located(list, asked)).toEqual([0x51, 0x50, 0x52, 0x53, 0x54, 0x50])
  })
})

test('a range covers its first address and not its last', () => {
  const ranges = [{ low: 0x10n, high: 0x20n }]
  expect([0xfn, 0x10n, 0x1fn, 0x20n].map((address) => coversAddress(ranges, address))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
