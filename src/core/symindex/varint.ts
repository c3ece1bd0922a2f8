/** Reads the index's own numbers. Damaged data gives wrong numbers, never reads outside: callers bound what they loop over. */

/** A place in bytes of the index, for variable-length numbers. */
export class IndexCursor {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get done(): boolean {
    return this.at >= this.bytes.length
  }

  readByte(): number {
    return this.bytes[this.at++] ?? 0
  }

  /** ULEB128 below 2^32. */
  readUleb(): number {
    let value = 0
    let shift = 0
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
      shift += 7
      if (shift > 28 && byte >= 0x80 && shift > 35) return value >>> 0
    }
  }

  /** A signed difference: zigzag over ULEB128. */
  readZigzag(): number {
    const value = this.readUleb()
    return (value >>> 1) ^ -(value & 1)
  }
}
