/**
 * The engine: everything outside the core speaks to this. It joins the parts and knows no host. Parts that many visits do
 * not need are loaded when they are.
 */
import { BuildEvidence } from './engine/build-evidence.ts'
import { Catalog, keyText } from './engine/catalog.ts'
import { DebugMaps } from './engine/debug-maps.ts'
import { Harvest } from './engine/harvest.ts'
import { Indexing, namingEvents } from './engine/indexing.ts'
import { isStoredIndex } from './engine/kept-records.ts'
import { noSink, readReports, ingest, type SymbolSink } from './engine/intake.ts'
import { findElsewhere } from './engine/find-elsewhere.ts'
import { openImages } from './engine/opened-images.ts'
import { otherBuilds } from './engine/other-builds.ts'
import { OpenReports, withNames, type OpenReportsHost } from './engine/open-reports.ts'
import { searchKept } from './engine/search.ts'
import { UrgentWork } from './engine/urgent-work.ts'
import { SymbolMaps } from './engine/symbol-maps.ts'
import { SymbolAccess, type OnPartialRead } from './engine/symbol-access.ts'
import type { CarriedNames } from './engine/carried-names.ts'
import type { FrameReading } from './engine/frame-reading.ts'
import type { NamedReport } from './engine/frame-variables.ts'
import type { FunctionCode } from './engine/function-code.ts'
import type { AddOptions, Engine, LookupAnswer, ReportHandle } from './engine-types.ts'
import type { OpenImageCode } from './memory/dump-report.ts'
import type { Report } from './model/report.ts'
import type { ImageOffset } from './model/address.ts'
import { hasName, type ImageUuid } from './model/image.ts'
import { problem } from './messages/problems.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from './model/problem.ts'
import type { IndexBuilder, IndexKey, IndexSite, IndexStore, InputFile } from './ports.ts'
import type { SymbolLookup } from './resolve/symbol-lookup.ts'
import type { SymbolSource } from './symbols/source.ts'
import { INDEX_VERSION } from './symindex/index-file.ts'
import type { IndexReader } from './symindex/reader.ts'

/** What a host gives. */
export interface EnginePorts {
  readonly indexes: IndexStore
  readonly builder: IndexBuilder
  readonly reader: IndexReader
  /** Asked for indexes of images that have no symbols at hand; what it finds is in `indexes`. */
  readonly site?: IndexSite
  /** Workers that a whole build may use; the builder's own choice when absent. */
  readonly threads?: number
}

const loadFault = () => import('./engine/fault.ts')

/** Only crashes have instructions to tell of, and few other reports have registers. */
const hasMachine = ({ threads }: Report): boolean => threads.some(({ crashed, registers }) => crashed || registers)

