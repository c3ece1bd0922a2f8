/**
 * String ids. An id says where a string lies in the input, so that it can be used long before its text is read: the
 * string sections form one space; which ids are wanted is noted in a set. Text that has no place in them (inline strings,
 * paths) is interned in a pool.
 */
import { fail, warn } from '../fail'
import * as L from '../layout'
import { alloc, release } from './heap'
import { sectionTotal } from './sections'
import { sort64 } from './sort'
import { newVec, Vec } from './vec'

/** Wanted ids: slots of id << 1, plus 1 for the name of a function; 0 is free. */
let wanted: usize = 0
let wantedMask: u32 = 0
let wantedCount: u32 = 0
/** The same once sealed, ascending, each id once. */
export const marks: Vec = newVec()
let poolBase: u32 = L.POOL_BASE
let poolSpan: u32 = 0x10000000

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

/** Call when the sizes of all string sections are known. `span` ids from `base` on are for this module's pool. */
export function initStrings(base: u32, span: u32): void {
  let total: u64 = 1
  for (let i = 0; i < L.STRING_SECTIONS; i++) total += u64(sectionTotal(i))
  if (total >= u64(u32(L.POOL_BASE))) fail(L.ERROR_TOO_LARGE, 0, 0)
  makeSet(4096)
  poolBase = base
  poolSpan = span
  tableMask = 4095
  table = alloc(16384)
  memory.fill(table, 0, 16384)
}

function makeSet(slots: u32): void {
  wanted = alloc(usize(slots) << 3)
  memory.fill(wanted, 0, usize(slots) << 3)
  wantedMask = slots - 1
  wantedCount = 0
}

/** Notes that the text of an id will be needed. */
export function markString(id: u32): void {
  note(id, 0)
}

/** Notes that the text of an id will be needed, and is the name of a function. */
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

/** Where the host writes marks that another module made. */
export function takeMarks(count: u32): usize {
  return marks.take(count << 3)
}

/**
 * Puts the marks noted here into `marks`, in no order, for another module to take: they move to the front of their table, whose
 * memory becomes that of `marks`.
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

/** Puts all marks into `marks`, ascending: those noted here, and those that were added. */
export function sealMarks(): void {
  if (marks.length == 0) gatherMarks()
  else appendSetToMarks()
  sort64(marks.data, marks.length >> 3)
  let kept = marks.data
  let last: u64 = 0
  for (let p = marks.data, end = marks.data + marks.length; p < end; p += 8) {
    const value = load<u64>(p)
    // A mark that says name lies behind the one of the same id that does not.
    if (value >> 1 == last >> 1) kept -= 8
    store<u64>(kept, value)
    kept += 8
    last = value
  }
  marks.length = u32(kept - marks.data)
}

/** The id of the string at an offset of a string section; 0 when it has no such offset. */
export function sectionString(section: i32, offset: u64): u32 {
  if (offset >= u64(sectionTotal(section))) {
    warn(L.ERROR_TRUNCATED, section, u32(min<u64>(offset, u32.MAX_VALUE)))
    return 0
  }
  return stringBase(section) + u32(offset)
}

/** The id of a text in memory: equal texts have equal ids. */
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
