/**
 * Bytes in memory as a Blob, without a copy. Node's own Blob copies its parts and reads asynchronously: for a large
 * index a second copy and many waits.
 */
import type { BytesNow } from '../core/ports.ts'
import { sliceBounds } from './slice-bounds.ts'
import { reading } from './messages/storage.ts'

/** Concatenates the parts without copying: the caller must not change them afterwards. */
export function joinBytes(parts: readonly (Uint8Array | Blob)[]): Blob {
  return new MemoryBlob(
    parts.flatMap((part) => {
      if (part instanceof Uint8Array) return [part]
      if (part instanceof MemoryBlob) return part.parts
      throw new TypeError('only bytes in memory can be joined')
    }),
  )
}

/** The parts of such a Blob, which can be written directly; undefined for other Blobs. */
export function partsOf(blob: Blob): readonly Uint8Array[] | undefined {
  return blob instanceof MemoryBlob ? blob.parts : undefined
}

class MemoryBlob extends Blob implements BytesNow {
  readonly parts: readonly Uint8Array[]
  readonly inMemory = true
  /** Start of each part. */
  readonly #starts: readonly number[]
  readonly #size: number

  constructor(parts: readonly Uint8Array[]) {
    super([])
    this.parts = parts.filter(({ length }) => length > 0)
    let at = 0
    this.#starts = this.parts.map(({ length }) => (at += length) - length)
    this.#size = at
  }

  override get size(): number {
    return this.#size
  }

  override slice(start = 0, end = this.size): Blob {
    const bytes: Uint8Array[] = []
    const [from, to] = sliceBounds(start, end, this.size)
    this.#visit(from, to, (part) => bytes.push(part))
    return new MemoryBlob(bytes)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.size)
    this.readInto(bytes, 0)
    return bytes
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  override stream(): ReturnType<Blob['stream']> {
    const left = [...this.parts]
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        const part = left.shift()
        if (part) controller.enqueue(part.slice())
        else controller.close()
      },
    })
  }

  readInto(target: Uint8Array, from: number, at = 0, length = target.length - at): void {
    if (from + length > this.size) throw new RangeError(reading.behindEnd)
    let place = at
    this.#visit(from, from + length, (part) => {
      target.set(part, place)
      place += part.length
    })
  }

  /** Visits the bytes [from, to). */
  #visit(from: number, to: number, visit: (bytes: Uint8Array) => void): void {
    let low = 0
    let high = this.parts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) <= from) low = middle + 1
      else high = middle
    }
    for (let at = Math.max(0, low - 1), place = from; place < to; at++) {
      const [part, start] = [this.parts[at], this.#starts[at] ?? 0]
      if (!part) return
      const piece = part.subarray(place - start, Math.min(part.length, to - start))
      visit(piece)
      place += piece.length
    }
  }
}
