/** Drives shards: hands out jobs, brings the windows they ask for, collects blocks and deferred names. */
import type { ImageSections } from './sections.ts'
import type { NameJob, Shard, ShardAnswer, ShardProblem, UnitJob } from './shard.ts'

/** Bytes brought at a time where a shard lacks some; doubled each time the same unit lacks more. */
const WINDOW_BYTES = 4 << 20
/** How far before the place asked a window begins: units refer a little back now and then. */
const BACK_BYTES = 64 << 10

type Done = Extract<ShardAnswer, { kind: 'done' }>

/** One shard with what it has made so far. */
export class ShardRun {
  readonly shard: Shard
  /** Finished blocks; Blobs, so that a browser may keep them outside this process. */
  readonly blocks: Blob[] = []
  readonly problems: ShardProblem[] = []
  /** Parts of `.debug_info` that this shard has read. */
  readonly parts: { readonly start: number; readonly end: number }[] = []
  /** Entries whose names it needs from elsewhere, in the order of their ids. */
  readonly deferred: number[] = []
  readonly #sections: ImageSections
  readonly #ahead = new Map<
    number,
    { readonly from: number; readonly to: number; readonly bytes: Promise<Uint8Array<ArrayBuffer>> }
  >()

  constructor(shard: Shard, sections: ImageSections) {
    this.shard = shard
    this.#sections = sections
  }

  /** Runs one job to its end. */
  async run(job: UnitJob | NameJob): Promise<Done> {
    if (job.kind === 'units')
      this.parts.push({ start: job.start, end: job.start + job.pieces.reduce((sum, piece) => sum + piece.length, 0) })
    let answer = await this.shard.run(job)
    while (answer.kind === 'need') {
      const { slot } = answer
      const { from, bytes } = await this.#window(answer)
      await this.shard.supply(slot, from, bytes)
      answer = await this.shard.resume()
    }
    if (answer.blocks.length > 0) this.blocks.push(new Blob([answer.blocks]))
    for (const target of answer.deferred) this.deferred.push(target)
    this.problems.push(...answer.problems)
    return answer
  }

  /** The bytes asked for and some behind them; the next piece is read while the shard works on this one. */
  async #window(
    need: Extract<ShardAnswer, { kind: 'need' }>,
  ): Promise<{ from: number; bytes: Uint8Array<ArrayBuffer> }> {
    const { slot, offset, bytes: wanted, again } = need
    const size = this.#sections.size(slot)
    const length = Math.max(WINDOW_BYTES * 2 ** again, wanted + BACK_BYTES)
    const ahead = this.#ahead.get(slot)
    if (ahead && again === 0 && offset >= ahead.from && offset + wanted <= ahead.to) {
      this.#ahead.delete(slot)
      this.#readAhead(slot, ahead.to - BACK_BYTES)
      return { from: ahead.from, bytes: await ahead.bytes }
    }
    const from = size <= WINDOW_BYTES ? 0 : Math.max(0, offset - BACK_BYTES)
    const to = Math.min(size, from + length + BACK_BYTES)
    const bytes = this.#sections.read(slot, from, to)
    this.#readAhead(slot, to - BACK_BYTES)
    return { from, bytes: await bytes }
  }

  #readAhead(slot: number, from: number): void {
    const to = Math.min(this.#sections.size(slot), from + WINDOW_BYTES + BACK_BYTES)
    if (to - from <= BACK_BYTES) return
    const bytes = this.#sections.read(slot, from, to)
    bytes.catch(() => undefined)
    this.#ahead.set(slot, { from, to, bytes })
  }
}

/** Shares jobs out: each shard takes the next one when it is free. */
export async function runUnits(
  runs: readonly ShardRun[],
  feed: AsyncGenerator<UnitJob>,
  onDone: (bytes: number) => void,
): Promise<void> {
  // A generator answers calls one after the other, so shards may ask at any time.
  const work = async (run: ShardRun): Promise<void> => {
    for (let next = await feed.next(); !next.done; next = await feed.next()) {
      await run.run(next.value)
      onDone(next.value.pieces.reduce((sum, piece) => sum + piece.length, 0))
    }
  }
  await Promise.all(runs.map(work))
}
