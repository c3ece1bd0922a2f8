/** What a rule is: a look at a report that either says nothing or explains, with what it saw. */
import type { Explanation } from '../model/report.ts'
import type { CrashFacts } from './crash-facts.ts'

/**
 * Rules of one family in one function: the most specific explanation that the report gives ground for, undefined when it
 * gives none. A rule never guesses; what it says it saw is in the report.
 */
export type Rule = (facts: CrashFacts) => Explanation | undefined
