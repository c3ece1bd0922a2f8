/** Skips attribute values and reads numbers, by tables for the current unit. `die.ts` interprets the values. */
import * as F from '../../../src/core/dwarf/forms'
import { fail } from '../fail'
import { ERROR_FORM, ERROR_TRUNCATED, SECTION_INFO } from '../layout'
import { offsetOf } from '../memory/sections'
import { next, read16, read24, read32, read64, setNext, skipLeb, uleb } from './read'

// Properties of the current unit that decide the sizes of forms.
export let addressSize: u32 = 8
export let offsetSize: u32 = 4
export let unitVersion: u32 = 4

export function setShape(version: u32, address: u32, offset: u32): void {
  unitVersion = version
  addressSize = address
  offsetSize = offset
  const key = shapeKey()
  if (key == tablesKey) return
  tablesKey = key
  for (let form: u32 = 0; form < 256; form++) {
    const size = F.sizeOfForm(i32(form), i32(version), i32(address), i32(offset))
    store<i8>(sizes + form, size)
    store<u8>(widths + form, widthOfSize(form, size))
  }
}

// For each form: `fixedSize` and `widthOf`. Rebuilt for a unit of another shape.
const sizes: usize = memory.data(256, 16)
const widths: usize = memory.data(256, 16)
let tablesKey: u32 = u32.MAX_VALUE

/** Size of a form in bytes; negative (see `sizeOfForm`) if it depends on the value. */
export function fixedSize(form: u32): i32 {
  return load<i8>(sizes + usize(form & 255))
}

/** How to read a form: a number of bytes, or one of the widths below. */
export function widthOf(form: u32): u32 {
  return load<u8>(widths + usize(form & 255))
}

/** Equal for units whose forms have equal sizes. */
export function shapeKey(): u32 {
  return addressSize | (offsetSize << 8) | (u32(unitVersion < 3) << 16)
}

/** A form as one byte; FORM_UNKNOWN where DWARF has none of that number. */
export function normalForm(form: u64): u32 {
  return form > 0xffff ? F.FORM_UNKNOWN : F.normalForm(i32(form))
}

// Ways to read a form. Values below WIDTH_LEB are a number of bytes.
export const WIDTH_LEB: u32 = 16
/** DW_FORM_flag_present: the value is 1. */
export const WIDTH_PRESENT: u32 = 17
/** DW_FORM_implicit_const: the value is in the abbreviation. */
export const WIDTH_IMPLICIT: u32 = 18
/** DW_FORM_string: the value is the address of the text. */
export const WIDTH_STRING: u32 = 19
export const WIDTH_INDIRECT: u32 = 20
/** Not a number. */
export const WIDTH_OTHER: u32 = 21

function widthOfSize(form: u32, size: i32): u32 {
  if (size > 0) return size <= 8 ? u32(size) : WIDTH_OTHER
  switch (size) {
    case 0:
      return form == F.FORM_FLAG_PRESENT ? WIDTH_PRESENT : WIDTH_IMPLICIT
    case F.SIZE_LEB:
      return WIDTH_LEB
    case F.SIZE_STRING:
      return WIDTH_STRING
    case F.SIZE_INDIRECT:
      return WIDTH_INDIRECT
    default:
      return WIDTH_OTHER
  }
}

/** Skips a value of any form; `end` bounds it. */
export function skipValue(form: u32, p: usize, end: usize): usize {
  const fixed = fixedSize(form)
  if (fixed >= 0) return p + fixed
  let size: u64 = 0
  switch (fixed) {
    case F.SIZE_STRING: {
      while (p < end && load<u8>(p) != 0) p++
      return p + 1
    }
    case F.SIZE_LEB:
      return skipLeb(p)
    case F.SIZE_BLOCK1:
      size = u64(load<u8>(p)) + 1
      break
    case F.SIZE_BLOCK2:
      size = u64(read16(p)) + 2
      break
    case F.SIZE_BLOCK4:
      size = u64(read32(p)) + 4
      break
    case F.SIZE_BLOCK:
      size = uleb(p)
      p = next
      break
    case F.SIZE_INDIRECT: {
      const actual = normalForm(uleb(p))
      if (actual == F.FORM_INDIRECT || actual == F.FORM_IMPLICIT_CONST)
        fail(ERROR_FORM, SECTION_INFO, offsetOf(SECTION_INFO, p))
      return skipValue(actual, next, end)
    }
    default:
      fail(ERROR_FORM, SECTION_INFO, offsetOf(SECTION_INFO, p))
  }
  if (p > end || size > u64(end - p)) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, p))
  return p + usize(size)
}

/** Reads a constant, offset, index or flag; 0 for other forms. Sets `next`. */
export function readNumber(form: u32, p: usize): u64 {
  return readWidth(widthOf(form), p)
}

/** As `readNumber`, by width. */
export function readWidth(width: u32, p: usize): u64 {
  if (width == WIDTH_LEB) return uleb(p)
  if (width > 8) {
    setNext(p)
    return u64(width == WIDTH_PRESENT)
  }
  setNext(p + width)
  if (width == 4) return u64(read32(p))
  if (width == 1) return u64(load<u8>(p))
  if (width == 2) return u64(read16(p))
  if (width == 8) return read64(p)
  return width == 3 ? u64(read24(p)) : 0
}
