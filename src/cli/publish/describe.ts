/** An index as published blocks, and its entry in a manifest. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { LargePart } from '../../core/symindex/index-file.ts'
import type { PageEnds } from '../../core/symindex/page-ends.ts'
import type { StoredIndex } from '../../core/ports.ts'
import { joinBytes } from '../../stores/memory-blob.ts'
import { GROUP_BLOCKS, MOST_BLOCK_BYTES, sealGroup, writeMap, type DigestOf } from '../../stores/site/block-map.ts'
import { DIGEST_BYTES } from '../../stores/site/layout.ts'
import type { PublishedIndex } from '../../stores/site/manifest.ts'

export interface Described {
  readonly index: PublishedIndex
  /** The file with its blocks. */
  readonly file: Blob
}

/**
 * Pages are joined into blocks of at least this many bytes. A name needs one or two blocks of each kind. Smaller blocks mean shorter
 * downloads for one name, but more digests and worse compression.
 */
const LEAST_BYTES: Readonly<Record<LargePart, number>> = {
  functionPages: 1 << 10,
  symbolPages: 1 << 10,
  stringPages: 3 << 10,
  blocks: 3 << 10,
  columns: 3 << 10,
}
/** A reader begins with so many bytes of the parts that every look-up needs, and with all of a file that is small. */
const MOST_HEAD_BYTES = 4 << 20
const SMALL_FILE_BYTES = 64 << 10

/** The window is no longer than most blocks, which takes half the time of the longest. */
const DEFLATE = { level: 6, windowBits: 13, memLevel: 7 }
/** At once: to hand so few bytes to another thread and back takes as long as to deflate them. */
const deflateBlock = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, DEFLATE)

const digestOf: DigestOf = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest().subarray(0, DIGEST_BYTES)
}

/** Reads the index once. `ends`: where it may be cut. */
export async function describeIndex(entry: StoredIndex, bytes: Blob, ends: PageEnds): Promise<Described> {
  const cuts = cutsOf(ends, bytes.size)
  const blocks: { readonly bytes: number; readonly packedBytes: number }[] = []
  const roots: Uint8Array[] = []
  /** The records of each group, copied out of the larger buffers that they were deflated into. */
  const records: Uint8Array[] = []
  let headBytes = 0
  for (let first = 0; first < cuts.length; first += GROUP_BLOCKS) {
    const packed = await deflateGroup(bytes, cuts, first)
    const { root, proofs } = sealGroup(packed, digestOf)
    roots.push(root)
    records.push(Buffer.concat(packed.flatMap((block, n) => [...(proofs[n] ?? []), block])))
    for (const [n, block] of packed.entries()) {
      const proof = proofs[n] ?? []
      const end = cuts[first + n] ?? 0
      blocks.push({ bytes: end - (cuts[first + n - 1] ?? 0), packedBytes: block.length })
      if (end <= ends.head) headBytes += block.length + proof.length * DIGEST_BYTES
    }
  }
  const map = writeMap(blocks, roots)
  const deflatedMap = deflateSync(map)
  const whole = createHash('sha256')
  let fileBytes = 0
  for (const part of [deflatedMap, ...records]) {
    whole.update(part)
    fileBytes += part.length
  }
  const { key, name, kind, detail, textVmaddr, formatVersion, summary } = entry
  const { functions, inlines, lineRows, indexedAt } = summary
  const first = deflatedMap.length + (headBytes <= MOST_HEAD_BYTES ? headBytes : 0)
  return {
    index: {
      arch: key.arch,
      format: formatVersion,
      name,
      kind,
      detail,
      textVmaddr: `0x${textVmaddr.toString(16)}`,
      functions,
      inlines,
      lineRows,
      indexedAt,
      bytes: bytes.size,
      fileBytes,
      sha256: whole.digest('hex'),
      mapBytes: deflatedMap.length,
      mapLength: map.length,
      mapSha256: createHash('sha256').update(deflatedMap).digest('hex'),
      firstBytes: fileBytes <= SMALL_FILE_BYTES ? fileBytes : first,
    },
    file: joinBytes([deflatedMap, ...records]),
  }
}

/** The deflated blocks of one group. */
async function deflateGroup(bytes: Blob, cuts: readonly number[], first: number): Promise<readonly Uint8Array[]> {
  const start = cuts[first - 1] ?? 0
  const own = cuts.slice(first, first + GROUP_BLOCKS)
  const piece = new Uint8Array(await bytes.slice(start, own.at(-1)).arrayBuffer())
  return own.map((end, at) => deflateBlock(piece.subarray((own[at - 1] ?? start) - start, end - start)))
}

/** Where blocks end. */
function cutsOf({ head, parts }: PageEnds, size: number): readonly number[] {
  const cuts: number[] = []
  const cut = (end: number): void => {
    for (let at = (cuts.at(-1) ?? 0) + MOST_BLOCK_BYTES; at < end; at += MOST_BLOCK_BYTES) cuts.push(at)
    if (end > (cuts.at(-1) ?? 0)) cuts.push(end)
  }
  cut(Math.min(head, size))
  for (const { part, ends } of parts) {
    for (const end of ends) if (end - (cuts.at(-1) ?? 0) >= LEAST_BYTES[part]) cut(Math.min(end, size))
    // Parts share no block.
    cut(Math.min(ends.at(-1) ?? 0, size))
  }
  cut(size)
  return cuts
}
