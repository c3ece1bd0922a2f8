/** How files are taken. */
export interface AddOptions {
  /** Gets the ids of the files' reports as soon as their text was read. */
  readonly onOpened?: (ids: readonly string[]) => void
  /** UUIDs to index beside those that open reports need; without it, every dSYM is indexed. */
  readonly only?: ReadonlySet<string>
  /** The user did not choose these files: none of their names is kept for other reports. */
  readonly fromLink?: boolean
  /** The user wants the index files among them, though they were not made here. */
  readonly takesIndexes?: boolean
}
