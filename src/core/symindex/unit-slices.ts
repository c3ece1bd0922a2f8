/** Cuts the units of an image into slices, and decides which shard finds the names of each slice. */
import { wholeOf, type Share } from './cross-unit-names.ts'
import { lengthOf } from './merge-tables.ts'
import type { NamePart } from './shard.ts'
import type { ShardDriver } from './shard-driver.ts'
import type { BuildSizes } from './sizes.ts'
import { sliceAt, type SliceTools, type Slicing } from './slices.ts'
import { placeOf, sortedOnce } from './sorted-once.ts'
import type { UnitPart } from './unit-queue.ts'

/** Each slice has tables of files and of interned strings of its own, and a share of the ids. */
const MOST_SLICES = 128

export const unitSlices: SliceTools = { cut, share }

function cut(size: number, { directJob, oneShard }: BuildSizes): Slicing {
  const bytes = size < oneShard ? size : Math.max(directJob, Math.ceil(size / MOST_SLICES))
  return { bytes: Math.max(1, bytes), count: Math.max(1, Math.ceil(size / Math.max(1, bytes))) }
}

/** The share for names that other units need from a slice. */
const nameShare = ({ count }: Slicing, slice: number): number => count + slice

function share(run: ShardDriver, slicing: Slicing, targets: Uint32Array<ArrayBuffer>): Share {
  const own: Uint32Array<ArrayBuffer>[] = []
  const parts: NamePart[] = []
  for (const { slice, from, to } of reachesOf(slicing, run.parts)) {
    const inside = targets.subarray(placeOf(targets, from), placeOf(targets, to))
    if (inside.length === 0) continue
    own.push(inside)
    const number = nameShare(slicing, slice)
    const { pools = [], crossUnitDies = [] } = run.slices.get(number) ?? {}
    const start = { slice: number, interned: lengthOf(pools), names: lengthOf(crossUnitDies), from, to }
    parts.push({ ...wholeOf(inside, []), slice: start })
  }
  return { run, targets: sortedOnce(own), units: new Map(), parts }
}

/** For each slice of some parts: where they begin and end. `parts` in any order. */
function reachesOf(
  slicing: Slicing,
  parts: readonly UnitPart[],
): readonly { readonly slice: number; readonly from: number; readonly to: number }[] {
  const reaches: { slice: number; from: number; to: number }[] = []
  for (const { start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    const slice = sliceAt(slicing, start)
    const last = reaches.at(-1)
    if (last?.slice === slice) last.to = end
    else reaches.push({ slice, from: start, to: end })
  }
  return reaches
}
