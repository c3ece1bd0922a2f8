/**
 * String ids. An id is the position of a string in the input, so it is valid long before the text is read. The string
 * sections form one id space; a set records the ids in use. Texts outside of it (inline strings, paths) are interned in
 * a pool.
 */
import { fail } from '../fail'
import * as L from '../layout'
import { alloc, release } from './heap'
import { sectionTotal } from './sections'
import { sort64 } from './sort'
import { newVec, Vec } from './vec'

/** Hash set of marks: id << 1, plus 1 for the name of a function; 0 is a free slot. */
let wanted: usize = 0
let wantedMask: u32 = 0
let wantedCount: u32 = 0
/** The sealed marks: ascending, each id once. */
export const marks: Vec = newVec()
let poolBase: u32 = L.POOL_BASE
let poolSpan: u32 = 0

/** Text of interned strings, each with its NUL. */
export const pool: Vec = newVec()
let table: usize = 0
let tableMask: u32 = 0
let tableCount: u32 = 0

/** First id of a string section. */
export function stringBase(section: i32): u32 {
  let base: u64 = 1
  for (let i = 0; i < section; i++) base += u64(sectionTotal(i))
  return u32(base)
}

/** Call it once the sizes of all string sections are set. Nothing can be interned before `restartPool`. */
export function initStrings(): void {
  let total: u64 = 1
  for (let i = 0; i < L.STRING_SECTIONS; i++) total += u64(sectionTotal(i))
  if (total >= u64(u32(L.POOL_BASE))) fail(L.ERROR_TOO_LARGE, 0, 0)
  makeSet(4096)
  tableMask = 4095
  table = alloc(16384)
  memory.fill(table, 0, 16384)
}

/** Begins an empty pool, which has the ids [base, base + span). */
export function restartPool(base: u32, span: u32): void {
  poolBase = base
  poolSpan = span
  pool.length = 0
  tableCount = 0
  memory.fill(table, 0, usize(tableMask + 1) << 2)
}

function makeSet(slots: u32): void {
  wanted = alloc(usize(slots) << 3)
  memory.fill(wanted, 0, usize(slots) << 3)
  wantedMask = slots - 1
  wantedCount = 0
}

/** Marks an id: its text goes into the index. */
export function markString(id: u32): void {
  note(id, 0)
}

/** Marks an id as the name of a function. */
export function markName(id: u32): void {
  note(id, 1)
}

function slotOf(id: u32): usize {
  const hash: u32 = id * 2654435761
  let slot = (hash ^ (hash >> 15)) & wantedMask
  let p = wanted + (usize(slot) << 3)
  for (let value = load<u64>(p); value != 0 && u32(value >> 1) != id; value = load<u64>(p)) {
    slot = (slot + 1) & wantedMask
    p = wanted + (usize(slot) << 3)
  }
  return p
}

function note(id: u32, name: u64): void {
  if (id == 0 || id >= u32(L.POOL_BASE)) return
  const p = slotOf(id)
  const value = load<u64>(p)
  store<u64>(p, (u64(id) << 1) | (value & 1) | name)
  if (value == 0 && ++wantedCount > (wantedMask >> 2) * 3) growSet()
}

function growSet(): void {
  const old = wanted
  const bytes = usize(wantedMask + 1) << 3
  const count = wantedCount
  makeSet((wantedMask + 1) * 2)
  wantedCount = count
  for (let p = old; p < old + bytes; p += 8) {
    const value = load<u64>(p)
    if (value != 0) store<u64>(slotOf(u32(value >> 1)), value)
  }
  release(old, bytes)
}

/** Memory for marks from another shard, written by the host. */
export function takeMarks(count: u32): usize {
  return marks.take(count << 3)
}

/**
 * Moves the marks of this instance into `marks`, unsorted, for another instance. They are compacted to the front of the
 * hash table, whose memory `marks` takes over.
 */
export function gatherMarks(): void {
  const bytes = usize(wantedMask + 1) << 3
  let to = wanted
  for (let p = wanted; p < wanted + bytes; p += 8) {
    const value = load<u64>(p)
    if (value == 0) continue
    store<u64>(to, value)
    to += 8
  }
  marks.free()
  marks.data = wanted
  marks.length = u32(to - wanted)
  marks.capacity = u32(bytes)
  makeSet(4096)
}

function appendSetToMarks(): void {
  marks.reserveExactly(marks.length + (wantedCount << 3))
  for (let p = wanted, end = wanted + (usize(wantedMask + 1) << 3); p < end; p += 8) {
    const value = load<u64>(p)
    if (value != 0) store<u64>(marks.take(8), value)
  }
  memory.fill(wanted, 0, usize(wantedMask + 1) << 3)
  wantedCount = 0
}

/** Sorts all marks, own and added ones, into `marks`. */
export function sealMarks(): void {
  if (marks.length == 0) gatherMarks()
  else appendSetToMarks()
  sort64(marks.data, marks.length >> 3)
  let kept = marks.data
  let last: u64 = 0
  for (let p = marks.data, end = marks.data + marks.length; p < end; p += 8) {
    const value = load<u64>(p)
    // The name flag is the lowest bit, so the flagged mark comes last and wins.
    if (value >> 1 == last >> 1) kept -= 8
    store<u64>(kept, value)
    kept += 8
    last = value
  }
  marks.length = u32(kept - marks.data)
}

/** Id of the string at an offset of a string section, which must be within it. */
export function sectionString(section: i32, offset: u32): u32 {
  return stringBase(section) + offset
}

/** Interns a text: equal texts get equal ids. */
export function intern(p: usize, length: u32): u32 {
  if (length == 0) return 0
  let hash: u32 = 2166136261
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ u32(load<u8>(p + i))) * 16777619
  let slot = (hash ^ (hash >> 15)) & tableMask
  for (;;) {
    const entry = load<u32>(table + (usize(slot) << 2))
    if (entry == 0) break
    const text = pool.data + (entry - 1)
    if (memory.compare(text, p, length) == 0 && load<u8>(text + length) == 0) return poolBase + entry - 1
    slot = (slot + 1) & tableMask
  }
  const at = pool.length
  if (at + length + 1 > poolSpan) fail(L.ERROR_TOO_LARGE, -1, at)
  const to = pool.take(length + 1)
  memory.copy(to, p, length)
  store<u8>(to + length, 0)
  store<u32>(table + (usize(slot) << 2), at + 1)
  tableCount++
  if (tableCount * 2 > tableMask) growTable()
  return poolBase + at
}

function growTable(): void {
  const size = (tableMask + 1) * 2
  const bigger = alloc(usize(size) << 2)
  memory.fill(bigger, 0, usize(size) << 2)
  let p: u32 = 0
  while (p < pool.length) {
    let hash: u32 = 2166136261
    const start = p
    for (;;) {
      const byte: u32 = load<u8>(pool.data + p++)
      if (byte == 0) break
      hash = (hash ^ byte) * 16777619
    }
    let slot = (hash ^ (hash >> 15)) & (size - 1)
    while (load<u32>(bigger + (usize(slot) << 2)) != 0) slot = (slot + 1) & (size - 1)
    store<u32>(bigger + (usize(slot) << 2), start + 1)
  }
  table = bigger
  tableMask = size - 1
}
