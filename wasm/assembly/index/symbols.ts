/**
 * Names and starts from outside DWARF: LC_SYMTAB, other named addresses, LC_FUNCTION_STARTS, ends of code. A symbol
 * that repeats the name of a DWARF function at its start is dropped. Texts are compared by hash, because neither string
 * table is ever whole in memory.
 */
import * as L from '../layout'
import { codeEnd, imageOffset, targetAtOrAbove, targets } from '../dwarf/ranges'
import { next, read32, read64, uleb } from '../dwarf/read'
import { setShape } from '../dwarf/forms'
import { sectionTotal } from '../memory/sections'
import { checksum, checksumFrom } from '../memory/checksum'
import { shownLength, shownText, staysHidden } from '../memory/hidden'
import { sort64 } from '../memory/sort'
import { markString, stringBase } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'
import { ENTRY_BYTES, entries } from './block'
import { hashOf, isAssemblerLabel, sealHashes } from './hashes'
import { entryAt, order, orderedEntry } from './table'

/** Symbol: offset u32, string id u32, kind u8 and flags u8, hash of its text u32; 16 bytes. */
export const SYMBOL_BYTES: u32 = 16
export const symbols: Vec = newVec()
export const symbolPages: Vec = newVec()
export const symbolDirectory: Vec = newVec()
export let symbolCount: u32 = 0

const EMPTY: u32 = 1
const LABEL: u32 = 2

/** Positions of symbols by (offset, rank), as the low half of each key. */
const sorted: Vec = newVec()
/** Positions of named symbols by id. */
const byId: Vec = newVec()
let nextById: u32 = 0
/** `isCode[n - 1]` for n_sect. */
const isCode: usize = memory.data(256, 16)

export function setSectionIsCode(index: i32, value: bool): void {
  store<u8>(isCode + (index & 255), value)
}

export function addSymbol(offset: u32, id: u32, kind: u32): void {
  const p = symbols.take(SYMBOL_BYTES)
  store<u32>(p, offset)
  store<u32>(p, id, 4)
  store<u32>(p, kind, 8)
  store<u32>(p, 0, 12)
}

/**
 * Adds the nlist or nlist_64 records at `p` (mach-o/nlist.h) that are defined, not stabs, and in code. A partial build
 * reads them backwards: records mostly ascend, and it keeps the nearest one below each wanted offset.
 */
export function addNlist(p: usize, count: u32, wide: bool): void {
  const base = stringBase(L.SECTION_STRTAB)
  const total = sectionTotal(L.SECTION_STRTAB)
  const step: usize = wide ? L.NLIST_64_BYTES : L.NLIST_BYTES
  const partial = targets.length > 0
  const first = symbols.length
  setShape(4, wide ? 8 : 4, 4)
  if (partial) {
    beginNearest()
    p += usize(count - 1) * step
  } else symbols.reserve(first + count * SYMBOL_BYTES)
  for (let i: u32 = 0; i < count; i++, p = partial ? p - step : p + step) {
    const type: u32 = load<u8>(p, 4)
    const section: u32 = load<u8>(p, 5)
    if ((type & 0xe0) != 0 || (type & 0x0e) != 0x0e || section == 0 || !load<u8>(isCode + (section - 1))) continue
    const name = read32(p)
    const offset = imageOffset(wide ? read64(p + 8) : u64(read32(p + 8)))
    if (name == 0 || name >= total || offset == u32.MAX_VALUE || codeEnd(offset) == 0) continue
    if (partial && !isNearestSoFar(offset)) continue
    addSymbol(offset, base + name, L.SYMBOL_SYMTAB)
  }
  if (partial) reverse(first)
}

/** Reverses the symbols from a position on. */
function reverse(first: u32): void {
  let low = symbols.data + first
  let high = symbols.data + symbols.length
  while (low + SYMBOL_BYTES < high) {
    high -= SYMBOL_BYTES
    const symbol = v128.load(low)
    v128.store(low, v128.load(high))
    v128.store(high, symbol)
    low += SYMBOL_BYTES
  }
}

/** Adds the payload of LC_FUNCTION_STARTS: ULEB128 differences, the first from `__TEXT`. Bit 0 marks Thumb code. */
export function addStarts(p: usize, size: u32, thumb: bool): void {
  const end = p + size
  let offset: u64 = 0
  while (p < end) {
    const step = uleb(p)
    p = next
    if (step == 0) return
    offset += step
    if (offset >= u64(u32.MAX_VALUE)) return
    const start = thumb ? u32(offset) & ~1 : u32(offset)
    if (codeEnd(start) != 0) addSymbol(start, 0, L.SYMBOL_START)
  }
}

function symbolAt(index: u32): usize {
  return symbols.data + usize(index * SYMBOL_BYTES)
}

function keyOffset(position: u32): u32 {
  return load<u32>(sorted.data + (usize(position) << 3), 4)
}

function keySymbol(position: u32): usize {
  return symbolAt(load<u32>(sorted.data + (usize(position) << 3)) & 0x1fffffff)
}

