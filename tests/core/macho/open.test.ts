import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archName } from '../../../src/core/model/architecture.ts'
import { openMachO, sniffMachO, type OpenedMachO } from '../../../src/core/macho/open.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildFat, buildMachO, buildTrie, codeSection } from '../../support/macho-builder.ts'

const open = async (bytes: Uint8Array<ArrayBuffer>): Promise<OpenedMachO> =>
  openMachO({ path: 'App', blob: new Blob([bytes]) })

const UUID = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'

test.each([
  [0x0100000c, 0, 'arm64'],
  [0x0100000c, 0x80000002, 'arm64e'],
  [0x0200000c, 1, 'arm64_32'],
  [12, 6, 'armv6'],
  [12, 9, 'armv7'],
  [12, 11, 'armv7s'],
  [12, 12, 'armv7k'],
  [0x01000007, 0x80000003, 'x86_64'],
  [0x01000007, 8, 'x86_64h'],
  [7, 3, 'i386'],
  [18, 10, 'ppc'],
  [0x01000012, 0, 'ppc64'],
  [99, 1, 'cputype 99 subtype 1'],
])('cputype %i, subtype %i is %s', (type, subtype, name) => {
  expect(archName(type, subtype)).toBe(name)
})

test.each([
  { littleEndian: true, is64: true },
  { littleEndian: true, is64: false },
  { littleEndian: false, is64: true },
  { littleEndian: false, is64: false },
])('header and tables of %o', async (layout) => {
  const { images, problems } = await open(
    buildMachO({
      ...layout,
      uuid: UUID,
      fileType: 10,
      textAddress: 0x4000n,
      sections: [codeSection(8, 0x5000n), { name: '__debug_info', segment: '__DWARF', bytes: Uint8Array.of(1, 2, 3) }],
      symbols: [{ name: '_main', address: 0x5000n }],
      functionStarts: [0x1000],
    }),
  )
  expect(problems).toEqual([])
  const [image] = images
  expect(image).toMatchObject({
    uuid: UUID,
    arch: 'arm64',
    kind: 'dsym',
    textVmaddr: 0x4000n,
    problems: [],
    ...{ pointerSize: layout.is64 ? 8 : 4 },
  })
  expect(image?.symtab?.count).toBe(1)
  const debug = image?.sections[1]
  expect(debug).toMatchObject({ name: '__debug_info', isCode: false, size: 3 })
  const { offset, size } = debug!.file
  expect(new Uint8Array(await image!.blob.slice(offset, offset + size).arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3))
})

test.each([false, true])('slices of a fat file (64-bit table: %s)', async (wide) => {
  const slice = (cpuType: number, uuid: string) => ({
    cpuType,
    bytes: buildMachO({ cpuType, uuid, sections: [codeSection(4)] }),
  })
  const bytes = buildFat([slice(0x01000007, UUID), slice(0x0100000c, UUID.replace('A', 'B'))], wide)
  const { images, problems } = await open(bytes)
  expect(problems).toEqual([])
  expect(images.map(({ arch, uuid, fileOffset: base }) => [arch, uuid, base])).toEqual([
    ['x86_64', UUID, 4096],
    ['arm64', UUID.replace('A', 'B'), 8192],
  ])
})

test('a fat file that is cut off keeps its whole slices', async () => {
  const slice = (cpuType: number) => ({ cpuType, bytes: buildMachO({ cpuType, uuid: UUID }) })
  const { images, problems } = await open(buildFat([slice(0x01000007), slice(0x0100000c)]).subarray(0, 8192 - 1))
  expect(images.map((image) => image.arch)).toEqual(['x86_64'])
  expect(problems.map((problem) => problem.code)).toEqual(['slice-outside-file'])
})

test('a Java class file is no fat file', () => {
  expect(sniffMachO(new ByteWriter(false).u32(0xcafebabe).u16(0).u16(52).padTo(64).done())).toBe(false)
})

test('a section behind the end is clipped with a problem that says where', async () => {
  const whole = buildMachO({
    uuid: UUID,
    sections: [{ name: '__debug_info', segment: '__DWARF', bytes: new Uint8Array(100) }],
  })
  const { images } = await open(whole.subarray(0, whole.length - 40))
  expect(images[0]?.sections[0]?.file.size).toBe(60)
  expect(images[0]?.problems).toMatchObject([{ code: 'truncated-section', file: 'App' }])
})

test('an unknown command is passed over, one of a wrong size ends the list', async () => {
  const bytes = buildMachO({ commands: [{ command: 0x7777, payload: [0, 0, 0, 0] }], uuid: UUID })
  expect((await open(bytes)).images[0]).toMatchObject({ uuid: UUID, problems: [] })
  const view = new DataView(bytes.buffer)
  view.setUint32(32 + 4, 0x4000_0000, true)
  expect((await open(bytes)).images[0]?.problems).toMatchObject([{ code: 'bad-command-size', offset: 32 }])
})

test('text begins where __TEXT is linked; platform and versions are read', async () => {
  const version = new ByteWriter().u32(2).u32(0x000f0402).u32(0x00100000).u32(0).done()
  const { images } = await open(
    buildMachO({ textAddress: 0x8000n, commands: [{ command: 0x32, payload: [...version] }] }),
  )
  expect(images[0]).toMatchObject({ textVmaddr: 0x8000n, platform: 'iOS', minimumOs: '15.4.2', sdk: '16.0' })
})

test('a file offset of 32 bits is completed behind 4 GiB', async () => {
  // The segment begins at 4 GiB - 16; its second section lies 32 bytes in, so its offset has wrapped to 16.
  const bytes = buildMachO({
    sections: [
      { name: '__debug_a', segment: '__DWARF', address: 0x1000n, bytes: new Uint8Array(32) },
      { name: '__debug_b', segment: '__DWARF', address: 0x1020n, bytes: new Uint8Array(16) },
    ],
  })
  const view = new DataView(bytes.buffer)
  const segment = 32 + 72
  view.setBigUint64(segment + 40, 2n ** 32n - 16n, true)
  view.setBigUint64(segment + 48, 48n, true)
  view.setUint32(segment + 72 + 48, 0xfffffff0, true)
  view.setUint32(segment + 72 + 80 + 48, 16, true)
  const huge = {
    size: 2 ** 32 + 32,
    slice: (from: number, to: number) => new Blob([bytes]).slice(from, to),
  } as unknown as Blob
  const { images } = await openMachO({ path: 'Huge', blob: huge })
  expect(images[0]?.sections.map((section) => section.file.offset)).toEqual([2 ** 32 - 16, 2 ** 32 + 16])
})

test('damaged images never throw and never hang', async () => {
  const whole = buildFat([
    {
      cpuType: 0x0100000c,
      bytes: buildMachO({
        uuid: UUID,
        sections: [codeSection(16), { name: '__debug_info', segment: '__DWARF', bytes: new Uint8Array(9) }],
        symbols: [{ name: '_main', address: 0x1_0000_1000n }],
        exportsTrie: buildTrie([{ name: '_main', offset: 0x1000 }]),
      }),
    },
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4096 + 600), fc.nat(255)), { maxLength: 8 }),
      fc.nat(whole.length),
      async (flips, size) => {
        const bytes = whole.slice()
        for (const [at, value] of flips) bytes[at % bytes.length] = value
        const { images, problems } = await open(bytes.subarray(0, size))
        expect(images.length + problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 200 },
  )
})
