/** Data at a place of an image, looked up in all its files: a dSYM lists the sections and has none of their bytes. */
import { expect, test } from 'vitest'
import { describeData } from '../../../src/core/engine/frames/disassembling.ts'
import type { MachOImage } from '../../../src/core/macho/image.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'

async function imageOf(fileType: number, text: string): Promise<MachOImage> {
  const bytes = new TextEncoder().encode(text)
  const section = { name: '__cstring', segment: '__TEXT', address: 0x1_0000_2000n, size: 6, bytes }
  const blob = new Blob([buildMachO({ fileType, sections: [codeSection(16), section] })])
  const [image] = (await openMachO({ path: 'App', blob })).images
  if (!image) throw new Error('no image')
  return image
}

test('the binary is asked where a dSYM comes first; alone, the dSYM tells the section', async () => {
  const dsym = await imageOf(10, '')
  const binary = await imageOf(2, 'short\0')
  const at = imageOffset(0x2000)
  const found = { code: 'string', params: { text: 'short' } }
  expect(await describeData([dsym, binary], at)).toEqual(found)
  expect(await describeData([binary, dsym], at)).toEqual(found)
  expect(await describeData([dsym], at)).toEqual({ code: 'section', params: { section: '__TEXT,__cstring' } })
  expect(await describeData([dsym, binary], imageOffset(0x9000))).toBeUndefined()
})
