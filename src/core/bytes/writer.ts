/** Bytes that grow as they are written. */

/** Bytes of 2^53 - 1 as ULEB128. */
const LONGEST_ULEB = 8

export class ByteWriter {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #size = 0
  readonly littleEndian: boolean

  constructor(littleEndian = true) {
    this.littleEndian = littleEndian
  }

  get size(): number {
    return this.#size
  }

  #reserve(count: number): number {
    const at = this.#size
    this.#size += count
    if (this.#size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#size, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }

  writeU8(value: number): void {
    const at = this.#reserve(1)
    this.#bytes[at] = value
  }

  writeU16(value: number): void {
    const at = this.#reserve(2)
    this.#view.setUint16(at, value, this.littleEndian)
  }

  writeU32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setUint32(at, value, this.littleEndian)
  }

  /** A whole number; below 2^53 if it is no bigint. */
  writeU64(value: number | bigint): void {
    const at = this.#reserve(8)
    this.#view.setBigUint64(at, BigInt(value), this.littleEndian)
  }

  /** A whole number of up to eight bytes, cut to them. */
  writeUnsigned(size: number, value: number | bigint): void {
    const at = this.#reserve(size)
    this.#put(at, size, value)
  }

  #put(at: number, size: number, value: number | bigint): void {
    if (size === 4 && typeof value === 'number') this.#view.setUint32(at, value, this.littleEndian)
    else if (size === 8) this.#view.setBigUint64(at, BigInt(value), this.littleEndian)
    else {
      let rest = BigInt(value)
      for (let n = 0; n < size; n++, rest >>= 8n)
        this.#bytes[this.littleEndian ? at + n : at + size - 1 - n] = Number(rest & 0xffn)
    }
  }

  /** A whole number from 0 to 2^53 - 1 as ULEB128. */
  writeUleb(value: number): void {
    let at = this.#reserve(LONGEST_ULEB)
    const bytes = this.#bytes
    let rest = value
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 0x80
    for (; rest >= 0x80; rest >>= 7) bytes[at++] = (rest & 0x7f) | 0x80
    bytes[at++] = rest
    this.#size = at
  }

  /** A whole number of at most 31 bits and a sign as SLEB128. */
  writeSleb(value: number): void {
    let rest = value
    for (; rest < -64 || rest > 63; rest >>= 7) this.writeU8((rest & 0x7f) | 0x80)
    this.writeU8(rest & 0x7f)
  }

  writeBytes(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length)
    this.#bytes.set(bytes, at)
  }

  /** UTF-8, ended by a NUL. */
  writeCString(text: string): void {
    this.writeBytes(encoder.encode(text.replaceAll('\0', '')))
    this.writeU8(0)
  }

  /** Puts a number where four bytes were written before. */
  patchU32(at: number, value: number): void {
    this.#view.setUint32(at, value, this.littleEndian)
  }

  /** Puts a number of so many bytes where as many were written before. */
  patchUnsigned(at: number, size: number, value: number | bigint): void {
    this.#put(at, size, value)
  }

  /** A copy of all bytes written so far. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size)
  }
}

const encoder = new TextEncoder()
