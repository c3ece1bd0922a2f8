/** Thumb functions of 32-bit Arm: decided by the function starts, else by the symbols, else not at all. */
import { expect, test } from 'vitest'
import { openArmMode } from '../../../src/core/macho/arm-mode.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { buildMachO, codeSection, type MachOSpec } from '../../support/macho-builder.ts'

const armv7: MachOSpec = {
  cpuType: 12,
  cpuSubtype: 9,
  is64: false,
  textAddress: 0x4000n,
  sections: [codeSection(0x100, 0x5000n)],
}

async function modesOf(spec: MachOSpec, ...offsets: readonly number[]): Promise<readonly unknown[]> {
  const { images } = await openMachO({ path: 'Program', blob: new Blob([buildMachO({ ...armv7, ...spec })]) })
  const [image] = images
  if (!image) throw new Error('no image')
  return Promise.all(offsets.map((offset) => openArmMode(image, imageOffset(offset))))
}

const symbols = [
  { name: '_words', address: 0x5000n },
  { name: '_halves', address: 0x5020n, description: 8 },
]

test.each<[string, MachOSpec, readonly unknown[]]>([
  ['starts of functions', { functionStarts: [0x1000, 0x1021] }, ['a32', 'a32', 'thumb', 'thumb', undefined]],
  ['symbols', { symbols }, ['a32', 'a32', 'thumb', 'thumb', undefined]],
  [
    'starts, which symbols do not overrule',
    { functionStarts: [0x1001], symbols },
    ['thumb', 'thumb', 'thumb', 'thumb', undefined],
  ],
  ['neither', {}, [undefined, undefined, undefined, undefined, undefined]],
  [
    'another processor',
    { cpuType: 7, cpuSubtype: 3, symbols },
    [undefined, undefined, undefined, undefined, undefined],
  ],
])('by %s', async (_, spec, modes) => {
  expect(await modesOf(spec, 0x1000, 0x101c, 0x1020, 0x1040, 0x800)).toEqual(modes)
})
