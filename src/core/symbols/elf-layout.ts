/** Header, sections and segments of an ELF file (System V ABI, chapters 4 and 5), 32 and 64 bits, little-endian. */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { problem } from '../messages/problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { hexOf } from '../model/hex.ts'
import { uuidOfBuildId, type Arch, type ImageUuid } from '../model/image.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

export interface ElfSection {
  /** With its dot: `.debug_info`. */
  readonly name: string
  readonly type: number
  readonly flags: number
  readonly address: bigint
  /** Place in the file; `size` 0 where it has no bytes there, or none that are left. */
  readonly offset: number
  readonly size: number
  /** The section that this one refers to: for a symbol table its names. */
  readonly link: number
}

/** A part of the file that is loaded. */
export interface ElfSegment {
  readonly isCode: boolean
  readonly address: bigint
  readonly size: bigint
}

export interface ElfLayout {
  readonly arch: Arch
  readonly pointerSize: 4 | 8
  readonly sections: readonly ElfSection[]
  readonly segments: readonly ElfSegment[]
  /** From `.note.gnu.build-id`. */
  readonly buildId: ImageUuid | undefined
  readonly problems: readonly Problem[]
}

/** Types of sections and flags that are used here. */
export const SECTION = { symbols: 2, strings: 3, noBytes: 8, dynamicSymbols: 11 } as const
export const COMPRESSED = 0x800
const NOTES = 7
const LOADED = 1
const EXECUTABLE = 1

const ARCHES: Readonly<Record<number, Arch>> = { 3: 'i386', 40: 'armv7', 62: 'x86_64', 183: 'arm64' }
const OBJECT_FILE = 1
const CORE_FILE = 4

/** Larger tables are of no file that a linker writes. */
const MOST_SECTIONS = 65_536
const MOST_SEGMENTS = 4096
const MOST_NAME_BYTES = 4 << 20
const MOST_NOTE_BYTES = 1 << 20
/** Sections of notes that are looked through; a linked file has a handful. */
const MOST_NOTE_SECTIONS = 64
const MOST_NOTES = 1024
/** Longer names of sections are cut. */
const LONGEST_NAME = 256

