/**
 * Looks up the calls at addresses of one image: in its kept index, else in a partial index built from the files of this
 * session. Offsets that one source does not cover go to the next.
 */
import type { LookupAnswer } from '../engine-types.ts'
import { demangle } from '../demangle/registry.ts'
import { formatHex, linkOf, offsetOfLink, type ImageOffset, type LinkAddress } from '../model/address.ts'
import type { Call } from '../model/image.ts'
import { openDebugUnwinding, openImageCode, type DebugUnwinding, type ImageCode } from '../memory/image-code.ts'
import { failure, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildOptions, BuildProgress, IndexBuilder, IndexKey, IndexStore } from '../ports.ts'
import type { CodeLayout } from '../resolve/symbol-lookup.ts'
import type { DebugImage } from '../symbols/source.ts'
import type { IndexedCall, IndexReader, SymbolIndex } from '../symindex/reader.ts'
import { SearchableNames } from './search.ts'
import { keyText, storedIsPoorer, type Catalog, type CatalogEntry } from './catalog.ts'

/** Larger files are not read whole to find a name. */
const NAMES_BYTES = 64 * 2 ** 20
/** Larger debug information is not read whole to place an image. */
const CALLS_BYTES = 512 * 2 ** 20
/** Up to this size a whole index takes no longer than a partial one. */
const SMALL_BYTES = 4 * 2 ** 20
/** After this many partial builds of one file (a folder of reports) the whole index is cheaper. */
const PARTIAL_BUILDS = 3

type Chains = (readonly Call[])[]

/** Called while part of a file is read; `name` of the image. */
export type OnPartialRead = (name: string, progress: BuildProgress) => void

export class SymbolAccess {
  readonly #catalog: Catalog
  readonly #store: IndexStore
  readonly #builder: IndexBuilder
  readonly #reader: IndexReader
  readonly #isIndexing: (key: IndexKey) => boolean
  /** Readers of kept indexes. */
  readonly #open = new Map<string, Promise<SymbolIndex | undefined>>()

  /** Lives as long as the index's reader. */
  readonly #names = new WeakMap<SymbolIndex, Promise<SearchableNames>>()

  readonly #wholes = new WeakMap<DebugImage, Promise<SymbolIndex | undefined>>()
  readonly #codes = new WeakMap<DebugImage, Promise<ImageCode | undefined>>()
  readonly #unwindings = new WeakMap<DebugImage, Promise<DebugUnwinding | undefined>>()
  readonly #calls = new WeakMap<DebugImage, Promise<readonly ImageOffset[] | undefined>>()
  readonly #asked = new WeakMap<DebugImage, number>()

