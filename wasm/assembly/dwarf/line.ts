/** Line number programs, DWARF 2 to 5 (DWARF 5, section 6.2): one unit's rows, sorted by address, and its files. */
import * as D from '../../../src/core/dwarf/constants'
import * as F from '../../../src/core/dwarf/forms'
import { fail } from '../fail'
import * as L from '../layout'
import { at, offsetOf } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import { fileTable, resetFiles } from './files'
import { LONG, operandCount, prepareSteps, ROW_BYTES, SLOW, stepOf } from './line-steps'
import { readNumber, setShape, skipValue, offsetSize, normalForm } from './forms'
import { interestEnd, interestStart } from './interest'
import { firstMoveIn, isMoved, movedFrom, movedSize, movedTo, nextMoveIn, partEnd } from './objects'
import { codeEnd, isWanted, wideOffset } from './ranges'
import { cstringLength, next, read16, read32, read64, readSized, skipLeb, sleb, uleb } from './read'
import { formString, Unit } from './unit'

/** Line of a row that ends a sequence. */
export const NO_LINE: u32 = 0xffffffff
/** A greater column is none of a source file: compilers write 0 there. */
const MOST_COLUMN: u64 = 0xffff
/** Rows by image offset; for the record see `line-steps.ts`. */
export const rows: Vec = newVec()
/** Sequences: start u32, end u32, first row u32, rows u32 (the end row included). */
const sequences: Vec = newVec()

const lengths: usize = memory.data(256, 16)
const formats: usize = memory.data(256 * 4, 16)

/** Reads the line table at `unit.lines` into `rows` and the file table; leaves both empty when there is none. */
export function readLines(unit: Unit): void {
  rows.length = 0
  rowBits = 0
  isAscending = true
  openSequence = 0
  sequences.length = 0
  resetFiles(unit.compDir, unit.version)
  if (unit.lines == u32.MAX_VALUE) return
  let p = at(L.SECTION_LINE, unit.lines, 4)
  let length = u64(read32(p))
  let dwarf64 = false
  if (length != 0xffffffff) p += 4
  else {
    dwarf64 = true
    p = at(L.SECTION_LINE, unit.lines, 12)
    length = read64(p + 4)
    p += 12
  }
  if (length < 8 || length > 0x7fffffff) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, unit.lines)
  const body = offsetOf(L.SECTION_LINE, p)
  if (u64(body) + length > u64(partEnd(L.SECTION_LINE))) fail(L.ERROR_TRUNCATED, L.SECTION_LINE, body)
  p = at(L.SECTION_LINE, body, u32(length))
  const end = p + u32(length)
  const version = read16(p)
  p += 2
  if (version < 2 || version > 5) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, unit.lines)
  let size = unit.addressSize
  if (version >= 5) {
    size = load<u8>(p)
    p += 2
    if (size != 4 && size != 8) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, unit.lines)
  }
  setShape(version, size, dwarf64 ? 8 : 4)
  const header = readSized(p, offsetSize)
  p += offsetSize
  if (header > u64(end - p)) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, unit.lines)
  const program = p + u32(header)
  readTables(p, program, version)
  run(program, end)
  setShape(unit.version, unit.addressSize, unit.offsetSize)
  orderSequences()
}

let minimum: u32 = 1
let lineBase: i32 = 0
let lineRange: u32 = 1
let opcodeBase: u32 = 1

function readTables(p: usize, end: usize, version: u32): void {
  minimum = load<u8>(p++)
  if (version >= 4) p++ // maximum operations per instruction: only for VLIW machines
  p++ // default is_stmt
  lineBase = i32(load<i8>(p++))
  lineRange = load<u8>(p++)
  opcodeBase = load<u8>(p++)
  if (p + opcodeBase > end + 1) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
  if (lineRange == 0) lineRange = 1
  for (let i: u32 = 1; i < opcodeBase; i++) store<u8>(lengths + i, load<u8>(p++))
  const table = fileTable()
  table.version = version
  if (version >= 5) {
    p = readEntries(p, end, true)
    readEntries(p, end, false)
    return
  }
  while (p < end && load<u8>(p) != 0) {
    const size = cstringLength(p, end)
    table.addDirectory(formString(F.FORM_STRING, u64(p), end))
    p += size + 1
  }
  p++
  while (p < end && load<u8>(p) != 0) p = addFileV4(p, end)
}

