/**
 * Looks up the calls at addresses of one image: in its kept index, else in a partial index built from the files of this
 * session. Offsets that one source does not cover go to the next.
 */
import type { LookupAnswer } from '../engine-types.ts'
import { offsetOfLink, type ImageOffset } from '../model/address.ts'
import { hasName, type Call } from '../model/image.ts'
import { openDebugUnwinding, openImageCode, type DebugUnwinding, type ImageCode } from '../memory/image-code.ts'
import { problem } from '../messages/problems.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildOptions, BuildProgress, IndexBuilder, IndexKey, IndexStore } from '../ports.ts'
import type { CodeLayout } from '../resolve/symbol-lookup.ts'
import type { MachOImage } from '../macho/image.ts'
import type { DebugImage } from '../symbols/source.ts'
import type { IndexReader, SymbolIndex } from '../symindex/reader.ts'
import { SearchableNames } from './search.ts'
import { inOrder, keyText, type Answering, type Catalog, type CatalogEntry } from './catalog.ts'
import type { PackedIndexes } from './packed-indexes.ts'
import { readChains, type Chains } from './readable-calls.ts'
import { ownFiles } from '../messages/en/files.ts'
import { append } from '../model/lists.ts'

/** Larger files are not read whole to find a name. */
const NAMES_BYTES = 64 * 2 ** 20
/** Larger debug information is not read whole to place an image. */
const CALLS_BYTES = 512 * 2 ** 20
/** Up to this size a whole index takes no longer than a partial one. */
const SMALL_BYTES = 4 * 2 ** 20
/** After this many partial builds of one file (a folder of reports) the whole index is cheaper. */
const PARTIAL_BUILDS = 3

/** Called while part of a file is read; `name` of the image. */
export type OnPartialRead = (name: string, progress: BuildProgress) => void

export class SymbolAccess {
  readonly #catalog: Catalog
  readonly #store: IndexStore
  readonly #builder: IndexBuilder
  readonly #reader: IndexReader
  readonly #isIndexing: (key: IndexKey) => boolean
  readonly #onDamaged: (key: IndexKey, problems: readonly Problem[]) => void
  /** Readers of kept indexes. */
  readonly #open = new Map<string, Promise<SymbolIndex | undefined>>()

  /** Lives as long as the index's reader. */
  readonly #names = new WeakMap<SymbolIndex, Promise<SearchableNames>>()

  readonly #wholes = new WeakMap<DebugImage, Promise<SymbolIndex | undefined>>()
  readonly #codes = new WeakMap<DebugImage, Promise<ImageCode | undefined>>()
  readonly #unwindings = new WeakMap<DebugImage, Promise<DebugUnwinding | undefined>>()
  readonly #calls = new WeakMap<DebugImage, Promise<readonly ImageOffset[] | undefined>>()
  readonly #asked = new WeakMap<DebugImage, number>()
  readonly #tell: (problem: Problem) => void
  #packs: Promise<PackedIndexes> | undefined

  /**
   * `isIndexing`: whether the whole index of an image is being built; `onDamaged`: the kept index of an image cannot be used; `tell`
   * what was found wrong with an image of a pack.
   */
  constructor(
    catalog: Catalog,
    store: IndexStore,
    builder: IndexBuilder,
    reader: IndexReader,
    isIndexing: (key: IndexKey) => boolean,
    onDamaged: (key: IndexKey, problems: readonly Problem[]) => void,
    tell: (problem: Problem) => void,
  ) {
    this.#catalog = catalog
    this.#store = store
    this.#builder = builder
    this.#reader = reader
    this.#isIndexing = isIndexing
    this.#onDamaged = onDamaged
    this.#tell = tell
  }

  /** Drops a kept index's reader, because the index was replaced or deleted. */
  close(key: IndexKey): void {
    this.#open.delete(keyText(key))
  }

