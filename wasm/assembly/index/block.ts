/**
 * Turns one unit's functions, inlined calls and line rows into blocks of the index (format: `symindex/README.md`) and
 * entries of its function table.
 */
import * as L from '../layout'
import { nodeAt } from '../dwarf/walk'
import { fileTable } from '../dwarf/files'
import { NO_LINE, ROW_BYTES, rows } from '../dwarf/line'
import { ranges } from '../dwarf/ranges'
import { markString } from '../memory/strings'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'
import { newDictionary } from './dictionary'
import { collectSpans, rowOffset, Span, spanAt, spans, SPAN_BYTES } from './spans'

/** Entry of the function table: start, size, name, block, slot u16 and range u16, unit, flags; 28 bytes. */
export const ENTRY_BYTES: u32 = 28
export const entries: Vec = newVec()
/** Finished blocks, one behind the other, and their sizes. */
export const blocks: Vec = newVec()
export const blockSizes: Vec = newVec()
export let inlineCount: u32 = 0
export let rowCount: u32 = 0
let blockCount: u32 = 0
let fileBase: u32 = 0

/** Numbers of this module's files begin behind `base`. */
export function setFileBase(base: u32): void {
  fileBase = base
}

/** Takes entries that another module made; their blocks begin behind `firstBlock`. */
export function addEntries(from: usize, count: u32, firstBlock: u32): void {
  const to = entries.take(count * ENTRY_BYTES)
  memory.copy(to, from, usize(count * ENTRY_BYTES))
  for (let i: u32 = 0; i < count; i++) {
    const p = to + usize(i * ENTRY_BYTES)
    store<u32>(p, load<u32>(p, 12) + firstBlock, 12)
  }
}

/** Encodes the unit that was walked and whose lines were read last. */
export function encodeUnit(unit: u32): void {
  collectSpans()
  const count = spans.length / SPAN_BYTES
  let first: u32 = 0
  while (first < count) {
    let weight: u32 = 0
    let end = first
    while (end < count && end - first < u32(L.BLOCK_FUNCTIONS) && weight < u32(L.BLOCK_BYTES)) {
      const span = spanAt(end++)
      weight += 8 + (span.nodeEnd - span.node) * 7 + (span.rowEnd - span.row) * 2
    }
    encodeBlock(first, end, unit)
    first = end
  }
}

const names = newDictionary()
const fileNumbers = newDictionary()
const payload: Vec = newVec()
const sizes: Vec = newVec()
let shift: u32 = 0

/** Collects what the block shares: its names, its files, and how far all its addresses can be shifted. */
function collectShared(first: u32, end: u32): void {
  names.reset()
  fileNumbers.reset()
  const files = fileTable()
  let bits: u32 = 4
  for (let i = first; i < end; i++) {
    const span = spanAt(i)
    bits |= span.base | span.end
    for (let n = span.node; n < span.nodeEnd; n++) {
      const node = nodeAt(n)
      for (let r: u32 = 0; r < node.rangeCount; r++) {
        const p = ranges.data + node.ranges + usize(r << 3)
        bits |= load<u32>(p) | load<u32>(p, 4)
      }
      if (node.level == 0) {
        if (node.rangeCount > 1) bits |= collectRangeRows(n)
        continue
      }
      names.add(node.name)
      node.callFile = node.callFile == u32.MAX_VALUE ? 0 : files.use(node.callFile)
      if (node.callFile != 0) fileNumbers.add(node.callFile + fileBase)
    }
    if (span.row > 0 && span.row < rows.length / ROW_BYTES + 1) collectRow(span.row - 1)
    for (let r = span.row; r < span.rowEnd; r++) {
      bits |= rowOffset(r)
      collectRow(r)
    }
  }
  names.seal()
  fileNumbers.seal()
  shift = u32(ctz(bits))
}

/** Replaces a row's file by its number in the module, once. */
function collectRow(index: u32): void {
  const p = rows.data + usize(index * ROW_BYTES)
  if (load<u32>(p, 4) == NO_LINE) return
  let file = load<u32>(p, 8)
  if ((file & 0x80000000) == 0) {
    file = fileTable().use(file) | 0x80000000
    store<u32>(p, file, 8)
  }
  file &= 0x7fffffff
  if (file != 0) fileNumbers.add(file + fileBase)
}

