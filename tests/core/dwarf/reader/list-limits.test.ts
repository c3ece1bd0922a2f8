/** Limits of lists of ranges and locations: entries that may be read, tables of offsets at their end, and lists by number. */
import { expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import {
  imageLists,
  locatedAt,
  rangesOf,
  unitLists,
  type ListRoom,
} from '../../../../src/core/dwarf/reader/address-lists.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import type { Die } from '../../../../src/core/dwarf/reader/unit.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'
import { attribute, dwarfInput, entry, type Attribute } from '../../../support/dwarf-builder.ts'

const LOW = 0x1000n

interface Shape {
  readonly version: 4 | 5
  readonly section: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly attributes: readonly Attribute[]
  readonly base?: Attribute
  readonly dwarf64?: boolean
}

/** Reads the first entry below the root of a unit that begins at `LOW`. */
function readEntry<T>(
  { version, section, bytes, attributes, base, dwarf64 = false }: Shape,
  read: (info: DebugInfo, die: Die) => T,
): Promise<T> {
  const root = entry(
    D.TAG_COMPILE_UNIT,
    [
      attribute(D.AT_LOW_PC, F.FORM_ADDR, LOW),
      attribute(D.AT_HIGH_PC, F.FORM_DATA4, 0x1000),
      ...(base === undefined ? [] : [base]),
    ],
    [entry(D.TAG_LEXICAL_BLOCK, attributes)],
  )
  const input = dwarfInput({ dwarf64, units: [{ version, root }] })
  const [own] = input.dwarf
  if (!own) throw new Error('no section')
  const others = input.dwarf.filter(({ name }) => name !== section)
  const info = new DebugInfo({
    ...input,
    dwarf: [...others, { ...own, name: section, bytes: new Blob([bytes]), size: bytes.length }],
  })
  return whenRead(() => {
    const unit = info.unitAt(LOW)
    const top = unit?.die(unit.header.rootOffset)
    const [die] = top ? childrenOf(top) : []
    if (!die) throw new Error('no entry')
    return read(info, die)
  })
}

const pairs = (count: number): Uint8Array<ArrayBuffer> => {
  const bytes = new ByteWriter()
  for (let at = 0; at < count; at++) bytes.u64(16 * at + 1, 16 * at + 9)
  return bytes.u64(0, 0).done()
}
const old = (count: number): Shape => ({
  version: 4,
  section: 'debug_ranges',
  bytes: pairs(count),
  attributes: [attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0)],
})
const newer = (count: number): Shape => {
  const bytes = new ByteWriter()
  for (let at = 0; at < count; at++) bytes.u8(D.RLE_OFFSET_PAIR, at, at + 1)
  const attributes = [attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0)]
  return { version: 5, section: 'debug_rnglists', bytes: bytes.u8(D.RLE_END_OF_LIST).done(), attributes }
}

test.each([
  ['DWARF 4', old],
  ['DWARF 5', newer],
] as const)('%s: as many entries as there is room for', async (_, shape) => {
  const read = (left: number): Promise<readonly [count: number, left: number]> =>
    readEntry(shape(3), (info, die) => {
      const room: ListRoom = { left }
      return [rangesOf(info, die, room).length, room.left] as const
    })
  expect(await read(9)).toEqual([3, 5])
  expect(await read(4)).toEqual([3, 0])
  expect(await read(3)).toEqual([3, -1])
  expect(await read(2)).toEqual([2, -1])
  expect(await read(0)).toEqual([0, -1])
})

test('many lists share their room', () => {
  expect([unitLists().left, imageLists().left]).toEqual([1_000_000, 5_000_000])
  expect(unitLists()).not.toBe(unitLists())
})

test('a list alone may be long', async () => {
  expect(await readEntry(old(4000), (info, die) => rangesOf(info, die).length)).toBe(4000)
})

/** A table of offsets at 12 in the section, with one list behind it; in 64-bit DWARF offsets have 8 bytes. */
const table = (size: 4 | 8): Uint8Array<ArrayBuffer> =>
  new ByteWriter()
    .u32(0)
    .u16(5)
    .u8(8, 0)
    .u32(2)
    .uint(size, 2 * size)
    .uint(size, 2 * size + 4)
    .u8(D.RLE_OFFSET_PAIR, 0x10, 0x20)
    .u8(D.RLE_END_OF_LIST)
    .u8(D.RLE_OFFSET_PAIR, 0x30, 0x40)
    .u8(D.RLE_END_OF_LIST)
    .done()

test.each([4, 8] as const)('the table of offsets of %i bytes ends where its section does', async (size) => {
  const listed = (number: number, bytes = table(size)) =>
    readEntry(
      {
        version: 5,
        section: 'debug_rnglists',
        bytes,
        attributes: [attribute(D.AT_RANGES, F.FORM_RNGLISTX, number)],
        base: attribute(D.AT_RNGLISTS_BASE, F.FORM_SEC_OFFSET, 12),
        dwarf64: size === 8,
      },
      (info, die) => rangesOf(info, die).map(({ low, high }) => [low, high]),
    )
  expect(await listed(0)).toEqual([[0x1010n, 0x1020n]])
  expect(await listed(1)).toEqual([[0x1030n, 0x1040n]])
  // The last offset is whole, or cut; it leads behind the section.
  const whole = table(size).slice(0, 12 + 2 * size)
  expect(await listed(1, whole)).toEqual([])
  expect(await listed(1, whole.slice(0, -1))).toEqual([])
  expect(await listed(2, whole)).toEqual([])
  expect(await listed(0, new ByteWriter().done())).toEqual([])
})

test('a list of locations by its number, in the table of its own', async () => {
  const bytes = new ByteWriter()
    .u32(0)
    .u16(5)
    .u8(8, 0)
    .u32(1, 4)
    .u8(D.RLE_OFFSET_PAIR, 0x10, 0x20, 1, 0x51)
    .u8(D.RLE_END_OF_LIST)
  const shape = {
    version: 5,
    section: 'debug_loclists',
    bytes: bytes.done(),
    attributes: [attribute(D.AT_LOCATION, F.FORM_LOCLISTX, 0)],
    base: attribute(D.AT_LOCLISTS_BASE, F.FORM_SEC_OFFSET, 12),
  } as const
  const at = (address: bigint): Promise<number | undefined> =>
    readEntry(shape, (info, die) => locatedAt(info, die.unit, die.attributes.get(D.AT_LOCATION)!, address)?.[0])
  expect(await at(0x100fn)).toBeUndefined()
  expect(await at(0x1010n)).toBe(0x51)
  expect(await at(0x101fn)).toBe(0x51)
  expect(await at(0x1020n)).toBeUndefined()
})
