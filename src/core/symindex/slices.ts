/**
 * Slices of `.debug_info`. The output for a slice depends on nothing else, and the index holds the slices in order. So
 * its bytes are the same for any number of shards and any distribution of slices.
 */
import type { ByteHost } from '../ports.ts'
import type { Share } from './cross-unit-names.ts'
import type { ShardDriver } from './shard-driver.ts'
import type { BuildSizes } from './sizes.ts'

export interface Slicing {
  /** A slice has the units that begin in the bytes [number * bytes, (number + 1) * bytes). */
  readonly bytes: number
  readonly count: number
}

/** Where a slice begins or resumes. */
export interface SliceStart {
  readonly slice: number
  /** Bytes that it has interned before, and names of other units. */
  readonly interned: number
  readonly names: number
  /** Names are known of the units in [from, to). */
  readonly from: number
  readonly to: number
}

/** The slice that the unit at an offset belongs to. */
export const sliceAt = ({ bytes }: Slicing, offset: number): number => Math.floor(offset / bytes)

/**
 * The number of shares of the id space: each slice has one for its units, and one for names that other units need from
 * it.
 */
export const sharesOf = ({ count }: Slicing): number => 2 * count

/** Cuts units into slices, where shards read files. A page, which loads its engine over a network, has none. */
export interface SliceTools {
  /** The slices of a section of `size` bytes; a section for one shard is one slice. */
  cut(size: number, sizes: BuildSizes): Slicing
  /** The DIEs of the slices that a shard has read. No shard could read a DIE outside all slices. */
  share(run: ShardDriver, slicing: Slicing, targets: Uint32Array<ArrayBuffer>): Share
}

/** A host whose shards read files. With `slices` the bytes of an index do not depend on the number of shards. */
export interface FileHost extends ByteHost {
  readonly slices?: SliceTools
}
