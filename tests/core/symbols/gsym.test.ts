/** GSYM files of both versions and byte orders; addresses, inlined and merged functions; and what is wrong with broken ones. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { gsymSource } from '../../../src/core/symbols/gsym.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildGsym, sampleGsym, type GsymSpec } from '../../support/gsym-builder.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const UUID = sampleGsym.uuid

const spec = sampleGsym

const file = (bytes: BlobPart, path = 'symbols/App.gsym'): InputFile => ({ path, blob: new Blob([bytes]) })

async function engineWith(...files: readonly InputFile[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const one of files) await engine.add([one])
  return engine
}

async function callsAt(engine: Engine, offsets: readonly number[]): Promise<readonly string[]> {
  const images = await engine.images()
  expect(images.length).toBe(1)
  const looked = await engine.lookup({ key: images[0]!, offsets: offsets.map((offset) => imageOffset(offset)) })
  expect(looked.problems).toEqual([])
  const chains = looked.ok ? looked.value : []
  return chains.map((calls) =>
    calls.map(({ function: name, file, line }) => `${name} ${file ?? ''}:${line ?? ''}`).join(' < '),
  )
}

const offsets = [0x0f, 0x10, 0x1f, 0x20, 0x28, 0x2c, 0x31, 0x34, 0x38, 0x5f, 0x60, 0x80]
const wanted = [
  '',
  '_sizeless :',
  '_sizeless :',
  'outer /src/a.c:10',
  'Shelf::sort() /src/lib/b.h:400 < outer /src/a.c:12',
  'outer /src/lib/b.h:400',
  'inner /src/lib/b.h:3 < Shelf::sort() /src/a.c:401 < outer /src/a.c:12',
  'Shelf::sort() /src/lib/b.h:3 < outer /src/a.c:12',
  'outer /src/a.c:11',
  'outer /src/a.c:11',
  '',
  'first /src/a.c:1',
]

test.each<[string, Partial<GsymSpec>]>([
  ['version 1', {}],
  ['version 2', { version: 2 }],
  ['version 1, big-endian', { littleEndian: false }],
  ['version 2, big-endian', { version: 2, littleEndian: false }],
  ['addresses of a byte', { addressBytes: 1 }],
  ['addresses of four bytes', { addressBytes: 4 }],
  ['addresses of eight bytes', { addressBytes: 8, version: 2 }],
  ['a kernel’s addresses', { base: 0xfffffe0007004000n }],
])('names, lines and inlined calls: %s', async (_, changes) => {
  const engine = await engineWith(file(buildGsym({ ...spec, ...changes })))
  expect(await engine.images()).toMatchObject([
    { uuid: UUID, name: 'App', detail: 'dwarf', textVmaddr: changes.base ?? 0x1_0000_0000n },
  ])
  expect(await callsAt(engine, offsets)).toEqual(wanted)
})

test('one offset asked alone is answered as among all', async () => {
  const opened = await gsymSource.open(file(buildGsym(spec)))
  const image = opened.ok ? opened.value[0] : undefined
  const { builder, reader } = await testPorts()
  for (const [at, offset] of offsets.entries()) {
    const only = [imageOffset(offset)]
    const prepared = await image?.prepare(only)
    const built = prepared?.ok ? await builder.build(prepared.value, { only }) : undefined
    const index = built?.ok ? await reader.open(built.value.bytes, 'x') : undefined
    const [calls = []] = index?.ok ? await index.value.lookup(only) : []
    expect(calls.length, `${offset}`).toBe(wanted[at] === '' ? 0 : wanted[at]?.split(' < ').length)
  }
})

test('functions that were merged are told as other names', async () => {
  const engine = await engineWith(file(buildGsym(spec)))
  const [image] = await engine.images()
  const looked = await engine.lookup({ key: image!, offsets: [imageOffset(0x84)] })
  expect(looked).toMatchObject({ value: [[{ function: 'first', aliases: ['second'] }]] })
})

test.each([
  ['the program first', [0, 1]],
  ['the program last', [1, 0]],
])('what does not say its architecture has that of the program with its UUID: %s', async (_, order) => {
  const program = buildMachO({
    uuid: UUID,
    cpuType: 0x0100000c,
    sections: [codeSection(0x100)],
    symbols: [{ name: '_symbol', address: 0x1_0000_1000n, section: 1 }],
  })
  const files = [file(program, 'App'), file(buildGsym(spec))]
  const engine = await engineWith(...order.flatMap((at) => files[at] ?? []))
  expect(await engine.images()).toMatchObject([{ arch: 'arm64', detail: 'dwarf' }])
  expect(await callsAt(engine, [0x20, 0x1000])).toEqual(['outer /src/a.c:10', 'symbol :'])
  const [image] = await engine.images()
  await engine.index([image!])
  expect(await callsAt(engine, [0x20])).toEqual(['outer /src/a.c:10'])
})

/** The file with a byte or more replaced. */
function broken(at: number, ...bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const copy = buildGsym(spec)
  copy.set(bytes, at)
  return copy
}

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['cut in its header', buildGsym(spec).slice(0, 30), 'truncated'],
  ['cut in its tables', buildGsym(spec).slice(0, 60), 'bad-gsym'],
  ['of four billion functions', broken(16, 0xff, 0xff, 0xff, 0xff), 'bad-gsym'],
  ['with names outside', broken(20, 0xff, 0xff, 0xff, 0x7f), 'bad-gsym'],
  ['with addresses of three bytes', broken(6, 3), 'bad-gsym'],
])('a file %s is refused with its place', async (_, bytes, code) => {
  const engine = await engineWith()
  const { files } = await engine.add([file(bytes)])
  expect(files).toMatchObject([{ kind: 'unreadable', problems: [{ code, file: 'symbols/App.gsym' }] }])
  expect(files[0]?.problems[0]?.offset).toBeGreaterThanOrEqual(0)
})

test('a damaged function costs itself alone', async () => {
  const bytes = buildGsym(spec)
  // The place of the second function leads out of the file.
  new DataView(bytes.buffer).setUint32(56 + 4, 0x7fffffff, true)
  const engine = await engineWith(file(bytes))
  const [image] = await engine.images()
  const looked = await engine.lookup({ key: image!, offsets: [0x10, 0x20, 0x80].map((offset) => imageOffset(offset)) })
  expect(looked.problems).toMatchObject([{ code: 'bad-gsym', variant: 'place' }])
  expect(looked.ok && looked.value.map(([call]) => call?.function)).toEqual(['_sizeless', undefined, 'first'])
})

test('a file without a UUID says so', async () => {
  const { files } = await (await engineWith()).add([file(buildGsym({ ...spec, uuid: '' }))])
  expect(files).toMatchObject([{ kind: 'symbols', problems: [{ code: 'no-uuid', severity: 'note' }] }])
})
