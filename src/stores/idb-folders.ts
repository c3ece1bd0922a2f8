/** Folders that the user asked to remember: a handle, which only IndexedDB can store, and their files. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export interface FolderRecord<Contents> {
  readonly id: string
  readonly handle: FileSystemDirectoryHandle
  readonly contents: Contents
}

export interface FolderStore<Contents> {
  list(): Promise<readonly FolderRecord<Contents>[]>
  put(record: FolderRecord<Contents>): Promise<void>
  delete(id: string): Promise<void>
}

interface Schema extends DBSchema {
  folders: { key: string; value: FolderRecord<unknown> }
}

const NAME = 'unslide-folders'

/**
 * Opens the database for each operation, which is rare, so that no tab blocks another. Rejects if there is no storage.
 */
export function createFolderStore<Contents>(): FolderStore<Contents> {
  const using = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const database = await openDB<Schema>(NAME, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('folders', { keyPath: 'id' }),
    })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
  return {
    list: async () => using(async (database) => (await database.getAll('folders')) as FolderRecord<Contents>[]),
    put: async (record) => using(async (database) => void (await database.put('folders', record))),
    delete: async (id) => using(async (database) => database.delete('folders', id)),
  }
}
