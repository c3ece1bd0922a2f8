/** Folders of this page in the origin's private file system (OPFS). */
import { isNamed } from './is-named.ts'
import { storageReasons } from './messages/storage.ts'

/** Some browsers never answer when their storage is damaged; on a busy machine one may only be late. */
const LONGEST_ANSWER = 5000
/** Tenths of a second that other tabs get to close their files. */
const ERASE_TRIES = 10

/** As in the standard for workers; TypeScript types it for pages only. */
export interface SyncAccessHandle {
  read(target: Uint8Array, options: { readonly at: number }): number
  write(bytes: Uint8Array, options: { readonly at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}

export interface OriginFileHandle extends FileSystemFileHandle {
  /** Where `mode` is supported several tabs may read; elsewhere access is exclusive. */
  createSyncAccessHandle?(options?: { readonly mode: 'read-only' }): Promise<SyncAccessHandle>
}

/**
 * Returns a function that opens the folder and creates it if missing. It rejects if the browser has no such files or
 * times out. A timed-out call is retried after it settles.
 */
export function originFolder(name: string, longestAnswer = LONGEST_ANSWER): () => Promise<FileSystemDirectoryHandle> {
  let isSilent = false
  return async () => {
    if (isSilent) throw new Error(storageReasons.noAnswer)
    const opening = navigator.storage.getDirectory().then((root) => root.getDirectoryHandle(name, { create: true }))
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isSilent = true
        reject(new Error(storageReasons.noAnswer))
      }, longestAnswer)
    })
    const answered = (): void => {
      isSilent = false
    }
    opening.then(answered, answered)
    return Promise.race([opening, silence]).finally(() => clearTimeout(timer))
  }
}

/** Deletes a folder with all in it. Rejects if a tab does not close its files. */
export async function eraseOriginFolder(name: string): Promise<void> {
  let root: FileSystemDirectoryHandle
  try {
    root = await navigator.storage.getDirectory()
  } catch {
    return // no such file system, so that nothing was kept there
  }
  for (let tries = 1; ; tries++) {
    try {
      return await root.removeEntry(name, { recursive: true })
    } catch (thrown) {
      if (isNamed(thrown, 'NotFoundError')) return
      if (tries === ERASE_TRIES) throw thrown
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
