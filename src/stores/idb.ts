/**
 * Indexes in the browser: metadata and bytes in two object stores, so that listing never reads bytes; names from
 * reports in a third one. If the browser has synchronous files, the bytes are in one of those.
 */
import { keyText } from '../core/model/key.ts'
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { FormatError } from '../core/model/problem.ts'
import type { HarvestedFunction, IndexStore, StoredIndex } from '../core/ports.ts'
import { isNamed } from './is-named.ts'
import type { OriginFiles } from './origin-files.ts'
import { storage, storageReasons } from './messages/storage.ts'

/** The stored record of an index. `textVmaddr` keeps its old name `text`, so that indexes of earlier versions stay readable. */
type Kept = Omit<StoredIndex, 'textVmaddr'> & { readonly text: StoredIndex['textVmaddr'] }

const toKept = ({ textVmaddr, ...rest }: StoredIndex): Kept => ({ ...rest, text: textVmaddr })
const fromKept = ({ text, ...rest }: Kept): StoredIndex => ({ ...rest, textVmaddr: text })

/** With the name of the file that holds the bytes, if there is one. */
interface Entry {
  readonly stored: Kept
  readonly file?: string
}

interface Schema extends DBSchema {
  entries: { key: string; value: Entry }
  /** Bytes of indexes without a file. */
  bytes: { key: string; value: Blob }
  /** By image UUID. */
  names: { key: string; value: readonly HarvestedFunction[] }
}

const VERSION = 3

/** Some browsers never respond if their storage is damaged; a healthy one opens in a few milliseconds. */
const LONGEST_OPEN = 5000

/**
 * A store in the IndexedDB of this name. A database of another version is deleted, because indexes can be rebuilt.
 * `put` fails with a `storage-full` FormatError if the quota is exceeded. Every method fails with `no-storage` if there
 * is no storage at all, as in some private windows, or while another tab holds another version. Bytes go to `files` if
 * there are such.
 */
export function createIdbStore(name = 'unslide', files?: OriginFiles, longestOpen = LONGEST_OPEN): IndexStore {
  let connection: (() => Promise<IDBPDatabase<Schema>>) | undefined
  /** A newer version of the page upgraded the database: this one must not reopen it. */
  let outdated = false

  const forget = (): void => {
    connection = undefined
    // The tab that took the database may want to delete the files.
    files?.close()
  }

  /** Opens once. Callers get an error after a timeout; a later success is still used. */
  const begin = (): (() => Promise<IDBPDatabase<Schema>>) => {
    let hinder: (message: string) => void = () => {}
    const hindrance = new Promise<never>((_, reject) => {
      hinder = (message) => reject(new Error(message))
    })
    hindrance.catch(() => {})
    const timer = setTimeout(() => hinder(storageReasons.noAnswer), longestOpen)
    const opening = openDatabase(name, {
      onClosed: forget,
      onNewer: () => (outdated = true),
      onBlocked: () => hinder(storageReasons.otherPage),
    }).finally(() => clearTimeout(timer))
    opening.catch(forget)
    return () => Promise.race([opening, hindrance])
  }

  const connect = async (): Promise<IDBPDatabase<Schema>> => {
    if (outdated) throw new Error(storageReasons.newerPage)
    connection ??= begin()
    return connection()
  }

  /** Runs an operation; retries if the browser or another tab closed the connection. */
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
    list: async () =>
      withDatabase(async (database) => {
        const entries = await entriesOf(database)
        const names = entries.some(({ file }) => file !== undefined) ? await files?.names() : undefined
        // A browser may clear files alone.
        return entries
          .filter(({ file }) => file === undefined || names?.has(file))
          .map(({ stored }) => fromKept(stored))
      }),
    open: async (key) =>
      withDatabase(async (database) => {
        const file = (await database.get('entries', keyText(key)))?.file
        return file === undefined ? database.get('bytes', keyText(key)) : files?.open(file)
      }),
    put: async (stored, bytes) =>
      withDatabase(async (database) => {
        const file = await files?.write(bytes)
        let unneeded = file
        try {
          const entry = { stored: toKept(stored), ...(file !== undefined && { file }) }
          unneeded = await replace(database, entry, bytes)
        } finally {
          if (unneeded !== undefined) await files?.delete(unneeded)
        }
        if (!files || file === undefined) return
        const entries = await entriesOf(database)
        await files.sweep(new Set(entries.flatMap((entry) => entry.file ?? [])))
      }),
    update: async (key, { pinned }) =>
      withDatabase(async (database) => {
        const change = database.transaction('entries', 'readwrite')
        const entry = await change.store.get(keyText(key))
        const stored = entry && { ...entry.stored, summary: { ...entry.stored.summary, pinned } }
        if (stored) await change.store.put({ ...entry, stored }, keyText(key))
        await change.done
      }),
    delete: async (key) =>
      withDatabase(async (database) => {
        const change = database.transaction(['entries', 'bytes', 'names'], 'readwrite')
        const entry = await change.objectStore('entries').get(keyText(key))
        await Promise.all([
          change.objectStore('entries').delete(keyText(key)),
          change.objectStore('bytes').delete(keyText(key)),
          change.objectStore('names').delete(key.uuid),
          change.done,
        ])
        if (entry?.file !== undefined) await files?.delete(entry.file)
      }),
    harvested: async (uuid) => withDatabase(async (database) => database.get('names', uuid)),
    harvest: async (uuid, functions) =>
      withDatabase(async (database) => {
        await database.put('names', functions, uuid)
      }),
  }
}

