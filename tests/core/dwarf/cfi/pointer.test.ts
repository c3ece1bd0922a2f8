/** Addresses of `.eh_frame` in every encoding of LSB 5.0, 10.5.1. */
import { expect, test } from 'vitest'
import { ByteCursor } from '../../../../src/core/bytes/cursor.ts'
import { readEncodedPointer, type PointerBases } from '../../../../src/core/dwarf/cfi/pointer.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'

const bases: PointerBases = { section: 0x1000n, textVmaddr: 0x4000n, function: 0x8000n, addressBytes: 8 }
/** Read behind one other byte. */
function read(encoding: number, bytes: readonly number[], more: Partial<PointerBases> = {}) {
  const cursor = new ByteCursor(Uint8Array.of(0, ...bytes), { file: 'x', at: 1 })
  const value = readEncodedPointer(cursor, encoding, { ...bases, ...more })
  return [value, cursor.at] as const
}
const ff = (count: number): number[] => Array<number>(count).fill(0xff)
const minus = (value: bigint): bigint => BigInt.asUintN(64, -value)

test.each<[encoding: number, bytes: readonly number[], value: bigint]>([
  [D.EH_PE_ABSPTR, [...new ByteWriter().u64(0xfedcba9876543210n).done()], 0xfedcba9876543210n],
  [D.EH_PE_ULEB128, [0x80, 0x7f], 0x3f80n],
  [D.EH_PE_UDATA2, ff(2), 0xffffn],
  [D.EH_PE_UDATA4, ff(4), 0xffff_ffffn],
  [D.EH_PE_UDATA8, ff(8), 2n ** 64n - 1n],
  [D.EH_PE_SIGNED, ff(8), minus(1n)],
  [D.EH_PE_SLEB128, [0xfe, 0x7f], minus(2n)],
  [D.EH_PE_SDATA2, [0xfd, 0xff], minus(3n)],
  [D.EH_PE_SDATA4, [0xfc, ...ff(3)], minus(4n)],
  [D.EH_PE_SDATA8, [0xfb, ...ff(7)], minus(5n)],
])('encoding %i: the number, and what it counts from', (encoding, bytes, value) => {
  const sum = (base: bigint): bigint => BigInt.asUintN(64, base + value)
  const end = 1 + bytes.length
  expect(read(encoding, bytes)).toEqual([value, end])
  expect(read(encoding | D.EH_PE_PCREL, bytes)).toEqual([sum(0x1001n), end])
  expect(read(encoding | D.EH_PE_TEXTREL, bytes)).toEqual([sum(0x4000n), end])
  expect(read(encoding | D.EH_PE_FUNCREL, bytes)).toEqual([sum(0x8000n), end])
  expect(() => read(encoding | D.EH_PE_FUNCREL, bytes, { function: undefined as never })).toThrow('encoding')
})

test('an omitted address takes no bytes; an aligned one begins at a multiple of its size', () => {
  expect(read(D.EH_PE_OMIT, [])).toEqual([undefined, 1])
  expect(read(D.EH_PE_ALIGNED, [...ff(7), 5, ...Array<number>(7).fill(0)])).toEqual([5n, 16])
})

test('addresses of 32 bits wrap at 2^32', () => {
  expect(read(D.EH_PE_SIGNED | D.EH_PE_PCREL, [0xfe, ...ff(3)], { addressBytes: 4, section: 0n })).toEqual([
    0xffff_ffffn,
    5,
  ])
})

test.each([0x05, 0x06, 0x07, 0x0d, 0x30, 0x60, 0x70])('encoding %i is of nobody', (encoding) => {
  expect(() => read(encoding, ff(16))).toThrow('encoding')
})
