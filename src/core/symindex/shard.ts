/**
 * A shard: one WASM instance that reads some of an image's units. It is driven by plain calls with plain data, so it
 * can run in another thread. It gets bytes sent, or reads files itself. `unit-reader.ts` implements it.
 */
import type { FilePlace } from '../ports.ts'
import type { SliceStart, Slicing } from './slices.ts'
import type { UnitPart, UnitQueue } from './unit-queue.ts'
import type { EngineSetup } from './wasm-instance.ts'

/** Set-up that all shards of a build share. */
export interface ShardSetup extends EngineSetup {
  /** Number of this shard and of all shards: without slices, string ids and file numbers are divided among them. */
  readonly shard: number
  readonly shards: number
  /** If the units are cut into slices, among which ids and file numbers are divided instead. */
  readonly slicing?: Slicing
  /** Reads only the return addresses of call sites; builds no index. */
  readonly callsOnly?: boolean
  /** File ranges of the sections by slot, if the shard reads them itself. It then gets no bytes. */
  readonly places?: readonly (FilePlace | undefined)[]
  /** Shards that get their units sent keep them until cross-unit names are resolved. */
  readonly keepUnits?: boolean
  /** For shards that read files: smallest window, and the size up to which a section is read whole. */
  readonly window: number
  readonly wholeSection: number
}

/** A part of `.debug_info`: its bytes, or none if the shard reads files. */
export interface InfoPart {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
}

/** Whole units; those of a part are adjacent. */
export interface UnitJob {
  readonly kind: 'units'
  readonly parts: readonly InfoPart[]
  /** Milliseconds after which the shard answers `turn` before the next unit; absent: it runs to the end. */
  readonly turn?: number
}

/** Units that the shard takes from a queue and reads from the file, until the queue is empty. */
export interface QueueJob {
  readonly kind: 'queue'
  readonly queue: UnitQueue
  /** Milliseconds after which the shard answers `turn` to yield; Infinity in a thread of its own. */
  readonly turn: number
}

/** DIEs whose names other units need, ascending, with the parts of `.debug_info` that hold them. */
export interface NameJob {
  readonly kind: 'names'
  readonly targets: Uint32Array<ArrayBuffer>
  readonly parts: readonly NamePart[]
}

/** A shard that reads files or has kept its units needs no bytes, only which DIEs lie in the part. */
export interface NamePart extends InfoPart {
  /** Offsets of units that the shard has not read. */
  readonly units: readonly number[]
  /** How many of the job's DIEs lie in this part. */
  readonly count: number
  /** Where ids go on, if the part is of a slice. */
  readonly slice?: SliceStart
}

/** A part of a string section: strings that begin in [from, to), with their marks. */
export interface StringPiece {
  readonly slot: number
  readonly from: number
  readonly to: number
  readonly firstMark: number
  readonly marks: number
}

/** Writes strings of one section, in the order of their ids. */
export interface StringJob {
  readonly kind: 'strings'
  readonly pieces: readonly StringPiece[]
  /** Marks of all pieces, ascending: u64 each, id << 1, plus 1 for the name of a function. */
  readonly marks: Uint8Array<ArrayBuffer>
}

/** Pages of strings. */
export interface WrittenStrings {
  readonly pages: readonly Uint8Array<ArrayBuffer>[]
  /** First id and place of each page. */
  readonly directory: Uint32Array<ArrayBuffer>
  /** Hash and id of each name. */
  readonly hashes: Uint8Array<ArrayBuffer>
  /** Hidden names whose number has no name. */
  readonly unknownNames: number
}

export type Job = UnitJob | QueueJob | NameJob | StringJob

/** An engine error as data. */
export interface ShardProblem {
  readonly error: number
  readonly section: number
  readonly offset: number
}

/**
 * The output of a slice since the last answer. Without slices, all output of a shard is one slice with the shard's
 * number.
 */
export interface SliceResult {
  readonly slice: number
  /** Finished blocks, their columns, and entries of the function table. */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[]
  readonly columns: readonly Uint8Array<ArrayBuffer>[]
  readonly entries: readonly Uint8Array<ArrayBuffer>[]
  readonly crossUnitDies: Uint32Array<ArrayBuffer>
  /** All at the end of the slice; empty before. */
  readonly blockSizes: Uint8Array<ArrayBuffer>
  readonly files: Uint8Array<ArrayBuffer>
  readonly pool: Uint8Array<ArrayBuffer>
}

export type ShardAnswer =
  | ShardNeed
  /** Not done: call `resume` to continue. */
  | { readonly kind: 'turn' }
  | {
      readonly kind: 'done'
      /** Parts of `.debug_info` read since the last answer. */
      readonly parts: readonly UnitPart[]
      readonly slices: readonly SliceResult[]
      /** Name jobs: a string id for each DIE. */
      readonly ids: Uint32Array<ArrayBuffer>
      readonly problems: readonly ShardProblem[]
      /** String jobs. */
      readonly strings?: WrittenStrings
    }

export interface ShardResult {
  /** Output that no earlier answer had. */
  readonly slices: readonly SliceResult[]
  /** Marks as in `StringJob`, unsorted. The consumer empties it, because it can be large. */
  marks: Uint8Array<ArrayBuffer>
  readonly inlines: number
  readonly lineRows: number
  readonly peakBytes: number
}

/** A shard in this thread or another one. */
export interface Shard {
  begin(setup: ShardSetup): Promise<void>
  run(job: Job): Promise<ShardAnswer>
  supply(slot: number, start: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  resume(): Promise<ShardAnswer>
  finish(): Promise<ShardResult>
  /** Frees the shard, once. A shard in a thread is terminated. */
  end(): Promise<void>
}

/** Send a window that holds [offset, offset + bytes) of a section, then call `resume`. */
export interface ShardNeed {
  readonly kind: 'need'
  readonly slot: number
  readonly offset: number
  readonly bytes: number
  /** How often the same unit has requested this section. */
  readonly again: number
}

/** Share of a window that lies before the requested place: units sometimes refer back. */
export const BACK_SHARE = 64

/** Bytes read past the start of the last string of a piece. */
export const STRING_TAIL = 4096

/** The window to read of a section of `size` bytes for a missing range. */
export function windowFor(
  need: ShardNeed,
  size: number,
  window: number,
): { readonly from: number; readonly to: number } {
  const back = Math.floor(window / BACK_SHARE)
  const length = Math.max(window * 2 ** need.again, need.bytes + back)
  const from = size <= window ? 0 : Math.max(0, need.offset - back)
  return { from, to: Math.min(size, from + length + back) }
}

/** A shard's or a slice's share of an id range: first id and count. */
export function shareOf(
  base: number,
  span: number,
  shard: number,
  shards: number,
): readonly [base: number, span: number] {
  const share = Math.floor(span / shards)
  return [base + shard * share, share]
}
