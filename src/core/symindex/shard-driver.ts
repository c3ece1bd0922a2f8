/** Drives one shard: hands out jobs, sends requested windows, collects blocks and cross-unit DIEs. */
import type { ByteHost } from '../ports.ts'
import type { ImageSections } from './sections.ts'
import type {
  NameJob,
  QueueJob,
  Shard,
  ShardAnswer,
  ShardProblem,
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

/** One shard and its results so far. */
export class ShardDriver {
  readonly shard: Shard
  /** Finished blocks, as Blobs, which a browser keeps outside of this process. */
  readonly blocks: Blob[] = []
  /** Entries of the function table, in order of arrival; the consumer empties the list. */
  readonly entries: Uint8Array<ArrayBuffer>[] = []
  readonly problems: ShardProblem[] = []
  /** Parts of `.debug_info` that this shard has read. */
  readonly parts: UnitPart[] = []
  /** Cross-unit DIEs, in the order of their ids. */
  crossUnitDies = new Uint32Array(0)
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
    if (answer.blocks.length > 0) this.blocks.push(this.#join(answer.blocks))
    append(this.entries, answer.entries)
    append(this.parts, answer.parts)
    append(this.problems, answer.problems)
    if (answer.crossUnitDies.length > 0) this.crossUnitDies = joined(this.crossUnitDies, answer.crossUnitDies)
    return answer
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

function joined(before: Uint32Array<ArrayBuffer>, more: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(before.length + more.length)
  all.set(before)
  all.set(more, before.length)
  return all
}