/** Sorts the symbols by offset and by text. */
export function prepareSymbols(): void {
  const count = symbols.length / SYMBOL_BYTES
  const partial = targets.length > 0
  if (partial) findNearest()
  sorted.length = 0
  sorted.reserve(count << 3)
  for (let i: u32 = 0; i < count; i++) {
    const p = symbolAt(i)
    if (partial && !isNearTarget(load<u32>(p))) continue
    // At one offset: names, then starts, then ends. Names keep the order of the symbol table.
    const kind = load<u32>(p, 8)
    const rank: u32 = kind >= u32(L.SYMBOL_START) ? kind << 29 : 0
    store<u64>(sorted.take(8), (u64(load<u32>(p)) << 32) | u64(rank + i))
  }
  const left = sorted.length >> 3
  sort64(sorted.data, left)
  byId.length = 0
  for (let i: u32 = 0; i < left; i++) {
    const p = keySymbol(i)
    if (load<u32>(p, 8) >= u32(L.SYMBOL_START)) continue
    store<u64>(byId.take(8), (u64(load<u32>(p, 4)) << 32) | u64((p - symbols.data) / SYMBOL_BYTES))
  }
  sort64(byId.data, byId.length >> 3)
  nextById = 0
}

/** Partial builds: for each wanted offset the greatest symbol offset <= it, + 1; 0 if there is none. */
const nearest: Vec = newVec()

function beginNearest(): void {
  if (nearest.length > 0) return
  memory.fill(nearest.take(targets.length), 0, targets.length)
}

/** Whether no symbol was seen between an offset and the wanted one above it. */
function isNearestSoFar(offset: u32): bool {
  const target = targetAtOrAbove(offset)
  if (target == targets.length >> 2) return false
  const best = nearest.data + (usize(target) << 2)
  if (load<u32>(best) > offset + 1) return false
  store<u32>(best, offset + 1)
  return true
}

function findNearest(): void {
  beginNearest()
  const count = targets.length >> 2
  for (let p = symbols.data, end = symbols.data + symbols.length; p < end; p += SYMBOL_BYTES)
    isNearestSoFar(load<u32>(p))
  // The nearest symbol below one wanted offset is a candidate for the wanted offsets above it.
  for (let t: u32 = 1; t < count; t++) {
    const best = nearest.data + (usize(t) << 2)
    store<u32>(best, max(load<u32>(best), load<u32>(best - 4)))
  }
}

/** A partial build keeps the nearest symbol below each wanted offset. */
function isNearTarget(offset: u32): bool {
  const target = targetAtOrAbove(offset)
  return target < targets.length >> 2 && nearest.at32(target) == offset + 1
}

function entryStart(position: u32): u32 {
  return load<u32>(order.data + (usize(position) << 3), 4)
}

/** Id of the next symbol without a text; 0 if there is none. */
export function nextSymbolText(): u32 {
  return nextById < byId.length >> 3 ? load<u32>(byId.data + (usize(nextById) << 3), 4) : 0
}

/** Sets the text of that symbol. */
export function takeSymbolText(text: usize, length: u32): void {
  const p = symbolAt(load<u32>(byId.data + (usize(nextById++) << 3)))
  // The Mach-O C ABI prefixes every name with an underscore; the names that stand for hidden ones begin with two of their own.
  const isPrefixed = load<u32>(p, 8) == u32(L.SYMBOL_SYMTAB) && length > 0 && load<u8>(text) == 0x5f
  if (isPrefixed && !staysHidden(text, length)) {
    store<u32>(p, load<u32>(p, 4) + 1, 4)
    text++
    length--
  }
  text = shownText(text, length)
  length = shownLength
  store<u32>(p, checksum(text, length), 12)
  if (length == 0) store<u8>(p, EMPTY, 9)
  else if (isAssemblerLabel(text, length)) store<u8>(p, LABEL, 9)
}

/** Whether the next symbol has the same start. */
function sharesStart(position: u32, start: u32): bool {
  return (
    position + 1 < sorted.length >> 3 &&
    keyOffset(position + 1) == start &&
    load<u8>(keySymbol(position + 1), 8) < u8(L.SYMBOL_START)
  )
}

/** Start of the next named symbol after `start`; u32.MAX_VALUE if there is none near. */
function nextNamed(position: u32, start: u32): u32 {
  const count = min(sorted.length >> 3, position + 4096)
  while (++position < count)
    if (keyOffset(position) > start && load<u8>(keySymbol(position), 8) < u8(L.SYMBOL_START)) return keyOffset(position)
  return u32.MAX_VALUE
}

let lastStart: u32 = 0
let lastName: u32 = 0
let inPage: u32 = 0

