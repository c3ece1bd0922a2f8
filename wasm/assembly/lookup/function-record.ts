/** One function of a block: its inlined calls and its line row at an offset. Layout: `src/core/symindex/README.md`. */
import * as L from '../layout'
import { newVec, Vec } from '../memory/vec'
import { entryOf, Query } from './query'
import { at as cursor, Read, readRest, seek } from './read'

/**
 * A call: its name and its call site (file, line, column). Names and files are positions in the block or ids, as the
 * owner says.
 */
@unmanaged
export class Call {
  name: u32
  file: u32
  line: u32
  column: u32
  /** Of the unit; 0 where it is not known. */
  language: u32
}
export const CALL_BYTES = offsetof<Call>()
if (offsetof<Call>() != L.CALL_WORDS << 2) ERROR('layout.ts has another size')
if (offsetof<Call>('file') != L.CALL_FILE << 2) ERROR('layout.ts has another place')
if (offsetof<Call>('line') != L.CALL_LINE << 2) ERROR('layout.ts has another place')
if (offsetof<Call>('column') != L.CALL_COLUMN << 2) ERROR('layout.ts has another place')
if (offsetof<Call>('language') != L.CALL_LANGUAGE << 2) ERROR('layout.ts has another place')
/** Limit for the depth of inlined calls. */
const MAX_LEVEL: u32 = 4096

// Results at the offset: line row (0 if unknown) and the calls around it. Files are positions in the block, from 1;
// names are positions from 0.
export let rowFile: u32 = 0
export let rowLine: u32 = 0
/** Number of that row in its function, from 1, without gaps; and where it starts. */
export let rowNumber: u32 = 0
export let rowAt: u32 = 0
/** Number of inlined calls around the offset. */
export let depth: u32 = 0

/** Offsets where something begins or ends, u32 each, if they are collected (`edges.ts`). */
export const edges: Vec = newVec()
const MOST_EDGES: u32 = 1 << 26
let collects: bool = false

export function addEdge(offset: u32): void {
  if (edges.length >> 2 < MOST_EDGES) edges.push32(offset)
}

/** While collecting, all rows of a record are read, and those of before are gone. */
export function collectEdges(on: bool): void {
  collects = on
  if (on) edges.length = 0
}

/** Resets the results. */
export function clearRecord(): void {
  rowFile = 0
  rowLine = 0
  rowNumber = 0
  rowAt = 0
  depth = 0
}

/** Decodes the function at [p, end) of a block with shift `bits`, for an offset in the range of the query's entry. */
export function decodeRecord(p: usize, end: usize, bits: u32, query: Query): void {
  const entry = entryOf(query)
  seek(p)
  const flags = Read.byte()
  let base = entry.rangeStart
  if (flags & u32(L.FUNCTION_RANGES)) {
    const count = Read.uleb()
    const toEntry = Read.uleb() << bits
    let place: u32 = 0
    let before: u32 = 0
    for (let i: u32 = 0; i < count && cursor < end; i++) {
      place += Read.zigzag() << bits
      if (i == entry.range) before = place
      place += Read.uleb() << bits
    }
    base -= before
    query.entryOffset = base + toEntry
  }
  if (flags & u32(L.FUNCTION_INLINES)) decodeInlines(end, bits, base, query.offset)
  if (flags & u32(L.FUNCTION_ROWS)) decodeRows(end, bits, base, query.offset)
}

// The call last read at each level, and those found around the offset. Calls from level `changed` on were read since
// the last find.
const path: usize = memory.data(4096 * 20, 16)
const found: usize = memory.data(4096 * 20, 16)

/** A call around the offset, by its level from 1. */
export function foundAt(level: u32): Call {
  return changetype<Call>(found + usize(level - 1) * CALL_BYTES)
}

