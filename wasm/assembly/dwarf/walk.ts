/**
 * Walks the entries of a unit and collects its functions and inlined calls. Entries without code are jumped over by
 * their sibling attribute where they have one, moved over by their compiled program where not.
 */
import * as D from '../../../src/core/dwarf/constants'
import { fail } from '../fail'
import * as L from '../layout'
import { offsetOf, windowData, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import { has, readDie, sibling, skipDie, valueOf } from './die'
import { nameOfCurrent } from './names'
import { addRangesOfCurrent, forgetRanges, isWanted, ranges, targets } from './ranges'
import { next, read32, uleb } from './read'
import { Unit } from './unit'

const MAX_DEPTH: u32 = 4096
/** Functions nested in functions are walked again, each level once. */
const MAX_NESTING = 6
const OUTSIDE: i32 = -1

/** A function (level 0) or a call inlined into it, in the order of the entries: parents before children. */
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
  /** Offset of its entry point or low pc from which functions are counted: position of the range that holds it. */
  entry: u32
}

export const NODE_BYTES: u32 = 32
export const nodes: Vec = newVec()
/** Functions inside functions, left for a walk of their own: offsets of their entries. */
const nested: Vec = newVec()
/** Inline level of the entries of each depth; OUTSIDE where no function is open. */
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

/** `mode` OUTSIDE: a whole unit. 0: one function entry and what is below it. */
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
  /** Inline level of the entries at this depth; `levels` keeps those of the depths above. */
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
    // Whether an entry is moved over or jumped from is as good as random: both places are computed, none is guessed.
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
          // A function inside a function: not part of this one's calls.
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
      // Finding a name may have gone through another unit's table, and compiled this one's anew.
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

/** Where an entry's sibling lies; siblings only ever lie ahead. */
function jump(base: usize, sibling: u64, p: usize, end: usize): usize {
  const to = u64(base) + sibling
  if (to < u64(p) || to > u64(end)) fail(L.ERROR_REFERENCE, L.SECTION_INFO, offsetOf(L.SECTION_INFO, p))
  return usize(to)
}

/** The level of calls inside the function entry just read: 0, or OUTSIDE when it has no code. */
function addFunction(): i32 {
  const first = ranges.length
  const count = addRangesOfCurrent()
  if (count == 0) return OUTSIDE
  // Of a function that a partial build does not want only the ranges count: its rows are not lines without a function.
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

/** Whether any of the ranges from a place on holds an offset that counts. */
function areWanted(first: u32): bool {
  for (let p = ranges.data + first, end = ranges.data + ranges.length; p < end; p += 8)
    if (isWanted(load<u32>(p), load<u32>(p, 4))) return true
  return false
}

/**
 * With a partial build, the open calls that hold no wanted offset, by level from 1: where their entries lie in memory, 0 for those
 * that count. Their names are never asked for.
 */
const passed: usize = memory.data(4098 * 4, 16)

/** The level of calls inside the inlined call just read, whose entry is at `at`; its parent's when it has no code of its own. */
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
 * Adds the calls around one that counts; true if entries were read for it. Only where a call reaches beyond those that it was
 * inlined into, which compilers rarely have, were any of them passed.
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

/** Reads the attributes of an entry once more. */
function readEntry(at: usize, end: usize): void {
  const code = uleb(at)
  const values = next
  readDie(A.abbreviation(code, at), values, end)
}

/** Adds the inlined call just read; its ranges are there. */
function addCall(level: i32, first: u32, count: u32): void {
  const file: u32 = has(A.OP_CALL_FILE) ? u32(valueOf(A.OP_CALL_FILE)) : u32.MAX_VALUE
  const line: u32 = has(A.OP_CALL_LINE) ? u32(min<u64>(valueOf(A.OP_CALL_LINE), 0x7fffffff)) : 0
  const column: u32 = has(A.OP_CALL_COLUMN) ? u32(min<u64>(valueOf(A.OP_CALL_COLUMN), 0xffff)) : 0
  const name = nameOfCurrent()
  const node = changetype<Node>(nodes.take(NODE_BYTES))
  node.level = level
  node.name = name
  node.callFile = file
  node.callLine = line
  node.callColumn = column
  node.ranges = first
  node.rangeCount = count
  node.entry = 0
}
