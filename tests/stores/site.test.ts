/** Published symbols over a fetch of the test's own: requests, their number, and valid answers. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reachMemory, sharedReach } from '../../src/cli/io/site-reach.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import type { BlockCache } from '../../src/stores/site/blocks.ts'
import { manifestPath } from '../../src/stores/site/layout.ts'
import { openSite, type Site } from '../../src/stores/site/site.ts'
import { ABSENT_MILLISECONDS, createSiteStore } from '../../src/stores/site/site-store.ts'
import {
  uuid,
  key,
  base,
  content,
  entry,
  publishedFiles,
  type Server,
  serve,
  isSame,
  open,
  blobOf,
  codeOf,
  memoryCache,
  wait,
} from '../support/published-files.ts'

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
    expect(isSame(await blob.slice(from, to).arrayBuffer(), content.subarray(from, to))).toBe(true)
  expect(new Uint8Array(await blob.slice(10_000, 90_000).slice(5, 9000).arrayBuffer())).toEqual(
    content.subarray(10_005, 19_000),
  )
  expect(
    createHash('sha256')
      .update(new Uint8Array(await new Response(blob.stream()).arrayBuffer()))
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'))
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
  ['a newer schema', (text: string) => text.replace('"schema": 2', '"schema": 3'), 'site-schema'],
  ['an older schema', (text: string) => text.replace('"schema": 2', '"schema": 1'), 'site-schema'],
  ['another image', (text: string) => text.replaceAll('AAAAAAAA-', 'BAAAAAAA-'), 'site-not-manifest'],
  ['an architecture that is a path', (text: string) => text.replace('"arm64"', '"../../x"'), 'site-not-manifest'],
  ['a digest that is a path', (text: string) => text.replace(/"sha256": "../, '"sha256": "..'), 'site-not-manifest'],
  ['a size without end', (text: string) => text.replace(/"bytes": \d+/, '"bytes": 1e300'), 'site-not-manifest'],
  ['no size', (text: string) => text.replace(/"bytes": \d+/, '"bytes": 0'), 'site-not-manifest'],
  ['a map without end', (text: string) => text.replace(/"mapLength": \d+/, '"mapLength": 1e12'), 'site-not-manifest'],
  [
    'a beginning behind the end',
    (text: string) => text.replace(/"fileBytes": \d+/, '"fileBytes": 9'),
    'site-not-manifest',
  ],
  [
    'a map longer than the beginning',
    (text: string) => text.replace(/"firstBytes": \d+/, '"firstBytes": 9'),
    'site-not-manifest',
  ],
  ['no JSON', () => 'OK', 'site-not-manifest'],
  ['a page', () => '\n <!doctype html><title>Sign in</title>', 'site-web-page'],
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
  const server = serve(await publishedFiles((index) => ({ ...index, format: 8 })))
  const found = await open(server).find(uuid)
  expect([found.ok && found.value, found.problems.map(({ code }) => code)]).toEqual([[], ['site-version']])
})

test('of several indexes of one architecture the one with most detail comes last, of equals the newest', async () => {
  const files = await publishedFiles()
  const path = manifestPath(uuid)
  const manifest = JSON.parse(new TextDecoder().decode(files.get(path))) as { indexes: Record<string, unknown>[] }
  const [index] = manifest.indexes
  const variants = [
    { format: 6, detail: 'dwarf' },
    { format: 7, detail: 'dwarf' },
    { format: 6, detail: 'symbols' },
    { format: 7, detail: 'symbols' },
  ]
  for (const order of [variants, [...variants].reverse()]) {
    const indexes = order.map((facts) => ({ ...index, ...facts }))
    files.set(path, new TextEncoder().encode(JSON.stringify({ ...manifest, indexes })))
    const found = await open(serve(files)).find(uuid)
    expect(found.ok && found.value.map(({ entry }) => [entry.detail, entry.formatVersion])).toEqual([
      ['symbols', 6],
      ['symbols', 7],
      ['dwarf', 6],
      ['dwarf', 7],
    ])
  }
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

const uuids = [...'ABCDEF0123456789'].map((digit) => parseUuid(digit.repeat(32))!)
const always = (status: number): Server => serve(new Map(), () => new Response('', { status }))

test('of images that are wanted at once, one finds out that a site is down, and it is told once', async () => {
  const server = always(503)
  const store = createSiteStore(createMemoryStore(), [open(server)])
  const problems = await store.find(uuids)
  expect(server.asked).toHaveLength(3)
  expect(problems.map(({ code, file }) => [code, file])).toEqual([['site-unreachable', base]])
})

test('one that never answered is left alone as long as the host says, one that did is asked again', async () => {
  let now = 1e12
  let isDown = true
  const server = serve(new Map(), () => (isDown ? new Response('', { status: 503 }) : undefined))
  const host = { fetch: server.fetch, wait, now: () => now, restMilliseconds: Infinity, formatVersions: [6] }
  const site = openSite(new URL(base), host)
  await site.find(uuids[0]!)
  now += 1e9
  await site.find(uuids[1]!)
  expect(server.asked).toHaveLength(3)
  const other = openSite(new URL(base), host)
  isDown = false
  expect((await other.find(uuids[0]!)).ok).toBe(true)
  isDown = true
  expect((await other.find(uuids[1]!)).ok).toBe(false)
  isDown = false
  expect((await other.find(uuids[2]!)).ok).toBe(false)
  now += 31_000
  expect((await other.find(uuids[2]!)).ok).toBe(true)
})

test('threads ask a site that is down once together, and one of them tells why', async () => {
  const server = always(502)
  const memory = reachMemory(2)
  const sites = Array.from({ length: 3 }, () =>
    openSite(new URL(base), { fetch: server.fetch, wait, formatVersions: [6], reach: sharedReach(memory, 1) }),
  )
  const found = await Promise.all(sites.map((site, at) => site.find(uuids[at]!)))
  expect(server.asked).toHaveLength(3)
  const said = found.map(({ problems: [one] }) => one)
  expect(said[0]).toMatchObject({ code: 'site-unreachable', params: { status: 502 } })
  expect(said).toEqual([said[0], said[0], said[0]])
})

test('403 says that an image is not there, or not allowed: the run goes on, and it is told once', async () => {
  const server = always(403)
  const files = await publishedFiles()
  const store = createSiteStore(createMemoryStore(), [open(server), open(serve(files))])
  const problems = await store.find([uuids[1]!, uuids[2]!, uuid])
  expect(problems.map(({ code, variant, severity }) => [code, variant, severity])).toEqual([
    ['site-refused', 'absent', 'note'],
  ])
  expect(problems[0]?.message).toMatch(/not found, or .*not allowed/)
  expect((await store.list()).map((one) => one.key)).toEqual([key])
  // The other site has said that they are not there.
  await store.find([uuids[1]!])
  expect(server.asked).toHaveLength(3)
})

test('403 is not kept as the word that nothing is there', async () => {
  const cache = memoryCache()
  await open(always(403), cache).find(uuid)
  expect(cache.kept.size).toBe(0)
})

/** A site whose cache says for an hour that an image is not there. */
const hourly = (server: Server, cache: BlockCache, now: number): Site =>
  openSite(new URL(base), {
    fetch: server.fetch,
    wait,
    now: () => now,
    absentMilliseconds: ABSENT_MILLISECONDS,
    cache,
    formatVersions: [6],
  })

