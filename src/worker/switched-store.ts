/** A store that adds a site's images while the host allows requests to it. */
import type { IndexSite, IndexStore } from '../core/ports.ts'

type SiteStore = IndexStore & IndexSite

export interface SwitchedStore extends SiteStore {
  readonly own: IndexStore
  /** Uses this store from now on; it reads the host's own store first. Undefined: the host's own store alone, without requests. */
  turn(to: SiteStore | undefined): void
}

/** `own` answers until another one is turned to. */
export function createSwitchedStore(own: IndexStore): SwitchedStore {
  const alone: SiteStore = { ...own, find: async () => [] }
  let current = alone
  return {
    own,
    turn: (to) => {
      current = to ?? alone
    },
    mayAsk: () => current !== alone,
    find: (uuids) => current.find(uuids),
    list: () => current.list(),
    open: (key) => current.open(key),
    put: (entry, bytes) => current.put(entry, bytes),
    update: (key, change) => current.update(key, change),
    delete: (key) => current.delete(key),
    harvested: (uuid) => current.harvested(uuid),
    harvest: (uuid, functions) => current.harvest(uuid, functions),
  }
}
