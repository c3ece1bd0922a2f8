/**
 * A name for this tab that a reload and the browser's own "restore" keep, and that no other tab has. A lock of that name is held as
 * long as the tab lives, so that others can see whose work is left over.
 */
const KEY = 'unslide-tab'
/** Milliseconds to wait for a name: at a reload the page before may still hold it, and `goneTabs` of others takes it for a moment. */
const PATIENCE_MS = 2000

function locks(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks
}

/** True if this tab had work before; otherwise there is nothing to wait for. */
export function hasTabName(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** The tab's name; a new one where another tab has it already, as when a tab was duplicated. */
export async function takeTabName(): Promise<string> {
  let name: string | null = null
  try {
    name = sessionStorage.getItem(KEY)
  } catch {
    // No storage: the name lasts as long as the page.
  }
  if (name !== null && (await hold(name))) return name
  const fresh = `${Date.now()} ${Math.random().toString(36).slice(2)}`
  await hold(fresh)
  try {
    sessionStorage.setItem(KEY, fresh)
  } catch {
    // As above.
  }
  return fresh
}

/** Holds the lock of a name until the page ends. False where another tab has it. */
function hold(name: string): Promise<boolean> {
  const all = locks()
  if (!all) return Promise.resolve(true)
  const stop = new AbortController()
  const { signal } = stop
  const patience = setTimeout(() => stop.abort(), PATIENCE_MS)
  return new Promise((resolve) => {
    all
      .request(`${KEY} ${name}`, { signal }, () => {
        clearTimeout(patience)
        resolve(true)
        return new Promise<never>(() => {})
      })
      .catch(() => resolve(!signal.aborted))
  })
}

/** Those of some tabs that are gone. None, where the browser cannot tell. */
export async function goneTabs(names: Iterable<string>): Promise<ReadonlySet<string>> {
  const all = locks()
  const gone = new Set<string>()
  if (!all) return gone
  for (const name of new Set(names))
    if (await all.request(`${KEY} ${name}`, { ifAvailable: true }, (lock) => lock !== null)) gone.add(name)
  return gone
}
