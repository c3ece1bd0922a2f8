/** The engine's methods for files: add, survey, inspect. */
import type { AddOptions, AddSummary, Engine } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import { FormatError, type Problem } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'
import type { SymbolSource } from '../../symbols/source.ts'
import type { Services } from '../services.ts'
import { BuildEvidence } from './build-evidence.ts'
import { ingest, noSink, type SymbolSink } from './intake.ts'
import { SymbolMaps } from './symbol-maps.ts'

const silent = (): void => {}

export function fileMethods(services: Services): Pick<Engine, 'add' | 'survey' | 'inspect'> {
  const { catalog, debugMaps, keptMaps, urgent } = services
  const symbolMaps = new SymbolMaps(catalog)
  const evidence = new BuildEvidence(catalog)
  const sinkFor = symbolSink(services, symbolMaps)
  return {
    add: (files, onEvent = silent, options = {}) =>
      urgent.run(
        async () => {
          const sinks = { own: sinkFor(options), ...(!options.areSymbols && { ofArchive: services.ofArchive }) }
          const added = await debugMaps.join(await ingest(files, sinks, onEvent))
          const joined = symbolMaps.join(await evidence.join(added))
          return withNotes(joined, await keptMaps.keepGiven())
        },
        ({ reports }) => reports.length > 0,
      ),

    survey: async (files) => (await ingest(files, { own: noSink }, silent)).files,

    inspect: async (files) => (await import('./inspect.ts')).inspectFiles(files),
  }
}

/** The outcomes with notes on their files; those of a map in a pack are in the pack’s outcome. */
function withNotes(added: AddSummary, notes: readonly Problem[]): AddSummary {
  if (notes.length === 0) return added
  const files = added.files.map((file) => {
    const own = notes.filter(({ file: path = '' }) => path === file.path || path.startsWith(`${file.path}!`))
    return own.length > 0 ? { ...file, problems: [...file.problems, ...own] } : file
  })
  return { ...added, files }
}

/** Puts symbols where look-ups find them. */
function symbolSink(
  { ports, catalog, debugMaps, kept, keptMaps }: Services,
  symbolMaps: SymbolMaps,
): (options: AddOptions) => SymbolSink {
  const { builder, indexes, reader } = ports
  /** Files of sources that open several together, by path. */
  const parts = new Map<SymbolSource, Map<string, InputFile>>()
  return ({ imports }) => ({
    joinParts: (source, files) => {
      const known = parts.get(source) ?? new Map<string, InputFile>()
      for (const file of files) known.set(file.path, file)
      parts.set(source, known)
      return [...known.values()]
    },
    addSource: (image) => {
      builder.expect?.(image.bytes)
      catalog.addSource(image)
      debugMaps.take(image)
    },
    addAid: (aid) => {
      if (aid.kind === 'map' || aid.kind === 'original') symbolMaps.take(aid)
      else keptMaps.take(aid)
    },
    addPack: (images) => {
      if (imports === 'ask') return 'asks'
      for (const image of images) catalog.addPacked(image)
      return 'open'
    },
    addIndex: async (entry, bytes) => {
      catalog.invalidate()
      const { stored } = await catalog.entry(entry.key)
      if (stored && !stored.summary.imported) return 'not-needed'
      if (imports === 'ask') return 'asks'
      const opened = await reader.open(bytes, entry.name)
      if (!opened.ok) throw new FormatError(opened.problems[0] ?? problem('bad-index', {}))
      await opened.value.check()
      await indexes.put(entry, bytes)
      kept.close(entry.key)
      catalog.invalidate()
      return 'kept'
    },
  })
}
