/**
 * Names the targets of a cache's jumps: each is followed to an image, and the symbol that begins exactly there is its
 * name.
 */
import { openRange } from '../bytes/blob.ts'
import { Budget } from '../bytes/budget.ts'
import { N_SECT, N_STAB, N_TYPE } from '../macho/constants.ts'
import { parseExportsTrie } from '../macho/exports-trie.ts'
import { bytesOf, type MachOImage } from '../macho/image.ts'
import { MAX_TRIE_BYTES } from '../macho/limits.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { archFamily, pointerSize } from '../model/architecture.ts'
import { FormatError } from '../model/problem.ts'
import { openCachedImage, type Shared } from './image.ts'
import type { CachedImage } from './images.ts'
import { jumpReaders, MOST_JUMP_BYTES, type Jump, type JumpReader } from './jumps.ts'
import { pointerTarget } from './pointers.ts'

/** A jump may lead to another one, and that one on; no builder makes longer chains. */
const MOST_HOPS = 4
const PAGE_BYTES = 1 << 14
/** Pages that are remembered: 4 MB. */
const MOST_PAGES = 256

export class JumpTargets {
  readonly reader: JumpReader | undefined
  readonly #shared: Shared
  /** Bytes of a pointer. */
  readonly #word: 4 | 8
  /** Ascending. */
  readonly #images: readonly CachedImage[]
  readonly #pages = new Map<number, Promise<Uint8Array>>()

  constructor(shared: Shared, images: readonly CachedImage[]) {
    this.#shared = shared
    this.#images = images.toSorted((a, b) => a.start - b.start)
    const family = archFamily(shared.cache.main.arch)
    this.reader = jumpReaders[family]
    this.#word = pointerSize(family)
  }

