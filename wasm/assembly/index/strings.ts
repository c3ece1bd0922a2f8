/**
 * Pages of strings: all texts in use, by id. A record has the distance of its id from the end of the previous string,
 * the length of their common prefix, and the rest of the text.
 */
import * as L from '../layout'
import { cstringLength } from '../dwarf/read'
import { checksum, checksumFrom } from '../memory/checksum'
import { isUnknown, shownLength, shownText } from '../memory/hidden'
import { marks, stringBase } from '../memory/strings'
import { sectionTotal, windowData, windowEnd, windowLength, windowStart } from '../memory/sections'
import { newVec, putUleb, putZigzag, Vec } from '../memory/vec'
import { nextSymbolText, takeSymbolText } from './symbols'

export const stringPages: Vec = newVec()
/** Directory: first id, offset in the pages, checksum; u32 each. */
export const stringDirectory: Vec = newVec()
/** For each name among the strings: hash u32, id u32. */
export const nameHashes: Vec = newVec()
/**
 * Pieces of a section that hold marked strings. Each has u32 fields: offset of the first string, offset after the first
 * byte of the last one, position of the first mark, number of marks.
 */
export const pieces: Vec = newVec()

/** Hidden names written that the host sent no text for. */
export let unknownNames: u32 = 0

/** Bytes of pages already drained by the host. */
let taken: u32 = 0
let pageText: u32 = u32.MAX_VALUE
let lastEnd: u32 = 0
let lastText: usize = 0
let lastLength: u32 = 0

/** The host drained the pages. Offsets continue. */
export function takePages(): void {
  taken += stringPages.length
  stringPages.length = 0
}

/** Starts a new run of pages with its own directory. */
export function restartPages(): void {
  stringDirectory.length = 0
  stringPages.length = 0
  taken = 0
}

/** The next string starts a page: the text it could share a prefix with may have left memory. */
function beginPage(): void {
  pageText = u32.MAX_VALUE
}

/** Writes the checksum of the page that was begun last. A page never outlives the call that began it. */
function endPage(): void {
  if (pageText == u32.MAX_VALUE) return
  const last = stringDirectory.data + stringDirectory.length - L.DIRECTORY_BYTES
  store<u32>(last, checksumFrom(stringPages, load<u32>(last, 4) - taken), 8)
}

/** Length of the common prefix. Both texts are followed by enough bytes to read eight at a time. */
function sharedBytes(a: usize, b: usize, most: u32): u32 {
  let shared: u32 = 0
  while (shared < most) {
    const differ = load<u64>(a + shared) ^ load<u64>(b + shared)
    if (differ != 0) return min(most, shared + (u32(ctz(differ)) >> 3))
    shared += 8
  }
  return most
}

/** Appends one string; ids must ascend. */
function writeString(id: u32, text: usize, length: u32): void {
  if (pageText >= u32(L.STRING_PAGE_BYTES)) {
    endPage()
    stringDirectory.push32(id)
    stringDirectory.push32(taken + stringPages.length)
    stringDirectory.push32(0)
    pageText = 0
    lastEnd = id
    lastLength = 0
  }
  const shared = sharedBytes(lastText, text, min(lastLength, length))
  const rest = length - shared
  const start = stringPages.reserveTail(16 + rest)
  let p = putZigzag(start, i32(id - lastEnd))
  p = putUleb(p, shared)
  p = putUleb(p, rest)
  memory.copy(p, text + shared, rest)
  const bytes = u32(p - start) + rest
  stringPages.length += bytes
  pageText += bytes
  lastText = text
  lastLength = length
  lastEnd = id + length + 1
}

/** Appends the displayed string of a text; sets `shownLength` and returns its text. */
function writeShown(id: u32, text: usize, length: u32): usize {
  const shown = shownText(text, length)
  if (isUnknown) unknownNames++
  writeString(id, shown, shownLength)
  return shown
}

function markAt(index: u32): u64 {
  return load<u64>(marks.data + (usize(index) << 3))
}

/** Collects `pieces` of a section. Marked strings less than `gap` apart share a piece of at most `most` bytes. */
export function planStrings(section: i32, most: u32, gap: u32): void {
  pieces.length = 0
  const base = stringBase(section)
  const stop = u64(base + sectionTotal(section)) << 1
  const count = marks.length >> 3
  let at: u32 = 0
  while (at < count && markAt(at) < u64(base) << 1) at++
  while (at < count && markAt(at) < stop) {
    const start = at
    const first = u32(markAt(at) >> 1)
    let last = first
    for (at++; at < count && markAt(at) < stop; at++) {
      const id = u32(markAt(at) >> 1)
      if (id - last > gap || id - first >= most) break
      last = id
    }
    pieces.push32(first - base)
    pieces.push32(last + 1 - base)
    pieces.push32(start)
    pieces.push32(at - start)
  }
}

/** The next mark to write, and the end of the marks. */
let nextMark: usize = 0
let marksEnd: usize = 0

/** Sets the marks, ascending, of the strings written from now on. */
export function setMarks(from: usize, count: u32): void {
  nextMark = from
  marksEnd = from + (usize(count) << 3)
}

/** Longer texts are truncated. */
const LONGEST_TEXT: u32 = 1 << 20

/** True if the text at `p` continues in the section after the end of the window. */
function isCut(section: i32, p: usize, length: u32): bool {
  if (p + length < windowEnd(section) || length >= LONGEST_TEXT) return false
  return windowStart(section) + windowLength(section) < sectionTotal(section)
}

/**
 * Writes the marked strings that start before `to`. The window starts with the first of them. Returns where it stopped:
 * at a string that the window does not hold whole, else `to`.
 */
export function writeSectionStrings(section: i32, to: u32): u32 {
  const base = stringBase(section)
  const data = windowData(section) - windowStart(section)
  const end = windowEnd(section)
  const stop = u64(base + to) << 1
  beginPage()
  for (; nextMark < marksEnd && load<u64>(nextMark) < stop; nextMark += 8) {
    const mark = load<u64>(nextMark)
    const id = u32(mark >> 1)
    const text = data + (id - base)
    const length = cstringLength(text, end)
    if (text >= end || isCut(section, text, length)) {
      endPage()
      return id - base
    }
    const shown = writeShown(id, text, length)
    if ((mark & 1) != 0) noteHash(id, shown, shownLength)
  }
  endPage()
  return to
}

function noteHash(id: u32, text: usize, length: u32): void {
  store<u64>(nameHashes.take(8), (u64(id) << 32) | u64(checksum(text, length)))
}

/** Reads the texts of symbols from a section's window. Returns the first offset not yet read. */
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

/** Offset of the next symbol's text in the section; the section's size if there is none. */
export function nextSymbolOffset(section: i32): u32 {
  const id = nextSymbolText()
  const base = stringBase(section)
  return id == 0 || id >= base + sectionTotal(section) ? sectionTotal(section) : id - base
}

/** Writes all strings of an intern pool. Pool ids are greater than all section ids, so pools come last. */
export function writePool(pool: usize, length: u32, base: u32): void {
  beginPage()
  for (let p: u32 = 0; p < length;) {
    const size = cstringLength(pool + p, pool + length)
    writeShown(base + p, pool + p, size)
    p += size + 1
  }
  endPage()
}

/** Hashes all strings of an intern pool, because any of them may be a name. */
export function hashPool(pool: usize, length: u32, base: u32): void {
  for (let p: u32 = 0; p < length;) {
    const size = cstringLength(pool + p, pool + length)
    const shown = shownText(pool + p, size)
    noteHash(base + p, shown, shownLength)
    p += size + 1
  }
}
