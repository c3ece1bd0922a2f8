/** Source lines around the place of a call, and how far the file can be trusted to be the one that was built. */

/** A file as the header of a line table has it. */
export interface LineFile {
  /** The path as look-ups give it. */
  readonly path: string
  /** MD5 of the file that was compiled, 32 digits in lower case. */
  readonly md5?: string
  /** The text that was compiled, where the compiler put it into the debug information. */
  readonly source?: string
}

/** A source that a source map quotes. */
export interface QuotedSource {
  /** The path as look-ups give it. */
  readonly path: string
  readonly text: string
}

/** `same`: the bytes are those that were compiled. `changed`: they are others. `unknown`: there is no evidence. */
export type SourceCheck = 'same' | 'changed' | 'unknown'

/**
 * How sure it is that a file is the one that a path of the build means. `exact`: its contents are those. `likely`: folders of the two
 * paths agree, too. `possible`: only the name does.
 */
export type SourceGrade = 'exact' | 'likely' | 'possible'

export interface SourceLine {
  readonly number: number
  /** Without its end; `…` marks the cut of a long line. */
  readonly text: string
}

export interface SourceExcerpt {
  /** The file among those given; the path of the build where the text comes from the debug information. */
  readonly path: string
  readonly line: number
  /** As the line table has it: bytes from the start of the line, from 1. */
  readonly column?: number
  readonly lines: readonly SourceLine[]
  /** Where in the text of `line` the column is, in UTF-16 units; absent where there is none. */
  readonly mark?: number
  readonly check: SourceCheck
  readonly grade: SourceGrade
  readonly embedded?: true
  /** The text is the one that a source map quotes. */
  readonly quoted?: true
  /**
   * Text of the file before the first line, for highlighters that must know where a comment began; empty beyond a
   * limit.
   */
  readonly lead: string
}

/** Why a file of a source folder is not shown. */
export type Withheld = 'hidden' | 'ignored' | 'link'

export type SourceReading =
  | { readonly kind: 'found'; readonly excerpt: SourceExcerpt }
  /** Several files fit equally well. */
  | { readonly kind: 'several'; readonly paths: readonly string[]; readonly count: number }
  /** `withheld`: the lines may be there, and are not shown. */
  | { readonly kind: 'none'; readonly reason: string; readonly withheld?: true }

/** Readings of a report's frames by frame id, one a call as `callsOf` gives them; undefined for calls without a file. */
export type FrameSources = ReadonlyMap<number, readonly (SourceReading | undefined)[]>