function collectRangeRows(n: u32): u32 {
  const node = nodeAt(n)
  let bits: u32 = 0
  for (let r: u32 = 0; r < node.rangeCount; r++) {
    const p = ranges.data + node.ranges + usize(r << 3)
    let row = firstRow(load<u32>(p))
    if (row > 0) collectRow(row - 1)
    for (; row < rows.length / ROW_BYTES && rowOffset(row) < load<u32>(p, 4); row++) {
      bits |= rowOffset(row)
      collectRow(row)
    }
  }
  return bits
}

/** The first row at or behind an offset. */
function firstRow(offset: u32): u32 {
  let low: u32 = 0
  let high = rows.length / ROW_BYTES
  while (low < high) {
    const middle = (low + high) >> 1
    if (rowOffset(middle) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function encodeBlock(first: u32, end: u32, unit: u32): void {
  collectShared(first, end)
  payload.length = 0
  sizes.length = 0
  for (let i = first; i < end; i++) {
    const before = payload.length
    const span = spanAt(i)
    if (span.nodeEnd > span.node) encodeFunction(span, i - first, unit)
    else encodeLines(span, i - first, unit)
    sizes.pushUleb(payload.length - before)
  }
  const start = blocks.length
  blocks.pushUleb(((end - first) << 2) | shift)
  names.write(blocks)
  fileNumbers.write(blocks)
  blocks.append(sizes.data, sizes.length)
  blocks.append(payload.data, payload.length)
  blockSizes.push32(blocks.length - start)
  blockCount++
}

function addEntry(start: u32, size: u32, name: u32, slot: u32, range: u32, unit: u32, flags: u32): void {
  markString(name)
  const p = entries.take(ENTRY_BYTES)
  store<u32>(p, start)
  store<u32>(p, size, 4)
  store<u32>(p, name, 8)
  store<u32>(p, blockCount, 12)
  store<u16>(p, slot, 16)
  store<u16>(p, min<u32>(range, 0xffff), 18)
  store<u32>(p, unit, 20)
  store<u32>(p, flags, 24)
}

function encodeLines(span: Span, slot: u32, unit: u32): void {
  addEntry(span.base, span.end - span.base, 0, slot, 0, unit, L.ENTRY_ANONYMOUS)
  payload.push8(L.FUNCTION_ROWS)
  beginRows(span.base)
  encodeRows(span.base, span.end, span.row)
  payload.push8(L.ROW_END)
}

function encodeFunction(span: Span, slot: u32, unit: u32): void {
  const node = nodeAt(span.node)
  const count = node.rangeCount
  const inlines = span.nodeEnd - span.node - 1
  const flags: u32 =
    (rows.length > 0 ? L.FUNCTION_ROWS : 0) |
    (inlines > 0 ? L.FUNCTION_INLINES : 0) |
    (count > 1 ? L.FUNCTION_RANGES : 0)
  payload.push8(flags)
  const list = ranges.data + node.ranges
  if (count > 1) encodeRanges(span, node.entry, list, count)
  for (let r: u32 = 0; r < count; r++) {
    const p = list + usize(r << 3)
    addEntry(load<u32>(p), load<u32>(p, 4) - load<u32>(p), node.name, slot, r, unit, 0)
  }
  if (inlines > 0) encodeInlines(span, inlines)
  if (rows.length == 0) return
  beginRows(span.base)
  for (let r: u32 = 0; r < count; r++) {
    const p = list + usize(r << 3)
    const start = load<u32>(p)
    encodeRows(start, load<u32>(p, 4), count == 1 ? span.row : firstRow(start))
  }
  payload.push8(L.ROW_END)
}

function encodeRanges(span: Span, entry: u32, list: usize, count: u32): void {
  sortRanges(list, count)
  payload.pushUleb(count)
  payload.pushUleb((entry - span.base) >> shift)
  let at = span.base
  for (let r: u32 = 0; r < count; r++) {
    const p = list + usize(r << 3)
    payload.pushZigzag(i32(load<u32>(p) - at) >> shift)
    payload.pushUleb((load<u32>(p, 4) - load<u32>(p)) >> shift)
    at = load<u32>(p, 4)
  }
}

/** Ranges by their starts. */
function sortRanges(list: usize, count: u32): void {
  for (let r: u32 = 0; r < count; r++) turn(list + usize(r << 3))
  sort64(list, count)
  for (let r: u32 = 0; r < count; r++) turn(list + usize(r << 3))
}

function turn(p: usize): void {
  store<u64>(p, rotl<u64>(load<u64>(p), 32))
}

function encodeInlines(span: Span, count: u32): void {
  payload.pushUleb(count)
  inlineCount += count
  let level: u32 = 0
  let file: u32 = 0
  let line: u32 = 0
  let at = span.base
  for (let n = span.node + 1; n < span.nodeEnd; n++) {
    const node = nodeAt(n)
    const many = node.rangeCount > 1
    const sameFile = node.callFile == file
    payload.pushUleb(((level + 1 - node.level) << 2) | u32(many) | (u32(sameFile) << 1))
    level = node.level
    markString(node.name)
    payload.pushUleb(names.indexOf(node.name))
    if (!sameFile) payload.pushUleb(node.callFile == 0 ? 0 : fileNumbers.indexOf(node.callFile + fileBase) + 1)
    file = node.callFile
    payload.pushZigzag(i32(node.callLine - line))
    line = node.callLine
    payload.pushUleb(node.callColumn)
    if (many) payload.pushUleb(node.rangeCount)
    const first = load<u32>(ranges.data + node.ranges)
    for (let r: u32 = 0; r < node.rangeCount; r++) {
      const p = ranges.data + node.ranges + usize(r << 3)
      payload.pushZigzag(i32(load<u32>(p) - at) >> shift)
      payload.pushUleb((load<u32>(p, 4) - load<u32>(p)) >> shift)
      at = load<u32>(p, 4)
    }
    at = first
  }
}

// State of the rows being written.
let rowAt: u32 = 0
let lastFile: u32 = 0
let lastLine: u32 = 0
let inGap: bool = true

function beginRows(base: u32): void {
  rowAt = base
  lastFile = 0
  lastLine = 0
  inGap = true
}

/** Writes the rows that cover [start, end); `row` is the first one at or behind `start`. */
function encodeRows(start: u32, end: u32, row: u32): void {
  const total = rows.length / ROW_BYTES
  // The row that covers the start may begin before it. Of several rows at one offset the last one counts.
  if (row < total && rowOffset(row) == start) {
    while (row + 1 < total && rowOffset(row + 1) == start) row++
    emitRow(row++, start)
  } else if (row > 0) emitRow(row - 1, start)
  for (; row < total && rowOffset(row) < end; row++) {
    if (row + 1 < total && rowOffset(row + 1) == rowOffset(row)) continue
    emitRow(row, rowOffset(row))
  }
}

function emitRow(row: u32, offset: u32): void {
  const p = rows.data + usize(row * ROW_BYTES)
  let line = load<u32>(p, 4)
  if (line == NO_LINE) {
    if (inGap) return
    advanceTo(offset)
    payload.push8(L.ROW_GAP)
    inGap = true
    return
  }
  const file = load<u32>(p, 8) & 0x7fffffff
  line = min<u32>(line, 0x7fffffff)
  if (!inGap && file == lastFile && line == lastLine) return
  rowCount++
  if (file != lastFile) {
    payload.push8(L.ROW_FILE)
    payload.pushUleb(file == 0 ? 0 : fileNumbers.indexOf(file + fileBase) + 1)
    lastFile = file
  }
  let delta = i32(line - lastLine)
  if (delta < L.ROW_LINE_MIN || delta >= L.ROW_LINE_MIN + L.ROW_LINE_RANGE) {
    payload.push8(L.ROW_LINE)
    payload.pushZigzag(delta)
    delta = 0
  }
  lastLine = line
  inGap = false
  const step = i32(offset - rowAt) >> shift
  const most = (255 - L.ROW_SPECIAL - (delta - L.ROW_LINE_MIN)) / L.ROW_LINE_RANGE
  if (step < 0 || step > most) {
    payload.push8(L.ROW_ADVANCE)
    payload.pushZigzag(step)
    payload.push8(L.ROW_SPECIAL + (delta - L.ROW_LINE_MIN))
  } else payload.push8(L.ROW_SPECIAL + (delta - L.ROW_LINE_MIN) + step * L.ROW_LINE_RANGE)
  rowAt = offset
}

function advanceTo(offset: u32): void {
  payload.push8(L.ROW_ADVANCE)
  payload.pushZigzag(i32(offset - rowAt) >> shift)
  rowAt = offset
}
