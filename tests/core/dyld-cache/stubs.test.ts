/** Stubs of shared caches, named by what they lead to: those of images, and islands between them. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import {
  CACHE_START,
  cacheFiles,
  CODE_AT,
  dataStart,
  imageStart,
  ISLANDS_START,
  TEXT_AT,
  type CacheSpec,
} from '../../support/cache-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'

/** Instructions by Arm's manual; addresses count from the start of the cache, which begins on a page. */
const adrp = (register: number, from: number, to: number): number => {
  const pages = Math.floor(to / 4096) - Math.floor(from / 4096)
  return (0x90000000 | ((pages & 3) << 29) | (((pages >> 2) & 0x7ffff) << 5) | register) >>> 0
}
const add = (register: number, from: number, to: number): number =>
  (0x91000000 | ((to % 4096) << 10) | (from << 5) | register) >>> 0
const ldr = (register: number, from: number, to: number): number =>
  (0xf9400000 | (((to % 4096) / 8) << 10) | (from << 5) | register) >>> 0
const br = (register: number): number => (0xd61f0000 | (register << 5)) >>> 0
const BRAA_X16_X17 = 0xd71f0a11
const BRK = 0xd4200020

const direct = (from: number, to: number): readonly number[] => [adrp(16, from, to), add(16, 16, to), br(16)]
const through = (from: number, pointer: number): readonly number[] => [
  adrp(16, from, pointer),
  ldr(16, 16, pointer),
  br(16),
]
const signed = (from: number, pointer: number): readonly number[] => [
  adrp(17, from, pointer),
  add(17, 17, pointer),
  ldr(16, 17, 0),
  BRAA_X16_X17,
]

const oneOpen = imageStart(0) + CODE_AT
const twoHidden = imageStart(1) + CODE_AT + 0x80
const stubsAt = imageStart(1) + TEXT_AT
const words = (...rows: readonly (readonly number[])[]): Uint8Array => {
  const writer = new ByteWriter()
  for (const row of rows) for (const word of row) writer.u32(word)
  return writer.done()
}

/** The islands: to an export, to a local symbol, to the middle of a function, to another island, to itself, and other code. */
const island = (number: number): number => ISLANDS_START + number * 16
const islands = (): Uint8Array => {
  const targets = [oneOpen, twoHidden, oneOpen + 8, island(0), island(4)]
  const rows = targets.map((target, number) => [...direct(island(number), target), BRK])
  const other = [adrp(16, island(5), oneOpen), add(16, 16, oneOpen), br(17), BRK]
  return new ByteWriter()
    .bytes(words(...rows, other))
    .padTo(0x2000)
    .done()
}

const pointersAt = dataStart(1)
const stubs = words(
  [...through(stubsAt, pointersAt), BRK],
  signed(stubsAt + 16, pointersAt + 8),
  [...direct(stubsAt + 32, island(1)), BRK],
  // To a pointer that is null.
  [...through(stubsAt + 48, pointersAt + 16), BRK],
)
const spec: CacheSpec = {
  images: [
    { name: '/usr/lib/libone.dylib', uuid: ONE, symbols: [{ name: '_one_open', at: CODE_AT }] },
    {
      name: '/usr/lib/libtwo.dylib',
      uuid: TWO,
      symbols: [{ name: '_two', at: CODE_AT }],
      locals: [{ name: '_two_hidden', at: CODE_AT + 0x80 }],
      text: stubs,
      stubBytes: 16,
      data: [
        {
          name: '__got',
          bytes: new ByteWriter().u64(CACHE_START + BigInt(oneOpen), CACHE_START + BigInt(oneOpen), 0).done(),
        },
      ],
    },
  ],
  islands: islands(),
}

async function engineWith(cache: CacheSpec): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(cacheFiles(cache))
  return engine
}

async function namesAt(
  engine: Engine,
  uuid: string,
  offsets: readonly number[],
): Promise<readonly (string | undefined)[]> {
  const answer = await engine.lookup({
    key: { uuid: parseUuid(uuid)!, arch: 'arm64' },
    offsets: offsets.map(imageOffset),
  })
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return answer.value.map((chain) => chain.at(-1)?.mangled)
}

const OFFSETS = [0, 4, 16, 20, 32, 48].map((at) => TEXT_AT + at)
const NAMES = [
  'stub for one_open',
  'stub for one_open',
  'stub for one_open',
  'stub for one_open',
  'stub for two_hidden',
]

test.each(['whole', 'named'] as const)(
  '%s: stubs of an image have the names of what their pointers lead to',
  async (style) => {
    const engine = await engineWith({ ...spec, style })
    const names = await namesAt(engine, TWO, OFFSETS)
    expect(names.slice(0, 5)).toEqual(NAMES)
    expect(names[5]).not.toContain('one_open')
    expect(await namesAt(engine, TWO, [CODE_AT])).toEqual(['two'])
  },
)

test('the whole index says the same', async () => {
  const engine = await engineWith(spec)
  await engine.index([{ uuid: parseUuid(TWO)!, arch: 'arm64' }])
  expect((await namesAt(engine, TWO, OFFSETS)).slice(0, 5)).toEqual(NAMES)
})

test.each(['a part', 'all'])('islands: %s of them read', async (how) => {
  const engine = await engineWith(spec)
  const region = (await engine.images()).find(({ name }) => name === 'stub islands')
  expect(region?.textVmaddr).toBe(CACHE_START + BigInt(ISLANDS_START))
  if (how === 'all') await engine.index(region ? [region] : [])
  const at = (number: number): number => number * 16 + 4
  const names = await namesAt(engine, region?.uuid ?? '', [0, 8, at(1), at(2), at(3), at(4), at(5), 0x1f00])
  expect(names).toEqual([
    'stub for one_open',
    'stub for one_open',
    'stub for two_hidden',
    // The middle of a function has no name of its own, a circle leads nowhere, other code is no stub.
    undefined,
    'stub for one_open',
    undefined,
    undefined,
    undefined,
  ])
})

test('code behind a cache of a processor without islands is none', async () => {
  const engine = await engineWith({ ...spec, arch: 'x86_64' })
  expect((await engine.images()).some(({ name }) => name === 'stub islands')).toBe(false)
})

test('padding is no image', async () => {
  const engine = await engineWith({ ...spec, islands: new Uint8Array(0x4000) })
  expect((await engine.images()).map(({ name }) => name)).toEqual(['libone.dylib', 'libtwo.dylib'])
})

test('a frame of a report that lies in an island is named, though no row lists it', async () => {
  const engine = await engineWith(spec)
  const slide = 0x1234_0000
  const base = Number(CACHE_START) + slide
  const body = {
    threads: [{ triggered: true, frames: [{ imageOffset: base + island(1) + 8, imageIndex: 0 }] }],
    usedImages: [{ source: 'A', base: 0, size: 0, uuid: '00000000-0000-0000-0000-000000000000' }],
    sharedCache: { base, size: 0x1000_0000, uuid: '11111111-2222-3333-4444-555555555555' },
  }
  const text = `${JSON.stringify({ bug_type: '309', cpuType: 'ARM-64' })}\n${JSON.stringify(body)}`
  const outcome = await engine.symbolicate({ path: 'Harbor.ips', blob: new Blob([text]) })
  const [resolution] = outcome.ok ? (outcome.value[0]?.resolutions ?? []) : []
  expect(resolution?.kind === 'resolved' && resolution.calls.at(-1)?.mangled).toBe('stub for two_hidden')
})
