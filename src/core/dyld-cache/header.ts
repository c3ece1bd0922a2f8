/** One file of a dyld shared cache: its header and its mappings. Apple's dyld, `dyld_cache_format.h`. */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { uuidFromBytes, type Arch, type ImageUuid } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { MAX_MAPPINGS, MAX_SUB_CACHES } from './limits.ts'
import { readSlide, type PointerForm } from './pointers.ts'

/** `dyld_v1`, padded so that the architecture ends the 16 bytes. */
const MAGIC_BYTES = 8

/** A range of addresses and the bytes of the file that are mapped there. */
export interface Mapping {
  readonly address: bigint
  /** Bytes that the file has of it. */
  readonly size: number
  readonly fileOffset: number
  readonly executable: boolean
  readonly pointers: PointerForm
}

/** A table in the file. */
export interface Table {
  readonly offset: number
  readonly count: number
}

/** Another file of the cache, as the main file lists it. */
export interface SubCache {
  readonly uuid: ImageUuid
  /** The suffix after the name of the main file: `.01`, `.02.dylddata`. */
  readonly suffix: string
  /** Where its first mapping lies, counted from the start of the cache. */
  readonly start: bigint
}

export interface CacheFile {
  readonly path: string
  readonly blob: Blob
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly mappings: readonly Mapping[]
  readonly images: Table
  readonly imageTexts: Table
  readonly subCaches: readonly SubCache[]
  /** UUID of the file with the local symbols, where they lie in one of their own. */
  readonly symbolFile?: ImageUuid
  /** True if entries of local symbols have 64 bits and count from the start of the cache. */
  readonly hasWideLocals: boolean
  readonly localSymbols?: { readonly offset: number; readonly size: number }
  /** Address of dyld itself, where it lies in the cache. */
  readonly dyld?: bigint
  /** Objective-C tables, counted from the start of the cache. */
  readonly objcTables?: bigint
  readonly problems: readonly Problem[]
}

/** Reads fields of a header; a short header lacks the later ones. */
class Fields {
  readonly cursor: ByteCursor
  readonly bytes: number

  constructor(cursor: ByteCursor, bytes: number) {
    this.cursor = cursor
    this.bytes = bytes
  }

  u32(at: number): number {
    if (at + 4 > this.bytes) return 0
    this.cursor.at = at
    return this.cursor.readU32()
  }

  u64(at: number): bigint {
    if (at + 8 > this.bytes) return 0n
    this.cursor.at = at
    return this.cursor.readU64()
  }

  uuid(at: number): ImageUuid | undefined {
    if (at + 16 > this.bytes) return undefined
    this.cursor.at = at
    return uuidFromBytes(this.cursor.readBytes(16))
  }

  /** An offset or a size in the file; larger than any file where it has more than 53 bits. */
  place(at: number): number {
    return Number(this.u64(at))
  }
}

/** Longest header known, with room for additions by later ones. */
const HEADER_BYTES = 0x400
/** The header ends before this field in caches whose sub-caches have no suffix of their own. */
const CACHE_SUB_TYPE = 0x1c8
const SYMBOL_FILE = 0x190

/** Reads the header, the mappings and the list of sub-caches. Throws a FormatError if there is no header. */
export async function openCacheFile({ path, blob }: InputFile): Promise<CacheFile> {
  const cursor = new ByteCursor(await openRange(blob, 0, HEADER_BYTES), { file: path })
  cursor.skip(MAGIC_BYTES)
  const arch = cursor.readFixedString(8).trim()
  const headerBytes = cursor.readU32()
  const fields = new Fields(cursor, Math.min(headerBytes, HEADER_BYTES))
  const uuid = fields.uuid(0x58)
  if (!uuid) throw cursor.damage('shared-cache.no-uuid', {}, 0x58)
  const problems: Problem[] = []
  const symbolFile = fields.uuid(SYMBOL_FILE)
  const locals = { offset: fields.place(0x48), size: fields.place(0x50) }
  const dyld = fields.u64(0x78)
  const objcTables = fields.u64(0x1d0)
  const recent = { offset: fields.u32(0x1c0), count: fields.u32(0x1c4) }
  return {
    path,
    blob,
    uuid,
    arch,
    mappings: await readMappings(path, blob, fields, headerBytes, problems),
    images: recent.count > 0 ? recent : { offset: fields.u32(0x18), count: fields.u32(0x1c) },
    imageTexts: { offset: fields.place(0x88), count: fields.place(0x90) },
    subCaches: await readSubCaches(path, blob, fields, headerBytes, problems),
    ...(symbolFile && { symbolFile }),
    hasWideLocals: headerBytes >= SYMBOL_FILE,
    ...(locals.offset > 0 && locals.size > 0 && { localSymbols: locals }),
    ...(dyld > 0n && { dyld }),
    ...(objcTables > 0n && { objcTables }),
    problems,
  }
}

