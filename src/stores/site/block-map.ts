/**
 * The map of a published file: which part of the index lies in which block, where each block lies, and what it must be. Written by
 * `cli/publish/`, read here. Layout: README.md.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DIGEST_BYTES } from './layout.ts'

/** Blocks whose digests make one in the map. */
export const GROUP_BLOCKS = 64
/** Bytes of the index in one block. */
export const MOST_BLOCK_BYTES = 64 << 10
/** Bytes of a map before it is deflated: that of an index of 8 GB has some 9 MB. */
export const MOST_MAP_BYTES = 32 << 20
/** Blocks of an index: one of 8 GB has some 600,000. A row of them takes 16 bytes of memory. */
const MOST_BLOCKS = 1 << 22
/** Bytes that a block may be longer deflated than it was. */
const MOST_GROWTH = 64

export interface BlockMap {
  readonly count: number
  /** Where each block begins in the index; one more is its end. */
  readonly starts: Float64Array
  /** Where the record of each block begins in the file; one more is its end. */
  readonly places: Float64Array
  /** Digests of the groups, one behind the other. */
  readonly groups: Uint8Array
}

/** Expected sizes of a file, in bytes, from its description elsewhere. */
export interface FileSizes {
  /** Of the index. */
  readonly bytes: number
  readonly fileBytes: number
  readonly mapBytes: number
}

/** The first bytes of the SHA-256 of these parts, one behind the other. */
export type DigestOf = (parts: readonly Uint8Array[]) => Uint8Array

const digestOf: DigestOf = (parts) => {
  const hash = sha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest().subarray(0, DIGEST_BYTES)
}

// Keeps the digest of a block distinct from the digest of a pair of digests.
const BLOCK = Uint8Array.of(0)
const PAIR = Uint8Array.of(1)

/** The digest of a group of deflated blocks, and for each the digests that lead from it to that of the group. */
export function sealGroup(
  packed: readonly Uint8Array[],
  digest: DigestOf = digestOf,
): { readonly root: Uint8Array; readonly proofs: readonly (readonly Uint8Array[])[] } {
  const proofs: Uint8Array[][] = packed.map(() => [])
  let row = packed.map((block) => digest([BLOCK, block]))
  for (let level = 0; row.length > 1; level++) {
    for (const [at, proof] of proofs.entries()) {
      const other = row[(at >> level) ^ 1]
      if (other) proof.push(other)
    }
    row = pairsOf(row, digest)
  }
  return { root: row[0] ?? new Uint8Array(DIGEST_BYTES), proofs }
}

/** One digest for two; the last of an odd number stays. */
function pairsOf(row: readonly Uint8Array[], digest: DigestOf): Uint8Array[] {
  const next: Uint8Array[] = []
  for (let at = 0; at < row.length; at += 2) {
    const [left, right] = row.slice(at, at + 2)
    if (left) next.push(right ? digest([PAIR, left, right]) : left)
  }
  return next
}

/** Bytes of the digests before a block, by its place in a group of so many. */
function proofBytes(at: number, count: number): number {
  let bytes = 0
  for (let left = count; left > 1; left = (left + 1) >> 1, at >>= 1) if ((at ^ 1) < left) bytes += DIGEST_BYTES
  return bytes
}

/** Blocks in the group of a block. */
const groupSize = (block: number, count: number): number =>
  Math.min(GROUP_BLOCKS, count - block + (block % GROUP_BLOCKS))

/** The deflated bytes in the record of a block; undefined where it is not the one that was published. */
export function openRecord(
  { count, groups }: BlockMap,
  block: number,
  record: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | undefined {
  let at = block % GROUP_BLOCKS
  let left = groupSize(block, count)
  const packed = record.subarray(proofBytes(at, left))
  let digest = digestOf([BLOCK, packed])
  for (let from = 0; left > 1; left = (left + 1) >> 1, at >>= 1) {
    if ((at ^ 1) >= left) continue
    const other = record.subarray(from, (from += DIGEST_BYTES))
    digest = digestOf(at & 1 ? [PAIR, other, digest] : [PAIR, digest, other])
  }
  const group = Math.floor(block / GROUP_BLOCKS) * DIGEST_BYTES
  const wanted = groups.subarray(group, group + DIGEST_BYTES)
  return wanted.length === DIGEST_BYTES && wanted.every((byte, n) => byte === digest[n]) ? packed : undefined
}

/** A map, not yet deflated. `blocks`: bytes of each in the index and deflated; `groups`: their digests. */
export function writeMap(
  blocks: readonly { readonly bytes: number; readonly packedBytes: number }[],
  groups: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const out: number[] = []
  const put = (value: number): void => {
    while (value > 127) {
      out.push((value & 127) | 128)
      value >>>= 7
    }
    out.push(value)
  }
  put(blocks.length)
  for (const { bytes } of blocks) put(bytes)
  for (const { packedBytes } of blocks) put(packedBytes)
  const map = new Uint8Array(out.length + groups.length * DIGEST_BYTES)
  map.set(out)
  groups.forEach((group, at) => map.set(group, out.length + at * DIGEST_BYTES))
  return map
}

/** Reads a map that was inflated. Undefined where it does not describe a file of these sizes, all of it, block by block. */
export function readMap(map: Uint8Array, { bytes, fileBytes, mapBytes }: FileSizes): BlockMap | undefined {
  let at = 0
  /** NaN for what is no number below 2^28. */
  const take = (): number => {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = map[at++] ?? 0xff
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    return NaN
  }
  const count = take()
  // Each takes two numbers.
  if (!(count >= 1 && count <= Math.min(map.length >> 1, MOST_BLOCKS))) return undefined
  const starts = new Float64Array(count + 1)
  const places = new Float64Array(count + 1)
  for (let block = 0; block < count; block++) {
    const size = take()
    if (!(size >= 1 && size <= MOST_BLOCK_BYTES)) return undefined
    starts[block + 1] = (starts[block] ?? 0) + size
  }
  places[0] = mapBytes
  for (let block = 0; block < count; block++) {
    const size = take()
    const own = (starts[block + 1] ?? 0) - (starts[block] ?? 0)
    if (!(size >= 1 && size <= own + MOST_GROWTH)) return undefined
    const proof = proofBytes(block % GROUP_BLOCKS, groupSize(block, count))
    places[block + 1] = (places[block] ?? 0) + proof + size
  }
  const groups = map.subarray(at)
  const isWhole = groups.length === Math.ceil(count / GROUP_BLOCKS) * DIGEST_BYTES
  return isWhole && starts[count] === bytes && places[count] === fileBytes
    ? { count, starts, places, groups }
    : undefined
}

/** The block that holds a byte of the index. */
export function blockAt({ starts, count }: BlockMap, place: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
