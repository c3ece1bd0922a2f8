/** Stores and sites at their edges: the order of indexes, repeated requests, and deletion. */
import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { parseUuid } from '../../src/core/model/image.ts'
import { FormatError, success, failure, type Problem } from '../../src/core/model/problem.ts'
import type { IndexStore, SiteMap, StoredIndex } from '../../src/core/ports.ts'
import { eraseAll } from '../../src/stores/erase.ts'
import { createIdbStore } from '../../src/stores/idb.ts'
import { createMapStore, MAPS_DATABASE } from '../../src/stores/idb-maps.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import type { OriginFiles } from '../../src/stores/origin-files.ts'
import { createOverlayStore, type StorageState } from '../../src/stores/overlay.ts'
import type { Site } from '../../src/stores/site/site.ts'
import { createSiteStore } from '../../src/stores/site/site-store.ts'
import { stub, stubStorage } from '../support/browser.ts'
import { stubPrivateFiles } from '../support/private-files.ts'
import {
  blobOf,
  codeOf,
  content,
  entry as published,
  isSame,
  open,
  publishedFiles,
  serve,
} from '../support/published-files.ts'

const uuidOf = (digit: string) => parseUuid(digit.repeat(32))!

/** An index; `made`: who says what is in it. */
const entry = (digit: string, made: Partial<StoredIndex['summary']> = {}): StoredIndex => ({
  ...published,
  key: { uuid: uuidOf(digit), arch: 'arm64' },
  summary: { ...published.summary, ...made },
})
const textIn = async (store: IndexStore, digit: string): Promise<string | undefined> =>
  (await store.open(entry(digit).key))?.text()

