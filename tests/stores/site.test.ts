/** Published symbols over a fetch of the test's own: what is asked, how often, and what counts. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { problem } from '../../src/core/messages/problems.ts'
import { linkAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { FormatError } from '../../src/core/model/problem.ts'
import type { StoredIndex } from '../../src/core/ports.ts'
import { describeIndex } from '../../src/cli/publish/describe.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import type { BlockCache } from '../../src/stores/site/blocks.ts'
import { folderOf, manifestPath } from '../../src/stores/site/layout.ts'
import { filesOf, MANIFEST_SCHEMA, writeManifest, type PublishedIndex } from '../../src/stores/site/manifest.ts'
import { openSite, type Site } from '../../src/stores/site/site.ts'
import { createSiteStore } from '../../src/stores/site/site-store.ts'

const uuid = parseUuid('A'.repeat(32))!
const key = { uuid, arch: 'arm64' }
const base = 'https://symbols.example.com/team/'
/** Of a kilobyte more than 300 blocks, each different. */
const content = Uint8Array.from({ length: 300 * 4096 + 1024 }, (_, at) => (at * 31 + (at >> 12) * 7) & 255)

const entry: StoredIndex = {
  key,
  name: 'App',
  kind: 'dsym',
  textVmaddr: linkAddress(0x100000000n),
  detail: 'dwarf',
  summary: { bytes: content.length, functions: 1, inlines: 2, lineRows: 3, indexedAt: 4 },
  formatVersion: 6,
}

type Files = Map<string, Uint8Array<ArrayBuffer>>

/** What would lie on the server, by path below its address. */
async function publishedFiles(change: (index: PublishedIndex) => object = (index) => index): Promise<Files> {
  const { index, digests } = await describeIndex(entry, new Blob([content]))
  const names = filesOf(index)
  const manifest = writeManifest({ schema: MANIFEST_SCHEMA, uuid, indexes: [change(index) as PublishedIndex] })
  return new Map([
    [manifestPath(uuid), new TextEncoder().encode(manifest)],
    [`${folderOf(uuid)}/${names.index}`, content],
    [`${folderOf(uuid)}/${names.digests}`, new Uint8Array(digests)],
  ])
}

interface Server {
  readonly asked: { readonly path: string; readonly range: string | undefined; readonly init: RequestInit }[]
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

function serve(files: Files, answer?: (path: string, number: number) => Response | undefined): Server {
  const asked: Server['asked'] = []
  return {
    asked,
    fetch: async (url, init) => {
      expect(url.startsWith(base)).toBe(true)
      const path = url.slice(base.length)
      const range = new Headers(init.headers).get('range') ?? undefined
      asked.push({ path, range, init })
      const own = answer?.(path, asked.length)
      if (own) return own
      const bytes = files.get(path)
      if (!bytes) return new Response('', { status: 404 })
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      if (from === undefined) return new Response(bytes)
      const headers = { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }
      return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206, headers })
    },
  }
}

const wait = async (): Promise<void> => {}
const open = ({ fetch }: Server, cache?: BlockCache): Site =>
  openSite(new URL(base), { fetch, wait, formatVersion: 6, ...(cache && { cache }) })

async function blobOf(site: Site): Promise<Blob> {
  const found = await site.find(uuid)
  if (!found.ok) throw new FormatError(found.problems[0] ?? problem('bad-index', {}))
  return found.value[0]!.open()
}

/** The code of the problem that reading ends with. */
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (thrown: unknown) => (thrown instanceof FormatError ? thrown.problem.code : String(thrown)),
  )

function memoryCache(): BlockCache & { readonly kept: Files } {
  const kept: Files = new Map()
  return { kept, get: async (name) => kept.get(name), put: async (name, bytes) => void kept.set(name, bytes) }
}

