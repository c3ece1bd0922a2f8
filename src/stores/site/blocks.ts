/**
 * The blocks of one published index: fetched in few requests, verified and inflated. The latest stay in memory; a
 * lasting cache of the host keeps all of them.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { problem } from '../../core/messages/problems.ts'
import { hexOf } from '../../core/model/hex.ts'
import { KeptBytes } from '../../core/model/kept-bytes.ts'
import { FormatError } from '../../core/model/problem.ts'
import { blockAt, MOST_BLOCK_BYTES, MOST_MAP_BYTES, openRecord, readMap, type BlockMap } from './block-map.ts'
import type { FarFile } from './far-blob.ts'
import { inflate } from './inflate.ts'
import type { PublishedIndex } from './manifest.ts'
import type { SiteFiles } from './site-files.ts'

/**
 * The host's cache for data of a site. Cached bytes are verified like the site's own. A cache that fails counts as
 * empty. A key is a path below the site's address, plus `#` and the block's number for a file of blocks, or `#map` for
 * its map.
 */
export interface BlockCache {
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** Bytes of blocks in memory, inflated. */
const KEPT_BYTES = 8 << 20
/** Bytes of the longest request. */
const MOST_PIECE = 1 << 20
/** Bytes between two blocks that are brought with them: a request costs about as much. */
const GAP_BYTES = 2 << 10
/** Requests for what is wanted at one time; where more were needed, what lies nearest is brought together. */
const MOST_PIECES = 256

/** The manifest's description of a file. */
type Described = Pick<PublishedIndex, 'bytes' | 'fileBytes' | 'mapBytes' | 'mapLength' | 'mapSha256' | 'firstBytes'>

/** Who waits for a block. */
interface Wanted {
  readonly resolve: (block: Uint8Array<ArrayBuffer>) => void
  readonly reject: (thrown: unknown) => void
}

interface Piece {
  readonly first: number
  last: number
}

export class Blocks implements FarFile {
  readonly bytes: number
  readonly #files: SiteFiles
  readonly #path: string
  readonly #index: Described
  readonly #cache: BlockCache | undefined
  #map: Promise<BlockMap> | undefined
  /** The latest blocks. */
  readonly #kept = new KeptBytes<number>(KEPT_BYTES)
  readonly #coming = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()
  /** Blocks for the next requests. */
  #wanted = new Map<number, Wanted>()

