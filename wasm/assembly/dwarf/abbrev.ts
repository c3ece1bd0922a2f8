/**
 * Abbreviation tables (DWARF 5, section 7.5.3). Each abbreviation is compiled once into a program that reads or skips a
 * DIE of that shape. Adjacent attributes of fixed size become one addition; a DIE that has only those is skipped by one
 * addition.
 *
 * A compiled abbreviation has 16 bytes. Its fields: tag u16, flags u8, step u8, fixed size u32 (or NOT_FIXED), program
 * pointer u32. Then follow the position of DW_AT_sibling or of the length of the DW_FORM_exprloc u16, and the size
 * without that expression u16.
 *
 * An operation has 12 bytes: kind u8, form u8, width u8, one unused, bytes to skip first u32, value i32.
 */
import * as D from '../../../src/core/dwarf/constants'
import * as F from '../../../src/core/dwarf/forms'
import { fail, failWindow } from '../fail'
import { ERROR_ABBREV_MISSING, ERROR_ABBREV_TABLE, ERROR_FORM, SECTION_ABBREV, SECTION_INFO } from '../layout'
import { alloc, release } from '../memory/heap'
import { offsetOf, sectionTotal, windowEnd, at, WINDOW_TAIL } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import { fixedSize, normalForm, shapeKey, widthOf } from './forms'
import { next, setNext, sleb, uleb } from './read'

export const HAS_CHILDREN: u32 = 1
/** The attributes of this DIE are read: units, and subprograms and inlined subroutines with code. */
export const WANTED: u32 = 2
/** In a language of the C family this subtree holds no code and is skipped. */
export const TYPE_ONLY: u32 = 4
/** In every language this subtree holds no code and is skipped. */
export const NO_CODE: u32 = 8

/** A DW_TAG_subprogram without code: only its name can be of use. DIEs below it describe no code. */
export const DECLARATION: u32 = 16

// Steps of the walk for the most frequent DIEs. Everything else is STEP_OTHER.
export const STEP_OTHER: u32 = 0
/** No children, fixed size: skipped by one addition. */
export const STEP_OVER: u32 = 1
/** Skipped with its subtree, through a DW_FORM_ref4 sibling at a known position. */
export const STEP_JUMP: u32 = 2
/** As STEP_JUMP, for languages whose types hold no functions. */
export const STEP_JUMP_PLAIN: u32 = 3
/** Fixed size, and children. */
export const STEP_INTO: u32 = 4
/** As STEP_INTO, for a declaration: DIEs below it describe no code. */
export const STEP_INTO_OUTSIDE: u32 = 5
/** No children; one DW_FORM_exprloc shorter than 128 bytes among attributes of fixed size. */
export const STEP_BLOCK: u32 = 6

export const NOT_FIXED: u32 = 0xffffffff
/** Limit for attributes of fixed size. Keeps pointer arithmetic inside 32 bits. */
const MAX_FIXED: u32 = 1 << 24
/** The same limit with an expression: its length is read before the end of the DIE is checked. */
const MAX_BLOCK_BYTES: u32 = 128

// Kinds of operations. From OP_SIBLING on, each reads one attribute.
export const OP_END: u32 = 0
/** Skips a value. */
export const OP_FORM: u32 = 1
export const OP_SIBLING: u32 = 3
export const OP_NAME: u32 = 4
export const OP_LINKAGE: u32 = 5
export const OP_LOW: u32 = 6
export const OP_HIGH: u32 = 7
export const OP_RANGES: u32 = 8
export const OP_ORIGIN: u32 = 9
export const OP_CALL_FILE: u32 = 10
export const OP_CALL_LINE: u32 = 11
export const OP_CALL_COLUMN: u32 = 12
export const OP_STMT_LIST: u32 = 13
export const OP_COMP_DIR: u32 = 14
export const OP_LANGUAGE: u32 = 15
export const OP_STR_BASE: u32 = 16
export const OP_ADDR_BASE: u32 = 17
export const OP_RNG_BASE: u32 = 18
export const OP_GNU_RANGES_BASE: u32 = 19
export const OP_SPECIFICATION: u32 = 20
export const OP_ENTRY: u32 = 21
export const OP_RETURN: u32 = 22
export const OP_TAIL: u32 = 23
export const OP_LANGUAGE_NAME: u32 = 24

/** Only call sites and unit DIEs are read. */
let callsOnly = false

/** Selects what tables are compiled for. Call it before the first unit. */
export function setCallsOnly(value: u32): void {
  callsOnly = value != 0
}

