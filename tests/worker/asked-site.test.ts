/** The page's own site and its switch: requests while it is on, the report of these requests, and no request while it is off. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { INDEX_VERSION } from '../../src/core/symindex/index-file.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import type { ImageUuid } from '../../src/core/model/image.ts'
import { openAskedSite, type SiteAsked, type SitePage } from '../../src/worker/asked-site.ts'
import { createSwitchedStore } from '../../src/worker/switched-store.ts'
import type { BlockCache } from '../../src/stores/site/blocks.ts'
import { entry, memoryCache, publishedFiles, uuid as there } from '../support/published-files.ts'
import { uuid } from '../support/report-builder.ts'

const ADDRESS = 'https://crashes.example.com/unslide/'
const [absent, other] = [uuid('B'), uuid('C')]

/** A site that has one image; `status` is what it answers instead, where it is set. */
async function scene(cache?: BlockCache) {
  const files = await publishedFiles((index) => ({ ...index, format: INDEX_VERSION }))
  const asked: string[] = []
  const state = { status: 0, told: undefined as SiteAsked | undefined, near: Promise.resolve<readonly ImageUuid[]>([]) }
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url)
    if (state.status) return new Response('', { status: state.status })
    const bytes = files.get(url.slice(ADDRESS.length))
    return bytes ? new Response(bytes) : new Response('', { status: 404 })
  }
  const host = { fetch, wait: async () => undefined, ...(cache && { cache }) }
  const page: SitePage = { onAsked: (told) => void (state.told = told), nearby: () => state.near }
  const site = openAskedSite(createMemoryStore(), ADDRESS, page, host)
  return { site, asked, state }
}

test('each image that is asked for is told with the answer and the number of requests', async () => {
  const { site, asked, state } = await scene()
  site.turn(true)
  expect(await site.store.find([there, absent])).toEqual([])
  state.status = 503
  expect((await site.store.find([other])).map(({ code }) => code)).toEqual(['site-unreachable'])
  await vi.waitFor(() => expect(state.told?.requests).toBe(asked.length))
  expect(state.told?.images).toEqual([
    { uuid: there, answer: 'found', requests: 1 },
    { uuid: absent, answer: 'absent', requests: 1 },
    { uuid: other, answer: 'failed', requests: 3 },
  ])
  expect(state.told?.bytes).toBeGreaterThan(100)
  expect(asked.every((url) => url.startsWith(`${ADDRESS}symbols/`))).toBe(true)
})

test('an image is told with what the site said before, where it cannot be reached now', async () => {
  const cache = memoryCache()
  const before = await scene(cache)
  before.site.turn(true)
  await before.site.store.find([there, absent])
  const { site, state } = await scene(cache)
  site.turn(true)
  state.status = 503
  await site.store.find([there, absent, other])
  const answers = ['found-before', 'absent-before', 'failed']
  await vi.waitFor(() => expect(state.told?.images.map(({ answer }) => answer)).toEqual(answers))
})

test('what the page has itself is not asked for, until it is no longer there', async () => {
  const { site, asked, state } = await scene()
  site.turn(true)
  state.near = Promise.resolve([there])
  await site.store.find([there, absent])
  expect(asked.filter((url) => url.includes(there))).toEqual([])
  expect(asked.filter((url) => url.includes(absent))).toHaveLength(1)
  await vi.waitFor(() => expect(state.told?.images.map(({ uuid }) => uuid)).toEqual([absent]))
  state.near = Promise.resolve([])
  await site.store.find([there])
  expect(asked.at(-1)).toContain(there)
})

test.each([
  ['fails', (): Promise<never> => Promise.reject(new Error('gone'))],
  ['is silent', (): Promise<never> => new Promise(() => undefined)],
])('a page that %s holds nothing up', async (_, near) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { site, asked, state } = await scene()
  site.turn(true)
  state.near = near()
  const found = site.store.find([there])
  await vi.advanceTimersByTimeAsync(3000)
  await found
  expect(asked[0]).toContain(there)
})

test('off, no request is made, also for what was begun before; on again, it is asked at once', async () => {
  const { site, asked, state } = await scene()
  site.turn(true)
  await site.store.find([there])
  const index = await site.store.open(entry.key)
  site.turn(false)
  const before = asked.length
  await expect(index?.slice(0, 10).arrayBuffer()).rejects.toThrow()
  await site.store.find([other])
  expect(asked).toHaveLength(before)
  site.turn(true)
  await site.store.find([other])
  expect(asked.at(-1)).toContain(other)
  await vi.waitFor(() => expect(state.told?.images.at(-1)).toEqual({ uuid: other, answer: 'absent', requests: 1 }))
})

test('a store that is not turned to a site is the one below, and may not ask', async () => {
  const own = createMemoryStore()
  const store = createSwitchedStore(own)
  const { site, asked } = await scene()
  expect([store.mayAsk?.(), await store.find([there]), asked]).toEqual([false, [], []])
  await store.put({ ...entry, key: { uuid: other, arch: 'arm64' } }, new Blob(['own']))
  site.turn(true)
  store.turn(site.store)
  expect(store.mayAsk?.()).toBe(true)
  await store.find([there])
  expect((await store.list()).map(({ key }) => key.uuid)).toEqual([there])
  store.turn(undefined)
  expect((await store.list()).map(({ key }) => key.uuid)).toEqual([other])
  expect(await (await store.open({ uuid: other, arch: 'arm64' }))?.text()).toBe('own')
})
