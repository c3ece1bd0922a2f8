/** Sizes of attribute values (DWARF 5, section 7.5.5). What they are worth is read in `die.ts`. */
import { fail } from '../fail'
import { ERROR_FORM, ERROR_TRUNCATED, SECTION_INFO } from '../layout'
import { offsetOf } from '../memory/sections'
import * as D from './constants'
import { next, read16, read24, read32, read64, setNext, skipLeb, uleb } from './read'

// Properties of the unit at hand that decide sizes.
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
    store<i8>(sizes + form, sizeOfForm(form))
    store<u8>(widths + form, widthOfForm(form))
  }
}

// By form: bytes of a value or -1, and how it is read; made again when units of another shape come.
const sizes: usize = memory.data(256, 16)
const widths: usize = memory.data(256, 16)
let tablesKey: u32 = u32.MAX_VALUE

/** Bytes of a value, or -1 where they depend on the value. */
export function fixedSize(form: u32): i32 {
  return load<i8>(sizes + usize(form & 255))
}

/** How the value of a form is read: one of the widths below, or a number of bytes. */
export function widthOf(form: u32): u32 {
  return load<u8>(widths + usize(form & 255))
}

/** The same for all units whose forms have equal sizes. */
export function shapeKey(): u32 {
  return addressSize | (offsetSize << 8) | (u32(unitVersion < 3) << 16)
}

/** A form as one byte: GNU's early forms become what DWARF 5 made of them. 255 is unknown. */
export function normalForm(form: u64): u32 {
  if (form > 2 && form <= D.FORM_ADDRX4) return u32(form)
  if (form == D.FORM_GNU_ADDR_INDEX) return D.FORM_ADDRX
  if (form == D.FORM_GNU_STR_INDEX) return D.FORM_STRX
  if (form == D.FORM_GNU_REF_ALT || form == D.FORM_GNU_STRP_ALT) return D.FORM_ALT
  return form == D.FORM_ADDR ? D.FORM_ADDR : 255
}

function sizeOfForm(form: u32): i32 {
  switch (form) {
    case D.FORM_ADDR:
      return i32(addressSize)
    case D.FORM_DATA1:
    case D.FORM_FLAG:
    case D.FORM_REF1:
    case D.FORM_STRX1:
    case D.FORM_ADDRX1:
      return 1
    case D.FORM_DATA2:
    case D.FORM_REF2:
    case D.FORM_STRX2:
    case D.FORM_ADDRX2:
      return 2
    case D.FORM_STRX3:
    case D.FORM_ADDRX3:
      return 3
    case D.FORM_DATA4:
    case D.FORM_REF4:
    case D.FORM_STRX4:
    case D.FORM_ADDRX4:
    case D.FORM_REF_SUP4:
      return 4
    case D.FORM_DATA8:
    case D.FORM_REF8:
    case D.FORM_REF_SIG8:
    case D.FORM_REF_SUP8:
      return 8
    case D.FORM_DATA16:
      return 16
    case D.FORM_STRP:
    case D.FORM_LINE_STRP:
    case D.FORM_SEC_OFFSET:
    case D.FORM_STRP_SUP:
    case D.FORM_ALT:
      return i32(offsetSize)
    case D.FORM_REF_ADDR:
      return i32(unitVersion < 3 ? addressSize : offsetSize)
    case D.FORM_FLAG_PRESENT:
    case D.FORM_IMPLICIT_CONST:
      return 0
    default:
      return -1
  }
}

// How the value of a form is read; below WIDTH_LEB it is that number of bytes.
export const WIDTH_LEB: u32 = 16
/** The form alone is the value: 1. */
export const WIDTH_PRESENT: u32 = 17
/** The value stands in the abbreviation. */
export const WIDTH_IMPLICIT: u32 = 18
/** The value is where the text lies. */
export const WIDTH_STRING: u32 = 19
export const WIDTH_INDIRECT: u32 = 20
/** Not a number. */
export const WIDTH_OTHER: u32 = 21

function widthOfForm(form: u32): u32 {
  switch (form) {
    case D.FORM_UDATA:
    case D.FORM_SDATA:
    case D.FORM_REF_UDATA:
    case D.FORM_STRX:
    case D.FORM_ADDRX:
    case D.FORM_RNGLISTX:
    case D.FORM_LOCLISTX:
      return WIDTH_LEB
    case D.FORM_FLAG_PRESENT:
      return WIDTH_PRESENT
    case D.FORM_IMPLICIT_CONST:
      return WIDTH_IMPLICIT
    case D.FORM_STRING:
      return WIDTH_STRING
    case D.FORM_INDIRECT:
      return WIDTH_INDIRECT
    default: {
      const size = sizeOfForm(form)
      return size > 0 && size <= 8 ? u32(size) : WIDTH_OTHER
    }
  }
}

/** Moves over a value of any form; `end` bounds it. */
export function skipValue(form: u32, p: usize, end: usize): usize {
  const fixed = fixedSize(form)
  if (fixed >= 0) return p + fixed
  let size: u64 = 0
  switch (form) {
    case D.FORM_STRING: {
      while (p < end && load<u8>(p) != 0) p++
      return p + 1
    }
    case D.FORM_SDATA:
    case D.FORM_UDATA:
    case D.FORM_REF_UDATA:
    case D.FORM_STRX:
    case D.FORM_ADDRX:
    case D.FORM_LOCLISTX:
    case D.FORM_RNGLISTX:
      return skipLeb(p)
    case D.FORM_BLOCK1:
      size = u64(load<u8>(p)) + 1
      break
    case D.FORM_BLOCK2:
      size = u64(read16(p)) + 2
      break
    case D.FORM_BLOCK4:
      size = u64(read32(p)) + 4
      break
    case D.FORM_BLOCK:
    case D.FORM_EXPRLOC:
      size = uleb(p)
      p = next
      break
    case D.FORM_INDIRECT: {
      const actual = normalForm(uleb(p))
      if (actual == D.FORM_INDIRECT || actual == D.FORM_IMPLICIT_CONST)
        fail(ERROR_FORM, SECTION_INFO, offsetOf(SECTION_INFO, p))
      return skipValue(actual, next, end)
    }
    default:
      fail(ERROR_FORM, SECTION_INFO, offsetOf(SECTION_INFO, p))
  }
  if (p > end || size > u64(end - p)) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, p))
  return p + usize(size)
}

/** The number of a value that is a constant, an offset, an index or a flag; 0 for others. Sets `next`. */
export function readNumber(form: u32, p: usize): u64 {
  return readWidth(widthOf(form), p)
}

/** The same by width. */
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
