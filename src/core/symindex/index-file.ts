/** The header of an index file: what it is an index of, and where its parts lie. The layout is told in README.md. */
import { INDEX_VERSION } from '../../../wasm/assembly/layout.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { LinkAddress } from '../model/address.ts'
import { linkAddress } from '../model/address.ts'
import type { Arch, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import { uuidFromBytes } from '../model/image.ts'
import { FormatError } from '../model/problem.ts'

/** Version of the format that is written and read here; another version is a miss. */
export { INDEX_VERSION }

/** First eight bytes of every index file. */
export const MAGIC = 'UNSLIDX\n'

/** No offset of an image in an index is as great; what a report asks for can be: garbage lies anywhere. */
export const NO_OFFSET = 0xffffffff

/** Parts of the file in the order in which the header lists them. */
export const PARTS = [
  'shards',
  'functionDirectory',
  'symbolDirectory',
  'stringDirectory',
  'blockSizes',
  'files',
  'deferred',
  'functionPages',
  'symbolPages',
  'stringPages',
  'blocks',
] as const
export type PartName = (typeof PARTS)[number]

/** The parts before this one are small and are read when an index is opened. */
export const FIRST_LARGE_PART: PartName = 'functionPages'

export interface IndexHeader {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly kind: ImageKind
  readonly text: LinkAddress
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  /** Named symbols that the image has, those that repeat a DWARF name included. */
  readonly symbols: number
  /** Low bits that all addresses of the function table lack. */
  readonly shift: number
  readonly parts: Readonly<Record<PartName, { readonly offset: number; readonly size: number }>>
}

const KINDS: readonly ImageKind[] = ['dsym', 'executable', 'dylib', 'bundle', 'object', 'kext', 'core', 'other']
const DETAILS: readonly SymbolDetail[] = ['none', 'starts', 'symbols', 'dwarf']

const FIXED = 64
const PART_BYTES = 16

/** Whether a file's first bytes are those of an index, of whatever version. */
export function sniffIndex(head: Uint8Array): boolean {
  return head.length >= 12 && [...MAGIC].every((char, at) => head[at] === char.charCodeAt(0))
}

/** The header's bytes; `parts` are sizes in the order of PARTS, laid out one behind the other. */
export function formatHeader(
  header: Omit<IndexHeader, 'parts'>,
  sizes: Readonly<Record<PartName, number>>,
): Uint8Array<ArrayBuffer> {
  const strings = new TextEncoder().encode(`${header.arch}\0${header.name}\0`)
  const length = (FIXED + PARTS.length * PART_BYTES + strings.length + 15) & ~15
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(8, INDEX_VERSION, true)
  view.setUint32(12, length, true)
  header.uuid
    .replaceAll('-', '')
    .match(/../g)
    ?.forEach((hex, at) => view.setUint8(16 + at, Number.parseInt(hex, 16)))
  view.setBigUint64(32, header.text, true)
  view.setUint8(40, Math.max(0, KINDS.indexOf(header.kind)))
  view.setUint8(41, DETAILS.indexOf(header.detail))
  view.setUint8(42, header.shift)
  view.setUint8(43, PARTS.length)
  view.setUint32(44, header.functions, true)
  view.setUint32(48, header.inlines, true)
  view.setUint32(52, header.lineRows, true)
  view.setUint32(56, header.symbols, true)
  let offset = length
  PARTS.forEach((name, at) => {
    view.setBigUint64(FIXED + at * PART_BYTES, BigInt(offset), true)
    view.setBigUint64(FIXED + at * PART_BYTES + 8, BigInt(sizes[name]), true)
    offset += sizes[name]
  })
  bytes.set(strings, FIXED + PARTS.length * PART_BYTES)
  return bytes
}

/** Reads the header of a file of `fileSize` bytes; a FormatError says why it is not an index we can read. */
export function parseHeader(bytes: Uint8Array, fileSize: number, file: string): IndexHeader {
  const cursor = new ByteCursor(bytes, { file })
  if (!sniffIndex(bytes)) throw cursor.error('not-an-index', 'This is not an index file of Unslide.', 0)
  cursor.at = 8
  const version = cursor.readU32()
  if (version !== INDEX_VERSION) {
    const message = `This index has format version ${version}, this program reads version ${INDEX_VERSION}: build it again.`
    throw new FormatError({ code: 'index-version', message, file, offset: 8 })
  }
  cursor.skip(4)
  const uuid = uuidFromBytes(cursor.readBytes(16))
  if (uuid === undefined) throw cursor.error('bad-index', 'This index names no UUID.', 16)
  const text = linkAddress(cursor.readU64())
  const kind = KINDS[cursor.readU8()] ?? 'other'
  const detail = DETAILS[cursor.readU8()] ?? 'none'
  const shift = cursor.readU8()
  const count = cursor.readU8()
  const functions = cursor.readU32()
  const inlines = cursor.readU32()
  const lineRows = cursor.readU32()
  const symbols = cursor.readU32()
  if (count !== PARTS.length || shift > 2) throw cursor.error('bad-index', 'The header of this index is damaged.', 42)
  cursor.at = FIXED
  const parts = Object.fromEntries(
    PARTS.map((name) => {
      const [offset, size] = [Number(cursor.readU64()), Number(cursor.readU64())]
      if (offset + size > fileSize) throw cursor.error('truncated', 'This index is cut off: a part of it is missing.')
      return [name, { offset, size }]
    }),
  ) as Record<PartName, { offset: number; size: number }>
  const arch = cursor.readCString()
  const name = cursor.readCString()
  return { uuid, arch, name, kind, text, detail, functions, inlines, lineRows, symbols, shift, parts }
}
