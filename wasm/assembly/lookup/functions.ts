/** Reads pages of the function table, entry by entry. Layout: `src/core/symindex/README.md`. */
import * as L from '../layout'
import { addressShift } from './index-header'
import { Entry } from './query'
import { Range } from './ranges'
import { at, Read, seek } from './read'

/** The current entry. */
export const entry: Entry = changetype<Entry>(memory.data(offsetof<Entry>(), 16))
/** Its name, or the alias read after it. */
export let entryName: u32 = 0
/** True if that alias has the size of the current entry: two functions with equal code, made one by the linker (ICF). */
export let aliasIsFolded: bool = false
/** Start of the next record; u64.MAX_VALUE at the end of the page. */
export let nextStart: u64 = 0
let end: usize = 0

/** Enters a page whose first key is `key`. */
export function enterFunctions(page: Range, key: u32): void {
  memory.fill(changetype<usize>(entry), 0, offsetof<Entry>())
  entryName = 0
  seek(page.place)
  end = page.place + page.bytes
  nextStart = key
  readStart()
}

function readStart(): void {
  if (at < end) nextStart += u64(Read.uleb()) << addressShift
  else nextStart = u64.MAX_VALUE
}

/** Reads the next record. True for an entry, false for an alias of the current one. */
export function readFunction(): bool {
  const start = u32(nextStart)
  const head = Read.uleb()
  const flags = head & 1 ? Read.byte() : 0
  entryName += Read.zigzag()
  const isEntry = (flags & u32(L.ENTRY_ALIAS)) == 0
  const size = u32(min(u64(head >> 1) << addressShift, u64(u32.MAX_VALUE)))
  // Parts of functions and code without one are no functions.
  const part = u32(L.ENTRY_RANGE | L.ENTRY_CUT | L.ENTRY_ANONYMOUS)
  aliasIsFolded = !isEntry && size > 0 && size == entry.size && ((flags | entry.flags) & part) == 0
  if (isEntry) {
    entry.start = start
    entry.size = size
    entry.name = entryName
    entry.flags = flags
    entry.range = flags & u32(L.ENTRY_RANGE) ? Read.uleb() : 0
    entry.rangeStart = flags & u32(L.ENTRY_CUT) ? start - (Read.uleb() << addressShift) : start
    if (flags & u32(L.ENTRY_EXPLICIT)) {
      entry.block += Read.zigzag()
      entry.slot = Read.uleb()
    } else if (flags & u32(L.ENTRY_NEXT_BLOCK)) {
      entry.block++
      entry.slot = 0
    } else entry.slot++
  }
  readStart()
  return isEntry
}

/** Code with line rows but no function. */
export function isAnonymous(one: Entry): bool {
  return (one.flags & u32(L.ENTRY_ANONYMOUS)) != 0
}
