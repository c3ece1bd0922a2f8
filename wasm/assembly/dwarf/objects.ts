/**
 * Debug information in object files, as a debug map lists them (`LinkedObject` in `ports.ts`). The sections of all
 * objects are concatenated. An offset in a unit therefore counts from its object's part of a section. The unit's
 * addresses are the object's; moves map them to linked addresses. Without objects every part is the whole section, and
 * addresses stay.
 */
import { fail } from '../fail'
import * as L from '../layout'
import { sectionTotal } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'

const PART: usize = 8
const OBJECT_BYTES: u32 = L.OBJECT_WORDS << 2
const MOVE_BYTES: u32 = L.MOVE_WORDS << 2
/** Number of an object that is none. */
export const NO_OBJECT: u32 = 0xffffffff

/** By their place in `.debug_info`: first move, count of moves, then start and size of its part of each section. */
const objects: Vec = newVec()
/** Address in the object, size, image offset; ascending for each object, without overlaps. */
const moves: Vec = newVec()
let current: u32 = NO_OBJECT
/** Start and size of the current object's part of each section. */
const parts: usize = memory.data(L.SECTION_COUNT * 8, 16)
let firstMove: usize = 0
let behindMoves: usize = 0
/** True if addresses of the current unit are those of an object. */
export let isMoved: bool = false
/** True in units that stand for object files that are missing: one move covers all addresses. */
export let isMissingObject: bool = false

/** Memory for objects and for their moves, which the host fills. */
export function takeObjects(count: u32): usize {
  return objects.take(count * OBJECT_BYTES)
}

export function takeMoves(count: u32): usize {
  return moves.take(count * MOVE_BYTES)
}

/** The object whose part of `.debug_info` holds an offset. */
export function objectAt(offset: u32): u32 {
  let low: u32 = 0
  let high = objects.length / OBJECT_BYTES
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(partOf(middle, L.SECTION_INFO)) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1 // NO_OBJECT if there is none
}

function partOf(object: u32, section: i32): usize {
  return objects.data + usize(object * OBJECT_BYTES) + (L.OBJECT_PARTS << 2) + usize(section) * PART
}

/** Makes an object current: its parts and moves apply. */
export function enterObject(object: u32): void {
  if (object == current) return
  current = object
  isMoved = object != NO_OBJECT
  isMissingObject = false
  if (!isMoved) return
  memory.copy(parts, partOf(object, 0), usize(L.SECTION_COUNT) * PART)
  const first = load<u32>(partOf(object, 0) - 8)
  const count = load<u32>(partOf(object, 0) - 4)
  firstMove = moves.data + usize(first * MOVE_BYTES)
  behindMoves = firstMove + usize(count * MOVE_BYTES)
  isMissingObject = count == 1 && movedSize(firstMove) == u64(u32.MAX_VALUE)
}

/** Where a section begins for the current unit. */
export function partStart(section: i32): u32 {
  return current == NO_OBJECT ? 0 : load<u32>(parts + usize(section) * PART)
}

/** Where a section ends for the current unit. */
export function partEnd(section: i32): u32 {
  if (current == NO_OBJECT) return sectionTotal(section)
  const part = parts + usize(section) * PART
  return load<u32>(part) + load<u32>(part, 4)
}

/**
 * The place of an offset that the current unit gives. Fails beyond the part of its object, because what follows is another
 * object's; a whole section is checked where it is read.
 */
export function placeOf(section: i32, offset: u64): u32 {
  if (current == NO_OBJECT) return u32(offset)
  const end = partEnd(section)
  const place = u64(partStart(section)) + offset
  if (offset > u64(end) || place > u64(end)) fail(L.ERROR_TRUNCATED, section, end)
  return u32(place)
}

/** A run of code that the linker moved as it was: its address in the object, its size, its image offset. */
export function movedFrom(move: usize): u64 {
  return u64(load<u32>(move))
}

export function movedSize(move: usize): u64 {
  return u64(load<u32>(move, 4))
}

export function movedTo(move: usize): u64 {
  return u64(load<u32>(move, 8))
}

/** The first move of the current object that overlaps addresses; 0 if none does. */
export function firstMoveIn(start: u64, end: u64): usize {
  let low: u32 = 0
  let high = u32((behindMoves - firstMove) / MOVE_BYTES)
  while (low < high) {
    const middle = (low + high) >> 1
    const move = firstMove + usize(middle * MOVE_BYTES)
    if (movedFrom(move) + movedSize(move) <= start) low = middle + 1
    else high = middle
  }
  return within(firstMove + usize(low * MOVE_BYTES), end)
}

/** The move that follows one, if it begins before an address; else 0. */
export function nextMoveIn(move: usize, end: u64): usize {
  return within(move + MOVE_BYTES, end)
}

let work: u64 = 0

function within(move: usize, end: u64): usize {
  // A sane file has few ranges and sequences for each of its bytes.
  if (++work > (u64(sectionTotal(L.SECTION_INFO)) << 4) + 0x4000000) fail(L.ERROR_RANGES, L.SECTION_INFO, 0)
  return move < behindMoves && movedFrom(move) < end ? move : 0
}

/** Image offset behind the code that ends at an address of the object; u64.MAX_VALUE where the linker left it out. */
export function movedEnd(address: u64): u64 {
  const move = address == 0 ? usize(0) : firstMoveIn(address - 1, address)
  return move == 0 ? u64.MAX_VALUE : movedTo(move) + (address - movedFrom(move))
}
