/**
 * Tells when a worker ends without a word, as one does that ran out of memory: no event says so. The worker holds a lock as
 * long as it lives; whoever gets the lock after it knows that it is gone.
 */

/** In the worker: takes a lock for life. Its name, or undefined where the browser has no locks. */
export async function holdLivenessLock(): Promise<string | undefined> {
  const locks = lockManager()
  if (!locks) return undefined
  const name = `worker ${crypto.randomUUID()}`
  return new Promise((resolve) => {
    const forLife = (): Promise<never> => {
      resolve(name)
      return new Promise(() => {})
    }
    // Refused in a page from disk and in some private windows.
    locks.request(name, forLife).catch(() => resolve(undefined))
  })
}

/** In the page: runs `onEnd` when the worker that holds this lock has ended. */
export function onWorkerEnd(name: string, onEnd: () => void): void {
  lockManager()
    ?.request(name, onEnd)
    .catch(() => {})
}

/** Absent where the page is not secure. */
function lockManager(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks
}