/** Writes the symbol table and flags the DWARF functions that have a symbol. */
export function writeSymbols(): void {
  sealHashes()
  const count = sorted.length >> 3
  symbolPages.length = 0
  symbolDirectory.length = 0
  symbolCount = 0
  inPage = 0
  lastStart = 0
  let lastKind: u32 = L.SYMBOL_END
  let entry: u32 = 0
  /** Start of the symbols last searched for DWARF's name, and whether it was found. */
  let sharedStart: u32 = u32.MAX_VALUE
  let folded = false
  const total = entries.length / ENTRY_BYTES
  for (let i: u32 = 0; i < count; i++) {
    const start = keyOffset(i)
    const p = keySymbol(i)
    let kind: u32 = load<u8>(p, 8)
    while (entry < total && entryStart(entry) < start) entry++
    const atEntry = entry < total && entryStart(entry) == start
    if (kind < u32(L.SYMBOL_START)) {
      const flags: u32 = load<u8>(p, 9)
      if (flags == LABEL && (atEntry || sharesStart(i, start))) continue
      if (flags == EMPTY) {
        if (sharesStart(i, start)) continue
        kind = L.SYMBOL_START
      } else {
        symbolCount++
        if (atEntry) {
          if (repeats(entry, total, start, load<u32>(p, 12), nextNamed(i, start))) continue
          // The DWARF name is shown, because its lines belong to it. Other symbols at this start (ICF) are further
          // names.
          if (sharedStart != start) {
            sharedStart = start
            folded = hasOwnName(i, entry, total, start)
          }
          if (folded && !isNameOf(entry, total, start, load<u32>(p, 12))) kind |= L.SYMBOL_FOLDED
        }
      }
    }
    if (kind == u32(L.SYMBOL_START)) {
      // A DWARF function without a symbol: its start ends the symbol before it.
      if (atEntry && isListed(entry)) continue
      if (symbolPages.length > 0 && start == lastStart && lastKind < u32(L.SYMBOL_END)) continue
    }
    writeSymbol(start, kind, load<u32>(p, 4))
    lastKind = kind & ~u32(L.SYMBOL_FOLDED)
  }
  endPage()
}

/** Writes the checksum of the last page. */
function endPage(): void {
  if (symbolDirectory.length == 0) return
  const last = symbolDirectory.data + symbolDirectory.length - L.DIRECTORY_BYTES
  store<u32>(last, checksumFrom(symbolPages, load<u32>(last, 4)), 8)
}

function writeSymbol(start: u32, kind: u32, id: u32): void {
  if ((inPage >= u32(L.PAGE_ENTRIES) && start != lastStart) || symbolDirectory.length == 0) {
    endPage()
    symbolDirectory.push32(start)
    symbolDirectory.push32(symbolPages.length)
    symbolDirectory.push32(0)
    inPage = 0
    lastStart = start
    lastName = 0
  }
  symbolPages.pushUleb(start - lastStart)
  symbolPages.push8(kind)
  if ((kind & ~u32(L.SYMBOL_FOLDED)) < u32(L.SYMBOL_START)) {
    markString(id)
    symbolPages.pushZigzag(i32(id - lastName))
    lastName = id
  }
  lastStart = start
  inPage++
}

/** Whether a symbol starts where this DWARF function does. */
function isListed(entry: u32): bool {
  return (load<u32>(entryAt(orderedEntry(entry)), 24) & u32(L.ENTRY_LISTED)) != 0
}

/** Whether a DWARF function at `start` has a name with this hash. Flags all functions there as having a symbol. */
function repeats(entry: u32, total: u32, start: u32, hash: u32, following: u32): bool {
  const found = isNameOf(entry, total, start, hash)
  for (; entry < total && entryStart(entry) == start; entry++) {
    const p = entryAt(orderedEntry(entry))
    store<u32>(p, load<u32>(p, 24) | u32(L.ENTRY_LISTED), 24)
  }
  // If the next function has no symbol, this one is the nearest symbol below that function's end.
  if (entry < total && entryStart(entry) < following) return false
  return found
}

/** Whether a DWARF function at `start` has a name with this hash. */
function isNameOf(entry: u32, total: u32, start: u32, hash: u32): bool {
  for (; entry < total && entryStart(entry) == start; entry++) {
    const name = load<u32>(entryAt(orderedEntry(entry)), 8)
    if (name != 0 && hashOf(name) == hash) return true
  }
  return false
}

/** Limit for symbols with one start that are compared with DWARF's name: a hostile table may have millions. */
const MOST_SHARED: u32 = 4096

/** Whether a symbol with the start of the one at `position` has the name of a DWARF function there. */
function hasOwnName(position: u32, entry: u32, total: u32, start: u32): bool {
  const count = sorted.length >> 3
  const lowest = position > MOST_SHARED ? position - MOST_SHARED : 0
  while (position > lowest && keyOffset(position - 1) == start) position--
  const end = min(count, position + 2 * MOST_SHARED)
  for (; position < end && keyOffset(position) == start; position++) {
    const p = keySymbol(position)
    if (load<u8>(p, 8) < u8(L.SYMBOL_START) && isNameOf(entry, total, start, load<u32>(p, 12))) return true
  }
  return false
}