const MAPPING_BYTES = 32
const EXECUTE = 4

async function readMappings(
  path: string,
  blob: Blob,
  fields: Fields,
  at: number,
  problems: Problem[],
): Promise<readonly Mapping[]> {
  const count = fields.u32(0x14)
  if (count > MAX_MAPPINGS) problems.push(problem('shared-cache.mappings', { count }, { file: path, offset: 0x14 }))
  const kept = Math.min(count, MAX_MAPPINGS)
  const bytes = await openRange(blob, at, at + kept * MAPPING_BYTES)
  const cursor = new ByteCursor(bytes, { file: path, fileOffset: at })
  const slides = await readSlideTable(path, blob, fields, at)
  const mappings: Mapping[] = []
  for (let index = 0; index < kept; index++) {
    const offset = at + cursor.at
    const address = cursor.readU64()
    const size = Number(cursor.readU64())
    const fileOffset = Number(cursor.readU64())
    cursor.skip(4)
    const executable = (cursor.readU32() & EXECUTE) !== 0
    const has = Math.max(0, Math.min(size, blob.size - fileOffset))
    if (has < size) {
      const cut = { size, left: has }
      problems.push(problem('shared-cache.truncated', cut, { file: path, offset }))
    }
    if (has === 0) continue
    const slide = slides.get(address)
    const pointers = await readSlide(path, blob, slide)
    mappings.push({ address, size: has, fileOffset, executable, pointers })
  }
  return mappings
}

const SLIDE_ENTRY_BYTES = 56

/** Where each mapping's slide information lies, by the address of the mapping. */
async function readSlideTable(
  path: string,
  blob: Blob,
  fields: Fields,
  mappingsAt: number,
): Promise<ReadonlyMap<bigint, number>> {
  const places = new Map<bigint, number>()
  const table = { offset: fields.u32(0x138), count: Math.min(fields.u32(0x13c), MAX_MAPPINGS) }
  const end = table.offset + table.count * SLIDE_ENTRY_BYTES
  const cursor = new ByteCursor(await openRange(blob, table.offset, end), { file: path, fileOffset: table.offset })
  while (cursor.remaining >= SLIDE_ENTRY_BYTES) {
    const address = cursor.readU64()
    cursor.skip(16) // size and file offset, as in the other table
    const offset = Number(cursor.readU64())
    const size = Number(cursor.readU64())
    cursor.skip(16) // flags and protections
    if (size > 0) places.set(address, offset)
  }
  // Before there was such a table, the second mapping alone was slid.
  const single = fields.place(0x38)
  if (table.count === 0 && single > 0 && fields.u64(0x40) > 0n && fields.u32(0x14) > 1) {
    const second = mappingsAt + MAPPING_BYTES
    const bytes = await openRange(blob, second, second + 8)
    if (bytes.length === 8) places.set(new ByteCursor(bytes, { file: path }).readU64(), single)
  }
  return places
}

/** Since the header has a sub-type, entries name the suffix of the file. */
async function readSubCaches(
  path: string,
  blob: Blob,
  fields: Fields,
  headerBytes: number,
  problems: Problem[],
): Promise<readonly SubCache[]> {
  const offset = fields.u32(0x188)
  const count = fields.u32(0x18c)
  if (count > MAX_SUB_CACHES) problems.push(problem('shared-cache.parts', { count }, { file: path, offset: 0x18c }))
  const kept = Math.min(count, MAX_SUB_CACHES)
  const named = headerBytes > CACHE_SUB_TYPE
  const bytes = named ? 56 : 24
  const cursor = new ByteCursor(await openRange(blob, offset, offset + kept * bytes), {
    file: path,
    fileOffset: offset,
  })
  const found: SubCache[] = []
  for (let index = 0; index < kept && cursor.remaining > 0; index++) {
    const uuid = uuidFromBytes(cursor.readBytes(16))
    const start = cursor.readU64()
    const suffix = named ? cursor.readFixedString(32) : `.${index + 1}`
    if (uuid) found.push({ uuid, suffix, start })
  }
  return found
}
