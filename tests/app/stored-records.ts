import type { Page } from '@playwright/test'

/** All records of a store in the browser, empty where there is none; a blob in a field counts as its size in bytes. */
export const storedRecords = (page: Page, name: string, store: string): Promise<unknown[]> =>
  page.evaluate(
    async ({ name, store }) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(new Error(String(request.error)))
        })
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
      const database = await done(indexedDB.open(name))
      const all: unknown[] = await done(database.transaction(store).objectStore(store).getAll())
      database.close()
      const told = (value: unknown): unknown => (value instanceof Blob ? value.size : value)
      return all.map((record) =>
        typeof record === 'object' && record !== null
          ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, told(value)]))
          : record,
      )
    },
    { name, store },
  )
