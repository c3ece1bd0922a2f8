/** The images with symbols: sources of this session and kept indexes. */
import { keyText } from '../../model/key.ts'
import { UNKNOWN_ARCH } from '../../model/architecture.ts'
import { detailRank, type Arch, type ImageUuid, type KnownImage } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { IndexKey, IndexStore, StoredIndex } from '../../ports.ts'
import { byPrecedence, provenanceOf, type Provenance } from '../../model/provenance.ts'
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
  /** Symbols that came in archives with reports. */
  readonly brought: readonly Answering[]
}

/** An index that came in an archive with a report. */
export interface BroughtIndex {
  readonly entry: StoredIndex
  readonly bytes: Blob
  readonly path: string
}

/** A source of names for an image, with its origin. */
export interface Answering {
  readonly provenance: Provenance
  readonly from: 'stored' | DebugImage | PackedImage | BroughtIndex
}

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

/**
 * Sorted by origin. Among the user's own, a kept index comes before its files unless it is poorer. Symbols of a report's archive are
 * used for reports of that archive alone; `archive` is its id.
 */
export function inOrder(entry: CatalogEntry, archive?: string): readonly Answering[] {
  const { sources, stored, packed, brought } = entry
  const own = sources.map((from): Answering => ({ provenance: { origin: 'local-file' }, from }))
  const kept: readonly Answering[] = stored ? [{ provenance: provenanceOf(stored.summary), from: 'stored' }] : []
  const [best, ...others] = own
  const files = best && storedIsPoorer(entry) ? [best, ...kept, ...others] : [...kept, ...own]
  const packs = packed.map((from): Answering => ({ provenance: { origin: 'user-import', os: from.os }, from }))
  const all = [...files, ...packs, ...brought.filter(({ provenance }) => isOf(provenance, archive))]
  return all.sort((a, b) => byPrecedence(a.provenance, b.provenance))
}

const isOf = (provenance: Provenance, archive: string | undefined): boolean =>
  provenance.origin === 'report-archive' && provenance.id === archive

export class Catalog {
  readonly #store: IndexStore
  readonly #formatVersions: readonly number[]
  readonly #sources = new Map<string, DebugImage[]>()
  readonly #packed = new Map<string, PackedImage[]>()
  /** By image. */
  readonly #brought = new Map<string, { readonly key: IndexKey; readonly symbols: Answering[] }>()
  /** Images whose architecture is still unknown. */
  readonly #archless = new Set<ImageUuid>()
  #stored: Promise<Map<string, StoredIndex>> | undefined
  /** The store’s count at the time of that list. */
  #listedAt: number | undefined
  /** How often the files of this session changed. */
  #changes = 0
  /** The images of a list and of the files at that time: a team has thousands of indexes, and each report needs all. */
  #images:
    | { readonly stored: ReadonlyMap<string, StoredIndex>; readonly at: number; readonly images: KnownImage[] }
    | undefined

  constructor(store: IndexStore, formatVersions: readonly number[]) {
    this.#store = store
    this.#formatVersions = formatVersions
  }

  /**
   * Adds a file's image. The last one given goes first. Two files with the same name are two
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
    this.#changes++
    const key = keyText(image)
    const isSame = ({ path, kind, detail, bytes }: DebugImage): boolean =>
      path === image.path && kind === image.kind && detail === image.detail && bytes === image.bytes
    const known = this.#sources.get(key) ?? []
    // Another file may lie behind the same path, as two folders are dropped: the last few stay, to be compared (`names/rival-files.ts`).
    const replaced = new Set(known.filter(isSame).slice(MOST_ALIKE - 1))
    this.#sources.set(
      key,
      [image, ...known.filter((source) => source !== image && !replaced.has(source))].sort((a, b) => b.rank - a.rank),
    )
  }

  /** Adds an image in place of another one of the same file, which knew less. */
  replaceSource(known: DebugImage, image: DebugImage): void {
    this.dropSource(known)
    this.addSource(image)
  }

