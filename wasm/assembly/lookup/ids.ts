/** Collects ids and replaces each by its position in a sorted list without duplicates. */
import { sort64 } from '../memory/sort'
import { Vec } from '../memory/vec'

/** Records an id and the place (below 2^32) that needs its position. Ignores 0, which is no id. */
export function noteId(notes: Vec, id: u32, place: u32): void {
  if (id != 0) store<u64>(notes.take(8), (u64(id) << 32) | u64(place))
}

/**
 * Lists the recorded ids, u32 each, ascending. The high half of each note becomes the position of its id in the list,
 * from 1.
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
