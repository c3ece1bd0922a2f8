/**
 * The state of a thread at each sample. Spindumps print it after a stack's last call: `(running) 1-49`, `(suspended, blocked by …) 50`.
 * Samples are numbered from 1, over all threads alike.
 */

export type ThreadState = 'running' | 'runnable' | 'suspended' | 'blocked'

/** Consecutive samples, both ends included, that saw a thread in one state. */
export interface StateRun {
  readonly first: number
  readonly last: number
  readonly state: ThreadState
}

/** Of several states at once, the first of these counts: a running thread is not blocked any more. */
const STATES: readonly ThreadState[] = ['running', 'runnable', 'suspended', 'blocked']
/** Limit on the runs of one thread. */
const MOST_RUNS = 2000
const SAMPLES = /^ (\d{1,9})(?:-(\d{1,9}))?$/

/** The state in a row's note, with its samples; undefined for none. */
export function stateRunOf(note: string): StateRun | undefined {
  if (!note.startsWith('(')) return undefined
  const end = note.lastIndexOf(')')
  const [, from, to = from] = SAMPLES.exec(note.slice(end + 1)) ?? []
  if (from === undefined) return undefined
  // The name of the blocking thread comes after `by`, and may contain any word.
  const [words = ''] = note.slice(1, end).split(' by ')
  const stated = new Set(words.split(',').map((word) => word.trim()))
  const state = STATES.find((one) => stated.has(one))
  return state && { first: Number(from), last: Math.max(Number(from), Number(to)), state }
}

/** The samples in a row's note, whatever its state: `1-49`, `(running) 50`; undefined for none. */
export function samplesOf(note: string): { readonly first: number; readonly last: number } | undefined {
  const behind = note.startsWith('(') ? note.slice(note.lastIndexOf(')') + 1) : ` ${note}`
  const [, from, to = from] = SAMPLES.exec(behind) ?? []
  if (from === undefined) return undefined
  return { first: Number(from), last: Math.max(Number(from), Number(to)) }
}

/** Runs in the order of time, none over another: where rows contradict each other, the first one counts. */
export function runsInOrder(runs: readonly StateRun[]): readonly StateRun[] {
  const ordered: StateRun[] = []
  for (const run of [...runs].sort((a, b) => a.first - b.first)) {
    const before = ordered.at(-1)
    const first = Math.max(run.first, (before?.last ?? 0) + 1)
    if (first > run.last) continue
    if (before?.state === run.state && before.last + 1 === first)
      ordered[ordered.length - 1] = { ...before, last: run.last }
    else if (ordered.length < MOST_RUNS) ordered.push({ ...run, first })
    else break
  }
  return ordered
}

/** How many samples saw each state; only those that some did. */
export function stateCounts(
  runs: readonly StateRun[],
): readonly { readonly state: ThreadState; readonly count: number }[] {
  return STATES.map((state) => ({
    state,
    count: runs.reduce((sum, run) => sum + (run.state === state ? run.last - run.first + 1 : 0), 0),
  })).filter(({ count }) => count > 0)
}
