/**
 * Names that were known only after their blocks were written: blocks and entries have ids that stand for them. Such an id
 * belongs to a shard and counts what that shard has deferred.
 */
import * as L from '../layout'
import { positionOfKey, sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

/** A name may lie behind several others in turn. */
const HOPS = 8

/** What was found: id u32, offset of its entry in `.debug_info` u32. */
const found: Vec = newVec()
/** For each deferred name the offset of its entry, later its id; by shard, one behind the other. */
export const crossUnitNames: Vec = newVec()
/** Position of each shard's first. */
const firsts: Vec = newVec()
let share: u32 = 0

/** Takes ids of entries: two columns. Of several ids of one entry the greatest counts. */
export function addFound(offsets: usize, ids: usize, count: u32): void {
  found.reserve(found.length + (count << 3))
  for (let i: usize = 0; i < usize(count) << 2; i += 4) {
    const p = found.take(8)
    store<u32>(p, load<u32>(ids + i))
    store<u32>(p, load<u32>(offsets + i), 4)
  }
}

/** Takes the offsets of entries whose names the next shard has deferred. */
export function addCrossUnitNames(offsets: usize, count: u32): void {
  firsts.push32(crossUnitNames.length >> 2)
  crossUnitNames.append(offsets, count << 2)
}

/** Puts ids in the place of offsets, when all was taken. */
export function settleCrossUnitNames(): void {
  share = u32(L.ID_SPAN) / max<u32>(1, firsts.length >> 2)
  sort64(found.data, found.length >> 3)
  for (let p = crossUnitNames.data, end = crossUnitNames.data + crossUnitNames.length; p < end; p += 4)
    store<u32>(p, idAt(load<u32>(p)))
  // A name may be another late one.
  for (let p = crossUnitNames.data, end = crossUnitNames.data + crossUnitNames.length; p < end; p += 4)
    store<u32>(p, crossUnitName(load<u32>(p)))
  found.free()
}

/** The id found for the entry at an offset; 0 for none. */
function idAt(offset: u32): u32 {
  const behind = positionOfKey(found.data, 0, found.length >> 3, offset + 1)
  if (behind == 0) return 0
  const p = found.data + (usize(behind - 1) << 3)
  return load<u32>(p, 4) == offset ? load<u32>(p) : 0
}

/** The id behind an id, which may stand for a late name; 0 where nothing was found. */
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
