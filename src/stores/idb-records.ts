/** Records of the page in a database of their own, apart from the indexes, which can be built again. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** Rejects if there is no storage, or no room. */
export interface RecordStore<T extends { readonly id: string }> {
  list(): Promise<readonly T[]>
  put(record: T): Promise<void>
  delete(ids: readonly string[]): Promise<void>
}

interface Schema extends DBSchema {
  records: { key: string; value: unknown }
}

/** Opens the database for each operation, which is rare, so that no tab blocks another. `table` is its only object store. */
export function createRecordStore<T extends { readonly id: string }>(name: string, table: string): RecordStore<T> {
  // One schema serves both databases: each has one object store, whatever that is called.
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
  return {
    list: async () => using(async (database) => (await database.getAll(records)) as T[]),
    put: async (record) => using(async (database) => void (await database.put(records, record))),
    delete: async (ids) =>
      using(async (database) => {
        const change = database.transaction(records, 'readwrite')
        await Promise.all([...ids.map((id) => change.store.delete(id)), change.done])
      }),
  }
}
