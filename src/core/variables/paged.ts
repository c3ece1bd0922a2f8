/**
 * Bytes of a large file for readers that run at once: what is not at hand yet ends the reading, is fetched, and the reading begins
 * again. Readers keep what they have worked out, so that little is done twice.
 */
import { openRange } from '../bytes/blob.ts'
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

/** Runs a reading until all that it needs is at hand. */
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

/** A range of a file, read by pages; long pieces are read as they are asked for. */
export class PagedBytes {
  readonly size: number
  readonly #blob: Blob
  readonly #pages = new Map<number, Uint8Array>()
  readonly #pieces = new Map<number, Uint8Array>()

  constructor(blob: Blob) {
    this.#blob = blob
    this.size = blob.size
  }

  /** The bytes from `start` on; fewer than `length` where the range ends. */
  read(start: number, length: number): Uint8Array {
    const end = Math.min(this.size, start + length)
    if (!(start >= 0) || end <= start) return new Uint8Array()
    if (end - start > PAGE) return this.#piece(start, end)
    const first = Math.floor(start / PAGE)
    const from = start - first * PAGE
    const page = this.#page(first)
    if (end <= (first + 1) * PAGE) return page.subarray(from, from + end - start)
    const next = this.#page(first + 1)
    const joined = new Uint8Array(end - start)
    joined.set(page.subarray(from))
    joined.set(next.subarray(0, joined.length - (page.length - from)), page.length - from)
    return joined
  }

  #page(index: number): Uint8Array {
    const known = this.#pages.get(index)
    if (known) return known
    throw new NotRead(async () => {
      this.#pages.set(index, await openRange(this.#blob, index * PAGE, (index + 1) * PAGE))
    })
  }

  #piece(start: number, end: number): Uint8Array {
    const known = this.#pieces.get(start)
    if (known && known.length >= end - start) return known.subarray(0, end - start)
    throw new NotRead(async () => {
      this.#pieces.set(start, await openRange(this.#blob, start, end))
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
