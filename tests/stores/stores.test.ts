import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { imageOffset, linkAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { FormatError } from '../../src/core/model/problem.ts'
import type { HarvestedFunction, IndexStore, StoredIndex } from '../../src/core/ports.ts'
import { createIdbStore } from '../../src/stores/idb.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import type { OriginFiles } from '../../src/stores/origin-files.ts'
import { createOverlayStore, type StorageState } from '../../src/stores/overlay.ts'

let databases = 0

afterEach(() => void vi.restoreAllMocks())

function entry(digit: string, arch = 'arm64'): StoredIndex {
  const uuid = parseUuid(digit.repeat(32))!
  return {
    key: { uuid, arch },
    name: `App ${digit}`,
    kind: 'dsym',
    textVmaddr: linkAddress(0xffff_fe00_0700_4000n),
    detail: 'dwarf',
    summary: { bytes: 3, functions: 1, inlines: 2, lineRows: 3, indexedAt: 1_700_000_000_000 },
    formatVersion: 1,
  }
}

function names(...list: readonly string[]): HarvestedFunction[] {
  const seenBy = [{ id: '1', report: 'a.ips', last: imageOffset(1000) }]
  return list.map((name, at) => ({ start: imageOffset(16 + at * 16), name, seenBy }))
}

/** Replaces the origin's private files, which no host but a browser has; a browser test has the real ones. */
function memoryFiles() {
  const kept = new Map<string, Blob>()
  const files: OriginFiles = {
    write: async (bytes) => {
      const name = `file ${databases++}`
      kept.set(name, bytes)
      return name
    },
    open: async (name) => kept.get(name),
    names: async () => new Set(kept.keys()),
    delete: async (name) => void kept.delete(name),
    sweep: async (named) => {
      for (const name of kept.keys()) if (!named.has(name)) kept.delete(name)
    },
    close: () => {},
  }
  return { kept, files }
}

const text = async (store: IndexStore, key: StoredIndex['key']): Promise<string | undefined> =>
  (await store.open(key))?.text()

describe.each<[string, () => Promise<IndexStore>]>([
  ['memory', async () => createMemoryStore()],
  ['overlay', async () => createOverlayStore(createMemoryStore(), () => {})],
  ['idb', async () => createIdbStore(`unslide-${databases++}`)],
  ['idb with files', async () => createIdbStore(`unslide-${databases++}`, memoryFiles().files)],
])('%s', (_, create) => {
  test('what was put is listed and opened, by UUID and architecture', async () => {
    const store = await create()
    expect(await store.list()).toEqual([])
    expect(await store.open(entry('A').key)).toBeUndefined()
    await store.put(entry('A'), new Blob(['one']))
    await store.put(entry('A', 'armv7'), new Blob(['two']))
    await store.put(entry('B', 'cputype 99 subtype 1'), new Blob(['three']))
    expect(await store.list()).toHaveLength(3)
    expect(await store.list()).toEqual(
      expect.arrayContaining([entry('A'), entry('A', 'armv7'), entry('B', 'cputype 99 subtype 1')]),
    )
    expect(await text(store, entry('A').key)).toBe('one')
    expect(await text(store, entry('A', 'armv7').key)).toBe('two')
    expect(await text(store, entry('B', 'cputype 99 subtype 1').key)).toBe('three')
  })

  test('putting again replaces', async () => {
    const store = await create()
    await store.put(entry('A'), new Blob(['old']))
    await store.put({ ...entry('A'), name: 'new name' }, new Blob(['new']))
    expect((await store.list()).map(({ name }) => name)).toEqual(['new name'])
    expect(await text(store, entry('A').key)).toBe('new')
  })

  test('pinning keeps the rest as it is', async () => {
    const store = await create()
    await store.put(entry('A'), new Blob(['x']))
    await store.update(entry('A').key, { pinned: true })
    await store.update(entry('B').key, { pinned: true })
    expect(await store.list()).toEqual([{ ...entry('A'), summary: { ...entry('A').summary, pinned: true } }])
    expect(await text(store, entry('A').key)).toBe('x')
  })

  test('what was deleted is gone', async () => {
    const store = await create()
    await store.put(entry('A'), new Blob(['x']))
    await store.put(entry('B'), new Blob(['y']))
    await store.delete(entry('A').key)
    await store.delete(entry('C').key)
    expect(await store.list()).toEqual([entry('B')])
    expect(await store.open(entry('A').key)).toBeUndefined()
  })

  test('harvested names are kept by UUID, replaced, no index, and deleted with their image', async () => {
    const store = await create()
    const { uuid } = entry('A').key
    expect(await store.harvested(uuid)).toBeUndefined()
    await store.harvest(uuid, names('old'))
    await store.harvest(uuid, names('f', 'g'))
    await store.harvest(entry('B').key.uuid, names('h'))
    expect(await store.harvested(uuid)).toEqual(names('f', 'g'))
    expect(await store.list()).toEqual([])
    await store.delete(entry('A').key)
    expect(await store.harvested(uuid)).toBeUndefined()
    expect(await store.harvested(entry('B').key.uuid)).toEqual(names('h'))
  })
})

describe('overlay', () => {
  /** A store with a switch: it works, has no room, or does nothing at all. */
  function moody() {
    const inner = createMemoryStore()
    const mood: { now: 'well' | 'storage-full' | 'no-storage' } = { now: 'well' }
    const refuse = (): void => {
      if (mood.now !== 'well') throw new FormatError({ code: mood.now, message: mood.now })
    }
    const store: IndexStore = {
      ...inner,
      list: async () => (mood.now === 'no-storage' ? refuse() : undefined, inner.list()),
      open: async (key) => (mood.now === 'no-storage' ? refuse() : undefined, inner.open(key)),
      put: async (...args) => (refuse(), inner.put(...args)),
      harvest: async (...args) => (refuse(), inner.harvest(...args)),
    }
    const states: StorageState['kind'][] = []
    return { mood, inner, states, store: createOverlayStore(store, ({ kind }) => states.push(kind)) }
  }

  test('what does not fit is held, marked, and put away for good when there is room', async () => {
    const { mood, inner, states, store } = moody()
    await store.put(entry('A'), new Blob(['kept']))
    mood.now = 'storage-full'
    await store.put(entry('B'), new Blob(['held']))
    expect(await text(store, entry('A').key)).toBe('kept')
    expect(await text(store, entry('B').key)).toBe('held')
    const fleeting = (await store.list()).map(({ name, summary }) => [name, summary.fleeting ?? false])
    expect(fleeting).toEqual([
      ['App B', true],
      ['App A', false],
    ])
    expect(states).toEqual(['full'])
    mood.now = 'well'
    await store.put(entry('B'), new Blob(['kept now']))
    expect(states).toEqual(['full', 'lasting'])
    expect(await inner.list()).toHaveLength(2)
    expect((await store.list()).some(({ summary }) => summary.fleeting)).toBe(false)
  })

  test('without any storage all goes on in memory; when it is back, both are seen', async () => {
    const { mood, states, store } = moody()
    await store.put(entry('A'), new Blob(['kept']))
    mood.now = 'no-storage'
    expect(await store.list()).toEqual([])
    await store.put(entry('B'), new Blob(['held']))
    await store.harvest(entry('B').key.uuid, names('f'))
    expect(await store.harvested(entry('B').key.uuid)).toEqual(names('f'))
    expect((await store.list()).map(({ name }) => name)).toEqual(['App B'])
    expect(states).toEqual(['none'])
    mood.now = 'well'
    expect((await store.list()).map(({ name }) => name)).toEqual(['App B', 'App A'])
    expect(states).toEqual(['none', 'lasting'])
  })

  test('names that find no room are no news', async () => {
    const { mood, states, store } = moody()
    mood.now = 'storage-full'
    await store.harvest(entry('A').key.uuid, names('f'))
    expect(await store.harvested(entry('A').key.uuid)).toEqual(names('f'))
    expect(states).toEqual([])
  })
})

describe('idb', () => {
  test('a database of an older version is made again', async () => {
    const old = await openDB('older', 1, { upgrade: (database) => void database.createObjectStore('entries') })
    old.close()
    const store = createIdbStore('older')
    await store.harvest(entry('A').key.uuid, names('f'))
    expect(await store.harvested(entry('A').key.uuid)).toEqual(names('f'))
  })

  test('a database of a newer version is made again', async () => {
    ;(await openDB('newer', 99)).close()
    const store = createIdbStore('newer')
    expect(await store.list()).toEqual([])
    await store.put(entry('A'), new Blob(['x']))
    expect(await store.list()).toEqual([entry('A')])
  })

  test('another tab may delete the database; the next work makes it again', async () => {
    const store = createIdbStore('shared')
    await store.put(entry('A'), new Blob(['x']))
    await deleteDB('shared')
    expect(await store.list()).toEqual([])
  })

  test('a newer version that takes the database over is left in peace', async () => {
    const store = createIdbStore('taken')
    await store.put(entry('A'), new Blob(['x']))
    const newer = await openDB('taken', 99)
    await expect(store.list()).rejects.toMatchObject({ problem: { code: 'no-storage' } })
    expect(newer.version).toBe(99)
    expect([...newer.objectStoreNames]).toContain('entries')
    newer.close()
  })

  test('an older tab that does not let go is told, not waited for; after it all is well', async () => {
    const old = await openDB('held', 1)
    const store = createIdbStore('held')
    await expect(store.list()).rejects.toThrow('Close that tab')
    await expect(store.put(entry('A'), new Blob(['x']))).rejects.toThrow('Close that tab')
    old.close()
    await vi.waitFor(async () => expect(await store.list()).toEqual([]))
    await store.put(entry('A'), new Blob(['x']))
    expect(await text(store, entry('A').key)).toBe('x')
  })

  test('storage that never answers is not waited for', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(
      () => new (IDBOpenDBRequest as unknown as new () => IDBOpenDBRequest)(),
    )
    await expect(createIdbStore('silent', undefined, 20).list()).rejects.toThrow('does not answer')
  })

  test('metadata and bytes come together or not at all', async () => {
    const store = createIdbStore('whole')
    await store.put(entry('A'), new Blob(['old']))
    const unkeepable = { ...entry('A'), name: (() => 'a function cannot be kept') as unknown as string }
    await expect(store.put(unkeepable, new Blob(['new']))).rejects.toMatchObject({ problem: { code: 'no-storage' } })
    expect(await store.list()).toEqual([entry('A')])
    expect(await text(store, entry('A').key)).toBe('old')
  })

  test('a file comes with its metadata or not at all', async () => {
    const { kept, files } = memoryFiles()
    const store = createIdbStore('with files', files)
    await store.put(entry('A'), new Blob(['old']))
    const unkeepable = { ...entry('A'), name: (() => 'a function cannot be kept') as unknown as string }
    await expect(store.put(unkeepable, new Blob(['new']))).rejects.toMatchObject({ problem: { code: 'no-storage' } })
    expect(kept.size).toBe(1)
    expect(await text(store, entry('A').key)).toBe('old')
    await store.put(entry('A'), new Blob(['new']))
    expect(await text(store, entry('A').key)).toBe('new')
    expect(kept.size).toBe(1)
    await store.delete(entry('A').key)
    expect(kept.size).toBe(0)
  })

  test('a file that is gone is a miss, and its index is not listed', async () => {
    const { kept, files } = memoryFiles()
    const store = createIdbStore('lost files', files)
    await store.put(entry('A'), new Blob(['x']))
    await store.put(entry('B'), new Blob(['y']))
    kept.delete([...kept.keys()][0] ?? '')
    expect(await store.list()).toEqual([entry('B')])
    expect(await store.open(entry('A').key)).toBeUndefined()
    await store.put(entry('A'), new Blob(['again']))
    expect(await text(store, entry('A').key)).toBe('again')
  })

  test('where files can no longer be written, bytes are in the database; and the other way round', async () => {
    const { kept, files } = memoryFiles()
    let works = true
    const moody = { ...files, write: async (bytes: Blob) => (works ? files.write(bytes) : undefined) }
    const store = createIdbStore('moody files', moody)
    await store.put(entry('A'), new Blob(['in a file']))
    works = false
    await store.put(entry('A'), new Blob(['in the database']))
    expect(kept.size).toBe(0)
    expect(await text(store, entry('A').key)).toBe('in the database')
    works = true
    await store.put(entry('A'), new Blob(['in a file again']))
    expect(await text(store, entry('A').key)).toBe('in a file again')
  })

  test('files are closed when the database is taken, so that they can be deleted', async () => {
    const { files } = memoryFiles()
    const close = vi.spyOn(files, 'close')
    const store = createIdbStore('taken with files', files)
    await store.put(entry('A'), new Blob(['x']))
    expect(close).not.toHaveBeenCalled()
    await deleteDB('taken with files')
    expect(close).toHaveBeenCalled()
  })

  test('no room is told as such', async () => {
    const store = createIdbStore('full')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await expect(store.put(entry('A'), new Blob(['x']))).rejects.toMatchObject({ problem: { code: 'storage-full' } })
  })

  test('no IndexedDB at all is told as such', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await expect(createIdbStore('denied').list()).rejects.toMatchObject({ problem: { code: 'no-storage' } })
  })
})
