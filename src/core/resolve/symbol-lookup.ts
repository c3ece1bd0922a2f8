/** What the resolver may ask of its host. The engine implements it over indexes and partial builds. */
import type { LookupAnswer } from '../engine-types.ts'
import type { ImageOffset } from '../model/address.ts'
import type { ImageUuid, KnownImage } from '../model/image.ts'
import type { Outcome } from '../model/problem.ts'
import type { CodeSections, ImageCode } from '../memory/image-code.ts'
import type { HarvestedFunction, IndexKey } from '../ports.ts'

/** Where an image has code, without the code itself. */
export interface CodeLayout {
  readonly code: readonly { readonly start: ImageOffset; readonly size: number }[]
  /** Ascending; may be empty. */
  readonly functionStarts: readonly ImageOffset[]
  /** Bytes from the image's start to the end of its code. */
  readonly extent: number
}

export interface SymbolLookup {
  /** All images at hand (kept or given), headers only. */
  readonly images: readonly KnownImage[]
  /**
   * Call chains (innermost first, names already readable in `function`) for offsets of one image; [] where nothing
   * covers. One call an image with all its offsets, sorted: the host builds or opens the index once.
   */
  lookup(key: IndexKey, offsets: readonly ImageOffset[]): Promise<Outcome<LookupAnswer>>
  /** Code bytes, when a file that has them (not just a dSYM) was given. */
  code?(key: IndexKey): Promise<CodeSections | undefined>
  /** Code and unwind tables, as far as the given files have them. */
  unwinding?(key: IndexKey): Promise<ImageCode | undefined>
  /**
   * Where functions of these names start, in the order asked; empty where there is none. Names are as reports print
   * them, mangled or readable. For images whose load address the report does not say.
   */
  findNames?(key: IndexKey, names: readonly string[]): Promise<readonly (readonly ImageOffset[])[]>
  /** DW_TAG_call_site return addresses, ascending, where debug information has them. */
  callReturns?(key: IndexKey): Promise<readonly ImageOffset[] | undefined>
  /** Where code and functions are, for symbols whose code bytes are not at hand: a dSYM has their places. */
  layout?(key: IndexKey): Promise<CodeLayout | undefined>
  /** What reports of the same build said about an image, ascending by start; empty where they said nothing. */
  harvested?(uuid: ImageUuid): Promise<readonly HarvestedFunction[]>
}
