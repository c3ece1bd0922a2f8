/**
 * The engine: everything outside the core speaks to this. It joins the parts and knows no host. Parts that many visits do
 * not need are loaded when they are.
 */
import { Catalog, keyText } from './engine/catalog.ts'
import { Harvest } from './engine/harvest.ts'
import { Indexing, namingEvents } from './engine/indexing.ts'
import { noSink, readReports, ingest, type SymbolSink } from './engine/intake.ts'
import { OpenReports, withNames } from './engine/open-reports.ts'
import { SymbolAccess } from './engine/symbol-access.ts'
import type { Engine, SymbolHit } from './engine-types.ts'
import type { OpenImageCode } from './memory/dump-report.ts'
import { problem } from './messages/problems.ts'
import { failure, success, type Outcome } from './model/problem.ts'
import type { Report } from './model/report.ts'
import type { IndexBuilder, IndexStore, InputFile } from './ports.ts'
import type { SymbolLookup } from './resolve/symbol-lookup.ts'
import { INDEX_VERSION } from './symindex/index-file.ts'
import type { IndexReader } from './symindex/reader.ts'

/** What a host gives. */
export interface EnginePorts {
  readonly indexes: IndexStore
  readonly builder: IndexBuilder
  readonly reader: IndexReader
  /** Workers that a whole build may use; the builder's own choice when absent. */
  readonly threads?: number
}

/** Makes an engine over a host's store and builder. No promise of it rejects for what a file holds. */
export function createEngine({ indexes, builder, reader, threads }: EnginePorts): Engine {
  const catalog = new Catalog(indexes, INDEX_VERSION)
  const symbols = new SymbolAccess(catalog, indexes, builder, reader, (key) => indexing.isRunning(key))
  const harvest = new Harvest(indexes)
  const indexing = new Indexing(catalog, indexes, builder)
  /** What helps to unwind through an image that a core file or minidump names, when its binary or dSYM was given. */
  const openCode: OpenImageCode = async ({ uuid }) => {
    const known = uuid && (await catalog.images()).find((image) => image.uuid === uuid)
    return known && symbols.unwinding(known)
  }
  /** Reads the reports of a file, and remembers what they say about images. */
  const read = async (file: InputFile): Promise<Outcome<readonly Report[]>> => {
    const parsed = await readReports(file, openCode)
    if (parsed.ok) await harvest.learn(parsed.value)
    return parsed
  }
  const silent = (): void => {}
  const open = new OpenReports({ read, images: () => catalog.images(), stateOf: (key) => catalog.stateOf(key) })
  const resolve: Engine['resolve'] = async (handle, options = {}, onEvent = silent) => {
    // The store may have been cleared, or filled, by another tab.
    catalog.invalidate()
    const onProgress = namingEvents(onEvent)
    const lookup: SymbolLookup = {
      images: await catalog.images(),
      lookup: (key, offsets) => symbols.lookup(key, offsets, onProgress),
      code: (key) => symbols.code(key),
      unwinding: (key) => symbols.unwinding(key),
      callReturns: (key) => symbols.callReturns(key),
      findNames: (key, names) => symbols.findNames(key, names),
      layout: (key) => symbols.layout(key),
      harvested: (uuid) => harvest.of(uuid),
    }
    return open.resolve(handle, lookup, options)
  }
  const sink: SymbolSink = {
    addSource: (image) => {
      builder.expect?.(image.bytes)
      catalog.addSource(image)
    },
    addIndex: async (entry, bytes) => {
      await indexes.put(entry, bytes)
      catalog.invalidate()
    },
  }

  return {
    add: (files, onEvent = silent) => ingest(files, sink, onEvent),

    survey: async (files) => (await ingest(files, noSink, silent)).files,

    parse: read,

    open: (file) => open.open(file),

    resolve,

    async close(handle) {
      open.close(handle)
    },

    async symbolicate(file, options, onEvent) {
      const opened = await open.open(file)
      if (!opened.ok) return opened
      const { handle, reports } = opened.value
      try {
        const named = await resolve(handle, options, onEvent)
        return named.ok ? success(withNames(reports, named.value), named.problems) : named
      } finally {
        open.close(handle)
      }
    },

    index: (keys, onEvent = silent) =>
      Promise.all(keys.map((key) => indexing.index(key, onEvent, threads, () => symbols.close(key)))),

    async cancel(keys) {
      for (const key of keys) indexing.cancel(key)
    },

    lookup: ({ key, offsets }) => symbols.lookup(key, offsets),

    otherNames: ({ key, offsets }) => symbols.otherNames(key, offsets),

    inspect: async (files) => (await import('./engine/inspect.ts')).inspectFiles(files),

    images: () => {
      catalog.invalidate()
      return catalog.images()
    },

    async forget(keys) {
      for (const key of keys) {
        indexing.cancel(key)
        symbols.close(key)
        catalog.forgetSources(key)
        harvest.forget(key.uuid)
        await indexes.delete(key)
      }
      catalog.invalidate()
    },

    async pin(key, pinned) {
      await indexes.update(key, { pinned })
      catalog.invalidate()
    },

    async searchSymbols(query, limit) {
      const hits: SymbolHit[] = []
      if (query.trim() === '') return hits
      for (const { key, stored } of await catalog.entries()) {
        if (!stored || hits.length >= limit) continue
        const names = await symbols.names(key)
        const found = names?.find(query, limit - hits.length) ?? []
        hits.push(...found.map((hit) => ({ key, image: stored.name, ...hit })))
      }
      return hits
    },

    async exportIndex(key) {
      const blob = await indexes.open(key)
      const { stored } = await catalog.entry(key)
      if (!blob || !stored) {
        return failure(problem('not-indexed', { image: keyText(key) }))
      }
      return success({ path: `${stored.name}-${key.arch}-${key.uuid}.unslide-index`, blob })
    },
  }
}
