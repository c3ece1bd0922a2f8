/** The share of a thread's samples in which it worked: by the states in the report, else by the names of its calls. */
import type { Thread } from '../model/report.ts'
import type { Calls } from './calls.ts'
import { sampleAt, type TimeRange, type TrackTimes } from './sample-times.ts'
import type { StateRun } from './states.ts'
import { finish, ROWS_A_STEP } from './steps.ts'

export interface Activity {
  /** Weight that was not in a call that waits. */
  readonly busy: number
  /** Weight with no evidence of work or wait: the innermost call has no name, or the sample has no state. */
  readonly unknown: number
}

/** What a sample that ended in a call tells of the thread. */
const [WORKS, WAITS, UNKNOWN] = [0, 1, 2]

/** For each call, what its name tells. Flags a function: it waits; it has no name. */
export function endsByNames({ length, parent, fn }: Calls, waits: Uint8Array, nameless: Uint8Array): Uint8Array {
  const ends = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const caller = parent[at] ?? -1
    const own = fn[at] ?? 0
    if (waits[own] === 1 || (caller >= 0 && ends[caller] === WAITS)) ends[at] = WAITS
    else ends[at] = nameless[own] === 1 ? UNKNOWN : WORKS
  }
  return ends
}

/** The same, where no name is evidence of work. */
export const withoutWork = (ends: Uint8Array): Uint8Array => ends.map((end) => (end === WORKS ? UNKNOWN : end))

/** From the names of the calls. */
export function activityByNames({ length, self }: Calls, ends: Uint8Array): Activity {
  const sums = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    const end = ends[at] ?? UNKNOWN
    sums[end] = (sums[end] ?? 0) + (self[at] ?? 0)
  }
  return { busy: sums[WORKS] ?? 0, unknown: sums[UNKNOWN] ?? 0 }
}

/** A thread whose samples have times. */
interface Timed {
  readonly times: TrackTimes
  readonly ends: Uint8Array
  readonly states?: readonly StateRun[]
}

/** What a thread did in a range of time. */
export const activityIn = (...asked: Parameters<typeof activityBetween>): Activity & { readonly total: number } =>
  finish(activityBetween(...asked))

/** The same in steps. */
export function* activityBetween(
  { times, ends, states }: Timed,
  range: TimeRange,
): Generator<undefined, Activity & { readonly total: number }, void> {
  const sums = [0, 0, 0]
  let total = 0
  const end = sampleAt(times, range.to)
  for (let sample = sampleAt(times, range.from); sample < end; sample++) {
    if (sample % ROWS_A_STEP === 0) yield
    const told = ends[times.call[sample] ?? 0] ?? UNKNOWN
    const weight = times.weight[sample] ?? 0
    sums[told] = (sums[told] ?? 0) + weight
    total += weight
  }
  if (!states || times.unit !== 'samples') return { total, busy: sums[WORKS] ?? 0, unknown: sums[UNKNOWN] ?? 0 }
  const [first, last] = [Math.ceil(range.from), Math.ceil(range.to) - 1]
  const within = states
    .map((run) => ({ ...run, first: Math.max(run.first, first), last: Math.min(run.last, last) }))
    .filter((run) => run.first <= run.last)
  return { total, ...activityByStates(within, total) }
}

/** From the states that a spindump prints beside its samples; a sample without a state is unknown. */
export function activityByStates(runs: readonly StateRun[], total: number): Activity {
  let busy = 0
  let known = 0
  for (const { first, last, state } of runs) {
    const samples = last - first + 1
    known += samples
    if (state === 'running' || state === 'runnable') busy += samples
  }
  return { busy: Math.min(busy, total), unknown: Math.max(0, total - known) }
}

/** From a thread's state at the one moment of a snapshot; undefined if that state is neither waiting nor running. */
export function activityByState({ state = [] }: Thread, total: number): Activity | undefined {
  const words = new Set(state.flatMap((text) => text.match(/\bTH_[A-Z]+\b/g) ?? []))
  if (words.has('TH_WAIT') || words.has('TH_IDLE')) return { busy: 0, unknown: 0 }
  return words.has('TH_RUN') ? { busy: total, unknown: 0 } : undefined
}