describe('a store with sites', () => {
  const found = (text: string, digit: string) => ({
    entry: entry(digit, { imported: true, site: text }),
    open: () => new Blob([text]),
  })
  /** A site that has these images; its facts on each may differ. */
  function siteOf(name: string, has: string, problems: Readonly<Record<string, Problem>> = {}, maps = '') {
    const asked: string[] = []
    const site: Site = {
      name,
      traffic: { images: 0, found: 0, remembered: 0, requests: 0, bytes: 0 },
      wake: () => undefined,
      mapsOf: (uuid) => (maps !== '' && maps.includes(uuid[0] ?? '-') ? [{ uuid } as SiteMap] : []),
      find: async (uuid) => {
        const digit = uuid[0] ?? ''
        asked.push(digit)
        const wrong = problems[digit]
        if (wrong && wrong.severity !== 'note') return failure(wrong)
        return success(has.includes(digit) ? [found(name, digit)] : [], wrong ? [wrong] : [])
      },
    }
    return { site, asked }
  }
  const problem: Problem = { code: 'site-map', message: 'x' }
  const note: Problem = { code: 'kept-site', message: 'y', severity: 'note' }

  test('the first site that has an image answers for it', async () => {
    const [one, two, three] = [siteOf('one', 'A'), siteOf('two', 'AB'), siteOf('three', 'ABC')]
    const store = createSiteStore(createMemoryStore(), [one.site, two.site, three.site])
    expect(await store.find([...'ABC'].map(uuidOf))).toEqual([])
    expect([one.asked, two.asked, three.asked]).toEqual([[...'ABC'], [...'BC'], [...'C']])
    expect(await Promise.all([...'ABCD'].map((digit) => textIn(store, digit)))).toEqual([
      'one',
      'two',
      'three',
      undefined,
    ])
  })

  test('a site with maps alone answers, too', async () => {
    const [one, two] = [siteOf('one', '', {}, 'A'), siteOf('two', 'AB')]
    const store = createSiteStore(createMemoryStore(), [one.site, two.site])
    await store.find([uuidOf('A'), uuidOf('B')])
    expect([one.asked, two.asked]).toEqual([[...'AB'], ['B']])
    expect([store.mapsOf?.(uuidOf('A')).length, store.mapsOf?.(uuidOf('B')).length]).toEqual([1, 0])
  })

  test.each([
    ['nothing', {}, {}, 1],
    ['a problem of the first site', { A: problem }, {}, 2],
    ['a problem of the last site', {}, { A: problem }, 2],
    ['a note', { A: note }, {}, 1],
  ])('an image that none has is asked for again after %s', async (_, first, second, times) => {
    const [one, two] = [siteOf('one', '', first), siteOf('two', '', second)]
    const store = createSiteStore(createMemoryStore(), [one.site, two.site], () => 0)
    const expected = [...Object.values(first), ...Object.values(second)]
    expect(await store.find([uuidOf('A')])).toEqual(expected)
    expect(await store.find([uuidOf('A')])).toEqual(times === 1 ? [] : expected)
    expect([one.asked.length, two.asked.length]).toEqual([times, times])
  })

  test('an image that was found is not asked for again, whatever another site said; until it is deleted', async () => {
    const [one, two] = [siteOf('one', '', { A: problem }), siteOf('two', 'A')]
    const store = createSiteStore(createMemoryStore(), [one.site, two.site], () => 0)
    expect(await store.find([uuidOf('A'), uuidOf('A')])).toEqual([problem])
    expect(await store.find([uuidOf('A')])).toEqual([])
    expect([one.asked, two.asked]).toEqual([['A'], ['A']])
    await store.delete(entry('A').key)
    expect(await textIn(store, 'A')).toBeUndefined()
    await store.find([uuidOf('A')])
    expect(two.asked).toEqual(['A', 'A'])
  })

  test.each([
    ['none', undefined, 'site', 'site'],
    ['one that was made here', {}, 'own', 'own'],
    ['one that was made elsewhere', { imported: true }, 'site', 'site'],
  ] as const)('of this image the store has %s', async (_, made, opened, listed) => {
    const own = createMemoryStore()
    // Its files of another image or architecture do not count.
    await own.put(entry('B'), new Blob(['other']))
    await own.put({ ...entry('A'), key: { uuid: uuidOf('A'), arch: 'x86_64' } }, new Blob(['other']))
    if (made) await own.put(entry('A', made), new Blob(['own']))
    const store = createSiteStore(own, [siteOf('site', 'A').site])
    if (made) expect(await textIn(store, 'A')).toBe('own')
    await store.find([uuidOf('A')])
    expect(await textIn(store, 'A')).toBe(opened)
    const list = await store.list()
    expect(list).toHaveLength(3)
    expect(list.find(({ key }) => key.uuid === uuidOf('A') && key.arch === 'arm64')?.summary.site).toBe(
      listed === 'site' ? 'site' : undefined,
    )
    await store.delete(entry('A').key)
    // The import comes back in whose place the site’s stood.
    expect(await textIn(store, 'A')).toBe(made && 'imported' in made ? 'own' : undefined)
    expect(await own.list()).toHaveLength(made && 'imported' in made ? 3 : 2)
  })

  test('where neither has it, deleting goes to the store', async () => {
    const own = createMemoryStore()
    await own.put(entry('A'), new Blob(['own']))
    const store = createSiteStore(own, [siteOf('site', 'B').site])
    await store.delete(entry('A').key)
    expect(await own.list()).toEqual([])
  })
})

test('the map of a file is asked for again by the next reader, when it did not come', async () => {
  const files = await publishedFiles()
  let isDown = false
  const server = serve(files, (path) =>
    isDown && path.endsWith('.unslide-blocks') ? new Response('', { status: 401 }) : undefined,
  )
  const blob = await blobOf(open(server))
  isDown = true
  expect(await codeOf(blob.slice(0, 10).arrayBuffer())).toBe('site-refused')
  isDown = false
  expect(isSame(await blob.slice(0, 10).arrayBuffer(), content.subarray(0, 10))).toBe(true)
})

