/**
 * Pages of strings: all texts whose ids are used, in the order of their ids. Each says how far its id lies behind the end
 * of the last string, how many bytes it shares with it, and the rest.
 */
import * as L from '../layout'
import { cstringLength } from '../dwarf/read'
import { bitmapData, bitmapSize, stringBase } from '../memory/strings'
import { sectionTotal, windowData, windowEnd, windowLength, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import { offerText } from './hashes'
import { nextSymbolText, takeSymbolText } from './symbols'

export const stringPages: Vec = newVec()
/** First id u32, place in `stringPages` u32. */
export const stringDirectory: Vec = newVec()
export let stringCount: u32 = 0

let pageText: u32 = u32.MAX_VALUE
let lastEnd: u32 = 0
const last: Vec = newVec()

/** Appends one string; ids must ascend. */
function writeString(id: u32, text: usize, length: u32): void {
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
  offerText(id, text, length)
}

/** Adds the marks that another module made. */
export function mergeMarks(from: usize, bytes: u32): void {
  const to = bitmapData()
  const size = min(bytes, bitmapSize())
  for (let i: usize = 0; i < usize(size); i += 8) store<u64>(to + i, load<u64>(to + i) | load<u64>(from + i))
}

/** Offset of the first marked string of a section at or behind `offset`; the section's size when there is none. */
export function nextMarked(section: i32, offset: u32): u32 {
  const base = stringBase(section)
  const stop = base + sectionTotal(section)
  const bits = bitmapData()
  for (let id = base + offset; id < stop;) {
    if ((id & 63) == 0 && load<u64>(bits + (id >> 3)) == 0) id += 64
    else if ((load<u8>(bits + (id >> 3)) & (1 << (id & 7))) != 0) return id - base
    else id++
  }
  return sectionTotal(section)
}

/** Whether the text from `p` is cut off by the window's end, with more of it in the section. */
function isCut(section: i32, p: usize, length: u32): bool {
  if (p + length < windowEnd(section) || p == windowData(section)) return false
  return windowStart(section) + windowLength(section) < sectionTotal(section)
}

/** Writes the marked strings of a section's window; gives the offset from which on they are not written yet. */
export function writeSectionStrings(section: i32): u32 {
  const start = windowStart(section)
  const base = stringBase(section) + start
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
      const length = cstringLength(text, end)
      if (isCut(section, text, length)) return start + (id - base)
      writeString(id, text, length)
    }
    id++
  }
  return start + windowLength(section)
}

/** Reads the texts of symbols in a section's window; gives the offset from which on they are not read yet. */
export function readSymbolTexts(section: i32): u32 {
  const base = stringBase(section) + windowStart(section)
  const data = windowData(section)
  const end = windowEnd(section)
  for (;;) {
    const id = nextSymbolText()
    if (id == 0 || id < base || id - base >= u32(end - data)) break
    const text = data + (id - base)
    const length = cstringLength(text, end)
    if (isCut(section, text, length)) break
    takeSymbolText(text, length)
  }
  return windowStart(section) + windowLength(section)
}

/** Offset in the section of the next symbol's text; its size when the section holds no more. */
export function nextSymbolOffset(section: i32): u32 {
  const id = nextSymbolText()
  const base = stringBase(section)
  return id == 0 || id >= base + sectionTotal(section) ? sectionTotal(section) : id - base
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

/** Hashes names that lie in an interning pool, before the pool is written. */
export function offerPool(pool: usize, length: u32, base: u32): void {
  let p: u32 = 0
  while (p < length) {
    const size = cstringLength(pool + p, pool + length)
    offerText(base + p, pool + p, size)
    p += size + 1
  }
}
