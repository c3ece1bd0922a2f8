/** Blocks of published symbols: their requests, and the checks of a server's answers. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/core/model/problem.ts'
import { describeIndex } from '../../src/cli/publish/describe.ts'
import { readMap, sealGroup, writeMap } from '../../src/stores/site/block-map.ts'
import { type PublishedIndex } from '../../src/stores/site/manifest.ts'
import {
  base,
  content,
  entry,
  type Files,
  publishedFiles,
  filesOf,
  indexIn,
  blocksPath,
  mapOf,
  rangeOf,
  type Server,
  serve,
  isSame,
  open,
  blobOf,
  codeOf,
} from '../support/published-files.ts'

test('blocks that are wanted together come together, and no block comes twice', async () => {
  const files = await publishedFiles()
  const server = serve(files)
  const map = mapOf(files)
  const blob = await blobOf(open(server))
  const ranges = (): readonly string[] =>
    server.asked.filter(({ path }) => path === blocksPath(files)).map(({ range = '' }) => range)
  const read = (blocks: readonly number[]) =>
    Promise.all(blocks.map((block) => blob.slice(block * 4096, block * 4096 + 1).arrayBuffer()))
  // With the map comes the first, in one request.
  await read([0])
  expect(ranges()).toEqual([`bytes=0-${indexIn(files).firstBytes - 1}`])
  expect(indexIn(files).firstBytes).toBe(map.places[1])
  await read([3, 20, 4, 22])
  expect([...ranges().slice(1)].sort()).toEqual([rangeOf(map, 3, 4), rangeOf(map, 20), rangeOf(map, 22)].sort())
  await read([3, 20, 4])
  expect(ranges()).toHaveLength(4)
})

test('however many blocks are wanted, requests are bounded: what lies nearest comes together', async () => {
  const long = new Uint8Array(1200 * 4096)
  for (let at = 0; at < long.length; at += 32) long.set(createHash('sha256').update(`${at}`).digest(), at)
  const cuts = Array.from({ length: 1200 }, (_, at) => (at + 1) * 4096)
  const { index, file } = await describeIndex(entry, new Blob([long]), {
    head: 4096,
    parts: [{ part: 'blocks', ends: cuts }],
  })
  const files = filesOf(index, new Uint8Array(await file.arrayBuffer()))
  const server = serve(files)
  const blob = await blobOf(open(server))
  // Every third block, and of the last hundred every one: no two of the others are near enough to be joined by themselves.
  const wanted = cuts.map((_, at) => at).filter((at) => at > 0 && (at % 3 === 0 || at >= 1100))
  const parts = await Promise.all(wanted.map((block) => blob.slice(block * 4096, block * 4096 + 8).arrayBuffer()))
  for (const [at, block] of wanted.entries())
    expect(new Uint8Array(parts[at]!)).toEqual(long.subarray(block * 4096, block * 4096 + 8))
  // The manifest, the map, the blocks.
  expect(server.asked.length).toBeLessThanOrEqual(2 + 256)
})

test('a block that differs is asked for once more, past caches, and then refused', async () => {
  const files = await publishedFiles()
  const path = blocksPath(files)
  const map = mapOf(files)
  const stale = files.get(path)!.slice()
  const place = map.places[9] ?? 0
  // In the digests that lead to it, and in its bytes.
  for (const at of [place, place + 500]) {
    const changed = stale.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    const twice = serve(new Map([...files, [path, changed]]))
    const blob = await blobOf(open(twice))
    expect(await codeOf(blob.slice(0, 4096).arrayBuffer())).toBe('read')
    const thrown = await blob
      .slice(9 * 4096, 9 * 4096 + 1)
      .arrayBuffer()
      .catch((one: unknown) => one)
    expect(thrown instanceof FormatError && thrown.problem).toMatchObject({
      code: 'site-block',
      file: base + path,
      offset: place,
      params: { block: 9 },
    })
    const asked = twice.asked.filter(({ range }) => range === rangeOf(map, 9)).map(({ init }) => init.cache)
    expect(asked).toEqual(['default', 'reload'])
  }
})

test('a block that came wrong with the map is asked for by itself', async () => {
  const files = await publishedFiles()
  const path = blocksPath(files)
  const map = mapOf(files)
  const changed = files.get(path)!.slice()
  changed[(map.places[1] ?? 0) - 1] = (changed[(map.places[1] ?? 0) - 1] ?? 0) ^ 1
  const stale = serve(new Map([...files, [path, changed]]))
  let isFirst = true
  const server: Server = {
    asked: stale.asked,
    fetch: (url, init) => {
      const from = isFirst && url.endsWith(path) ? stale : serve(files)
      isFirst &&= !url.endsWith(path)
      return from.fetch(url, init)
    },
  }
  const blob = await blobOf(open(server))
  expect(new Uint8Array(await blob.slice(0, 9000).arrayBuffer())).toEqual(content.subarray(0, 9000))
})

test('a map that differs is asked for once more, past caches, and then refused', async () => {
  const files = await publishedFiles()
  const path = blocksPath(files)
  const changed = files.get(path)!.slice()
  changed[20] = (changed[20] ?? 0) ^ 1
  const server = serve(new Map([...files, [path, changed]]))
  expect(await codeOf((await blobOf(open(server))).slice(0, 1).arrayBuffer())).toBe('site-map')
  expect(server.asked.filter((one) => one.path === path).map(({ init }) => init.cache)).toEqual(['default', 'reload'])
})

/** A file of two blocks whose publisher lies: digests are right, and blocks or the map are not what they are said to be. */
function lying(
  packed: readonly Uint8Array[],
  lengths: readonly number[],
  change: (map: Uint8Array) => Uint8Array = (same) => same,
): Files {
  const { root, proofs } = sealGroup(packed)
  const map = change(
    writeMap(
      packed.map((block, at) => ({ bytes: lengths[at] ?? 0, packedBytes: block.length })),
      [root],
    ),
  )
  const deflated = deflateSync(map)
  const file = new Uint8Array(
    Buffer.concat([deflated, ...packed.flatMap((block, at) => [...(proofs[at] ?? []), block])]),
  )
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const index: PublishedIndex = {
    ...{ arch: 'arm64', format: 6, name: 'App', kind: 'dsym', detail: 'dwarf', textVmaddr: '0x1' },
    ...{ functions: 1, inlines: 1, lineRows: 1, indexedAt: 1 },
    bytes: lengths.reduce((sum, length) => sum + length, 0),
    fileBytes: file.length,
    sha256: digest(file),
    mapBytes: deflated.length,
    mapLength: map.length,
    mapSha256: digest(deflated),
    firstBytes: deflated.length,
  }
  return filesOf(index, file)
}

