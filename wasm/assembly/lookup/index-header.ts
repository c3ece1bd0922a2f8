/**
 * The open index: header and directories, as in the file. All of it may be damaged, so every value is bounded here or
 * by its reader.
 */
import * as L from '../layout'
import { checksum } from '../memory/checksum'
import { newVec, Vec } from '../memory/vec'

/** A directory of pages; the records are measured by `DIRECTORY_BYTES`. */
@unmanaged
export class Directory {
  data: usize
  count: u32
  /** Start and end of the part with the pages, in the file. */
  base: u64
  end: u64
  /** Remaining budget of page bytes. */
  left: u64
}

const head: Vec = newVec()
const directories: usize = memory.data(3 * offsetof<Directory>(), 16)
export const functionDirectory: Directory = changetype<Directory>(directories)
export const symbolDirectory: Directory = changetype<Directory>(directories + offsetof<Directory>())
export const stringDirectory: Directory = changetype<Directory>(directories + 2 * offsetof<Directory>())
export let fileSize: u64 = 0
/** Low bits that all addresses of the function table lack. */
export let addressShift: u32 = 0
/** True if the image has named symbols. */
export let hasSymbols: bool = false

/** Checksums touch some bytes after the end. */
const HEAD_TAIL: u32 = 8

/** Allocates memory for the start of the file: the header, already checked, and the small parts. */
export function placeIndex(length: u32): usize {
  head.length = 0
  head.reserve(length + HEAD_TAIL)
  head.length = length
  return head.data
}

/** Checksum of the header and the small parts that were written there, without the header's field for it. */
export function headChecksum(): u32 {
  const behind = u32(L.HEADER_AT_PARTS)
  const end = u32(max(u64(behind), min(partStart(L.PART_FUNCTION_PAGES), u64(head.length))))
  return checksum(head.data, L.HEADER_AT_CHECKSUM) * 31 + checksum(head.data + behind, end - behind)
}

/** Opens the index written there. */
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
  directory.count = partBytes(part) / u32(L.DIRECTORY_BYTES)
  directory.base = partStart(pages)
  directory.end = partStart(pages) + partSize(pages)
}

/** Address of a part's record in the header. */
function partAt(part: u32): usize {
  return head.data + L.HEADER_AT_PARTS + usize(part * u32(L.PART_BYTES))
}

function partStart(part: u32): u64 {
  return load<u64>(partAt(part))
}

function partSize(part: u32): u64 {
  return load<u64>(partAt(part), 8)
}

/** Address of a small part in memory, bounded by what was read. */
function partData(part: u32): usize {
  return head.data + usize(min(partStart(part), u64(head.length)))
}

function partBytes(part: u32): u32 {
  const start = min(partStart(part), u64(head.length))
  return u32(min(partSize(part), u64(head.length) - start))
}

/** The last page whose first key is <= `key`; -1 if there is none. */
export function findPage(directory: Directory, key: u32): i32 {
  let low: u32 = 0
  let high = directory.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(recordAt(directory, middle)) <= key) low = middle + 1
    else high = middle
  }
  return i32(low) - 1
}

/** In a damaged directory pages may overlap: a step reads at most twice the bytes of the part. */
export function limitPages(directory: Directory): void {
  directory.left = (directory.end - directory.base) << 1
}

function recordAt(directory: Directory, page: u32): usize {
  return directory.data + usize(page) * L.DIRECTORY_BYTES
}

export function firstKey(directory: Directory, page: u32): u32 {
  return load<u32>(recordAt(directory, page))
}

export function pageChecksum(directory: Directory, page: u32): u32 {
  return load<u32>(recordAt(directory, page), 8)
}

/** Start of a page in the file; for page `count` the end of the last one. */
export function pageStart(directory: Directory, page: u32): u64 {
  if (page >= directory.count) return directory.end
  return min(directory.end, directory.base + u64(load<u32>(recordAt(directory, page), 4)))
}

export function blocksStart(): u64 {
  return partStart(L.PART_BLOCKS)
}

/** Whether the index has the columns of its line rows. */
export function hasColumns(): bool {
  return u32(load<u8>(head.data, L.HEADER_AT_PART_COUNT)) > u32(L.PART_COLUMNS)
}

function blockRecordBytes(): u32 {
  return hasColumns() ? L.BLOCK_COLUMN_RECORD_BYTES : L.BLOCK_RECORD_BYTES
}

export function columnsStart(): u64 {
  return partStart(L.PART_COLUMNS)
}

/** Bytes of the columns of a block. */
export function columnsBytes(block: u32): u32 {
  return load<u32>(blockRecord(block), 8)
}

export function columnsChecksum(block: u32): u32 {
  return load<u32>(blockRecord(block), 12)
}

export function blockCount(): u32 {
  return partBytes(L.PART_BLOCK_SIZES) / blockRecordBytes()
}

function blockRecord(block: u32): usize {
  return partData(L.PART_BLOCK_SIZES) + usize(block) * blockRecordBytes()
}

export function blockSize(block: u32): u32 {
  return load<u32>(blockRecord(block))
}

export function blockChecksum(block: u32): u32 {
  return load<u32>(blockRecord(block), 4)
}

/** Resolves a cross-unit name to its string id. */
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

/** Address of a file record (three string ids); 0 if there is none. File numbers start at 1. */
export function fileRecord(file: u32): usize {
  // Each shard has its own range of file numbers.
  const shard = (file - 1) / u32(L.FILE_SPAN)
  if (file == 0 || shard >= partBytes(L.PART_SHARDS) >> 3) return 0
  const first = load<u32>(partData(L.PART_SHARDS) + (usize(shard) << 3))
  const place = u64(first) + u64((file - 1) % u32(L.FILE_SPAN))
  return place < u64(partBytes(L.PART_FILES) / u32(L.FILE_BYTES))
    ? partData(L.PART_FILES) + usize(place) * L.FILE_BYTES
    : 0
}
