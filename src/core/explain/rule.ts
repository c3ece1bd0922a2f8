/** What a rule is: data. Which facts a statement needs, which facts exclude it, what kind it is, and its words. */
import type { MessageParameters } from '../messages/message.ts'
import type { StatementKind } from '../model/statement-kind.ts'
import type { CrashFacts } from './crash-facts.ts'
import type { Fact, Found } from './fact.ts'
import type { ExplanationCode } from './statement.ts'

export interface Rule {
  /** Whose words in `core/messages/en/explain/` it uses. */
  readonly code: ExplanationCode
  /** Where one code has the words of several rules. */
  readonly id?: string
  readonly kind: StatementKind
  /** Where the report itself only holds it likely, or the words of a reporter that concluded it are quoted. */
  readonly grade?: 'likely'
  /** All of these must hold. */
  readonly requires: readonly Fact[]
  /** None of these may hold. */
  readonly excludes?: readonly Fact[]
  /** Parameters of its words that no fact gives. */
  readonly params?: (facts: CrashFacts, found: Found) => MessageParameters
  /** What else was seen, where it speaks. */
  readonly adds?: (facts: CrashFacts) => Found
}

/** Rules of which the first that holds speaks. */
export interface Family {
  readonly rules: readonly Rule[]
  /** It only tells how the process ended: that is nothing new where another rule told why. */
  readonly isLast?: true
}
