/** UTF-8 text being written, into one buffer that grows and is used again. */

/** More than this is no name that anybody reads; the longest known of a real program has 43,019 bytes. */
const LONGEST = 1 << 20

/** Thrown when a name grows beyond all use. */
export const tooLong = new Error('name too long')

export class Output {
  bytes: Uint8Array<ArrayBuffer>
  length = 0
  /** Where the current name began. */
  #start = 0

  constructor(capacity = 1 << 16) {
    this.bytes = new Uint8Array(capacity)
  }

  begin(): void {
    this.#start = this.length
  }

  /** Makes room, and sees that the current name stays of bearable size. */
  reserve(size: number): void {
    const needed = this.length + size
    if (needed <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  #check(size: number): void {
    if (this.length + size - this.#start > LONGEST) throw tooLong
    if (this.length + size > this.bytes.length) this.reserve(size)
  }

  /** ASCII text. */
  text(text: string): void {
    const size = text.length
    this.#check(size)
    const { bytes, length } = this
    for (let index = 0; index < size; index++) bytes[length + index] = text.charCodeAt(index)
    this.length = length + size
  }

  byte(code: number): void {
    this.#check(1)
    this.bytes[this.length++] = code
  }

  /** A piece of another buffer. */
  copy(source: Uint8Array, from: number, to: number): void {
    const size = to - from
    this.#check(size)
    const { bytes, length } = this
    if (size > 200) bytes.set(source.subarray(from, to), length)
    else for (let index = 0; index < size; index++) bytes[length + index] = source[from + index] ?? 0
    this.length = length + size
  }

  /** A piece of this text, once more. */
  repeat(from: number, to: number): void {
    const size = to - from
    this.#check(size)
    const { bytes, length } = this
    if (size > 40) bytes.copyWithin(length, from, to)
    else for (let index = 0; index < size; index++) bytes[length + index] = bytes[from + index] ?? 0
    this.length = length + size
  }

  get last(): number {
    return this.length > this.#start ? (this.bytes[this.length - 1] ?? 0) : 0
  }
}
