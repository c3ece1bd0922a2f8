/** Records of the page in a database of their own, apart from the indexes, which can be built again. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** Rejects if there is no storage, or no room. */
export interface RecordStore<T extends { readonly id: string }> {
  list(): Promise<readonly T[]>
  put(record: T): Promise<void>
  delete(ids: readonly string[]): Promise<void>
}

/** A store whose records several tabs change. */
export interface SharedRecordStore<T extends { readonly id: string }> extends RecordStore<T> {
  /** The record under an id. Unchecked, because other programs of this origin can write records, too. */
  get(id: string): Promise<unknown>
  /** Replaces a record in one transaction. `make` gets the old record; if it returns `undefined`, the record stays unchanged. */
  change(id: string, make: (old: unknown) => T | undefined): Promise<void>
  /** The same of many records at once: opening the database takes longer than writing a hundred of them. */
  changeAll(changes: ReadonlyMap<string, (old: unknown) => T | undefined>): Promise<void>
  count(): Promise<number>
}

interface Schema extends DBSchema {
  records: { key: string; value: unknown }
}

/** Opens the database for each operation, which is rare, so that no tab blocks another. `table` is its only object store. */
export function createRecordStore<T extends { readonly id: string }>(
  name: string,
  table: string,
): SharedRecordStore<T> {
  // One schema serves all these databases: each has one object store, whatever that is called.
  const records = table as 'records'
  const using = async <R>(work: (database: IDBPDatabase<Schema>) => Promise<R>): Promise<R> => {
    const database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => void fresh.createObjectStore(records, { keyPath: 'id' }),
    })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
  const changeAll = async (changes: ReadonlyMap<string, (old: unknown) => T | undefined>): Promise<void> =>
    using(async (database) => {
      const change = database.transaction(records, 'readwrite')
      for (const [id, make] of changes) {
        const made = make(await change.store.get(id))
        if (made !== undefined) await change.store.put(made)
      }
      await change.done
    })
  return {
    list: async () => using(async (database) => (await database.getAll(records)) as T[]),
    put: async (record) => using(async (database) => void (await database.put(records, record))),
    delete: async (ids) =>
      using(async (database) => {
        const change = database.transaction(records, 'readwrite')
        await Promise.all([...ids.map((id) => change.store.delete(id)), change.done])
      }),
    get: async (id) => using((database) => database.get(records, id)),
    change: (id, make) => changeAll(new Map([[id, make]])),
    changeAll,
    count: async () => using((database) => database.count(records)),
  }
}
