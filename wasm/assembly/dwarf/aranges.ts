/** `.debug_aranges` (DWARF 5, section 6.1.2): which units hold the offsets that a partial build is asked for. */
import * as L from '../layout'
import { windowData, windowEnd } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import { imageOffset, isWanted } from './ranges'
import { setShape } from './forms'
import { read16, read32, read64, readSized } from './read'

/** Pairs: offset of a unit in `.debug_info`, 1 when it holds a wanted offset. All units listed, as they come. */
export const listed: Vec = newVec()

/** Reads the whole section, which must be in its window. A damaged set ends the reading. */
export function readAranges(): void {
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
  listed.push32(unit)
  listed.push32(u32(wanted))
}