/** The entries; what is no entry was not put there by this page. */
async function entriesOf(database: IDBPDatabase<Schema>): Promise<readonly Entry[]> {
  const found: readonly unknown[] = await database.getAll('entries')
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  return found.filter(
    (entry): entry is Entry =>
      isObject(entry) &&
      'stored' in entry &&
      isObject(entry.stored) &&
      'key' in entry.stored &&
      isObject(entry.stored.key),
  )
}

/**
 * Puts metadata and bytes in one transaction; bytes of a file are written already. Returns the file of the previous
 * entry.
 */
async function replace(database: IDBPDatabase<Schema>, entry: Entry, bytes: Blob): Promise<string | undefined> {
  const change = database.transaction(['entries', 'bytes'], 'readwrite')
  const key = keyText(entry.stored.key)
  let before: Entry | undefined
  try {
    before = await change.objectStore('entries').get(key)
    await change.objectStore('entries').put(entry, key)
    if (entry.file === undefined) await change.objectStore('bytes').put(bytes, key)
    else await change.objectStore('bytes').delete(key)
  } catch (thrown) {
    change.abort() // else what was put so far would be committed
    await change.done.catch(() => undefined)
    throw thrown
  }
  await change.done
  return before?.file
}

interface Hooks {
  readonly onClosed: () => void
  readonly onNewer: () => void
  readonly onBlocked: () => void
}

async function openDatabase(name: string, hooks: Hooks): Promise<IDBPDatabase<Schema>> {
  if (typeof indexedDB === 'undefined') throw new Error(storageReasons.noDatabase)
  const open = async (): Promise<IDBPDatabase<Schema>> =>
    openDB<Schema>(name, VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames)) database.deleteObjectStore(store)
        database.createObjectStore('entries')
        database.createObjectStore('bytes')
        database.createObjectStore('names')
      },
      blocked: hooks.onBlocked,
      // Another tab wants to upgrade or delete the database: close it. After a deletion the next operation reconnects.
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

function storageError(thrown: unknown): Error {
  if (thrown instanceof FormatError) return thrown
  if (isNamed(thrown, 'QuotaExceededError')) {
    return new FormatError({ code: 'storage-full', message: storage.full })
  }
  const params = { reason: thrown instanceof Error ? thrown.message : String(thrown) }
  return new FormatError({ code: 'no-storage', message: storage.noStorage(params), params })
}
