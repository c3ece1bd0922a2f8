/**
 * Writes the checksums of an index anew, as a forger would after changing it: an independent implementation of what
 * `src/core/symindex/README.md` says of them.
 */
import * as L from '../../wasm/assembly/layout.ts'

const FACTOR = 0x9e3779b97f4a7c15n
const MASK = (1n << 64n) - 1n

function mix(value: bigint): bigint {
  const product = (value * FACTOR) & MASK
  return product ^ (product >> 29n)
}

/** Eight bytes as a number, with zeros behind the end. */
function wordAt(bytes: Uint8Array, at: number): bigint {
  let word = 0n
  for (let byte = Math.min(8, bytes.length - at) - 1; byte >= 0; byte--)
    word = (word << 8n) | BigInt(bytes[at + byte] ?? 0)
  return word
}

/** The checksum of some bytes. */
export function checksum(bytes: Uint8Array): number {
  const start = (BigInt(bytes.length) * FACTOR) & MASK
  const inLanes = bytes.length & ~31
  const lanes = [start, start ^ 1n, start ^ 2n, start ^ 3n]
  for (let at = 0; at < inLanes; at += 8) lanes[(at >> 3) & 3] = mix((lanes[(at >> 3) & 3] ?? 0n) ^ wordAt(bytes, at))
  let state = inLanes === 0 ? start : lanes.reduce((joined, lane) => mix(joined ^ lane))
  for (let at = inLanes; at < bytes.length; at += 8) state = mix(state ^ wordAt(bytes, at))
  return Number((state ^ (state >> 32n)) & 0xffffffffn)
}

/** Sets the checksums of pages and blocks where their tables can be read, and that of the header. */
export function sealIndex(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const part = (number: number): { from: number; to: number } => {
    const at = L.HEADER_AT_PARTS + number * L.PART_BYTES
    const from = Math.min(bytes.length, Number(view.getBigUint64(at, true)))
    return { from, to: Math.min(bytes.length, from + Number(view.getBigUint64(at + 8, true))) }
  }
  const directories = [
    [L.PART_FUNCTION_DIRECTORY, L.PART_FUNCTION_PAGES],
    [L.PART_SYMBOL_DIRECTORY, L.PART_SYMBOL_PAGES],
    [L.PART_STRING_DIRECTORY, L.PART_STRING_PAGES],
  ] as const
  for (const [directory, pages] of directories) {
    const { from, to } = part(directory)
    const { from: base, to: end } = part(pages)
    for (let at = from; at + L.DIRECTORY_BYTES <= to; at += L.DIRECTORY_BYTES) {
      const isLast = at + 2 * L.DIRECTORY_BYTES > to
      const start = Math.min(end, base + view.getUint32(at + 4, true))
      const stop = isLast ? end : Math.min(end, base + view.getUint32(at + L.DIRECTORY_BYTES + 4, true))
      view.setUint32(at + 8, checksum(bytes.subarray(start, Math.max(start, stop))), true)
    }
  }
  const sizes = part(L.PART_BLOCK_SIZES)
  const columns = (bytes[L.HEADER_AT_PART_COUNT] ?? 0) > L.PART_COLUMNS
  const step = columns ? L.BLOCK_COLUMN_RECORD_BYTES : L.BLOCK_RECORD_BYTES
  const runs = [part(L.PART_BLOCKS).from, ...(columns ? [part(L.PART_COLUMNS).from] : [])]
  for (const [run, from] of runs.entries()) {
    let at = from
    for (let record = sizes.from + run * 8; record + 8 <= sizes.to; record += step) {
      const size = Math.min(1 << 24, view.getUint32(record, true))
      view.setUint32(record + 4, checksum(bytes.subarray(at, at + size)), true)
      at += view.getUint32(record, true)
    }
  }
  const end = Math.max(L.HEADER_AT_PARTS, part(L.PART_FUNCTION_PAGES).from)
  const head = checksum(bytes.subarray(0, L.HEADER_AT_CHECKSUM))
  const rest = checksum(bytes.subarray(L.HEADER_AT_PARTS, end))
  view.setUint32(L.HEADER_AT_CHECKSUM, (Math.imul(head, 31) + rest) >>> 0, true)
}
