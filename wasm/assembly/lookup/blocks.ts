/**
 * Second step of a look-up: inlined calls and line rows at the offsets, from the blocks. Layout:
 * `src/core/symindex/README.md`.
 */
import * as L from '../layout'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'
import { blockChecksum, blockCount, blockSize, blocksStart } from './index-header'
import {
  Call,
  CALL_BYTES,
  clearRecord,
  decodeRecord,
  depth,
  foundAt,
  rowAt,
  rowFile,
  rowLine,
  rowNumber,
} from './function-record'
import { enterList, itemOf, newIdList } from './id-list'
import { entryOf, isCovered, NONE, Query, queryAt, queryCount } from './query'
import { addRange, clearRanges, inBatch, Range, rangeAt } from './ranges'
import { at as cursor, Read, seek } from './read'

/**
 * For each offset with a block, innermost first: the inlined calls, then the function, without its name. Names are
 * string ids, files are numbers of the index. The call site of each is stored with the call inside it; the innermost
 * has the line row.
 */
export const chains: Vec = newVec()

// Limits, so that damaged blocks cannot exhaust memory or time: calls in all, bytes of decoded functions.
const MOST_CALLS: u32 = 1 << 21
const MOST_BYTES: u32 = 1 << 30

/** Queries that need a block, sorted by block: the query number is the low half of each key. */
const byBlock: Vec = newVec()

/** Requests the blocks of all queries. */
export function findBlocks(): void {
  clearRanges()
  chains.length = 0
  byBlock.length = 0
  bytesLeft = MOST_BYTES
  for (let i: u32 = 0; i < queryCount(); i++)
    if (isCovered(queryAt(i))) store<u64>(byBlock.take(8), (u64(entryOf(queryAt(i)).block) << 32) | u64(i))
  sort64(byBlock.data, byBlock.length >> 3)
  const count = blockCount()
  let block: u32 = 0
  let start = blocksStart()
  let wanted = NONE
  let range = NONE
  for (let n: u32 = 0; n < byBlock.length >> 3; n++) {
    const query = queryByBlock(n)
    if (n == 0 || entryOf(query).block != wanted) {
      wanted = entryOf(query).block
      for (; block < min(wanted, count); block++) start += blockSize(block)
      const isThere = wanted < count
      range = addRange(start, isThere ? start + blockSize(wanted) : start, isThere ? blockChecksum(wanted) : 1)
    }
    query.block = range
  }
}

/** How many queries have a block. */
export function queriesByBlock(): u32 {
  return byBlock.length >> 3
}

/** The n-th of them, in the order of their blocks. */
export function queryByBlock(n: u32): Query {
  return queryAt(load<u32>(byBlock.data + (usize(n) << 3)))
}

/** Decodes each block of the batch once, for all its queries. */
export function decodeBlocks(): void {
  let range = NONE
  for (let n: u32 = 0; n < byBlock.length >> 3; n++) {
    const query = queryByBlock(n)
    if (!inBatch(query.block)) continue
    if (query.block != range) {
      range = query.block
      enterBlock(rangeAt(range))
    }
    decodeFunction(query)
  }
}

let bytesLeft: u32 = 0
// The current block.
let shift: u32 = 0
/** Where the functions begin. */
let bodies: usize = 0
let blockEnd: usize = 0
/** Start of the function sizes, and the number of functions. */
let sizes: usize = 0
let functions: u32 = 0

const names = newIdList()
const files = newIdList()
/** The language of the unit of the current block. */
let language: u32 = 0
/** By the position of a name: the number of the block, counted as they are entered, in which calls of that name are of other units. */
const foreign: Vec = newVec()
let entered: u32 = 0
/** Limit for these positions, against damage. */
const MOST_FOREIGN: u32 = 1 << 20

function enterBlock(block: Range): void {
  seek(block.place)
  blockEnd = block.place + block.bytes
  const head = block.bytes > 0 ? Read.uleb() : 0
  shift = head & 3
  enterList(names, blockEnd)
  enterList(files, blockEnd)
  sizes = cursor
  functions = head >> 2
  bodies = skip(sizes, functions)
  enterLanguage()
}

/** Reads what follows the functions; blocks of older indexes end there. */
function enterLanguage(): void {
  entered++
  let bytes: u64 = 0
  seek(sizes)
  // No block that is sound has more functions.
  for (let n: u32 = 0; n < u32(L.BLOCK_FUNCTIONS) && n < functions && cursor < bodies; n++) bytes += u64(Read.uleb())
  const behind = u64(bodies) + bytes
  language = 0
  if (behind >= u64(blockEnd)) return
  seek(usize(behind))
  language = Read.uleb()
  while (cursor < blockEnd) {
    const name = Read.uleb()
    if (name >= MOST_FOREIGN) continue
    const known = foreign.length
    const bytes = (name + 1) << 2
    if (bytes > known) memory.fill(foreign.take(bytes - known), 0, bytes - known)
    store<u32>(foreign.data + (usize(name) << 2), entered)
  }
}

/** The language of an inlined call; 0 where it is of another unit. */
function languageOfCall(name: u32): u32 {
  if (name >= MOST_FOREIGN) return 0
  return name < foreign.length >> 2 && foreign.at32(name) == entered ? 0 : language
}

/** Skips `count` numbers, eight bytes at a time: a byte below 128 ends one. */
function skip(p: usize, count: u32): usize {
  while (count >= 8 && p < blockEnd) {
    const rest = load<u64>(p) & 0x8080808080808080
    count -= 8 - u32(popcnt(rest))
    p += 8
  }
  // The words may have split a number: skip its remaining bytes.
  for (; count > 0 && p < blockEnd; p++) if (load<u8>(p) < 128) count--
  return p
}

function decodeFunction(query: Query): void {
  const entry = entryOf(query)
  query.hasAnswer = true
  query.entryOffset = entry.rangeStart
  query.chain = chains.length
  clearRecord()
  if (entry.slot < functions) {
    let from: u32 = 0
    seek(sizes)
    for (let left = entry.slot; left > 0 && cursor < bodies; left--) from += Read.uleb()
    const size = cursor < bodies ? Read.uleb() : 0
    const left = u32(blockEnd - min(bodies, blockEnd))
    const start = min(left, from)
    const bytes = min(left - start, size)
    if (bytes > 0 && bytes <= bytesLeft) {
      bytesLeft -= bytes
      decodeRecord(bodies + start, bodies + start + bytes, shift, query)
    }
  }
  query.row = rowFile == 0 ? 0 : rowNumber
  query.rowStep = (query.offset - rowAt) >> shift
  let file = rowFile
  let line = rowLine
  let column: u32 = 0
  for (let level = depth; level > 0 && chains.length < MOST_CALLS * u32(CALL_BYTES); level--) {
    const inline = foundAt(level)
    pushCall(itemOf(names, inline.name + 1), file, line, column, languageOfCall(inline.name))
    file = inline.file
    line = inline.line
    column = inline.column
  }
  pushCall(0, file, line, column, language)
  query.chainLength = (chains.length - query.chain) / u32(CALL_BYTES)
}

function pushCall(name: u32, file: u32, line: u32, column: u32, language: u32): void {
  const call = changetype<Call>(chains.take(u32(CALL_BYTES)))
  call.name = name
  call.file = itemOf(files, file)
  call.line = line
  call.column = column
  call.language = language
}
