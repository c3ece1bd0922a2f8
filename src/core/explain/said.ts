/** Causes that are told by what the thrower said: a table of patterns over its words. */
import type { Explanation } from '../model/report.ts'
import { explanation, type Seen } from './seen.ts'

export interface SaidKind {
  readonly pattern: RegExp
  readonly id: string
  readonly title: (match: RegExpExecArray) => string
  readonly meaning: string
  readonly checks: readonly string[]
}

/** The first kind whose pattern the words match; `where` stands behind its title. */
export function explainSaid(
  seen: Seen,
  kinds: readonly SaidKind[],
  said: string,
  evidence: string,
  where = '',
): Explanation | undefined {
  for (const { pattern, id, title, meaning, checks } of kinds) {
    const match = pattern.exec(said)
    if (match) return explanation(seen, { id, title: title(match) + where, evidence, meaning, checks })
  }
  return undefined
}
