/**
 * Encodes one unit: its functions, inlined calls and line rows become blocks of the index (layout in
 * `src/core/symindex/README.md`) and entries of the function table.
 */
import * as L from '../layout'
import { languageOfUnit, Unit } from '../dwarf/unit'
import { nodeAt } from '../dwarf/walk'
import { blockOf, fileTable, positionOf, setBlock } from '../dwarf/files'
import { NO_LINE, rowBits, rows } from '../dwarf/line'
import { ROW_BYTES } from '../dwarf/line-steps'
import { isMissingObject } from '../dwarf/objects'
import { rangeBits, ranges } from '../dwarf/ranges'
import { checksumFrom } from '../memory/checksum'
import { markName, markString } from '../memory/strings'
import { sort64 } from '../memory/sort'
import { newVec, putByte, putUleb, putZigzag, Vec } from '../memory/vec'
import { columns, closeColumns, columnsOf, openColumns, putColumn, putStep, trimColumns } from './columns'
import { crossUnitName } from './cross-unit-names'
import { newDictionary } from './dictionary'
import { collectSpans, rowAtOrBehind, Span, spanAt, spans, SPAN_BYTES } from './spans'

/** Entries of the function table. */
export const ENTRY_BYTES: u32 = L.ENTRY_BYTES
export const entries: Vec = newVec()
/** Finished blocks, concatenated; size and checksum of each, then those of its columns, u32 each. */
export const blocks: Vec = newVec()
export const blockSizes: Vec = newVec()
export let inlineCount: u32 = 0
export let rowCount: u32 = 0
/** Blocks of this instance, and those of them that were made before the slice. */
let blockCount: u32 = 0
let blocksBefore: u32 = 0
let fileBase: u32 = 0

/** Forgets all blocks; what is encoded next has file numbers from `base` + 1 on, and blocks from 0. */
export function restartBlocks(base: u32): void {
  fileBase = base
  blocksBefore = blockCount
  entries.length = 0
  blocks.length = 0
  blockSizes.length = 0
  columns.length = 0
}

/** Appends the entries of a slice, whose blocks start at `firstBlock`. Call `settleCrossUnitNames` first. */
export function addEntries(from: usize, count: u32, firstBlock: u32): void {
  const to = entries.take(count * ENTRY_BYTES)
  memory.copy(to, from, usize(count * ENTRY_BYTES))
  for (let i: u32 = 0; i < count; i++) {
    const p = to + usize(i * ENTRY_BYTES)
    store<u32>(p, load<u32>(p, 12) + firstBlock, 12)
    const name = load<u32>(p, 8)
    if (name >= u32(L.CROSS_UNIT_BASE)) store<u32>(p, crossUnitName(name), 8)
  }
}

/** Encodes the unit that was last walked and whose lines were last read. */
export function encodeUnit(unit: Unit): void {
  language = languageOfUnit(unit)
  collectSpans()
  // The common shift of all addresses of the unit.
  shift = u32(ctz(rangeBits | rowBits | 4))
  const count = spans.length / SPAN_BYTES
  let first: u32 = 0
  while (first < count) {
    let weight: u32 = 0
    let end = first
    while (end < count && end - first < u32(L.BLOCK_FUNCTIONS) && weight < u32(L.BLOCK_BYTES)) {
      const span = spanAt(end++)
      weight += 8 + (span.nodeEnd - span.node) * 7 + (span.rowEnd - span.row) * 2
    }
    encodeBlock(first, end, unit.offset)
    first = end
  }
}

const names = newDictionary()
const fileNumbers = newDictionary()
/** Language of the unit, as a number of the index. */
let language: u32 = 0
/** Positions of names of calls into other units. */
const foreign = newDictionary()
const payload: Vec = newVec()
const sizes: Vec = newVec()
let shift: u32 = 0

/**
 * The file with a number of the line program or DW_AT_call_file: 1 + its position in the block, or 0 if there is none.
 */
