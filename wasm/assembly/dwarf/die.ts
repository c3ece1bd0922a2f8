/** Reads one entry by its compiled abbreviation: the wanted attributes as raw values, in globals. */
import { fail } from '../fail'
import { ERROR_TRUNCATED, SECTION_INFO } from '../layout'
import { offsetOf } from '../memory/sections'
import * as A from './abbrev'
import * as D from './constants'
import { normalForm, readNumber, skipValue } from './forms'
import { next, uleb } from './read'

/** Bit n is set when operation kind n was met. */
export let seen: u32 = 0
// A raw value a kind: its number (or, of an inline string, where it lies in memory), and its form.
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

/** Reads the attributes of the entry whose values begin at `p`; gives where they end. */
export function readDie(entry: usize, p: usize, end: usize): usize {
  let op: usize = load<u32>(entry, 8)
  seen = 0
  for (;;) {
    const kind: u32 = load<u8>(op)
    if (kind == A.OP_END) break
    if (kind == A.OP_SKIP) p += load<u16>(op, 2)
    else {
      let form: u32 = load<u8>(op, 1)
      if (kind == A.OP_FORM) p = skipValue(form, p, end)
      else {
        seen |= 1 << kind
        let value: u64 = 0
        if (form == D.FORM_INDIRECT) {
          form = normalForm(uleb(p))
          p = next
        }
        if (form == D.FORM_STRING) {
          value = u64(p)
          p = skipValue(form, p, end)
        } else if (form == D.FORM_IMPLICIT_CONST) value = u64(load<i32>(op, 4))
        else if (isBlock(form)) p = skipValue(form, p, end)
        else {
          value = readNumber(form, p)
          p = next
        }
        store<u64>(values + (usize(kind) << 3), value)
        store<u32>(formsOf + (usize(kind) << 2), form)
      }
    }
    if (p > end) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, end))
    op += 8
  }
  return p
}

function isBlock(form: u32): bool {
  return (
    form == D.FORM_BLOCK ||
    form == D.FORM_BLOCK1 ||
    form == D.FORM_BLOCK2 ||
    form == D.FORM_BLOCK4 ||
    form == D.FORM_EXPRLOC ||
    form == D.FORM_DATA16 ||
    form == D.FORM_INDIRECT
  )
}

/** Where the sibling that the last skipped entry names lies, as an offset from its unit; 0 when it names none. */
export let sibling: u64 = 0

/** Moves over the attributes of an entry; sets `sibling`. */
export function skipDie(entry: usize, p: usize, end: usize): usize {
  sibling = 0
  const fixed = load<u32>(entry, 4)
  if (fixed != A.NOT_FIXED) return p + fixed
  let op: usize = load<u32>(entry, 8)
  for (;;) {
    const kind: u32 = load<u8>(op)
    if (kind == A.OP_END) break
    if (kind == A.OP_SKIP) p += load<u16>(op, 2)
    else {
      const form: u32 = load<u8>(op, 1)
      if (kind == A.OP_SIBLING && form >= D.FORM_REF1 && form <= D.FORM_REF_UDATA) {
        sibling = readNumber(form, p)
        p = next
      } else p = skipValue(form, p, end)
    }
    if (p > end) fail(ERROR_TRUNCATED, SECTION_INFO, offsetOf(SECTION_INFO, end))
    op += 8
  }
  return p
}
