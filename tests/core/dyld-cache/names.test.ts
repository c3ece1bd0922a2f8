/** Names out of shared caches, through the engine: caches made here, in every style that is known. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine, FileOutcome } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { cacheFiles, CODE_AT, dataStart, imageStart, TEXT_AT, type CacheSpec } from '../../support/cache-builder.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { testPorts } from '../../support/test-builder.ts'

const FIRST = '0A000000-0000-0000-0000-000000000001'
const SECOND = '0B000000-0000-0000-0000-000000000002'
const spec: CacheSpec = {
  images: [
    {
      name: '/usr/lib/libone.dylib',
      uuid: FIRST,
      symbols: [
        { name: '_one_open', at: CODE_AT },
        { name: '<redacted>', at: CODE_AT + 0x40 },
      ],
      locals: [{ name: '_one_hidden', at: CODE_AT + 0x40 }],
    },
    {
      name: '/System/Library/Frameworks/Two.framework/Two',
      uuid: SECOND,
      symbols: [{ name: '_two', at: CODE_AT }],
      locals: [{ name: '_two_hidden', at: CODE_AT + 0x80 }],
    },
  ],
}

async function engine(): Promise<Engine> {
  return createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
}

async function nameAt(at: Engine, uuid: string, offset: number, arch = 'arm64'): Promise<string | undefined> {
  const answer = await at.lookup({ key: { uuid: parseUuid(uuid)!, arch }, offsets: [imageOffset(offset)] })
  return answer.ok ? answer.value[0]?.at(-1)?.mangled : answer.problems.map(({ code }) => code).join()
}

const problemsOf = (files: readonly FileOutcome[]): string[] =>
  files.flatMap(({ problems }) => problems.map(({ code, variant }) => `${code}.${variant}`))

test.each(['whole', 'numbered', 'named'] as const)('%s: exported and local symbols of every image', async (style) => {
  const host = await engine()
  const { files } = await host.add(cacheFiles({ ...spec, style }))
  expect(problemsOf(files)).toEqual([])
  expect(files[0]).toMatchObject({ kind: 'symbols', label: 'dyld shared cache, arm64' })
  expect(files.slice(1).map(({ partOf }) => partOf)).toEqual(files.slice(1).map(() => files[0]?.path))
  const images = await host.images()
  expect(images.map(({ name, uuid, textVmaddr }) => [name, uuid, textVmaddr])).toEqual([
    ['libone.dylib', FIRST, 0x1_8000_8000n],
    ['Two', SECOND, 0x1_8000_c000n],
  ])
  expect(await nameAt(host, FIRST, CODE_AT + 4)).toBe('one_open')
  expect(await nameAt(host, FIRST, CODE_AT + 0x44)).toBe('one_hidden')
  expect(await nameAt(host, SECOND, CODE_AT + 0x7f)).toBe('two')
  expect(await nameAt(host, SECOND, CODE_AT + 0x80)).toBe('two_hidden')
})

test('what is missing is told by name, and joined when it is given later', async () => {
  const host = await engine()
  const [main, data, linkedit, symbols] = cacheFiles(spec)
  const first = await host.add([main!])
  expect(first.files[0]?.problems[0]?.message).toContain(
    'dyld_shared_cache_arm64.01.dylddata, dyld_shared_cache_arm64.02.dyldlinkedit, dyld_shared_cache_arm64.symbols',
  )
  expect(await nameAt(host, FIRST, CODE_AT + 4)).not.toBe('one_open')
  await host.add([symbols!])
  expect(await nameAt(host, FIRST, CODE_AT + 0x44)).toBe('one_hidden')
  await host.add([data!, linkedit!])
  expect(await nameAt(host, FIRST, CODE_AT + 4)).toBe('one_open')
})

test('a part without its main file, and one of another cache, name nothing', async () => {
  const files = cacheFiles(spec)
  const alone = await (await engine()).add([files[2]!])
  expect(alone.files[0]).toMatchObject({ kind: 'unreadable', problems: [{ code: 'shared-cache', variant: 'part' }] })
  const moved = new Uint8Array(await files[2]!.blob.arrayBuffer())
  moved[0x58] = 0x77 // another UUID
  const host = await engine()
  const { files: told } = await host.add([
    files[0]!,
    files[1]!,
    { path: files[2]!.path, blob: new Blob([moved]) },
    files[3]!,
  ])
  expect(problemsOf(told)).toEqual(['shared-cache.missing', 'shared-cache.part'])
  expect(await nameAt(host, FIRST, CODE_AT + 0x44)).toBe('one_hidden')
})

test('an image whose own UUID is another one is not used', async () => {
  const host = await engine()
  await host.add(cacheFiles({ images: [{ ...spec.images[0]!, ownUuid: SECOND }] }))
  expect(await nameAt(host, FIRST, CODE_AT)).toBe('shared-cache')
})

test('a local symbol with an address in another image names neither', async () => {
  const host = await engine()
  const stray = { ...spec.images[0]!, locals: [{ name: '_stray', at: 0x4000 + CODE_AT + 0x100 }] }
  await host.add(cacheFiles({ images: [stray, spec.images[1]!] }))
  expect(await nameAt(host, SECOND, CODE_AT + 0x100)).toBe('two_hidden')
  expect(await nameAt(host, FIRST, CODE_AT + 0x100)).not.toBe('stray')
})

/** A class with a list of method lists: its own, and one of a category in another image. */
function classImage(index: number, method: { listsAt?: 'itself' } = {}): CacheSpec['images'][number] {
  const start = dataStart(index)
  const at = { list: 8, class: 0x10, ro: 0x40, lists: 0x90, own: 0xb0, other: 0xd0, name: 0xf0 }
  const address = (offset: number): bigint => 0x1_8000_0000n + BigInt(start + offset)
  const code = imageStart(index) + CODE_AT
  const data = new ByteWriter().u64(0).u64(address(at.class))
  data
    .u64(0, 0, 0, 0, address(at.ro))
    .padTo(at.ro)
    .u32(0, 0, 0, 0)
    .u64(0, address(at.name), address(at.lists) | 1n)
  const own = method.listsAt === 'itself' ? at.lists : at.own
  const entry = (list: number, where: number, image: number): bigint => (BigInt(list - where) << 16n) | BigInt(image)
  data
    .padTo(at.lists)
    .u32(8, 2)
    .u64(entry(at.other, at.lists + 8, 1), entry(own, at.lists + 16, 0))
  const list = (where: number, selector: number, target: number): void => {
    data
      .padTo(where)
      .u32(0xc000_000c, 1)
      .u32(selector, 0, (target - (start + where + 16)) >>> 0)
  }
  list(at.own, 0, code + 0x200)
  list(at.other, 5, imageStart(1 - index) + CODE_AT + 0x300)
  data.padTo(at.name).text('Cart')
  const bytes = data.done()
  return {
    name: '/usr/lib/libclass.dylib',
    uuid: FIRST,
    data: [
      { name: '__objc_const', bytes: bytes.subarray(0, 8) },
      { name: '__objc_classlist', bytes: bytes.subarray(8, 16) },
      { name: '__objc_data', bytes: bytes.subarray(16) },
    ],
  }
}