function filePosition(number: u32): u32 {
  const files = fileTable()
  const entry = files.entryOf(number)
  if (entry == 0) return 0
  if (blockOf(entry) == blockCount + 1) return positionOf(entry)
  const position = fileNumbers.positionOf(files.use(entry) + fileBase) + 1
  setBlock(entry, blockCount + 1, position)
  return position
}

/** The first row at or after an offset. */
function firstRow(offset: u32): u32 {
  return rowAtOrBehind(0, offset)
}

function encodeBlock(first: u32, end: u32, unit: u32): void {
  names.reset()
  fileNumbers.reset()
  foreign.reset()
  payload.length = 0
  sizes.length = 0
  const columnsStart = columns.length
  for (let i = first; i < end; i++) {
    const before = payload.length
    openColumns()
    const span = spanAt(i)
    if (span.nodeEnd > span.node) encodeFunction(span, i - first, unit)
    else encodeLines(span, i - first, unit)
    sizes.pushUleb(payload.length - before)
    closeColumns()
  }
  trimColumns(columns, columnsStart)
  const start = blocks.length
  blocks.pushUleb(((end - first) << 2) | shift)
  names.write(blocks)
  for (let i: u32 = 0; i < names.keys.length >> 2; i++) markString(names.keys.at32(i))
  fileNumbers.write(blocks)
  blocks.append(sizes.data, sizes.length)
  blocks.append(payload.data, payload.length)
  writeLanguage()
  blockSizes.push32(blocks.length - start)
  blockSizes.push32(checksumFrom(blocks, start))
  blockSizes.push32(columns.length - columnsStart)
  blockSizes.push32(checksumFrom(columns, columnsStart))
  blockCount++
}

/** Ends a block: the language of the unit, and the names that it does not hold for. */
function writeLanguage(): void {
  if (language == 0) return
  blocks.pushUleb(language)
  for (let i: u32 = 0; i < foreign.keys.length >> 2; i++) blocks.pushUleb(foreign.keys.at32(i))
}