/** Bytes of a compiled abbreviation, and of an operation. */
export const ENTRY: usize = 16
export const OPERATION: usize = 12
/** Direct-mapped cache of compiled tables, by offset in `.debug_abbrev` and shape of the unit. */
const CACHE_SLOTS: u32 = 1024
const cache: usize = memory.data(1024 * 16, 16)

const scratchEntries: Vec = newVec()
const scratchOps: Vec = newVec()
/** The current table: its abbreviation of code n lies at `entries + n * ENTRY`, for codes below `entryCount`. */
export let entries: usize = 0
export let entryCount: u32 = 0
/** Bytes compiled so far. Limits the work that overlapping tables of a hostile file can cause. */
let work: u64 = 0

/** The kind of operation that reads an attribute; 0 for attributes that are skipped. */
function readerOf(attribute: u64, tag: u32): u32 {
  if (isCallSite(tag)) return callReaderOf(attribute)
  switch (u32(min<u64>(attribute, 0xffff))) {
    case D.AT_NAME:
      return OP_NAME
    case D.AT_LINKAGE_NAME:
    case D.AT_MIPS_LINKAGE_NAME:
      return OP_LINKAGE
    case D.AT_LOW_PC:
      return OP_LOW
    case D.AT_HIGH_PC:
      return OP_HIGH
    case D.AT_RANGES:
      return OP_RANGES
    case D.AT_ABSTRACT_ORIGIN:
      return OP_ORIGIN
    case D.AT_SPECIFICATION:
      return OP_SPECIFICATION
    case D.AT_CALL_FILE:
      return OP_CALL_FILE
    case D.AT_CALL_LINE:
      return OP_CALL_LINE
    case D.AT_CALL_COLUMN:
      return OP_CALL_COLUMN
    default:
      break
  }
  if (tag == D.TAG_SUBPROGRAM || tag == D.TAG_INLINED_SUBROUTINE) return 0
  switch (u32(min<u64>(attribute, 0xffff))) {
    case D.AT_STMT_LIST:
      return OP_STMT_LIST
    case D.AT_ENTRY_PC:
      return OP_ENTRY
    case D.AT_COMP_DIR:
      return OP_COMP_DIR
    case D.AT_LANGUAGE:
      return OP_LANGUAGE
    case D.AT_LANGUAGE_NAME:
      return OP_LANGUAGE_NAME
    case D.AT_STR_OFFSETS_BASE:
      return OP_STR_BASE
    case D.AT_ADDR_BASE:
      return OP_ADDR_BASE
    case D.AT_RNGLISTS_BASE:
      return OP_RNG_BASE
    case D.AT_GNU_RANGES_BASE:
      return OP_GNU_RANGES_BASE
    case D.AT_GNU_ADDR_BASE:
      return OP_ADDR_BASE
    default:
      return 0
  }
}

/** DW_TAG_GNU_call_site (DWARF 4) stores the return address in DW_AT_low_pc. */
function callReaderOf(attribute: u64): u32 {
  switch (u32(min<u64>(attribute, 0xffff))) {
    case D.AT_CALL_RETURN_PC:
    case D.AT_LOW_PC:
      return OP_RETURN
    case D.AT_CALL_TAIL_CALL:
    case D.AT_GNU_TAIL_CALL:
      return OP_TAIL
    default:
      return 0
  }
}

export function isCallSite(tag: u32): bool {
  return tag == D.TAG_CALL_SITE || tag == D.TAG_GNU_CALL_SITE
}

function isWanted(tag: u32): bool {
  if (tag == D.TAG_COMPILE_UNIT || tag == D.TAG_PARTIAL_UNIT || tag == D.TAG_SKELETON_UNIT) return true
  if (callsOnly) return isCallSite(tag)
  return tag == D.TAG_SUBPROGRAM || tag == D.TAG_INLINED_SUBROUTINE
}

function flagsOf(tag: u32, children: bool, code: bool): u32 {
  const flags: u32 = children ? HAS_CHILDREN : 0
  switch (tag) {
    case D.TAG_SUBPROGRAM:
      // A declaration has no code. In languages with plain types its subtree has none either.
      if (!code) return flags | DECLARATION | TYPE_ONLY
      break
    case D.TAG_INLINED_SUBROUTINE:
      if (!code) return flags
      break
    case D.TAG_CLASS_TYPE:
    case D.TAG_STRUCTURE_TYPE:
    case D.TAG_UNION_TYPE:
      return flags | TYPE_ONLY
    case D.TAG_ARRAY_TYPE:
    case D.TAG_ENUMERATION_TYPE:
    case D.TAG_SUBROUTINE_TYPE:
    case D.TAG_CALL_SITE:
    case D.TAG_GNU_CALL_SITE:
      return flags | NO_CODE
    default:
      break
  }
  return isWanted(tag) ? flags | WANTED : flags
}

