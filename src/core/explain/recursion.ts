/** Stacks in which the same calls come again and again, so often that the stack must have run full. */
import type { Frame } from '../model/report.ts'
import { isPlaceholder } from '../reading/lines.ts'
import { roundsOf } from '../reading/rounds.ts'
import type { CrashFacts } from './crash-facts.ts'

export interface Recursion {
  /** The functions of one round, innermost first; an empty text where one has no name. */
  readonly names: readonly string[]
  readonly count: number
  /** The frames of the first round. */
  readonly frames: readonly Frame[]
}

const FEWEST_ROUNDS = 10
/** Rounds may begin below some frames of another kind. */
const DEEPEST_START = 24

/** The first recursion of at least ten rounds near the top. */
export function findRecursion(facts: CrashFacts): Recursion | undefined {
  const { frames } = facts.stack ?? { frames: [] }
  const round = roundsOf(facts.symbolicated, frames, FEWEST_ROUNDS).find(({ start }) => start < DEEPEST_START)
  if (!round) return undefined
  const first = frames.slice(round.start, round.start + round.size).filter(({ inlined }) => inlined !== true)
  const names = new Map<number, string>()
  for (const { frame, call } of facts.calls) if (!isPlaceholder(call.function)) names.set(frame.id, call.function)
  return {
    names: first.map((frame) => names.get(frame.id) ?? ''),
    count: round.times,
    frames: first,
  }
}
