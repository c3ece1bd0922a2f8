/** The header of an index file: identity of the image, and where the parts lie. Layout: README.md. */
import * as L from '../../../wasm/assembly/layout.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import type { LinkAddress } from '../model/address.ts'
import { linkAddress } from '../model/address.ts'
import type { Arch, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import { uuidFromBytes } from '../model/image.ts'
import { FormatError } from '../model/problem.ts'

/** Version of the format that is written here. */
export const INDEX_VERSION = L.INDEX_VERSION
/** The versions that are read; another one is a miss. The older one has no columns. */
export const INDEX_VERSIONS: readonly number[] = [L.OLDEST_INDEX_VERSION, INDEX_VERSION]

/** First eight bytes of every index file. */
export const MAGIC = 'UNSLIDX\n'

/** Greater than every offset in an index. Reports may look it up, because a garbage address lies anywhere. */
export const NO_OFFSET = 0xffffffff

/** Parts of the file and their numbers in the header. */
const PART_NUMBERS = {
  shards: L.PART_SHARDS,
  functionDirectory: L.PART_FUNCTION_DIRECTORY,
  symbolDirectory: L.PART_SYMBOL_DIRECTORY,
  stringDirectory: L.PART_STRING_DIRECTORY,
  blockSizes: L.PART_BLOCK_SIZES,
  files: L.PART_FILES,
  crossUnitNames: L.PART_CROSS_UNIT_NAMES,
  functionPages: L.PART_FUNCTION_PAGES,
  symbolPages: L.PART_SYMBOL_PAGES,
  stringPages: L.PART_STRING_PAGES,
  blocks: L.PART_BLOCKS,
  columns: L.PART_COLUMNS,
} as const
export type PartName = keyof typeof PART_NUMBERS

/** The parts in the order in which the header lists them and the file has them. */
export const PARTS: readonly PartName[] = (Object.keys(PART_NUMBERS) as PartName[]).sort(
  (a, b) => PART_NUMBERS[a] - PART_NUMBERS[b],
)

/** The parts from this one on are read page by page; those before it are small and are read when an index is opened. */
export const FIRST_LARGE_PART = 'functionPages'
export type LargePart = typeof FIRST_LARGE_PART | 'symbolPages' | 'stringPages' | 'blocks' | 'columns'
export type SmallPart = Exclude<PartName, LargePart>

/** True for a part that is read when an index is opened. */
export function isSmall(name: PartName): name is SmallPart {
  return PART_NUMBERS[name] < PART_NUMBERS[FIRST_LARGE_PART]
}

export const SMALL_PARTS = PARTS.filter(isSmall)
export const LARGE_PARTS = PARTS.filter((name): name is LargePart => !isSmall(name))

/** The parts of an index with columns, or of one without. */
function partsOf(columns: boolean): readonly PartName[] {
  return columns ? PARTS : PARTS.filter((name) => name !== 'columns')
}

export interface IndexHeader {
  readonly version: number
  /** Whether the index has the columns of its line rows. */
  readonly columns: boolean
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly kind: ImageKind
  readonly textVmaddr: LinkAddress
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  /** Number of named symbols of the image, with those that repeat a DWARF name. */
  readonly symbols: number
  /** Low bits that all addresses of the function table lack. */
  readonly shift: number
  readonly parts: Readonly<Record<PartName, { readonly offset: number; readonly size: number }>>
}

/** Kinds of images by their numbers in files. */
export const KINDS: readonly ImageKind[] = [
  'dsym',
  'executable',
  'dylib',
  'bundle',
  'object',
  'kext',
  'core',
  'other',
  'elf',
]
/** Details of symbols by their numbers in files. */
export const DETAILS: readonly SymbolDetail[] = ['none', 'starts', 'symbols', 'dwarf']

/** True if a file's first bytes are those of an index, of any version. */
export function sniffIndex(head: Uint8Array): boolean {
  return head.length >= 12 && [...MAGIC].every((char, at) => head[at] === char.charCodeAt(0))
}

/** Encodes the header; `sizes` are those of the parts, which follow each other in the file in the order of PARTS. */
export function formatHeader(
  header: Omit<IndexHeader, 'parts' | 'version'>,
  sizes: Readonly<Record<PartName, number>>,
): Uint8Array<ArrayBuffer> {
  const strings = new TextEncoder().encode(`${header.arch}\0${header.name}\0`)
  const parts = partsOf(header.columns)
  const fixed = L.HEADER_AT_PARTS + parts.length * L.PART_BYTES
  const length = (fixed + strings.length + 15) & ~15
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(L.HEADER_AT_VERSION, INDEX_VERSION, true)
  view.setUint32(L.HEADER_AT_LENGTH, length, true)
  header.uuid
    .replaceAll('-', '')
    .match(/../g)
    ?.forEach((hex, at) => view.setUint8(L.HEADER_AT_UUID + at, Number.parseInt(hex, 16)))
  view.setBigUint64(L.HEADER_AT_TEXT, header.textVmaddr, true)
  view.setUint8(L.HEADER_AT_KIND, Math.max(0, KINDS.indexOf(header.kind)))
  view.setUint8(L.HEADER_AT_DETAIL, DETAILS.indexOf(header.detail))
  view.setUint8(L.HEADER_AT_SHIFT, header.shift)
  view.setUint8(L.HEADER_AT_PART_COUNT, parts.length)
  view.setUint32(L.HEADER_AT_FUNCTIONS, header.functions, true)
  view.setUint32(L.HEADER_AT_INLINES, header.inlines, true)
  view.setUint32(L.HEADER_AT_ROWS, header.lineRows, true)
  view.setUint32(L.HEADER_AT_SYMBOLS, header.symbols, true)
  let offset = length
  parts.forEach((name, at) => {
    const place = L.HEADER_AT_PARTS + at * L.PART_BYTES
    view.setBigUint64(place, BigInt(offset), true)
    view.setBigUint64(place + 8, BigInt(sizes[name]), true)
    offset += sizes[name]
  })
  bytes.set(strings, fixed)
  return bytes
}

/** Parses the header of a file of `fileSize` bytes. Throws a FormatError with the reason if the index cannot be read. */
export function parseHeader(bytes: Uint8Array, fileSize: number, file: string): IndexHeader {
  const cursor = new ByteCursor(bytes, { file })
  const u8 = (at: number): number => ((cursor.at = at), cursor.readU8())
  const u32 = (at: number): number => ((cursor.at = at), cursor.readU32())
  const u64 = (at: number): bigint => ((cursor.at = at), cursor.readU64())
  if (!sniffIndex(bytes)) throw cursor.damage('not-an-index', {}, 0)
  const version = u32(L.HEADER_AT_VERSION)
  if (!INDEX_VERSIONS.includes(version)) {
    const place = { file, offset: L.HEADER_AT_VERSION }
    throw new FormatError(problem('index-version', { version, known: INDEX_VERSIONS.map(String) }, place))
  }
  cursor.at = L.HEADER_AT_UUID
  const uuid = uuidFromBytes(cursor.readBytes(16))
  if (uuid === undefined) throw cursor.damage('bad-index.uuid', {}, L.HEADER_AT_UUID)
  const shift = u8(L.HEADER_AT_SHIFT)
  const listed = u8(L.HEADER_AT_PART_COUNT)
  const columns = listed === L.PART_COUNT
  // The part of the columns is the last one, and may be missing.
  if ((!columns && listed !== L.PART_COLUMNS) || shift > 2) throw cursor.damage('bad-index', {}, L.HEADER_AT_SHIFT)
  const facts = {
    textVmaddr: linkAddress(u64(L.HEADER_AT_TEXT)),
    kind: KINDS[u8(L.HEADER_AT_KIND)] ?? 'other',
    detail: DETAILS[u8(L.HEADER_AT_DETAIL)] ?? 'none',
    functions: u32(L.HEADER_AT_FUNCTIONS),
    inlines: u32(L.HEADER_AT_INLINES),
    lineRows: u32(L.HEADER_AT_ROWS),
    symbols: u32(L.HEADER_AT_SYMBOLS),
  }
  cursor.at = L.HEADER_AT_PARTS
  const parts = Object.fromEntries(
    PARTS.map((name) => {
      if (name === 'columns' && !columns) return [name, { offset: fileSize, size: 0 }]
      const [offset, size] = [Number(cursor.readU64()), Number(cursor.readU64())]
      if (offset + size > fileSize) throw cursor.damage('truncated.index', {})
      return [name, { offset, size }]
    }),
  ) as Record<PartName, { offset: number; size: number }>
  const arch = cursor.readCString()
  const name = cursor.readCString()
  return { version, columns, uuid, arch, name, ...facts, shift, parts }
}
