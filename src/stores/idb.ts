/**
 * Indexes kept in the browser: metadata and bytes in two object stores, so that a list never touches bytes; names
 * harvested from reports in a third.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { FormatError } from '../core/model/problem.ts'
import type { HarvestedFunction, IndexKey, IndexStore, StoredIndex } from '../core/ports.ts'

interface Schema extends DBSchema {
  entries: { key: string; value: StoredIndex }
  bytes: { key: string; value: Blob }
  /** By image UUID. */
  names: { key: string; value: readonly HarvestedFunction[] }
}

const VERSION = 2

/** Some browsers never answer when their storage is damaged; a healthy one opens in a few milliseconds. */
const LONGEST_OPEN = 5000

const keyText = ({ uuid, arch }: IndexKey): string => `${uuid} ${arch}`

/**
 * A store in the IndexedDB of this name. A database of another version is thrown away: an index can be built again.
 * `put` fails with a `storage-full` FormatError when the browser gives no more room, and every method with `no-storage`
 * when it gives none at all, as some do in private windows, or while another tab with another version holds it.
 */
export function createIdbStore(name = 'unslide', longestOpen = LONGEST_OPEN): IndexStore {
  let connection: (() => Promise<IDBPDatabase<Schema>>) | undefined
  /** A newer version of the page took the database over: this one must not take it back. */
  let outdated = false

  const forget = (): void => {
    connection = undefined
  }

  /** Opens once. Whoever waits is told when it takes too long; the opening goes on, and later work finds it done. */
  const begin = (): (() => Promise<IDBPDatabase<Schema>>) => {
    let hinder: (message: string) => void = () => {}
    const hindrance = new Promise<never>((_, reject) => {
      hinder = (message) => reject(new Error(message))
    })
    hindrance.catch(() => {})
    const timer = setTimeout(() => hinder('its storage does not answer.'), longestOpen)
    const opening = openDatabase(name, {
      onClosed: forget,
      onNewer: () => (outdated = true),
      onBlocked: () => hinder('another tab holds it with an older version of this page. Close that tab.'),
    }).finally(() => clearTimeout(timer))
    opening.catch(forget)
    return () => Promise.race([opening, hindrance])
  }

  const connect = async (): Promise<IDBPDatabase<Schema>> => {
    if (outdated) throw new Error('another tab has a newer version of this page. Load this one again.')
    connection ??= begin()
    return connection()
  }

  /** Runs a piece of work; once more where the connection was closed under it, by the browser or by another tab. */
  const withDatabase = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(await connect())
    } catch (thrown) {
      if (!isNamed(thrown, 'InvalidStateError')) throw storageError(thrown)
      forget()
      try {
        return await work(await connect())
      } catch (again) {
        throw storageError(again)
      }
    }
  }

  return {
    list: async () => withDatabase(async (database) => database.getAll('entries')),
    open: async (key) => withDatabase(async (database) => database.get('bytes', keyText(key))),
    put: async (entry, bytes) =>
      withDatabase(async (database) => {
        const change = database.transaction(['entries', 'bytes'], 'readwrite')
        const key = keyText(entry.key)
        try {
          await change.objectStore('bytes').put(bytes, key)
          await change.objectStore('entries').put(entry, key)
        } catch (thrown) {
          change.abort() // else what was put so far would be committed
          await change.done.catch(() => undefined)
          throw thrown
        }
        await change.done
      }),
    update: async (key, { pinned }) =>
      withDatabase(async (database) => {
        const change = database.transaction('entries', 'readwrite')
        const entry = await change.store.get(keyText(key))
        if (entry) await change.store.put({ ...entry, summary: { ...entry.summary, pinned } }, keyText(key))
        await change.done
      }),
    delete: async (key) =>
      withDatabase(async (database) => {
        const change = database.transaction(['entries', 'bytes', 'names'], 'readwrite')
        await Promise.all([
          change.objectStore('entries').delete(keyText(key)),
          change.objectStore('bytes').delete(keyText(key)),
          change.objectStore('names').delete(key.uuid),
          change.done,
        ])
      }),
    harvested: async (uuid) => withDatabase(async (database) => database.get('names', uuid)),
    harvest: async (uuid, functions) =>
      withDatabase(async (database) => {
        await database.put('names', functions, uuid)
      }),
  }
}

interface Hooks {
  readonly onClosed: () => void
  readonly onNewer: () => void
  readonly onBlocked: () => void
}

async function openDatabase(name: string, hooks: Hooks): Promise<IDBPDatabase<Schema>> {
  if (typeof indexedDB === 'undefined') throw new Error('it offers no IndexedDB.')
  const open = async (): Promise<IDBPDatabase<Schema>> =>
    openDB<Schema>(name, VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames)) database.deleteObjectStore(store)
        database.createObjectStore('entries')
        database.createObjectStore('bytes')
        database.createObjectStore('names')
      },
      blocked: hooks.onBlocked,
      // Another tab wants to upgrade or delete the database: let it. After a deletion the next piece of work connects again.
      blocking(_, newer, event) {
        ;(event.target as IDBDatabase).close()
        hooks.onClosed()
        if (newer !== null) hooks.onNewer()
      },
      terminated: hooks.onClosed,
    })
  try {
    return await open()
  } catch (thrown) {
    if (!isNamed(thrown, 'VersionError')) throw thrown
    await deleteDB(name, { blocked: hooks.onBlocked })
    return open()
  }
}

function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}

function storageError(thrown: unknown): Error {
  if (thrown instanceof FormatError) return thrown
  if (isNamed(thrown, 'QuotaExceededError')) {
    const message = 'The browser gives no more room for indexes; delete some in the library, or free disk space.'
    return new FormatError({ code: 'storage-full', message })
  }
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new FormatError({ code: 'no-storage', message: `The browser cannot keep indexes here: ${said}` })
}
