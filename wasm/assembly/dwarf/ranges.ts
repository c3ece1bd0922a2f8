/**
 * Address ranges of DIEs: DW_AT_low_pc and DW_AT_high_pc, `.debug_ranges` (DWARF 4, section 2.17.3), `.debug_rnglists`
 * (DWARF 5, section 7.25). The result is image offsets. Ranges outside executable sections are dropped; these include
 * functions that the linker removed.
 */
import * as D from '../../../src/core/dwarf/constants'
import * as F from '../../../src/core/dwarf/forms'
import { fail, warn } from '../fail'
import * as L from '../layout'
import { at, sectionTotal } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import { addressOf, currentUnit, indexedAddress } from './unit'
import { formOf, has, valueOf } from './die'
import { addressSize, offsetSize, unitVersion } from './forms'
import { firstMoveIn, isMoved, movedFrom, movedSize, movedTo, nextMoveIn, partEnd, partStart } from './objects'
import { next, readSized, uleb } from './read'

let textBase: u64 = 0
/** Executable sections of the image: start and end offsets, ascending. If empty, every address is accepted. */
const code: Vec = newVec()
let lastCode: u32 = 0
/** Wanted offsets of a partial build, ascending; empty for a full build. */
export const targets: Vec = newVec()

export function addTarget(offset: u32): void {
  targets.push32(offset)
}

/** True if [start, end) holds a wanted offset. */
export function isWanted(start: u32, end: u32): bool {
  const count = targets.length >> 2
  if (count == 0) return true
  const target = targetAtOrAbove(start)
  return target < count && targets.at32(target) < end
}

let lastTarget: u32 = 0

/** Position of the first wanted offset >= `offset`. Calls mostly ascend, so the last result is tried first. */
export function targetAtOrAbove(offset: u32): u32 {
  let low: u32 = 0
  let high = targets.length >> 2
  if (lastTarget == 0 || targets.at32(lastTarget - 1) < offset) {
    if (lastTarget == high || targets.at32(lastTarget) >= offset) return lastTarget
    low = lastTarget
  } else high = lastTarget
  while (low < high) {
    const middle = (low + high) >> 1
    if (targets.at32(middle) < offset) low = middle + 1
    else high = middle
  }
  lastTarget = low
  return low
}

/** Range list entries read so far, and the limit for a sane file. */
let work: u64 = 0

/** Pairs of offsets: start, end. */
export const ranges: Vec = newVec()
/** OR of all offsets added since this was set to 0. */
export let rangeBits: u32 = 0

export function forgetRanges(): void {
  ranges.length = 0
  rangeBits = 0
}

export function setTextBase(low: u32, high: u32): void {
  textBase = u64(low) | (u64(high) << 32)
}

export function addCode(start: u32, end: u32): void {
  code.push32(start)
  code.push32(end)
}

/** End of the executable section around an offset; 0 outside of all. */
export function codeEnd(offset: u32): u32 {
  const count = code.length >> 3
  if (count == 0) return u32.MAX_VALUE
  let p = code.data + (usize(lastCode) << 3)
  if (offset >= load<u32>(p) && offset < load<u32>(p, 4)) return load<u32>(p, 4)
  for (let i: u32 = 0; i < count; i++) {
    p = code.data + (usize(i) << 3)
    if (offset >= load<u32>(p) && offset < load<u32>(p, 4)) {
      lastCode = i
      return load<u32>(p, 4)
    }
  }
  return 0
}

/** Image offset of an address; 2^32 or more if it lies outside the image. */
export function wideOffset(address: u64): u64 {
  return (addressSize == 4 ? address & 0xffffffff : address) - textBase
}

/** Image offset of an address; u32.MAX_VALUE if it lies outside the image. */
export function imageOffset(address: u64): u32 {
  const offset = wideOffset(address)
  return offset >= u64(u32.MAX_VALUE) ? u32.MAX_VALUE : u32(offset)
}

/** Appends a range of addresses of the current unit; of code that the linker moved, piece by piece. */
export function addRange(start: u64, end: u64): void {
  if (!isMoved) return add(start, end)
  for (let move = firstMoveIn(start, end); move != 0; move = nextMoveIn(move, end)) {
    const from = movedFrom(move)
    const base = textBase + movedTo(move) - from
    add(base + max(start, from), base + min(end, from + movedSize(move)))
  }
}

function add(start: u64, end: u64): void {
  if (start >= end) return
  const from = imageOffset(start)
  if (from == u32.MAX_VALUE) return
  const limit = codeEnd(from)
  if (limit == 0) return
  const to = u32(min<u64>(u64(limit), u64(from) + (end - start)))
  const p = ranges.take(8)
  store<u32>(p, from)
  store<u32>(p, to, 4)
  rangeBits |= from | to
}