test('any part of it reads as it was published, in any order', async () => {
  const blob = await blobOf(open(serve(await publishedFiles())))
  expect(blob.size).toBe(content.length)
  const parts = [
    [0, 10],
    [4095, 4097],
    [content.length - 5, content.length],
    [100_000, 300_000],
    [0, content.length],
    [7, 7],
  ] as const
  for (const [from, to] of parts)
    expect(new Uint8Array(await blob.slice(from, to).arrayBuffer())).toEqual(content.subarray(from, to))
  expect(new Uint8Array(await blob.slice(10_000, 90_000).slice(5, 9000).arrayBuffer())).toEqual(
    content.subarray(10_005, 19_000),
  )
  expect(
    createHash('sha256')
      .update(new Uint8Array(await new Response(blob.stream()).arrayBuffer()))
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'))
})

test('blocks that are wanted together come together, and no block comes twice', async () => {
  const server = serve(await publishedFiles())
  const blob = await blobOf(open(server))
  const ranges = (): readonly string[] =>
    server.asked.filter(({ path }) => path.endsWith('.unslide-index')).map(({ range = '' }) => range)
  // Blocks 3, 4, 6 and 20: the fifth lies between two and comes with them.
  await Promise.all([3, 20, 4, 6].map((block) => blob.slice(block * 4096, block * 4096 + 1).arrayBuffer()))
  expect([...ranges()].sort()).toEqual(['bytes=12288-28671', 'bytes=81920-86015'])
  await Promise.all([3, 20, 4].map((block) => blob.slice(block * 4096, block * 4096 + 4096).arrayBuffer()))
  expect(ranges()).toHaveLength(2)
})

test('nothing is asked that was not named, and nobody is followed', async () => {
  const server = serve(await publishedFiles())
  const site = open(server)
  expect(server.asked).toEqual([])
  await site.find(parseUuid('B'.repeat(32))!)
  expect(server.asked.map(({ path }) => path)).toEqual([manifestPath(parseUuid('B'.repeat(32))!)])
  await (await blobOf(site)).slice(0, 1).arrayBuffer()
  for (const { init } of server.asked)
    expect(init).toMatchObject({ redirect: 'manual', referrerPolicy: 'no-referrer', credentials: 'same-origin' })
})

test.each([
  ['another schema', (text: string) => text.replace('"schema": 1', '"schema": 2'), 'site-schema'],
  ['another image', (text: string) => text.replaceAll('AAAAAAAA-', 'BAAAAAAA-'), 'site-not-manifest'],
  ['an architecture that is a path', (text: string) => text.replace('"arm64"', '"../../x"'), 'site-not-manifest'],
  ['a digest that is a path', (text: string) => text.replace(/"sha256": "../, '"sha256": "..'), 'site-not-manifest'],
  ['a size without end', (text: string) => text.replace(/"bytes": \d+/, '"bytes": 1e300'), 'site-not-manifest'],
  ['no size', (text: string) => text.replace(/"bytes": \d+/, '"bytes": 0'), 'site-not-manifest'],
  ['blocks of a byte', (text: string) => text.replace('"blockBytes": 4096', '"blockBytes": 1'), 'site-not-manifest'],
  ['digests of fewer blocks', (text: string) => text.replace(/"digests": ".{32}/, '"digests": "'), 'site-not-manifest'],
  ['no JSON', () => '<html>', 'site-not-manifest'],
  ['a list', () => '[]', 'site-not-manifest'],
  ['nothing', () => '', 'site-not-manifest'],
  ['a megabyte and more', (text: string) => text + ' '.repeat(1 << 20), 'site-too-large'],
])('a manifest with %s is refused', async (_what, change, code) => {
  const files = await publishedFiles()
  const text = new TextDecoder().decode(files.get(manifestPath(uuid)))
  files.set(manifestPath(uuid), new TextEncoder().encode(change(text)))
  const found = await open(serve(files)).find(uuid)
  expect([found.ok, found.problems.map((one) => one.code)]).toEqual([false, [code]])
  expect(found.problems[0]?.file).toBe(base + manifestPath(uuid))
})

test('an index of another format is told and not asked for', async () => {
  const server = serve(await publishedFiles((index) => ({ ...index, format: 7 })))
  const found = await open(server).find(uuid)
  expect([found.ok && found.value, found.problems.map(({ code }) => code)]).toEqual([[], ['site-version']])
})

test('a block that differs is asked for once more, past caches, and then refused', async () => {
  const files = await publishedFiles()
  const path = [...files.keys()].find((name) => name.endsWith('.unslide-index'))!
  const stale = files.get(path)!.slice()
  stale[5000] = (stale[5000] ?? 0) ^ 1
  const twice = serve(new Map([...files, [path, stale]]))
  const blob = await blobOf(open(twice))
  expect(await codeOf(blob.slice(0, 4096).arrayBuffer())).toBe('read')
  const thrown = await blob
    .slice(4096, 5001)
    .arrayBuffer()
    .catch((one: unknown) => one)
  expect(thrown instanceof FormatError && thrown.problem).toMatchObject({
    code: 'site-block',
    file: base + path,
    offset: 4096,
    params: { block: 1 },
  })
  const asked = twice.asked.filter(({ range }) => range === 'bytes=4096-8191').map(({ init }) => init.cache)
  expect(asked).toEqual(['default', 'reload'])
})

test('failures that may pass are tried again, and a site that is down is left alone', async () => {
  const files = await publishedFiles()
  const shaky = serve(files, (_path, number) => (number % 3 === 0 ? undefined : new Response('', { status: 503 })))
  expect(await codeOf(blobOf(open(shaky)))).toBe('read')
  let requests = 0
  const down: Server = {
    asked: [],
    fetch: async () => {
      requests++
      throw new TypeError('fetch failed')
    },
  }
  const site = open(down)
  for (const digit of ['A', 'B', 'C']) {
    const found = await site.find(parseUuid(digit.repeat(32))!)
    expect(found.problems.map(({ code }) => code)).toEqual(['site-unreachable'])
  }
  expect(requests).toBe(3)
})

test('what other statuses mean is told at once', async () => {
  for (const [status, code] of [
    [403, 'site-refused'],
    [401, 'site-refused'],
    [302, 'site-redirect'],
  ] as const) {
    const server = serve(new Map(), () => new Response('', { status, headers: { Location: 'https://elsewhere/' } }))
    const found = await open(server).find(uuid)
    expect(found.problems.map((one) => one.code)).toEqual([code])
    expect(server.asked).toHaveLength(1)
  }
})

test('a cache that lasts answers without the site, verified again', async () => {
  const server = serve(await publishedFiles())
  const cache = memoryCache()
  await (await blobOf(open(server, cache))).slice(0, 50_000).arrayBuffer()
  const offline: Server = {
    asked: [],
    fetch: async () => {
      throw new TypeError('offline')
    },
  }
  const blob = await blobOf(open(offline, cache))
  expect(new Uint8Array(await blob.slice(0, 50_000).arrayBuffer())).toEqual(content.subarray(0, 50_000))
  expect(await codeOf(blob.slice(500_000, 500_001).arrayBuffer())).toBe('site-unreachable')
  // What was changed in the cache does not count: it is asked for again.
  for (const [name, bytes] of cache.kept)
    if (name.includes('#'))
      cache.kept.set(
        name,
        bytes.map((byte) => byte ^ 1),
      )
  const again = await blobOf(open(server, cache))
  expect(new Uint8Array(await again.slice(0, 50_000).arrayBuffer())).toEqual(content.subarray(0, 50_000))
})

test('a cache that fails is as one that has nothing', async () => {
  const broken: BlockCache = {
    get: async () => Promise.reject(new Error('closed')),
    put: async () => Promise.reject(new Error('full')),
  }
  const blob = await blobOf(open(serve(await publishedFiles()), broken))
  expect(new Uint8Array(await blob.slice(0, 10).arrayBuffer())).toEqual(content.subarray(0, 10))
})

test('a store has what sites were found to have, and asks for each image once', async () => {
  const server = serve(await publishedFiles())
  const empty = serve(new Map())
  const store = createSiteStore(createMemoryStore(), [open(empty), open(server)])
  expect(await store.list()).toEqual([])
  expect(await Promise.all([store.find([uuid, uuid]), store.find([uuid])])).toEqual([[], []])
  expect([empty.asked.length, server.asked.length]).toEqual([1, 1])
  const [listed] = await store.list()
  expect(listed).toMatchObject({
    key,
    textVmaddr: entry.textVmaddr,
    summary: { imported: true, site: 'symbols.example.com/team' },
  })
  expect((await store.open(key))?.size).toBe(content.length)
  // What the host itself has goes first.
  await store.put(entry, new Blob(['own']))
  expect((await store.list()).map(({ summary }) => summary.site)).toEqual([undefined])
  expect(await (await store.open(key))?.text()).toBe('own')
  await store.delete(key)
  expect(await store.open(key)).toBeUndefined()
})
