/**
 * Where the parts of a GSYM file lie (LLVM's DebugInfo/GSYM): the header of version 1, and the header and list of parts of
 * version 2.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { GsymPart } from '../messages/problems/symbols.ts'
import { uuidFromBytes, type ImageUuid } from '../model/image.ts'
import type { InputFile } from '../ports.ts'

const HEAD_BYTES = 4096
/** Parts that a version 2 file may list: six are known. */
const MOST_PARTS = 64

/** A range of the file. */
export interface GsymRange {
  readonly offset: number
  readonly size: number
}

export interface GsymLayout {
  readonly uuid: ImageUuid | undefined
  readonly littleEndian: boolean
  /** Base of all other addresses: the address of the Mach header. */
  readonly base: bigint
  readonly count: number
  /** Bytes of an entry of the address table: 1, 2, 4 or 8. */
  readonly addressBytes: number
  /** Bytes of a place in the string table, and of an entry of the table of functions. */
  readonly wordBytes: 4 | 8
  readonly addresses: GsymRange
  /** Places of the functions; they count from `functionsAt`. */
  readonly places: GsymRange
  readonly functionsAt: number
  readonly files: GsymRange
  readonly strings: GsymRange
}

/** Throws a FormatError where the header does not fit the file. */
export async function openLayout({ path, blob }: InputFile): Promise<GsymLayout> {
  const head = await openRange(blob, 0, HEAD_BYTES)
  const littleEndian = head[0] === 0x4d
  const cursor = new ByteCursor(head, { file: path, littleEndian, at: 4 })
  const layout = cursor.readU16() === 1 ? readFirst(cursor, blob.size) : await readSecond(cursor, blob)
  const tables: Readonly<Record<GsymPart, readonly [GsymRange, number]>> = {
    addresses: [layout.addresses, layout.count * layout.addressBytes],
    functions: [layout.places, layout.count * layout.wordBytes],
    files: [layout.files, 4],
    strings: [layout.strings, 1],
  }
  for (const [part, [{ offset, size }, least]] of Object.entries(tables) as [GsymPart, (typeof tables)[GsymPart]][])
    if (offset + size > blob.size || size < least)
      throw cursor.damage('bad-gsym.part', { part, fileSize: blob.size }, 0)
  if (![1, 2, 4, 8].includes(layout.addressBytes)) throw cursor.damage('bad-gsym.addresses', {}, 6)
  return layout
}

const aligned = (offset: number, to: number): number => Math.ceil(offset / to) * to

function readFirst(cursor: ByteCursor, fileSize: number): GsymLayout {
  const addressBytes = cursor.readU8()
  const uuidBytes = cursor.readU8()
  const base = cursor.readU64()
  const count = cursor.readU32()
  const strings = { offset: cursor.readU32(), size: cursor.readU32() }
  const uuid = uuidFromBytes(cursor.readBytes(20).subarray(0, uuidBytes))
  const addresses = { offset: aligned(cursor.at, Math.max(1, addressBytes)), size: count * addressBytes }
  const places = { offset: aligned(addresses.offset + addresses.size, 4), size: count * 4 }
  const filesAt = places.offset + places.size
  const files = { offset: filesAt, size: Math.max(0, Math.min(strings.offset, fileSize) - filesAt) }
  const { littleEndian } = cursor
  const wordBytes = 4
  return { uuid, littleEndian, base, count, addressBytes, wordBytes, addresses, places, functionsAt: 0, files, strings }
}

/** Numbers of the parts in the list of version 2. */
const PARTS = { addresses: 1, places: 2, strings: 3, files: 4, functions: 5, uuid: 6 } as const

async function readSecond(cursor: ByteCursor, blob: Blob): Promise<GsymLayout> {
  const addressBytes = cursor.readU8()
  cursor.skip(1) // encoding of the strings: there is one
  const base = cursor.readU64()
  const count = cursor.readU32()
  const ranges = new Map<number, GsymRange>()
  for (let part = 0; part < MOST_PARTS; part++) {
    const kind = cursor.readU32()
    if (kind === 0) break
    const [offset, size] = [Number(cursor.readU64()), Number(cursor.readU64())]
    if (offset + size > blob.size)
      throw cursor.damage('bad-gsym.part', { part: 'functions', fileSize: blob.size }, cursor.at - 20)
    ranges.set(kind, { offset, size })
  }
  const range = (kind: number): GsymRange => ranges.get(kind) ?? { offset: 0, size: 0 }
  const id = range(PARTS.uuid)
  const { littleEndian } = cursor
  return {
    uuid: uuidFromBytes(await openRange(blob, id.offset, id.offset + Math.min(id.size, 64))),
    littleEndian,
    base,
    count,
    addressBytes,
    wordBytes: 8,
    addresses: range(PARTS.addresses),
    places: range(PARTS.places),
    functionsAt: range(PARTS.functions).offset,
    files: range(PARTS.files),
    strings: range(PARTS.strings),
  }
}
