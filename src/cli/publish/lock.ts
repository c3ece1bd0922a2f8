/** The lock of an image's folder: a file that one program makes, so that the others wait before they change the manifest. */
import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { removeAtEnd } from '../io/put-file.ts'
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

/** Does the work under the lock of a folder, and anew if the lock was lost before `check`. Rejects with a sentence if it stays taken. */
export async function locked<T>(folder: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  const path = join(folder, LOCK)
  for (let tried = 0; tried < WORK_TRIES; tried++) {
    const token = await take(path)
    const isDone = removeAtEnd(path)
    const isHeld = async (): Promise<boolean> => (await disk.readFile(path, 'utf8').catch(() => '')) === token
    try {
      return await work({
        check: async () => {
          if (!(await isHeld())) throw new LostLock()
        },
      })
    } catch (error) {
      if (!(error instanceof LostLock)) throw error
    } finally {
      if (await isHeld()) await disk.rm(path, { force: true })
      isDone()
    }
  }
  throw new Error(publishErrors.locked({ path }))
}

/** Makes the lock, and gives the text in it, which nobody else writes. */
async function take(path: string): Promise<string> {
  const token = `${process.pid} ${crypto.randomUUID()}\n`
  for (let tried = 0; tried < LOCK_TRIES; tried++) {
    const file = await disk.open(path, 'wx').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
      throw error
    })
    if (file) {
      try {
        await file.writeFile(token)
      } catch (error) {
        // A full disk: an empty lock would stand in the way of others.
        await disk.rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return token
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
