/** All families of rules, most specific first, and the one way in. */
import type { ClaimGrade, Explanation, SymbolicatedReport } from '../model/report.ts'
import { aborts, saidEnds } from './aborts.ts'
import { deadlocks } from './deadlocks.ts'
import { hangs } from './hangs.ts'
import { kernel } from './kernel.ts'
import { loading } from './loading.ts'
import { memoryAccess } from './memory.ts'
import { resources } from './resources.ts'
import type { Rule } from './rule.ts'
import { factsOf } from './crash-facts.ts'
import { signals } from './signals.ts'
import { swiftTraps } from './swift-traps.ts'
import { terminations } from './terminations.ts'
import { objectiveCExceptions, otherExceptions } from './exceptions.ts'

const families: readonly Rule[] = [
  kernel,
  loading,
  terminations,
  objectiveCExceptions,
  saidEnds,
  swiftTraps,
  otherExceptions,
  resources,
  memoryAccess,
  aborts,
  deadlocks,
  hangs,
]

/**
 * These only say how the process ended, which is nothing new where another family knows why. A trap is how a check ends that
 * has told its reason in words.
 */
const onlyTheEnd: ReadonlySet<Rule> = new Set([saidEnds, swiftTraps, otherExceptions, aborts])

const rank: Readonly<Record<ClaimGrade, number>> = { proved: 0, likely: 1, possible: 2 }

/** What is proved goes before what was concluded, whichever family is asked first. */
export const byGrade = (a: Explanation, b: Explanation): number => rank[a.grade ?? 'likely'] - rank[b.grade ?? 'likely']

/**
 * What a crash means, the headline first, and the frame of the user's own code to read first. Empty when no rule finds
 * ground in the report: nothing is guessed.
 */
export function explain(report: SymbolicatedReport): {
  readonly explanations: readonly Explanation[]
  readonly culprit?: number
} {
  const facts = factsOf(report)
  const explanations: Explanation[] = []
  for (const family of families) {
    if (onlyTheEnd.has(family) && explanations.length > 0) continue
    const found = family(facts)
    if (found) explanations.push(found)
  }
  if (explanations.length === 0) {
    const last = signals(facts)
    if (last) explanations.push(last)
  }
  explanations.sort(byGrade)
  return { explanations, ...(facts.culprit && { culprit: facts.culprit.id }) }
}
