/** The bytes of an index file: read in few and sorted pieces, and kept for the next look-up where reading them is slow. */
import type { BytesNow } from '../ports.ts'
import { isDirect, readBytes, readInOrder, type Range } from './blob-reads.ts'

/** What is read and kept at least. */
const CHUNK = 64 * 1024
/** Chunks nearer to each other than this are read as one piece: in a browser a read costs as much as moving them. */
const GAP_CHUNKS = 4
/** Chunks of the longest piece: 32 MB, for which a browser takes two thirds of the time that four of 8 MB take. */
const PIECE_CHUNKS = 512
/** Bytes of ranges kept of one file. */
const KEPT_BYTES = 32 << 20

export class IndexBytes {
  readonly #blob: Blob
  /** What can be read at once, if it can: of it nothing is kept, because reading it again costs next to nothing. */
  readonly direct: BytesNow | undefined
  /** Ranges read before, by their start; those kept longest come first. */
  readonly #kept = new Map<number, Uint8Array>()
  #keptBytes = 0

  constructor(blob: Blob) {
    this.#blob = blob
    this.direct = isDirect(blob) ? blob : undefined
  }

  get size(): number {
    return this.#blob.size
  }

  /** The bytes [start, end). */
  async slice(start: number, end: number): Promise<Uint8Array> {
    return readBytes(this.#blob, start, end)
  }

  /** Each range's bytes, in the order asked; they are kept. */
  async read(ranges: readonly Range[]): Promise<readonly Uint8Array[]> {
    const wanted = new Set<number>()
    // Taken first: what is kept now may have to go while others are kept.
    const known = ranges.map(({ start, end }) => {
      const kept = this.#kept.get(start)
      if (kept && kept.length >= end - start) return kept.subarray(0, end - start)
      for (let chunk = Math.floor(start / CHUNK); chunk * CHUNK < end; chunk++) wanted.add(chunk)
      return undefined
    })
    const chunks = await this.#bring([...wanted].sort((a, b) => a - b))
    return ranges.map((range, at) => known[at] ?? this.#keep(range.start, copy(range, chunks)))
  }

  #keep(start: number, bytes: Uint8Array): Uint8Array {
    this.#keptBytes += bytes.length - (this.#kept.get(start)?.length ?? 0)
    this.#kept.set(start, bytes)
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
