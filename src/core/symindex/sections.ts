/** The input's sections by slot, read by ranges. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { Range } from './blob-reads.ts'
import { isDirect, isOfFile, readBytes, readGroups, readInOrder } from './blob-reads.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { BuildInput, FilePlace, LinkedObject, SectionRange } from '../ports.ts'
import { objectPlace } from './linked-objects.ts'
import { slotOf } from './section-slots.ts'

const NOTHING = new Blob()

const MAX_SECTION = 0xffff0000

export class ImageSections {
  readonly #blobs: readonly (Blob | undefined)[]
  readonly #ranges: readonly (SectionRange | undefined)[]
  readonly #objects: readonly LinkedObject[]
  readonly #file: string

  /** `names`: texts of `input.symbols`, NUL-terminated. */
  constructor(input: BuildInput, names: Blob) {
    this.#objects = input.objects ?? []
    this.#file = input.file
    const find = (slot: number): SectionRange | undefined =>
      input.dwarf.find((section) => slotOf(section.name) === slot && section.bytes.size > 0)
    this.#ranges = Array.from({ length: L.SECTION_COUNT }, (_, slot) => find(slot))
    this.#blobs = this.#ranges.map((range, slot) => {
      if (slot === L.SECTION_STRTAB) return input.symtab?.strings
      return slot === L.SECTION_EXTRA_STRINGS ? names : range?.bytes
    })
    const large = this.#ranges.find((range) => (range?.bytes.size ?? 0) > MAX_SECTION)
    if (large) {
      const place = { file: input.file, offset: large.fileOffset }
      throw new FormatError(problem('too-large.section', { section: large.name }, place))
    }
  }

  size(slot: number): number {
    return this.#blobs[slot]?.size ?? 0
  }

  get sizes(): readonly number[] {
    return this.#blobs.map((blob) => blob?.size ?? 0)
  }

  /** File ranges of the sections by slot; undefined if a section is not part of a file. */
  get places(): readonly (FilePlace | undefined)[] | undefined {
    const debug = this.#blobs.map((blob, slot) => (slot === L.SECTION_EXTRA_STRINGS ? undefined : blob))
    if (debug.some((blob) => blob && blob.size > 0 && !isOfFile(blob))) return undefined
    return debug.map((blob) => (blob && isOfFile(blob) ? blob.place : undefined))
  }

  /** For a place in a section: its file, where the section begins there if it does, and the offset from that. */
  place(
    slot: number,
    offset: number,
  ): { readonly file: string; readonly fileOffset?: number; readonly offset: number } {
    const ofObject = objectPlace(this.#objects, slot, offset)
    if (ofObject) return ofObject
    const fileOffset = this.#ranges[slot]?.fileOffset
    return { file: this.#file, offset, ...(fileOffset !== undefined && { fileOffset }) }
  }

  /** The bytes [from, to) of a section; fewer at its end. */
  async read(slot: number, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const blob = this.#blobs[slot]
    return blob ? readBytes(blob, from, to) : new Uint8Array(0)
  }

  /** As `readInOrder` and `readGroups` do. */
  readInOrder(slot: number, ranges: readonly Range[]): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
    return readInOrder(this.#blobs[slot] ?? NOTHING, ranges)
  }

  readGroups(slot: number, ranges: readonly Range[]): AsyncGenerator<readonly Uint8Array<ArrayBuffer>[], undefined> {
    return readGroups(this.#blobs[slot] ?? NOTHING, ranges)
  }

  /** Fills `target` with bytes of a section that lies in a file. */
  readNow(slot: number, from: number, target: Uint8Array): void {
    const blob = this.#blobs[slot]
    if (blob && isDirect(blob)) blob.readInto(target, from)
  }
}