describe('all that the page keeps', () => {
  test('is deleted: databases, files, and its own settings', async () => {
    const files = stubPrivateFiles()
    const local = stubStorage({ 'unslide.theme': 'dark', unslide: '1', 'other unslide': '2', theirs: '3' })
    const session = {
      'unslide-tab': '1',
      kept: '2',
      removeItem: (key: string) => void Reflect.deleteProperty(session, key),
    }
    stub('localStorage', local)
    vi.stubGlobal('sessionStorage', session)
    for (const folder of ['indexes', 'published', 'others'])
      await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true })
    await createIdbStore().put(entry('A'), new Blob(['x']))
    await createMapStore().put(
      { id: 'a', kind: 'script-map', name: 'main.map', bundles: [], bytes: 2, keptAt: 7 },
      new Blob(['{}']),
    )
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('theirs')
      request.onsuccess = () => (request.result.close(), resolve(undefined))
      request.onerror = () => reject(new Error('refused'))
    })
    const names = async () => (await indexedDB.databases()).map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(['unslide', MAPS_DATABASE, 'theirs']))
    await eraseAll()
    // Other tests of the same process have databases of other names.
    const left = await names()
    expect(left).toContain('theirs')
    expect(left.filter((name) => name === 'unslide' || name === MAPS_DATABASE)).toEqual([])
    expect([...files.folders.keys()]).toEqual(['others'])
    expect(Object.keys(local)).toEqual(['other unslide', 'theirs'])
    expect(Object.keys(session)).toEqual(['kept', 'removeItem'])
  })

  test('is not deleted where another tab holds it, which is told', async () => {
    stubPrivateFiles()
    stubStorage()
    const refused = async (): Promise<unknown> => eraseAll().catch((thrown: unknown) => thrown)
    vi.stubGlobal('indexedDB', {
      deleteDatabase: () => {
        const request = { onblocked: (): void => undefined }
        setTimeout(() => request.onblocked())
        return request
      },
    })
    expect(await refused()).toBeInstanceOf(Error)
    vi.stubGlobal('indexedDB', {
      deleteDatabase: () => {
        const request = { error: new Error('broken'), onerror: (): void => undefined }
        setTimeout(() => request.onerror())
        return request
      },
    })
    expect(await refused()).toEqual(new Error('broken'))
  })
})

test('a problem that files tell is told as it is', async () => {
  const own = new FormatError({ code: 'storage-full', message: 'its own words' })
  const refuse = async (): Promise<never> => Promise.reject(own)
  const files: OriginFiles = {
    write: refuse,
    open: refuse,
    names: async () => new Set(),
    delete: async () => undefined,
    sweep: async () => undefined,
    close: () => undefined,
  }
  await expect(createIdbStore('refused', files).put(entry('A'), new Blob(['x']))).rejects.toBe(own)
})

test('a store that refuses is told once for each change of its mood', async () => {
  const inner = createMemoryStore()
  let mood: 'well' | 'storage-full' | 'no-storage' = 'well'
  const refuse = (): void => {
    if (mood !== 'well') throw new FormatError({ code: mood, message: mood })
  }
  const states: StorageState[] = []
  const store = createOverlayStore(
    {
      ...inner,
      put: async (...all) => (refuse(), inner.put(...all)),
      update: async (...all) => (refuse(), inner.update(...all)),
      delete: async (...all) => (refuse(), inner.delete(...all)),
      harvest: async (...all) => (refuse(), inner.harvest(...all)),
    },
    (state) => states.push(state),
  )
  await store.put(entry('A'), new Blob(['kept']))
  expect(states).toEqual([])
  mood = 'storage-full'
  await store.put(entry('B'), new Blob(['held']))
  await store.put(entry('C'), new Blob(['held']))
  expect(states).toEqual([{ kind: 'full', message: 'storage-full' }])
  // It answers, and may still be full.
  expect((await store.list()).map(({ key, summary }) => [key.uuid[0], summary.fleeting])).toEqual([
    ['B', true],
    ['C', true],
    ['A', undefined],
  ])
  expect(states).toHaveLength(1)
  mood = 'well'
  await store.update(entry('B').key, { pinned: true })
  expect((await store.list())[0]?.summary).toMatchObject({ pinned: true, fleeting: true })
  expect(states).toHaveLength(1)
  // There is room again.
  await store.delete(entry('C').key)
  expect(states.map(({ kind }) => kind)).toEqual(['full', 'lasting'])
  mood = 'no-storage'
  await store.harvest(uuidOf('A'), [])
  await store.delete(entry('C').key)
  expect(states.map(({ kind }) => kind)).toEqual(['full', 'lasting', 'none'])
  expect(await store.harvested(uuidOf('A'))).toEqual([])
  mood = 'well'
  expect(await textIn(store, 'A')).toBe('kept')
  expect(states.map(({ kind }) => kind)).toEqual(['full', 'lasting', 'none', 'lasting'])
  await store.put(entry('B'), new Blob(['kept now']))
  expect((await inner.list()).map(({ key }) => key.uuid[0])).toEqual(['A', 'B'])
  expect((await store.list()).every(({ summary }) => summary.fleeting === undefined)).toBe(true)
})