function addFileV4(p: usize, end: usize): usize {
  const size = cstringLength(p, end)
  const directory = u32(uleb(p + size + 1))
  fileTable().addInlineFile(p, size, directory)
  uleb(next) // time
  uleb(next) // size
  return next
}

/** Directory or file entries with their formats (DWARF 5, section 6.2.4.1). */
function readEntries(p: usize, end: usize, directories: bool): usize {
  const formatCount: u32 = load<u8>(p++)
  for (let i: u32 = 0; i < formatCount; i++) {
    const type = uleb(p)
    const form = normalForm(uleb(next))
    p = next
    if (p > end || form == F.FORM_UNKNOWN) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
    store<u16>(formats + (usize(i) << 2), u32(min<u64>(type, 0xffff)))
    store<u16>(formats + (usize(i) << 2), form, 2)
  }
  const count = uleb(p)
  p = next
  if (formatCount == 0 && count > 0) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
  for (let n: u64 = 0; n < count; n++) {
    if (p >= end) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
    let name: u32 = 0
    let directory: u32 = 0
    const before = p
    for (let i: u32 = 0; i < formatCount; i++) {
      const type: u32 = load<u16>(formats + (usize(i) << 2))
      const form: u32 = load<u16>(formats + (usize(i) << 2), 2)
      if (type == D.LNCT_PATH) {
        const value: u64 = form == F.FORM_STRING ? u64(p) : readNumber(form, p)
        name = formString(form, value, end)
      } else if (type == D.LNCT_DIRECTORY_INDEX) directory = u32(readNumber(form, p))
      p = skipValue(form, p, end)
    }
    if (p == before) fail(L.ERROR_LINE_HEADER, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
    if (directories) fileTable().addDirectory(name)
    else fileTable().addFile(name, directory)
  }
  return p
}

/** First byte in `rows` of the sequence being read. */
let openSequence: u32 = 0
/** OR of all offsets in `rows`: its trailing zero bits give their common shift. */
export let rowBits: u32 = 0
let isAscending: bool = true

/** After a failure: keeps all complete sequences. */
export function keepLines(): void {
  rows.length = openSequence
  orderSequences()
}

/** The state machine (DWARF 5, section 6.2.5). Addresses are kept as image offsets from the start. */
function run(p: usize, end: usize): void {
  prepareSteps(opcodeBase, lineBase, lineRange, minimum)
  const operands = operandCount
  // Rows of code that was moved have the addresses of its object until their sequence ends.
  const stop = isMoved ? u64.MAX_VALUE : interestEnd
  const none = isMoved ? 0 : wideOffset(0)
  let at = none
  let file: u32 = 1
  let line: u32 = 1
  let column: u32 = 0
  let first = rows.length
  let row = rows.data + first
  let begin = row
  let limit = rows.data + rows.capacity
  let lastOffset: u32 = 0
  while (p < end) {
    const isPast = u64(lastOffset) >= stop
    if (u32(row + ROW_BYTES > limit) | u32(isPast)) {
      if (isPast && row > begin && load<u32>(begin) <= interestStart) {
        // All wanted offsets lie between the first row of this sequence and the row just appended.
        rows.length = u32(row - rows.data) - ROW_BYTES
        closeSequence(first, u64(lastOffset))
        return
      }
      rows.length = u32(row - rows.data)
      rows.reserve(rows.length + ROW_BYTES)
      row = rows.data + rows.length
      begin = rows.data + first
      limit = rows.data + rows.capacity
    }
    const op: u32 = load<u8>(p)
    const step = stepOf(op)
    const behind: u32 = load<u16>(p, 1)
    const unless = step.unless
    if ((((behind & (behind >> 8) & LONG) | SLOW) & unless) == 0) {
      // The operand, 7 or 14 bits; `more` is 1 if it has a second byte.
      const has = u32(op - 2 < operands)
      const more = (behind >> 7) & has
      const operand = (behind & 0x7f) | ((behind >> 1) & 0x3f80 & (0 - more))
      p += 1 + has + more
      at += u64(step.address + operand * step.perOperand)
      // The highest bit is the sign.
      const free = 25 - 7 * more
      line += step.line + (((i32(operand) << free) >> free) & step.lineMask)
      file = (file & ~step.fileMask) | (operand & step.fileMask)
      column = (column & ~step.columnMask) | (operand & step.columnMask)
      const offset = at < u64(u32.MAX_VALUE) ? u32(at) : u32.MAX_VALUE
      // The last of several rows with one offset counts. Without a row, the next one overwrites this memory.
      const makes = step.rowBytes != 0
      const again = makes & (offset == lastOffset) & (row != begin)
      row -= select<usize>(ROW_BYTES, 0, again)
      store<u32>(row, offset)
      store<u32>(row, line, 4)
      store<u32>(row, file, 8)
      store<u32>(row, column, 12)
      row += step.rowBytes
      lastOffset = select<u32>(offset, lastOffset, makes)
      continue
    }
    p++
    if (op == 0) {
      const size = uleb(p)
      p = next
      if (size == 0) continue
      if (size > u64(end - p)) fail(L.ERROR_LINE_PROGRAM, L.SECTION_LINE, offsetOf(L.SECTION_LINE, p))
      const after = p + usize(size)
      const sub: u32 = load<u8>(p++)
      if (sub == D.LNE_END_SEQUENCE) {
        rows.length = u32(row - rows.data)
        closeSequence(first, at)
        first = rows.length
        openSequence = first
        row = rows.data + first
        begin = row
        limit = rows.data + rows.capacity
        at = none
        file = 1
        line = 1
        column = 0
      } else if (sub == D.LNE_SET_ADDRESS) {
        const bytes = u32(size) - 1
        if (bytes == 8 || bytes == 4 || bytes == 2) at = isMoved ? readSized(p, bytes) : wideOffset(readSized(p, bytes))
      } else if (sub == D.LNE_DEFINE_FILE) addFileV4(p, end)
      p = after
    } else if (op == D.LNS_FIXED_ADVANCE_PC) {
      at += u64(read16(p))
      p += 2
    } else if (op == D.LNS_ADVANCE_LINE) {
      line += i32(sleb(p))
      p = next
    } else if (op < 6) {
      const value = uleb(p)
      p = next
      if (op == D.LNS_ADVANCE_PC) at += value * u64(minimum)
      else if (op == D.LNS_SET_FILE) file = u32(value)
      else if (op == D.LNS_SET_COLUMN) column = value <= MOST_COLUMN ? u32(value) : 0
    } else {
      // DW_LNS_set_isa (12) and unknown opcodes.
      const count: u32 = op == D.LNS_SET_ISA ? 1 : load<u8>(lengths + op)
      for (let i: u32 = 0; i < count; i++) p = skipLeb(p)
    }
  }
  // The program ended without DW_LNE_end_sequence: the extent of the last sequence is unknown, so it is dropped.
  rows.length = first
}

/** Ends a sequence. Drops it if it is empty, not wanted, or outside the code (a function that the linker removed). */
function closeSequence(first: u32, address: u64): void {
  const count = (rows.length - first) / ROW_BYTES
  if (count > 0) {
    const start = load<u32>(rows.data + first)
    const end = address < u64(u32.MAX_VALUE) ? u32(address) : u32.MAX_VALUE
    if (isMoved) return moveSequence(first, start, end)
    if (start != u32.MAX_VALUE && end != u32.MAX_VALUE && end > start && codeEnd(start) != 0 && isWanted(start, end)) {
      addSequence(first, start, end)
      return
    }
  }
  rows.length = first
}

/** Ends the sequence whose rows were stored from `first` on. */
function addSequence(first: u32, start: u32, end: u32): void {
  const row = rows.take(ROW_BYTES)
  store<u32>(row, end)
  store<u32>(row, NO_LINE, 4)
  store<u64>(row, 0, 8)
  const p = sequences.take(16)
  store<u32>(p, start)
  store<u32>(p, end, 4)
  store<u32>(p, first, 8)
  store<u32>(p, (rows.length - first) / ROW_BYTES, 12)
  noteOffsets(first)
}

/** Rows of an object's sequence, until they are moved. */
const unmoved: Vec = newVec()

/** Replaces the sequence whose rows begin at `first` by one for each run of its code in the image. */
function moveSequence(first: u32, start: u32, end: u32): void {
  unmoved.length = 0
  unmoved.append(rows.data + first, rows.length - first)
  rows.length = first
  let row = unmoved.data
  const behind = unmoved.data + unmoved.length
  for (let move = firstMoveIn(start, end); move != 0; move = nextMoveIn(move, end)) {
    const from = u32(max<u64>(movedFrom(move), start))
    const to = u32(min<u64>(movedFrom(move) + movedSize(move), end))
    // The image is another place for the same bytes: all addresses of the run differ by one number.
    const shift = u32(movedTo(move)) - u32(movedFrom(move))
    const limit = codeEnd(from + shift)
    if (limit == 0 || !isWanted(from + shift, to + shift)) continue
    while (row + ROW_BYTES < behind && load<u32>(row, ROW_BYTES) <= from) row += ROW_BYTES
    const begin = rows.length
    for (let p = row; p < behind && load<u32>(p) < to; p += ROW_BYTES) {
      const made = rows.take(ROW_BYTES)
      store<u32>(made, max(from, load<u32>(p)) + shift)
      store<u64>(made, load<u64>(p, 4), 4)
      store<u32>(made, load<u32>(p, 12), 12)
    }
    if (rows.length > begin) addSequence(begin, from + shift, min(limit, to + shift))
  }
}

/** Records the bits of a new sequence's offsets, and whether they ascend. */
function noteOffsets(first: u32): void {
  let last: u32 = first > 0 ? load<u32>(rows.data + first - ROW_BYTES) : 0
  let bits: u32 = 0
  let falls: u32 = 0
  for (let p = rows.data + first, end = rows.data + rows.length; p < end; p += ROW_BYTES) {
    const offset = load<u32>(p)
    bits |= offset
    falls |= u32(offset < last)
    last = offset
  }
  rowBits |= bits
  if (falls != 0) isAscending = false
}

const ordered: Vec = newVec()

/** Sorts sequences by start. Drops rows that go back inside a sequence. */
function orderSequences(): void {
  const count = sequences.length >> 4
  if (isAscending) return
  sortSequences(count)
  ordered.length = 0
  let last: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const s = sequences.data + (usize(i) << 4)
    let p = rows.data + load<u32>(s, 8)
    // This sequence lies inside the one before.
    if (load<u32>(s, 4) <= last) continue
    // eslint-disable-next-line unslide/bounded-loops -- rows of a sequence, counted as they were read
    for (let n = load<u32>(s, 12); n > 0; n--, p += ROW_BYTES) {
      const offset = load<u32>(p)
      if (offset < last || offset > load<u32>(s, 4)) continue
      last = offset
      ordered.append(p, ROW_BYTES)
    }
  }
  rows.length = 0
  rows.append(ordered.data, ordered.length)
}

/** Heap sort by start: no recursion, no quadratic case. */
function sortSequences(count: u32): void {
  for (let i = i32(count / 2) - 1; i >= 0; i--) sift(u32(i), count)
  for (let n = count; n > 1;) {
    n--
    swap(0, n)
    sift(0, n)
  }
}

function sequenceAt(i: u32): usize {
  return sequences.data + (usize(i) << 4)
}

function swap(i: u32, j: u32): void {
  const a = v128.load(sequenceAt(i))
  v128.store(sequenceAt(i), v128.load(sequenceAt(j)))
  v128.store(sequenceAt(j), a)
}

function sift(i: u32, count: u32): void {
  // eslint-disable-next-line unslide/bounded-loops -- goes down a heap
  for (;;) {
    let child = i * 2 + 1
    if (child >= count) return
    if (child + 1 < count && load<u32>(sequenceAt(child + 1)) > load<u32>(sequenceAt(child))) child++
    if (load<u32>(sequenceAt(i)) >= load<u32>(sequenceAt(child))) return
    swap(i, child)
    i = child
  }
}