/** Finds the calls around an offset: the later of two siblings, and the deepest level. */
function decodeInlines(end: usize, bits: u32, base: u32, offset: u32): void {
  let count = Read.uleb()
  let level: u32 = 0
  let changed: u32 = 1
  let file: u32 = 0
  let line: u32 = 0
  let place = base
  // Hot loop, mostly run before it is optimized: the position is a local.
  let p = cursor
  for (; count > 0 && p < end; count--) {
    let head: u32 = load<u8>(p++)
    if (head >= 128) {
      head = readRest(p, head)
      p = cursor
    }
    const up = head >> 2
    level = up > level ? 1 : min(MAX_LEVEL, max(1, level + 1 - up))
    const call = changetype<Call>(path + usize(level - 1) * CALL_BYTES)
    let name: u32 = load<u8>(p++)
    if (name >= 128) {
      name = readRest(p, name)
      p = cursor
    }
    call.name = name
    if (!(head & 2)) {
      file = load<u8>(p++)
      if (file >= 128) {
        file = readRest(p, file)
        p = cursor
      }
    }
    call.file = file
    let step: u32 = load<u8>(p++)
    if (step >= 128) {
      step = readRest(p, step)
      p = cursor
    }
    line += (step >> 1) ^ (0 - (step & 1))
    call.line = line
    let column: u32 = load<u8>(p++)
    if (column >= 128) {
      column = readRest(p, column)
      p = cursor
    }
    call.column = column
    changed = min(changed, level)
    let ranges: u32 = 1
    if (head & 1) {
      seek(p)
      ranges = Read.uleb()
      p = cursor
    }
    let first: u32 = 0
    let isFirst = true
    let inside = false
    for (; ranges > 0 && p < end; ranges--) {
      let gap: u32 = load<u8>(p++)
      if (gap >= 128) {
        gap = readRest(p, gap)
        p = cursor
      }
      let size: u32 = load<u8>(p++)
      if (size >= 128) {
        size = readRest(p, size)
        p = cursor
      }
      const start = place + (((gap >> 1) ^ (0 - (gap & 1))) << bits)
      place = start + (size << bits)
      if (isFirst) first = start
      isFirst = false
      if (offset >= start && offset < place) inside = true
      if (collects) {
        addEdge(start)
        addEdge(place)
      }
    }
    place = first
    if (!inside) continue
    depth = level
    const from = usize(changed - 1) * CALL_BYTES
    memory.copy(found + from, path + from, usize(level) * CALL_BYTES - from)
    changed = level + 1
  }
  seek(p)
}

/** `n / ROW_LINE_RANGE` as a multiplication by 65536ths, for n up to 255: a division is slow. */
const ROW_LINE_SHARE: u32 = 65536 / u32(L.ROW_LINE_RANGE) + 1

/** Runs the row codes up to the row that covers an offset. */
function decodeRows(end: usize, bits: u32, base: u32, offset: u32): void {
  let at = base
  let file: u32 = 0
  let line: u32 = 0
  let p = cursor
  while (p < end) {
    const code: u32 = load<u8>(p++)
    if (code >= u32(L.ROW_SPECIAL)) {
      const special = code - u32(L.ROW_SPECIAL)
      const step = (special * ROW_LINE_SHARE) >> 16
      line += special - step * u32(L.ROW_LINE_RANGE) + u32(L.ROW_LINE_MIN)
      at += step << bits
      if (collects) addEdge(at)
      else if (at > offset) return
      rowFile = file
      rowLine = line
      rowNumber++
      rowAt = at
      continue
    }
    if (code == u32(L.ROW_GAP)) {
      if (collects) addEdge(at)
      else if (at > offset) return
      rowFile = 0
      rowLine = 0
      continue
    }
    if (code == u32(L.ROW_END)) return
    seek(p)
    if (code == u32(L.ROW_ADVANCE)) at += Read.zigzag() << bits
    else if (code == u32(L.ROW_LINE)) line += Read.zigzag()
    else file = Read.uleb()
    p = cursor
  }
}
