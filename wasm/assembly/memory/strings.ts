/**
 * String ids. An id says where a string lies in the input, so that it can be used long before its text is read: the
 * string sections form one space, marked in a bitmap; text that has no place in them (inline strings, paths) is interned
 * in a pool.
 */
import { fail, warn } from '../fail'
import { ERROR_TOO_LARGE, ERROR_TRUNCATED, POOL_BASE, STRING_SECTIONS } from '../layout'
import { alloc } from './heap'
import { sectionTotal } from './sections'
import { newVec, Vec } from './vec'

let bitmap: usize = 0
/** The same for strings that are names of functions, not only of calls or files. */
let names: usize = 0
let bitmapBytes: u32 = 0
let poolBase: u32 = POOL_BASE
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
  for (let i = 0; i < STRING_SECTIONS; i++) total += u64(sectionTotal(i))
  if (total >= u64(u32(POOL_BASE))) fail(ERROR_TOO_LARGE, 0, 0)
  bitmapBytes = ((u32(total) >> 6) + 2) << 3
  bitmap = alloc(bitmapBytes)
  memory.fill(bitmap, 0, bitmapBytes)
  names = alloc(bitmapBytes)
  memory.fill(names, 0, bitmapBytes)
  poolBase = base
  poolSpan = span
  tableMask = 4095
  table = alloc(16384)
  memory.fill(table, 0, 16384)
}

export function bitmapData(): usize {
  return bitmap
}

export function nameMarks(): usize {
  return names
}

export function bitmapSize(): u32 {
  return bitmapBytes
}

/** Notes that the text of an id will be needed. */
export function markString(id: u32): void {
  if (id < u32(POOL_BASE)) {
    const p = bitmap + (id >> 3)
    store<u8>(p, u32(load<u8>(p)) | (1 << (id & 7)))
  }
}

/** Notes that the text of an id will be needed, and is the name of a function. */
export function markName(id: u32): void {
  markString(id)
  if (id < u32(POOL_BASE)) {
    const p = names + (id >> 3)
    store<u8>(p, u32(load<u8>(p)) | (1 << (id & 7)))
  }
}

/** The id of the string at an offset of a string section; 0 when it has no such offset. */
export function sectionString(section: i32, offset: u64): u32 {
  if (offset >= u64(sectionTotal(section))) {
    warn(ERROR_TRUNCATED, section, u32(min<u64>(offset, u32.MAX_VALUE)))
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
  if (at + length + 1 > poolSpan) fail(ERROR_TOO_LARGE, -1, at)
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
