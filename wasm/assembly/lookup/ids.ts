/** Numbers that an answer names, made ascending and distinct, so that each goes by its position among them. */
import { sort64 } from '../memory/sort'
import { Vec } from '../memory/vec'

/** Notes a number and the place, below 2^32, where its position is wanted; 0 is none and is not noted. */
export function noteId(notes: Vec, id: u32, place: u32): void {
  if (id != 0) store<u64>(notes.take(8), (u64(id) << 32) | u64(place))
}

/**
 * Lists the numbers that were noted, u32 each, and makes the notes say, for each place, the position of its number in the
 * list, from 1, as their high half.
 */
export function listIds(notes: Vec, list: Vec): void {
  const count = notes.length >> 3
  sort64(notes.data, count)
  list.length = 0
  list.reserve(count << 2)
  let before: u32 = 0
  let position: u32 = 0
  for (let p = notes.data, end = p + notes.length; p < end; p += 8) {
    const id = load<u32>(p, 4)
    if (id != before) {
      list.push32(id)
      position++
      before = id
    }
    store<u32>(p, position, 4)
  }
}
