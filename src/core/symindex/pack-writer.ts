/** Writes packs: indexes and maps one after the other, then the directory, at last the header. Layout: README.md. */
import { HEADER_AT_CHECKSUM } from '../../../wasm/assembly/layout.ts'
import { openRange } from '../bytes/blob.ts'
import { crc32 } from '../bytes/crc32.ts'
import type { CachePlace } from '../model/image.ts'
import { success, type Outcome } from '../model/problem.ts'
import { DETAILS, KINDS, type IndexHeader } from './index-file.ts'
import {
  CACHE_BYTES,
  directoryHead,
  HEADER_BYTES,
  IMAGES_VERSION,
  MAGIC,
  MAP_ROW_BYTES,
  MAPS_VERSION,
  ROW_BYTES,
} from './pack-layout.ts'
import { openHeader } from './reader.ts'
import { joinedBytes } from '../model/joined-bytes.ts'

/** Facts about an image that its index lacks. */
export interface PackedPlace {
  /** Path in the system, or the name. */
  readonly path: string
  readonly cache?: CachePlace
}

interface Row extends PackedPlace {
  readonly header: IndexHeader
  readonly checksum: number
  readonly offset: number
  readonly size: number
}

/** A map of scripts, lines or names that was compressed (zlib). */
export interface DeflatedMap {
  /** Name of its file, by which the map is found where it has no id. */
  readonly name: string
  /** Bytes before it was compressed. */
  readonly bytes: number
  readonly packed: Uint8Array
}

interface MapRow extends Omit<DeflatedMap, 'packed'> {
  readonly checksum: number
  readonly offset: number
  readonly size: number
}

export class PackWriter {
  readonly #os: string
  readonly #rows: Row[] = []
  readonly #maps: MapRow[] = []
  #at = HEADER_BYTES

  /** `os`: the system that all images are of. */
  constructor(os: string) {
    this.#os = os
  }

  /** The first bytes of the file until the header is known. */
  get placeholder(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(HEADER_BYTES)
  }

  /** Lists an image: `taken`, and its index must be written next; `nameless`, and it must not. Fails where that is no index. */
  async add(index: Blob, place: PackedPlace): Promise<Outcome<'taken' | 'nameless'>> {
    const opened = await openHeader(index, place.path)
    if (!opened.ok) return opened
    if (opened.value.functions === 0 && opened.value.symbols === 0) return success('nameless')
    const head = await openRange(index, HEADER_AT_CHECKSUM, HEADER_AT_CHECKSUM + 4)
    const checksum = new DataView(head.buffer).getUint32(0, true)
    this.#rows.push({ ...place, header: opened.value, checksum, offset: this.#at, size: index.size })
    this.#at += index.size
    return success('taken')
  }

  /** Lists a map: `taken`, and its compressed bytes must be written next; `known`, and they must not, because the same map is there. */
  addMap({ name, bytes, packed }: DeflatedMap): 'taken' | 'known' {
    const row = { name, bytes, checksum: crc32(packed), offset: this.#at, size: packed.length }
    const isSame = (other: MapRow): boolean =>
      other.name === name && other.checksum === row.checksum && other.size === row.size && other.bytes === bytes
    if (this.#maps.some(isSame)) return 'known'
    this.#maps.push(row)
    this.#at += packed.length
    return 'taken'
  }

  /** The directory, which follows the indexes and maps, and the header, which replaces the placeholder. */
  finish(): { readonly directory: Uint8Array<ArrayBuffer>; readonly header: Uint8Array<ArrayBuffer> } {
    const version = this.#maps.length > 0 ? MAPS_VERSION : IMAGES_VERSION
    const directory = formatDirectory(version, this.#os, this.#rows, this.#maps)
    const header = new Uint8Array(HEADER_BYTES)
    const view = new DataView(header.buffer)
    header.set(new TextEncoder().encode(MAGIC))
    view.setUint32(8, version, true)
    view.setUint32(12, crc32(directory), true)
    view.setBigUint64(16, BigInt(this.#at), true)
    view.setBigUint64(24, BigInt(directory.length), true)
    return { directory, header }
  }
}

function formatDirectory(
  version: number,
  os: string,
  rows: readonly Row[],
  maps: readonly MapRow[],
): Uint8Array<ArrayBuffer> {
  const caches = new Map(rows.flatMap(({ cache }) => (cache ? [[cacheKey(cache), cache] as const] : [])))
  const numbers = new Map([...caches.keys()].map((key, at) => [key, at + 1]))
  const head = directoryHead(version)
  const texts = new Texts(head + caches.size * CACHE_BYTES + rows.length * ROW_BYTES + maps.length * MAP_ROW_BYTES)
  const fixed = new Uint8Array(texts.start)
  const view = new DataView(fixed.buffer)
  view.setUint32(0, rows.length, true)
  view.setUint32(4, caches.size, true)
  view.setUint32(8, texts.add(os), true)
  if (version === MAPS_VERSION) view.setUint32(12, maps.length, true)
  let at = head
  for (const { uuid, start } of caches.values()) {
    fixed.set(bytesOf(uuid), at)
    view.setBigUint64(at + 16, start, true)
    at += CACHE_BYTES
  }
  for (const { path, cache, header, checksum, offset, size } of rows) {
    fixed.set(bytesOf(header.uuid), at)
    view.setBigUint64(at + 16, header.textVmaddr, true)
    view.setBigUint64(at + 24, BigInt(offset), true)
    view.setBigUint64(at + 32, BigInt(size), true)
    view.setUint32(at + 40, checksum, true)
    view.setUint32(at + 44, cache?.textBytes ?? 0, true)
    view.setUint32(at + 48, header.functions, true)
    view.setUint32(at + 52, header.symbols, true)
    view.setUint8(at + 56, KINDS.indexOf(header.kind))
    view.setUint8(at + 57, DETAILS.indexOf(header.detail))
    view.setUint16(at + 58, (cache && numbers.get(cacheKey(cache))) ?? 0, true)
    view.setUint32(at + 60, texts.add(header.arch), true)
    view.setUint32(at + 64, texts.add(path), true)
    at += ROW_BYTES
  }
  for (const { name, bytes, checksum, offset, size } of maps) {
    view.setBigUint64(at, BigInt(offset), true)
    view.setBigUint64(at + 8, BigInt(size), true)
    view.setUint32(at + 16, bytes, true)
    view.setUint32(at + 20, checksum, true)
    view.setUint32(at + 24, texts.add(name), true)
    at += MAP_ROW_BYTES
  }
  const own = texts.done()
  const all = new Uint8Array(fixed.length + own.length)
  all.set(fixed)
  all.set(own, fixed.length)
  return all
}

const cacheKey = ({ uuid, start }: CachePlace): string => `${uuid} ${start}`

const bytesOf = (uuid: string): readonly number[] =>
  Array.from(uuid.replaceAll('-', '').matchAll(/../g), ([pair]) => Number.parseInt(pair, 16))

/** Texts of a directory, each once, ended by NUL. */
class Texts {
  /** Where they begin. */
  readonly start: number
  readonly #known = new Map<string, number>()
  readonly #parts: Uint8Array[] = []
  #at: number

  constructor(start: number) {
    this.start = start
    this.#at = start
  }

  add(text: string): number {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const at = this.#at
    const part = new TextEncoder().encode(`${text.replaceAll('\0', '')}\0`)
    this.#known.set(text, at)
    this.#parts.push(part)
    this.#at += part.length
    return at
  }

  done(): Uint8Array<ArrayBuffer> {
    return joinedBytes(this.#parts)
  }
}
