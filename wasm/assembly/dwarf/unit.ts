/** Units of `.debug_info` (DWARF 5, section 7.5.1): headers, unit DIEs, and the current unit. */
import * as D from '../../../src/core/dwarf/constants'
import * as F from '../../../src/core/dwarf/forms'
import { fail, warn } from '../fail'
import * as L from '../layout'
import { at, offsetOf, windowData, windowEnd, windowStart } from '../memory/sections'
import { intern, sectionString } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import { formOf, has, readDie, valueOf } from './die'
import { addressSize, offsetSize, setShape } from './forms'
import { enterObject, objectAt, partEnd, partStart, placeOf } from './objects'
import { cstringLength, next, read16, read32, read64, readSized, uleb } from './read'

export const NONE: u32 = 0xffffffff

/** A unit. Lives as long as the module. */
@unmanaged
export class Unit {
  /** Offset of the header in `.debug_info`. */
  offset: u32
  /** Offset of the end of the unit. */
  end: u32
  /** Offset of the unit DIE. */
  root: u32
  version: u32
  addressSize: u32
  offsetSize: u32
  abbrev: u32
  /** Offset in `.debug_line`, or NONE. */
  lines: u32
  stringBase: u32
  addressBase: u32
  rangesBase: u32
  compDir: u32
  /** DW_AT_language; 0 where there is none. */
  language: u32
  /** 1 if the unit has no code or its header could not be read. */
  skip: u32
  low: u64
  /** Raw address attributes of the unit DIE, for partial builds. */
  rangesForm: u32
  high: u64
  ranges: u64
  /** Number of the object file that holds it, or NO_OBJECT. */
  object: u32
  /** DW_AT_language_name of DWARF 6; 0 where there is none. */
  languageName: u32
}

export const UNIT_BYTES: u32 = 96
export const units: Vec = newVec()
let current: usize = 0

export function unitAt(index: u32): Unit {
  return changetype<Unit>(units.data + usize(index * UNIT_BYTES))
}

export function unitCount(): u32 {
  return units.length / UNIT_BYTES
}

export function currentUnit(): Unit {
  return changetype<Unit>(current)
}

/** The language of a unit as a number of the index; 0 where it says none. */
export function languageOfUnit(unit: Unit): u32 {
  return unit.languageName != 0 ? u32(L.LANGUAGE_NAMES) | unit.languageName : unit.language
}

/** Makes a unit current: its forms, bases and abbreviations apply. */
export function enterUnit(unit: Unit): void {
  current = changetype<usize>(unit)
  enterObject(unit.object)
  setShape(unit.version, unit.addressSize, unit.offsetSize)
  A.selectTable(unit.abbrev)
}

/**
 * Reads the header at an offset into a new unit and returns its index. `whole`: the window must hold the whole unit,
 * not only its beginning.
 */
export function addUnit(offset: u32, whole: bool): u32 {
  const index = readUnit(offset, whole)
  if (index == 0 || unitAt(index - 1).offset < offset) return index
  // A second visit: units stay sorted by offset.
  memory.copy(spare, units.data + usize(index * UNIT_BYTES), UNIT_BYTES)
  let place = index
  // eslint-disable-next-line unslide/bounded-loops -- goes down a list that was read
  while (place > 0 && unitAt(place - 1).offset > offset) place--
  const from = units.data + usize(place * UNIT_BYTES)
  memory.copy(from + UNIT_BYTES, from, usize((index - place) * UNIT_BYTES))
  memory.copy(from, spare, UNIT_BYTES)
  return place
}

const spare: usize = memory.data(96, 16)

function readUnit(offset: u32, whole: bool): u32 {
  let p = at(L.SECTION_INFO, offset, 11)
  const end = windowEnd(L.SECTION_INFO)
  let index = unitCount()
  // A retry after a missing window replaces the first attempt.
  if (index > 0 && unitAt(index - 1).offset == offset) index--
  else units.take(UNIT_BYTES)
  memory.fill(units.data + usize(index * UNIT_BYTES), 0, UNIT_BYTES)
  const unit = unitAt(index)
  unit.offset = offset
  unit.end = offset
  unit.skip = 1
  unit.object = objectAt(offset)
  enterObject(unit.object)
  let length = u64(read32(p))
  unit.offsetSize = 4
  p += 4
  if (length == 0xffffffff) {
    length = read64(p)
    p += 8
    unit.offsetSize = 8
  }
  if (length < 7 || length > u64(partEnd(L.SECTION_INFO) - offsetOf(L.SECTION_INFO, p)))
    fail(L.ERROR_UNIT_HEADER, L.SECTION_INFO, offset)
  if (whole && length > u64(end - p)) fail(L.ERROR_UNIT_HEADER, L.SECTION_INFO, offset)
  unit.end = offsetOf(L.SECTION_INFO, p) + u32(length)
  unit.version = read16(p)
  p += 2
  if (unit.version < 2 || unit.version > 5) fail(L.ERROR_VERSION, L.SECTION_INFO, offset)
  let type: u32 = 1
  if (unit.version >= 5) {
    type = load<u8>(p)
    unit.addressSize = load<u8>(p, 1)
    p += 2
    unit.abbrev = placeOf(L.SECTION_ABBREV, readSized(p, unit.offsetSize))
    p += unit.offsetSize
    if (type == D.UT_SKELETON || type == D.UT_SPLIT_COMPILE) p += 8
  } else {
    unit.abbrev = placeOf(L.SECTION_ABBREV, readSized(p, unit.offsetSize))
    p += unit.offsetSize
    unit.addressSize = load<u8>(p++)
  }
  const size = unit.addressSize
  if (size != 4 && size != 8 && size != 2) fail(L.ERROR_UNIT_HEADER, L.SECTION_INFO, offset)
  unit.root = offsetOf(L.SECTION_INFO, p)
  unit.lines = NONE
  unit.rangesForm = 0
  // Default bases of DWARF 5 tables: the first entry after the table header.
  const dwarf64 = unit.offsetSize == 8
  unit.stringBase = partStart(L.SECTION_STR_OFFSETS) + (unit.version >= 5 ? (dwarf64 ? 16 : 8) : 0)
  unit.addressBase = partStart(L.SECTION_ADDR) + (unit.version >= 5 ? (dwarf64 ? 16 : 8) : 0)
  unit.rangesBase = partStart(L.SECTION_RNGLISTS) + (unit.version >= 5 ? (dwarf64 ? 20 : 12) : 0)
  if (type == D.UT_TYPE || type == D.UT_SPLIT_TYPE || unit.root >= unit.end) return index
  readRoot(unit)
  return index
}

