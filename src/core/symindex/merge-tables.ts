/** Small parts of an index that are put together of those of the slices. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { Slice, StringPages } from './shard-driver.ts'
import { shareOf } from './shard.ts'

export const lengthOf = (arrays: readonly { readonly length: number }[]): number =>
  arrays.reduce((total, { length }) => total + length, 0)

/** The interned strings of a slice, and the id of the first of each run of them. */
export function poolsOf({ pools }: Slice, slice: number, { length }: readonly Slice[]) {
  let [base] = shareOf(L.POOL_BASE, L.ID_SPAN, slice, length)
  return pools.map((pool) => {
    const placed = { pool, base }
    base += pool.length
    return placed
  })
}

/** For each slice: its first file number and the position of its first cross-unit name, in the concatenated columns. */
export function shardTable(slices: readonly Slice[]): Uint8Array<ArrayBuffer> {
  const table = new Uint32Array((slices.length * L.SHARD_BYTES) / 4)
  let files = 0
  let crossUnitDies = 0
  for (const [at, slice] of slices.entries()) {
    table.set([files, crossUnitDies], at * 2)
    files += lengthOf(slice.files) / L.FILE_BYTES
    crossUnitDies += lengthOf(slice.crossUnitDies)
  }
  return new Uint8Array(table.buffer)
}

/** One directory for several runs of pages that are concatenated. */
export function joinDirectories(strings: readonly StringPages[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint32Array(strings.reduce((sum, { directory }) => sum + directory.length, 0))
  let at = 0
  let before = 0
  for (const { directory, pages } of strings) {
    directory.forEach(
      (value, position) => (joined[at + position] = position % L.DIRECTORY_WORDS === 1 ? value + before : value),
    )
    at += directory.length
    before += pages.size
  }
  return new Uint8Array(joined.buffer)
}

/** Sizes and checksums of blocks, without those of their columns. */
export function withoutColumns(records: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept = new Uint8Array(records.length / 2)
  for (let at = 0; at * 2 < records.length; at += L.BLOCK_RECORD_BYTES)
    kept.set(records.subarray(at * 2, at * 2 + L.BLOCK_RECORD_BYTES), at)
  return kept
}