test('Objective-C methods: lists of lists, and selectors in another image', async () => {
  const host = await engine()
  const text = new TextEncoder().encode('open\0shut\0')
  const selectors = imageStart(1) + TEXT_AT
  await host.add(cacheFiles({ selectors, images: [classImage(0), { ...spec.images[1]!, text }] }))
  expect(await nameAt(host, FIRST, CODE_AT + 0x204)).toBe('-[Cart open]')
  // The category's code lies in the other image: this one has no such method.
  expect(await nameAt(host, FIRST, 0x4000 + CODE_AT + 0x300)).toBeUndefined()
})

test('without a place for selectors no method is named', async () => {
  const host = await engine()
  await host.add(cacheFiles({ images: [classImage(0), spec.images[1]!] }))
  expect(await nameAt(host, FIRST, CODE_AT + 0x204)).toBeUndefined()
})

test('a list of method lists that holds itself ends', async () => {
  const host = await engine()
  await host.add(cacheFiles({ selectors: 0, images: [classImage(0, { listsAt: 'itself' }), spec.images[1]!] }))
  expect(await nameAt(host, FIRST, CODE_AT + 0x204)).toBeUndefined()
})

test.each(['whole', 'named'] as const)('%s: pointers of 32 bits', async (style) => {
  const host = await engine()
  await host.add(cacheFiles({ ...spec, style, isNarrow: true, arch: 'arm64_32' }, 'dyld_shared_cache_arm64_32'))
  expect((await host.images())[0]?.textVmaddr).toBe(0x1a00_8000n)
  expect(await nameAt(host, FIRST, CODE_AT + 4, 'arm64_32')).toBe('one_open')
  expect(await nameAt(host, FIRST, CODE_AT + 0x44, 'arm64_32')).toBe('one_hidden')
})

test('a cache that lists no UUIDs: each library tells its own', async () => {
  const host = await engine()
  await host.add(cacheFiles({ ...spec, style: 'whole', patch: [[0x90, 8, 0]] }))
  expect((await host.images()).map(({ uuid, cache }) => [uuid, cache?.textBytes])).toEqual([
    [FIRST, 0],
    [SECOND, 0],
  ])
  expect(await nameAt(host, SECOND, CODE_AT + 0x84)).toBe('two_hidden')
})

test('dyld, which lies in the cache and in none of its lists', async () => {
  const host = await engine()
  const at = BigInt(imageStart(1)) + 0x1_8000_0000n
  const patch = [
    [0x1c4, 4, 1],
    [0x90, 8, 1],
    [0x78, 8, at],
  ] as const
  await host.add(cacheFiles({ ...spec, patch }))
  expect((await host.images()).map(({ name, uuid }) => [name, uuid])).toEqual([
    ['libone.dylib', FIRST],
    ['dyld', SECOND],
  ])
  expect(await nameAt(host, SECOND, CODE_AT + 4)).toBe('two')
})
