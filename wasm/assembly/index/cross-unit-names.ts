/**
 * Cross-unit names: names resolved after their blocks were written. Blocks and entries hold placeholder ids, which
 * count the cross-unit DIEs of each slice.
 */
import * as L from '../layout'
import { positionOfKey, sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

/** Limit for a chain of placeholder ids. */
const HOPS = 8

/** Resolved names: id u32, DIE offset in `.debug_info` u32. */
const found: Vec = newVec()
/** For each cross-unit DIE its offset, replaced by its id in `settleCrossUnitNames`; concatenated by slice. */
export const crossUnitNames: Vec = newVec()
/** Position of each slice's first name in `crossUnitNames`. */
const firsts: Vec = newVec()
let share: u32 = 0

/** Adds resolved ids, as two columns. The greatest of several ids of one DIE counts. */
export function addFound(offsets: usize, ids: usize, count: u32): void {
  found.reserve(found.length + (count << 3))
  for (let i: usize = 0; i < usize(count) << 2; i += 4) {
    const p = found.take(8)
    store<u32>(p, load<u32>(ids + i))
    store<u32>(p, load<u32>(offsets + i), 4)
  }
}

/** The cross-unit DIEs added next are those of the next slice. */
export function beginCrossUnitNames(): void {
  firsts.push32(crossUnitNames.length >> 2)
}

export function addCrossUnitNames(offsets: usize, count: u32): void {
  crossUnitNames.append(offsets, count << 2)
}

/** Replaces DIE offsets by ids. Call it once everything was added. */
export function settleCrossUnitNames(): void {
  share = u32(L.ID_SPAN) / max<u32>(1, firsts.length >> 2)
  sort64(found.data, found.length >> 3)
  for (let p = crossUnitNames.data, end = crossUnitNames.data + crossUnitNames.length; p < end; p += 4)
    store<u32>(p, idAt(load<u32>(p)))
  // The id may be a placeholder, too.
  for (let p = crossUnitNames.data, end = crossUnitNames.data + crossUnitNames.length; p < end; p += 4)
    store<u32>(p, crossUnitName(load<u32>(p)))
  found.free()
}

/** The id resolved for the DIE at an offset; 0 if there is none. */
function idAt(offset: u32): u32 {
  const behind = positionOfKey(found.data, 0, found.length >> 3, offset + 1)
  if (behind == 0) return 0
  const p = found.data + (usize(behind - 1) << 3)
  return load<u32>(p, 4) == offset ? load<u32>(p) : 0
}

/** Follows placeholder ids to a string id; 0 if the name was not found. */
export function crossUnitName(id: u32): u32 {
  for (let hop = 0; hop < HOPS && id >= u32(L.CROSS_UNIT_BASE); hop++) {
    const shard = (id - u32(L.CROSS_UNIT_BASE)) / share
    if (shard >= firsts.length >> 2) return 0
    const place = firsts.at32(shard) + (id - u32(L.CROSS_UNIT_BASE) - shard * share)
    if (place >= crossUnitNames.length >> 2) return 0
    id = crossUnitNames.at32(place)
  }
  return id >= u32(L.CROSS_UNIT_BASE) ? 0 : id
}
