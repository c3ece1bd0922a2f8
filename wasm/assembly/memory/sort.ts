/** Sorting and searching of plain numbers. */
import { alloc, release } from './heap'

/**
 * Sorts u64 ascending, stable, in place: radix sort, 11 bits a pass, over the bits that differ; insertion sort for
 * short lists.
 */
export function sort64(data: usize, count: u32): void {
  if (count < 2) return
  let any: u64 = 0
  let all: u64 = u64.MAX_VALUE
  let ascending = true
  let last = load<u64>(data)
  for (let i: u32 = 0; i < count; i++) {
    const value = load<u64>(data + (usize(i) << 3))
    any |= value
    all &= value
    if (value < last) ascending = false
    last = value
  }
  if (ascending) return
  if (count <= 48) {
    for (let i: u32 = 1; i < count; i++) {
      let p = data + (usize(i) << 3)
      const value = load<u64>(p)
      while (p > data && load<u64>(p - 8) > value) {
        store<u64>(p, load<u64>(p - 8))
        p -= 8
      }
      store<u64>(p, value)
    }
    return
  }
  const differ = any & ~all
  const size = usize(count) << 3
  const spare = alloc(size)
  const counts = alloc(2048 * 4)
  let from = data
  let to = spare
  for (let shift: u64 = 0; shift < 64; shift += 11) {
    if (((differ >> shift) & 2047) == 0) continue
    memory.fill(counts, 0, 2048 * 4)
    for (let p = from; p < from + size; p += 8) {
      const slot = counts + (usize((load<u64>(p) >> shift) & 2047) << 2)
      store<u32>(slot, load<u32>(slot) + 1)
    }
    let sum: u32 = 0
    for (let slot = counts; slot < counts + 2048 * 4; slot += 4) {
      const n = load<u32>(slot)
      store<u32>(slot, sum)
      sum += n
    }
    for (let p = from; p < from + size; p += 8) {
      const value = load<u64>(p)
      const slot = counts + (usize((value >> shift) & 2047) << 2)
      const place = load<u32>(slot)
      store<u32>(slot, place + 1)
      store<u64>(to + (usize(place) << 3), value)
    }
    const swap = from
    from = to
    to = swap
  }
  if (from != data) memory.copy(data, from, size)
  release(spare, size)
  release(counts, 2048 * 4)
}

/** Lower bound: position in [low, high) of the first u64 whose upper half is >= `key`. */
export function positionOfKey(data: usize, low: u32, high: u32, key: u32): u32 {
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(data + (usize(middle) << 3), 4) < key) low = middle + 1
    else high = middle
  }
  return low
}