  /** The kept index of an image, opened; undefined when there is none or it cannot be read. */
  async index(key: IndexKey): Promise<SymbolIndex | undefined> {
    const text = keyText(key)
    let opening = this.#open.get(text)
    if (!opening) {
      opening = this.#openKept(key)
      this.#open.set(text, opening)
      const drop = (): void => {
        this.#open.delete(text)
      }
      // Misses and failures are not cached: the next call tries again.
      opening.then((index) => index ?? drop(), drop)
    }
    return opening.catch(() => undefined)
  }

  async #openKept(key: IndexKey): Promise<SymbolIndex | undefined> {
    const blob = await this.#store.open(key).catch((thrown: unknown) => {
      if (thrown instanceof FormatError) this.#tell(thrown.problem)
      return undefined
    })
    if (!blob) return undefined
    const opened = await this.#reader.open(blob, ownFiles.keptIndex(key))
    if (!opened.ok) {
      // Bytes that cannot be had now may be there the next time.
      if (opened.problems.every(({ code }) => isOfBytes(code)))
        this.#onDamaged(key, [problem('damaged-index', {}, { file: ownFiles.keptIndex(key) })])
      for (const found of opened.problems) if (isOfSite(found.code)) this.#tell(found)
      return undefined
    }
    const { uuid, arch } = opened.value
    if (uuid === key.uuid && arch === key.arch) return opened.value
    this.#onDamaged(key, [problem('wrong-index', { image: keyText(key), found: keyText({ uuid, arch }) })])
    return undefined
  }

  /**
   * Looks up in the kept index; retries if its bytes were cleared or replaced. Undefined if there is none. A damaged one is
   * given up.
   */
  async #askKept<T>(key: IndexKey, ask: (index: SymbolIndex) => Promise<T>): Promise<T | undefined> {
    const index = await this.index(key)
    try {
      return index && (await ask(index))
    } catch {
      this.close(key)
      const again = await this.index(key)
      try {
        return again && (await ask(again))
      } catch (thrown) {
        if (thrown instanceof FormatError && !isPassing(thrown.problem.code)) this.#onDamaged(key, [thrown.problem])
        throw thrown
      }
    }
  }

  /** The searchable names of a kept index; undefined if there is no readable index, and of a large one that lies elsewhere. */
  async names(key: IndexKey): Promise<SearchableNames | undefined> {
    const { site, bytes = 0 } = (await this.#catalog.entry(key)).stored?.summary ?? {}
    if (site !== undefined && bytes > SMALL_BYTES) return undefined
    return this.#askKept(key, (index) => this.#searchable(index)).catch(() => undefined)
  }

  /** An index's names, demangled once. */
  #searchable(index: SymbolIndex): Promise<SearchableNames> {
    return remembered(this.#names, index, async () => new SearchableNames(await index.names()))
  }

  /** Code, function starts and unwind table of an image, if a file with them was given. */
  async code(key: IndexKey): Promise<ImageCode | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      const { macho, kind } = source
      if (!macho || kind === 'dsym') continue
      const code = await remembered(this.#codes, source, () => openOf(macho, openImageCode))
      if (code) return code
    }
    return undefined
  }

  /**
   * Everything for unwinding an image: code and tables of a binary; else functions, call sites and `__debug_frame` of a
   * dSYM. Undefined without such a file.
   */
  async unwinding(key: IndexKey): Promise<ImageCode | undefined> {
    const code = await this.code(key)
    if (code && code.functionStarts.length > 0 && code.debugFrame) return code
    for (const source of (await this.#catalog.entry(key)).sources) {
      const { macho } = source
      if (!macho) continue
      const read = (): Promise<DebugUnwinding | undefined> => openOf(macho, openDebugUnwinding)
      const debug = await remembered(this.#unwindings, source, read)
      if (!debug || (debug.functionStarts.length === 0 && !debug.debugFrame)) continue
      const callReturns = code ? undefined : await this.callReturns(key)
      return {
        sections: [],
        ...debug,
        ...code,
        ...(debug.debugFrame && { debugFrame: debug.debugFrame }),
        ...(callReturns && { callReturns }),
        functionStarts: code && code.functionStarts.length > 0 ? code.functionStarts : debug.functionStarts,
      }
    }
    return code
  }

  /** Return addresses of call sites, ascending, if a file with DWARF call sites was given. */
  async callReturns(key: IndexKey): Promise<readonly ImageOffset[] | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      if (source.detail !== 'dwarf') continue
      const read = (): Promise<readonly ImageOffset[] | undefined> =>
        this.#readCallReturns(source).catch(() => undefined)
      const returns = await remembered(this.#calls, source, read)
      if (returns && returns.length > 0) return returns
    }
    return undefined
  }

  /**
   * Layout of the image: sections by their headers, which a dSYM has, too, and starts from everything that names
   * functions.
   */
  async layout(key: IndexKey): Promise<CodeLayout | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      const macho = source.macho && (await openOf(source.macho, async (image) => image))
      const code = (macho?.sections ?? []).flatMap(({ address, size, isCode }) => {
        const start = macho && isCode && size > 0 ? offsetOfLink(address, macho.textVmaddr) : undefined
        return start === undefined ? [] : [{ start, size }]
      })
      if (code.length === 0) continue
      const names = await this.#trustedNames(key)
      const extent = code.reduce((end, { start, size }) => Math.max(end, start + size), 0)
      return { code, functionStarts: names?.allStarts() ?? [], extent }
    }
    return undefined
  }

  async #readCallReturns(source: DebugImage): Promise<readonly ImageOffset[] | undefined> {
    const prepared = await source.prepare()
    if (!prepared.ok) return undefined
    const units = prepared.value.dwarf.find(({ name }) => name === 'debug_info')
    if (!units || units.bytes.size > CALLS_BYTES) return undefined
    const read = await this.#builder.callReturns?.(prepared.value)
    return read?.ok ? read.value : undefined
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
    const { stored, packed } = await this.#catalog.entry(key)
    const own = stored?.summary.imported
      ? ((await this.#namesOfSource(key)) ?? (await this.names(key)))
      : ((await this.names(key)) ?? (await this.#namesOfSource(key)))
    const [image] = packed
    if (own || !image) return own
    return (await this.#packed()).ask(image, (index) => this.#searchable(index)).catch(() => undefined)
  }

  /** The indexes in packs; their code is loaded with the first one that is asked. */
  #packed(): Promise<PackedIndexes> {
    this.#packs ??= import('./packed-indexes.ts').then((module) => new module.PackedIndexes(this.#reader, this.#tell))
    return this.#packs
  }

  async #namesOfSource(key: IndexKey): Promise<SearchableNames | undefined> {
    const [source] = (await this.#catalog.entry(key)).sources
    if (!source || source.bytes > NAMES_BYTES) return undefined
    if (source.bytes > SMALL_BYTES && this.#isIndexing(key)) return undefined
    const index = await this.#whole(source, [])
    return index && this.#searchable(index)
  }

  /** The whole index of a file, cached as long as the file. */
  #whole(source: DebugImage, problems: Problem[]): Promise<SymbolIndex | undefined> {
    const known = this.#wholes.get(source)
    if (known) return known
    const building = this.#build(source, {}, problems)
    this.#wholes.set(source, building)
    const drop = (): unknown => this.#wholes.delete(source)
    building.then((index) => index ?? drop(), drop)
    return building
  }

  /** An index of a file, not stored; undefined with problems if it cannot be built. */
  async #build(source: DebugImage, options: BuildOptions, problems: Problem[]): Promise<SymbolIndex | undefined> {
    const prepared = await source.prepare(options.only)
    append(problems, prepared.problems)
    if (!prepared.ok) return undefined
    const built = await this.#builder.build(prepared.value, options)
    append(problems, built.problems)
    if (!built.ok) return undefined
    const index = await this.#reader.open(built.value.bytes, source.path)
    append(problems, index.problems)
    return index.ok ? index.value : undefined
  }

  /** Chains of demangled calls, innermost first, in the order of the arguments; empty where nothing covers an offset. */
  async lookup(
    key: IndexKey,
    offsets: readonly ImageOffset[],
    onRead?: OnPartialRead,
    signal?: AbortSignal,
  ): Promise<Outcome<LookupAnswer>> {
    const entry = await this.#catalog.entry(key)
    const problems: Problem[] = []
    const chains: Chains = offsets.map(() => [])
    let asked = 0
    for (const source of inOrder(entry)) {
      const open = chains.flatMap((chain, position) => (isNamed(chain) ? [] : [position]))
      if (open.length === 0 || signal?.aborted) break
      const wanted = open.flatMap((position) => offsets[position] ?? [])
      const answer = await this.#ask(source, entry, wanted, problems, onRead, signal)
      if (!answer) continue
      asked++
      open.forEach((position, at) => {
        const found = answer[at]
        if (found?.length && (isNamed(found) || !chains[position]?.length)) chains[position] = found
      })
    }
    if (asked === 0 && problems.length > 0) return failure(problems)
    return success(chains, problems)
  }

  async #ask(
    source: Answering,
    entry: CatalogEntry,
    offsets: readonly ImageOffset[],
    problems: Problem[],
    onRead?: OnPartialRead,
    signal?: AbortSignal,
  ): Promise<Chains | undefined> {
    try {
      if (source === 'stored') {
        const { imported, os, site } = entry.stored?.summary ?? {}
        const mark = imported && {
          imported: { ...(os !== undefined && { os }), ...(site !== undefined && { site }) },
        }
        return await this.#askKept(entry.key, (index) => readChains(index, offsets, mark))
      }
      if ('index' in source) {
        const mark = { imported: { os: source.os } }
        return await (await this.#packed()).ask(source, (index) => readChains(index, offsets, mark))
      }
      const asked = (this.#asked.get(source) ?? 0) + 1
      this.#asked.set(source, asked)
      // While the whole index is being built, a partial one answers much sooner.
      const readsWhole = (source.bytes <= SMALL_BYTES || asked > PARTIAL_BUILDS) && !this.#isIndexing(entry.key)
      const onProgress = onRead && ((progress: BuildProgress): void => onRead(source.name, progress))
      const index = readsWhole
        ? await this.#whole(source, problems)
        : await this.#build(
            source,
            { only: offsets, ...(onProgress && { onProgress }), ...(signal && { signal }) },
            problems,
          )
      return index && (await readChains(index, offsets))
    } catch (thrown) {
      problems.push(problemFrom(thrown, source === 'stored' ? ownFiles.keptIndex(entry.key) : source.path))
      return undefined
    }
  }
}

/** Reads something of a Mach-O image; undefined where it cannot be read. */
async function openOf<T>(
  macho: () => Promise<MachOImage>,
  read: (image: MachOImage) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read(await macho())
  } catch {
    return undefined
  }
}

/** Caches a promise for each key object, as long as the object lives. */
function remembered<K extends object, V>(begun: WeakMap<K, Promise<V>>, thing: K, begin: () => Promise<V>): Promise<V> {
  const known = begun.get(thing)
  if (known) return known
  const made = begin()
  begun.set(thing, made)
  // Failures are not cached: the next call tries again.
  made.catch(() => begun.delete(thing))
  return made
}

/** Whether a problem of opening an index is one of its bytes, not of reading them. */
function isOfBytes(code: string): boolean {
  return ['damaged-index', 'bad-index', 'index-version', 'not-an-index', 'truncated'].includes(code)
}

/** Whether a problem is one with symbols that lie elsewhere. */
function isOfSite(code: string): boolean {
  return code.startsWith('site-')
}

/** Whether a problem says nothing of the bytes themselves: they may be had the next time. */
function isPassing(code: string): boolean {
  return code === 'site-unreachable'
}

/** Whether a chain has a name and needs no other source. */
function isNamed(chain: readonly Call[]): boolean {
  return chain.some(hasName)
}
