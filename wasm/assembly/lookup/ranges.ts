/**
 * File ranges that a step of a look-up needs, read by the host in batches of bounded size. Ranges close to each other
 * become one piece.
 */
import * as L from '../layout'
import { checksum } from '../memory/checksum'
import { newVec, Vec } from '../memory/vec'
import { fileSize } from './index-header'
import { SLACK } from './read'

/** A range of the file. */
@unmanaged
export class Range {
  start: f64
  bytes: u32
  /** Address of its bytes while its batch is in memory. */
  place: usize
}
const RANGE_BYTES = u32(offsetof<Range>())
if (offsetof<Range>() != L.READ_WORDS << 2) ERROR('layout.ts has another size')
if (offsetof<Range>('bytes') != L.READ_LENGTH << 2) ERROR('layout.ts has another place')
if (offsetof<Range>('place') != L.READ_PLACE << 2) ERROR('layout.ts has another place')

const ranges: Vec = newVec()
/** The file's checksum of each range, u32. */
const sums: Vec = newVec()
/** Pieces for the host to read: file range and destination. */
export const pieces: Vec = newVec()
const bytes: Vec = newVec()
/** The ranges [first, last) are in memory. */
let first: u32 = 0
let last: u32 = 0

/** Limit for a range: no page or block comes near it. */
const LONGEST: u64 = 1 << 24

/** Starts a new step. */
export function clearRanges(): void {
  ranges.length = 0
  sums.length = 0
  first = 0
  last = 0
}

export function rangeCount(): u32 {
  return ranges.length / RANGE_BYTES
}

export function rangeAt(index: u32): Range {
  return changetype<Range>(ranges.data + usize(index * RANGE_BYTES))
}

/** True if a range's bytes are in memory. */
export function inBatch(index: u32): bool {
  return index >= first && index < last
}

/** Adds a range whose bytes have this checksum; returns its number. An empty run of bytes has the checksum 0. */
export function addRange(start: u64, end: u64, sum: u32): u32 {
  sums.push32(sum)
  const range = changetype<Range>(ranges.take(RANGE_BYTES))
  end = min(end, fileSize)
  range.start = f64(start)
  range.bytes = start < end ? u32(min(end - start, LONGEST)) : 0
  return rangeCount() - 1
}

/** True if the bytes of the batch match their checksums; otherwise the file is damaged, and none of it is used. */
export function isSound(): bool {
  for (let i = first; i < last; i++) {
    const range = rangeAt(i)
    if (checksum(range.place, range.bytes) != sums.at32(i)) return false
  }
  return true
}

/**
 * Plans the next batch: at least one range, up to `most` bytes. Ranges at most `gap` apart become one piece; a negative
 * gap joins none. Returns the number of ranges; 0 when all are done.
 */
export function planBatch(most: u32, gap: i32): u32 {
  pieces.length = 0
  bytes.length = 0
  first = last
  let total: u32 = 0
  let piece = changetype<Range>(0)
  for (; last < rangeCount(); last++) {
    const range = rangeAt(last)
    range.place = total
    if (range.bytes == 0) continue
    // A piece grows at its end only: an earlier range starts a new piece.
    const behind = range.start - piece.start
    const grows = gap >= 0 && pieces.length > 0 && behind >= 0 && behind <= f64(piece.bytes) + f64(gap)
    const more = grows ? u32(max(0, behind + f64(range.bytes) - f64(piece.bytes))) : range.bytes
    if (total > 0 && total + more > most) break
    if (!grows) {
      piece = changetype<Range>(pieces.take(RANGE_BYTES))
      piece.start = range.start
      piece.bytes = 0
      piece.place = total
    }
    range.place = piece.place + (grows ? usize(behind) : 0)
    piece.bytes += more
    total += more
  }
  bytes.reserve(total + SLACK)
  memory.fill(bytes.data + total, 0, SLACK)
  for (let i = first; i < last; i++) rangeAt(i).place += bytes.data
  for (let p = pieces.data, end = p + pieces.length; p < end; p += RANGE_BYTES) changetype<Range>(p).place += bytes.data
  return last - first
}
