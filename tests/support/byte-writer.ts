/** Bytes of files that tests make, written field by field; apart from the writer of the program, which they test. */
export class ByteWriter {
  readonly #bytes: number[] = []
  readonly littleEndian: boolean

  constructor(littleEndian = true) {
    this.littleEndian = littleEndian
  }

  get size(): number {
    return this.#bytes.length
  }

  /** Whole numbers of so many bytes each, cut to them. */
  uint(size: number, ...values: readonly (bigint | number)[]): this {
    for (const value of values) {
      const digits = Array.from({ length: size }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 0xffn))
      this.#bytes.push(...(this.littleEndian ? digits : digits.reverse()))
    }
    return this
  }

  u8 = (...values: readonly number[]): this => this.uint(1, ...values)
  u16 = (...values: readonly number[]): this => this.uint(2, ...values)
  u32 = (...values: readonly number[]): this => this.uint(4, ...values)
  u64 = (...values: readonly (bigint | number)[]): this => this.uint(8, ...values)

  uleb(value: number): this {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) | 0x80)
    this.#bytes.push(rest)
    return this
  }

  bytes(values: Iterable<number>): this {
    for (const value of values) this.#bytes.push(value)
    return this
  }

  /** UTF-8, cut or filled with NULs to `size`; with one NUL behind it where no size is given. */
  text(value: string, size?: number): this {
    const encoded = new TextEncoder().encode(value)
    return this.bytes(Array.from({ length: size ?? encoded.length + 1 }, (_, index) => encoded[index] ?? 0))
  }

  padTo(size: number): this {
    while (this.#bytes.length < size) this.#bytes.push(0)
    return this
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes)
  }
}
