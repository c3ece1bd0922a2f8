/** Stacks in which the same calls come again and again, so often that the stack must have run full. */
import type { Message } from '../messages/message.ts'
import { levelsOf, repeatedFrame, rowsLeftOut, type ElidedCut } from '../model/elided-recursion.ts'
import type { Frame } from '../model/report.ts'
import { isPlaceholder } from '../reading/lines.ts'
import { roundsOf } from '../reading/rounds.ts'
import { crashedThread } from '../reading/stacks.ts'
import type { CrashFacts } from './crash-facts.ts'
import { sign } from './statement.ts'

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

/** Rows that the crash reporter left out of the stack of the thread that crashed; those of other threads have nothing to do with the end. */
export const elidedEvidence = (facts: CrashFacts): readonly Message[] => {
  const thread = crashedThread(facts.report)
  return (thread?.elided?.cuts ?? []).flatMap((cut) => {
    const { originalLength: all } = thread?.elided ?? {}
    const left = rowsLeftOut(cut, all)
    return left === undefined
      ? []
      : [sign('frames-elided', { left, all, depth: levelsOf(cut, all), function: nameOf(facts, cut) })]
  })
}

/** The function that repeats in the rows left out of the thread that crashed; undefined where it has no name. */
export const elidedCall = (facts: CrashFacts): string | undefined => {
  const [cut] = crashedThread(facts.report)?.elided?.cuts ?? []
  return (cut && nameOf(facts, cut)) || undefined
}

function nameOf({ report, calls }: CrashFacts, cut: ElidedCut): string {
  const thread = crashedThread(report)
  const frame = thread && repeatedFrame(cut, thread)
  const call = calls.find((one) => one.frame.id === frame?.id)?.call.function
  return call !== undefined && !isPlaceholder(call) ? call : (cut.symbol ?? '')
}
