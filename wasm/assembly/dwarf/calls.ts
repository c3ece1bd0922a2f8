/**
 * Return addresses of call sites: DW_TAG_call_site (DWARF 5, section 3.4.1), DW_TAG_GNU_call_site in DWARF 4. All DIEs
 * of a unit are read in order; the enclosing subprogram does not matter.
 */
import * as F from '../../../src/core/dwarf/forms'
import { fail } from '../fail'
import * as L from '../layout'
import { offsetOf, windowData, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import { formOf, has, readDie, skipDie, valueOf } from './die'
import { codeEnd, imageOffset } from './ranges'
import { isMoved, movedEnd } from './objects'
import { next, uleb } from './read'
import { addressOf, Unit } from './unit'

/** Return addresses of the unit walked last, as image offsets, in DIE order. */
export const callReturns: Vec = newVec()

/** Collects `callReturns` of the current unit; tables must be compiled for call sites (`setCallsOnly`). */
export function walkCallSites(unit: Unit): void {
  callReturns.length = 0
  const data = windowData(L.SECTION_INFO) - windowStart(L.SECTION_INFO)
  const end = data + unit.end
  let p = data + unit.root
  while (p < end) {
    const at = p
    const code = uleb(p)
    p = next
    if (code == 0) continue
    const entry = A.abbreviation(code, at)
    if (A.isCallSite(load<u16>(entry))) {
      p = readDie(entry, p, end)
      addCallSite()
    } else p = skipDie(entry, p, end)
    if (p > end) fail(L.ERROR_TRUNCATED, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
  }
}

function addCallSite(): void {
  // A tail call is a jump and has no return address.
  if (!has(A.OP_RETURN) || (has(A.OP_TAIL) && valueOf(A.OP_TAIL) != 0)) return
  const form = formOf(A.OP_RETURN)
  if (form != F.FORM_ADDR && !F.isIndexedAddress(form)) return
  const address = addressOf(A.OP_RETURN)
  const offset = isMoved ? u32(min<u64>(movedEnd(address), u32.MAX_VALUE)) : imageOffset(address)
  // The byte before the return address must lie in code: a noreturn call may be the last instruction of its section.
  if (offset == u32.MAX_VALUE || offset == 0 || codeEnd(offset - 1) == 0) return
  callReturns.push32(offset)
}
