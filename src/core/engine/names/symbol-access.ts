/**
 * Looks up the calls at addresses of one image: in its kept index, else in a partial index built from the files of this
 * session. Offsets that one source does not cover go to the next.
 */
import type { LookupAnswer } from '../../engine-types.ts'
import { ownFiles } from '../../messages/files.ts'
import type { ImageOffset } from '../../model/address.ts'
import { hasName, type Call } from '../../model/image.ts'
import { problem } from '../../messages/problems.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { BuildProgress, IndexKey } from '../../ports.ts'
import type { CodeLayout } from '../../resolve/symbol-lookup.ts'
import type { IndexReader, SymbolIndex } from '../../symindex/reader.ts'
import { inOrder, type Answering, type BroughtIndex, type Catalog, type CatalogEntry } from '../catalog/catalog.ts'
import type { PackedIndexes } from '../catalog/packed-indexes.ts'
import type { BuiltIndexes } from './built-indexes.ts'
import type { ImageCodes } from './image-code.ts'
import type { KeptIndexes } from './kept-indexes.ts'
import { readChains, type Chains } from './readable-calls.ts'
import type { RivalFiles } from './rival-files.ts'
import { remembered } from './remembered.ts'
import { SearchableNames } from './search.ts'

/** Larger files are not read whole to find a name. */
const NAMES_BYTES = 64 * 2 ** 20
/** Up to this size a whole index takes no longer than a partial one. */
const SMALL_BYTES = 4 * 2 ** 20

/** Called while part of a file is read; `name` of the image. */
export type OnPartialRead = (name: string, progress: BuildProgress) => void

export interface SymbolAccessHost {
  readonly catalog: Catalog
  readonly kept: KeptIndexes
  readonly built: BuiltIndexes
  readonly codes: ImageCodes
  readonly reader: IndexReader
  /** True while the whole index of an image is being built. */
  readonly isIndexing: (key: IndexKey) => boolean
  /** Called for a damaged image of a pack. */
  readonly onProblem: (problem: Problem) => void
}

export interface LookupOptions {
  /** The archive that the report lies in: what came in it counts, too. */
  readonly archive?: string | undefined
  readonly onRead?: OnPartialRead | undefined
  readonly signal?: AbortSignal | undefined
  /** As in `LookupRequest`. */
  readonly columns?: boolean | undefined
}

export class SymbolAccess {
  readonly #host: SymbolAccessHost
  /** Lives as long as the index's reader. */
  readonly #names = new WeakMap<SymbolIndex, Promise<SearchableNames>>()
  readonly #brought = new WeakMap<BroughtIndex, Promise<SymbolIndex>>()
  #rivals: RivalFiles | undefined
  #packs: Promise<PackedIndexes> | undefined

  constructor(host: SymbolAccessHost) {
    this.#host = host
  }

