/** Files of the reports that are open, so that a reload or a crash of the tab loses none. They go when their report is closed. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export interface ReportRecord<Contents> {
  /** The tab that has it open, and its number there. */
  readonly id: string
  readonly tab: string
  /** Milliseconds since 1970. */
  readonly keptAt: number
  readonly path: string
  readonly blob: Blob
  readonly contents: Contents
}

export interface ReportStore<Contents> {
  list(): Promise<readonly ReportRecord<Contents>[]>
  put(record: ReportRecord<Contents>): Promise<void>
  delete(ids: readonly string[]): Promise<void>
}

interface Schema extends DBSchema {
  files: { key: string; value: ReportRecord<unknown> }
}

/** Name of the database. */
export const REPORTS_DATABASE = 'unslide-reports'

/** Opens the database for each operation, so that no tab blocks another. Rejects if there is no storage, or no room. */
export function createReportStore<Contents>(): ReportStore<Contents> {
  const using = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const database = await openDB<Schema>(REPORTS_DATABASE, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'id' }),
    })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
  return {
    list: async () => using(async (database) => (await database.getAll('files')) as ReportRecord<Contents>[]),
    put: async (record) => using(async (database) => void (await database.put('files', record))),
    delete: async (ids) =>
      using(async (database) => {
        const change = database.transaction('files', 'readwrite')
        await Promise.all([...ids.map((id) => change.store.delete(id)), change.done])
      }),
  }
}
