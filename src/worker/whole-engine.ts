/** The engine with its builders, loaded with the first file. */
import { makeIndexer } from '#make-indexer'
import { createEngine } from '../core/engine.ts'
import type { Engine } from '../core/engine-types.ts'
import type { IndexSite, IndexStore } from '../core/ports.ts'
import { createIndexReader } from '../core/symindex/reader.ts'
import { createMapStore } from '../stores/idb-maps.ts'
import { createIndexerPool } from './indexer-pool.ts'

export function makeWholeEngine(indexes: IndexStore & IndexSite, module: WebAssembly.Module): Engine {
  return createEngine({
    indexes,
    maps: createMapStore(),
    site: indexes,
    builder: createIndexerPool(module, makeIndexer),
    reader: createIndexReader(module),
  })
}
