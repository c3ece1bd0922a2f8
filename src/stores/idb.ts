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

const keyText = ({ uuid, arch }: IndexKey): string => `${uuid} ${arch}`

/**
 * A store in the IndexedDB of this name. A database of another version is thrown away: an index can be built again.
 * `put` fails with a `storage-full` FormatError when the browser gives no more room, and every method with `no-storage`
 * when it gives none at all, as some do in private windows.
 */
export function createIdbStore(name = 'unslide'): IndexStore {
  let connection: Promise<IDBPDatabase<Schema>> | undefined

  const forget = (): void => {
    connection = undefined
  }

  const connect = async (): Promise<IDBPDatabase<Schema>> => {
    connection ??= openDatabase(name, forget).catch((thrown: unknown) => {
      forget()
      throw storageError(thrown)
    })
    return connection
  }

  /** Runs a piece of work; once more where the connection was closed under it, by the browser or by another tab. */
  const withDatabase = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(await connect())
    } catch (thrown) {
      if (!isNamed(thrown, 'InvalidStateError')) throw storageError(thrown)
      forget()
      return work(await connect())
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

async function openDatabase(name: string, onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  const open = async (): Promise<IDBPDatabase<Schema>> =>
    openDB<Schema>(name, VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames)) database.deleteObjectStore(store)
        database.createObjectStore('entries')
        database.createObjectStore('bytes')
        database.createObjectStore('names')
      },
      // Another tab wants to upgrade or delete the database: let it; the next piece of work connects again.
      blocking(_, __, event) {
        ;(event.target as IDBDatabase).close()
        onClosed()
      },
      terminated: onClosed,
    })
  try {
    return await open()
  } catch (thrown) {
    if (!isNamed(thrown, 'VersionError')) throw thrown
    await deleteDB(name)
    return open()
  }
}

function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}

function storageError(thrown: unknown): Error {
  if (thrown instanceof FormatError) return thrown
  if (isNamed(thrown, 'QuotaExceededError')) {
    const message = 'The browser gives no more room for indexes; forget some images, or free disk space.'
    return new FormatError({ code: 'storage-full', message })
  }
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new FormatError({ code: 'no-storage', message: `The browser cannot keep indexes here: ${said}` })
}
