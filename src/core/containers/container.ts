/** What a container is: a file that holds other files. One file and one registry line each. */
import type { Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

/** A file in a container, not read yet. Ask for it before the next entry: some containers can only be read forwards. */
export interface Entry {
  /** Path inside the container, parts joined by `/`. */
  readonly path: string
  /** Bytes when unpacked, where the container says. */
  readonly size: number | undefined
  /** The first bytes, at most `HEAD_BYTES`; a FormatError when they cannot be read. */
  head(): Promise<Uint8Array>
  /**
   * All bytes: a slice of the container where they stand in it as they are. Bytes that are missing at the end are told to
   * `note`; a FormatError when none can be read.
   */
  blob(note: (problem: Problem) => void): Promise<Blob>
}

/** What a walk may cost. */
export interface Budget {
  /** Counts inflated bytes; a `too-large` FormatError when they are too many over the whole walk. */
  spend(bytes: number, path: string): void
}

export interface Container {
  readonly id: string
  /** In words: `zip archive`. */
  readonly label: string
  /** Looks at the first bytes only. */
  sniff(head: Uint8Array): boolean
  /** The files of a container in its own order; a FormatError when it cannot be read (further). */
  entries(file: InputFile, budget: Budget): AsyncGenerator<Entry, void, void>
}
