/** Reads one DIE by its compiled abbreviation. The attributes read are raw values in globals. */
import * as F from '../../../src/core/dwarf/forms'
import { fail } from '../fail'
import { ERROR_TRUNCATED, SECTION_INFO } from '../layout'
import { offsetOf } from '../memory/sections'
import * as A from './abbrev'
import {
  normalForm,
  readNumber,
  readWidth,
  skipValue,
  WIDTH_IMPLICIT,
  WIDTH_INDIRECT,
  WIDTH_STRING,
  widthOf,
} from './forms'
import { next, uleb } from './read'

/** Bit n is set if the DIE has the attribute of operation kind n. */
export let seen: u32 = 0
// For each kind: the raw value (for an inline string its address in memory) and its form.
const values: usize = memory.data(32 * 8, 16)
const formsOf: usize = memory.data(32 * 4, 16)

export function valueOf(kind: u32): u64 {
  return load<u64>(values + (usize(kind) << 3))
}

export function formOf(kind: u32): u32 {
  return load<u32>(formsOf + (usize(kind) << 2))
}

export function has(kind: u32): bool {
  return (seen & (1 << kind)) != 0
}

/** Reads the attributes that begin at `p`. Returns their end. */
export function readDie(entry: usize, p: usize, end: usize): usize {
  let op: usize = load<u32>(entry, 8)
  let met: u32 = 0
  for (;;) {
    p += load<u32>(op, 4)
    if (p > end) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, end))
    const kind: u32 = load<u8>(op)
    if (kind == A.OP_END) break
    let form: u32 = load<u8>(op, 1)
    let width: u32 = load<u8>(op, 2)
    if (kind == A.OP_FORM) p = skipValue(form, p, end)
    else {
      let value: u64
      if (width == WIDTH_INDIRECT) {
        form = normalForm(uleb(p))
        p = next
        width = widthOf(form)
      }
      if (width < WIDTH_IMPLICIT) {
        value = readWidth(width, p)
        p = next
      } else if (width == WIDTH_IMPLICIT) value = u64(load<i32>(op, 8))
      else {
        value = width == WIDTH_STRING ? u64(p) : 0
        p = skipValue(form, p, end)
      }
      met |= 1 << kind
      store<u64>(values + (usize(kind) << 3), value)
      store<u32>(formsOf + (usize(kind) << 2), form)
    }
    op += A.OPERATION
  }
  seen = met
  return p
}

/** DW_AT_sibling of the DIE skipped last, relative to its unit; 0 if absent. */
export let sibling: u64 = 0

/** Skips the attributes of a DIE; sets `sibling`. */
export function skipDie(entry: usize, p: usize, end: usize): usize {
  sibling = 0
  const fixed = load<u32>(entry, 4)
  if (fixed != A.NOT_FIXED) return p + fixed
  let op: usize = load<u32>(entry, 8)
  for (;;) {
    p += load<u32>(op, 4)
    if (p > end) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, end))
    const kind: u32 = load<u8>(op)
    if (kind == A.OP_END) break
    const form: u32 = load<u8>(op, 1)
    if (kind == A.OP_SIBLING && F.isUnitReference(form)) {
      sibling = readNumber(form, p)
      p = next
    } else p = skipValue(form, p, end)
    op += A.OPERATION
  }
  return p
}
