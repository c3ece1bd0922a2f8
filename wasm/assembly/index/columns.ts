/**
 * Columns of line rows, apart from the blocks (layout in `src/core/symindex/README.md`). They have rows of their own, so
 * that the rows of blocks stay as few as they are without columns.
 */
import * as L from '../layout'
import { newVec, putByte, putUleb, Vec } from '../memory/vec'

/** Columns of the finished blocks, concatenated. */
export const columns: Vec = newVec()
/** Columns of the function that is being encoded. */
export const columnsOf: Vec = newVec()

/** Begins a function. */
export function openColumns(): void {
  columnsOf.length = 0
}

/** Appends what was written of the function to its block. */
export function closeColumns(): void {
  trimColumns(columnsOf, 0)
  columns.pushUleb(columnsOf.length)
  columns.append(columnsOf.data, columnsOf.length)
}

/** Drops zeros at the end: what is missing there is read as no column, and a size of 0. No other code ends in a zero. */
export function trimColumns(from: Vec, start: u32): void {
  while (from.length > start && load<u8>(from.data + from.length - 1) == 0) from.length--
}

/** The next row of the block, or after a step the same row, has this column. Writes at most 6 bytes. */
export function putColumn(out: usize, column: u32): usize {
  if (column < u32(L.COLUMN_WIDE)) return putByte(out, column)
  return putUleb(putByte(out, L.COLUMN_WIDE), column)
}

/** From `step` behind the last column on, the same row of the block has another one. Writes at most 6 bytes. */
export function putStep(out: usize, step: u32): usize {
  if (step > 0 && step < u32(L.COLUMN_STEP_WIDE - L.COLUMN_STEP)) return putByte(out, L.COLUMN_STEP + step)
  return putUleb(putByte(out, L.COLUMN_STEP_WIDE), step)
}
