/**
 * Walks the entries of a unit and collects its functions and inlined calls. Entries without code are jumped over by
 * their sibling attribute where they have one, moved over by their compiled program where not.
 */
import { fail } from '../fail'
import * as L from '../layout'
import { offsetOf, windowData, windowStart } from '../memory/sections'
import { newVec, Vec } from '../memory/vec'
import * as A from './abbrev'
import * as D from './constants'
import { has, readDie, sibling, skipDie, valueOf } from './die'
import { nameOfCurrent } from './names'
import { addRangesOfCurrent, isWanted, ranges } from './ranges'
import { next, uleb } from './read'
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
/** Inline level an entry's children belong to, by depth; OUTSIDE where no function is open. */
const levels: usize = memory.data(4097 * 4, 16)

export function nodeAt(index: u32): Node {
  return changetype<Node>(nodes.data + usize(index * NODE_BYTES))
}

/** DWARF 5, section 7.12: languages whose types cannot hold functions with code. */
function hasPlainTypes(language: u32): bool {
  switch (language) {
    case 0x01: // C89
    case 0x02: // C
    case 0x04: // C++
    case 0x0c: // C99
    case 0x10: // Objective-C
    case 0x11: // Objective-C++
    case 0x1a: // C++03
    case 0x1c: // C11
    case 0x21: // C++14
    case 0x2b: // C++17
    case 0x2c: // C++20, C17
      return true
    default:
      return false
  }
}

/** Collects `nodes` and `ranges` of the current unit. */
export function walkUnit(unit: Unit): void {
  nodes.length = 0
  ranges.length = 0
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
  const end = data + unit.end
  const plain = hasPlainTypes(unit.language)
  let p = data + start
  let depth: u32 = 0
  store<i32>(levels, OUTSIDE)
  while (p < end) {
    let code: u64 = load<u8>(p)
    const at = p
    if (code < 128) p++
    else {
      code = uleb(p)
      p = next
    }
    if (code == 0) {
      if (depth <= 1) return
      depth--
      continue
    }
    const entry = A.abbreviation(code, at)
    const flags: u32 = load<u8>(entry, 2)
    const level = load<i32>(levels + (usize(depth) << 2))
    let below = level
    if ((flags & A.WANTED) == 0) {
      const fixed = load<u32>(entry, 4)
      if (fixed != A.NOT_FIXED) p += fixed
      else {
        p = skipDie(entry, p, end)
        if ((flags & A.HAS_CHILDREN) != 0 && sibling != 0) {
          if ((flags & A.NO_CODE) != 0 || ((flags & A.TYPE_ONLY) != 0 && plain)) {
            p = jump(unit, p, end)
            continue
          }
        }
      }
    } else {
      const tag: u32 = load<u16>(entry)
      p = readDie(entry, p, end)
      if (tag == D.TAG_SUBPROGRAM) {
        if (level >= 0) {
          // A function inside a function: not part of this one's calls.
          if (has(A.OP_LOW) || has(A.OP_RANGES)) nested.push32(offsetOf(L.SECTION_INFO, at))
          below = OUTSIDE
        } else if (mode == OUTSIDE || depth == 0) {
          below = addFunction()
          if (below == OUTSIDE && (flags & A.HAS_CHILDREN) != 0 && plain && has(A.OP_SIBLING)) {
            sibling = valueOf(A.OP_SIBLING)
            p = jump(unit, p, end)
            if (depth == 0) return
            continue
          }
        }
      } else if (tag == D.TAG_INLINED_SUBROUTINE && level >= 0) below = addInline(level)
    }
    if (p > end) fail(L.ERROR_TRUNCATED, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
    if ((flags & A.HAS_CHILDREN) == 0) {
      if (depth == 0) return
      continue
    }
    if (++depth >= MAX_DEPTH) fail(L.ERROR_DEPTH, L.SECTION_INFO, offsetOf(L.SECTION_INFO, at))
    store<i32>(levels + (usize(depth) << 2), below)
  }
}

/** Where the sibling just read lies; siblings only ever lie ahead. */
function jump(unit: Unit, p: usize, end: usize): usize {
  const to = u64(windowData(L.SECTION_INFO)) + u64(unit.offset - windowStart(L.SECTION_INFO)) + sibling
  if (to < u64(p) || to > u64(end)) fail(L.ERROR_REFERENCE, L.SECTION_INFO, offsetOf(L.SECTION_INFO, p))
  return usize(to)
}

/** The level of calls inside the function entry just read: 0, or OUTSIDE when it has no code. */
function addFunction(): i32 {
  if (!has(A.OP_LOW) && !has(A.OP_RANGES)) return OUTSIDE
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

/** The level of calls inside the inlined call just read; that of its parent when it has no code of its own. */
function addInline(level: i32): i32 {
  const first = ranges.length
  const count = addRangesOfCurrent()
  if (count == 0) return level
  const file: u32 = has(A.OP_CALL_FILE) ? u32(valueOf(A.OP_CALL_FILE)) : u32.MAX_VALUE
  const line: u32 = has(A.OP_CALL_LINE) ? u32(min<u64>(valueOf(A.OP_CALL_LINE), 0x7fffffff)) : 0
  const column: u32 = has(A.OP_CALL_COLUMN) ? u32(min<u64>(valueOf(A.OP_CALL_COLUMN), 0xffff)) : 0
  const name = nameOfCurrent()
  const node = changetype<Node>(nodes.take(NODE_BYTES))
  node.level = level + 1
  node.name = name
  node.callFile = file
  node.callLine = line
  node.callColumn = column
  node.ranges = first
  node.rangeCount = count
  node.entry = 0
  return level + 1
}
