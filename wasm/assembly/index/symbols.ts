/**
 * Names and starts from outside DWARF: LC_SYMTAB, other named addresses, LC_FUNCTION_STARTS, ends of code. A symbol that
 * only repeats the name of a DWARF function at its start is dropped.
 */
import * as L from '../layout'
import { codeEnd, imageOffset } from '../dwarf/ranges'
import { next, read32, read64, uleb } from '../dwarf/read'
import { setShape } from '../dwarf/forms'
import { at, sectionTotal } from '../memory/sections'
import { sort64 } from '../memory/sort'
import { markString, pool, poolStart, stringBase } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'
import { ENTRY_BYTES, entries } from './block'
import { order, orderedEntry } from './table'

/** Symbol: offset u32, string id u32, kind u32. */
const SYMBOL_BYTES: u32 = 12
export const symbols: Vec = newVec()
export const symbolPages: Vec = newVec()
export const symbolDirectory: Vec = newVec()
export let symbolCount: u32 = 0
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
}

/** Takes the nlist or nlist_64 entries at `p` (mach-o/nlist.h): defined, not for debuggers, in code. */
export function addNlist(p: usize, count: u32, wide: bool): void {
  const base = stringBase(L.SECTION_STRTAB)
  const total = sectionTotal(L.SECTION_STRTAB)
  const step: usize = wide ? 16 : 12
  setShape(4, wide ? 8 : 4, 4)
  for (let i: u32 = 0; i < count; i++, p += step) {
    const type: u32 = load<u8>(p, 4)
    const section: u32 = load<u8>(p, 5)
    if ((type & 0xe0) != 0 || (type & 0x0e) != 0x0e || section == 0 || !load<u8>(isCode + (section - 1))) continue
    const name = read32(p)
    const offset = imageOffset(wide ? read64(p + 8) : u64(read32(p + 8)))
    if (name == 0 || name >= total || offset == u32.MAX_VALUE || codeEnd(offset) == 0) continue
    addSymbol(offset, base + name, L.SYMBOL_SYMTAB)
  }
}

/** Takes the payload of LC_FUNCTION_STARTS: ULEB128 differences, the first from `__TEXT`; bit 0 marks Thumb code. */
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

/** Where the text of an id lies, given that its section or pool is in memory. */
export function textOf(id: u32): usize {
  if (id >= u32(L.POOL_BASE)) return pool.data + (id - poolStart())
  let section = 0
  while (section + 1 < L.STRING_SECTIONS && id >= stringBase(section + 1)) section++
  return at(section, id - stringBase(section), 1)
}

/** `ltmp0`: a label that the assembler made for arm64 object files; nobody's name. */
function isAssemblerLabel(p: usize): bool {
  if (load<u32>(p) != 0x706d746c) return false
  p += 4
  while (load<u8>(p) >= 0x30 && load<u8>(p) <= 0x39) p++
  return load<u8>(p) == 0
}

/** Whether the next symbol has the same start. */
function sharesStart(keys: Vec, position: u32, start: u32): bool {
  const after = (position + 1) << 3
  return after < keys.length && load<u32>(keys.data + after, 4) == start
}

function isSame(a: usize, b: usize): bool {
  while (load<u8>(a) == load<u8>(b)) {
    if (load<u8>(a) == 0) return true
    a++
    b++
  }
  return false
}

/** Writes the symbol table; DWARF's entries must be sorted, their names and all symbols' in memory. */
export function writeSymbols(): void {
  const count = symbols.length / SYMBOL_BYTES
  const keys = newVec()
  for (let i: u32 = 0; i < count; i++) {
    const p = symbols.data + usize(i * SYMBOL_BYTES)
    // Names before starts, starts before ends; of names the table's order counts.
    const rank: u32 = load<u32>(p, 8) >= u32(L.SYMBOL_START) ? load<u32>(p, 8) << 29 : 0
    store<u64>(keys.take(8), (u64(load<u32>(p)) << 32) | u64(rank + i))
  }
  sort64(keys.data, count)
  symbolPages.length = 0
  symbolDirectory.length = 0
  symbolCount = 0
  let inPage: u32 = 0
  let lastStart: u32 = 0
  let lastName: u32 = 0
  let lastKind: u32 = L.SYMBOL_END
  let entry: u32 = 0
  const total = entries.length / ENTRY_BYTES
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(keys.data + (usize(i) << 3))
    const p = symbols.data + usize((u32(key) & 0x1fffffff) * SYMBOL_BYTES)
    const start = load<u32>(p)
    let id = load<u32>(p, 4)
    const kind = load<u32>(p, 8)
    while (entry < total && load<u32>(order.data + (usize(entry) << 3), 4) < start) entry++
    const atEntry = entry < total && load<u32>(order.data + (usize(entry) << 3), 4) == start
    if (kind < u32(L.SYMBOL_START)) {
      let text = textOf(id)
      if (kind == u32(L.SYMBOL_SYMTAB) && load<u8>(text) == 0x5f) {
        text++
        id++
      }
      if (load<u8>(text) == 0 || (isAssemblerLabel(text) && (atEntry || sharesStart(keys, i, start)))) continue
      if (atEntry && repeats(entry, start, text)) continue
      symbolCount++
    } else if (
      kind == u32(L.SYMBOL_START) &&
      (atEntry || (symbolPages.length > 0 && start == lastStart && lastKind < u32(L.SYMBOL_END)))
    )
      continue
    if ((inPage >= u32(L.PAGE_ENTRIES) && start != lastStart) || symbolDirectory.length == 0) {
      symbolDirectory.push32(start)
      symbolDirectory.push32(symbolPages.length)
      inPage = 0
      lastStart = start
      lastName = 0
    }
    symbolPages.pushUleb(start - lastStart)
    symbolPages.push8(kind)
    if (kind < u32(L.SYMBOL_START)) {
      markString(id)
      symbolPages.pushZigzag(i32(id - lastName))
      lastName = id
    }
    lastStart = start
    lastKind = kind
    inPage++
  }
  keys.free()
}

/** Whether a DWARF function at `start` has this very name. */
function repeats(entry: u32, start: u32, text: usize): bool {
  const total = entries.length / ENTRY_BYTES
  for (; entry < total && load<u32>(order.data + (usize(entry) << 3), 4) == start; entry++) {
    const name = load<u32>(entries.data + usize(orderedEntry(entry) * ENTRY_BYTES), 8)
    if (name != 0 && isSame(textOf(name), text)) return true
  }
  return false
}
