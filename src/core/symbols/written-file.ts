/**
 * Input of the writers of other symbol formats: an image, its functions and its plain symbols, each by its place in the
 * image.
 */
import type { Arch, ImageUuid } from '../model/image.ts'
import type { WrittenFunction } from '../dwarf/writer/functions.ts'

export interface WrittenImage {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  /** `__TEXT` vmaddr. */
  readonly base: bigint
}

/** A name without a known end. */
export interface WrittenSymbol {
  readonly address: number
  readonly name: string
}

/** Takes functions and symbols in the order of their addresses, without overlaps. */
export interface SymbolFileWriter {
  addFunction(written: WrittenFunction): void
  addSymbol(symbol: WrittenSymbol): void
  /** Throws a FormatError where the format cannot hold an added function or symbol. */
  finish(): Blob
}

/** Strings in the order in which they came, each once. */
export class Numbered {
  readonly #numbers = new Map<string, number>()

  get all(): Iterable<string> {
    return this.#numbers.keys()
  }

  get size(): number {
    return this.#numbers.size
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }
}
