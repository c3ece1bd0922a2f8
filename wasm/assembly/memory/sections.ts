/**
 * Windows over the input sections. Only small sections are held whole: each slot has the bytes [start, start + length)
 * of a section of `total` bytes. WINDOW_TAIL zero bytes follow each window, so that reading a number needs no bounds
 * check.
 */
import { fail, failWindow } from '../fail'
import { bring } from '../host'
import { ERROR_TRUNCATED, SECTION_COUNT } from '../layout'
import { alloc, release } from './heap'

export const WINDOW_TAIL: u32 = 256
const SLOT: usize = 20
const slots: usize = memory.data(SECTION_COUNT * 20, 16)

/** Allocates a window; the host writes its bytes there. */
export function openWindow(section: i32, start: u32, length: u32, total: u32): usize {
  const slot = slots + usize(section) * SLOT
  const capacity = load<u32>(slot, 16)
  let data: usize = load<u32>(slot)
  const need = length + WINDOW_TAIL
  // Windows of a section have similar sizes: the memory is reused unless it is far too large.
  if (need > capacity || capacity > need * 8 + 65536) {
    if (capacity > 0) release(data, capacity)
    store<u32>(slot, 0, 16)
    data = alloc(need)
    store<u32>(slot, u32(data))
    store<u32>(slot, need, 16)
  }
  store<u32>(slot, start, 4)
  store<u32>(slot, length, 8)
  store<u32>(slot, total, 12)
  memory.fill(data + length, 0, WINDOW_TAIL)
  return data
}

/** Sets a section's size and drops its window. */
export function setSectionTotal(section: i32, total: u32): void {
  const slot = slots + usize(section) * SLOT
  store<u32>(slot, 0, 4)
  store<u32>(slot, 0, 8)
  store<u32>(slot, total, 12)
}

export function windowStart(section: i32): u32 {
  return load<u32>(slots + usize(section) * SLOT, 4)
}

export function windowLength(section: i32): u32 {
  return load<u32>(slots + usize(section) * SLOT, 8)
}

export function sectionTotal(section: i32): u32 {
  return load<u32>(slots + usize(section) * SLOT, 12)
}

export function windowData(section: i32): usize {
  return load<u32>(slots + usize(section) * SLOT)
}

/** True when `bytes` from `offset` lie in the window. */
export function inWindow(section: i32, offset: u32, bytes: u32): bool {
  const start = windowStart(section)
  return offset >= start && u64(offset) + u64(bytes) <= u64(start) + u64(windowLength(section))
}

/**
 * Address of `bytes` from `offset` of a section; fails if the section is shorter. May replace the window, which
 * invalidates pointers into it.
 */
export function at(section: i32, offset: u32, bytes: u32): usize {
  if (!inWindow(section, offset, bytes)) miss(section, offset, bytes)
  return windowData(section) + (offset - windowStart(section))
}

function miss(section: i32, offset: u32, bytes: u32): void {
  if (u64(offset) + u64(bytes) > u64(sectionTotal(section))) fail(ERROR_TRUNCATED, section, offset)
  if (!bring(section, offset, bytes) || !inWindow(section, offset, bytes)) failWindow(section, offset, bytes)
}

/** Address of the end of a section's window. */
export function windowEnd(section: i32): usize {
  return windowData(section) + windowLength(section)
}

/** Section offset of an address in the window. */
export function offsetOf(section: i32, p: usize): u32 {
  return u32(p - windowData(section)) + windowStart(section)
}
