/** A step of a look-up that is taken if columns are asked for: those of the line rows that the blocks gave. */
import * as L from '../layout'
import { chains, queriesByBlock, queryByBlock } from './blocks'
import { Call } from './function-record'
import { columnsBytes, columnsChecksum, columnsStart, hasColumns } from './index-header'
import { entryOf, NONE, Query } from './query'
import { addRange, clearRanges, inBatch, rangeAt } from './ranges'
import { at as cursor, Read, seek } from './read'

/** Limit for bytes that are decoded, so that forged columns cannot exhaust time. */
const MOST_BYTES: u32 = 1 << 28
let bytesLeft: u32 = 0

/** Requests the columns of all blocks that gave a line row. */
export function findColumns(): void {
  clearRanges()
  bytesLeft = MOST_BYTES
  let block: u32 = 0
  let start = columnsStart()
  let wanted = NONE
  let range = NONE
  for (let n: u32 = 0; n < queriesByBlock(); n++) {
    const query = queryByBlock(n)
    query.block = NONE
    if (!hasColumns() || query.row == 0) continue
    if (entryOf(query).block != wanted) {
      wanted = entryOf(query).block
      // The block gave a row, so it is one of the listed ones.
      for (; block < wanted; block++) start += columnsBytes(block)
      range = addRange(start, start + columnsBytes(wanted), columnsChecksum(wanted))
    }
    query.block = range
  }
}

/** Sets the column of the innermost call of each query of the batch. */
export function decodeColumns(): void {
  for (let n: u32 = 0; n < queriesByBlock(); n++) {
    const query = queryByBlock(n)
    if (query.block == NONE || !inBatch(query.block)) continue
    const range = rangeAt(query.block)
    changetype<Call>(chains.data + query.chain).column = columnOf(query, range.place, range.place + range.bytes)
  }
}

/** The column at a query's offset; 0 where it is not known. What is missing at the end is 0. */
function columnOf(query: Query, p: usize, end: usize): u32 {
  for (let left = entryOf(query).slot; left > 0; left--) {
    if (p >= end) return 0
    seek(p)
    const size = Read.uleb()
    if (size > u32(end - min(cursor, end))) return 0
    p = cursor + size
  }
  if (p >= end) return 0
  seek(p)
  const size = min(Read.uleb(), u32(end - min(cursor, end)))
  if (size > bytesLeft) return 0
  bytesLeft -= size
  return columnAmong(cursor, cursor + size, query.row, query.rowStep)
}

/** The column of a row, counted from 1, at `step` behind its start. */
function columnAmong(p: usize, end: usize, row: u32, step: u32): u32 {
  let column: u32 = 0
  let passed: u32 = 0
  while (p < end) {
    let code: u32 = load<u8>(p++)
    const isStep = code > u32(L.COLUMN_STEP)
    if (isStep) {
      let more = code - L.COLUMN_STEP
      if (code == u32(L.COLUMN_STEP_WIDE)) {
        seek(p)
        more = Read.uleb()
        p = cursor
      }
      if (row == 0 && more > step - passed) return column
      if (row == 0) passed += more
      code = p < end ? load<u8>(p++) : 0
    } else if (row-- == 0) return column
    if (code == u32(L.COLUMN_WIDE)) {
      seek(p)
      code = Read.uleb()
      p = cursor
    }
    if (row == 0) column = code
  }
  return row == 0 ? column : 0
}
