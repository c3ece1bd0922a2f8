/** `.debug_aranges`: which unit has the code at an address. DWARF 5, section 6.1.2. */
import type { DebugInfo } from './debug-info.ts'
import { readNumber } from './unit.ts'
import type { AddressRange } from './address-lists.ts'

interface ArangeSet {
  /** Offset of the unit in `.debug_info`. */
  readonly unit: number
  readonly ranges: readonly AddressRange[]
}

/** A million ranges are those of a program of a gigabyte. */
const MOST_RANGES = 4_000_000

const read = new WeakMap<DebugInfo, readonly ArangeSet[]>()

/** All sets, as far as they are sound. */
export function readArangeUnits(info: DebugInfo, size: number): readonly ArangeSet[] {
  const known = read.get(info)
  if (known) return known
  const cursor = info.cursor('debug_aranges', 0, size)
  const sets: ArangeSet[] = []
  let count = 0
  while (cursor.remaining >= 12 && count < MOST_RANGES) {
    const start = cursor.at
    let length = cursor.readU32()
    const offsetSize = length === 0xffffffff ? 8 : 4
    if (offsetSize === 8) length = Number(cursor.readU64())
    const end = cursor.at + length
    if (end > cursor.bytes.length) break
    cursor.skip(2) // version
    const unit = Number(readNumber(cursor, offsetSize))
    const addressSize = cursor.readU8()
    const segmentSize = cursor.readU8()
    const ranges: AddressRange[] = []
    if ((addressSize === 4 || addressSize === 8) && segmentSize === 0) {
      const tuple = 2 * addressSize
      cursor.at = start + Math.ceil((cursor.at - start) / tuple) * tuple
      while (cursor.at + tuple <= end && count++ < MOST_RANGES) {
        const low = readNumber(cursor, addressSize)
        const bytes = readNumber(cursor, addressSize)
        if (low === 0n && bytes === 0n) break
        ranges.push({ low, high: low + bytes })
      }
    }
    sets.push({ unit, ranges })
    cursor.at = end
  }
  read.set(info, sets)
  return sets
}