function readRoot(unit: Unit): void {
  enterUnit(unit)
  const end = min(windowEnd(L.SECTION_INFO), windowData(L.SECTION_INFO) + (unit.end - windowStart(L.SECTION_INFO)))
  const p = at(L.SECTION_INFO, unit.root, 1)
  const code = uleb(p)
  if (code == 0) return
  const entry = A.abbreviation(code, p)
  const tag: u32 = load<u16>(entry)
  if (tag != D.TAG_COMPILE_UNIT && tag != D.TAG_PARTIAL_UNIT && tag != D.TAG_SKELETON_UNIT) return
  readDie(entry, next, end)
  if (has(A.OP_STR_BASE)) unit.stringBase = placeOf(L.SECTION_STR_OFFSETS, valueOf(A.OP_STR_BASE))
  if (has(A.OP_ADDR_BASE)) unit.addressBase = placeOf(L.SECTION_ADDR, valueOf(A.OP_ADDR_BASE))
  if (has(A.OP_RNG_BASE)) unit.rangesBase = placeOf(L.SECTION_RNGLISTS, valueOf(A.OP_RNG_BASE))
  if (has(A.OP_STMT_LIST)) unit.lines = placeOf(L.SECTION_LINE, valueOf(A.OP_STMT_LIST))
  if (has(A.OP_LANGUAGE)) unit.language = u32(min<u64>(valueOf(A.OP_LANGUAGE), 0xffff))
  if (has(A.OP_LANGUAGE_NAME)) unit.languageName = u32(min<u64>(valueOf(A.OP_LANGUAGE_NAME), 0xffff))
  unit.skip = 0
  // Before DWARF 4 some compilers stored the base of range lists in DW_AT_entry_pc.
  if (has(A.OP_LOW)) unit.low = addressOf(A.OP_LOW)
  else if (has(A.OP_ENTRY)) unit.low = addressOf(A.OP_ENTRY)
  if (has(A.OP_RANGES)) {
    unit.ranges = valueOf(A.OP_RANGES)
    unit.rangesForm = formOf(A.OP_RANGES)
  }
  if (has(A.OP_HIGH)) unit.high = formOf(A.OP_HIGH) == F.FORM_ADDR ? valueOf(A.OP_HIGH) : unit.low + valueOf(A.OP_HIGH)
  if (has(A.OP_COMP_DIR)) unit.compDir = stringOf(A.OP_COMP_DIR)
}

/** The address in an attribute of the DIE just read. */
export function addressOf(kind: u32): u64 {
  const form = formOf(kind)
  return F.isIndexedAddress(form) ? indexedAddress(valueOf(kind)) : valueOf(kind)
}

/** Entry of `.debug_addr` (DWARF 5, section 7.27). */
export function indexedAddress(index: u64): u64 {
  const unit = currentUnit()
  const offset = u64(unit.addressBase) + index * u64(addressSize)
  if (offset > u64(partEnd(L.SECTION_ADDR))) fail(L.ERROR_TRUNCATED, L.SECTION_ADDR, u32(offset))
  return readSized(at(L.SECTION_ADDR, u32(offset), addressSize), addressSize)
}

/** String id of an attribute of the DIE just read; 0 if there is none or it cannot be followed. */
export function stringOf(kind: u32): u32 {
  return formString(formOf(kind), valueOf(kind), windowEnd(L.SECTION_INFO))
}

/** The id of a string value; `end` bounds an inline one. */
export function formString(form: u32, value: u64, end: usize): u32 {
  switch (form) {
    case F.FORM_STRING:
      return intern(usize(value), cstringLength(usize(value), end))
    case F.FORM_STRP:
      return stringAt(L.SECTION_STR, value)
    case F.FORM_LINE_STRP:
      return stringAt(L.SECTION_LINE_STR, value)
    default: {
      if (!F.isIndexedString(form)) return 0
      const offset = u64(currentUnit().stringBase) + value * u64(offsetSize)
      if (offset > u64(partEnd(L.SECTION_STR_OFFSETS))) fail(L.ERROR_TRUNCATED, L.SECTION_STR_OFFSETS, u32(offset))
      return stringAt(L.SECTION_STR, readSized(at(L.SECTION_STR_OFFSETS, u32(offset), offsetSize), offsetSize))
    }
  }
}

/** Id of the string at an offset that the current unit gives; 0 with a warning if its section is shorter. */
function stringAt(section: i32, offset: u64): u32 {
  const place = u64(partStart(section)) + offset
  if (place < offset || place >= u64(partEnd(section))) {
    warn(L.ERROR_TRUNCATED, section, u32(min<u64>(place, u32.MAX_VALUE)))
    return 0
  }
  return sectionString(section, u32(place))
}
