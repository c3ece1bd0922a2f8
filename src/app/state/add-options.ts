/** How files are taken. */
import type { SymbolicateOptions } from '../../core/engine-types.ts'

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

/** Choices beside those that were made before; of two for one image, the later. */
export function withChoices(said: SymbolicateOptions, more: SymbolicateOptions): SymbolicateOptions {
  const force = (said.force ?? []).filter(({ image }) => !more.force?.some((other) => other.image === image))
  const places = (said.places ?? []).filter(({ image }) => !more.places?.some((other) => other.image === image))
  return {
    ...said,
    ...more,
    force: [...force, ...(more.force ?? [])],
    places: [...places, ...(more.places ?? [])],
  }
}
