import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { parseBindOpcodes } from '../../../src/core/macho/bind-opcodes.ts'
import { linkAddress } from '../../../src/core/model/address.ts'
import { ByteWriter } from '../../support/byte-writer.ts'

const segment = (offset: number) => ({
  name: '__DATA',
  address: linkAddress(0x1_0000_0000n),
  size: 0x4000,
  file: { offset, size: 0x4000 },
  executable: false,
})

const run = (bytes: Uint8Array) =>
  parseBindOpcodes(bytes, [segment(0), segment(0x8000)], 8, { file: 'App', budget: new Budget(bytes.length) })

/** Places by name. */
const placed = (bytes: Uint8Array) => {
  const { places, names } = run(bytes)
  return [...places].map(([at, ordinal]) => [at, names[ordinal]])
}

const start = () => new ByteWriter().u8(0x11).u8(0x51).u8(0x40).text('_a').u8(0x71).uleb(0x10)

test.each<[string, ByteWriter, [number, string][]]>([
  ['one', start().u8(0x90).u8(0), [[0x8010, '_a']]],
  [
    'two symbols',
    start().u8(0x90).u8(0x40).text('_b').u8(0x90).u8(0),
    [
      [0x8010, '_a'],
      [0x8018, '_b'],
    ],
  ],
  [
    'then a distance',
    start().u8(0xa0).uleb(8).u8(0x90),
    [
      [0x8010, '_a'],
      [0x8020, '_a'],
    ],
  ],
  [
    'then a scaled distance',
    start().u8(0xb2).u8(0x90),
    [
      [0x8010, '_a'],
      [0x8028, '_a'],
    ],
  ],
  [
    'repeated',
    start().u8(0xc0).uleb(3).uleb(16),
    [
      [0x8010, '_a'],
      [0x8028, '_a'],
      [0x8040, '_a'],
    ],
  ],
  ['an address added', start().u8(0x80).uleb(0x100).u8(0x90), [[0x8110, '_a']]],
  [
    'back by a wrapping distance',
    start().u8(0x80).bytes([0xf8, 255, 255, 255, 255, 255, 255, 255, 255, 1]).u8(0x90),
    [[0x8008, '_a']],
  ],
])('%s', (_, writer, expected) => {
  expect(placed(writer.done())).toEqual(expected)
})

test.each<[string, ByteWriter]>([
  ['too many', start().u8(0xc0).bytes([0xff, 0xff, 0xff, 0xff, 0x7f]).uleb(0)],
  ['cut off', start().u8(0xa0)],
])('%s is an error', (_, writer) => {
  expect(() => run(writer.done())).toThrow(/too many|ends here/)
})