  dropSource(image: DebugImage): void {
    this.#changes++
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
    this.#changes++
    const key = keyText(image)
    const others = (this.#packed.get(key) ?? []).filter(({ path, os }) => path !== image.path || os !== image.os)
    this.#packed.set(key, [image, ...others])
  }

  /** Adds symbols that came in an archive with a report. The last ones given go first. */
  addBrought({ uuid, arch }: IndexKey, symbols: Answering): void {
    const text = keyText({ uuid, arch })
    const known = this.#brought.get(text)?.symbols ?? []
    this.#brought.set(text, { key: { uuid, arch }, symbols: [symbols, ...known].slice(0, MOST_BROUGHT) })
  }

  /** Invalidates the cached list of the store, unless the store knows that it is the same. */
  invalidate(): void {
    const changes = this.#store.changes?.()
    if (changes === undefined || changes !== this.#listedAt) this.#stored = undefined
  }

  forgetSources(key: IndexKey): void {
    this.#changes++
    this.#sources.delete(keyText(key))
    this.#packed.delete(keyText(key))
    this.#brought.delete(keyText(key))
  }

  async entry(key: IndexKey): Promise<CatalogEntry> {
    const stored = (await this.#storedIndexes()).get(keyText(key))
    const text = keyText(key)
    const packed = this.#packed.get(text) ?? []
    const brought = this.#brought.get(text)?.symbols ?? []
    return { key, sources: this.#sources.get(text) ?? [], packed, brought, ...(stored ? { stored } : {}) }
  }

  /** Changes with every new file or index of an image. */
  async stateOf(key: IndexKey): Promise<string> {
    const { sources, stored, packed, brought } = await this.entry(key)
    const packs = packed.map(({ path, checksum }) => [path, checksum])
    return JSON.stringify([
      sources.map(({ path, bytes }) => [path, bytes]),
      stored?.summary.indexedAt,
      packs,
      brought.length,
    ])
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

  /** The images with symbols; with those that came in this archive, if one is named. */
  async images(archive?: string): Promise<readonly KnownImage[]> {
    const known = await this.#knownImages()
    if (archive === undefined || this.#brought.size === 0) return known
    const keys = new Set(known.map(keyText))
    const more = [...this.#brought].flatMap(([text, { key, symbols }]) => {
      const one = symbols.find(({ provenance }) => isOf(provenance, archive))
      return one && !keys.has(text) ? broughtImage(key, one) : []
    })
    return [...known, ...more]
  }

  async #knownImages(): Promise<readonly KnownImage[]> {
    const [stored, at] = [await this.#storedIndexes(), this.#changes]
    if (this.#images?.stored === stored && this.#images.at === at) return this.#images.images
    const images = (await this.entries()).flatMap((entry) => knownImage(entry) ?? [])
    this.#images = { stored, at, images }
    return images
  }

  /** An unreadable store counts as empty, because every index can be rebuilt. The next call tries again. */
  #storedIndexes(): Promise<Map<string, StoredIndex>> {
    if (this.#stored) return this.#stored
    this.#listedAt = this.#store.changes?.()
    const stored = this.#store.list().then(
      (list) =>
        new Map(
          list
            .filter((one) => isStoredIndex(one) && this.#formatVersions.includes(one.formatVersion))
            .map((one) => [keyText(one.key), one]),
        ),
      () => {
        this.#stored = undefined
        return new Map<string, StoredIndex>()
      },
    )
    this.#stored = stored
    return stored
  }
}

/** Files of one image with the same path, size and kind. */
const MOST_ALIKE = 3

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

/** Symbols of one image that came with reports. */
const MOST_BROUGHT = 16

/** An image that only an archive has symbols of. */
function broughtImage({ uuid, arch }: IndexKey, { from }: Answering): readonly KnownImage[] {
  if (from === 'stored') return []
  const { name, kind, textVmaddr, detail } = 'entry' in from ? from.entry : from
  return [{ uuid, arch, name, kind, textVmaddr, detail, path: from.path }]
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
