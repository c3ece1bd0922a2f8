/** Samples of a track by time, and the part of its calls that a range of time has. */
import type { CallTreeNode } from '../model/report.ts'
import type { SampleTimes } from '../model/sample-times.ts'
import { totalSteps, type Calls } from './calls.ts'
import { samplesOf } from './states.ts'
import { finish, ROWS_A_STEP } from './steps.ts'

/** Samples with the call of the track that each ended in, ascending in time. */
export interface TrackTimes {
  readonly at: Float64Array
  readonly call: Uint32Array
  readonly weight: Float64Array
  /** What `at` counts: seconds since the recording began, or the samples of the recording from 1. */
  readonly unit: 'seconds' | 'samples'
}

/** From one time to before another, in the unit of the track's times. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A row that ended samples: the call of the track, and the samples that its note names, both ends included. */
export interface SeenRow {
  readonly call: number
  readonly first: number
  readonly last: number
}

/** Limit on the samples that ranges such as `1-1000000` are written out to, for one track. */
const MOST_SAMPLES = 2_000_000

/** The times of a tree's samples. `calls` has the call of each row; undefined where a row has none. */
export function timesOfSamples({ at, row, weight }: SampleTimes, calls: Int32Array): TrackTimes | undefined {
  const call = new Uint32Array(row.length)
  for (let sample = 0; sample < row.length; sample++) {
    const one = calls[row[sample] ?? 0]
    if (one === undefined || one < 0 || !Number.isFinite(at[sample])) return undefined
    call[sample] = one
  }
  return ascending({ at, call, weight, unit: 'seconds' })
}

/**
 * The times of samples that rows name by number. Undefined if they are not exactly `total` samples: the rest of the samples would have no
 * time, and a range would lose them without a word.
 */
export function timesOfRows(rows: readonly SeenRow[], total: number): TrackTimes | undefined {
  const counted = rows.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (rows.length === 0 || counted !== total || counted > MOST_SAMPLES) return undefined
  const at = new Float64Array(counted)
  const call = new Uint32Array(counted)
  let next = 0
  for (const row of rows)
    for (let sample = row.first; sample <= row.last; sample++) {
      at[next] = sample
      call[next++] = row.call
    }
  return ascending({ at, call, weight: new Float64Array(counted).fill(1), unit: 'samples' })
}

/** Stable, and without a copy where the samples are in order already, as they do in most files. */
function ascending(times: TrackTimes): TrackTimes {
  const { at, call, weight, unit } = times
  let isSorted = true
  for (let sample = 1; sample < at.length && isSorted; sample++) isSorted = (at[sample - 1] ?? 0) <= (at[sample] ?? 0)
  if (isSorted) return times
  const order = Uint32Array.from(at.keys()).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b)
  return {
    at: Float64Array.from(order, (sample) => at[sample] ?? 0),
    call: Uint32Array.from(order, (sample) => call[sample] ?? 0),
    weight: Float64Array.from(order, (sample) => weight[sample] ?? 0),
    unit,
  }
}

/** The samples that ended in a row, as notes name them: its own without those of the rows below. Empty where a note is missing. */
export function ownSamples({ note, children }: CallTreeNode): Omit<SeenRow, 'call'>[] {
  const own = note === undefined ? undefined : samplesOf(note)
  if (!own) return []
  const below = children.map((child) => (child.note === undefined ? undefined : samplesOf(child.note)))
  const ranges = below.flatMap((range) => range ?? []).sort((a, b) => a.first - b.first)
  if (ranges.length < children.length) return []
  const gaps: Omit<SeenRow, 'call'>[] = []
  let next = own.first
  for (const { first, last } of ranges) {
    if (first > next) gaps.push({ first: next, last: first - 1 })
    next = Math.max(next, last + 1)
  }
  return next <= own.last ? [...gaps, { first: next, last: own.last }] : gaps
}

/** The range of all samples: its end is behind the last one by the mean distance of two, which the last one lasted. */
export function wholeRange(times: readonly TrackTimes[]): TimeRange | undefined {
  const filled = times.filter(({ at }) => at.length > 0)
  if (filled.length === 0) return undefined
  let from = Infinity
  let last = -Infinity
  let samples = 0
  for (const { at } of filled) {
    from = Math.min(from, at[0] ?? 0)
    last = Math.max(last, at.at(-1) ?? 0)
    samples = Math.max(samples, at.length)
  }
  const step = filled[0]?.unit === 'samples' ? 1 : (last - from) / Math.max(1, samples - 1)
  return { from, to: last + (step > 0 ? step : 1e-3) }
}

/** The first sample at or behind a time. */
export function sampleAt({ at }: TrackTimes, time: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The calls with the weights of a range alone: calls that no sample of it saw are left out. */
export const callsBetween = (calls: Calls, times: TrackTimes, range: TimeRange): Calls =>
  finish(rangeSteps(calls, times, range))

/** The same in steps, so that a page can do something else between them. */
export function* rangeSteps(
  calls: Calls,
  times: TrackTimes,
  { from, to }: TimeRange,
): Generator<undefined, Calls, void> {
  const { length, parent, fn } = calls
  const self = new Float64Array(length)
  const end = sampleAt(times, to)
  for (let sample = sampleAt(times, from); sample < end; sample++) {
    if (sample % ROWS_A_STEP === 0) yield
    const call = times.call[sample] ?? 0
    self[call] = (self[call] ?? 0) + (times.weight[sample] ?? 0)
  }
  const total = yield* totalSteps(parent, self)
  const places = new Int32Array(length)
  let kept = 0
  for (let at = 0; at < length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    places[at] = (total[at] ?? 0) > 0 ? kept++ : -1
  }
  const made = {
    length: kept,
    parent: new Int32Array(kept),
    fn: new Int32Array(kept),
    self: new Float64Array(kept),
    total: new Float64Array(kept),
  }
  for (let at = 0; at < length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const place = places[at] ?? -1
    if (place < 0) continue
    const caller = parent[at] ?? -1
    made.parent[place] = caller < 0 ? -1 : (places[caller] ?? -1)
    made.fn[place] = fn[at] ?? 0
    made.self[place] = self[at] ?? 0
    made.total[place] = total[at] ?? 0
  }
  return made
}

/** Weight of each category in each of `bins` equal parts of a range: `bins` numbers a category, one category after the other. */
export const activityOver = (...asked: Parameters<typeof activitySteps>): Float64Array =>
  finish(activitySteps(...asked))

/** The same in steps. */
export function* activitySteps(
  times: readonly { readonly times: TrackTimes; readonly categories: Uint8Array }[],
  { from, to }: TimeRange,
  bins: number,
  categories: number,
): Generator<undefined, Float64Array, void> {
  const sums = new Float64Array(bins * categories)
  const scale = bins / (to - from)
  for (const { times: track, categories: ofCall } of times) {
    const end = sampleAt(track, to)
    for (let sample = sampleAt(track, from); sample < end; sample++) {
      if (sample % ROWS_A_STEP === 0) yield
      const bin = Math.min(bins - 1, Math.floor(((track.at[sample] ?? 0) - from) * scale))
      const place = (ofCall[track.call[sample] ?? 0] ?? 0) * bins + bin
      sums[place] = (sums[place] ?? 0) + (track.weight[sample] ?? 0)
    }
  }
  return sums
}
