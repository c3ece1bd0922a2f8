/** The list of a cache's images: install name, UUID, address and size, without a look at the images themselves. */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { parseMachHeader, sniffThin } from '../macho/header.ts'
import { parseLoadCommands } from '../macho/load-commands.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress, type LinkAddress } from '../model/address.ts'
import { uuidFromBytes, type ImageUuid } from '../model/image.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { SharedCache } from './cache.ts'
import type { CacheFile, Table } from './header.ts'
import { MAX_IMAGES, MAX_NAMES_BYTES, MAX_PATH_BYTES } from './limits.ts'

export interface CachedImage {
  /** Install name: `/usr/lib/libobjc.A.dylib`. */
  readonly name: string
  readonly uuid: ImageUuid
  /** Of its Mach header, where the cache is not slid. */
  readonly address: LinkAddress
  /** The same, counted from the start of the cache. */
  readonly start: number
  /** Bytes of `__TEXT`, where the cache has them. */
  readonly textBytes: number
}

/** Bytes of both tables' rows. */
const ROW_BYTES = 32
/** Enough for the load commands of nearly every library, where the UUID must be found in them. */
const HEAD_BYTES = 4096
const DYLD = '/usr/lib/dyld'

interface Row {
  readonly name: string
  readonly uuid?: ImageUuid
  readonly textBytes: number
}

/** All images whose Mach header lies in the files given; the same address counts once. */
export async function listImages(cache: SharedCache, problems: Problem[]): Promise<readonly CachedImage[]> {
  const { main, start, space } = cache
  const rows = new Map<bigint, Row>()
  const texts = await openTable(main, main.imageTexts, problems)
  const names = await openNames(main, texts, 28)
  for (let at = 0; at + ROW_BYTES <= texts.bytes.length; at += ROW_BYTES) {
    texts.at = at
    const uuid = uuidFromBytes(texts.readBytes(16))
    const address = texts.readU64()
    const textBytes = texts.readU32()
    const name = names(texts.readU32())
    if (uuid && !rows.has(address)) rows.set(address, { name, uuid, textBytes })
  }
  const images = await openTable(main, main.images, problems)
  const paths = await openNames(main, images, 24)
  for (let at = 0; at + ROW_BYTES <= images.bytes.length; at += ROW_BYTES) {
    images.at = at
    const address = images.readU64()
    images.at = at + 24
    if (!rows.has(address)) rows.set(address, { name: paths(images.readU32()), textBytes: 0 })
  }
  if (main.dyld !== undefined && !rows.has(main.dyld)) rows.set(main.dyld, { name: DYLD, textBytes: 0 })
  const found: CachedImage[] = []
  for (const [address, { name, uuid, textBytes }] of rows) {
    const distance = address - start
    const at = distance >= 0n && distance < BigInt(Number.MAX_SAFE_INTEGER) ? Number(distance) : -1
    if (space.mapped(at, 1) === 0) continue // in a part that was not given
    const own = uuid ?? (await readUuid(cache, at, problems))
    if (own) found.push({ name, uuid: own, address: linkAddress(address), start: at, textBytes })
  }
  return found
}

/** A table of rows of 32 bytes, cut to the file. */
async function openTable(
  { path, blob }: CacheFile,
  { offset, count }: Table,
  problems: Problem[],
): Promise<ByteCursor> {
  const kept = Math.min(count, MAX_IMAGES)
  const bytes = await openRange(blob, offset, offset + kept * ROW_BYTES)
  if (count > MAX_IMAGES || bytes.length < kept * ROW_BYTES)
    problems.push(problem('shared-cache.images', { count }, { file: path, offset }))
  return new ByteCursor(bytes, { file: path, fileOffset: offset })
}

/** Install names lie together after the tables: one read has them all. */
async function openNames({ path, blob }: CacheFile, table: ByteCursor, field: number): Promise<(at: number) => string> {
  let first = Infinity
  let last = 0
  for (let at = 0; at + ROW_BYTES <= table.bytes.length; at += ROW_BYTES) {
    table.at = at + field
    const place = table.readU32()
    first = Math.min(first, place)
    last = Math.max(last, place)
  }
  if (last < first) return () => ''
  const end = Math.min(last + MAX_PATH_BYTES, first + MAX_NAMES_BYTES)
  const bytes = await openRange(blob, first, end)
  return (at) => {
    if (at < first || at - first >= bytes.length) return ''
    const text = bytes.subarray(at - first, at - first + MAX_PATH_BYTES)
    return new ByteCursor(text, { file: path, fileOffset: at }).readCString()
  }
}

/** LC_UUID, for caches from before they listed the UUIDs. */
async function readUuid(cache: SharedCache, at: number, problems: Problem[]): Promise<ImageUuid | undefined> {
  const head = await openRange(cache.space, at, at + HEAD_BYTES)
  if (!sniffThin(head)) return undefined
  const file = cache.main.path
  try {
    const header = parseMachHeader(head, file, at)
    const place = { file, fileOffset: at, imageBytes: Number.MAX_SAFE_INTEGER }
    const whole =
      header.size + header.commandBytes > HEAD_BYTES
        ? await openRange(cache.space, at, at + header.size + Math.min(header.commandBytes, 16 * HEAD_BYTES))
        : head
    return parseLoadCommands(whole, header, place).uuid
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    problems.push(thrown.problem)
    return undefined
  }
}
