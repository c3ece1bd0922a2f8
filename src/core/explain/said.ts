/** Causes that are told by what the thrower said: a table of patterns over its words. */
import type { Message } from '../model/message.ts'
import type { Explanation } from '../model/report.ts'
import { explanationOf, type ExplanationCode, type Seen } from './seen.ts'

export interface SaidKind<Code extends ExplanationCode> {
  /** Its first group, where it has one, is the subject of the sentence. */
  readonly pattern: RegExp
  readonly id: Code
}

/** The first kind whose pattern the words match. */
export function explainSaid<Code extends ExplanationCode>(
  seen: Seen,
  kinds: readonly SaidKind<Code>[],
  said: string,
  evidence: Message,
): Explanation | undefined {
  for (const { pattern, id } of kinds) {
    const match = pattern.exec(said)
    if (match) return explanationOf(seen, id, { subject: match[1] ?? '' }, { evidence: [evidence] })
  }
  return undefined
}
