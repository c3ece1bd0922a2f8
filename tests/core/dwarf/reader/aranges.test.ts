/** `.debug_aranges`: tuples begin at a multiple of their size, counted from their set. DWARF 5, section 6.1.2. */
import { expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import { Aranges } from '../../../../src/core/dwarf/reader/aranges.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'
import { dwarfInput } from '../../../support/dwarf-builder.ts'

type Size = 4 | 8

/** A set of a unit. Its header of 12 bytes, or of 24, is followed by zeros up to the first tuple. */
function set(unit: number, size: Size, offsetSize: Size, tuples: readonly bigint[], segment = 0): Uint8Array {
  const body = new ByteWriter().u16(2).uint(offsetSize, unit).u8(size, segment)
  const head = offsetSize === 8 ? 12 : 4
  body.padTo(Math.ceil((head + body.size) / (2 * size)) * 2 * size - head)
  body.uint(size, ...tuples, 0, 0)
  const out = offsetSize === 8 ? new ByteWriter().u32(0xffffffff).u64(body.size) : new ByteWriter().u32(body.size)
  return out.bytes(body.done()).done()
}

function open(...sets: readonly Uint8Array[]): Promise<Aranges> {
  const bytes = sets.reduce((out, each) => out.bytes(each), new ByteWriter()).done()
  const input = dwarfInput({ units: [] })
  const section = { ...input.dwarf[0]!, name: 'debug_aranges', bytes: new Blob([bytes]), size: bytes.length }
  const info = new DebugInfo({ ...input, dwarf: [section] })
  return whenRead(() => new Aranges(info, bytes.length))
}

test.each<[size: Size, offsetSize: Size]>([
  [8, 4],
  [8, 8],
  [4, 4],
  [4, 8],
])('addresses of %i bytes, offsets of %i: units by their ranges', async (size, offsetSize) => {
  const first = set(0x70, size, offsetSize, [0x1000n, 0x10n, 0x3000n, 0x10n])
  const second = set(0x20, size, offsetSize, [0x2000n, 0x10n])
  const aranges = await open(first, second)
  expect(aranges.units).toEqual([0x20, 0x70])
  const asked = [0xfffn, 0x1000n, 0x100fn, 0x1010n, 0x2000n, 0x200fn, 0x2010n, 0x300fn, 0x3010n]
  expect(asked.map((address) => aranges.unitAt(address))).toEqual([
    undefined,
    0x70,
    0x70,
    undefined,
    0x20,
    0x20,
    undefined,
    0x70,
    undefined,
  ])
})

test('ranges behind the end of a set are not of it; segments are not read; a cut set ends the section', async () => {
  const ended = set(0x10, 8, 4, [0x1000n, 0x10n, 0n, 0n, 0x5000n, 0x10n])
  const segmented = set(0x20, 8, 4, [0x2000n, 0x10n], 4)
  const cut = set(0x30, 8, 4, [0x3000n, 0x10n]).subarray(0, -1)
  const aranges = await open(ended, segmented, cut)
  expect(aranges.units).toEqual([0x10, 0x20])
  expect([0x1000n, 0x5000n, 0x2000n, 0x3000n].map((address) => aranges.unitAt(address))).toEqual([
    0x10,
    undefined,
    undefined,
    undefined,
  ])
})

test('addresses above 4 GB, and ranges of a set in any order', async () => {
  const high = 0x1_0000_0000n
  const aranges = await open(
    set(0x10, 8, 4, [high + 0x3000n, 0x10n, high + 0x1000n, 0x10n]),
    set(0x20, 8, 4, [0x3000n, 0x10n]),
  )
  expect([0x3000n, high + 0x3000n, high + 0x1000n, high + 0x300fn].map((address) => aranges.unitAt(address))).toEqual([
    0x20, 0x10, 0x10, 0x10,
  ])
})
