/** Drives shards: hands out jobs, brings the windows they ask for, collects blocks and deferred names. */
import type { ByteHost } from '../ports.ts'
import type { ImageSections } from './sections.ts'
import type {
  NameJob,
  QueueJob,
  Shard,
  ShardAnswer,
  ShardNeed,
  ShardProblem,
  StringJob,
  UnitJob,
  WrittenStrings,
} from './shard.ts'
import { BACK_SHARE, STRING_TAIL, windowFor } from './shard.ts'
import type { UnitPart } from './unit-queue.ts'

/** Pieces of a string section that are read at the same time. */
const PIECES_AHEAD = 6

type Done = Extract<ShardAnswer, { kind: 'done' }>

/** What a shard wrote, with the pages kept as blocks are. */
export interface StringPages extends Omit<WrittenStrings, 'pages'> {
  readonly pages: Blob
}

const NO_STRINGS: WrittenStrings = { pages: [], directory: new Uint32Array(0), hashes: new Uint8Array(0) }

/** Bytes of a window of a section with this many. */
export type WindowOf = (sectionBytes: number) => number

/** How bytes are kept where there are Blobs and nothing else. */
export function joinBlobs(parts: readonly (Uint8Array<ArrayBuffer> | Blob)[]): Blob {
  return new Blob([...parts])
}

/** One shard with what it has made so far. */
export class ShardRun {
  readonly shard: Shard
  /** Finished blocks; Blobs, which a browser keeps outside this process. */
  readonly blocks: Blob[] = []
  /** Entries of the function table, as they came; who has taken them empties the list. */
  readonly entries: Uint8Array<ArrayBuffer>[] = []
  readonly problems: ShardProblem[] = []
  /** Parts of `.debug_info` that this shard has read. */
  readonly parts: UnitPart[] = []
  /** Offsets of entries whose names it needs from elsewhere, in the order of their ids. */
  deferred = new Uint32Array(0)
  readonly #sections: ImageSections
  readonly #windowOf: WindowOf
  readonly #join: ByteHost['join']
  readonly #ahead = new Map<
    number,
    { readonly from: number; readonly to: number; readonly bytes: Promise<Uint8Array<ArrayBuffer>> }
  >()

  /** `join` keeps bytes. */
  constructor(shard: Shard, sections: ImageSections, windowOf: WindowOf, join: ByteHost['join']) {
    this.shard = shard
    this.#sections = sections
    this.#windowOf = windowOf
    this.#join = join
  }

  /** Runs one job to its end; between its turns the shard waits for `onTurn`. */
  async run(job: UnitJob | QueueJob | NameJob, onTurn?: () => Promise<void>): Promise<Done> {
    let answer = await this.shard.run(job)
    while (answer.kind !== 'done') {
      if (answer.kind === 'turn') await onTurn?.()
      else {
        const { slot } = answer
        const { from, bytes } = await this.#bring(answer)
        await this.shard.supply(slot, from, bytes)
      }
      answer = await this.shard.resume()
    }
    if (answer.blocks.length > 0) this.blocks.push(this.#join(answer.blocks))
    this.entries.push(...answer.entries)
    this.parts.push(...answer.parts)
    this.problems.push(...answer.problems)
    if (answer.deferred.length > 0) this.deferred = append(this.deferred, answer.deferred)
    return answer
  }

  /** Has strings written; the next pieces are read while the shard works on one. */
  async write(job: StringJob): Promise<StringPages> {
    const reads: Promise<Uint8Array<ArrayBuffer>>[] = []
    let asked = 0
    let answer = await this.shard.run(job)
    while (answer.kind === 'need') {
      const { slot, offset, bytes, again } = answer
      while (again === 0 && asked < job.pieces.length && reads.length < PIECES_AHEAD) {
        const piece = job.pieces[asked++]
        if (piece) reads.push(this.#readPiece(piece.slot, piece.from, piece.to + STRING_TAIL))
      }
      // What was cut off is read once more, with more behind it.
      const read = again === 0 ? reads.shift() : this.#readPiece(slot, offset, offset + bytes)
      await this.shard.supply(slot, offset, read ? await read : new Uint8Array(0))
      answer = await this.shard.resume()
    }
    const { pages, directory, hashes } = (answer.kind === 'done' && answer.strings) || NO_STRINGS
    return { pages: this.#join(pages), directory, hashes }
  }

  async #readPiece(slot: number, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#sections.read(slot, from, Math.min(to, this.#sections.size(slot)))
  }

  /** The bytes asked for and some behind them; the next piece is read while the shard works on this one. */
  async #bring(need: ShardNeed): Promise<{ from: number; bytes: Uint8Array<ArrayBuffer> }> {
    const { slot, offset, bytes: wanted, again } = need
    const size = this.#sections.size(slot)
    const window = this.#windowOf(size)
    const ahead = this.#ahead.get(slot)
    if (ahead && again === 0 && offset >= ahead.from && offset + wanted <= ahead.to) {
      this.#ahead.delete(slot)
      this.#readAhead(slot, ahead.to, window)
      return { from: ahead.from, bytes: await ahead.bytes }
    }
    const { from, to } = windowFor(need, size, window)
    const bytes = this.#sections.read(slot, from, to)
    this.#readAhead(slot, to, window)
    return { from, bytes: await bytes }
  }

  #readAhead(slot: number, end: number, window: number): void {
    const back = Math.floor(window / BACK_SHARE)
    const from = end - back
    const to = Math.min(this.#sections.size(slot), from + window + back)
    if (to - from <= back) return
    const bytes = this.#sections.read(slot, from, to)
    bytes.catch(() => undefined)
    this.#ahead.set(slot, { from, to, bytes })
  }
}

function append(before: Uint32Array<ArrayBuffer>, more: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(before.length + more.length)
  all.set(before)
  all.set(more, before.length)
  return all
}
