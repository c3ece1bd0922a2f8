/** The input's sections by slot, read by ranges. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { Range } from './blob-reads.ts'
import { isDirect, isOfFile, readBytes, readGroups, readInOrder } from './blob-reads.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { BuildInput, FilePlace, SectionRange } from '../ports.ts'

/** Debug sections by slot. A section may have several names, because a Mach-O section name has at most 16 characters. */
const debugSlots: readonly (readonly [slot: number, ...names: string[]])[] = [
  [L.SECTION_STR, 'debug_str'],
  [L.SECTION_LINE_STR, 'debug_line_str'],
  [L.SECTION_INFO, 'debug_info'],
  [L.SECTION_ABBREV, 'debug_abbrev'],
  [L.SECTION_LINE, 'debug_line'],
  [L.SECTION_STR_OFFSETS, 'debug_str_offs', 'debug_str_offsets'],
  [L.SECTION_ADDR, 'debug_addr'],
  [L.SECTION_RANGES, 'debug_ranges'],
  [L.SECTION_RNGLISTS, 'debug_rnglists'],
  [L.SECTION_ARANGES, 'debug_aranges'],
]

const NOTHING = new Blob()

const MAX_SECTION = 0xffff0000

export class ImageSections {
  readonly #blobs: readonly (Blob | undefined)[]
  readonly #ranges: readonly (SectionRange | undefined)[]

  /** `names`: texts of `input.symbols`, NUL-terminated. */
  constructor(input: BuildInput, names: Blob) {
    const find = (slot: number): SectionRange | undefined => {
      const entry = debugSlots.find(([number]) => number === slot)
      return entry && input.dwarf.find((section) => entry.includes(section.name) && section.bytes.size > 0)
    }
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

  /** Offset in the file of a section's first byte. */
  fileOffset(slot: number): number | undefined {
    return this.#ranges[slot]?.fileOffset
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
