/** `.debug_aranges` (DWARF 5, section 6.1.2): finds the units that hold the offsets of a partial build. */
import * as L from '../layout'
import { sectionTotal, windowData, windowEnd } from '../memory/sections'
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'
import { imageOffset, isWanted } from './ranges'
import { setShape } from './forms'
import { read16, read32, read64, readSized } from './read'

/** Offsets of all units listed, ascending. */
export const listed: Vec = newVec()
/**
 * Start and end of each unit that holds a wanted offset. The end is the start of the next listed unit, or the end of
 * `.debug_info`.
 */
export const listedWanted: Vec = newVec()
/** One value a set: unit offset << 1, plus 1 if the set holds a wanted offset. */
const sets: Vec = newVec()

/** Reads the whole section from its window. Stops at the first damaged set. */
export function readAranges(): void {
  sets.length = 0
  readSets()
  sort64(sets.data, sets.length >> 3)
  listed.length = 0
  listedWanted.length = 0
  const total = sectionTotal(L.SECTION_INFO)
  let isWantedUnit = false
  for (let p = sets.data, end = sets.data + sets.length; p < end; p += 8) {
    const unit = u32(load<u64>(p) >> 1)
    if (unit >= total) break
    if (p > sets.data && unit == u32(load<u64>(p - 8) >> 1)) {
      // Several sets of one unit: those that hold a wanted offset come last.
      if (isWantedUnit || (load<u64>(p) & 1) == 0) continue
    } else {
      if (isWantedUnit) listedWanted.push32(unit)
      listed.push32(unit)
    }
    isWantedUnit = (load<u64>(p) & 1) != 0
    if (isWantedUnit) listedWanted.push32(unit)
  }
  if (isWantedUnit) listedWanted.push32(total)
}

function readSets(): void {
  let p = windowData(L.SECTION_ARANGES)
  const end = windowEnd(L.SECTION_ARANGES)
  while (p + 12 <= end) {
    const start = p
    let offsetSize: u32 = 4
    let length = u64(read32(p))
    p += 4
    if (length == 0xffffffff) {
      offsetSize = 8
      length = read64(p)
      p += 8
    }
    if (length < 8 || length > u64(end - p)) return
    const stop = p + usize(length)
    const version = read16(p)
    const unit = u32(readSized(p + 2, offsetSize))
    p += 2 + offsetSize
    const size: u32 = load<u8>(p)
    const segment: u32 = load<u8>(p, 1)
    p += 2
    if (version == 2 && segment == 0 && (size == 4 || size == 8)) readSet(start, p, stop, unit, size)
    p = stop
  }
}

function readSet(start: usize, p: usize, stop: usize, unit: u32, size: u32): void {
  setShape(4, size, 4)
  // Tuples are aligned to their own size, counted from the start of the set.
  const tuple = size * 2
  const off = u32(p - start) % tuple
  if (off != 0) p += tuple - off
  let wanted = false
  while (p + tuple <= stop && !wanted) {
    const from = imageOffset(readSized(p, size))
    const length = readSized(p + size, size)
    p += tuple
    if (from == u32.MAX_VALUE || length == 0) continue
    const end = min<u64>(u64(from) + length, u64(u32.MAX_VALUE))
    wanted = isWanted(from, u32(end))
  }
  store<u64>(sets.take(8), (u64(unit) << 1) | u64(wanted))
}
