/** Deletes all data that this page keeps in the browser, except its own offline files. */
import { eraseOriginFiles } from './origin-files.ts'

const DATABASES = ['unslide', 'unslide-folders']

const HELD = 'Another tab holds what is kept. Close that tab and try again.'

/** Rejects if another tab blocks the deletion or there is no storage. Reload open pages afterwards. */
export async function eraseAll(): Promise<void> {
  await Promise.all(DATABASES.map((name) => eraseDatabase(name)))
  // Workers close their files when their database connection is closed.
  await eraseOriginFiles().catch(() => {
    throw new Error(HELD)
  })
  for (const key of Object.keys(localStorage)) if (key.startsWith('unslide')) localStorage.removeItem(key)
}

function eraseDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('The browser did not delete what is kept.'))
    request.onblocked = () => reject(new Error(HELD))
  })
}
