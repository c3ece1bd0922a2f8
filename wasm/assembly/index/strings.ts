/**
 * Pages of strings: all texts whose ids are used, in the order of their ids. Each says how far its id lies behind the end
 * of the last string, how many bytes it shares with it, and the rest.
 */
import * as L from '../layout'
import { cstringLength } from '../dwarf/read'
import { bitmapData, stringBase } from '../memory/strings'
import { windowData, windowEnd, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'

export const stringPages: Vec = newVec()
/** First id u32, place in `stringPages` u32. */
export const stringDirectory: Vec = newVec()
export let stringCount: u32 = 0

let pageText: u32 = u32.MAX_VALUE
let lastEnd: u32 = 0
const last: Vec = newVec()

/** Appends one string; ids must ascend. */
export function writeString(id: u32, text: usize, length: u32): void {
  if (pageText >= u32(L.STRING_PAGE_BYTES)) {
    stringDirectory.push32(id)
    stringDirectory.push32(stringPages.length)
    pageText = 0
    lastEnd = id
    last.length = 0
  }
  const most = min(last.length, length)
  let shared: u32 = 0
  while (shared < most && load<u8>(last.data + shared) == load<u8>(text + shared)) shared++
  const before = stringPages.length
  stringPages.pushZigzag(i32(id - lastEnd))
  stringPages.pushUleb(shared)
  stringPages.pushUleb(length - shared)
  stringPages.append(text + shared, length - shared)
  pageText += stringPages.length - before
  last.length = 0
  last.append(text, length)
  lastEnd = id + length + 1
  stringCount++
}

/** Writes the marked strings of a section's window. */
export function writeSectionStrings(section: i32): void {
  const base = stringBase(section) + windowStart(section)
  const data = windowData(section)
  const end = windowEnd(section)
  const stop = base + u32(end - data)
  const bits = bitmapData()
  let id = base
  while (id < stop) {
    if ((id & 63) == 0 && load<u64>(bits + (id >> 3)) == 0) {
      id += 64
      continue
    }
    if ((load<u8>(bits + (id >> 3)) & (1 << (id & 7))) != 0) {
      const text = data + (id - base)
      writeString(id, text, cstringLength(text, end))
    }
    id++
  }
}

/** Writes all strings of an interning pool. */
export function writePool(pool: usize, length: u32, base: u32): void {
  let p: u32 = 0
  while (p < length) {
    const size = cstringLength(pool + p, pool + length)
    writeString(base + p, pool + p, size)
    p += size + 1
  }
}
