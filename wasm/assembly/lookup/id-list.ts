/** Lists of ids in a block: names, files. Layout: `src/core/symindex/README.md`. */
import { alloc } from '../memory/heap'
import { newVec, Vec } from '../memory/vec'
import { at as cursor, Read, seek } from './read'

/** Limit for the items of a block, against damage. */
const MOST_ITEMS: u32 = 1 << 20

/** A list of ids, decoded as far as needed. */
@unmanaged
export class IdList {
  at: usize
  end: usize
  /** The id read last, and the last id of the other kind; see the layout. */
  value: u32
  other: u32
  items: Vec
}

export function newIdList(): IdList {
  const list = changetype<IdList>(alloc(offsetof<IdList>()))
  list.items = newVec()
  return list
}

/** Starts at the list at the cursor, in a block that ends at `end`, and skips it. */
export function enterList(list: IdList, end: usize): void {
  const size = cursor < end ? Read.uleb() : 0
  list.at = cursor
  list.end = usize(min(u64(end), u64(cursor) + u64(size)))
  list.value = u32.MAX_VALUE
  list.other = 0
  list.items.length = 0
  seek(max(cursor, list.end))
}

/** Item of a list by its position, from 1; 0 where there is none. */
export function itemOf(list: IdList, position: u32): u32 {
  const items = list.items
  if (position > items.length >> 2) readItems(list, min(position, MOST_ITEMS))
  return position > 0 && position <= items.length >> 2 ? items.at32(position - 1) : 0
}

/** Reads the items up to a position. */
function readItems(list: IdList, position: u32): void {
  let value = list.value
  let other = list.other
  const items = list.items
  items.reserve(min(position << 2, items.length + ((u32(list.end - min(list.at, list.end)) + 1) << 2)))
  let left = position - (items.length >> 2)
  seek(list.at)
  while (left > 0 && cursor < list.end) {
    const difference = Read.zigzag()
    if (difference == 0) {
      const swap = value
      value = other
      other = swap
    } else {
      value += difference
      store<u32>(items.data + items.length, value)
      items.length += 4
      left--
    }
  }
  list.at = cursor
  list.value = value
  list.other = other
}
