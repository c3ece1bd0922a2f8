/** Allocator: size classes (four to a power of two) with free lists over a bump pointer. No managed objects. */
import { fail } from '../fail'
import { ERROR_MEMORY } from '../layout'

const CLASSES = 128
const lists: usize = memory.data(CLASSES * 4, 16)
let top: usize = (__heap_base + 63) & ~63
let limit: usize = 0

/** Limit for the memory of the instance; an allocation above it fails. 0: no limit. */
export function setMemoryLimit(bytes: usize): void {
  limit = bytes
}

/** Bytes obtained from the host so far. */
export function memoryTop(): usize {
  return top
}

function classOf(size: usize): u32 {
  if (size <= 32) return 20
  const bits: u32 = 31 - u32(clz<u32>(u32(size - 1)))
  const quarter: u32 = u32((size - 1) >> (bits - 2)) & 3
  return bits * 4 + quarter + 1
}

function sizeOf(cls: u32): usize {
  return usize((4 + (cls & 3)) << ((cls >> 2) - 2))
}

/** At least `size` bytes, 16-byte aligned; not cleared. */
export function alloc(size: usize): usize {
  if (size > 0x7fff0000) fail(ERROR_MEMORY, -1, u32(size))
  const cls = classOf(size)
  const slot = lists + (usize(cls) << 2)
  const free = load<u32>(slot)
  if (free != 0) {
    store<u32>(slot, load<u32>(free))
    return free
  }
  const bytes = (sizeOf(cls) + 15) & ~15
  const p = top
  const end = u64(p) + u64(bytes)
  if (end > 0xfff00000 || (limit != 0 && end > u64(limit))) fail(ERROR_MEMORY, -1, u32(size))
  const need = i32((end + 0xffff) >> 16) - memory.size()
  if (need > 0 && memory.grow(need) < 0) fail(ERROR_MEMORY, -1, u32(size))
  top = usize(end)
  return p
}

/** Frees a block of `alloc(size)`. */
export function release(p: usize, size: usize): void {
  if (p == 0) return
  const slot = lists + (usize(classOf(size)) << 2)
  store<u32>(p, load<u32>(slot))
  store<u32>(slot, u32(p))
}
