/**
 * Slices of `.debug_info`. What a shard makes of a slice depends on nothing else, and the index has them in their order: so its
 * bytes are the same however many shards there were, and whoever of them took which slice.
 */
import type { BuildSizes } from './sizes.ts'
import type { UnitPart } from './unit-queue.ts'

/** Each slice has tables of files and of interned strings of its own, and a share of the ids. */
const MOST_SLICES = 128

export interface Slicing {
  /** A slice has the units that begin in the bytes [number * bytes, (number + 1) * bytes). */
  readonly bytes: number
  readonly count: number
}

/** Where a slice begins, or goes on. */
export interface SliceStart {
  readonly slice: number
  /** Bytes that it has interned before, and names of other units. */
  readonly interned: number
  readonly names: number
  /** Names are known of the units in [from, to). */
  readonly from: number
  readonly to: number
}

/** The slices of a section of `size` bytes; what one shard reads alone is one slice. */
export function slicingOf(size: number, { directJob, oneShard }: BuildSizes): Slicing {
  const bytes = size < oneShard ? size : Math.max(directJob, Math.ceil(size / MOST_SLICES))
  return { bytes: Math.max(1, bytes), count: Math.max(1, Math.ceil(size / Math.max(1, bytes))) }
}

/** The slice that the unit at an offset belongs to. */
export const sliceAt = ({ bytes }: Slicing, offset: number): number => Math.floor(offset / bytes)

/** In how many shares ids are divided: each slice has one for its units, and one for names that other units ask of it. */
export const sharesOf = ({ count }: Slicing): number => 2 * count

/** The share for names that are asked of a slice. */
export const nameShare = ({ count }: Slicing, slice: number): number => count + slice

/** For each slice of some parts: where they begin and end. `parts` in any order. */
export function reachesOf(
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
