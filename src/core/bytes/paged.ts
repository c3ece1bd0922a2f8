/**
 * Bytes of a large file for synchronous readers. Missing bytes end the reading, are fetched, and the reading restarts.
 * Readers keep their results, so little is done twice.
 */
import { openRange } from './blob.ts'
import { FormatError } from '../model/problem.ts'
import { problem } from '../messages/problems.ts'

const PAGE = 0x10000
/** Fetches of one reading; the largest sound ones take some hundred. */
const MOST_FETCHES = 20_000

/** Thrown by a reader; `whenRead` catches it. */
export class NotRead extends Error {
  readonly fetch: () => Promise<void>

  constructor(fetch: () => Promise<void>) {
    super()
    this.fetch = fetch
  }
}

/** Readings that may miss something each before it is fetched for all. */
const MOST_AT_ONCE = 256

/** Reads each item, and fetches all missing bytes together: in a browser single fetches in sequence would be slow. */
export function readEach<T, R>(items: Iterable<T>, read: (item: T) => R): R[] {
  const results: R[] = []
  const missed: NotRead[] = []
  for (const item of items) {
    try {
      results.push(read(item))
    } catch (thrown) {
      if (!(thrown instanceof NotRead)) throw thrown
      missed.push(thrown)
      if (missed.length >= MOST_AT_ONCE) break
    }
  }
  if (missed.length === 0) return results
  throw new NotRead(async () => {
    await Promise.all(missed.map((one) => one.fetch()))
  })
}

/** Repeats a reading, and fetches its missing bytes, until it completes. */
export async function whenRead<T>(reading: () => T): Promise<T> {
  for (let fetches = 0; fetches < MOST_FETCHES; fetches++) {
    try {
      return reading()
    } catch (thrown) {
      if (!(thrown instanceof NotRead)) throw thrown
      await thrown.fetch()
    }
  }
  throw new FormatError(problem('over-budget.loaded', {}))
}

/** A range of a file, read by pages; long pieces are read on demand. */
export class PagedBytes {
  readonly size: number
  readonly #blob: Blob
  /** Bytes of a page. */
  readonly #size: number
  readonly #most: number
  readonly #pages = new Map<number, Uint8Array>()
  readonly #pieces = new Map<number, Uint8Array>()
  /** Pages and pieces that are being fetched, by their place: several readings may miss the same. */
  readonly #coming = new Map<string, Promise<void>>()

  /** `most`: pages kept, where the file is passed over once. */
  constructor(blob: Blob, page = PAGE, most = Infinity) {
    this.#blob = blob
    this.#size = page
    this.#most = most
    this.size = blob.size
  }

  /** The bytes from `start` on; fewer than `length` where the range ends. */
  read(start: number, length: number): Uint8Array {
    const end = Math.min(this.size, start + length)
    if (!(start >= 0) || end <= start) return new Uint8Array()
    const page = this.#size
    if (end - start > page) return this.#piece(start, end)
    const first = Math.floor(start / page)
    const from = start - first * page
    const bytes = this.#page(first)
    if (end <= (first + 1) * page) return bytes.subarray(from, from + end - start)
    const next = this.#page(first + 1)
    const joined = new Uint8Array(end - start)
    joined.set(bytes.subarray(from))
    joined.set(next.subarray(0, joined.length - (bytes.length - from)), bytes.length - from)
    return joined
  }

  #page(index: number): Uint8Array {
    const known = this.#pages.get(index)
    if (known) return known
    for (const old of [...this.#pages.keys()].slice(0, -this.#most)) this.#pages.delete(old)
    throw this.#missing(this.#pages, index, index * this.#size, (index + 1) * this.#size)
  }

  #piece(start: number, end: number): Uint8Array {
    const known = this.#pieces.get(start)
    if (known && known.length >= end - start) return known.subarray(0, end - start)
    throw this.#missing(this.#pieces, start, start, end)
  }

  #missing(kept: Map<number, Uint8Array>, key: number, start: number, end: number): NotRead {
    const place = `${start} ${end}`
    return new NotRead(() => {
      const coming =
        this.#coming.get(place) ??
        openRange(this.#blob, start, end).then((bytes) => {
          kept.set(key, bytes)
          this.#coming.delete(place)
        })
      this.#coming.set(place, coming)
      return coming
    })
  }
}

/** Memory of a process in the same manner. */
export class PagedMemory {
  readonly #open: (address: bigint, size: number) => Promise<Uint8Array>
  readonly #kept = new Map<string, Uint8Array>()

  constructor(open: (address: bigint, size: number) => Promise<Uint8Array>) {
    this.#open = open
  }

  /** All bytes of a range, or undefined. */
  read(address: bigint, size: number): Uint8Array | undefined {
    const start = (address / MEMORY_PIECE) * MEMORY_PIECE
    const from = Number(address - start)
    const piece = this.#piece(start, MEMORY_PIECE)
    if (from + size <= piece.length) return piece.subarray(from, from + size)
    // Over the end of a piece, or of a range that begins within one.
    const own = this.#piece(address, BigInt(size))
    return own.length >= size ? own : undefined
  }

  #piece(address: bigint, size: bigint): Uint8Array {
    const key = `${address} ${size}`
    const known = this.#kept.get(key)
    if (known) return known
    throw new NotRead(async () => {
      this.#kept.set(key, (await this.#open(address, Number(size))).slice(0, Number(size)))
    })
  }
}

const MEMORY_PIECE = 4096n