function addEntry(start: u32, size: u32, name: u32, slot: u32, range: u32, unit: u32, flags: u32): void {
  markName(name)
  const p = entries.take(ENTRY_BYTES)
  store<u32>(p, start)
  store<u32>(p, size, 4)
  store<u32>(p, name, 8)
  store<u32>(p, blockCount - blocksBefore, 12)
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
  const entryFlags: u32 = isMissingObject ? L.ENTRY_SYMBOLS_ONLY : 0
  if (count > 1) encodeRanges(span, node.entry, list, count)
  for (let r: u32 = 0; r < count; r++) {
    const p = list + usize(r << 3)
    addEntry(load<u32>(p), load<u32>(p, 4) - load<u32>(p), node.name, slot, r, unit, entryFlags)
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
  const bits = shift
  for (let n = span.node + 1; n < span.nodeEnd; n++) {
    const node = nodeAt(n)
    const many = node.rangeCount > 1
    const position = filePosition(node.callFile)
    const sameFile = position == file
    let out = payload.reserveTail(32)
    out = putUleb(out, ((level + 1 - node.level) << 2) | u32(many) | (u32(sameFile) << 1))
    level = node.level
    const name = names.positionOf(node.name)
    if (node.entry != 0) foreign.positionOf(name)
    out = putUleb(out, name)
    if (!sameFile) out = putUleb(out, position)
    file = position
    out = putZigzag(out, i32(node.callLine - line))
    line = node.callLine
    out = putUleb(out, node.callColumn)
    if (many) out = putUleb(out, node.rangeCount)
    payload.length = u32(out - payload.data)
    let p = ranges.data + node.ranges
    const first = load<u32>(p)
    for (let r = node.rangeCount; r > 0; r--, p += 8) {
      out = payload.reserveTail(16)
      out = putZigzag(out, i32(load<u32>(p) - at) >> bits)
      at = load<u32>(p, 4)
      out = putUleb(out, (at - load<u32>(p)) >> bits)
      payload.length = u32(out - payload.data)
    }
    at = first
  }
}

// State of the row encoder, for one function, range by range.
let rowAt: u32 = 0
let lastNumber: u32 = 0
let lastFile: u32 = 0
let lastLine: u32 = 0
let columnAt: u32 = 0
let lastColumn: u32 = 0
let inGap: bool = true

function beginRows(base: u32): void {
  rowAt = base
  lastNumber = u32.MAX_VALUE
  lastFile = 0
  lastLine = 0
  inGap = true
}

/** Upper bound for the bytes of a row and a gap. */
const ROW_MOST: u32 = 32

/**
 * Writes the rows that begin in [start, end); `row` is the first one. A row from before `start` is of the function before it: it says
 * nothing of this one, such as code that the compiler outlined.
 */
function encodeRows(start: u32, end: u32, row: u32): void {
  const stop = rows.data + rows.length
  let p = rows.data + usize(row * ROW_BYTES)
  let offset = p < stop ? load<u32>(p) : u32.MAX_VALUE
  let at = rowAt
  let file = lastFile
  let line = lastLine
  let out = payload.reserveTail(ROW_MOST)
  let limit = payload.data + payload.capacity - ROW_MOST
  let column = lastColumn
  let columnsOut = columnsOf.reserveTail(ROW_MOST)
  let columnsLimit = columnsOf.data + columnsOf.capacity - ROW_MOST
  while (offset < end) {
    const after = p + ROW_BYTES
    const following = after < stop ? load<u32>(after) : u32.MAX_VALUE
    const rowLine = load<u32>(p, 4)
    const number = load<u32>(p, 8)
    const rowColumn = load<u32>(p, 12)
    p = after
    // The last of several rows with one offset counts.
    if (following == offset) continue
    const here = offset
    offset = following
    if (rowLine == NO_LINE) {
      if (inGap) continue
      out = putZigzag(putByte(out, L.ROW_ADVANCE), i32(here - at) >> shift)
      out = putByte(out, L.ROW_GAP)
      at = here
      inGap = true
      continue
    }
    let position = file
    if (number != lastNumber) {
      position = filePosition(number)
      lastNumber = number
    }
    const newLine = min<u32>(rowLine, 0x7fffffff)
    const isSame = !inGap && position == file && newLine == line
    if (isSame && rowColumn == column) continue
    if (columnsOut > columnsLimit) {
      columnsOf.length = u32(columnsOut - columnsOf.data)
      columnsOut = columnsOf.reserveTail(ROW_MOST)
      columnsLimit = columnsOf.data + columnsOf.capacity - ROW_MOST
    }
    if (isSame) columnsOut = putStep(columnsOut, (here - columnAt) >> shift)
    columnsOut = putColumn(columnsOut, rowColumn)
    column = rowColumn
    columnAt = here
    if (isSame) continue
    rowCount++
    if (out > limit) {
      payload.length = u32(out - payload.data)
      out = payload.reserveTail(ROW_MOST)
      limit = payload.data + payload.capacity - ROW_MOST
    }
    if (position != file) out = putUleb(putByte(out, L.ROW_FILE), position)
    file = position
    let delta = i32(newLine - line)
    if (delta < L.ROW_LINE_MIN || delta >= L.ROW_LINE_MIN + L.ROW_LINE_RANGE) {
      out = putZigzag(putByte(out, L.ROW_LINE), delta)
      delta = 0
    }
    line = newLine
    inGap = false
    const step = i32(here - at) >> shift
    const code = L.ROW_SPECIAL + (delta - L.ROW_LINE_MIN)
    if (step < 0 || step > (255 - code) / L.ROW_LINE_RANGE) {
      out = putZigzag(putByte(out, L.ROW_ADVANCE), step)
      out = putByte(out, code)
    } else out = putByte(out, code + step * L.ROW_LINE_RANGE)
    at = here
  }
  payload.length = u32(out - payload.data)
  columnsOf.length = u32(columnsOut - columnsOf.data)
  rowAt = at
  lastFile = file
  lastLine = line
  lastColumn = column
}
