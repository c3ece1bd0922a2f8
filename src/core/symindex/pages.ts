/** The bytes of an index file: read in few, sorted pieces, and cached if reads are slow. */
import { KeptBytes } from '../model/kept-bytes.ts'
import type { BytesNow } from '../ports.ts'
import { isDirect, isFar, readBytes, readInOrder, type Range } from './blob-reads.ts'

/** Smallest unit of reading and caching. */
const CHUNK = 64 * 1024
/** Chunks closer than this are read as one piece: in a browser a read costs as much as copying the gap. */
const GAP_CHUNKS = 4
/** Bytes of the longest piece. A browser reads 32 MB in two thirds of the time of four reads of 8 MB. */
const PIECE_BYTES = 32 << 20
/** Bytes cached for one file. */
const KEPT_BYTES = 32 << 20

export class IndexBytes {
  readonly #blob: Blob
  /** The synchronous reader, if the host has one. Nothing is cached then, because reads are cheap. */
  readonly direct: BytesNow | undefined
  /** Every byte costs: read nothing ahead. */
  readonly isFar: boolean
  /** Cached ranges by start. */
  readonly #kept = new KeptBytes<number, Uint8Array>(KEPT_BYTES)

  constructor(blob: Blob) {
    this.#blob = blob
    this.direct = isDirect(blob) ? blob : undefined
    this.isFar = isFar(blob)
  }

  get size(): number {
    return this.#blob.size
  }

  /** The bytes [start, end). */
  async slice(start: number, end: number): Promise<Uint8Array> {
    return readBytes(this.#blob, start, end)
  }

  /** The bytes of each range, in the order of the arguments; they are cached. */
  async read(ranges: readonly Range[]): Promise<readonly Uint8Array[]> {
    if (this.isFar) return Promise.all(ranges.map((range) => this.#readFar(range)))
    const wanted = new Set<number>()
    // Taken first, because caching new ranges may evict these.
    const known = ranges.map(({ start, end }) => {
      const kept = this.#keptRange(start, end)
      for (let chunk = Math.floor(start / CHUNK); !kept && chunk * CHUNK < end; chunk++) wanted.add(chunk)
      return kept
    })
    const chunks = await this.#bring([...wanted].sort((a, b) => a - b))
    return ranges.map((range, at) => known[at] ?? this.#kept.put(range.start, copy(range, chunks)))
  }

  /** Each range is read alone: the remote source joins simultaneous requests. */
  async #readFar({ start, end }: Range): Promise<Uint8Array> {
    return this.#keptRange(start, end) ?? this.#kept.put(start, await this.slice(start, end))
  }

  #keptRange(start: number, end: number): Uint8Array | undefined {
    const kept = this.#kept.get(start)
    return kept && kept.length >= end - start ? kept.subarray(0, end - start) : undefined
  }

  async #bring(missing: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const chunks = new Map<number, Uint8Array>()
    const pieces: { first: number; last: number }[] = []
    for (const chunk of missing) {
      const piece = pieces.at(-1)
      if (piece && chunk - piece.last <= GAP_CHUNKS && (chunk - piece.first) * CHUNK < PIECE_BYTES) piece.last = chunk
      else pieces.push({ first: chunk, last: chunk })
    }
    const ranges = pieces.map(({ first, last }) => ({ start: first * CHUNK, end: (last + 1) * CHUNK }))
    const reads = readInOrder(this.#blob, ranges)
    for (const { first, last } of pieces) {
      const { value: bytes } = await reads.next()
      for (let chunk = first; bytes && chunk <= last; chunk++)
        chunks.set(chunk, bytes.subarray((chunk - first) * CHUNK, (chunk - first + 1) * CHUNK))
    }
    return chunks
  }
}

/** A copy of a range's bytes, so that chunks can be freed; shorter at the end of the file. */
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
