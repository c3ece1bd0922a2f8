/** Indexes kept in memory: for tests, for one run of the command line, and where a browser gives no storage. */
import { keyText } from '../core/model/key.ts'
import type { HarvestedFunction, IndexStore, StoredIndex } from '../core/ports.ts'

/** A store that lasts as long as it is referred to. */
export function createMemoryStore(): IndexStore {
  const kept = new Map<string, { entry: StoredIndex; bytes: Blob }>()
  const names = new Map<string, readonly HarvestedFunction[]>()
  let changes = 0
  return {
    list: async () => [...kept.values()].map(({ entry }) => entry),
    changes: () => changes,
    open: async (key) => kept.get(keyText(key))?.bytes,
    put: async (entry, bytes) => {
      changes++
      kept.set(keyText(entry.key), { entry, bytes })
    },
    update: async (key, { pinned }) => {
      const found = kept.get(keyText(key))
      changes++
      if (found) found.entry = { ...found.entry, summary: { ...found.entry.summary, pinned } }
    },
    delete: async (key) => {
      changes++
      kept.delete(keyText(key))
      names.delete(key.uuid)
    },
    harvested: async (uuid) => names.get(uuid),
    harvest: async (uuid, functions) => void names.set(uuid, functions),
  }
}