/** Throws a FormatError for a file whose header cannot be used. */
export async function openElfLayout({ path, blob }: InputFile): Promise<ElfLayout> {
  const head = new ByteCursor(await openRange(blob, 0, 64), { file: path })
  head.skip(4)
  const bits = head.readU8()
  if (head.readU8() !== 1 || (bits !== 1 && bits !== 2))
    throw new FormatError(mapProblem('bad-elf.form', {}, { file: path, offset: 4 }))
  const word = bits === 2 ? 8 : 4
  head.at = 16
  const type = head.readU16()
  if (type === OBJECT_FILE || type === CORE_FILE)
    throw new FormatError(mapProblem('bad-elf.kind', { isCore: type === CORE_FILE }, { file: path, offset: 16 }))
  const machine = head.readU16()
  head.at = 24 + word
  const segmentsAt = Number(head.readPointer(word))
  const sectionsAt = Number(head.readPointer(word))
  head.skip(6)
  const segmentBytes = head.readU16()
  const segmentCount = head.readU16()
  const sectionBytes = head.readU16()
  const counted = head.readU16()
  const namesIn = head.readU16()

  const problems: Problem[] = []
  /** Rows of a table; those beyond the file's end are left out, with a problem. */
  const rows = async (
    what: 'sections' | 'segments',
    at: number,
    each: number,
    count: number,
  ): Promise<ByteCursor[]> => {
    const least = what === 'sections' ? 16 + 6 * word : 8 + 6 * word
    if (count === 0 || at === 0) return []
    const most = what === 'sections' ? MOST_SECTIONS : MOST_SEGMENTS
    const fitting = each < least ? 0 : Math.max(0, Math.floor((blob.size - at) / each))
    const used = Math.min(count, most, fitting)
    if (used < count) problems.push(mapProblem('bad-elf.table', { what, count, used }, { file: path, offset: at }))
    if (used <= 0) return []
    const bytes = await openRange(blob, at, at + used * each)
    return Array.from({ length: used }, (_, row) => {
      const one = bytes.subarray(row * each, (row + 1) * each)
      return new ByteCursor(one, { file: path, fileOffset: at + row * each })
    })
  }

  const readSection = (row: ByteCursor) => {
    const nameAt = row.readU32()
    const sectionType = row.readU32()
    const flags = Number(row.readPointer(word) & 0xffff_ffffn)
    const address = row.readPointer(word)
    const offset = Number(row.readPointer(word))
    const size = Number(row.readPointer(word))
    return { nameAt, type: sectionType, flags, address, offset, size, link: row.readU32() }
  }
  // Above 65,279 sections the counts stand in the first of them.
  const [first] = counted === 0 || namesIn === 0xffff ? await rows('sections', sectionsAt, sectionBytes, 1) : []
  const extended = first && readSection(first)
  const count = counted === 0 ? Math.min(extended?.size ?? 0, 2 ** 32) : counted
  const raw = (await rows('sections', sectionsAt, sectionBytes, count)).map(readSection)
  const nameTable = raw[namesIn === 0xffff ? (extended?.link ?? 0) : namesIn]
  const nameBytes = nameTable
    ? await openRange(blob, nameTable.offset, nameTable.offset + Math.min(nameTable.size, MOST_NAME_BYTES))
    : new Uint8Array()
  const sections = raw.map(({ nameAt, ...section }): ElfSection => {
    const at = Math.min(nameAt, nameBytes.length)
    const name = new ByteCursor(nameBytes.subarray(at, at + LONGEST_NAME), { file: path }).readCString()
    if (section.type === SECTION.noBytes || section.type === 0) return { ...section, name, size: 0 }
    const { offset, size } = section
    const left = Math.max(0, Math.min(size, blob.size - offset))
    if (left < size) {
      const table = `section ${name}` as const
      const told = { table, size, offset, end: blob.size }
      problems.push(problem('truncated-section.table', told, { file: path, offset: Math.min(offset, blob.size) }))
    }
    return { ...section, name, size: left }
  })
  const segments = (await rows('segments', segmentsAt, segmentBytes, segmentCount)).flatMap((row): ElfSegment[] => {
    if (row.readU32() !== LOADED) return []
    // The flags stand second in 64 bits, and second to last in 32.
    const early = word === 8 ? row.readU32() : 0
    row.skip(word)
    const address = row.readPointer(word)
    row.skip(2 * word)
    const size = row.readPointer(word)
    const flags = word === 8 ? early : row.readU32()
    return [{ isCode: (flags & EXECUTABLE) !== 0, address, size }]
  })
  const buildId = await openBuildId(blob, sections, path)
  return { arch: ARCHES[machine] ?? UNKNOWN_ARCH, pointerSize: word, sections, segments, buildId, problems }
}

/** The note of type 3 of the owner `GNU`, in whatever section of notes it stands. */
async function openBuildId(blob: Blob, sections: readonly ElfSection[], file: string): Promise<ImageUuid | undefined> {
  const ofNotes = sections.filter(({ type, size }) => type === NOTES && size > 0)
  for (const { offset, size } of ofNotes.slice(0, MOST_NOTE_SECTIONS)) {
    const bytes = await openRange(blob, offset, offset + Math.min(size, MOST_NOTE_BYTES))
    const cursor = new ByteCursor(bytes, { file, fileOffset: offset })
    for (let notes = 0; notes < MOST_NOTES && cursor.remaining >= 12; notes++) {
      const [nameBytes, contentBytes, kind] = [cursor.readU32(), cursor.readU32(), cursor.readU32()]
      const padded = (bytesOf: number): number => Math.ceil(bytesOf / 4) * 4
      if (padded(nameBytes) + contentBytes > cursor.remaining) break
      const name = cursor.readFixedString(nameBytes)
      cursor.skip(padded(nameBytes) - nameBytes)
      const content = cursor.readBytes(contentBytes)
      if (kind === 3 && name === 'GNU') return uuidOfBuildId(hexOf(content))
      cursor.skip(Math.min(cursor.remaining, padded(contentBytes) - contentBytes))
    }
  }
  return undefined
}