/** The step for an entry with these flags. */
function stepOf(flags: u32, fixed: u32, siblingAt: u32): u32 {
  if ((flags & WANTED) != 0) return STEP_OTHER
  if ((flags & HAS_CHILDREN) == 0)
    return fixed != NOT_FIXED ? STEP_OVER : blockAt != NOT_FIXED ? STEP_BLOCK : STEP_OTHER
  if (siblingAt != NOT_FIXED && (flags & NO_CODE) != 0) return STEP_JUMP
  if (siblingAt != NOT_FIXED && (flags & TYPE_ONLY) != 0) return STEP_JUMP_PLAIN
  if (fixed == NOT_FIXED) return STEP_OTHER
  return (flags & DECLARATION) == 0 ? STEP_INTO : STEP_INTO_OUTSIDE
}

// Results of `compileAttributes`.
let fixed: u32 = 0
/**
 * Position of DW_AT_sibling in the DIE if it is a DW_FORM_ref4 and all attributes before it have fixed sizes; else
 * NOT_FIXED.
 */
let siblingAt: u32 = 0
/** Position of the DW_FORM_exprloc if it is the only value of variable size; else NOT_FIXED. */
let blockAt: u32 = 0
/** Size of such a DIE with the one-byte length of its expression, without the expression. */
let blockBytes: u32 = 0
/** It has DW_AT_low_pc or DW_AT_ranges. */
let hasCode: bool = false

function pushOp(kind: u32, form: u32, before: u32, value: i32): void {
  const p = scratchOps.take(u32(OPERATION))
  store<u8>(p, kind)
  store<u8>(p, form, 1)
  store<u8>(p, widthOf(form), 2)
  store<u32>(p, before, 4)
  store<i32>(p, value, 8)
}

/** Compiles the attributes of one abbreviation: its program, `fixed`, `siblingAt`, `blockAt`, `hasCode`. Sets `next`. */
function compileAttributes(p: usize, end: usize, tag: u32, children: bool): void {
  const wanted = isWanted(tag)
  let run: u32 = 0
  let bytes: u32 = 0
  let variable: u32 = 0
  fixed = 0
  siblingAt = NOT_FIXED
  blockAt = NOT_FIXED
  hasCode = false
  for (;;) {
    if (p >= end) cut(p)
    // Nearly all attributes and forms are below 128: one byte each.
    let attribute = u64(load<u8>(p))
    let rawForm = u64(load<u8>(p, 1))
    if ((attribute | rawForm) < 128) p += 2
    else {
      attribute = uleb(p)
      rawForm = uleb(next)
      p = next
    }
    if (p > end) cut(end)
    if (attribute == 0 && rawForm == 0) break
    const form = normalForm(rawForm)
    if (form == F.FORM_UNKNOWN) fail(ERROR_FORM, SECTION_ABBREV, offsetOf(SECTION_ABBREV, p))
    let value: i32 = 0
    if (form == F.FORM_IMPLICIT_CONST) {
      value = i32(sleb(p))
      p = next
      if (p > end) cut(end)
    }
    let kind: u32 = 0
    if (attribute == D.AT_SIBLING) {
      kind = children ? OP_SIBLING : 0
      // A sibling of another form must be decoded, so this DIE has no fixed size.
      if (children && form == F.FORM_REF4) siblingAt = fixed < WINDOW_TAIL - 4 ? fixed : NOT_FIXED
      else if (children) fixed = NOT_FIXED
    } else if (wanted) kind = readerOf(attribute, tag)
    if (attribute == D.AT_LOW_PC || attribute == D.AT_RANGES) hasCode = true
    const size = fixedSize(form)
    if (size < 0) {
      blockAt = variable++ == 0 && form == F.FORM_EXPRLOC ? bytes : NOT_FIXED
      fixed = NOT_FIXED
    } else if (fixed != NOT_FIXED) fixed += size
    if (size > 0) bytes += size
    if (bytes > MAX_FIXED) fail(ERROR_ABBREV_TABLE, SECTION_ABBREV, offsetOf(SECTION_ABBREV, p))
    if (kind == 0 && size >= 0) {
      run += size
      continue
    }
    pushOp(kind == 0 ? OP_FORM : kind, form, run, value)
    run = 0
  }
  pushOp(OP_END, 0, run, 0)
  blockBytes = bytes + 1
  if (bytes > MAX_BLOCK_BYTES) blockAt = NOT_FIXED
  setNext(p)
}

