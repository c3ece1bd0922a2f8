/** Pages of the index file: which bytes a look-up needs, read in few and sorted pieces, and kept for the next one. */
import type { BytesNow } from '../ports.ts'
import { isDirect, readBytes } from './direct-blob.ts'

/** What is read and kept at least. */
const CHUNK = 64 * 1024
/** Chunks nearer to each other than this are read as one piece: in a browser a read costs as much as moving them. */
const GAP_CHUNKS = 4
/** Chunks of the longest piece; and pieces read at the same time. */
const PIECE_CHUNKS = 128
const IN_FLIGHT = 8
/** Bytes of ranges kept of one file. */
const KEPT_BYTES = 32 << 20

export interface Range {
  readonly start: number
  readonly end: number
}

/** The bytes of an index file. Of what can be read at once nothing is kept: reading it again costs next to nothing. */
export class IndexBytes {
  readonly #blob: Blob
  /** Ranges read before, by their start; those kept longest come first. */
  readonly #kept = new Map<number, Uint8Array>()
  #keptBytes = 0

  constructor(blob: Blob) {
    this.#blob = blob
  }

  get size(): number {
    return this.#blob.size
  }

  /** The bytes [start, end). */
  async slice(start: number, end: number): Promise<Uint8Array> {
    return readBytes(this.#blob, start, end)
  }

  /** Each range's bytes, in the order asked. */
  async read(ranges: readonly Range[]): Promise<readonly Uint8Array[]> {
    const blob = this.#blob
    if (isDirect(blob)) return readNow(blob, ranges)
    const wanted = new Set<number>()
    for (const { start, end } of ranges)
      if ((this.#kept.get(start)?.length ?? -1) < end - start)
        for (let chunk = Math.floor(start / CHUNK); chunk * CHUNK < end; chunk++) wanted.add(chunk)
    const chunks = await this.#bring([...wanted].sort((a, b) => a - b))
    return ranges.map((range) => {
      const kept = this.#kept.get(range.start)
      const length = range.end - range.start
      return kept && kept.length >= length ? kept.subarray(0, length) : this.#keep(range.start, copy(range, chunks))
    })
  }

  #keep(start: number, bytes: Uint8Array): Uint8Array {
    this.#kept.set(start, bytes)
    this.#keptBytes += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) break
      this.#kept.delete(oldest)
      this.#keptBytes -= length
    }
    return bytes
  }

  async #bring(missing: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const chunks = new Map<number, Uint8Array>()
    const pieces: { first: number; last: number }[] = []
    for (const chunk of missing) {
      const piece = pieces.at(-1)
      if (piece && chunk - piece.last <= GAP_CHUNKS && chunk - piece.first < PIECE_CHUNKS) piece.last = chunk
      else pieces.push({ first: chunk, last: chunk })
    }
    let next = 0
    const work = async (): Promise<void> => {
      for (let piece = pieces[next++]; piece; piece = pieces[next++]) {
        const { first, last } = piece
        const bytes = await this.slice(first * CHUNK, (last + 1) * CHUNK)
        for (let chunk = first; chunk <= last; chunk++)
          chunks.set(chunk, bytes.subarray((chunk - first) * CHUNK, (chunk - first + 1) * CHUNK))
      }
    }
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, pieces.length) }, work))
    return chunks
  }
}

/** A range's bytes in memory of their own, so that chunks need not be kept for them; fewer where the file ends before. */
function copy({ start, end }: Range, chunks: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, end - start))
  let at = start
  while (at < end) {
    const number = Math.floor(at / CHUNK)
    const part = chunks.get(number)?.subarray(at - number * CHUNK, end - number * CHUNK)
    if (!part || part.length === 0) break
    bytes.set(part, at - start)
    at += part.length
  }
  return bytes.subarray(0, at - start)
}

/** Ranges nearer to each other than this are read as one where a read costs next to nothing. */
const DIRECT_GAP = 2 * 1024

/** All ranges in one piece of memory: thousands of small ones would cost more than reading them. */
function readNow(blob: Blob & BytesNow, ranges: readonly Range[]): readonly Uint8Array[] {
  const order = Uint32Array.from(ranges, (_, at) => at).sort(
    (a, b) => (ranges[a]?.start ?? 0) - (ranges[b]?.start ?? 0),
  )
  const pieces: { start: number; end: number; place: number }[] = []
  const places = new Uint32Array(ranges.length)
  let total = 0
  for (const at of order) {
    const { start, end } = ranges[at] ?? NOTHING
    let piece = pieces.at(-1)
    if (!piece || start > piece.end + DIRECT_GAP) pieces.push((piece = { start, end: start, place: total }))
    piece.end = Math.max(piece.end, Math.min(end, blob.size))
    places[at] = piece.place + start - piece.start
    total = piece.place + piece.end - piece.start
  }
  const bytes = new Uint8Array(total)
  for (const { start, end, place } of pieces) blob.readInto(bytes.subarray(place, place + end - start), start)
  return ranges.map(({ start, end }, at) => {
    const place = places[at] ?? 0
    return bytes.subarray(place, place + Math.max(0, Math.min(end, blob.size) - start))
  })
}

const NOTHING: Range = { start: 0, end: 0 }

/** A directory of pages: the first key of each and where it lies. */
export class PageDirectory {
  readonly #firsts: Uint32Array
  readonly #places: Uint32Array
  readonly #base: number
  readonly #end: number

  /** `bytes` holds pairs of u32; places count from `base`, the last page ends at `base + size`. */
  constructor(bytes: Uint8Array, base: number, size: number) {
    const count = bytes.length >>> 3
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#firsts = new Uint32Array(count)
    this.#places = new Uint32Array(count)
    for (let at = 0; at < count; at++) {
      this.#firsts[at] = view.getUint32(at * 8, true)
      this.#places[at] = view.getUint32(at * 8 + 4, true)
    }
    this.#base = base
    this.#end = base + size
  }

  get count(): number {
    return this.#firsts.length
  }

  /** Number of the last page whose first key is not above `key`; -1 when there is none. */
  find(key: number): number {
    let low = 0
    let high = this.#firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#firsts[middle] ?? 0) <= key) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  first(page: number): number {
    return this.#firsts[page] ?? 0
  }

  range(page: number): Range {
    const start = this.#base + (this.#places[page] ?? 0)
    const after = this.#places[page + 1]
    const end = after === undefined ? this.#end : this.#base + after
    return { start: Math.min(start, this.#end), end: Math.max(start, Math.min(end, this.#end)) }
  }
}
