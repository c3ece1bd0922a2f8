/** The work of `publish --repair`: the images and maps whose files are broken. */
import type { ImageUuid } from '../../core/model/image.ts'
import { isBroken, type CheckedFile } from './verify.ts'

export class Repair {
  /** Of whole folders, or of maps in them. */
  readonly #uuids = new Set<ImageUuid>()
  readonly #indexes = new Set<string>()
  readonly #done = new Set<string>()

  /** Takes a broken file in; others, and what a newer version wrote, stay as they are. */
  add(file: CheckedFile): void {
    if (!isBroken(file) || file.isNewer) return
    if (file.arch === undefined) this.#uuids.add(file.uuid)
    else this.#indexes.add(`${file.uuid} ${file.arch}`)
  }

  /** Images with something broken. */
  get uuids(): ReadonlySet<ImageUuid> {
    return new Set([...this.#uuids, ...[...this.#indexes].map((key) => key.slice(0, key.indexOf(' ')) as ImageUuid)])
  }

  /** True if the index of this image must be written anew. */
  needs(uuid: ImageUuid, arch: string): boolean {
    const key = `${uuid} ${arch}`
    return (this.#uuids.has(uuid) || this.#indexes.has(key)) && !this.#done.has(key)
  }

  /** The index is whole again: other symbols of this image replace it only if they have more. */
  markDone(uuid: ImageUuid, arch: string): void {
    this.#done.add(`${uuid} ${arch}`)
  }
}
