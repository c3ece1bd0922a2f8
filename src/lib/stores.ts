/** `unslide/stores`: where indexes are kept. */
export { createMemoryStore } from '../stores/memory.ts'
export { createIdbStore } from '../stores/idb.ts'
export { createOriginFiles, type OriginFiles } from '../stores/origin-files.ts'
export { createOverlayStore, type StorageState } from '../stores/overlay.ts'
export type { HarvestedFunction, IndexKey, IndexStore, Sighting, StoredIndex } from '../core/ports.ts'
