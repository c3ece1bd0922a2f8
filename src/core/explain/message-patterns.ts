/** Causes found in the message of an exception or panic: a table of patterns. */
import type { Message } from '../messages/message.ts'
import type { ClaimGrade, Explanation } from '../model/report.ts'
import { explanationOf, type ExplanationCode, type CrashFacts } from './crash-facts.ts'

export interface MessagePattern<Code extends ExplanationCode> {
  /** Its first group, where it has one, is the subject of the sentence. */
  readonly pattern: RegExp
  readonly id: Code
  /** `likely` where the pattern may stand in a message of another cause. */
  readonly grade: ClaimGrade
}

/** The explanation of the first pattern that the message matches. */
export function explainMessage<Code extends ExplanationCode>(
  facts: CrashFacts,
  patterns: readonly MessagePattern<Code>[],
  message: string,
  evidence: Message,
): Explanation | undefined {
  for (const { pattern, id, grade } of patterns) {
    const match = pattern.exec(message)
    if (match) return explanationOf(facts, id, { subject: match[1] ?? '' }, { evidence: [evidence], grade })
  }
  return undefined
}
