/** Searches the shown calls in pieces. */
import type { Calls } from '../../../../core/reading/calls.ts'
import { weightThrough } from '../../../../core/reading/calls.ts'
import { functionsLike, type ProfiledFunction } from '../../../../core/reading/profile.ts'
import { ROWS_A_STEP } from '../../../../core/reading/steps.ts'

export interface ProfileSearch {
  readonly calls: Calls
  /** Flags of the functions found. */
  readonly found: Uint8Array
  /** The calls of functions found, one a function: its heaviest. Heaviest first. */
  readonly matches: readonly number[]
  /** Weight of the stacks with one of them. */
  readonly through: number
}

const NAMES_A_STEP = 512

/** `isUp`: a call weighs what ended in it, as in the tree from the leaves up. */
export function* searchSteps(
  calls: Calls,
  functions: readonly ProfiledFunction[],
  wanted: string,
  isUp: boolean,
): Generator<undefined, ProfileSearch, void> {
  const found = new Uint8Array(functions.length)
  for (let from = 0; from < functions.length; from += NAMES_A_STEP) {
    found.set(functionsLike(functions.slice(from, from + NAMES_A_STEP), wanted), from)
    yield
  }
  const heaviest = new Int32Array(functions.length).fill(-1)
  const weighs = isUp ? calls.self : calls.total
  for (let at = 0; at < calls.length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const fn = calls.fn[at] ?? 0
    if (found[fn] !== 1) continue
    const best = heaviest[fn] ?? -1
    if (best < 0 || (weighs[at] ?? 0) > (weighs[best] ?? 0)) heaviest[fn] = at
  }
  yield
  const matches = [...heaviest.filter((at) => at >= 0)]
  matches.sort((a, b) => (calls.total[b] ?? 0) - (calls.total[a] ?? 0) || a - b)
  yield
  return { calls, found, matches, through: weightThrough(calls, found) }
}
