/**
 * Detects a worker that ends without an event, as after running out of memory. The worker holds a lock as long as it
 * lives; the page gets the lock when the worker is gone.
 */

/** In the worker: acquires a lock and never releases it. Returns its name; undefined if the browser has no locks. */
export async function holdLivenessLock(): Promise<string | undefined> {
  const locks = lockManager()
  if (!locks) return undefined
  const name = `worker ${crypto.randomUUID()}`
  return new Promise((resolve) => {
    const forLife = (): Promise<never> => {
      resolve(name)
      return new Promise(() => {})
    }
    // Rejected for pages from disk and in some private windows.
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
