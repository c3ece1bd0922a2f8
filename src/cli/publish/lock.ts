/** The lock of an image's folder: a file that one program makes, so that the others wait before they change the manifest. */
import { promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere, removeAtEnd } from '../io/put-file.ts'
import { publishErrors } from '../messages/publish.ts'

export const LOCK = '.lock'
/** A lock is held for some milliseconds; one that is older was left behind. */
export const STALE_MILLISECONDS = 30_000
/** How often a lock is looked at, and for how long. */
const LOCK_WAIT = 25
const LOCK_TRIES = (2 * STALE_MILLISECONDS) / LOCK_WAIT
/** How often work is begun anew because another program took the lock away from one that had stood still. */
const WORK_TRIES = 5

/** Another program holds the lock now: what was read under it may be out of date. */
class LostLock extends Error {}

export interface HeldLock {
  /** Rejects if another program took the lock, because this one stood still for too long. */
  check(): Promise<void>
}

/**
 * Does the work under the lock of a folder, and anew if the lock was lost before `check`. `checkFolder` rejects where the folder is
 * another now. Rejects with a sentence if the lock stays taken.
 */
export async function locked<T>(
  folder: string,
  work: (lock: HeldLock) => Promise<T>,
  checkFolder: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const path = join(folder, LOCK)
  for (let tried = 0; tried < WORK_TRIES; tried++) {
    const file = await take(path, checkFolder)
    const isDone = removeAtEnd(path)
    try {
      return await work({
        check: async () => {
          if (!(await isThere(path, file))) throw new LostLock()
        },
      })
    } catch (error) {
      if (!(error instanceof LostLock)) throw error
    } finally {
      const isHeld = await isThere(path, file)
      await file.close()
      if (isHeld) await disk.rm(path, { force: true })
      isDone()
    }
  }
  throw new Error(publishErrors.locked({ path }))
}

/** Makes the lock, an empty file. It stays open, so that no other file has its inode until it is closed. */
async function take(path: string, checkFolder: () => Promise<void>): Promise<FileHandle> {
  for (let tried = 0; tried < LOCK_TRIES; tried++) {
    await checkFolder()
    try {
      return await disk.open(path, 'wx')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    await breakStale(path)
    await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT))
  }
  throw new Error(publishErrors.locked({ path }))
}

/** Takes an old lock away. Of programs that see it at once one renames it; another could only rename a new one, and puts that back. */
async function breakStale(path: string): Promise<void> {
  if (!(await isStale(path))) return
  const aside = join(path, '..', `.part-${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`)
  const isMoved = await disk.rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return
  // Where there is a new lock by now, the owner of this one sees that it lost it, and begins anew.
  if (!(await isStale(aside))) await disk.link(aside, path).catch(() => undefined)
  await disk.rm(aside, { force: true })
}

async function isStale(path: string): Promise<boolean> {
  const found = await disk.lstat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MILLISECONDS
}
