/** The share of a thread's samples in which it worked: by the states in the report, else by the names of its calls. */
import type { Thread } from '../model/report.ts'
import type { Calls } from './calls.ts'
import type { StateRun } from './states.ts'

export interface Activity {
  /** Weight that was not in a call that waits. */
  readonly busy: number
  /** Weight with no evidence of work or wait: the innermost call has no name, or the sample has no state. */
  readonly unknown: number
}

/** From the names of the calls. Flags a function: it waits; it has no name. */
export function activityByNames(
  { length, parent, fn, self }: Calls,
  waits: Uint8Array,
  nameless: Uint8Array,
): Activity {
  const inWait = new Uint8Array(length)
  let busy = 0
  let unknown = 0
  for (let at = 0; at < length; at++) {
    const caller = parent[at] ?? -1
    const own = fn[at] ?? 0
    if (waits[own] === 1 || (caller >= 0 && inWait[caller] === 1)) inWait[at] = 1
    else if (nameless[own] === 1) unknown += self[at] ?? 0
    else busy += self[at] ?? 0
  }
  return { busy, unknown }
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
