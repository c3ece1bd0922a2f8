import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import type { BuildInput } from '../../../src/core/ports.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildMachO, buildTrie, codeSection, type MachOSpec } from '../../support/macho-builder.ts'

const UUID = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'

async function openOne(spec: MachOSpec) {
  const outcome = await machoSource.open({ path: 'App.app/App', blob: new Blob([buildMachO(spec)]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return { image: outcome.value[0]!, problems: outcome.problems }
}

async function prepare(spec: MachOSpec): Promise<{ input: BuildInput; codes: string[] }> {
  const outcome = await (await openOne(spec)).image.prepare()
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return { input: outcome.value, codes: outcome.problems.map((problem) => problem.code) }
}

test.each<[string, MachOSpec, string, number]>([
  [
    'dwarf',
    { fileType: 10, sections: [{ name: '__debug_info', segment: '__DWARF', bytes: new Uint8Array(4) }] },
    'dsym',
    31,
  ],
  ['symbols', { symbols: [{ name: '_a', address: 0n }] }, 'executable', 20],
  ['symbols', { fileType: 6, exportsTrie: buildTrie([{ name: '_a', offset: 0 }]) }, 'dylib', 20],
  ['starts', { functionStarts: [16] }, 'executable', 10],
  ['none', {}, 'executable', 0],
])('detail %s', async (detail, spec, kind, rank) => {
  const { image } = await openOne({ uuid: UUID, ...spec })
  expect(image).toMatchObject({ uuid: UUID, name: 'App', path: 'App.app/App', detail, kind, rank })
})

test('debug sections by name from any segment, code ranges by section, symbols as ranges', async () => {
  const { input, codes } = await prepare({
    uuid: UUID,
    sections: [
      codeSection(16, 0x1_0000_1000n),
      { name: '__stubs', segment: '__TEXT', address: 0x1_0000_1010n, bytes: new Uint8Array(12), flags: 0x80000408 },
      { name: '__const', segment: '__TEXT', address: 0x1_0000_2000n, bytes: new Uint8Array(8) },
      { name: '__debug_str_offs', segment: '__OTHER', bytes: new Uint8Array(7) },
    ],
    symbols: [
      { name: '_main', address: 0x1_0000_1000n },
      { name: '_const', address: 0x1_0000_2000n, section: 3 },
    ],
    functionStarts: [0x1000],
  })
  expect(codes).toEqual([])
  expect(input).toMatchObject({
    uuid: UUID,
    arch: 'arm64',
    textVmaddr: 0x1_0000_0000n,
    pointerSize: 8,
    littleEndian: true,
    code: [
      { start: 0x1000, end: 0x1010 },
      { start: 0x1010, end: 0x101c },
    ],
    sectionIsCode: [true, true, false, false],
  })
  expect(input.dwarf.map(({ name, segment, size }) => [name, segment, size])).toEqual([
    ['debug_str_offs', '__OTHER', 7],
  ])
  expect(input.symtab).toMatchObject({ count: 2 })
  expect(input.symtab?.entries.size).toBe(32)
  expect(new Uint8Array(await input.functionStarts!.arrayBuffer())).toEqual(Uint8Array.of(0x80, 0x20, 0))
})

test('no address is in the code of an object file with an empty __text', async () => {
  const data = { name: '__data', segment: '__DATA', address: 0n, bytes: new Uint8Array(16) }
  const { input } = await prepare({ fileType: 1, sections: [codeSection(0, 0n), data] })
  expect(input.code).toEqual([{ start: 0, end: 0 }])
  expect((await prepare({ fileType: 1, sections: [data] })).input.code).toEqual([{ start: 0, end: 0 }])
})

test('exported names of code that the symbol table lacks', async () => {
  const base = 0xffff_fe00_0700_4000n // above 2^53, as kernels are linked
  const { input } = await prepare({
    textAddress: base,
    sections: [codeSection(64, base + 0x1000n)],
    symbols: [{ name: '_listed', address: base + 0x1000n }],
    exportsTrie: buildTrie([
      { name: '_late', offset: 0x1020 },
      { name: '_listed', offset: 0x1000 },
      { name: '_early', offset: 0x1010 },
      { name: '_data', offset: 0x9000 },
    ]),
  })
  expect(input.symbols).toEqual([
    { offset: 0x1010, name: 'early', source: 'exports' },
    { offset: 0x1020, name: 'late', source: 'exports' },
  ])
})

test('the thumb bit of exported armv7 names is no part of the address', async () => {
  const { input } = await prepare({
    cpuType: 12,
    cpuSubtype: 9,
    is64: false,
    textAddress: 0x4000n,
    sections: [codeSection(64, 0x5000n)],
    exportsTrie: buildTrie([{ name: '_thumb', offset: 0x1011 }]),
  })
  expect(input.symbols).toEqual([{ offset: 0x1010, name: 'thumb', source: 'exports' }])
})

test('compressed debug sections are inflated', async () => {
  const plain = Uint8Array.from({ length: 1000 }, (_, index) => index % 7)
  const packed = new ByteWriter(false)
    .bytes([0x5a, 0x4c, 0x49, 0x42])
    .u64(plain.length)
    .bytes(deflateSync(plain))
    .done()
  const section = (bytes: Uint8Array) => ({ sections: [{ name: '__zdebug_info', segment: '__DWARF', bytes }] })
  const { input, codes } = await prepare(section(packed))
  expect(codes).toEqual([])
  expect(input.dwarf[0]).toMatchObject({ name: 'debug_info', size: 1000 })
  expect(new Uint8Array(await input.dwarf[0]!.bytes.arrayBuffer())).toEqual(plain)
  expect((await prepare(section(packed.subarray(0, 20)))).codes).toEqual(['bad-compressed-section'])
})

test('an image without a UUID goes under an id of its content, with a note', async () => {
  const spec = { sections: [codeSection(8)] }
  const { image, problems } = await openOne(spec)
  expect(problems).toMatchObject([{ code: 'no-uuid', severity: 'note' }])
  expect((await openOne(spec)).image.uuid).toBe(image.uuid)
  expect((await openOne({ sections: [codeSection(9)] })).image.uuid).not.toBe(image.uuid)
})

test('an encrypted image says so', async () => {
  const payload = [...new ByteWriter().u32(0x4000).u32(0x1000).u32(1).u32(0).done()]
  const { problems } = await openOne({ uuid: UUID, commands: [{ command: 0x2c, payload }] })
  expect(problems).toMatchObject([{ code: 'encrypted-image', severity: 'note' }])
})

test('what is no Mach-O file is a problem', async () => {
  const outcome = await machoSource.open({ path: 'a.txt', blob: new Blob(['hello']) })
  expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'not-mach-o', file: 'a.txt' }] })
})