  constructor(files: SiteFiles, path: string, index: Described, cache: BlockCache | undefined) {
    this.#files = files
    this.#path = path
    this.#index = index
    this.bytes = index.bytes
    this.#cache = cache
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, end - start))
    if (bytes.length === 0) return bytes
    const map = await this.#opened()
    const first = blockAt(map, start)
    const last = blockAt(map, end - 1)
    const blocks = await Promise.all(Array.from({ length: last - first + 1 }, (_, at) => this.#block(map, first + at)))
    for (const [at, block] of blocks.entries()) {
      const place = map.starts[first + at] ?? 0
      const from = Math.max(start, place)
      bytes.set(block.subarray(from - place, Math.min(end, place + block.length) - place), from - start)
    }
    return bytes
  }

  #opened(): Promise<BlockMap> {
    const opening = (this.#map ??= this.#open())
    // The next reader tries again.
    opening.catch(() => (this.#map = undefined))
    return opening
  }

  async #open(): Promise<BlockMap> {
    const key = `${this.#path}#map`
    const cached = await this.#cache?.get(key).catch(() => undefined)
    const known = cached && (await this.#readMap(cached))
    if (known) return known
    for (const fresh of [false, true]) {
      // With the map comes what every look-up needs.
      const bytes = await this.#part(0, this.#index.firstBytes, fresh)
      const own = bytes.slice(0, this.#index.mapBytes)
      const map = await this.#readMap(own)
      if (!map) continue
      this.#keepLasting(key, own)
      await this.#takeFirst(map, bytes)
      return map
    }
    throw new FormatError(problem('site-map', {}, { file: this.#files.urlOf(this.#path) }))
  }

  async #readMap(deflated: Uint8Array<ArrayBuffer>): Promise<BlockMap | undefined> {
    const { mapLength, mapSha256 } = this.#index
    if (deflated.length !== this.#index.mapBytes || hexOf(sha256(deflated)) !== mapSha256) return undefined
    const map = await inflate(deflated, Math.min(mapLength, MOST_MAP_BYTES))
    return map && readMap(map, this.#index)
  }

  /** Takes the blocks that came with the map. What is wrong with one shows when it is wanted: it is asked for then. */
  async #takeFirst(map: BlockMap, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let block = 0; block < map.count && (map.places[block + 1] ?? Infinity) <= bytes.length; block++) {
      const record = bytes.slice(map.places[block], map.places[block + 1])
      const opened = await this.#openBlock(map, block, record)
      if (!opened) continue
      this.#kept.put(block, opened)
      this.#keepLasting(this.#keyOf(block), record)
    }
  }

  #block(map: BlockMap, block: number): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(block)
    if (kept) return Promise.resolve(this.#kept.put(block, kept))
    const known = this.#coming.get(block)
    if (known) return known
    const coming = this.#bring(map, block).finally(() => this.#coming.delete(block))
    this.#coming.set(block, coming)
    return coming
  }

  async #bring(map: BlockMap, block: number): Promise<Uint8Array<ArrayBuffer>> {
    const cached = await this.#cache?.get(this.#keyOf(block)).catch(() => undefined)
    const known = cached && (await this.#openBlock(map, block, cached))
    return this.#kept.put(block, known ?? (await this.#want(map, block)))
  }

  /** Asks for a block together with all that are wanted at the same time. */
  #want(map: BlockMap, block: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#wanted.size === 0) setTimeout(() => this.#askWanted(map))
    return new Promise((resolve, reject) => this.#wanted.set(block, { resolve, reject }))
  }

  #askWanted(map: BlockMap): void {
    const wanted = this.#wanted
    this.#wanted = new Map()
    for (const { first, last } of piecesOf(
      map,
      [...wanted.keys()].sort((a, b) => a - b),
    )) {
      const own = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((block) => wanted.has(block))
      this.#piece(map, first, last, own).then(
        (blocks) => own.forEach((block, at) => wanted.get(block)?.resolve(blocks[at] ?? new Uint8Array())),
        (thrown: unknown) => own.forEach((block) => wanted.get(block)?.reject(thrown)),
      )
    }
  }

  /** The blocks that are wanted of a row of them, as published. What differs is asked for once more, past all caches on the way. */
  async #piece(
    map: BlockMap,
    first: number,
    last: number,
    own: readonly number[],
    fresh = false,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const start = map.places[first] ?? 0
    const bytes = await this.#part(start, map.places[last + 1] ?? 0, fresh)
    const blocks: Uint8Array<ArrayBuffer>[] = []
    for (const block of own) {
      const place = map.places[block] ?? 0
      const record = bytes.slice(place - start, (map.places[block + 1] ?? 0) - start)
      const opened = await this.#openBlock(map, block, record)
      if (!opened) {
        if (!fresh) return this.#piece(map, first, last, own, true)
        throw new FormatError(problem('site-block', { block }, { file: this.#files.urlOf(this.#path), offset: place }))
      }
      this.#keepLasting(this.#keyOf(block), record)
      blocks.push(opened)
    }
    return blocks
  }

  /** The bytes [start, end) of the file, in requests of bounded length. */
  async #part(start: number, end: number, fresh: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(end - start)
    const from = Array.from({ length: Math.ceil(bytes.length / MOST_PIECE) }, (_, at) => start + at * MOST_PIECE)
    await Promise.all(
      from.map(async (at) => {
        const to = Math.min(end, at + MOST_PIECE)
        const part = await this.#files.part(this.#path, at, to, this.#index.fileBytes, fresh)
        if (!part) throw new FormatError(problem('site-gone', {}, { file: this.#files.urlOf(this.#path) }))
        bytes.set(part, at - start)
      }),
    )
    return bytes
  }

  /** A block out of its record; undefined where it is not the one that was published. */
  async #openBlock(
    map: BlockMap,
    block: number,
    record: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const length = (map.starts[block + 1] ?? 0) - (map.starts[block] ?? 0)
    const packed = openRecord(map, block, record)
    return packed && inflate(packed, Math.min(length, MOST_BLOCK_BYTES))
  }

  #keyOf(block: number): string {
    return `${this.#path}#${block}`
  }

  #keepLasting(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#cache?.put(key, bytes).catch(() => undefined)
  }
}

/** Rows of blocks that are asked for together. `blocks`: ascending. */
function piecesOf({ places }: BlockMap, blocks: readonly number[]): readonly Piece[] {
  const gapBefore = (block: number, before: number): number => (places[block] ?? 0) - (places[before + 1] ?? 0)
  const gaps = blocks.slice(1).map((block, at) => gapBefore(block, blocks[at] ?? 0))
  // As many gaps as may part two pieces are the widest ones.
  const widest = gaps.sort((a, b) => b - a)[MOST_PIECES - 1] ?? 0
  const joined = Math.max(GAP_BYTES, widest)
  const pieces: Piece[] = []
  for (const block of blocks) {
    const piece = pieces.at(-1)
    if (piece && gapBefore(block, piece.last) <= joined) piece.last = block
    else pieces.push({ first: block, last: block })
  }
  return pieces
}