const whole = deflateSync(new Uint8Array(5000))
test.each([
  ['is as it is said to be', [whole, whole], [5000, 5000], 'read'],
  ['inflates to more than is said', [deflateSync(new Uint8Array(32 << 20)), whole], [65_000, 5000], 'site-block'],
  ['inflates to one byte more', [deflateSync(new Uint8Array(5001)), whole], [5000, 5000], 'site-block'],
  ['inflates to fewer bytes', [deflateSync(new Uint8Array(4999)), whole], [5000, 5000], 'site-block'],
  ['is cut', [whole.subarray(0, -5), whole], [5000, 5000], 'site-block'],
  ['is not deflated', [new Uint8Array(5000).fill(7), whole], [5000, 5000], 'site-block'],
  ['is longer than a block may be', [whole, whole], [65_537, 5000], 'site-map'],
  ['is longer than its bytes', [new Uint8Array(6000), whole], [5000, 5000], 'site-map'],
])('a block that %s', async (_what, packed, lengths, code) => {
  const server = serve(lying(packed, lengths))
  const blob = await blobOf(open(server))
  expect(await codeOf(blob.slice(0, 5000).arrayBuffer())).toBe(code)
})

test.each([
  ['of more bytes', (map: Uint8Array) => Buffer.concat([map, Buffer.alloc(1)])],
  ['of fewer', (map: Uint8Array) => map.subarray(0, -1)],
  ['with nothing in it', () => new Uint8Array(1)],
  ['of a number without end', () => new Uint8Array(40).fill(0xff)],
  ['of more blocks than it has bytes', () => Uint8Array.of(0xff, 0xff, 0x7f, 1)],
])('a map %s is refused', async (_what, change) => {
  const blob = await blobOf(open(serve(lying([whole, whole], [5000, 5000], change))))
  expect(await codeOf(blob.slice(0, 1).arrayBuffer())).toBe('site-map')
})

test('a group of any size is opened by the digests beside each block', async () => {
  for (const count of [1, 2, 3, 5, 63, 64, 65, 127]) {
    const size = count * 4096
    const { index, file } = await describeIndex(entry, new Blob([content.subarray(0, size)]), {
      head: 0,
      parts: [{ part: 'blocks', ends: Array.from({ length: count }, (_, at) => (at + 1) * 4096) }],
    })
    const blob = await blobOf(open(serve(filesOf(index, new Uint8Array(await file.arrayBuffer())))))
    expect(isSame(await blob.arrayBuffer(), content.subarray(0, size))).toBe(true)
  }
})

test('a map that tells of more blocks than it has room for, or than any index has, is none', () => {
  /** A map of `told` blocks, of which the numbers behind the count are all 1. */
  const mapOfCount = (told: number, bytes: number): Uint8Array => {
    const map = new Uint8Array(bytes).fill(1)
    for (let at = 0, left = told; at < 4; at++, left >>>= 7) map[at] = (left & 127) | (at < 3 ? 128 : 0)
    return map
  }
  const sizes = { bytes: 1, fileBytes: 2, mapBytes: 1 }
  expect(readMap(mapOfCount(2 ** 28 - 1, 1000), sizes)).toBeUndefined()
  expect(readMap(mapOfCount(600, 1000), sizes)).toBeUndefined()
  expect(readMap(mapOfCount((1 << 22) + 1, 9 << 20), { ...sizes, bytes: (1 << 22) + 1 })).toBeUndefined()
})
