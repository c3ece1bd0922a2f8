/**
 * Remembers what is being indexed, so that the next visit can list the unfinished work of a closed tab. Each tab has a key of its
 * own, and a lock of that name as long as it works: a key whose lock is free belongs to a tab that is gone.
 */
const PREFIX = 'unslide-unfinished '

/** Holds names while `work` runs. Never fails for lack of storage or locks. */
export async function whileUnfinished<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  const key = `${PREFIX}${Date.now()} ${Math.random()}`
  try {
    localStorage.setItem(key, JSON.stringify(names))
  } catch {
    return work()
  }
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  locks()
    ?.request(key, () => held)
    .catch(() => {})
  try {
    return await work()
  } finally {
    localStorage.removeItem(key)
    release()
  }
}

/** Names of images that closed tabs had begun; returned once. */
export async function takeUnfinished(): Promise<readonly string[]> {
  const found = new Set<string>()
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of keys) {
      const isFree = await locks()?.request(key, { ifAvailable: true }, (lock) => lock !== null)
      if (isFree === false) continue
      const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      localStorage.removeItem(key)
      if (Array.isArray(names)) for (const name of names) found.add(String(name))
    }
  } catch {
    // No storage, no locks, or another program's text: nothing is known.
  }
  return [...found]
}

function locks(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks
}
