/** Checks one published file, byte for byte: its map, each block by its digest, and the facts that the manifest has of it. */
import { createHash } from 'node:crypto'
import { constants, promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { storedFromIndex } from '../../core/engine/catalog/stored-index.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import { INDEX_VERSIONS } from '../../core/symindex/index-file.ts'
import { blockAt, GROUP_BLOCKS, openRecord, readMap, type BlockMap } from '../../stores/site/block-map.ts'
import { FarBlob } from '../../stores/site/far-blob.ts'
import { textVmaddrOf, type PublishedIndex, type PublishedMap } from '../../stores/site/manifest.ts'
import { reasonOf } from '../command.ts'

/** So many blocks are listed one by one. */
const TOLD_BLOCKS = 20
const PIECE = 1 << 20

/** The findings on a file that a manifest lists. */
export interface FileCheck {
  readonly state: 'whole' | 'missing' | 'truncated' | 'damaged'
  /** Bytes that lie there. */
  readonly bytes: number
  /** Blocks that were read. */
  readonly blocks?: number
  readonly damagedBlocks?: number
  /** The first of them, from 0. */
  readonly firstDamaged?: readonly number[]
  /** A field of the manifest that contradicts the file. */
  readonly field?: string
  /** Why it could not be read. */
  readonly reason?: string
}

/** Checks the file of an index. Links are not followed, and count as missing. Never rejects. */
export const checkIndex = (place: string, uuid: ImageUuid, index: PublishedIndex): Promise<FileCheck> =>
  withFile(place, index.fileBytes, (file) => checkBlocks(file, uuid, index))

/** Checks the file of a map of scripts or lines. */
export const checkMap = (place: string, map: PublishedMap): Promise<FileCheck> =>
  withFile(place, map.fileBytes, async (file) => {
    const digest = createHash('sha256')
    for (let at = 0; at < map.fileBytes; at += PIECE)
      digest.update(await readPart(file, at, Math.min(PIECE, map.fileBytes - at)))
    return { state: digest.digest('hex') === map.sha256 ? 'whole' : 'damaged', bytes: map.fileBytes }
  })

async function withFile(
  place: string,
  wanted: number,
  check: (file: FileHandle) => Promise<FileCheck>,
): Promise<FileCheck> {
  let file: FileHandle | undefined
  try {
    // Nothing waits for a pipe.
    file = await disk.open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    if (!found.isFile()) return { state: 'missing', bytes: 0 }
    if (found.size !== wanted) return { state: found.size < wanted ? 'truncated' : 'damaged', bytes: found.size }
    return await check(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ELOOP') return { state: 'missing', bytes: 0 }
    return { state: 'damaged', bytes: 0, reason: reasonOf(error) }
  } finally {
    await file?.close()
  }
}

/** All of these bytes; fewer at the end of a file. */
async function readPart(file: FileHandle, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let have = 0
  while (have < length) {
    const { bytesRead } = await file.read(bytes, have, length - have, start + have)
    if (bytesRead === 0) break
    have += bytesRead
  }
  return bytes.subarray(0, have)
}

async function checkBlocks(file: FileHandle, uuid: ImageUuid, index: PublishedIndex): Promise<FileCheck> {
  const bytes = index.fileBytes
  const head = await readPart(file, 0, index.mapBytes)
  const isMap = createHash('sha256').update(head).digest('hex') === index.mapSha256
  const inflated = isMap ? inflateTo(head, index.mapLength) : undefined
  const map = inflated && readMap(inflated, index)
  if (!map) return { state: 'damaged', bytes, blocks: 0, field: 'mapSha256' }
  const whole = createHash('sha256').update(head)
  const damaged: number[] = []
  for (let first = 0; first < map.count; first += GROUP_BLOCKS) {
    const end = Math.min(map.count, first + GROUP_BLOCKS)
    const start = map.places[first] ?? 0
    const group = await readPart(file, start, (map.places[end] ?? 0) - start)
    whole.update(group)
    for (let block = first; block < end; block++) {
      const record = group.subarray((map.places[block] ?? 0) - start, (map.places[block + 1] ?? 0) - start)
      if (!blockOf(map, block, record)) damaged.push(block)
    }
  }
  const found = { bytes, blocks: map.count }
  if (damaged.length > 0)
    return { state: 'damaged', ...found, damagedBlocks: damaged.length, firstDamaged: damaged.slice(0, TOLD_BLOCKS) }
  if (whole.digest('hex') !== index.sha256) return { state: 'damaged', ...found, field: 'sha256' }
  const field = await falseField(file, map, uuid, index)
  return field === undefined ? { state: 'whole', ...found } : { state: 'damaged', ...found, field }
}

/** The bytes of a block of the index; undefined where they are not those that were published. */
function blockOf(map: BlockMap, block: number, record: Uint8Array<ArrayBuffer>): Uint8Array | undefined {
  const packed = openRecord(map, block, record)
  return packed && inflateTo(packed, (map.starts[block + 1] ?? 0) - (map.starts[block] ?? 0))
}

/** Inflated bytes of this length; undefined for others. */
function inflateTo(packed: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: length })
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The first field of the manifest that the index contradicts. Blocks are covered by digests, the manifest is not. */
async function falseField(
  file: FileHandle,
  map: BlockMap,
  uuid: ImageUuid,
  index: PublishedIndex,
): Promise<string | undefined> {
  if (!INDEX_VERSIONS.includes(index.format)) return undefined
  const read = async (start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(Math.max(0, end - start))
    for (let at = start; at < end;) {
      const block = blockAt(map, at)
      const place = map.places[block] ?? 0
      const own = blockOf(map, block, await readPart(file, place, (map.places[block + 1] ?? 0) - place))
      const from = map.starts[block] ?? 0
      if (own) bytes.set(own.subarray(at - from, end - from), at - start)
      at = map.starts[block + 1] ?? end
    }
    return bytes
  }
  const stored = await storedFromIndex(new FarBlob({ bytes: index.bytes, read }), index.name)
  if (!stored.ok) return 'format'
  const { key, summary, ...facts } = stored.value
  if (facts.formatVersion !== index.format) return 'format'
  if (key.uuid !== uuid) return 'uuid'
  if (key.arch !== index.arch) return 'arch'
  if (facts.textVmaddr !== textVmaddrOf(index)) return 'textVmaddr'
  for (const field of ['kind', 'detail'] as const) if (facts[field] !== index[field]) return field
  for (const field of ['functions', 'inlines', 'lineRows'] as const) if (summary[field] !== index[field]) return field
  return facts.name === index.name ? undefined : 'name'
}
