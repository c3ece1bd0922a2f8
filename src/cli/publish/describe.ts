/** What a manifest says of an index, and the digests of its blocks. */
import { createHash } from 'node:crypto'
import type { StoredIndex } from '../../core/ports.ts'
import { DIGEST_BYTES } from '../../stores/site/layout.ts'
import type { PublishedIndex } from '../../stores/site/manifest.ts'

export interface Described {
  readonly index: PublishedIndex
  readonly digests: Uint8Array
}

/** Bytes that are hashed at once; a whole number of blocks of every size. */
const PIECE_BYTES = 4 << 20

/** Small blocks waste little of what a name needs, which are some kilobytes; each costs 16 bytes of digests. */
export function blockBytesOf(bytes: number): number {
  return bytes <= 256 << 20 ? 4 << 10 : 16 << 10
}

/** Reads the index once. */
export async function describeIndex(entry: StoredIndex, bytes: Blob): Promise<Described> {
  const { key, name, kind, detail, textVmaddr, formatVersion, summary } = entry
  const blockBytes = blockBytesOf(bytes.size)
  const whole = createHash('sha256')
  const digests = new Uint8Array(Math.ceil(bytes.size / blockBytes) * DIGEST_BYTES)
  for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await bytes.slice(at, at + PIECE_BYTES).arrayBuffer())
    whole.update(piece)
    digests.set(digestsOf(piece, blockBytes), (at / blockBytes) * DIGEST_BYTES)
  }
  const { functions, inlines, lineRows, indexedAt } = summary
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
      sha256: whole.digest('hex'),
      blockBytes,
      digests: Buffer.from(digestsOf(digests, blockBytes)).toString('hex'),
    },
    digests,
  }
}

function digestsOf(bytes: Uint8Array, blockBytes: number): Uint8Array {
  const digests = new Uint8Array(Math.ceil(bytes.length / blockBytes) * DIGEST_BYTES)
  for (let from = 0; from < bytes.length; from += blockBytes) {
    const digest = createHash('sha256')
      .update(bytes.subarray(from, from + blockBytes))
      .digest()
    digests.set(digest.subarray(0, DIGEST_BYTES), (from / blockBytes) * DIGEST_BYTES)
  }
  return digests
}
