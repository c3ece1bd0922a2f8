/** Deletes all data that this page keeps in the browser, except its own offline files. */
import { FOLDERS_DATABASE, SOURCES_DATABASE } from './idb-folders.ts'
import { HISTORY_DATABASE } from './idb-history.ts'
import { MAPS_DATABASE } from './idb-maps.ts'
import { REPORTS_DATABASE } from './idb-reports.ts'
import { eraseOriginFiles } from './origin-files.ts'
import { erasePublished } from './published-files.ts'
import { storage } from './messages/storage.ts'

const DATABASES = ['unslide', FOLDERS_DATABASE, SOURCES_DATABASE, REPORTS_DATABASE, HISTORY_DATABASE, MAPS_DATABASE]

/** Rejects if another tab blocks the deletion or there is no storage. Reload open pages afterwards. */
export async function eraseAll(): Promise<void> {
  await Promise.all(DATABASES.map((name) => eraseDatabase(name)))
  // Workers close their files when their database connection is closed.
  await Promise.all([eraseOriginFiles(), erasePublished()]).catch(() => {
    throw new Error(storage.held)
  })
  for (const kept of [localStorage, sessionStorage])
    for (const key of Object.keys(kept)) if (key.startsWith('unslide')) kept.removeItem(key)
}

function eraseDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error(storage.notDeleted))
    request.onblocked = () => reject(new Error(storage.held))
  })
}
