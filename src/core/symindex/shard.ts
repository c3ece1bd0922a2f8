/**
 * A shard: one engine that reads some of an image's units. It is driven from outside, by plain calls with plain data, so
 * that it can live in another thread: bytes are brought to it, or it reads them itself. `unit-reader.ts` is one.
 */
import type { FilePlace } from '../ports.ts'
import type { UnitPart, UnitQueue } from './unit-queue.ts'
import type { EngineSetup } from './wasm-instance.ts'

/** What all shards of a build know. */
export interface ShardSetup extends EngineSetup {
  /** Which of how many shards this one is: ids of strings and files are shared out among them. */
  readonly shard: number
  readonly shards: number
  /** Only return addresses of call sites are read; no index comes of it. */
  readonly callsOnly?: boolean
  /** Where the sections lie, by slot, if a shard can read them itself; it is then given no bytes. */
  readonly places?: readonly (FilePlace | undefined)[]
  /** Shards that are brought their units keep them until names were looked for in them. */
  readonly keepUnits?: boolean
  /** For shards that read for themselves: bytes of a window at least, and of a section that is read whole at once. */
  readonly window: number
  readonly wholeSection: number
}

/** A part of `.debug_info`: its bytes, unless the shard reads them itself. */
export interface InfoPart {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
}

/** Whole units, in each part one behind the other. */
export interface UnitJob {
  readonly kind: 'units'
  readonly parts: readonly InfoPart[]
}

/** Units that the shard takes from a queue and reads itself, until none is left. */
export interface QueueJob {
  readonly kind: 'queue'
  readonly queue: UnitQueue
  /** Milliseconds after which the shard answers `turn`, so that others have this thread; Infinity where there are none. */
  readonly turn: number
}

/** Entries whose names other units need, ascending, with the parts of `.debug_info` that hold them. */
export interface NameJob {
  readonly kind: 'names'
  readonly targets: Uint32Array<ArrayBuffer>
  readonly parts: readonly NamePart[]
}

/** A shard that reads for itself, or has kept its units, needs no more of a part than which entries lie in it. */
export interface NamePart extends InfoPart {
  /** Offsets of units that the shard does not know yet. */
  readonly units: readonly number[]
  /** How many of the job's entries lie here. */
  readonly count: number
}

/** A part of a string section: strings that begin in [from, to), with the marks of those that are wanted. */
export interface StringPiece {
  readonly slot: number
  readonly from: number
  readonly to: number
  readonly firstMark: number
  readonly marks: number
}

/** Strings of one section to be written, in the order of their ids. */
export interface StringJob {
  readonly kind: 'strings'
  readonly pieces: readonly StringPiece[]
  /** The wanted strings of all pieces, ascending: for each a u64, its id << 1, plus 1 for the name of a function. */
  readonly marks: Uint8Array<ArrayBuffer>
}

/** Pages of strings. */
export interface WrittenStrings {
  readonly pages: readonly Uint8Array<ArrayBuffer>[]
  /** First id and place of each page. */
  readonly directory: Uint32Array<ArrayBuffer>
  /** Hash and id of each name. */
  readonly hashes: Uint8Array<ArrayBuffer>
}

export type Job = UnitJob | QueueJob | NameJob | StringJob

/** An engine error as data. */
export interface ShardProblem {
  readonly error: number
  readonly section: number
  readonly offset: number
}

export type ShardAnswer =
  | ShardNeed
  /** Not done: `resume` goes on. */
  | { readonly kind: 'turn' }
  | {
      readonly kind: 'done'
      /** Parts of `.debug_info` whose units were read, since the last answer. */
      readonly parts: readonly UnitPart[]
      /** Finished blocks of the index, and entries of its function table. */
      readonly blocks: readonly Uint8Array<ArrayBuffer>[]
      readonly entries: readonly Uint8Array<ArrayBuffer>[]
      /** Of a name job: an id for each target. */
      readonly ids: Uint32Array<ArrayBuffer>
      /** Offsets of entries whose names must be found elsewhere, since the last answer. */
      readonly crossUnitDies: Uint32Array<ArrayBuffer>
      readonly problems: readonly ShardProblem[]
      /** Of a job that wrote strings. */
      readonly strings?: WrittenStrings
    }

export interface ShardResult {
  readonly blockSizes: Uint8Array<ArrayBuffer>
  readonly files: Uint8Array<ArrayBuffer>
  /** As in `StringJob`, in no order. Emptied by who has taken them: in large images they are large. */
  marks: Uint8Array<ArrayBuffer>
  readonly pool: Uint8Array<ArrayBuffer>
  readonly inlines: number
  readonly lineRows: number
  readonly peakBytes: number
}

/** A shard wherever it lives. */
export interface Shard {
  begin(setup: ShardSetup): Promise<void>
  run(job: Job): Promise<ShardAnswer>
  supply(slot: number, start: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  resume(): Promise<ShardAnswer>
  finish(): Promise<ShardResult>
  /** Frees it, once; a shard in a thread is terminated, whatever it does. */
  end(): Promise<void>
}

/** Bring a window that holds [offset, offset + bytes) of a section, then call `resume`. */
export interface ShardNeed {
  readonly kind: 'need'
  readonly slot: number
  readonly offset: number
  readonly bytes: number
  /** How often the same unit has lacked something of this section already. */
  readonly again: number
}

/** This part of a window lies before the place asked: units refer a little back now and then. */
export const BACK_SHARE = 64

/** Bytes brought behind the place where the last string of a piece begins. */
export const STRING_TAIL = 4096

/** What to bring of a section of `size` bytes when something of it is missing. */
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

/** What of a share belongs to a shard: the first id of it and how many. */
export function shareOf(
  base: number,
  span: number,
  shard: number,
  shards: number,
): readonly [base: number, span: number] {
  const share = Math.floor(span / shards)
  return [base + shard * share, share]
}
