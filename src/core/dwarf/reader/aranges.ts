/** `.debug_aranges`: which unit has the code at an address. DWARF 5, section 6.1.2. */
import { readInitialLength } from '../initial-length.ts'
import type { DebugInfo } from './debug-info.ts'

/** A million ranges are those of a program of a gigabyte. */
const MOST_RANGES = 4_000_000

/** The ranges of one unit, and the place that they all lie in. */
interface ArangeSet {
  /** Offset of the unit in `.debug_info`. */
  readonly unit: number
  readonly low: bigint
  readonly high: bigint
  /** Starts and ends in turn. */
  readonly ranges: BigUint64Array
}

/** All sound sets of the section. */
export class Aranges {
  /** Units that are listed, ascending. */
  readonly units: readonly number[]
  readonly #sets: readonly ArangeSet[]

  constructor(info: DebugInfo, size: number) {
    this.#sets = readSets(info, size)
    this.units = this.#sets.map(({ unit }) => unit).sort((a, b) => a - b)
  }

  /** The first unit that lists an address. */
  unitAt(address: bigint): number | undefined {
    return this.#sets.find((set) => covers(set, address))?.unit
  }
}

function covers({ low, high, ranges }: ArangeSet, address: bigint): boolean {
  if (address < low || address >= high) return false
  for (let at = 0; at < ranges.length; at += 2)
    if (address >= (ranges[at] ?? 0n) && address < (ranges[at + 1] ?? 0n)) return true
  return false
}

function readSets(info: DebugInfo, size: number): readonly ArangeSet[] {
  const cursor = info.cursor('debug_aranges', 0, size)
  const view = new DataView(cursor.bytes.buffer, cursor.bytes.byteOffset, cursor.bytes.length)
  const addressAt = (at: number, bytes: number): bigint =>
    bytes === 8 ? view.getBigUint64(at, cursor.littleEndian) : BigInt(view.getUint32(at, cursor.littleEndian))
  const sets: ArangeSet[] = []
  let count = 0
  while (cursor.remaining >= 12 && count < MOST_RANGES) {
    const start = cursor.at
    const { length, offsetSize } = readInitialLength(cursor)
    const end = cursor.at + length
    if (end > cursor.bytes.length) break
    cursor.skip(2) // version
    const unit = Number(cursor.readUnsigned(offsetSize))
    const addressSize = cursor.readU8()
    const segmentSize = cursor.readU8()
    const tuple = 2 * addressSize
    const first = start + Math.ceil((cursor.at - start) / tuple) * tuple
    const isSound = (addressSize === 4 || addressSize === 8) && segmentSize === 0 && first <= end
    const ranges = new BigUint64Array(
      isSound ? 2 * Math.min(Math.floor((end - first) / tuple), MOST_RANGES - count) : 0,
    )
    let used = 0
    let low = 0xffff_ffff_ffff_ffffn
    let high = 0n
    for (; used < ranges.length; used += 2) {
      const at = first + (used / 2) * tuple
      const from = addressAt(at, addressSize)
      const bytes = addressAt(at + addressSize, addressSize)
      if (from === 0n && bytes === 0n) break
      const behind = BigInt.asUintN(64, from + bytes)
      ranges[used] = from
      ranges[used + 1] = behind
      if (from < low) low = from
      if (behind > high) high = behind
    }
    count += used / 2
    sets.push({ unit, low, high, ranges: ranges.subarray(0, used) })
    cursor.at = end
  }
  return sets
}
