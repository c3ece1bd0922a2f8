/** Puts bytes back in front of a stream after its format was identified. */
import type { ByteSource } from './byte-source.ts'

/** A source that reads `first`, then `rest`. */
export function unshift(first: Uint8Array, rest: ByteSource): ByteSource {
  let waiting = Uint8Array.from(first)
  const shift = (size: number): Uint8Array<ArrayBuffer> => {
    const bytes = waiting.subarray(0, size)
    waiting = waiting.subarray(bytes.length)
    return bytes
  }
  return {
    get position() {
      return rest.position - waiting.length
    },
    get failure() {
      return rest.failure
    },
    async read(size) {
      const before = shift(size)
      if (before.length === 0) return rest.read(size)
      const after = await rest.read(size - before.length)
      const all = new Uint8Array(before.length + after.length)
      all.set(before)
      all.set(after, before.length)
      return all
    },
    async take(size, before) {
      const more = shift(size)
      const all = new Uint8Array(before.length + more.length)
      all.set(before)
      all.set(more, before.length)
      return rest.take(size - more.length, all)
    },
    async skip(size) {
      await rest.skip(size - shift(size).length)
    },
  }
}
