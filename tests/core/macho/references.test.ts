/** The targets of code references; none for data. `references.conformance.ts` compares real images with llvm-objdump. */
import { expect, test } from 'vitest'
import { openMachO } from '../../../src/core/macho/open.ts'
import { References, type DataReference } from '../../../src/core/macho/references.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'

const base = 0x1_0000_0000n
const at = (offset: number): bigint => base + BigInt(offset)
const section = (name: string, offset: number, bytes: Uint8Array, segment = '__DATA') => ({
  name,
  segment,
  address: at(offset),
  bytes,
})

async function referenceAt(
  offset: number,
  change: Partial<Record<string, Uint8Array>> = {},
): Promise<DataReference | undefined> {
  const parts: Record<string, readonly [number, Uint8Array, string?]> = {
    __cstring: [0x2000, new TextEncoder().encode(`short\0${'x'.repeat(200)}\0`), '__TEXT'],
    __ustring: [0x2400, Uint8Array.from([0x20, 0x26, 0x61, 0]), '__TEXT'],
    __objc_methname: [0x2800, new TextEncoder().encode('drawRect:\0'), '__TEXT'],
    __objc_classname: [0x2900, new TextEncoder().encode('Painter\0'), '__TEXT'],
    __objc_selrefs: [0x3000, new ByteWriter().u64(at(0x2800), 0x7000_0000_0000n).done()],
    __objc_classrefs: [0x3100, new ByteWriter().u64(at(0x3400)).done()],
    __cfstring: [
      0x3200,
      new ByteWriter().u64(0).u32(0x7c8, 0).u64(at(0x2000), 5).u64(0).u32(0x7d0, 0).u64(at(0x2400), 2).done(),
    ],
    __objc_data: [0x3400, new ByteWriter().u64(0, 0, 0, 0, at(0x3500) | 1n).done()],
    __objc_const: [0x3500, new ByteWriter().u32(0, 0, 0, 0).u64(0, at(0x2900)).done()],
  }
  const sections = Object.entries(parts).map(([name, [offset_, bytes, segment]]) =>
    section(name, offset_, change[name] ?? bytes, segment),
  )
  const blob = new Blob([buildMachO({ sections: [codeSection(16), ...sections] })])
  const [image] = (await openMachO({ path: 'App', blob })).images
  const references = image && (await References.open(image))
  return references?.at(imageOffset(offset))
}

test.each<[string, number, DataReference | undefined]>([
  ['a text', 0x2000, { kind: 'text', text: 'short' }],
  ['the middle of a text', 0x2002, { kind: 'text', text: 'ort' }],
  ['a long text, cut', 0x2006, { kind: 'text', text: 'x'.repeat(80), isCut: true }],
  ['a selector', 0x3000, { kind: 'selector', text: 'drawRect:' }],
  ['a class of the image, marked as Swift', 0x3100, { kind: 'class', text: 'Painter' }],
  ['a constant string', 0x3200, { kind: 'constant', text: 'short' }],
  ['a constant string of UTF-16', 0x3220, { kind: 'constant', text: '☠a' }],
  ['a pointer that leads nowhere', 0x3008, undefined],
  ['data of no known kind', 0x3400, undefined],
  ['an offset outside', 0x9000, undefined],
])('%s', async (_, offset, expected) => {
  expect(await referenceAt(offset)).toEqual(expected)
})

test('a length without end, a class without a name and a cut section are not believed', async () => {
  const long = new ByteWriter().u64(0).u32(0x7d0, 0).u64(at(0x2400), 0xffff_ffff_ffff_fff0n).done()
  expect(await referenceAt(0x3200, { __cfstring: long })).toEqual({ kind: 'constant', text: '☠a', isCut: true })
  expect(await referenceAt(0x3100, { __objc_data: new Uint8Array(40) })).toBeUndefined()
  expect(await referenceAt(0x3200, { __cfstring: new Uint8Array(9) })).toBeUndefined()
  const self = new ByteWriter().u64(at(0x3100)).done()
  expect(await referenceAt(0x3100, { __objc_classrefs: self })).toBeUndefined()
})