  /** Bytes of the jump at an offset of the cache; 0 where there is none. */
  async bytesOf(at: number): Promise<number> {
    return (await this.#jumpAt(at))?.bytes ?? 0
  }

  /** Names of the targets of the jumps at these offsets, by offset; none where a jump or its target is not known. */
  async namesOf(jumps: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const names = new Map<number, string>()
    let open = jumps.map((jump) => ({ jump, at: jump }))
    for (let hops = 0; hops < MOST_HOPS && open.length > 0; hops++) {
      const led: typeof open = []
      for (const { jump, at } of open) {
        const target = await this.#follow(at)
        if (target !== undefined) led.push({ jump, at: target })
      }
      const known = await this.#symbolsAt(led.map(({ at }) => at))
      for (const { jump, at } of led) {
        const name = known.get(at)
        if (name !== undefined) names.set(jump, name)
      }
      open = led.filter(({ at }) => !known.has(at))
    }
    return names
  }

  async #follow(at: number): Promise<number | undefined> {
    const jump = await this.#jumpAt(at)
    if (!jump) return undefined
    const { cache } = this.#shared
    const offset = jump.address - Number(cache.start)
    if (jump.kind === 'to') return this.#inside(offset)
    const piece = cache.space.pieceAt(offset)
    const bytes = await this.#bytesAt(offset, this.#word)
    if (!piece || bytes.length < this.#word) return undefined
    const word = new ByteCursor(bytes, { file: piece.path }).readPointer(this.#word)
    const target = pointerTarget(word, piece.pointers)
    return target === undefined ? undefined : this.#inside(Number(target - cache.start))
  }

  /** An offset of the cache; undefined for a number outside of it. */
  #inside(offset: number): number | undefined {
    return Number.isSafeInteger(offset) && offset >= 0 && offset < this.#shared.cache.space.size ? offset : undefined
  }

  async #jumpAt(at: number): Promise<Jump | undefined> {
    const bytes = await this.#bytesAt(at, MOST_JUMP_BYTES)
    const code = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return bytes.length < 4 ? undefined : this.reader?.read(code, 0, Number(this.#shared.cache.start) + at)
  }

  /** Bytes of the cache, of one mapping; fewer at its end. */
  async #bytesAt(at: number, size: number): Promise<Uint8Array> {
    const { space } = this.#shared.cache
    const length = this.#inside(at) === undefined ? 0 : space.mapped(at, size)
    const first = Math.floor(at / PAGE_BYTES)
    if (length === 0) return new Uint8Array(0)
    if (Math.floor((at + length - 1) / PAGE_BYTES) !== first) return openRange(space, at, at + length)
    const from = Math.max(first * PAGE_BYTES, space.pieceAt(at)?.start ?? 0)
    let page = this.#pages.get(first)
    if (!page || from !== first * PAGE_BYTES) {
      page = openRange(space, from, (first + 1) * PAGE_BYTES)
      const [oldest] = this.#pages.keys()
      if (this.#pages.size >= MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest)
      if (from === first * PAGE_BYTES) this.#pages.set(first, page)
    }
    return (await page).subarray(at - from, at - from + length)
  }

  /** Names of symbols that begin exactly at offsets of the cache. Each image is opened once. */
  async #symbolsAt(offsets: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const wanted = new Map<CachedImage, Set<number>>()
    for (const offset of offsets) {
      const image = this.#imageAt(offset)
      if (!image) continue
      const own = wanted.get(image) ?? new Set()
      own.add(offset - image.start)
      wanted.set(image, own)
    }
    const names = new Map<number, string>()
    for (const [image, own] of wanted) {
      for (const [at, name] of await this.#symbolsOf(image, own)) names.set(image.start + at, name)
    }
    return names
  }

  #imageAt(offset: number): CachedImage | undefined {
    let low = 0
    let high = this.#images.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#images[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const image = this.#images[low - 1]
    if (!image) return undefined
    return image.textBytes === 0 || offset < image.start + image.textBytes ? image : undefined
  }

  async #symbolsOf(cached: CachedImage, wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const names = new Map<number, string>()
    try {
      const image = await openCachedImage(this.#shared, cached)
      const take = (at: number, name: string): void => {
        if (wanted.has(at) && !names.has(at) && name !== '') names.set(at, name.replace(/^_/, ''))
      }
      const { exportsTrie: trie } = image
      if (trie && trie.size <= MAX_TRIE_BYTES) {
        const bytes = await openRange(image.blob, trie.offset, trie.offset + trie.size)
        const place = { file: image.path, fileOffset: trie.offset, budget: new Budget(bytesOf(image)) }
        for (const { offset, name } of parseExportsTrie(bytes, place).symbols) take(offset, name)
      }
      if (names.size < wanted.size) await visitNamed(image, wanted, take)
    } catch (thrown) {
      // An image that cannot be read names nothing here; its own look-up reports the problem.
      if (!(thrown instanceof FormatError)) throw thrown
    }
    return names
  }
}

/** Visits the symbols that are defined at some offsets of an image. */
async function visitNamed(
  { symtab, blob, pointerSize, textVmaddr, littleEndian, path }: MachOImage,
  wanted: ReadonlySet<number>,
  visit: (at: number, name: string) => void,
): Promise<void> {
  if (!symtab) return
  const size = pointerSize === 8 ? 16 : 12
  const entries = await openRange(blob, symtab.offset, symtab.offset + symtab.count * size)
  const strings = await openRange(blob, symtab.strings.offset, symtab.strings.offset + symtab.strings.size)
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
  const names = new ByteCursor(strings, { file: path })
  for (let at = 0; at + size <= entries.length; at += size) {
    const type = view.getUint8(at + 4)
    if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT) continue
    const address =
      pointerSize === 8 ? view.getBigUint64(at + 8, littleEndian) : BigInt(view.getUint32(at + 8, littleEndian))
    const offset = Number(address - textVmaddr)
    if (!wanted.has(offset)) continue
    names.at = Math.min(view.getUint32(at, littleEndian), strings.length)
    visit(offset, names.readCString())
  }
}