/** Appends the ranges of the DIE just read. Returns their count. */
export function addRangesOfCurrent(): u32 {
  const before = ranges.length
  if (has(A.OP_RANGES)) addRangeList(formOf(A.OP_RANGES), valueOf(A.OP_RANGES))
  else if (has(A.OP_LOW) && has(A.OP_HIGH)) {
    const low = addressOf(A.OP_LOW)
    const form = formOf(A.OP_HIGH)
    // DW_AT_high_pc is an address in DWARF 2 and 3, and a size since DWARF 4 if its form is a constant.
    const isAddress = form == F.FORM_ADDR || F.isIndexedAddress(form)
    const high = isAddress ? addressOf(A.OP_HIGH) : low + valueOf(A.OP_HIGH)
    if (low != 0 || textBase == 0 || isMoved) addRange(low, high)
  }
  return (ranges.length - before) >> 3
}

/** Appends the ranges of the list in a DW_AT_ranges value. */
export function addRangeList(form: u32, value: u64): void {
  if (unitVersion < 5) {
    // DW_AT_GNU_ranges_base applies to split units only.
    readRanges(u64(partStart(L.SECTION_RANGES)) + value)
    return
  }
  let offset = u64(partStart(L.SECTION_RNGLISTS)) + value
  if (form == F.FORM_RNGLISTX) {
    const base = u64(currentUnit().rangesBase)
    const place = base + value * u64(offsetSize)
    if (place > u64(partEnd(L.SECTION_RNGLISTS))) fail(L.ERROR_TRUNCATED, L.SECTION_RNGLISTS, u32(place))
    offset = base + readSized(at(L.SECTION_RNGLISTS, u32(place), offsetSize), offsetSize)
  }
  readRnglist(offset)
}

function count(section: i32, offset: u32): void {
  if (++work > (u64(sectionTotal(section)) << 2) + 1000000) fail(L.ERROR_RANGES, section, offset)
}

function readRanges(offset: u64): void {
  if (offset >= u64(partEnd(L.SECTION_RANGES)))
    return warn(L.ERROR_TRUNCATED, L.SECTION_RANGES, u32(min<u64>(offset, u32.MAX_VALUE)))
  const size = addressSize
  const most: u64 = size == 8 ? u64.MAX_VALUE : size == 4 ? 0xffffffff : 0xffff
  let base = currentUnit().low
  let place = u32(offset)
  for (;;) {
    const p = at(L.SECTION_RANGES, place, size * 2)
    const start = readSized(p, size)
    const end = readSized(p + size, size)
    count(L.SECTION_RANGES, place)
    place += size * 2
    if (start == 0 && end == 0) return
    if (start == most) base = end
    else addRange(base + start, base + end)
  }
}

/** Bytes of the longest entry of a range list: its kind and two numbers. */
const LONGEST_ENTRY: u32 = 21

function readRnglist(offset: u64): void {
  if (offset >= u64(partEnd(L.SECTION_RNGLISTS)))
    return warn(L.ERROR_TRUNCATED, L.SECTION_RNGLISTS, u32(min<u64>(offset, u32.MAX_VALUE)))
  const size = addressSize
  let base = currentUnit().low
  let place = u32(offset)
  const total = partEnd(L.SECTION_RNGLISTS)
  for (;;) {
    if (place >= total) fail(L.ERROR_TRUNCATED, L.SECTION_RNGLISTS, place)
    let p = at(L.SECTION_RNGLISTS, place, min(LONGEST_ENTRY, total - place))
    const begin = p
    const kind: u32 = load<u8>(p++)
    let start: u64 = 0
    let end: u64 = 0
    count(L.SECTION_RNGLISTS, place)
    switch (kind) {
      case D.RLE_END_OF_LIST:
        return
      case D.RLE_BASE_ADDRESSX:
        base = indexedAddress(uleb(p))
        p = next
        break
      case D.RLE_STARTX_ENDX:
        start = indexedAddress(uleb(p))
        p = next
        end = indexedAddress(uleb(p))
        p = next
        break
      case D.RLE_STARTX_LENGTH:
        start = indexedAddress(uleb(p))
        p = next
        end = start + uleb(p)
        p = next
        break
      case D.RLE_OFFSET_PAIR:
        start = base + uleb(p)
        end = base + uleb(next)
        p = next
        break
      case D.RLE_BASE_ADDRESS:
        base = readSized(p, size)
        p += size
        break
      case D.RLE_START_END:
        start = readSized(p, size)
        end = readSized(p + size, size)
        p += size * 2
        break
      case D.RLE_START_LENGTH:
        start = readSized(p, size)
        end = start + uleb(p + size)
        p = next
        break
      default:
        fail(L.ERROR_RANGES, L.SECTION_RNGLISTS, place)
    }
    place += u32(p - begin)
    if (kind != D.RLE_BASE_ADDRESSX && kind != D.RLE_BASE_ADDRESS) addRange(start, end)
  }
}
