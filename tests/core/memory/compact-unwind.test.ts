import { expect, test } from 'vitest'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { ArchFamily } from '../../../src/core/model/architecture.ts'
import { findUnwindEntry, type UnwindRule } from '../../../src/core/memory/compact-unwind.ts'
import { unwindRule } from '../../../src/core/memory/instruction-set.ts'
import { ByteWriter } from '../../support/byte-writer.ts'

/** Two compressed pages: common encodings 0 and 1, and one of the second page's own. */
const table = new ByteWriter()
  .u32(1, 28, 2, 36, 0, 36, 3)
  .u32(0x04000000, 0x02001000)
  .u32(0x1000, 72, 0, 0x2000, 96, 0, 0x3000, 0, 0)
  .u32(3)
  .u16(12)
  .u16(3)
  .u16(24)
  .u16(0)
  .u32(0x00000000, 0x01000040, 0x00000080)
  .u32(3)
  .u16(12)
  .u16(2)
  .u16(20)
  .u16(1)
  .u32(0x00000000, 0x02000100)
  .u32(0x03000000)
  .done()

test.each([
  [0x0fff, undefined],
  [0x1000, { functionStart: 0x1000, encoding: 0x04000000 }],
  [0x103f, { functionStart: 0x1000, encoding: 0x04000000 }],
  [0x1040, { functionStart: 0x1040, encoding: 0x02001000 }],
  [0x1fff, { functionStart: 0x1080, encoding: 0x04000000 }],
  [0x2000, { functionStart: 0x2000, encoding: 0x04000000 }],
  [0x2100, { functionStart: 0x2100, encoding: 0x03000000 }],
  [0x3000, undefined],
])('offset 0x%s', (offset, expected) => {
  expect(findUnwindEntry(table, imageOffset(offset))).toEqual(expected)
})

test('a table that is cut off anywhere gives an answer or none', () => {
  const whole = findUnwindEntry(table, imageOffset(0x2100))
  for (let size = 0; size < table.length; size++) {
    expect([undefined, whole]).toContainEqual(findUnwindEntry(table.subarray(0, size), imageOffset(0x2100)))
  }
})

const saves = (...places: readonly (readonly [number, number])[]): ReadonlyMap<number, number> => new Map(places)

/** The registers of each permutation are worked out by hand from the header's description. */
test.each<[ArchFamily, number, UnwindRule]>([
  // x19 and x20 below the frame record, then x21 and x22.
  ['arm64', 0x04000003, { kind: 'frame', saved: saves([19, -24], [20, -32], [21, -40], [22, -48]) }],
  ['arm64', 0x04000010, { kind: 'frame', saved: saves([27, -24], [28, -32]) }],
  // d8 and d9 below x27 and x28.
  ['arm64', 0x04000110, { kind: 'frame', saved: saves([27, -24], [28, -32], [72, -40], [73, -48]) }],
  ['arm64', 0x02002800, { kind: 'frameless', stackBytes: 32, saved: saves([78, -8], [79, -16]) }],
  ['arm64', 0x02003000, { kind: 'frameless', stackBytes: 48, saved: saves() }],
  ['arm64', 0x02002001, { kind: 'frameless', stackBytes: 32, saved: saves([19, -8], [20, -16]) }],
  ['arm64', 0x03000010, { kind: 'dwarf', entryAt: 0x10 }],
  ['arm64', 0, { kind: 'none' }],
  ['arm', 0x01000001, { kind: 'frame', saved: saves() }],
  ['x86_64', 0x01000000, { kind: 'frame', saved: saves() }],
  // Two words below rbp: rbx (1), then r14 (4).
  ['x86_64', 0x01020021, { kind: 'frame', saved: saves([3, -32], [14, -24]) }],
  // One register, digit 0: rbx.
  ['x86_64', 0x02020400, { kind: 'frameless', stackBytes: 16, saved: saves([3, -16]) }],
  // One register, digit 5: rbp, in the word below the return address.
  ['x86_64', 0x02030405, { kind: 'frameless', stackBytes: 24, saved: saves([6, -16]) }],
  // All six in the order of their numbers, rbp last: nearest to the return address.
  [
    'x86_64',
    0x02081800,
    { kind: 'frameless', stackBytes: 64, saved: saves([3, -56], [12, -48], [13, -40], [14, -32], [15, -24], [6, -16]) },
  ],
  // Two: rbp (digit 5), then rbx (digit 0): rbp is the further one. 5 * 5 + 0 = 25.
  ['x86_64', 0x02040819, { kind: 'frameless', stackBytes: 32, saved: saves([6, -24], [3, -16]) }],
  ['i386', 0x02030405, { kind: 'frameless', stackBytes: 12, saved: saves([5, -8]) }],
  ['x86_64', 0x03042400, { kind: 'frameless-large', sizeAt: 4, extra: 8, saved: saves([3, -16]) }],
])('%s encoding %s', (family, encoding, expected) => {
  expect(unwindRule(encoding, family)).toEqual(expected)
})
