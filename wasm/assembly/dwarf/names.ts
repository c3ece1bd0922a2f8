/**
 * Names of functions: DW_AT_linkage_name anywhere along the chain of DW_AT_abstract_origin and DW_AT_specification,
 * else the first DW_AT_name on it. A DIE outside the window gets a placeholder id now and its name after all units were
 * read.
 */
import * as F from '../../../src/core/dwarf/forms'
import { fail, warn } from '../fail'
import * as L from '../layout'
import { bring } from '../host'
import { inWindow, windowData, windowEnd, windowStart } from '../memory/sections'
import { markName } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'
import { newDictionary } from '../index/dictionary'
import * as A from './abbrev'
import { formOf, has, readDie, valueOf } from './die'
import { partEnd, partStart } from './objects'
import { next, uleb } from './read'
import { currentUnit, enterUnit, NONE, stringOf, Unit, unitAt, unitCount } from './unit'

const HOPS = 16
const CACHE_BITS: u32 = 14
const CACHE: u32 = 1 << CACHE_BITS
/** DIE offset + 1, id, 1 for a linkage name. */
const cache: usize = memory.data((1 << 14) * 12, 16)

/** DIEs in other units, not yet drained by the host. A later pass resolves their names. */
export const crossUnitDies: Vec = newVec()
/** All such DIEs, also the drained ones. The DIE at position n has the id `crossUnitBase + n`. */
const known = newDictionary()
let crossUnitBase: u32 = L.CROSS_UNIT_BASE

let crossUnitSpan: u32 = 0x1fffffff

/** Where units lie whose names are known; others are as those of another shard. */
let reachFrom: u32 = 0
let reachTo: u32 = u32.MAX_VALUE

/** Forgets all names and cross-unit DIEs; the next ones have the ids [base, base + span). */
export function restartNames(base: u32, span: u32, from: u32, to: u32): void {
  crossUnitBase = base
  crossUnitSpan = span
  reachFrom = from
  reachTo = to
  crossUnitDies.length = 0
  known.reset()
  forgetNames()
}

/** True if the id that `nameOf…` returned last is a linkage name. */
let isLinkage: bool = false

/** Target of a reference attribute of the DIE just read, as an offset in `.debug_info`, or NONE. */
function referenceOf(kind: u32): u32 {
  const form = formOf(kind)
  const value = valueOf(kind)
  if (F.isUnitReference(form)) {
    const unit = currentUnit()
    const offset = u64(unit.offset) + value
    if (offset >= u64(unit.root) && offset < u64(unit.end)) return u32(offset)
    return lost(L.ERROR_REFERENCE, offset)
  }
  if (form != F.FORM_REF_ADDR) return NONE
  const place = u64(partStart(L.SECTION_INFO)) + value
  return place >= value && place < u64(partEnd(L.SECTION_INFO)) ? u32(place) : lost(L.ERROR_REFERENCE, place)
}

/** A dangling reference is a warning: only this name is lost. */
function lost(error: i32, offset: u64): u32 {
  warn(error, L.SECTION_INFO, u32(min<u64>(offset, u32.MAX_VALUE)))
  return NONE
}

/** True if the DIE just read is of a function of another unit, perhaps in another language. */
export function isOfOtherUnit(): bool {
  if (!has(A.OP_ORIGIN) || formOf(A.OP_ORIGIN) != F.FORM_REF_ADDR) return false
  const unit = currentUnit()
  const place = u64(partStart(L.SECTION_INFO)) + valueOf(A.OP_ORIGIN)
  return place < u64(unit.offset) || place >= u64(unit.end)
}

function nextInChain(): u32 {
  if (has(A.OP_ORIGIN)) return referenceOf(A.OP_ORIGIN)
  if (has(A.OP_SPECIFICATION)) return referenceOf(A.OP_SPECIFICATION)
  return NONE
}

/** The name of the DIE just read, or 0. Overwrites the attributes of that DIE. */
export function nameOfCurrent(): u32 {
  isLinkage = true
  if (has(A.OP_LINKAGE)) {
    const id = stringOf(A.OP_LINKAGE)
    if (id != 0) return id
  }
  const name: u32 = has(A.OP_NAME) ? stringOf(A.OP_NAME) : 0
  const target = nextInChain()
  if (target == NONE) {
    isLinkage = false
    return name
  }
  const found = nameAt(target)
  return found != 0 && (isLinkage || name == 0) ? found : name
}

