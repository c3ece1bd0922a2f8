/** Reads packs: the indexes of many images of one system in one file, each read when a report needs it, and maps. Layout: README.md. */
import { keyText } from '../model/key.ts'
import { HEADER_AT_CHECKSUM } from '../../../wasm/assembly/layout.ts'
import { openRange } from '../bytes/blob.ts'
import { crc32 } from '../bytes/crc32.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress, type LinkAddress } from '../model/address.ts'
import {
  uuidFromBytes,
  type Arch,
  type CachePlace,
  type ImageKind,
  type ImageUuid,
  type SymbolDetail,
} from '../model/image.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { DETAILS, KINDS } from './index-file.ts'
import {
  CACHE_BYTES,
  directoryHead,
  HEADER_BYTES,
  IMAGES_VERSION,
  MAGIC,
  MAP_ROW_BYTES,
  MAPS_VERSION,
  MOST_DIRECTORY_BYTES,
  ROW_BYTES,
  sniffPack,
} from './pack-layout.ts'
import { placeMap, type PackedMap } from './pack-maps.ts'

/** An image of a pack, from its row in the directory. */
export interface PackedImage {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  /** The path of the pack, `!`, and the path of the image in its system or its name. */
  readonly path: string
  /** The system that the pack says it is of: `iPhone OS 17.5.1 (21F90)`. */
  readonly os: string
  readonly kind: ImageKind
  readonly detail: SymbolDetail
  readonly textVmaddr: LinkAddress
  readonly functions: number
  readonly symbols: number
  readonly cache?: CachePlace
  /** The bytes of its index, not looked at yet, and the checksum that these must begin with. */
  readonly index: Blob
  readonly checksum: number
}

export interface Pack {
  readonly os: string
  readonly images: readonly PackedImage[]
  /** Maps of scripts, lines and names, in the order of the pack. */
  readonly maps: readonly PackedMap[]
  /** Images and maps that are left out. */
  readonly problems: readonly Problem[]
}

/** Longer texts are not of this program's making. */
const MOST_TEXT_BYTES = 1024
/** Most problems of rows that are reported one by one. */
const MOST_TOLD = 20

/** Reads the directory; of the indexes nothing is read. Throws a FormatError where the directory cannot be believed. */
export async function openPack({ path, blob }: InputFile): Promise<Pack> {
  const header = new ByteCursor(await openRange(blob, 0, HEADER_BYTES), { file: path })
  if (!sniffPack(header.bytes)) throw header.damage('bad-pack', {}, 0)
  header.at = MAGIC.length
  const version = header.readU32()
  if (version !== IMAGES_VERSION && version !== MAPS_VERSION)
    throw header.damage('pack-version', { version, known: MAPS_VERSION }, MAGIC.length)
  const checksum = header.readU32()
  const [start, size] = [header.readU64(), header.readU64()]
  if (start < BigInt(HEADER_BYTES) || start > BigInt(blob.size) || size > BigInt(blob.size) - start)
    throw header.damage('truncated.pack', {}, 16)
  if (size > BigInt(MOST_DIRECTORY_BYTES)) throw header.damage('bad-pack', {}, 24)
  const at = Number(start)
  const bytes = await openRange(blob, at, at + Number(size))
  if (crc32(bytes) !== checksum) throw header.damage('damaged-pack', {}, 12)
  return readDirectory(new ByteCursor(bytes, { file: path, fileOffset: at }), blob, { path, version })
}

