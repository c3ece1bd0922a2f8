/** The little of a browser that modules of the page need outside of one. Each is there until the test ends. */
import { onTestFinished, vi } from 'vitest'

/** Puts something in the place of a global, until the test ends. */
export function stub(name: string, value: unknown): void {
  vi.stubGlobal(name, value)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

/** Local storage; its keys are the object's own, as in browsers. `refuses`: as private windows have it. */
export function stubStorage(kept: Readonly<Record<string, string>> = {}, refuses = false): Storage {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const methods = {
    getItem: (key: string) => (refuses ? refuse() : ((storage[key] as string | undefined) ?? null)),
    setItem: (key: string, value: string) => (refuses ? refuse() : void (storage[key] = value)),
    removeItem: (key: string) => (refuses ? refuse() : void delete storage[key]),
  }
  const storage = Object.create(methods, {}) as Storage & Record<string, unknown>
  Object.assign(storage, kept)
  stub('localStorage', storage)
  return storage
}

/** Locks, each held until its work ends or a test takes it out of the set. A caller without `ifAvailable` waits for it. */
export function stubLocks(held: Iterable<string> = []): Set<string> {
  const locks = new Set(held)
  type Work = (lock: object | null) => unknown
  interface Options {
    readonly ifAvailable?: boolean
    readonly signal?: AbortSignal
  }
  const request = async (name: string, ...[first, second]: [Work] | [Options, Work]): Promise<unknown> => {
    const [{ ifAvailable = false, signal }, work] =
      typeof first === 'function' ? [{} as Options, first] : [first, second]
    if (ifAvailable && locks.has(name)) return work?.(null)
    while (locks.has(name)) {
      signal?.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    locks.add(name)
    return Promise.resolve(work?.({ name })).finally(() => locks.delete(name))
  }
  stub('navigator', { locks: { request } })
  return locks
}
