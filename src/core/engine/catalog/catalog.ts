/** The images with symbols: sources of this session and kept indexes. */
import { keyText } from '../../model/key.ts'
import { UNKNOWN_ARCH } from '../../model/architecture.ts'
import type { Arch, ImageUuid, KnownImage } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { IndexKey, IndexStore, StoredIndex } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { PackedImage } from '../../symindex/pack-file.ts'
import { isStoredIndex } from './kept-records.ts'

/** All sources for one image. */
export interface CatalogEntry {
  readonly key: IndexKey
  /** Files given in this session, best first. */
  readonly sources: readonly DebugImage[]
  readonly stored?: StoredIndex
  /** Indexes in packs that were given in this session, the last one first. */
  readonly packed: readonly PackedImage[]
}

const detailRank = { dwarf: 3, symbols: 2, starts: 1, none: 0 } as const

/**
 * True if a file given since then has more detail than the kept index. The claims of an imported index prove nothing: a
 * file with the same detail is better.
 */
export function storedIsPoorer({ sources, stored }: CatalogEntry): boolean {
  const best = sources[0]
  if (!stored || !best) return false
  const [has, claims] = [detailRank[best.detail], detailRank[stored.detail]]
  return stored.summary.imported ? has >= claims : has > claims
}

/** A source of names for an image. */
export type Answering = 'stored' | DebugImage | PackedImage

/** In the order of trust: imported indexes and packs come after every file. */
export function inOrder(entry: CatalogEntry): readonly Answering[] {
  const { sources, stored, packed } = entry
  if (!stored) return [...sources, ...packed]
  if (stored.summary.imported) return [...sources, 'stored', ...packed]
  const [best, ...others] = sources
  return best && storedIsPoorer(entry) ? [best, 'stored', ...others, ...packed] : ['stored', ...sources, ...packed]
}

export class Catalog {
  readonly #store: IndexStore
  readonly #formatVersion: number
  readonly #sources = new Map<string, DebugImage[]>()
  readonly #packed = new Map<string, PackedImage[]>()
  /** Images whose architecture is still unknown. */
  readonly #archless = new Set<ImageUuid>()
  #stored: Promise<Map<string, StoredIndex>> | undefined

  constructor(store: IndexStore, formatVersion: number) {
    this.#store = store
    this.#formatVersion = formatVersion
  }

  /**
   * Adds a file's image. The same file counts once; the last one given wins. Two files with the same name are two
   * files, such as a dSYM's and the program's dropped without their folders. One UUID names one slice: an image without
   * an architecture takes it from the others.
   */
  addSource(image: DebugImage): void {
    if (image.arch !== UNKNOWN_ARCH && !this.#archless.has(image.uuid)) {
      this.#add(image)
      return
    }
    const same = [...this.sources().filter(({ uuid }) => uuid === image.uuid), image]
    const stated = same.find(({ arch }) => arch !== UNKNOWN_ARCH)?.arch ?? UNKNOWN_ARCH
    if (stated === UNKNOWN_ARCH) this.#archless.add(image.uuid)
    else this.#archless.delete(image.uuid)
    for (const other of same) {
      if (other.arch === UNKNOWN_ARCH) this.dropSource(other)
      if (other.arch === UNKNOWN_ARCH || other === image) this.#add(ofArch(other, stated))
    }
  }

