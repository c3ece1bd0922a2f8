/**
 * The function table: entries of all units by address. Where functions overlap, the one that starts later counts until
 * its end; then the enclosing one continues. Functions with one start keep all their names.
 */
import * as L from '../layout'
import { checksumFrom } from '../memory/checksum'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'
import { ENTRY_BYTES, entries } from './block'
import { symbolCount } from './symbols'

/** The encoded pages, and their directory: first offset, offset in `pages`, checksum; u32 each. */
export const pages: Vec = newVec()
export const directory: Vec = newVec()
/** Positions of entries by (start, order), as the low half of each key. */
export const order: Vec = newVec()
const open: Vec = newVec()

let shift: u32 = 0
let inPage: u32 = 0
let lastStart: u32 = 0
let lastName: u32 = 0
let lastBlock: u32 = 0
let lastSlot: u32 = 0
let primaryStart: u32 = 0
let primaryName: u32 = 0
let havePrimary: bool = false
export let functionCount: u32 = 0

export function entryAt(index: u32): usize {
  return entries.data + usize(index * ENTRY_BYTES)
}

/** Sorts the entries by start. Equal starts: functions before code without one, then the order of units. */
export function sortEntries(): void {
  const count = entries.length / ENTRY_BYTES
  order.length = 0
  order.reserve(count << 3)
  for (let i: u32 = 0; i < count; i++) {
    const p = entryAt(i)
    const low = (load<u32>(p, 24) & u32(L.ENTRY_ANONYMOUS)) != 0 ? 0x80000000 | i : i
    store<u64>(order.take(8), (u64(load<u32>(p)) << 32) | u64(low))
  }
  sort64(order.data, count)
}

export function orderedEntry(position: u32): u32 {
  return load<u32>(order.data + (usize(position) << 3)) & 0x7fffffff
}

/** Writes the table. Returns the shift of its addresses. */
export function writeTable(): u32 {
  const count = entries.length / ENTRY_BYTES
  let bits: u32 = 4
  for (let i: u32 = 0; i < count; i++) bits |= load<u32>(entryAt(i)) | load<u32>(entryAt(i), 4)
  shift = u32(ctz(bits))
  pages.length = 0
  directory.length = 0
  open.length = 0
  inPage = 0
  functionCount = 0
  havePrimary = false
  let at: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const index = orderedEntry(i)
    const p = entryAt(index)
    const start = load<u32>(p)
    at = resume(at, start)
    if (havePrimary && start == primaryStart) {
      addAlias(index)
      continue
    }
    havePrimary = true
    primaryStart = start
    primaryName = load<u32>(p, 8)
    writeEntry(index, start, 0)
    open.push32(index)
    at = start
  }
  resume(at, u32.MAX_VALUE)
  endPage()
  return shift
}

/** Writes the checksum of the last page. */
function endPage(): void {
  if (directory.length == 0) return
  const last = directory.data + directory.length - L.DIRECTORY_BYTES
  store<u32>(last, checksumFrom(pages, load<u32>(last, 4)), 8)
}

/** Continues interrupted functions up to an offset. Returns the end of what is covered. */
function resume(at: u32, upTo: u32): u32 {
  while (open.length > 0) {
    const index = open.at32((open.length >> 2) - 1)
    const p = entryAt(index)
    const end = load<u32>(p) + load<u32>(p, 4)
    if (end > at && at > load<u32>(p) && at < upTo) writeEntry(index, at, L.ENTRY_CUT)
    if (end > upTo) return upTo
    at = max(at, end)
    open.length -= 4
  }
  return at
}

/** Another function with the same start: its name is kept, but not its end if it is longer. */
function addAlias(index: u32): void {
  const p = entryAt(index)
  const name = load<u32>(p, 8)
  if (name == 0 || name == primaryName) return
  writeEntry(index, load<u32>(p), L.ENTRY_ALIAS)
}

function writeEntry(index: u32, start: u32, flags: u32): void {
  const p = entryAt(index)
  const size = load<u32>(p, 4)
  const name = load<u32>(p, 8)
  const block = load<u32>(p, 12)
  const slot: u32 = load<u16>(p, 16)
  const range: u32 = load<u16>(p, 18)
  // A page starts with a function, never with an alias of one.
  if ((inPage >= u32(L.PAGE_ENTRIES) && (flags & u32(L.ENTRY_ALIAS)) == 0) || directory.length == 0) {
    endPage()
    directory.push32(start)
    directory.push32(pages.length)
    directory.push32(0)
    inPage = 0
    lastStart = start
    lastName = 0
    lastBlock = 0
    lastSlot = 0
  }
  const own = load<u32>(p, 24)
  flags |= own & ~u32(L.ENTRY_LISTED)
  if ((own & ~u32(L.ENTRY_SYMBOLS_ONLY)) == 0 && symbolCount > 0) flags |= L.ENTRY_UNLISTED
  if (range != 0) flags |= L.ENTRY_RANGE
  if ((flags & u32(L.ENTRY_ALIAS)) == 0) {
    if (inPage == 0) flags |= L.ENTRY_EXPLICIT
    else if (block == lastBlock + 1 && slot == 0) flags |= L.ENTRY_NEXT_BLOCK
    else if (block != lastBlock || slot != lastSlot + 1) flags |= L.ENTRY_EXPLICIT
  }
  pages.pushUleb((start - lastStart) >> shift)
  // Sizes below 2^31: a function is never larger than that.
  pages.pushUleb((min<u32>(size >> shift, 0x7fffffff) << 1) | u32(flags != 0))
  if (flags != 0) pages.push8(flags)
  pages.pushZigzag(i32(name - lastName))
  lastStart = start
  lastName = name
  inPage++
  if ((flags & u32(L.ENTRY_ALIAS)) != 0) {
    functionCount++
    return
  }
  if ((flags & u32(L.ENTRY_RANGE)) != 0) pages.pushUleb(range)
  if ((flags & u32(L.ENTRY_CUT)) != 0) pages.pushUleb((start - load<u32>(p)) >> shift)
  if ((flags & u32(L.ENTRY_EXPLICIT)) != 0) {
    pages.pushZigzag(i32(block - lastBlock))
    pages.pushUleb(slot)
  }
  if ((flags & u32(L.ENTRY_RANGE | L.ENTRY_CUT | L.ENTRY_ANONYMOUS)) == 0) functionCount++
  lastBlock = block
  lastSlot = slot
}
