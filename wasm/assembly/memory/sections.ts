/**
 * Windows over the input sections. A section is never held whole unless it is small: each slot has the bytes
 * [start, start + length) of a section of `total` bytes. Behind every window lie WINDOW_TAIL zero bytes, so that reading a
 * number needs no check of its own.
 */
import { fail, failWindow } from '../fail'
import { bring } from '../host'
import { ERROR_TRUNCATED, SECTION_COUNT } from '../layout'
import { alloc, release } from './heap'

export const WINDOW_TAIL: u32 = 256
const SLOT: usize = 20
const slots: usize = memory.data(SECTION_COUNT * 20, 16)

/** Room for a window; the host writes its bytes there. */
export function openWindow(section: i32, start: u32, length: u32, total: u32): usize {
  const slot = slots + usize(section) * SLOT
  const capacity = load<u32>(slot, 16)
  let data: usize = load<u32>(slot)
  const need = length + WINDOW_TAIL
  // Windows of one section have like sizes: room is kept, until it is far too large.
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

/** The section has `total` bytes, none of them at hand. */
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
 * Where `bytes` from `offset` of a section lie; fails when the section does not have them. The window may move: what
 * pointed into it before points nowhere then.
 */
export function at(section: i32, offset: u32, bytes: u32): usize {
  if (!inWindow(section, offset, bytes)) miss(section, offset, bytes)
  return windowData(section) + (offset - windowStart(section))
}

function miss(section: i32, offset: u32, bytes: u32): void {
  if (u64(offset) + u64(bytes) > u64(sectionTotal(section))) fail(ERROR_TRUNCATED, section, offset)
  if (!bring(section, offset, bytes) || !inWindow(section, offset, bytes)) failWindow(section, offset, bytes)
}

/** End of a section's window in memory. */
export function windowEnd(section: i32): usize {
  return windowData(section) + windowLength(section)
}

/** Offset in its section of a place in a window. */
export function offsetOf(section: i32, p: usize): u32 {
  return u32(p - windowData(section)) + windowStart(section)
}
