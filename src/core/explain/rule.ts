/** A rule as data: the facts that a statement needs, the facts that exclude it, its kind, and its words. */
import type { MessageParameters } from '../messages/message.ts'
import type { StatementKind } from '../model/statement-kind.ts'
import type { CrashFacts } from './crash-facts.ts'
import type { Fact, Found } from './fact.ts'
import type { ExplanationCode } from './statement.ts'

export interface Rule {
  /** The source of the words in `core/messages/en/explain/` it uses. */
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
  /** The words are of what called the innermost function. */
  readonly isOfCaller?: true
  /** More evidence, parameters and frames for the statement. */
  readonly adds?: (facts: CrashFacts) => Found
}

/** Rules in order; the first that holds makes the statement. */
export interface Family {
  readonly rules: readonly Rule[]
  /** Its rules only say how the process ended, so they are skipped once another family has said why. */
  readonly isLast?: true
}
