/** Bytes of files that tests make, written field by field; apart from the writer of the program, which they test. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #size = 0
  readonly littleEndian: boolean

  constructor(littleEndian = true) {
    this.littleEndian = littleEndian
  }

  get size(): number {
    return this.#size
  }

  /** Room for so many bytes more, and where they begin. */
  #room(count: number): number {
    const at = this.#size
    this.#size += count
    if (this.#size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#size, 2 * this.#bytes.length))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    return at
  }

  /** Whole numbers of so many bytes each, cut to them. */
  uint(size: number, ...values: readonly (bigint | number)[]): this {
    for (const value of values) {
      const at = this.#room(size)
      let rest = BigInt.asUintN(64, BigInt(value))
      for (let index = 0; index < size; index++, rest >>= 8n)
        this.#bytes[this.littleEndian ? at + index : at + size - 1 - index] = Number(rest & 0xffn)
    }
    return this
  }

  u8 = (...values: readonly number[]): this => this.uint(1, ...values)
  u16 = (...values: readonly number[]): this => this.uint(2, ...values)
  u32 = (...values: readonly number[]): this => this.uint(4, ...values)
  u64 = (...values: readonly (bigint | number)[]): this => this.uint(8, ...values)

  uleb(value: number): this {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) this.u8((rest & 0x7f) | 0x80)
    return this.u8(rest)
  }

  sleb(value: number): this {
    let rest = value
    for (; rest < -64 || rest > 63; rest >>= 7) this.u8((rest & 0x7f) | 0x80)
    return this.u8(rest & 0x7f)
  }

  bytes(values: Iterable<number>): this {
    const all = values instanceof Uint8Array ? values : Uint8Array.from(values)
    const at = this.#room(all.length)
    this.#bytes.set(all, at)
    return this
  }

  /** UTF-8, cut or filled with NULs to `size`; without a size, followed by one NUL. */
  text(value: string, size?: number): this {
    const encoded = new TextEncoder().encode(value)
    const at = this.#room(size ?? encoded.length + 1)
    this.#bytes.set(encoded.subarray(0, size ?? encoded.length), at)
    return this
  }

  padTo(size: number): this {
    if (size > this.#size) this.#room(size - this.#size)
    return this
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size)
  }
}