/** Makes the table at an offset of `.debug_abbrev` the current one, for units of the current shape. */
export function selectTable(offset: u32): void {
  const key = shapeKey()
  const slot = cache + usize((((offset * 2654435761) ^ key) >> 7) % CACHE_SLOTS) * 16
  if (load<u32>(slot, 8) != 0 && load<u32>(slot) == offset && load<u32>(slot, 4) == key) {
    entries = load<u32>(slot, 8)
    entryCount = load<u32>(entries)
    entries += 16
    return
  }
  compileTable(offset)
  const size = 16 + scratchEntries.length + scratchOps.length
  const old = load<u32>(slot, 8)
  if (old != 0) release(old, load<u32>(slot, 12))
  const block = alloc(size)
  const count = scratchEntries.length / u32(ENTRY)
  store<u32>(block, count)
  memory.copy(block + 16, scratchEntries.data, scratchEntries.length)
  const ops = block + 16 + scratchEntries.length
  memory.copy(ops, scratchOps.data, scratchOps.length)
  for (let i: u32 = 0; i < count; i++) {
    const entry = block + 16 + usize(i) * ENTRY
    store<u32>(entry, load<u32>(entry, 8) + u32(ops), 8)
  }
  store<u32>(slot, offset)
  store<u32>(slot, key, 4)
  store<u32>(slot, u32(block), 8)
  store<u32>(slot, size, 12)
  entries = block + 16
  entryCount = count
}

/** The window ends inside a table: requests a longer window, or fails if the section ends here. */
function cut(p: usize): void {
  const offset = offsetOf(SECTION_ABBREV, p)
  if (offset >= sectionTotal(SECTION_ABBREV)) fail(ERROR_ABBREV_TABLE, SECTION_ABBREV, offset)
  const start = tableStart
  failWindow(SECTION_ABBREV, start, min(sectionTotal(SECTION_ABBREV) - start, (offset - start) * 2 + 4096))
}

let tableStart: u32 = 0

function compileTable(offset: u32): void {
  let p = at(SECTION_ABBREV, offset, 1)
  const end = windowEnd(SECTION_ABBREV)
  const start = p
  tableStart = offset
  scratchEntries.length = 0
  scratchOps.length = 0
  for (;;) {
    if (p >= end) cut(p)
    const code = uleb(p)
    p = next
    if (p > end) cut(end)
    if (code == 0) break
    const tag = u32(uleb(p))
    const children = load<u8>(next) != 0
    p = next + 1
    if (p > end) cut(end)
    const known = scratchEntries.length / u32(ENTRY)
    if (code > u64(known) * 2 + 65536) fail(ERROR_ABBREV_TABLE, SECTION_ABBREV, offsetOf(SECTION_ABBREV, p))
    if (code >= known) {
      const missing = (u32(code) + 1 - known) * u32(ENTRY)
      memory.fill(scratchEntries.take(missing), 0, missing)
    }
    const program = scratchOps.length
    compileAttributes(p, end, tag, children)
    p = next
    const entry = scratchEntries.data + usize(code) * ENTRY
    const flags = flagsOf(tag, children, hasCode)
    store<u16>(entry, tag == 0 ? 0xffff : min<u32>(tag, 0xffff))
    store<u8>(entry, flags, 2)
    store<u8>(entry, stepOf(flags, fixed, siblingAt), 3)
    store<u32>(entry, fixed, 4)
    store<u32>(entry, program, 8)
    // Without a sibling or an expression the position is unused; 0 is a safe place to read.
    const place = siblingAt != NOT_FIXED ? siblingAt : blockAt != NOT_FIXED ? blockAt : 0
    store<u16>(entry, place, 12)
    store<u16>(entry, blockAt != NOT_FIXED ? blockBytes : 0, 14)
  }
  work += u64(p - start) + u64(scratchEntries.length >> 4)
  if (work > (u64(sectionTotal(SECTION_ABBREV)) << 4) + (1 << 28)) fail(ERROR_ABBREV_TABLE, SECTION_ABBREV, offset)
}

/** The compiled abbreviation with this code. Fails if the table has none; `p` is the DIE, for the error. */
export function abbreviation(code: u64, p: usize): usize {
  const entry = entries + usize(u32(code)) * ENTRY
  if (code >= u64(entryCount) || load<u16>(entry) == 0)
    fail(ERROR_ABBREV_MISSING, SECTION_INFO, offsetOf(SECTION_INFO, p))
  return entry
}
