/**
 * Walks the DIEs of a unit and collects its functions and inlined calls. A subtree without code is skipped through
 * DW_AT_sibling if present, else DIE by DIE.
 */
import * as D from '../../../src/core/dwarf/constants'
import { fail } from '../fail'
import * as L from '../layout'
import { offsetOf, windowData, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import { has, readDie, sibling, skipDie, valueOf } from './die'
import { isOfOtherUnit, nameOfCurrent } from './names'
import { addRangesOfCurrent, forgetRanges, isWanted, ranges, targets } from './ranges'
import { next, read32, uleb } from './read'
import { Unit } from './unit'

const MAX_DEPTH: u32 = 4096
/** Nested functions are walked again, one pass for each level. */
const MAX_NESTING = 6
const OUTSIDE: i32 = -1

/** A DW_TAG_subprogram (level 0) or DW_TAG_inlined_subroutine (level 1 and up), in DIE order: parents before children. */
@unmanaged
export class Node {
  level: u32
  name: u32
  callFile: u32
  callLine: u32
  callColumn: u32
  /** Byte offset of its first range in `ranges`. */
  ranges: u32
  rangeCount: u32
  /** Image offset of its first range, from which a look-up counts offsets into the function. For an inlined call 1 if the function is of another unit. */
  entry: u32
}

export const NODE_BYTES: u32 = 32
export const nodes: Vec = newVec()
/** Offsets of nested DW_TAG_subprogram DIEs, for a later pass. */
const nested: Vec = newVec()
/** Inline level for each DIE depth; OUTSIDE outside of any function. */
const levels: usize = memory.data(4097 * 4, 16)

export function nodeAt(index: u32): Node {
  return changetype<Node>(nodes.data + usize(index * NODE_BYTES))
}

/** Languages whose types cannot hold functions with code. */
function hasPlainTypes(language: u32): bool {
  switch (language) {
    case D.LANG_C89:
    case D.LANG_C:
    case D.LANG_C_PLUS_PLUS:
    case D.LANG_C99:
    case D.LANG_OBJC:
    case D.LANG_OBJC_PLUS_PLUS:
    case D.LANG_C_PLUS_PLUS_03:
    case D.LANG_C_PLUS_PLUS_11:
    case D.LANG_C11:
    case D.LANG_C_PLUS_PLUS_14:
    case D.LANG_C_PLUS_PLUS_17:
    case D.LANG_C_PLUS_PLUS_20:
    case D.LANG_C17:
    case D.LANG_C_PLUS_PLUS_23:
    case D.LANG_C23:
      return true
    default:
      return false
  }
}

/** Collects `nodes` and `ranges` of the current unit. */
export function walkUnit(unit: Unit): void {
  nodes.length = 0
  forgetRanges()
  nested.length = 0
  walk(unit, unit.root, OUTSIDE)
  let from: u32 = 0
  for (let pass = 0; from < nested.length; pass++) {
    if (pass == MAX_NESTING) fail(L.ERROR_DEPTH, L.SECTION_INFO, nested.at32(from >> 2))
    const to = nested.length
    for (; from < to; from += 4) walk(unit, nested.at32(from >> 2), 0)
  }
}

/** `mode` OUTSIDE: a whole unit. 0: one DW_TAG_subprogram and its subtree. */
function walk(unit: Unit, start: u32, mode: i32): void {
  const data = windowData(L.SECTION_INFO) - windowStart(L.SECTION_INFO)
  const base = data + unit.offset
  const end = data + unit.end
  const plain = hasPlainTypes(unit.language)
  const lastJump = plain ? A.STEP_JUMP_PLAIN : A.STEP_JUMP
  let entries = A.entries
  let entryCount = A.entryCount
  let p = data + start
  let depth: u32 = 0
  /** Inline level at this depth; `levels` keeps those of the parents. */
  let level = OUTSIDE
  while (p < end) {
    const at = p
    let code: u32 = load<u8>(p++)
    if (code == 0) {
      if (depth <= 1) return
      level = load<i32>(levels + (usize(--depth) << 2))
      continue
    }
    if (code >= 128) {
      const long = uleb(at)
      p = next
      code = u32(min<u64>(long, u32.MAX_VALUE))
    }
    const entry = code < entryCount ? entries + usize(code) * A.ENTRY : A.abbreviation(code, at)
    const step: u32 = load<u8>(entry, 3)
    // Skip or jump is unpredictable here, so both targets are computed without a branch.
    if (step - 1 < lastJump) {
      const over = p + load<u32>(entry, 4)
      const sibling = base + read32(p + load<u16>(entry, 12))
      const to = select<usize>(over, sibling, step == A.STEP_OVER)
      if (to < p || to > end)
        fail(step == A.STEP_OVER ? L.ERROR_TRUNCATED : L.ERROR_REFERENCE, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
      p = to
      if (depth == 0) break
      continue
    }
    if (step - A.STEP_INTO <= 1) {
      p += load<u32>(entry, 4)
      store<i32>(levels + (usize(depth) << 2), level)
      level = select<i32>(level, OUTSIDE, step == A.STEP_INTO)
      if (++depth >= MAX_DEPTH) fail(L.ERROR_DEPTH, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
      continue
    }
    if (step == A.STEP_BLOCK) {
      const length: u32 = load<u8>(p + load<u16>(entry, 12))
      const to = p + load<u16>(entry, 14) + length
      if (length < 128 && to <= end && depth != 0) {
        p = to
        continue
      }
    }
    let below = level
    const flags: u32 = load<u8>(entry, 2)
    const tag: u32 = load<u16>(entry)
    if (tag == 0) A.abbreviation(code, at)
    if ((flags & A.WANTED) == 0 || (tag == D.TAG_INLINED_SUBROUTINE && level < 0)) {
      p = skipDie(entry, p, end)
      if ((flags & A.DECLARATION) != 0) below = OUTSIDE
      const closed = (flags & A.NO_CODE) != 0 || ((flags & A.TYPE_ONLY) != 0 && plain)
      if (closed && (flags & A.HAS_CHILDREN) != 0 && sibling != 0) {
        p = jump(base, sibling, p, end)
        if (depth == 0) break
        continue
      }
    } else {
      p = readDie(entry, p, end)
      if (tag == D.TAG_SUBPROGRAM) {
        if (level >= 0) {
          // A nested function does not belong to the calls of this one.
          nested.push32(offsetOf(L.SECTION_INFO, at))
          below = OUTSIDE
        } else if (mode == OUTSIDE || depth == 0) {
          const after = has(A.OP_SIBLING) ? valueOf(A.OP_SIBLING) : 0
          below = addFunction()
          if (below == OUTSIDE && (flags & A.HAS_CHILDREN) != 0 && plain && after != 0) {
            p = jump(base, after, p, end)
            if (depth == 0) break
            continue
          }
        }
      } else if (tag == D.TAG_INLINED_SUBROUTINE) below = addInline(at, end, level)
      // Name lookup may have selected another table and evicted this one.
      entries = A.entries
      entryCount = A.entryCount
    }
    if ((flags & A.HAS_CHILDREN) == 0) {
      if (depth == 0) break
      continue
    }
    store<i32>(levels + (usize(depth) << 2), level)
    level = below
    if (++depth >= MAX_DEPTH) fail(L.ERROR_DEPTH, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
  }
  if (p > end) fail(L.ERROR_TRUNCATED, L.SECTION_INFO, offsetOf(L.SECTION_INFO, end))
}

/** Position of a DIE's sibling. Siblings always lie ahead. */
function jump(base: usize, sibling: u64, p: usize, end: usize): usize {
  const to = u64(base) + sibling
  if (to < u64(p) || to > u64(end)) fail(L.ERROR_REFERENCE, L.SECTION_INFO, offsetOf(L.SECTION_INFO, p))
  return usize(to)
}

/** Level of the function DIE just read: 0, or OUTSIDE if it has no code. */
function addFunction(): i32 {
  const first = ranges.length
  const count = addRangesOfCurrent()
  if (count == 0) return OUTSIDE
  // A function that a partial build does not want still contributes its ranges, so that its rows do not count as code
  // without a function.
  const wanted = areWanted(first)
  const name = wanted ? nameOfCurrent() : 0
  const node = changetype<Node>(nodes.take(NODE_BYTES))
  node.level = 0
  node.name = name
  node.callFile = 0
  node.callLine = 0
  node.callColumn = 0
  node.ranges = first
  node.rangeCount = count
  node.entry = load<u32>(ranges.data + first)
  return wanted ? 0 : OUTSIDE
}

/** Whether any range from `first` on holds a wanted offset. */
function areWanted(first: u32): bool {
  for (let p = ranges.data + first, end = ranges.data + ranges.length; p < end; p += 8)
    if (isWanted(load<u32>(p), load<u32>(p, 4))) return true
  return false
}

/**
 * Partial builds: the open inlined calls without a wanted offset, by level from 1. The value is the address of the DIE
 * in memory; 0 for calls that were added. Their names are not resolved.
 */
const passed: usize = memory.data(4098 * 4, 16)

/** Level inside the DW_TAG_inlined_subroutine just read, whose DIE is at `at`; the parent's level if it has no code. */
function addInline(at: usize, end: usize, level: i32): i32 {
  const first = ranges.length
  const count = addRangesOfCurrent()
  if (count == 0) return level
  const isPassed = !areWanted(first)
  if (targets.length != 0) store<u32>(passed + (usize(level + 1) << 2), isPassed ? u32(at) : 0)
  if (isPassed) ranges.length = first
  else {
    if (targets.length != 0 && addPassed(level, end)) readEntry(at, end)
    addCall(level + 1, first, count)
  }
  return level + 1
}

/**
 * Adds skipped calls around a wanted one; true if DIEs were read again. Needed only if a call reaches beyond the call
 * it is inlined into, which is rare.
 */
function addPassed(level: i32, end: usize): bool {
  let any = false
  for (let around = 1; around <= level; around++) {
    const place = passed + (usize(around) << 2)
    const at = load<u32>(place)
    if (at == 0) continue
    store<u32>(place, 0)
    readEntry(at, end)
    const first = ranges.length
    addCall(around, first, addRangesOfCurrent())
    any = true
  }
  return any
}

/** Reads the attributes of a DIE again. */
function readEntry(at: usize, end: usize): void {
  const code = uleb(at)
  const values = next
  readDie(A.abbreviation(code, at), values, end)
}

/** Adds the inlined call just read; its ranges are already stored. */
function addCall(level: i32, first: u32, count: u32): void {
  const file: u32 = has(A.OP_CALL_FILE) ? u32(valueOf(A.OP_CALL_FILE)) : u32.MAX_VALUE
  const line: u32 = has(A.OP_CALL_LINE) ? u32(min<u64>(valueOf(A.OP_CALL_LINE), 0x7fffffff)) : 0
  const column: u32 = has(A.OP_CALL_COLUMN) ? u32(min<u64>(valueOf(A.OP_CALL_COLUMN), 0xffff)) : 0
  const foreign = isOfOtherUnit()
  const name = nameOfCurrent()
  const node = changetype<Node>(nodes.take(NODE_BYTES))
  node.level = level
  node.name = name
  node.callFile = file
  node.callLine = line
  node.callColumn = column
  node.ranges = first
  node.rangeCount = count
  node.entry = u32(foreign)
}
