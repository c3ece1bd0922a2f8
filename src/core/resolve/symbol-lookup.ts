/** The resolver's interface to its host. The engine implements it over indexes and partial builds. */
import type { LookupAnswer } from '../engine-types.ts'
import type { ImageOffset } from '../model/address.ts'
import type { ImageUuid, KnownImage } from '../model/image.ts'
import type { ScriptPlace } from '../model/script.ts'
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

/** A map that leads from what runs to what people wrote. */
interface MapLookup {
  readonly path: string
  /** It was given on an earlier visit and found in the library: nobody gave it for this report. */
  readonly isKept?: true
}

/** A source map at hand. */
export interface ScriptMapLookup extends MapLookup {
  readonly debugId?: ImageUuid
  /** Names of the bundles that it may be of. */
  readonly bundles: readonly string[]
  /** Places in sources, lines and columns from 1, in the order of the arguments; undefined where the map has none. Throws a FormatError. */
  readonly locate: (places: readonly ScriptPlace[]) => readonly (ScriptSource | undefined)[]
}

export interface ScriptSource {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Of the function around the place, where the map names functions. */
  readonly function?: string
}

/** A map of lines that a compiler wrote to those that it read. */
export interface LineMapLookup extends MapLookup {
  readonly debugId?: ImageUuid
  readonly originalOf: (file: string, line: number) => { readonly file: string; readonly line: number } | undefined
}

/** A map of the names that an obfuscated build has to those of its source. */
export interface NameMapLookup extends MapLookup {
  /** The same name where the build kept it; undefined where the map does not have it. */
  readonly originalOf: (name: string) => string | undefined
}

export interface SymbolLookup {
  /** All known images (stored or given), headers only. */
  readonly images: readonly KnownImage[]
  /**
   * Call chains (innermost first, names already readable in `function`) for offsets of one image; [] where nothing
   * covers. One call an image with all its offsets, sorted: the host builds or opens the index once.
   */
  lookup(key: IndexKey, offsets: readonly ImageOffset[]): Promise<Outcome<LookupAnswer>>
  /** Code bytes, when a file that has them (not just a dSYM) was given. */
  code?(key: IndexKey): Promise<CodeSections | undefined>
  /** Code and unwind tables from the given files. */
  unwinding?(key: IndexKey): Promise<ImageCode | undefined>
  /**
   * Start offsets of functions with these names, in the order of `names`; empty for unknown names. Names are as reports
   * print them, mangled or readable. For images without a load address in the report.
   */
  findNames?(key: IndexKey, names: readonly string[]): Promise<readonly (readonly ImageOffset[])[]>
  /** DW_TAG_call_site return addresses, ascending, where debug information has them. */
  callReturns?(key: IndexKey): Promise<readonly ImageOffset[] | undefined>
  /** Ranges of code and functions, for symbols without code bytes: a dSYM has their places. */
  layout?(key: IndexKey): Promise<CodeLayout | undefined>
  /** Source maps: those given in this session, the last first, then those of the library. */
  readonly scripts?: readonly ScriptMapLookup[]
  /** Maps of translated lines, in the same order. */
  readonly lineMaps?: readonly LineMapLookup[]
  /** Maps of obfuscated names, in the same order. */
  readonly nameMaps?: readonly NameMapLookup[]
  /** Functions of an image harvested from reports of the same build, ascending by start; empty if there are none. */
  harvested?(uuid: ImageUuid): Promise<readonly HarvestedFunction[]>
}
