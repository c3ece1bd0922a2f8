/** All families of rules, strongest first, and the one way in. */
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import type { StatementKind } from '../model/statement-kind.ts'
import { factsOf, type CrashFacts } from './crash-facts.ts'
import type { Family } from './rule.ts'
import { aborts, saidEnds } from './rules-ends.ts'
import { endingCalls, exceptionCauses, exceptions, throwingCalls } from './rules-exceptions.ts'
import { handlers } from './rules-handlers.ts'
import { deadlocks, hangCauses, hangs, sampled } from './rules-hangs.ts'
import { memoryCauses } from './rules-memory-causes.ts'
import { memoryAccess, namedAccess, namedTraps, saidOfMemory } from './rules-memory.ts'
import { resources } from './rules-resources.ts'
import { signals } from './rules-signals.ts'
import { swiftTraps, swiftWords, trapCauses } from './rules-swift.ts'
import { kernel, kernelCauses, loading } from './rules-system.ts'
import { terminations } from './rules-terminations.ts'
import { stateOf } from './statement.ts'

export const families: readonly Family[] = [
  kernel,
  loading,
  resources,
  terminations,
  exceptions,
  saidOfMemory,
  saidEnds,
  swiftWords,
  memoryAccess,
  namedTraps,
  deadlocks,
  hangs,
  swiftTraps,
  endingCalls,
  handlers,
  aborts,
  throwingCalls,
  namedAccess,
  signals,
  sampled,
  ...kernelCauses,
  ...exceptionCauses,
  ...memoryCauses,
  ...trapCauses,
  ...hangCauses,
]

const rank: Readonly<Record<StatementKind, number>> = { said: 0, shown: 1, none: 2, possible: 3 }

/** Sorts statements: said, shown, codes in plain words, possible causes. */
export const byKind = (a: Explanation, b: Explanation): number =>
  rank[a.kind ?? 'possible'] - rank[b.kind ?? 'possible']

function statementOf({ rules }: Family, facts: CrashFacts): Explanation | undefined {
  for (const rule of rules) {
    const statement = stateOf(rule, facts)
    if (statement) return statement
  }
  return undefined
}

/** The explanations of a crash, the strongest first, and the frame of the user's own code to read first. */
export type Explained = Pick<SymbolicatedReport, 'explanations' | 'culprit'>

export const explain = (report: SymbolicatedReport): Explained => explainFacts(factsOf(report))

/** The same for facts that the caller has. */
export function explainFacts(facts: CrashFacts): Explained {
  const explanations: Explanation[] = []
  for (const family of families) {
    if (family.isLast && explanations.length > 0) continue
    const statement = statementOf(family, facts)
    if (statement) explanations.push(statement)
  }
  explanations.sort(byKind)
  // What is stated is no possible cause of itself.
  const stated = new Set(explanations.flatMap(({ kind, title }) => (kind === 'possible' ? [] : [title])))
  const told = explanations.filter(({ kind, title }) => kind !== 'possible' || !stated.has(title))
  return { explanations: told, ...(facts.culprit && { culprit: facts.culprit.id }) }
}
