/**
 * The index that is asked: its header and small parts, as they lie in the file. All of it may be damaged: what is taken
 * from it is bounded here or by those who use it.
 */
import * as L from '../layout'
import { newVec, Vec } from '../memory/vec'

/** A list of pages: for each its first key u32 and its place in its part u32. */
@unmanaged
export class Directory {
  data: usize
  count: u32
  /** Where the part with the pages begins and ends in the file. */
  base: u64
  end: u64
  /** Bytes of pages that may still be wanted. */
  left: u64
}

const head: Vec = newVec()
const directories: usize = memory.data(3 * offsetof<Directory>(), 16)
export const functionDirectory: Directory = changetype<Directory>(directories)
export const symbolDirectory: Directory = changetype<Directory>(directories + offsetof<Directory>())
export const stringDirectory: Directory = changetype<Directory>(directories + 2 * offsetof<Directory>())
export let fileSize: u64 = 0
/** Bits that all addresses of the function table lack. */
export let addressShift: u32 = 0
/** Whether the image has named symbols. */
export let hasSymbols: bool = false

/** Where the host writes the file's first bytes: the header, as it was checked, and the small parts. */
export function placeIndex(length: u32): usize {
  head.length = 0
  head.reserve(length)
  head.length = length
  return head.data
}

/** Takes what was written there. */
export function openIndex(size: f64): void {
  fileSize = u64(size)
  addressShift = load<u8>(head.data, L.HEADER_AT_SHIFT) & 3
  hasSymbols = load<u32>(head.data, L.HEADER_AT_SYMBOLS) != 0
  openDirectory(functionDirectory, L.PART_FUNCTION_DIRECTORY, L.PART_FUNCTION_PAGES)
  openDirectory(symbolDirectory, L.PART_SYMBOL_DIRECTORY, L.PART_SYMBOL_PAGES)
  openDirectory(stringDirectory, L.PART_STRING_DIRECTORY, L.PART_STRING_PAGES)
}

function openDirectory(directory: Directory, part: u32, pages: u32): void {
  directory.data = partData(part)
  directory.count = partBytes(part) >> 3
  directory.base = partStart(pages)
  directory.end = partStart(pages) + partSize(pages)
}

/** Where the header tells of a part. */
function partAt(part: u32): usize {
  return head.data + L.HEADER_AT_PARTS + usize(part * u32(L.PART_BYTES))
}

function partStart(part: u32): u64 {
  return load<u64>(partAt(part))
}

function partSize(part: u32): u64 {
  return load<u64>(partAt(part), 8)
}

/** Of a small part, what lies in memory. */
function partData(part: u32): usize {
  return head.data + usize(min(partStart(part), u64(head.length)))
}

function partBytes(part: u32): u32 {
  const start = min(partStart(part), u64(head.length))
  return u32(min(partSize(part), u64(head.length) - start))
}

/** Number of the last page whose first key is not above `key`; -1 when there is none. */
export function findPage(directory: Directory, key: u32): i32 {
  let low: u32 = 0
  let high = directory.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(directory.data + (usize(middle) << 3)) <= key) low = middle + 1
    else high = middle
  }
  return i32(low) - 1
}

/** Of damaged directories pages may lie over each other: all that are wanted have no more than twice the bytes there are. */
export function limitPages(directory: Directory): void {
  directory.left = (directory.end - directory.base) << 1
}

export function firstKey(directory: Directory, page: u32): u32 {
  return load<u32>(directory.data + (usize(page) << 3))
}

/** Where a page begins in the file; the one behind the last is where the last ends. */
export function pageStart(directory: Directory, page: u32): u64 {
  if (page >= directory.count) return directory.end
  return min(directory.end, directory.base + u64(load<u32>(directory.data + (usize(page) << 3), 4)))
}

export function blocksStart(): u64 {
  return partStart(L.PART_BLOCKS)
}

export function blockCount(): u32 {
  return partBytes(L.PART_BLOCK_SIZES) >> 2
}

export function blockSize(block: u32): u32 {
  return load<u32>(partData(L.PART_BLOCK_SIZES) + (usize(block) << 2))
}

/** Follows a name that was known only after its block was written. */
export function resolveId(id: u32): u32 {
  if (id < u32(L.CROSS_UNIT_BASE)) return id
  const shards = partBytes(L.PART_SHARDS) >> 3
  const share = shards == 0 ? 0 : u32(L.ID_SPAN) / shards
  if (share == 0) return 0
  const shard = (id - u32(L.CROSS_UNIT_BASE)) / share
  if (shard >= shards) return 0
  const first = load<u32>(partData(L.PART_SHARDS) + (usize(shard) << 3), 4)
  const place = u64(first) + u64(id - u32(L.CROSS_UNIT_BASE) - shard * share)
  return place < u64(partBytes(L.PART_CROSS_UNIT_NAMES) >> 2)
    ? load<u32>(partData(L.PART_CROSS_UNIT_NAMES) + (usize(place) << 2))
    : 0
}

/** The record of a file, three string ids; 0 when there is none. Files are counted from 1. */
export function fileRecord(file: u32): usize {
  // Each shard has a range of numbers of its own.
  const shard = (file - 1) / u32(L.FILE_SPAN)
  if (file == 0 || shard >= partBytes(L.PART_SHARDS) >> 3) return 0
  const first = load<u32>(partData(L.PART_SHARDS) + (usize(shard) << 3))
  const place = u64(first) + u64((file - 1) % u32(L.FILE_SPAN))
  return place < u64(partBytes(L.PART_FILES) / u32(L.FILE_BYTES))
    ? partData(L.PART_FILES) + usize(place) * L.FILE_BYTES
    : 0
}
