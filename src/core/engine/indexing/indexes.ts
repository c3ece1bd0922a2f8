/** The engine's methods for images and their indexes: list, build, forget, search, export. */
import type { Engine } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import { keyText } from '../../model/key.ts'
import { failure, problemFrom, success } from '../../model/problem.ts'
import { searchKept } from '../names/search.ts'
import type { Services } from '../services.ts'

type IndexMethods = Pick<
  Engine,
  | 'index'
  | 'cancel'
  | 'images'
  | 'forget'
  | 'pin'
  | 'maps'
  | 'forgetMaps'
  | 'searchSymbols'
  | 'exportIndex'
  | 'exportSymbols'
>

const silent = (): void => {}

export function indexMethods(services: Services): IndexMethods {
  const { ports, catalog, debugMaps, harvest, indexing, kept, keptMaps, symbols } = services
  const { indexes, reader, threads } = ports
  return {
    index: (keys, onEvent = silent) =>
      Promise.all(keys.map((key) => indexing.index(key, onEvent, threads, () => kept.close(key)))),

    async cancel(keys) {
      for (const key of keys) indexing.cancel(key)
    },

    images: () => {
      catalog.invalidate()
      return catalog.images()
    },

    async forget(keys) {
      for (const key of keys) {
        indexing.cancel(key)
        kept.close(key)
        catalog.forgetSources(key)
        debugMaps.forget(key.uuid)
        harvest.forget(key.uuid)
        await indexes.delete(key)
      }
      catalog.invalidate()
    },

    async pin(key, pinned) {
      await indexes.update(key, { pinned })
      catalog.invalidate()
    },

    maps: () => keptMaps.list(),

    forgetMaps: (ids) => keptMaps.forget(ids),

    async searchSymbols(query, limit) {
      return searchKept(await catalog.entries(), (key) => symbols.names(key), query, limit)
    },

    async exportIndex(key) {
      const blob = await indexes.open(key)
      const {
        stored,
        packed: [packed],
      } = await catalog.entry(key)
      const path = `${(stored ?? packed)?.name ?? ''}-${key.arch}-${key.uuid}.unslide-index`
      if (blob && stored) return success({ path, blob })
      if (!packed) return failure(problem('not-indexed', { image: keyText(key) }))
      try {
        await (await import('../catalog/packed-indexes.ts')).openPacked(reader, packed)
        return success({ path, blob: packed.index })
      } catch (thrown) {
        return failure(problemFrom(thrown, packed.path))
      }
    },

    async exportSymbols(key, format) {
      const index = await kept.open(key)
      if (!index) return failure(problem('not-indexed', { image: keyText(key) }))
      try {
        const { writeSymbols } = await import('./written-symbols.ts')
        const { blob, extension } = await writeSymbols(index, format)
        return success({ path: `${index.name}-${key.arch}-${key.uuid}.${extension}`, blob })
      } catch (thrown) {
        return failure(problemFrom(thrown, index.name))
      }
    },
  }
}
