/** Folders of this page in the origin's private file system (OPFS). */
import { answersInTime } from './in-time.ts'
import { isNamed } from './is-named.ts'

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
export function originFolder(name: string, longestAnswer?: number): () => Promise<FileSystemDirectoryHandle> {
  const inTime = answersInTime(longestAnswer)
  return () =>
    inTime(() => navigator.storage.getDirectory().then((root) => root.getDirectoryHandle(name, { create: true })))
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
