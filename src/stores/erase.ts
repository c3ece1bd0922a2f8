/** Deletes all that this page keeps in the browser, save its own files for use without a network. */
import { eraseOriginFiles } from './origin-files.ts'

const DATABASES = ['unslide', 'unslide-folders']

const HELD = 'Another tab holds what is kept. Close that tab and try again.'

/** Rejects when another tab does not let go, or there is no storage. What is open now should be loaded again after it. */
export async function eraseAll(): Promise<void> {
  await Promise.all(DATABASES.map((name) => eraseDatabase(name)))
  // Workers close their files when the database is taken from them.
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
