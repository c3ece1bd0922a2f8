/**
 * The blocks of one published index: brought in few requests, compared with their digests, and kept: the latest in memory, and all
 * of them where the host has a cache that lasts.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { problem } from '../../core/messages/problems.ts'
import { FormatError } from '../../core/model/problem.ts'
import { DIGEST_BYTES } from './layout.ts'
import type { FarFile } from './far-blob.ts'
import type { SiteFiles } from './site-files.ts'

/**
 * Where a host keeps what was read of a site. What comes back is verified as what comes from the site is; a cache that fails is as one
 * that has nothing. A key is a path below the site's address, with `#` and the block's number behind that of an index.
 */
export interface BlockCache {
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** Bytes of blocks in memory. */
const KEPT_BYTES = 8 << 20
/** Bytes of the longest request. */
const MOST_PIECE = 1 << 20
/** Blocks between two that are asked for and are brought with them: a request costs about as much. */
const GAP_BLOCKS = 1

/** The digests of the blocks from `first` to `last`, one behind the other, each as long as `DIGEST_BYTES`. Rejects with a FormatError. */
export type Digests = (first: number, last: number) => Promise<Uint8Array>

/** Digests that are at hand. */
export const knownDigests =
  (all: Uint8Array): Digests =>
  async (first, last) =>
    all.subarray(first * DIGEST_BYTES, (last + 1) * DIGEST_BYTES)

/** Who waits for a block. */
interface Wanted {
  readonly resolve: (block: Uint8Array<ArrayBuffer>) => void
  readonly reject: (thrown: unknown) => void
}

export class Blocks implements FarFile {
  readonly bytes: number
  readonly blockBytes: number
  readonly #files: SiteFiles
  readonly #path: string
  readonly #digests: Digests
  readonly #cache: BlockCache | undefined
  /** The latest blocks, the oldest first. */
  readonly #kept = new Map<number, Uint8Array<ArrayBuffer>>()
  readonly #coming = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()
  /** Blocks that are asked for with the next requests. */
  #wanted = new Map<number, Wanted>()

  /** `digests`: verified ones. */
  constructor(
    files: SiteFiles,
    path: string,
    { bytes, blockBytes }: { readonly bytes: number; readonly blockBytes: number },
    digests: Digests,
    cache: BlockCache | undefined,
  ) {
    this.#files = files
    this.#path = path
    this.bytes = bytes
    this.blockBytes = blockBytes
    this.#digests = digests
    this.#cache = cache
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, end - start))
    if (bytes.length === 0) return bytes
    const first = Math.floor(start / this.blockBytes)
    const last = Math.floor((end - 1) / this.blockBytes)
    const blocks = await Promise.all(Array.from({ length: last - first + 1 }, (_, at) => this.#block(first + at)))
    for (const [at, block] of blocks.entries()) {
      const place = (first + at) * this.blockBytes
      const from = Math.max(start, place)
      bytes.set(block.subarray(from - place, Math.min(end, place + block.length) - place), from - start)
    }
    return bytes
  }

  #block(number: number): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(number)
    if (kept) {
      this.#keep(number, kept)
      return Promise.resolve(kept)
    }
    const known = this.#coming.get(number)
    if (known) return known
    const coming = this.#bring(number).finally(() => this.#coming.delete(number))
    this.#coming.set(number, coming)
    return coming
  }

  async #bring(number: number): Promise<Uint8Array<ArrayBuffer>> {
    const key = `${this.#path}#${number}`
    const cached = await this.#cache?.get(key).catch(() => undefined)
    if (cached && isSound(cached, await this.#digests(number, number))) return this.#keep(number, cached)
    const block = this.#keep(number, await this.#want(number))
    this.#cache?.put(key, block).catch(() => undefined)
    return block
  }

  /** Asks for a block together with all that are wanted at the same time. */
  #want(number: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#wanted.size === 0) setTimeout(() => this.#askWanted())
    return new Promise((resolve, reject) => this.#wanted.set(number, { resolve, reject }))
  }

  #askWanted(): void {
    const wanted = this.#wanted
    this.#wanted = new Map()
    const most = Math.max(1, Math.floor(MOST_PIECE / this.blockBytes))
    const pieces: { first: number; last: number }[] = []
    for (const number of [...wanted.keys()].sort((a, b) => a - b)) {
      const piece = pieces.at(-1)
      if (piece && number - piece.last <= 1 + GAP_BLOCKS && number - piece.first < most) piece.last = number
      else pieces.push({ first: number, last: number })
    }
    for (const { first, last } of pieces) {
      const own = Array.from({ length: last - first + 1 }, (_, at) => wanted.get(first + at))
      this.#piece(first, last).then(
        (blocks) => own.forEach((asked, at) => asked?.resolve(blocks[at] ?? new Uint8Array())),
        (thrown: unknown) => own.forEach((asked) => asked?.reject(thrown)),
      )
    }
  }

  /** Blocks in a row, each as published. What differs is asked for once more, past all caches on the way. */
  async #piece(first: number, last: number, fresh = false): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const { blockBytes } = this
    const start = first * blockBytes
    const end = Math.min((last + 1) * blockBytes, this.bytes)
    // Asked for together, so that one does not wait for the other.
    const [digests, bytes] = await Promise.all([
      this.#digests(first, last),
      this.#files.part(this.#path, start, end, this.bytes, fresh),
    ])
    const url = this.#files.urlOf(this.#path)
    if (!bytes) throw new FormatError(problem('site-gone', {}, { file: url }))
    const blocks: Uint8Array<ArrayBuffer>[] = []
    for (let number = first; number <= last; number++) {
      const block = bytes.slice((number - first) * blockBytes, (number - first + 1) * blockBytes)
      const at = (number - first) * DIGEST_BYTES
      if (!isSound(block, digests.subarray(at, at + DIGEST_BYTES))) {
        if (!fresh) return this.#piece(first, last, true)
        throw new FormatError(problem('site-block', { block: number }, { file: url, offset: number * blockBytes }))
      }
      blocks.push(block)
    }
    return blocks
  }

  #keep(number: number, block: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    this.#kept.delete(number)
    this.#kept.set(number, block)
    const most = Math.max(1, Math.floor(KEPT_BYTES / this.blockBytes))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) break
      this.#kept.delete(oldest)
    }
    return block
  }
}

function isSound(block: Uint8Array, wanted: Uint8Array): boolean {
  const digest = sha256(block)
  return wanted.length === DIGEST_BYTES && wanted.every((byte, at) => byte === digest[at])
}
