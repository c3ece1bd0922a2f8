/** Units that end before their first entry, and entries with more children than are read. */
import { describe, expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'
import { dwarfInput, entry } from '../../../support/dwarf-builder.ts'

/** A unit with children of one byte each, and one without any. */
const ABBREVIATIONS = new ByteWriter().u8(1, D.TAG_COMPILE_UNIT, 1, 0, 0).u8(2, D.TAG_BASE_TYPE, 0, 0, 0).u8(0).done()

function infoOf(bytes: Uint8Array<ArrayBuffer>): DebugInfo {
  const input = dwarfInput({ units: [{ version: 4, root: entry(D.TAG_COMPILE_UNIT, []) }] })
  const section = (name: string, own: Uint8Array<ArrayBuffer>) => ({
    ...input.dwarf[0]!,
    name,
    bytes: new Blob([own]),
    size: own.length,
  })
  return new DebugInfo({ ...input, dwarf: [section('debug_info', bytes), section('debug_abbrev', ABBREVIATIONS)] })
}

/** The head of a unit of DWARF 4 whose length is given, without the size of addresses. */
const head = (length: number): ByteWriter => new ByteWriter().u32(length).u16(4).u32(0)
const SOUND = head(8).u8(8, 2).done()

describe('an entry of the unit behind', () => {
  test.each([
    ['a sound unit', head(8).u8(8, 2).bytes(SOUND).done(), D.TAG_BASE_TYPE],
    ['a unit that ends with its head', head(7).u8(8).bytes(SOUND).done(), undefined],
    // The first byte of the next length is the size of addresses.
    ['a unit that ends within its head', head(6).bytes(SOUND).done(), undefined],
  ])('%s', async (_, bytes, tag) => {
    const info = infoOf(bytes)
    expect(await whenRead(() => info.dieAt(bytes.length - 1)?.tag)).toBe(tag)
  })
})

test.each([
  [99_999, 99_999],
  [100_000, 100_000],
  [100_001, 100_000],
  [150_000, 100_000],
])('of %i children %i are read', async (count, read) => {
  const body = new Uint8Array(count + 2).fill(2)
  body[0] = 1
  body[count + 1] = 0
  const info = infoOf(
    head(7 + body.length)
      .u8(8)
      .bytes(body)
      .done(),
  )
  const children = await whenRead(() => {
    const top = info.dieAt(11)
    return top ? [...childrenOf(top)].length : undefined
  })
  expect(children).toBe(read)
})