/** Rows that cannot be right are left out, each with a problem; the others are used. */
function readDirectory(
  cursor: ByteCursor,
  blob: Blob,
  { path, version }: { readonly path: string; readonly version: number },
): Pack {
  const [count, cacheCount, osAt] = [cursor.readU32(), cursor.readU32(), cursor.readU32()]
  const mapCount = version === MAPS_VERSION ? cursor.readU32() : 0
  const cachesAt = directoryHead(version)
  if (cachesAt + cacheCount * CACHE_BYTES + count * ROW_BYTES + mapCount * MAP_ROW_BYTES > cursor.bytes.length)
    throw cursor.damage('bad-pack.images', { count: count + mapCount }, 0)
  const caches = Array.from({ length: cacheCount }, () => ({
    uuid: uuidFromBytes(cursor.readBytes(16)),
    start: linkAddress(cursor.readU64()),
  }))
  const os = textAt(cursor, osAt)
  const problems: Problem[] = []
  let leftOut = 0
  const leave = (key: 'bad-pack.row' | 'bad-pack.twice', image: string, at: number): void => {
    leftOut++
    const place = { file: path, offset: cursor.fileOffset + at }
    if (leftOut <= MOST_TOLD) problems.push(problem(key, { image }, place))
  }
  const seen = new Set<string>()
  const found: Found[] = []
  const rowsAt = cursor.at
  for (let row = 0; row < count; row++) {
    const at = rowsAt + row * ROW_BYTES
    cursor.at = at
    const uuid = uuidFromBytes(cursor.readBytes(16))
    const textVmaddr = linkAddress(cursor.readU64())
    const [from, size] = [cursor.readU64(), cursor.readU64()]
    const [checksum, textBytes, functions, symbols] = [
      cursor.readU32(),
      cursor.readU32(),
      cursor.readU32(),
      cursor.readU32(),
    ]
    const [kind, detail, cacheNumber] = [KINDS[cursor.readU8()], DETAILS[cursor.readU8()], cursor.readU16()]
    const [archAt, pathAt] = [cursor.readU32(), cursor.readU32()]
    const arch = textAt(cursor, archAt)
    const inside = textAt(cursor, pathAt)
    const end = from + size
    const isInFile = from >= BigInt(HEADER_BYTES) && end <= BigInt(blob.size) && size > BigInt(HEADER_AT_CHECKSUM)
    if (!uuid || !kind || !detail || arch === '' || cacheNumber > cacheCount || !isInFile) {
      leave('bad-pack.row', inside, at)
      continue
    }
    const key = keyText({ uuid, arch })
    if (seen.has(key)) {
      leave('bad-pack.twice', inside, at)
      continue
    }
    seen.add(key)
    const cache = caches[cacheNumber - 1]
    const image: PackedImage = {
      uuid,
      arch,
      name: inside.slice(inside.lastIndexOf('/') + 1),
      path: `${path}!${inside}`,
      os,
      kind,
      detail,
      textVmaddr,
      functions,
      symbols,
      ...(cache?.uuid && { cache: { uuid: cache.uuid, start: cache.start, textBytes } }),
      index: blob.slice(Number(from), Number(end)),
      checksum,
    }
    found.push({ image, name: image.name, from: Number(from), to: Number(end), at })
  }
  const mapsAt = rowsAt + count * ROW_BYTES
  const mapNames = new Set<string>()
  for (let row = 0; row < mapCount; row++) {
    const at = mapsAt + row * MAP_ROW_BYTES
    cursor.at = at
    const [start, size] = [cursor.readU64(), cursor.readU64()]
    const [bytes, checksum, nameAt] = [cursor.readU32(), cursor.readU32(), cursor.readU32()]
    const name = textAt(cursor, nameAt)
    const map = placeMap({ start, size, bytes, checksum, name }, { blob, pack: path, row, names: mapNames })
    mapNames.add(map.name)
    if (map.value) found.push({ map: map.value, name: map.name, from: map.from, to: map.to, at })
    else leave('bad-pack.row', map.name, at)
  }
  const overlapping = overlapsOf(found)
  const sound = found.filter((one) => {
    const isSound = !overlapping.has(one)
    if (!isSound) leave('bad-pack.row', one.name, one.at)
    return isSound
  })
  const images = sound.flatMap(({ image }) => image ?? [])
  const maps = sound.flatMap(({ map }) => map ?? [])
  if (leftOut > MOST_TOLD) problems.push(problem('bad-pack.more', { count: leftOut - MOST_TOLD }, { file: path }))
  return { os, images, maps, problems }
}

/** A row that may be right: of an image or of a map. */
interface Found {
  readonly image?: PackedImage
  readonly map?: PackedMap
  readonly name: string
  /** Its bytes in the pack. */
  readonly from: number
  readonly to: number
  /** Its row in the directory. */
  readonly at: number
}

/** Rows whose bytes are another one's, too. No writer makes that, and nothing shows which one is right. */
function overlapsOf(found: readonly Found[]): ReadonlySet<Found> {
  const overlapping = new Set<Found>()
  let last: Found | undefined
  for (const next of found.toSorted((a, b) => a.from - b.from)) {
    if (last && next.from < last.to) {
      overlapping.add(last)
      overlapping.add(next)
    }
    if (!last || next.to > last.to) last = next
  }
  return overlapping
}

/** A text of the directory; empty where it does not lie there or does not end. */
function textAt({ bytes }: ByteCursor, at: number): string {
  if (at >= bytes.length) return ''
  const text = bytes.subarray(at, at + MOST_TEXT_BYTES)
  const end = text.indexOf(0)
  return end < 0 ? '' : new TextDecoder().decode(text.subarray(0, end))
}

/** True if the bytes of an image's index begin as the directory says. The checksum there covers the rest. */
export async function isAsListed({ index, checksum }: PackedImage): Promise<boolean> {
  const bytes = await openRange(index, HEADER_AT_CHECKSUM, HEADER_AT_CHECKSUM + 4)
  return bytes.length === 4 && new DataView(bytes.buffer).getUint32(0, true) === checksum
}

/** The problem of an image whose index is not the one that was written. */
export function damagedImage({ name, path }: PackedImage): FormatError {
  return new FormatError(problem('damaged-pack.image', { image: name }, { file: path }))
}
