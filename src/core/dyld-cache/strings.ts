/**
 * Strings out of a pool that all images of a cache share. It has hundreds of megabytes; one image needs some strings
 * that lie anywhere. Strings that lie close together are read together.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { MAX_NAME_BYTES } from './limits.ts'

/** A gap up to this long is read with its neighbours. */
const GAP_BYTES = 8192
/** The end of a string is unknown until it is read; longer ones are read again. */
const TAIL_BYTES = 1024
/** Bytes of one read. */
const MOST_BYTES = 4 << 20

/** Strings in sequence, each with its NUL, and the start of each. */
export interface Strings {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** By the offset in the pool. */
  readonly starts: ReadonlyMap<number, number>
}

/** The strings at these offsets of a pool. An offset outside has no string. */
export async function readStrings(pool: Blob, offsets: Iterable<number>, budget: Budget): Promise<Strings> {
  const wanted = Float64Array.from(new Set(offsets)).sort()
  const starts = new Map<number, number>()
  const out = new Bytes()
  out.add(new Uint8Array(1))
  for (let first = 0; first < wanted.length;) {
    const from = wanted[first] ?? 0
    let next = first
    let end = from
    for (; next < wanted.length; next++) {
      const at = wanted[next] ?? 0
      if (next > first && (at - end > GAP_BYTES || at + TAIL_BYTES - from > MOST_BYTES)) break
      end = at + TAIL_BYTES
    }
    const to = Math.min(end, pool.size)
    if (from < to) {
      budget.spend('loaded', to - from)
      const bytes = await openRange(pool, from, to)
      for (let index = first; index < next; index++) {
        const at = wanted[index] ?? 0
        const text = await textAt(pool, bytes, at, at - from)
        if (!text) continue
        budget.spend('text', text.length)
        starts.set(at, out.size)
        out.add(text)
      }
    }
    first = next
  }
  return { bytes: out.done(), starts }
}

/** A string with its NUL; undefined where it is longer than any name. */
async function textAt(pool: Blob, bytes: Uint8Array, at: number, inside: number): Promise<Uint8Array | undefined> {
  const nul = bytes.indexOf(0, inside)
  if (nul >= 0) return nul - inside > MAX_NAME_BYTES ? undefined : bytes.subarray(inside, nul + 1)
  const longer = await openRange(pool, at, at + MAX_NAME_BYTES)
  const end = longer.indexOf(0)
  return end < 0 ? undefined : longer.subarray(0, end + 1)
}

/** Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(65_536)
  size = 0

  add(more: Uint8Array): void {
    if (this.size + more.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.size + more.length, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, this.size))
      this.#bytes = larger
    }
    this.#bytes.set(more, this.size)
    this.size += more.length
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.size)
  }
}
