/**
 * What of a unit becomes entries of the index: its functions, and pieces of code of which only lines are known, ascending.
 */
import { NO_LINE, ROW_BYTES, rows } from '../dwarf/line'
import { isWanted, ranges } from '../dwarf/ranges'
import { nodeAt, nodes, NODE_BYTES } from '../dwarf/walk'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

/** A function or a piece of code; 24 bytes. */
@unmanaged
export class Span {
  base: u32
  end: u32
  /** Its first node and the one behind its last; equal where only lines are known. */
  node: u32
  nodeEnd: u32
  /** Its first row that is not before it, and the row behind its last. */
  row: u32
  rowEnd: u32
}
export const SPAN_BYTES: u32 = 24
export const spans: Vec = newVec()
const keys: Vec = newVec()
const covered: Vec = newVec()

export function spanAt(index: u32): Span {
  return changetype<Span>(spans.data + usize(index * SPAN_BYTES))
}

export function rowOffset(index: u32): u32 {
  return load<u32>(rows.data + usize(index * ROW_BYTES))
}

export function rowLine(index: u32): u32 {
  return load<u32>(rows.data + usize(index * ROW_BYTES), 4)
}

/** Collects the spans of the unit that was walked and whose lines were read last. */
export function collectSpans(): void {
  spans.length = 0
  keys.length = 0
  covered.length = 0
  const total = nodes.length / NODE_BYTES
  for (let n: u32 = 0; n < total; n++) {
    const node = nodeAt(n)
    if (node.level != 0) continue
    let base: u32 = u32.MAX_VALUE
    let wanted = false
    for (let r: u32 = 0; r < node.rangeCount; r++) {
      const p = ranges.data + node.ranges + usize(r << 3)
      base = min(base, load<u32>(p))
      if (!wanted) wanted = isWanted(load<u32>(p), load<u32>(p, 4))
      store<u64>(covered.take(8), (u64(load<u32>(p)) << 32) | u64(load<u32>(p, 4)))
    }
    if (!wanted) continue
    // Of functions with one start the last one counts, as the one that other tools name.
    store<u64>(keys.take(8), (u64(base) << 32) | u64(~n))
  }
  if (rows.length > 0) collectUncovered()
  sort64(keys.data, keys.length >> 3)
  const count = keys.length >> 3
  let row: u32 = 0
  const rowTotal = rows.length / ROW_BYTES
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(keys.data + (usize(i) << 3))
    const span = changetype<Span>(spans.take(SPAN_BYTES))
    span.base = u32(key >> 32)
    const n = ~u32(key)
    if (n >= total) {
      // Only lines: `collectUncovered` left where it ends.
      const p = uncovered.data + usize((u32.MAX_VALUE - n) << 3)
      span.end = load<u32>(p)
      span.node = 0
      span.nodeEnd = 0
    } else {
      const node = nodeAt(n)
      let end = n + 1
      while (end < total && nodeAt(end).level != 0) end++
      span.node = n
      span.nodeEnd = end
      span.end = 0
      for (let r: u32 = 0; r < node.rangeCount; r++) {
        const p = ranges.data + node.ranges + usize(r << 3)
        span.end = max(span.end, load<u32>(p, 4))
      }
    }
    while (row < rowTotal && rowOffset(row) < span.base) row++
    span.row = row
    let rowEnd = row
    if (span.nodeEnd > span.node && nodeAt(span.node).rangeCount > 1) rowEnd = row
    else while (rowEnd < rowTotal && rowOffset(rowEnd) < span.end) rowEnd++
    span.rowEnd = rowEnd
  }
}

const uncovered: Vec = newVec()

/** Rows that lie in no function (assembly has lines but often no functions) become spans of their own. */
function collectUncovered(): void {
  uncovered.length = 0
  sort64(covered.data, covered.length >> 3)
  const rowTotal = rows.length / ROW_BYTES
  const rangeTotal = covered.length >> 3
  let r: u32 = 0
  let reach: u32 = 0
  let start: u32 = u32.MAX_VALUE
  let stop: u32 = u32.MAX_VALUE
  for (let i: u32 = 0; i < rowTotal; i++) {
    const offset = rowOffset(i)
    while (r < rangeTotal) {
      const range = load<u64>(covered.data + (usize(r) << 3))
      const from = u32(range >> 32)
      if (from > offset) break
      if (start != u32.MAX_VALUE && from > start) stop = min(stop, from)
      reach = max(reach, u32(range))
      r++
    }
    const ends = rowLine(i) == NO_LINE
    if (start != u32.MAX_VALUE && (ends || stop != u32.MAX_VALUE)) {
      const end = min(offset, stop)
      if (end > start && isWanted(start, end)) {
        store<u64>(keys.take(8), (u64(start) << 32) | u64(uncovered.length >> 3))
        store<u64>(uncovered.take(8), u64(end))
      }
      start = u32.MAX_VALUE
      stop = u32.MAX_VALUE
    }
    if (!ends && offset >= reach && start == u32.MAX_VALUE) start = offset
  }
}
