/** The times of one track's samples, in columns that grow: a million samples are some megabytes. */
import type { SampleTimes } from '../../model/sample-times.ts'

/** Samples of a whole file that keep their times: 20 bytes each. */
export const MOST_TIMED = 4_000_000

/** Collects the samples of a track in the order of the file. */
export class TimedSamples {
  #length = 0
  #at = new Float64Array(64)
  #call = new Uint32Array(64)
  #weight = new Float64Array(64)
  #isWhole = true

  /** Adds a sample of a call, by its number in the table of stacks; `at` in nanoseconds, undefined where the row has no time. */
  add(call: number, weight: number, at: number | undefined): void {
    if (at === undefined) this.drop()
    if (at === undefined || !this.#isWhole) return
    if (this.#length === this.#at.length) this.#grow()
    this.#at[this.#length] = at / 1e9
    this.#call[this.#length] = call
    this.#weight[this.#length++] = weight
  }

  /** Some sample has no time: the track gets none, because a part of it would look like the whole. */
  drop(): void {
    this.#isWhole = false
    this.#length = 0
    this.#at = new Float64Array(0)
    this.#call = new Uint32Array(0)
    this.#weight = new Float64Array(0)
  }

  /** The samples by the rows of the written tree; undefined unless all have a time and a row. */
  finish(rows: ReadonlyMap<number, number>): SampleTimes | undefined {
    if (!this.#isWhole || this.#length === 0) return undefined
    const row = new Uint32Array(this.#length)
    for (let at = 0; at < row.length; at++) {
      const place = rows.get(this.#call[at] ?? 0)
      if (place === undefined) return undefined
      row[at] = place
    }
    return { at: this.#at.slice(0, this.#length), row, weight: this.#weight.slice(0, this.#length) }
  }

  #grow(): void {
    const length = this.#length * 2
    const [at, call, weight] = [new Float64Array(length), new Uint32Array(length), new Float64Array(length)]
    at.set(this.#at)
    call.set(this.#call)
    weight.set(this.#weight)
    this.#at = at
    this.#call = call
    this.#weight = weight
  }
}
