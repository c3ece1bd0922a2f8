/**
 * The one bounds-checked reader. Parsers call it and never index bytes. It knows its file and its offset there, for
 * errors.
 */
import type { problems } from '../messages/problems.ts'
import type { ParametersOf } from '../messages/message.ts'
import { problem, type ProblemKey } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'

/** Reads numbers and strings from bytes that came from a known place in a known file. */
export class ByteCursor {
  readonly bytes: Uint8Array
  readonly file: string
  /** Offset in the file of `bytes[0]`. */
  readonly fileOffset: number
  readonly littleEndian: boolean
  /** Position in `bytes` of the next read. */
  at: number
  readonly #view: DataView

  constructor(bytes: Uint8Array, options: { file: string; fileOffset?: number; littleEndian?: boolean; at?: number }) {
    this.bytes = bytes
    this.file = options.file
    this.fileOffset = options.fileOffset ?? 0
    this.littleEndian = options.littleEndian ?? true
    this.at = options.at ?? 0
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get remaining(): number {
    return this.bytes.length - this.at
  }

  get done(): boolean {
    return this.at >= this.bytes.length
  }

  /** The problem for wrong bytes at this place. */
  damage<Key extends ProblemKey>(key: Key, params: ParametersOf<typeof problems, Key>, at = this.at): FormatError {
    return new FormatError(problem(key, params, { file: this.file, offset: this.fileOffset + at }))
  }

  /** Moves over `size` bytes and gives where they began; a `truncated` FormatError if they are not all there. */
  #take(size: number): number {
    const start = this.at
    if (size < 0 || start < 0 || start + size > this.bytes.length) {
      throw this.damage('truncated', { expected: size, left: Math.max(0, this.remaining) })
    }
    this.at = start + size
    return start
  }

  readU8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  readU16(): number {
    return this.#view.getUint16(this.#take(2), this.littleEndian)
  }

  readU32(): number {
    return this.#view.getUint32(this.#take(4), this.littleEndian)
  }

  readI32(): number {
    return this.#view.getInt32(this.#take(4), this.littleEndian)
  }

  readU64(): bigint {
    return this.#view.getBigUint64(this.#take(8), this.littleEndian)
  }

  /** A pointer of 4 or 8 bytes. */
  readPointer(size: 4 | 8): bigint {
    return size === 8 ? this.readU64() : BigInt(this.readU32())
  }

  /** ULEB128 (DWARF 5, section 7.6) below 2^53; larger values are a `bad-uleb` FormatError. */
  readUleb(): number {
    const start = this.at
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.readU8()
      value += (byte & 0x7f) * factor
      if (value > Number.MAX_SAFE_INTEGER) throw this.damage('bad-uleb.large', {}, start)
      if (byte < 0x80) return value
      factor *= 128
      if (this.at - start >= 10) throw this.damage('bad-uleb', {}, start)
    }
  }

  /** SLEB128 (DWARF 5, section 7.6) as a number; values beyond 2^53 are a `bad-sleb.large` FormatError. */
  readSleb(): number {
    const start = this.at
    const value = Number(this.readSleb64())
    if (!Number.isSafeInteger(value)) throw this.damage('bad-sleb.large', {}, start)
    return value
  }

  /** ULEB128 of up to 64 bits; higher bits are cut off. */
  readUleb64(): bigint {
    return BigInt.asUintN(64, this.#readLeb().value)
  }

  /** SLEB128 of up to 64 bits; higher bits are cut off. */
  readSleb64(): bigint {
    const { value, bits, isNegative } = this.#readLeb()
    return BigInt.asIntN(64, isNegative ? value - (1n << BigInt(bits)) : value)
  }

  #readLeb(): { readonly value: bigint; readonly bits: number; readonly isNegative: boolean } {
    const start = this.at
    let value = 0n
    for (let bits = 0; ;) {
      const byte = this.readU8()
      value |= BigInt(byte & 0x7f) << BigInt(bits)
      bits += 7
      if (byte < 0x80) return { value, bits, isNegative: (byte & 0x40) !== 0 }
      if (this.at - start >= 16) throw this.damage('bad-uleb', {}, start)
    }
  }

  /** An unsigned number of any size, 0 bytes included. */
  readUnsigned(size: number): bigint {
    switch (size) {
      case 1:
        return BigInt(this.readU8())
      case 2:
        return BigInt(this.readU16())
      case 4:
        return BigInt(this.readU32())
      case 8:
        return this.readU64()
    }
    const bytes = this.readBytes(size)
    const ordered = this.littleEndian ? bytes : bytes.toReversed()
    return ordered.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  }

  /** A reader of the bytes from here to a position in `bytes`. */
  within(end: number): ByteCursor {
    const start = this.#take(end - this.at)
    this.at = start
    const { file, littleEndian } = this
    return new ByteCursor(this.bytes.subarray(start, end), { file, littleEndian, fileOffset: this.fileOffset + start })
  }

  /** The next bytes as a view, not a copy. */
  readBytes(size: number): Uint8Array {
    const start = this.#take(size)
    return this.bytes.subarray(start, start + size)
  }

  skip(size: number): void {
    this.#take(size)
  }

  /** A field of fixed size, ended early by a NUL. */
  readFixedString(size: number): string {
    return decodeUtf8(untilNul(this.readBytes(size)))
  }

  /** A string up to its NUL; to the end of the bytes when it has none. */
  readCString(): string {
    const text = untilNul(this.bytes.subarray(this.at))
    this.at = Math.min(this.bytes.length, this.at + text.length + 1)
    return decodeUtf8(text)
  }
}

function untilNul(bytes: Uint8Array): Uint8Array {
  const nul = bytes.indexOf(0)
  return nul < 0 ? bytes : bytes.subarray(0, nul)
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** UTF-8 to text; bad bytes become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}
