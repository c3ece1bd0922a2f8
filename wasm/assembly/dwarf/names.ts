/**
 * Names of functions: a linkage name anywhere along the chain of abstract origins and specifications, else the first
 * plain name on it. What lies outside the window is deferred: it gets an id now and its name when all units were read.
 */
import * as F from '../../../src/core/dwarf/forms'
import { fail, warn } from '../fail'
import * as L from '../layout'
import { bring } from '../host'
import { inWindow, sectionTotal, windowData, windowEnd, windowStart } from '../memory/sections'
import { markName } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'
import { newDictionary } from '../index/dictionary'
import * as A from './abbrev'
import { formOf, has, readDie, valueOf } from './die'
import { next, uleb } from './read'
import { currentUnit, enterUnit, NONE, stringOf, Unit, unitAt, unitCount } from './unit'

const HOPS = 16
const CACHE_BITS: u32 = 14
const CACHE: u32 = 1 << CACHE_BITS
/** Offset of an entry + 1, id, 1 when a linkage name. */
const cache: usize = memory.data((1 << 14) * 12, 16)

/** Offsets of entries whose names are asked of later passes, since the host took them last. */
export const crossUnitDies: Vec = newVec()
/** All of them: the one at position n has the id `crossUnitBase + n`. */
const known = newDictionary()
let crossUnitBase: u32 = L.CROSS_UNIT_BASE

let crossUnitSpan: u32 = 0x1fffffff

export function setCrossUnitBase(base: u32, span: u32): void {
  crossUnitBase = base
  crossUnitSpan = span
}

/** Whether the id that `nameOf…` gave last is a linkage name. */
let isLinkage: bool = false

/** Offset in `.debug_info` that a reference of the entry just read names, or NONE. */
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
  return value < u64(sectionTotal(L.SECTION_INFO)) ? u32(value) : lost(L.ERROR_REFERENCE, value)
}

/** A reference that leads nowhere costs a name, no more. */
function lost(error: i32, offset: u64): u32 {
  warn(error, L.SECTION_INFO, u32(min<u64>(offset, u32.MAX_VALUE)))
  return NONE
}

function nextInChain(): u32 {
  if (has(A.OP_ORIGIN)) return referenceOf(A.OP_ORIGIN)
  if (has(A.OP_SPECIFICATION)) return referenceOf(A.OP_SPECIFICATION)
  return NONE
}

/** The name of the entry just read, or 0. Reading others replaces its attributes. */
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

/** The name of the entry at an offset of `.debug_info`. */
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

/** Position of a deferred entry; each is deferred once. */
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
    // References may name entries of any tag; only those with readers in their program have names.
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

/** Bytes behind an entry's start that must be at hand before it is read, unless its unit ends before. */
const MARGIN: u32 = 4096

/** Makes the unit that holds an offset current; false when the entry's bytes are not in the window. */
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

/** No unit is being walked: the window can be another one when a name needs it. */
let resolving: bool = false

/** Ids of names that other units asked for: one for each entry that `resolveNames` has come to. */
export const nameIds: Vec = newVec()

/**
 * Finds the ids of the names of `count` entries, whose offsets are at `targets`, and puts them into `nameIds`. Goes on behind
 * those that are there already; what a call failed at is the first that is not.
 */
export function resolveNames(targets: usize, count: u32): void {
  resolving = true
  for (let at = nameIds.length >> 2; at < count; at++)
    nameIds.push32(nameOfCrossUnit(load<u32>(targets + (usize(at) << 2))))
  resolving = false
}

/** After a failure: the entry that it failed at has no name. */
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

/** Forgets the names found so far, among them those that were deferred. */
export function forgetNames(): void {
  memory.fill(cache, 0, CACHE * 12)
}

/** Index of the known unit that holds an offset, or NONE. Units are added in the order of their offsets. */
export function unitOf(offset: u32): u32 {
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