  /** `isIndexing`: whether the whole index of an image is being built. */
  constructor(
    catalog: Catalog,
    store: IndexStore,
    builder: IndexBuilder,
    reader: IndexReader,
    isIndexing: (key: IndexKey) => boolean,
  ) {
    this.#catalog = catalog
    this.#store = store
    this.#builder = builder
    this.#reader = reader
    this.#isIndexing = isIndexing
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
      opening = this.#store.open(key).then(async (blob) => {
        if (!blob) return undefined
        const opened = await this.#reader.open(blob, `index of ${text}`)
        return opened.ok ? opened.value : undefined
      })
      this.#open.set(text, opening)
      const drop = (): void => {
        this.#open.delete(text)
      }
      // Misses and failures are not cached: the next call tries again.
      opening.then((index) => index ?? drop(), drop)
    }
    return opening.catch(() => undefined)
  }

  /** Looks up in the kept index; retries if its bytes were cleared or replaced. Undefined if there is none. */
  async #askKept<T>(key: IndexKey, ask: (index: SymbolIndex) => Promise<T>): Promise<T | undefined> {
    const index = await this.index(key)
    try {
      return index && (await ask(index))
    } catch {
      this.close(key)
      const again = await this.index(key)
      return again && (await ask(again))
    }
  }

  /** The searchable names of a kept index; undefined if there is no readable index. */
  async names(key: IndexKey): Promise<SearchableNames | undefined> {
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
      const code = await remembered(this.#codes, source, () => openImageCode(macho).catch(() => undefined))
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
      const read = (): Promise<DebugUnwinding | undefined> => openDebugUnwinding(macho).catch(() => undefined)
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
    for (const { macho } of (await this.#catalog.entry(key)).sources) {
      const code = (macho?.sections ?? []).flatMap(({ address, size, isCode }) => {
        const start = macho && isCode && size > 0 ? offsetOfLink(address, macho.text) : undefined
        return start === undefined ? [] : [{ start, size }]
      })
      if (code.length === 0) continue
      const names = (await this.names(key)) ?? (await this.#namesOfSource(key))
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
    const names = (await this.names(key)) ?? (await this.#namesOfSource(key))
    return wanted.map((name) => names?.starts(name) ?? [])
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
    const prepared = await source.prepare()
    problems.push(...prepared.problems)
    if (!prepared.ok) return undefined
    const built = await this.#builder.build(prepared.value, options)
    problems.push(...built.problems)
    if (!built.ok) return undefined
    const index = await this.#reader.open(built.value.bytes, source.path)
    problems.push(...index.problems)
    return index.ok ? index.value : undefined
  }

  /** Chains of demangled calls, innermost first, in the order of the arguments; empty where nothing covers an offset. */
  async lookup(key: IndexKey, offsets: readonly ImageOffset[], onRead?: OnPartialRead): Promise<Outcome<LookupAnswer>> {
    const entry = await this.#catalog.entry(key)
    const problems: Problem[] = []
    const chains: Chains = offsets.map(() => [])
    let asked = 0
    for (const source of this.#inOrder(entry)) {
      const open = chains.flatMap((chain, position) => (isNamed(chain) ? [] : [position]))
      if (open.length === 0) break
      const wanted = open.flatMap((position) => offsets[position] ?? [])
      const answer = await this.#ask(source, entry, wanted, problems, onRead)
      if (!answer) continue
      asked++
      open.forEach((position, at) => {
        const found = answer[at]
        if (found?.length && (isNamed(found) || !chains[position]?.length)) chains[position] = found
      })
    }
    if (asked === 0 && problems.length > 0) return failure(...problems)
    return success(chains, problems)
  }

  /** Further demangled names of functions that the linker folded (ICF). Only a kept index has them. */
  async otherNames(key: IndexKey, offsets: readonly ImageOffset[]): Promise<Outcome<readonly (readonly string[])[]>> {
    try {
      const names = await this.#askKept(key, (index) => readOtherNames(index, offsets))
      return success(names ?? offsets.map(() => []))
    } catch (thrown) {
      return failure(problemFrom(thrown, `kept index of ${key.uuid}`))
    }
  }

  #inOrder(entry: CatalogEntry): readonly ('stored' | DebugImage)[] {
    if (!entry.stored) return entry.sources
    const [best, ...others] = entry.sources
    return best && storedIsPoorer(entry) ? [best, 'stored', ...others] : ['stored', ...entry.sources]
  }

  async #ask(
    source: 'stored' | DebugImage,
    entry: CatalogEntry,
    offsets: readonly ImageOffset[],
    problems: Problem[],
    onRead?: OnPartialRead,
  ): Promise<Chains | undefined> {
    try {
      if (source === 'stored') return await this.#askKept(entry.key, (index) => readChains(index, offsets))
      const asked = (this.#asked.get(source) ?? 0) + 1
      this.#asked.set(source, asked)
      // While the whole index is being built, a partial one answers much sooner.
      const readsWhole = (source.bytes <= SMALL_BYTES || asked > PARTIAL_BUILDS) && !this.#isIndexing(entry.key)
      const onProgress = onRead && ((progress: BuildProgress): void => onRead(source.name, progress))
      const index = readsWhole
        ? await this.#whole(source, problems)
        : await this.#build(source, { only: offsets, ...(onProgress && { onProgress }) }, problems)
      return index && (await readChains(index, offsets))
    } catch (thrown) {
      problems.push(problemFrom(thrown, source === 'stored' ? `kept index of ${entry.key.uuid}` : source.path))
      return undefined
    }
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

/** Whether a chain has a name and needs no other source. */
function isNamed(chain: readonly Call[]): boolean {
  return chain.some((call) => call.mangled !== '')
}

async function readChains(index: SymbolIndex, offsets: readonly ImageOffset[]): Promise<Chains> {
  const chains = await index.lookup(offsets)
  return chains.map((chain) => chain.map((call) => readableCall(call, index.text)))
}

/** Names that differ only in their linkage name, such as two constructors of one class, are one name to a reader. */
function readableCall({ aliases, ...call }: IndexedCall, text: LinkAddress): Call {
  const name = readableName(call, text)
  if (!aliases) return { ...call, function: name }
  const others = [...new Set(aliases.map((alias) => demangle(alias, 'simplified')))].filter((other) => other !== name)
  return { ...call, function: name, ...(others.length > 0 && { aliases: others }) }
}

async function readOtherNames(
  index: SymbolIndex,
  offsets: readonly ImageOffset[],
): Promise<readonly (readonly string[])[]> {
  const [chains, names] = [await readChains(index, offsets), await index.aliases(offsets)]
  return names.map((list, at) => {
    const told = chains[at]?.at(-1)?.function
    // These are names of the nearest function, which may end before the offset.
    if (told === undefined) return []
    return [...new Set(list.map((name) => demangle(name, 'simplified')))].filter((name) => name !== told)
  })
}

/** The demangled name; for a function start without a name, words that cannot be mistaken for one. */
function readableName({ mangled, functionStart }: IndexedCall, text: LinkAddress): string {
  if (mangled !== '') return demangle(mangled, 'simplified')
  return functionStart === undefined
    ? 'unnamed function'
    : `unnamed function at ${formatHex(linkOf(text, functionStart))}`
}
