/** Partial builds: decides if a unit may hold a wanted offset, and bounds the part of its code that matters. */
import { addRange, addRangeList, imageOffset, isWanted, ranges, targetAtOrAbove, targets } from './ranges'
import { isMoved } from './objects'
import { enterUnit, Unit } from './unit'
import { nodeAt, nodes, NODE_BYTES } from './walk'

/** Above all offsets: the bound is not known. */
const NO_END: u64 = 0x100000000
/**
 * All wanted offsets of the unit lie in [interestStart, interestEnd). A line program that has passed this range can
 * stop.
 */
export let interestStart: u32 = 0
export let interestEnd: u64 = NO_END

/** True if the ranges of a unit DIE hold a wanted offset. */
export function isUnitWanted(unit: Unit): bool {
  interestStart = 0
  interestEnd = NO_END
  if (unit.skip) return false
  if (targets.length == 0) return true
  enterUnit(unit)
  ranges.length = 0
  if (unit.rangesForm != 0) addRangeList(unit.rangesForm, unit.ranges)
  else if (isMoved) {
    if (unit.high <= unit.low) return true
    addRange(unit.low, unit.high)
  } else {
    const from = imageOffset(unit.low)
    if (unit.high <= unit.low || from == u32.MAX_VALUE) return true
    const p = ranges.take(8)
    store<u32>(p, from)
    store<u32>(p, u32(min<u64>(u64(from) + (unit.high - unit.low), u64(u32.MAX_VALUE))), 4)
  }
  let start: u32 = u32.MAX_VALUE
  let end: u32 = 0
  for (let p = ranges.data, stop = ranges.data + ranges.length; p < stop; p += 8) {
    const first = targetAtOrAbove(load<u32>(p))
    const behind = targetAtOrAbove(load<u32>(p, 4))
    if (first >= behind) continue
    start = min(start, targets.at32(first))
    end = max(end, targets.at32(behind - 1) + 1)
  }
  if (start >= end) return false
  interestStart = start
  interestEnd = u64(end)
  return true
}

/** Widens the range to whole functions. Call it after `isUnitWanted` and `walk` of the same unit. */
export function findInterest(): void {
  if (interestEnd == NO_END) return
  const count = nodes.length / NODE_BYTES
  for (let n: u32 = 0; n < count; n++) {
    const node = nodeAt(n)
    if (node.level != 0) continue
    for (let r: u32 = 0; r < node.rangeCount; r++) {
      const p = ranges.data + node.ranges + usize(r << 3)
      if (!isWanted(load<u32>(p), load<u32>(p, 4))) continue
      interestStart = min(interestStart, load<u32>(p))
      interestEnd = max(interestEnd, u64(load<u32>(p, 4)))
    }
  }
}