  /** The searchable names of a kept index; undefined without a readable index, and for a large index on a site. */
  async names(key: IndexKey): Promise<SearchableNames | undefined> {
    const { site, bytes = 0 } = (await this.#host.catalog.entry(key)).stored?.summary ?? {}
    if (site !== undefined && bytes > SMALL_BYTES) return undefined
    return this.#host.kept.ask(key, (index) => this.#searchable(index)).catch(() => undefined)
  }

  /** An index's names, demangled once. */
  #searchable(index: SymbolIndex): Promise<SearchableNames> {
    return remembered(this.#names, index, async () => new SearchableNames(await index.names()))
  }

  /** Sections with code, and starts from everything that names functions. Undefined without a file of the image. */
  async layout(key: IndexKey): Promise<CodeLayout | undefined> {
    const code = await this.#host.codes.sections(key)
    if (!code) return undefined
    const names = await this.#trustedNames(key)
    const extent = code.reduce((end, { start, size }) => Math.max(end, start + size), 0)
    return { code, functionStarts: names?.allStarts() ?? [], extent }
  }

  /**
   * Starts of the functions with these names, in the order of the arguments. Without a kept index, small files are read
   * whole.
   */
  async findNames(key: IndexKey, wanted: readonly string[]): Promise<readonly (readonly ImageOffset[])[]> {
    const names = await this.#trustedNames(key)
    return wanted.map((name) => names?.starts(name) ?? [])
  }

  /** The names of the kept index or of a file; of an imported index or a pack only where no file has any. */
  async #trustedNames(key: IndexKey): Promise<SearchableNames | undefined> {
    const { stored, packed } = await this.#host.catalog.entry(key)
    const own = stored?.summary.imported
      ? ((await this.#namesOfSource(key)) ?? (await this.names(key)))
      : ((await this.names(key)) ?? (await this.#namesOfSource(key)))
    const [image] = packed
    if (own || !image) return own
    return (await this.#packed()).ask(image, (index) => this.#searchable(index)).catch(() => undefined)
  }

  /** The indexes in packs; their code is loaded with the first look-up. */
  #packed(): Promise<PackedIndexes> {
    this.#packs ??= import('../catalog/packed-indexes.ts').then(
      (module) => new module.PackedIndexes(this.#host.reader, this.#host.onProblem),
    )
    return this.#packs
  }

  async #namesOfSource(key: IndexKey): Promise<SearchableNames | undefined> {
    const [source] = (await this.#host.catalog.entry(key)).sources
    if (!source || source.bytes > NAMES_BYTES) return undefined
    if (source.bytes > SMALL_BYTES && this.#host.isIndexing(key)) return undefined
    const index = await this.#host.built.whole(source, [])
    return index && this.#searchable(index)
  }

  #openBrought(source: BroughtIndex): Promise<SymbolIndex> {
    return remembered(this.#brought, source, async () => {
      const opened = await this.#host.reader.open(source.bytes, source.path)
      if (!opened.ok) throw new FormatError(opened.problems[0] ?? problem('bad-index', {}))
      await opened.value.check()
      return opened.value
    })
  }

  /** Chains of demangled calls, innermost first, in the order of the arguments; empty where nothing covers an offset. */
  async lookup(
    key: IndexKey,
    offsets: readonly ImageOffset[],
    options: LookupOptions = {},
  ): Promise<Outcome<LookupAnswer>> {
    const entry = await this.#host.catalog.entry(key)
    const problems: Problem[] = []
    const chains: Chains = offsets.map(() => [])
    let asked = 0
    for (const source of inOrder(entry, options.archive)) {
      const open = chains.flatMap((chain, position) => (isNamed(chain) ? [] : [position]))
      if (open.length === 0 || options.signal?.aborted) break
      // Where the user has symbols of the image, what a stranger says of the rest of it is not wanted.
      if (asked > 0 && source.provenance.origin === 'report-archive') break
      const wanted = open.flatMap((position) => offsets[position] ?? [])
      const answer = await this.#ask(source, entry, wanted, problems, options)
      if (!answer) continue
      asked++
      await this.#markContradicted(source, entry, wanted, answer, options)
      open.forEach((position, at) => {
        const found = answer[at]
        if (found?.length && (isNamed(found) || !chains[position]?.length)) chains[position] = found
      })
    }
    if (asked === 0 && problems.length > 0) return failure(problems)
    if (options.columns) await this.#addColumns(entry, offsets, chains, problems, options)
    return success(chains, problems)
  }

  /** Columns of the innermost calls that an index did not keep, from a file of the image; a note where there is none. */
  async #addColumns(
    entry: CatalogEntry,
    offsets: readonly ImageOffset[],
    chains: Chains,
    problems: Problem[],
    { onRead: _, ...options }: LookupOptions,
  ): Promise<void> {
    const open = chains.flatMap((chain, position) => (lacksColumn(chain) ? [position] : []))
    if (open.length === 0) return
    const [source] = entry.sources
    if (!source) {
      const hasColumns = async (index: SymbolIndex): Promise<boolean> => index.columns
      const [packed] = entry.packed
      const isKept = packed
        ? await (await this.#packed()).ask(packed, hasColumns).catch(() => false)
        : await this.#host.kept.ask(entry.key, hasColumns).catch(() => false)
      if (!isKept) problems.push(problem('no-columns', { uuid: entry.key.uuid }, { severity: 'note' }))
      return
    }
    const wanted = open.flatMap((position) => offsets[position] ?? [])
    const { signal } = options
    const part = await this.#host.built.build(source, { only: wanted, ...(signal && { signal }) }, [])
    const found = await part?.lookup(wanted, { columns: true })
    open.forEach((position, at) => {
      const [call, ...callers] = chains[position] ?? []
      const [seen] = found?.[at] ?? []
      if (call && seen?.column !== undefined && seen.file === call.file && seen.line === call.line)
        chains[position] = [{ ...call, column: seen.column }, ...callers]
    })
  }

  /** Marks in `answer` what other files of the same kind contradict. Their problems are told where they are asked first. */
  async #markContradicted(
    { provenance, from }: Answering,
    entry: CatalogEntry,
    offsets: readonly ImageOffset[],
    answer: Chains,
    options: LookupOptions,
  ): Promise<void> {
    if (provenance.origin !== 'local-file' || entry.sources.length < (from === 'stored' ? 1 : 2)) return
    const { contradicted, contradictedByTable, RivalFiles } = await import('./rival-files.ts')
    this.#rivals ??= new RivalFiles()
    for (const rival of await this.#rivals.of(from, entry)) {
      const said = await this.#ask({ provenance, from: rival }, entry, offsets, [], options)
      said?.forEach((chain, at) => {
        answer[at] = contradicted(answer[at] ?? [], chain, rival.path)
      })
    }
    const program = this.#rivals.programOf(from, entry)
    const said = program && (await this.#ask({ provenance, from: program }, entry, offsets, [], options))
    said?.forEach((chain, at) => {
      answer[at] = contradictedByTable(answer[at] ?? [], chain, program?.path ?? '')
    })
  }

  async #ask(
    { provenance, from: source }: Answering,
    entry: CatalogEntry,
    offsets: readonly ImageOffset[],
    problems: Problem[],
    { onRead, signal }: LookupOptions,
  ): Promise<Chains | undefined> {
    try {
      if (source === 'stored') {
        return await this.#host.kept.ask(entry.key, (index) => readChains(index, offsets, provenance))
      }
      if ('index' in source) {
        return await (await this.#packed()).ask(source, (index) => readChains(index, offsets, provenance))
      }
      if ('entry' in source) return await readChains(await this.#openBrought(source), offsets, provenance)
      const isOften = this.#host.built.isOften(source)
      // While the whole index is being built, a partial one answers much sooner.
      const readsWhole = (source.bytes <= SMALL_BYTES || isOften) && !this.#host.isIndexing(entry.key)
      const onProgress = onRead && ((progress: BuildProgress): void => onRead(source.name, progress))
      const index = readsWhole
        ? await this.#host.built.whole(source, problems)
        : await this.#host.built.build(
            source,
            { only: offsets, ...(onProgress && { onProgress }), ...(signal && { signal }) },
            problems,
          )
      return index && (await readChains(index, offsets, provenance))
    } catch (thrown) {
      problems.push(problemFrom(thrown, source === 'stored' ? ownFiles.keptIndex(entry.key) : source.path))
      return undefined
    }
  }
}

/** True if the innermost call has a line and no column. */
const lacksColumn = ([call]: readonly Call[]): boolean => call?.line !== undefined && call.column === undefined

/** True if a chain has a name and needs no other source. */
function isNamed(chain: readonly Call[]): boolean {
  return chain.some(hasName)
}