test('that an image is not there counts for an hour, and not before it was said', async () => {
  const start = 1e12
  const cache = memoryCache()
  const server = serve(new Map())
  await hourly(server, cache, start).find(uuid)
  const requests = async (now: number): Promise<number> => {
    const before = server.asked.length
    const site = hourly(server, { ...cache, put: async () => {} }, now)
    expect(await site.find(uuid)).toMatchObject({ ok: true, value: [], problems: [] })
    expect(site.traffic.remembered).toBe(server.asked.length > before ? 0 : 1)
    return server.asked.length - before
  }
  const hour = ABSENT_MILLISECONDS
  expect([await requests(start), await requests(start + hour - 1), await requests(start + hour)]).toEqual([0, 0, 1])
  expect(await requests(start - 1), 'the clock was set back').toBe(1)
  for (const mark of ['', '99999999999999999', 'x', '-1', '1e12']) {
    cache.kept.set(manifestPath(uuid), new TextEncoder().encode(mark))
    expect(await requests(start), mark).toBe(1)
  }
  const published = serve(await publishedFiles())
  expect((await hourly(published, cache, start + hour).find(uuid)).ok).toBe(true)
  expect(await hourly(server, cache, start + hour).find(uuid)).toMatchObject({ ok: true, value: [] })
})