  #add(image: DebugImage): void {
    const key = keyText(image)
    const isSame = ({ path, kind, detail, bytes }: DebugImage): boolean =>
      path === image.path && kind === image.kind && detail === image.detail && bytes === image.bytes
    const others = (this.#sources.get(key) ?? []).filter((known) => !isSame(known))
    this.#sources.set(
      key,
      [image, ...others].sort((a, b) => b.rank - a.rank),
    )
  }

  /** Adds an image in place of another one of the same file, which knew less. */
  replaceSource(known: DebugImage, image: DebugImage): void {
    this.dropSource(known)
    this.addSource(image)
  }

  dropSource(image: DebugImage): void {
    const key = keyText(image)
    const others = (this.#sources.get(key) ?? []).filter((source) => source !== image)
    if (others.length > 0) this.#sources.set(key, others)
    else this.#sources.delete(key)
  }

  /** All files of this session. */
  sources(): readonly DebugImage[] {
    return [...this.#sources.values()].flat()
  }

  /** Adds an image of a pack. The same pack counts once. */
  addPacked(image: PackedImage): void {
    const key = keyText(image)
    const others = (this.#packed.get(key) ?? []).filter(({ path, os }) => path !== image.path || os !== image.os)
    this.#packed.set(key, [image, ...others])
  }

  /** Invalidates the cached list of the store. */
  invalidate(): void {
    this.#stored = undefined
  }

  forgetSources(key: IndexKey): void {
    this.#sources.delete(keyText(key))
    this.#packed.delete(keyText(key))
  }

  async entry(key: IndexKey): Promise<CatalogEntry> {
    const stored = (await this.#storedIndexes()).get(keyText(key))
    const text = keyText(key)
    const packed = this.#packed.get(text) ?? []
    return { key, sources: this.#sources.get(text) ?? [], packed, ...(stored ? { stored } : {}) }
  }

  /** Changes with every new file or index of an image. */
  async stateOf(key: IndexKey): Promise<string> {
    const { sources, stored, packed } = await this.entry(key)
    const packs = packed.map(({ path, checksum }) => [path, checksum])
    return JSON.stringify([sources.map(({ path, bytes }) => [path, bytes]), stored?.summary.indexedAt, packs])
  }

  async entries(): Promise<readonly CatalogEntry[]> {
    const keys = new Map<string, IndexKey>()
    for (const [text, images] of [...this.#sources, ...this.#packed]) {
      const first = images[0]
      if (first) keys.set(text, { uuid: first.uuid, arch: first.arch })
    }
    for (const [text, stored] of await this.#storedIndexes()) keys.set(text, stored.key)
    return Promise.all([...keys.values()].map((key) => this.entry(key)))
  }

  /** One image, without a look at the others. */
  async image(key: IndexKey): Promise<KnownImage | undefined> {
    return knownImage(await this.entry(key))
  }

  async images(): Promise<readonly KnownImage[]> {
    const entries = await this.entries()
    return entries.flatMap((entry) => knownImage(entry) ?? [])
  }

  /** An unreadable store counts as empty, because every index can be rebuilt. The next call tries again. */
  #storedIndexes(): Promise<Map<string, StoredIndex>> {
    this.#stored ??= this.#store.list().then(
      (list) =>
        new Map(
          list
            .filter((stored) => isStoredIndex(stored) && stored.formatVersion === this.#formatVersion)
            .map((stored) => [keyText(stored.key), stored]),
        ),
      () => {
        this.invalidate()
        return new Map<string, StoredIndex>()
      },
    )
    return this.#stored
  }
}

function ofArch(image: DebugImage, arch: Arch): DebugImage {
  if (image.arch === arch) return image
  return {
    ...image,
    arch,
    prepare: async (only) => {
      const prepared = await image.prepare(only)
      return prepared.ok ? success({ ...prepared.value, arch }, prepared.problems) : prepared
    },
  }
}

function knownImage({ key, sources, stored, packed: [packed] }: CatalogEntry): KnownImage | undefined {
  const source = sources[0]
  const isBetter =
    !stored || stored.summary.imported || (source && detailRank[source.detail] >= detailRank[stored.detail])
  const described = source && isBetter ? source : (stored ?? packed)
  if (!described) return undefined
  const cache = sources.find((one) => one.cache)?.cache ?? packed?.cache
  const path = source?.path ?? packed?.path
  const isPacked = packed && !source && (!stored || stored.summary.imported)
  return {
    uuid: key.uuid,
    arch: key.arch,
    name: described.name,
    kind: described.kind,
    textVmaddr: described.textVmaddr,
    detail: described.detail,
    ...(path !== undefined && { path }),
    ...(isPacked && { pack: packed.os }),
    ...(cache ? { cache } : {}),
    ...(stored ? { index: stored.summary } : {}),
  }
}
