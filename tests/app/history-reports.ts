/** Small reports that a history is made of, and its rows on the page. */
import type { Page } from '@playwright/test'

export const report = (app: string, version: string, date: string, where = 'f') => ({
  name: `${app} ${version} ${date}.crash`,
  content: [
    `Process: ${app} [7]`,
    `Version: ${version}`,
    'Hardware Model: iPhone15,2',
    `Date/Time: ${date} 10:00:00.0 +0200`,
    'OS Version: iPhone OS 17.5.1 (21F90)',
    '',
    'Exception Type: EXC_CRASH (SIGABRT)',
    '',
    'Thread 0 Crashed:',
    `0   ${app}  0x0000000100004000 ${where} + 4`,
    '',
  ].join('\n'),
})

/** Rows of the list, not of the table behind the chart. */
export const rows = (page: Page) => page.getByRole('table', { name: 'History' }).getByRole('row')

/** Puts records beside the first one: `changed` in these members, and so many copies with versions and times of their own. */
export function putRecords(page: Page, count: number, changed: readonly object[] = []): Promise<void> {
  return page.evaluate(
    async ([copies, others]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(new Error(String(request.error)))
        })
      const database = await done(indexedDB.open('unslide-history'))
      const change = database.transaction('reports', 'readwrite')
      const store = change.objectStore('reports')
      const [record] = (await done(store.getAll())) as { facts: object }[]
      for (const other of others) store.put({ ...record, ...other })
      for (let at = 0; at < copies; at++)
        store.put({
          ...record,
          id: `made ${at}`,
          facts: { ...record?.facts, version: `${at % 50}`, at: 1.7e12 + at * 1e6 },
        })
      await new Promise((resolve) => (change.oncomplete = resolve))
      database.close()
    },
    [count, changed] as const,
  )
}