test('a page that is sent for everything counts for nothing: it is told once, not kept, and takes no kept manifest away', async () => {
  const cache = memoryCache()
  await open(serve(await publishedFiles()), cache).find(uuid)
  const kept = new Map(cache.kept)
  const pages = serve(new Map(), () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }))
  const store = createSiteStore(createMemoryStore(), [open(pages, cache)])
  const problems = await store.find([uuids[1]!, uuid, uuids[2]!])
  expect(problems.map(({ code }) => code).sort()).toEqual(['kept-site', 'site-web-page'])
  expect((await store.list()).map((one) => one.key)).toEqual([key])
  expect(cache.kept).toEqual(kept)
})

test('an hour after no site had an image it is asked for again', async () => {
  let now = 1e12
  const server = serve(new Map())
  const store = createSiteStore(createMemoryStore(), [open(server)], () => now)
  for (const [wait, requests] of [
    [0, 1],
    [ABSENT_MILLISECONDS - 1, 1],
    [1, 2],
    [-1000, 3],
  ] as const) {
    now += wait
    await store.find([uuid])
    expect(server.asked, `after ${wait}`).toHaveLength(requests)
  }
})

test('what other statuses mean is told at once', async () => {
  for (const [status, code] of [
    [405, 'site-refused'],
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
  // A changed cache entry is ignored and requested again.
  for (const [name, bytes] of cache.kept)
    if (name.includes('#'))
      cache.kept.set(
        name,
        bytes.map((byte) => byte ^ 1),
      )
  const again = await blobOf(open(server, cache))
  expect(new Uint8Array(await again.slice(0, 50_000).arrayBuffer())).toEqual(content.subarray(0, 50_000))
})

test('where answers are kept no cache on the way keeps a second copy', async () => {
  const server = serve(await publishedFiles())
  await (await blobOf(open(server, memoryCache()))).slice(0, 10_000).arrayBuffer()
  expect(new Set(server.asked.map(({ init }) => init.cache))).toEqual(new Set(['no-store']))
})

test('that an image is not there is known without the site, too', async () => {
  const cache = memoryCache()
  const [absent, unasked] = [parseUuid('B'.repeat(32))!, parseUuid('C'.repeat(32))!]
  await open(serve(new Map()), cache).find(absent)
  const offline = open({ asked: [], fetch: async () => Promise.reject(new TypeError('offline')) }, cache)
  expect(await offline.find(absent)).toMatchObject({ ok: true, value: [] })
  expect((await offline.find(unasked)).problems.map(({ code }) => code)).toEqual(['site-unreachable'])
})

test('a site that was left alone is asked again when it is woken', async () => {
  const files = await publishedFiles()
  let isDown = true
  const server = serve(files, () => (isDown ? new Response('', { status: 503 }) : undefined))
  const site = open(server)
  expect((await site.find(uuid)).ok).toBe(false)
  isDown = false
  expect((await site.find(uuid)).ok).toBe(false)
  site.wake()
  expect((await site.find(uuid)).ok).toBe(true)
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

test('a site goes before an index that was made elsewhere, which is there again when the site’s goes', async () => {
  const store = createSiteStore(createMemoryStore(), [open(serve(await publishedFiles()))])
  await store.put({ ...entry, summary: { ...entry.summary, imported: true } }, new Blob(['import']))
  expect(await (await store.open(key))?.text()).toBe('import')
  await store.find([uuid])
  expect((await store.list()).map(({ summary }) => summary.site)).toEqual(['symbols.example.com/team'])
  expect((await store.open(key))?.size).toBe(content.length)
  await store.delete(key)
  expect((await store.list()).map(({ summary }) => summary)).toEqual([{ ...entry.summary, imported: true }])
  expect(await (await store.open(key))?.text()).toBe('import')
  await store.delete(key)
  expect(await store.open(key)).toBeUndefined()
})

test('an index of a site that goes takes no names of reports along', async () => {
  const own = createMemoryStore()
  const names = [{ start: 0, name: 'f', seenBy: [{ id: '1', report: 'a.crash', last: 4 }] }] as never
  await own.harvest(uuid, names)
  const store = createSiteStore(own, [open(serve(await publishedFiles()))])
  await store.find([uuid])
  await store.delete(key)
  expect(await store.list()).toEqual([])
  expect(await store.harvested(uuid)).toEqual(names)
})
