/** A store that falls back to memory if the persistent one cannot keep something, and reports that. */
import { keyText } from '../core/model/key.ts'
import { problemFrom } from '../core/model/problem.ts'
import type { IndexStore } from '../core/ports.ts'
import { createMemoryStore } from './memory.ts'

/** Says if indexes persist; `message` says why not. */
export type StorageState = { readonly kind: 'lasting' } | { readonly kind: 'full' | 'none'; readonly message: string }

/**
 * Puts into `lasting`; rejected entries stay in memory until the end of the visit and are marked in the list. Later
 * operations try `lasting` again. `onState` runs when the state changes. No method rejects because of `lasting`.
 */
export function createOverlayStore(lasting: IndexStore, onState: (state: StorageState) => void): IndexStore {
  const held = createMemoryStore()
  let told: StorageState['kind'] = 'lasting'

  const tell = (state: StorageState): void => {
    if (state.kind === told) return
    told = state.kind
    onState(state)
  }

  const refused = (thrown: unknown): void => {
    const { code, message } = problemFrom(thrown, 'storage')
    tell({ kind: code === 'storage-full' ? 'full' : 'none', message })
  }

  /**
   * The result of the persistent store, else `instead`. A store that responds is available again, though it may still
   * be full.
   */
  const ask = async <T>(question: () => Promise<T>, instead: T): Promise<T> => {
    try {
      const answer = await question()
      if (told === 'none') tell({ kind: 'lasting' })
      return answer
    } catch (thrown) {
      refused(thrown)
      return instead
    }
  }

  return {
    async list() {
      const own = (await held.list()).map((entry) => ({ ...entry, summary: { ...entry.summary, fleeting: true } }))
      const kept = await ask(() => lasting.list(), [])
      const isHeld = new Set(own.map(({ key }) => keyText(key)))
      return [...own, ...kept.filter(({ key }) => !isHeld.has(keyText(key)))]
    },
    open: async (key) => (await held.open(key)) ?? ask(() => lasting.open(key), undefined),
    async put(entry, bytes) {
      try {
        await lasting.put(entry, bytes)
        await held.delete(entry.key)
        tell({ kind: 'lasting' })
      } catch (thrown) {
        await held.put(entry, bytes)
        refused(thrown)
      }
    },
    async update(key, change) {
      await held.update(key, change)
      await ask(() => lasting.update(key, change), undefined)
    },
    async delete(key) {
      await held.delete(key)
      await ask(() => lasting.delete(key), undefined)
      if (told === 'full') tell({ kind: 'lasting' })
    },
    harvested: async (uuid) => (await held.harvested(uuid)) ?? ask(() => lasting.harvested(uuid), undefined),
    async harvest(uuid, functions) {
      try {
        await lasting.harvest(uuid, functions)
      } catch (thrown) {
        // Names from reports are optional: losing them is reported only if nothing at all can be stored.
        await held.harvest(uuid, functions)
        if (problemFrom(thrown, 'storage').code !== 'storage-full') refused(thrown)
      }
    },
  }
}
