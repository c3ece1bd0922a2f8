/** The interface of a container: a file that holds other files. One file and one registry line each. */
import type { Budget } from '../bytes/budget.ts'
import type { Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

/** A file in a container, not read yet. Use it before the next entry: some containers can only be read sequentially. */
export interface Entry {
  /** Path inside the container, parts joined by `/`. */
  readonly path: string
  /** Bytes when unpacked, where the container says. */
  readonly size: number | undefined
  /** The first bytes, at most `HEAD_BYTES`; a FormatError when they cannot be read. */
  head(): Promise<Uint8Array>
  /**
   * All bytes; a slice of the container if they are stored uncompressed. Missing bytes at the end are a problem for
   * `note`. Throws a FormatError if none can be read.
   */
  blob(note: (problem: Problem) => void): Promise<Blob>
}

export interface Container {
  readonly id: string
  /** In words: `zip archive`. */
  readonly label: string
  /** True if the first bytes are of this format. */
  sniff(head: Uint8Array): boolean
  /** The files of a container in its order. Throws a FormatError at the first damage. */
  entries(file: InputFile, budget: Budget): AsyncGenerator<Entry, void, void>
}
