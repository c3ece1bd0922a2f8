/** A cache of bytes with a limit on their number: the oldest entry is dropped first. */
export class KeptBytes<Key, Bytes extends Uint8Array = Uint8Array<ArrayBuffer>> {
  readonly #most: number
  /** The oldest first. */
  readonly #kept = new Map<Key, Bytes>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Bytes | undefined {
    return this.#kept.get(key)
  }

  /** Keeps the bytes as the newest entry, replaces the old one under that key, and returns them. */
  put(key: Key, bytes: Bytes): Bytes {
    this.#bytes += bytes.length - (this.#kept.get(key)?.length ?? 0)
    this.#kept.delete(key)
    this.#kept.set(key, bytes)
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#most) break
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
    return bytes
  }
}
