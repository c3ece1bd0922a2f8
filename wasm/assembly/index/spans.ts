/**
 * Spans of a unit, which become entries of the function table: its functions, and code with line rows but no function.
 * Ascending.
 */
import { NO_LINE, rows } from '../dwarf/line'
import { ROW_BYTES } from '../dwarf/line-steps'
import { isWanted, ranges } from '../dwarf/ranges'
import { nodeAt, nodes, NODE_BYTES } from '../dwarf/walk'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

/** A function, or code without one; 24 bytes. */
@unmanaged
export class Span {
  base: u32
  end: u32
  /** Its nodes [first, end); empty for code without a function. */
  node: u32
  nodeEnd: u32
  /** Its rows [first, end): the first row at or after its start. */
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

function endsSequence(index: u32): bool {
  return load<u32>(rows.data + usize(index * ROW_BYTES), 4) == NO_LINE
}

/** The first row from `row` on at or after an offset. Searches near rows first. */
export function rowAtOrBehind(row: u32, offset: u32): u32 {
  const total = rows.length / ROW_BYTES
  let step: u32 = 1
  let low = row
  let high = row
  while (high < total && rowOffset(high) < offset) {
    low = high + 1
    high += step
    step <<= 1
  }
  high = min(high, total)
  while (low < high) {
    const middle = (low + high) >> 1
    if (rowOffset(middle) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Collects the spans of the unit that was last walked and whose lines were last read. */
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
    // The last of several functions with one start counts, as in other tools.
    store<u64>(keys.take(8), (u64(base) << 32) | u64(~n))
  }
  if (rows.length > 0) collectUncovered()
  sort64(keys.data, keys.length >> 3)
  const count = keys.length >> 3
  let row: u32 = 0
  let behind: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(keys.data + (usize(i) << 3))
    const span = changetype<Span>(spans.take(SPAN_BYTES))
    const n = ~u32(key)
    span.base = u32(key >> 32)
    let whole = true
    if (n >= total) {
      // Code without a function: `collectUncovered` set its end.
      span.end = load<u32>(uncovered.data + usize((u32.MAX_VALUE - n) << 3))
      span.node = 0
      span.nodeEnd = 0
    } else {
      const node = nodeAt(n)
      let end = n + 1
      while (end < total && nodeAt(end).level != 0) end++
      span.node = n
      span.nodeEnd = end
      span.end = 0
      for (let r: u32 = 0; r < node.rangeCount; r++)
        span.end = max(span.end, load<u32>(ranges.data + node.ranges + usize(r << 3), 4))
      whole = node.rangeCount == 1
    }
    // Most functions begin where the one before ends.
    const near = behind > 0 && rowOffset(behind - 1) < span.base ? behind : row
    row = rowAtOrBehind(near, span.base)
    span.row = row
    span.rowEnd = whole ? rowAtOrBehind(row, span.end) : row
    behind = max(behind, span.rowEnd)
  }
}

const uncovered: Vec = newVec()

/** Turns rows outside of all functions (typical for assembly) into spans. */
function collectUncovered(): void {
  uncovered.length = 0
  sort64(covered.data, covered.length >> 3)
  const rowTotal = rows.length / ROW_BYTES
  const stop = covered.data + covered.length
  let next = covered.data
  /** End of the functions that start at or before row `i`. */
  let reach: u32 = 0
  for (let i: u32 = 0; i < rowTotal;) {
    const start = rowOffset(i)
    for (; next < stop && load<u32>(next, 4) <= start; next += 8) reach = max(reach, load<u32>(next))
    if (start < reach) {
      i = rowAtOrBehind(i, reach)
      continue
    }
    if (endsSequence(i)) {
      i++
      continue
    }
    // The span ends at the next function or at the end of the sequence.
    const nextStart = next < stop ? load<u32>(next, 4) : u32.MAX_VALUE
    while (++i < rowTotal && !endsSequence(i) && rowOffset(i) < nextStart) {}
    if (i == rowTotal) return
    const end = min(rowOffset(i), nextStart)
    if (end > start && isWanted(start, end)) {
      store<u64>(keys.take(8), (u64(start) << 32) | u64(uncovered.length >> 3))
      store<u64>(uncovered.take(8), u64(end))
    }
  }
}
