/** Drives one shard: hands out jobs, sends requested windows, collects blocks and cross-unit DIEs. */
import type { ByteHost } from '../ports.ts'
import type { ImageSections } from './sections.ts'
import type {
  NameJob,
  QueueJob,
  Shard,
  ShardAnswer,
  ShardProblem,
  ShardResult,
  SliceResult,
  StringJob,
  UnitJob,
  WrittenStrings,
} from './shard.ts'
import { STRING_TAIL } from './shard.ts'
import type { UnitPart } from './unit-queue.ts'
import type { WindowSource } from './window-source.ts'
import { append } from '../model/lists.ts'

type Done = Extract<ShardAnswer, { kind: 'done' }>

/** Strings written by a shard; their pages are stored like blocks. */
export interface StringPages extends Omit<WrittenStrings, 'pages'> {
  readonly pages: Blob
}

const NO_STRINGS: WrittenStrings = {
  pages: [],
  directory: new Uint32Array(0),
  hashes: new Uint8Array(0),
  unknownNames: 0,
}

const NONE = new Uint8Array(0)

/** Stores bytes as Blobs. */
export function joinBlobs(parts: readonly (Uint8Array<ArrayBuffer> | Blob)[]): Blob {
  return new Blob([...parts])
}

/** The output of a slice, in order of arrival. */
export class Slice {
  /** Finished blocks, as Blobs, which a browser keeps outside of this process. */
  readonly blocks: Blob[] = []
  /** Their columns. */
  readonly columns: Blob[] = []
  /** Entries of the function table; the consumer empties the list. */
  readonly entries: Uint8Array<ArrayBuffer>[] = []
  readonly blockSizes: Uint8Array<ArrayBuffer>[] = []
  readonly files: Uint8Array<ArrayBuffer>[] = []
  readonly pools: Uint8Array<ArrayBuffer>[] = []
  /** Cross-unit DIEs, in the order of their ids. */
  readonly crossUnitDies: Uint32Array<ArrayBuffer>[] = []
}

/** One shard and its results so far. */
export class ShardDriver {
  readonly shard: Shard
  /** Slices of this shard, by number. */
  readonly slices = new Map<number, Slice>()
  readonly problems: ShardProblem[] = []
  /** Parts of `.debug_info` that this shard has read. */
  readonly parts: UnitPart[] = []
  /** Cross-unit DIEs that nobody has taken. */
  readonly #newDies: Uint32Array<ArrayBuffer>[] = []
  readonly #sections: ImageSections
  readonly #windows: WindowSource
  readonly #join: ByteHost['join']

  /** `join` stores bytes. */
  constructor(shard: Shard, sections: ImageSections, windows: WindowSource, join: ByteHost['join']) {
    this.shard = shard
    this.#sections = sections
    this.#windows = windows
    this.#join = join
  }

  /** Runs one job to its end; when the shard yields, or wants bytes, waits for `onTurn`. */
  async run(job: UnitJob | QueueJob | NameJob, onTurn?: () => Promise<void>): Promise<Done> {
    let answer = await this.shard.run(job)
    while (answer.kind !== 'done') {
      await onTurn?.()
      if (answer.kind === 'need') {
        const { slot } = answer
        const { from, bytes } = await this.#windows.bring(answer)
        await this.shard.supply(slot, from, bytes)
      }
      answer = await this.shard.resume()
    }
    this.#take(answer.slices)
    append(this.parts, answer.parts)
    append(this.problems, answer.problems)
    return answer
  }

  /** Ends the shard's work on units and names. */
  async finish(): Promise<ShardResult> {
    const result = await this.shard.finish()
    this.#take(result.slices)
    return result
  }

  /** Cross-unit DIEs found since the last call. */
  takeNewDies(): readonly Uint32Array<ArrayBuffer>[] {
    return this.#newDies.splice(0)
  }

  #take(results: readonly SliceResult[]): void {
    for (const { slice: number, blocks, columns, entries, crossUnitDies, ...tables } of results) {
      const slice = this.slices.get(number) ?? new Slice()
      this.slices.set(number, slice)
      if (blocks.length > 0) slice.blocks.push(this.#join(blocks))
      if (columns.length > 0) slice.columns.push(this.#join(columns))
      append(slice.entries, entries)
      if (tables.blockSizes.length > 0) slice.blockSizes.push(tables.blockSizes)
      if (tables.files.length > 0) slice.files.push(tables.files)
      if (tables.pool.length > 0) slice.pools.push(tables.pool)
      if (crossUnitDies.length === 0) continue
      slice.crossUnitDies.push(crossUnitDies)
      this.#newDies.push(crossUnitDies)
    }
  }

  /** Lets the shard write strings; reads the next pieces while it works. `onTurn` as in `run`. */
  async write(job: StringJob, onTurn?: () => Promise<void>): Promise<StringPages> {
    const slot = job.pieces[0]?.slot ?? 0
    const size = this.#sections.size(slot)
    const ranges = job.pieces.map(({ from, to }) => ({ start: from, end: Math.min(size, to + STRING_TAIL) }))
    const reads = this.#sections.readInOrder(slot, ranges)
    let answer = await this.shard.run(job)
    while (answer.kind === 'need') {
      await onTurn?.()
      const { offset, bytes, again } = answer
      // A truncated piece is read again with more bytes after it.
      const read =
        again === 0
          ? (await reads.next()).value
          : await this.#sections.read(slot, offset, Math.min(size, offset + bytes))
      // Bytes that share their buffer cannot be transferred.
      await this.shard.supply(
        slot,
        offset,
        read && read.buffer.byteLength > read.length ? read.slice() : (read ?? NONE),
      )
      answer = await this.shard.resume()
    }
    const { pages, ...written } = (answer.kind === 'done' && answer.strings) || NO_STRINGS
    return { pages: this.#join(pages), ...written }
  }
}
