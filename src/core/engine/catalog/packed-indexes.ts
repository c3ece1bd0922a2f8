/**
 * Indexes that lie in packs. Each is opened on first use. One that differs from its pack's list is reported once and
 * left out.
 */
import { FormatError, type Problem } from '../../model/problem.ts'
import type { IndexReader, SymbolIndex } from '../../symindex/reader.ts'
import { damagedImage, isAsListed, type PackedImage } from '../../symindex/pack-file.ts'

export class PackedIndexes {
  readonly #reader: IndexReader
  readonly #onDamaged: (problem: Problem) => void
  readonly #open = new WeakMap<PackedImage, Promise<SymbolIndex | undefined>>()

  constructor(reader: IndexReader, onDamaged: (problem: Problem) => void) {
    this.#reader = reader
    this.#onDamaged = onDamaged
  }

  /** Queries the index of an image; undefined where it is damaged. Rejects where its bytes are unavailable now. */
  async ask<T>(image: PackedImage, ask: (index: SymbolIndex) => Promise<T>): Promise<T | undefined> {
    let opening = this.#open.get(image)
    if (!opening) {
      opening = this.#openChecked(image)
      this.#open.set(image, opening)
      opening.catch(() => this.#open.delete(image))
    }
    const index = await opening
    try {
      return index && (await ask(index))
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      this.#leaveOut(image)
      return undefined
    }
  }

  async #openChecked(image: PackedImage): Promise<SymbolIndex | undefined> {
    const index = await openPacked(this.#reader, image).catch((thrown: unknown) => {
      if (thrown instanceof FormatError) return undefined
      throw thrown
    })
    if (!index) this.#leaveOut(image)
    return index
  }

  #leaveOut(image: PackedImage): void {
    this.#open.set(image, Promise.resolve(undefined))
    this.#onDamaged(damagedImage(image).problem)
  }
}

/**
 * Opens an image's index and compares it with the pack's list: its identity and its checksum, which covers the
 * checksums of all later reads. Rejects with a FormatError where they differ.
 */
export async function openPacked(reader: IndexReader, image: PackedImage): Promise<SymbolIndex> {
  const opened = await reader.open(image.index, image.path)
  if (!opened.ok || !(await isAsListed(image))) throw damagedImage(image)
  const { uuid, arch, textVmaddr } = opened.value
  if (uuid !== image.uuid || arch !== image.arch || textVmaddr !== image.textVmaddr) throw damagedImage(image)
  await opened.value.check()
  return opened.value
}
