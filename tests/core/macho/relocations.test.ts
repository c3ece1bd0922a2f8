import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { openRelocated, openSymbolValues } from '../../../src/core/macho/relocations.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildMachO, type MachOSpec } from '../../support/macho-builder.ts'

const EXTERNAL = 0x08000000
const LONG = 0x04000000
const QUAD = 0x06000000
const SUBTRACTOR_ARM64 = 0x10000000
const RELATIVE = 0x01000000

/** The section after relocation, as words of 8 bytes; there are two symbols, at 0x40 and 0x100, and one from elsewhere. */
async function relocated(relocations: readonly (readonly [number, number])[], spec: MachOSpec = {}): Promise<bigint[]> {
  const bytes = new ByteWriter(spec.littleEndian ?? true).u64(8).u64(0x20).done()
  const { images } = await openMachO({
    path: 'a.o',
    blob: new Blob([
      buildMachO({
        fileType: 1,
        sections: [{ name: '__debug_info', segment: '__DWARF', bytes, relocations }],
        symbols: [
          { name: '_a', address: 0x40n },
          { name: '_b', address: 0x100n },
          { name: '_elsewhere', address: 0n, type: 1, section: 0 },
        ],
        ...spec,
      }),
    ]),
  })
  const image = images[0]!
  const blob = await openRelocated(image, image.sections[0]!, () => openSymbolValues(image), new Budget(1000))
  const view = new DataView(await blob.arrayBuffer())
  return [view.getBigUint64(0, image.littleEndian), view.getBigUint64(8, image.littleEndian)]
}

test.each<[string, [number, number][], bigint[]]>([
  ['none', [], [8n, 0x20n]],
  ['against a section', [[0, 1 | QUAD]], [8n, 0x20n]],
  ['against a symbol', [[8, 1 | QUAD | EXTERNAL]], [8n, 0x120n]],
  ['of 4 bytes', [[0, 0 | LONG | EXTERNAL]], [0x48n, 0x20n]],
  [
    'a difference',
    [
      [0, 0 | QUAD | EXTERNAL | SUBTRACTOR_ARM64],
      [0, 1 | QUAD | EXTERNAL],
    ],
    [0xc8n, 0x20n],
  ],
  ['of an instruction', [[0, 1 | LONG | EXTERNAL | RELATIVE]], [8n, 0x20n]],
  ['against a symbol from elsewhere', [[0, 2 | QUAD | EXTERNAL]], [8n, 0x20n]],
  ['against a symbol that is not there', [[0, 99 | QUAD | EXTERNAL]], [8n, 0x20n]],
  ['outside the section', [[12, 1 | QUAD | EXTERNAL]], [8n, 0x20n]],
])('%s', async (_, relocations, expected) => {
  expect(await relocated(relocations)).toEqual(expected)
})

test('fields of big-endian files stand the other way round', async () => {
  const big = { littleEndian: false, cpuType: 0x01000012 } // ppc64
  expect(await relocated([[8, (1 << 8) | (3 << 5) | 0x10]], big)).toEqual([8n, 0x120n])
})

test('scattered ones of 32-bit files are in the bytes already', async () => {
  expect(await relocated([[0x80000000 | LONG, 0x40]], { cpuType: 7, is64: false })).toEqual([8n, 0x20n])
})