/** The name of the DIE at an offset of `.debug_info`. */
export function nameAt(target: u32): u32 {
  const slot = cache + usize((target * 2654435761) >> (32 - CACHE_BITS)) * 12
  if (load<u32>(slot) == target + 1) {
    isLinkage = load<u32>(slot, 8) != 0
    return load<u32>(slot, 4)
  }
  const home = currentUnit()
  const id = resolve(target)
  if (currentUnit() != home) enterUnit(home)
  store<u32>(slot, target + 1)
  store<u32>(slot, id, 4)
  store<u32>(slot, u32(isLinkage), 8)
  return id
}

/** Position of a DIE in `known`. Each DIE is added once. */
function crossUnitPosition(target: u32): u32 {
  const count = known.keys.length >> 2
  const position = known.positionOf(target)
  if (position < count) return position
  if (position >= crossUnitSpan) fail(L.ERROR_TOO_LARGE, L.SECTION_INFO, target)
  crossUnitDies.push32(target)
  return position
}

function resolve(target: u32): u32 {
  let name: u32 = 0
  for (let hop = 0; hop < HOPS; hop++) {
    if (!enterUnitOf(target)) {
      isLinkage = true
      return crossUnitBase + crossUnitPosition(target)
    }
    const unit = currentUnit()
    const data = windowData(L.SECTION_INFO) - windowStart(L.SECTION_INFO)
    const code: u64 = target < unit.root ? 0 : uleb(data + target)
    if (code == 0) {
      lost(L.ERROR_REFERENCE, target)
      break
    }
    const entry = A.abbreviation(code, data + target)
    // A reference may target a DIE of any tag. Only tags with compiled readers have names.
    readDie(entry, next, min(data + unit.end, windowEnd(L.SECTION_INFO)))
    if (has(A.OP_LINKAGE)) {
      const id = stringOf(A.OP_LINKAGE)
      if (id != 0) {
        isLinkage = true
        return id
      }
    }
    if (name == 0 && has(A.OP_NAME)) name = stringOf(A.OP_NAME)
    target = nextInChain()
    if (target == NONE) break
    if (hop == HOPS - 1) lost(L.ERROR_CYCLE, target)
  }
  isLinkage = false
  return name
}

/** Bytes from the start of a DIE that must be in the window before it is read, unless its unit ends earlier. */
const MARGIN: u32 = 4096

/** Enters the unit that holds an offset. False if the bytes of the DIE are not in the window. */
function enterUnitOf(offset: u32): bool {
  const unit = currentUnit()
  if (offset >= unit.offset && offset < unit.end) return isAtHand(offset, unit.end)
  const found = unitOf(offset)
  if (found == NONE) return false
  const other = unitAt(found)
  if (!isAtHand(offset, other.end)) return false
  enterUnit(other)
  return true
}

function isAtHand(offset: u32, end: u32): bool {
  const bytes = min(MARGIN, end - offset)
  return inWindow(L.SECTION_INFO, offset, bytes) || (resolving && bring(L.SECTION_INFO, offset, bytes))
}

/** No walk is under way, so the window may move to where a name needs it. */
let resolving: bool = false

/** Ids of the names requested by `resolveNames`, one for each DIE done so far. */
export const nameIds: Vec = newVec()

/**
 * Resolves the names of the `count` DIEs whose offsets are at `targets` into `nameIds`. Continues after the ids already
 * there: a DIE whose resolution failed is the first one without an id.
 */
export function resolveNames(targets: usize, count: u32): void {
  resolving = true
  for (let at = nameIds.length >> 2; at < count; at++)
    nameIds.push32(nameOfCrossUnit(load<u32>(targets + (usize(at) << 2))))
  resolving = false
}

/** After a failure: gives the failed DIE no name. */
export function skipName(): void {
  nameIds.push32(0)
}

function nameOfCrossUnit(target: u32): u32 {
  const found = unitOf(target)
  if (found == NONE) return 0
  enterUnit(unitAt(found))
  const id = nameAt(target)
  markName(id)
  return id
}

/** Clears the names found so far. */
export function forgetNames(): void {
  memory.fill(cache, 0, CACHE * 12)
}

/** Index of the known unit that holds an offset, or NONE. Units are sorted by their offsets. */
function unitOf(offset: u32): u32 {
  if (offset < reachFrom || offset >= reachTo) return NONE
  let low: u32 = 0
  let high = unitCount()
  while (low < high) {
    const middle = (low + high) >> 1
    if (unitAt(middle).offset <= offset) low = middle + 1
    else high = middle
  }
  if (low == 0) return NONE
  const unit: Unit = unitAt(low - 1)
  return offset < unit.end ? low - 1 : NONE
}