/** Makes an engine over a host's store and builder. No promise of it rejects for what a file holds. */
export function createEngine({ indexes, builder, reader, site, threads }: EnginePorts): Engine {
  const catalog = new Catalog(indexes, INDEX_VERSION)
  /** What was found wrong with kept indexes since it was last told. */
  let damage: readonly Problem[] = []
  /** Drops a kept index that is not what was kept, and builds it again where its file is at hand. The names of reports stay. */
  const drop = async (key: IndexKey): Promise<void> => {
    symbols.close(key)
    const names = await indexes.harvested(key.uuid)
    await indexes.delete(key)
    if (names) await indexes.harvest(key.uuid, names)
    catalog.invalidate()
    if ((await catalog.entry(key)).sources.length > 0)
      await indexing.index(
        key,
        () => {},
        threads,
        () => symbols.close(key),
      )
  }
  const symbols = new SymbolAccess(
    catalog,
    indexes,
    builder,
    reader,
    (key) => indexing.isRunning(key),
    (key, problems) => {
      damage = [...damage, ...problems]
      drop(key).catch(() => undefined)
    },
    (found) => {
      damage = [...damage, found]
    },
  )
  /** Deletes indexes of other versions of this program, once, and says so. Never rejects: without a store there are none. */
  const dropOld = async (): Promise<void> => {
    const kept: readonly unknown[] = await indexes.list().catch(() => [])
    for (const stored of kept) {
      if (!isStoredIndex(stored) || stored.formatVersion === INDEX_VERSION) continue
      damage = [...damage, problem('old-index', { image: stored.name })]
      await indexes.delete(stored.key).catch(() => undefined)
    }
  }
  let dropping: Promise<void> | undefined
  const withDamage = <T>(outcome: Outcome<T>): Outcome<T> => {
    if (damage.length === 0) return outcome
    const problems = [...damage, ...outcome.problems]
    damage = []
    return outcome.ok ? success(outcome.value, problems) : failure(problems)
  }
  const find = async (uuids: Iterable<ImageUuid>): Promise<readonly Problem[]> =>
    site && site.mayAsk?.() !== false ? findElsewhere(catalog, indexes, symbols, site, uuids) : []
  const debugMaps = new DebugMaps(catalog)
  const symbolMaps = new SymbolMaps(catalog)
  const evidence = new BuildEvidence(catalog)
  const harvest = new Harvest(indexes)
  const urgent = new UrgentWork()
  const indexing = new Indexing(catalog, indexes, builder, reader, urgent)
  /** What helps to unwind through an image that a core file or minidump names, when its binary or dSYM was given. */
  const openCode: OpenImageCode = async ({ uuid }) => {
    const known = uuid && (await catalog.images()).find((image) => image.uuid === uuid)
    return known && symbols.unwinding(known)
  }
  /** Reads the reports of a file, and remembers what they say about images. */
  const read: OpenReportsHost['read'] = async (file, { forgetsNames } = {}, onBeginning) => {
    const parsed = await readReports(file, openCode, onBeginning)
    // Loaded beside the names, not behind them.
    if (parsed.ok && parsed.value.some(hasMachine)) loadFault().catch(() => undefined)
    if (parsed.ok && !forgetsNames) harvest.learnLater(parsed.value)
    return parsed
  }
  const silent = (): void => {}
  const hasMore = ({ ok }: Outcome<unknown>): boolean => ok
  let carried: CarriedNames | undefined
  let code: FunctionCode | undefined
  const functionCode = async (): Promise<FunctionCode> => {
    const { FunctionCode } = await import('./engine/function-code.ts')
    return (code ??= new FunctionCode(catalog))
  }
  /** Names of one image, with those of other builds where that is wished. */
  const lookUp = async (
    key: IndexKey,
    offsets: readonly ImageOffset[],
    similar = false,
    onProgress?: OnPartialRead,
    signal?: AbortSignal,
  ): Promise<Outcome<LookupAnswer>> => {
    const answer = signal?.aborted ? undefined : await symbols.lookup(key, offsets, onProgress, signal)
    // What was not found now may be found the next time: it is no answer.
    if (!answer || signal?.aborted) return failure(problem('cancelled.names', {}))
    const isOpen = answer.ok && answer.value.some((chain) => !chain.some(hasName))
    if (!similar || !isOpen || (await otherBuilds(catalog, key)).length === 0) return answer
    const { CarriedNames } = await import('./engine/carried-names.ts')
    carried ??= new CarriedNames(catalog, await functionCode(), (other, starts) => symbols.lookup(other, starts))
    return carried.fill(key, offsets, answer)
  }
  /** Changes with all that answers for an image: its own symbols, and those of other builds where these may. */
  const stateOf = async (key: IndexKey, similar = false): Promise<string> => {
    const others = similar ? await otherBuilds(catalog, key) : []
    return (await Promise.all([key, ...others].map((one) => catalog.stateOf(one)))).join(' ')
  }
  const open = new OpenReports({
    read,
    images: () => catalog.images(),
    stateOf,
    fault: async (symbolicated, names, file) => {
      if (!hasMachine(symbolicated.report)) return undefined
      const { findFault } = await loadFault()
      return findFault(symbolicated, names, file, (key) => openImages(catalog, key))
    },
  })
  let frames: FrameReading | undefined
  const frameReading = async (): Promise<FrameReading> => {
    const { FrameReading } = await import('./engine/frame-reading.ts')
    return (frames ??= new FrameReading(catalog, { read: (file) => readReports(file, openCode), openCode, named }))
  }
  /** The reports of a file as they are named. */
  const named = async (file: InputFile): Promise<readonly NamedReport[]> => {
    const opened = await urgent.run(() => open.open(file, { forgetsNames: true }), hasMore)
    if (!opened.ok) return []
    const { handle, reports } = opened.value
    await resolve(handle)
    const found = reports.flatMap((_, report) => open.of(handle, report) ?? [])
    open.close(handle)
    return found
  }
  /** Look-ups under way, by the reports they are for. */
  const naming = new Map<ReportHandle, AbortController>()
  const resolve: Engine['resolve'] = (...asked) => urgent.run(() => resolveNow(...asked), hasMore)
  const resolveNow: Engine['resolve'] = async (handle, options = {}, onEvent = silent) => {
    const stop = new AbortController()
    naming.set(handle, stop)
    // The store may have been cleared, or filled, by another tab.
    await (dropping ??= dropOld())
    catalog.invalidate()
    await harvest.learnWaiting()
    const unasked = await find(open.usedImages(handle))
    damage = [...damage, ...unasked]
    const onProgress = namingEvents(onEvent)
    const lookup: SymbolLookup = {
      images: await catalog.images(),
      lookup: (key, offsets) => lookUp(key, offsets, options.similar, onProgress, stop.signal),
      code: (key) => symbols.code(key),
      unwinding: (key) => symbols.unwinding(key),
      callReturns: (key) => symbols.callReturns(key),
      findNames: (key, names) => symbols.findNames(key, names),
      layout: (key) => symbols.layout(key),
      harvested: (uuid) => harvest.of(uuid),
    }
    const outcome = withDamage(await open.resolve(handle, lookup, options))
    if (naming.get(handle) === stop) naming.delete(handle)
    if (!outcome.ok || !stop.signal.aborted) return outcome
    return success(outcome.value, [problem('cancelled.names', {}), ...outcome.problems])
  }
  /** Files of sources that open several together, by path. */
  const parts = new Map<SymbolSource, Map<string, InputFile>>()
  const sinkFor = ({ imports }: AddOptions): SymbolSink => ({
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
    addAid: (aid) => symbolMaps.take(aid),
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
      symbols.close(entry.key)
      catalog.invalidate()
      return 'kept'
    },
  })

  return {
    add: (files, onEvent = silent, options = {}) =>
      urgent.run(
        async () => {
          const added = await debugMaps.join(await ingest(files, sinkFor(options), onEvent))
          return symbolMaps.join(await evidence.join(added))
        },
        ({ reports }) => reports.length > 0,
      ),

    survey: async (files) => (await ingest(files, noSink, silent)).files,

    async parse(file) {
      const parsed = await read(file)
      await harvest.learnWaiting()
      return parsed
    },

    open: (file, options = {}, onBeginning) => urgent.run(() => open.open(file, options, onBeginning), hasMore),

    resolve,

    async cancelNames(handle) {
      naming.get(handle)?.abort()
    },

    async close(handle) {
      open.close(handle)
      frames?.close(handle)
      await harvest.learnWaiting()
    },

    async symbolicate(file, options, onEvent) {
      const opened = await urgent.run(() => open.open(file), hasMore)
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

    async disassemble({ key, at, count, mode }) {
      const { disassembleImage } = await import('./engine/disassembling.ts')
      return disassembleImage(await openImages(catalog, key), at, count, mode)
    },

    async frameCode({ handle, report, frame }) {
      const held = open.of(handle, report)
      if (!held) return failure(problem('not-open', {}))
      const { instructionsOfFrame } = await import('./engine/frame-code.ts')
      const symbols = { images: await catalog.images(), lookup: lookUp }
      return urgent.run(() => instructionsOfFrame(held, frame, symbols, (key) => openImages(catalog, key)))
    },

    async variables({ key, offsets }) {
      const { variablesOfImage } = await import('./engine/variables.ts')
      return variablesOfImage((await catalog.entry(key)).sources, offsets)
    },

    async frameVariables(file) {
      return (await frameReading()).all(file)
    },

    async variablesOfFrame(request) {
      const file = open.fileOf(request.handle)
      if (!file) return failure(problem('not-open', {}))
      const reading = await frameReading()
      return urgent.run(() => reading.one(file, request, open.of(request.handle, request.report)))
    },

    async variablesOfReport(request) {
      const file = open.fileOf(request.handle)
      if (!file) return failure(problem('not-open', {}))
      return (await frameReading()).some(file, request, open.of(request.handle, request.report))
    },

    async lineFiles(request) {
      const { lineFilesOfImage } = await import('./engine/line-files.ts')
      const { sources } = await catalog.entry(request.key)
      return urgent.run(() => lineFilesOfImage(sources, request))
    },

    async hints({ key, offsets }) {
      const { hintsAt } = await import('./engine/function-hints.ts')
      return hintsAt(await functionCode(), (of, starts) => symbols.lookup(of, starts), key, offsets)
    },

    lookup: async ({ key, offsets, similar }) => withDamage(await lookUp(key, offsets, similar)),

    find: async (uuids) => withDamage(success(undefined, await find(uuids))).problems,

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
        await (await import('./engine/packed-indexes.ts')).openPacked(reader, packed)
        return success({ path, blob: packed.index })
      } catch (thrown) {
        return failure(problemFrom(thrown, packed.path))
      }
    },

    async exportSymbols(key, format) {
      const index = await symbols.index(key)
      if (!index) return failure(problem('not-indexed', { image: keyText(key) }))
      try {
        const { writeSymbols } = await import('./engine/written-symbols.ts')
        const { blob, extension } = await writeSymbols(index, format)
        return success({ path: `${index.name}-${key.arch}-${key.uuid}.${extension}`, blob })
      } catch (thrown) {
        return failure(problemFrom(thrown, index.name))
      }
    },
  }
}
