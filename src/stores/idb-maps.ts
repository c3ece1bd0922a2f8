/** Maps of scripts, of translated lines and of names that were given, in a database of their own: indexes can be built again, maps cannot. */
import type { MapStore, StoredMap } from '../core/ports.ts'
import { createRecordStore } from './idb-records.ts'
import { answersInTime } from './in-time.ts'
import { isNamed } from './is-named.ts'
import { storage, storageReasons } from './messages/storage.ts'

/** Name of the database. */
export const MAPS_DATABASE = 'unslide-maps'

interface MapRecord {
  readonly id: string
  readonly entry: StoredMap
  readonly blob: Blob
}

/** A store that rejects where the browser has none, refuses, or gives no answer; after that it rejects at once until an answer comes. */
export function createMapStore(name = MAPS_DATABASE, longestAnswer?: number): MapStore {
  const records = createRecordStore<MapRecord>(name, 'maps')
  const answer = answersInTime(longestAnswer)
  const inTime = <T>(work: () => Promise<T>): Promise<T> =>
    answer(async () => {
      if (typeof indexedDB === 'undefined') throw new Error(storageReasons.noDatabase)
      return work()
    })

  return {
    list: () => inTime(async () => (await records.list()).filter(isRecord).map(({ entry }) => entry)),
    open: (id) =>
      inTime(async () => {
        const record = await records.get(id)
        return isRecord(record) ? record.blob : undefined
      }),
    // Writing takes as long as the map is large.
    put: async (entry, blob) => {
      await inTime(() => records.count())
      await records.put({ id: entry.id, entry, blob }).catch((thrown: unknown) => {
        throw isNamed(thrown, 'QuotaExceededError') ? new Error(storage.full) : thrown
      })
    },
    delete: (ids) => inTime(() => records.delete(ids)),
  }
}

/** Other programs of this origin can write records, too. */
function isRecord(value: unknown): value is MapRecord {
  if (typeof value !== 'object' || value === null || !('entry' in value) || !('blob' in value)) return false
  return typeof value.entry === 'object' && value.entry !== null && value.blob instanceof Blob
}
