/** The result of comparing two reports, A and B. */
import type { AlignedRow } from './aligned.ts'

/** One question whose answer speaks for or against the same crash. */
export interface Check {
  readonly about: 'program' | 'end' | 'place' | 'path'
  /** `near`: alike, with a difference that the words name. `unknown`: at least one report does not say. */
  readonly result: 'same' | 'near' | 'differs' | 'unknown'
  /** One sentence. */
  readonly text: string
}

export interface Verdict {
  readonly level: 'same' | 'likely' | 'different' | 'unclear'
  /** One sentence for the headline. */
  readonly title: string
  readonly checks: readonly Check[]
}

/** A fact that both reports may state; absent where one does not. */
export interface Fact {
  readonly term: string
  readonly a?: string
  readonly b?: string
  readonly same: boolean
}

export interface StackComparison {
  readonly title: string
  readonly rows: readonly AlignedRow[]
}

/** Threads that do the same, counted in each report. */
export interface ThreadCount {
  /** The top function, and the first of the user's own in it. */
  readonly doing: string
  readonly own?: string
  readonly a: number
  readonly b: number
}

export interface RegisterDifference {
  readonly name: string
  readonly a: string
  readonly b: string
}

export interface ImageDifference {
  readonly name: string
  readonly state: 'same-build' | 'other-build' | 'unknown' | 'only-a' | 'only-b'
  readonly own: boolean
  readonly versionA?: string
  readonly versionB?: string
  readonly uuidA?: string
  readonly uuidB?: string
}

export interface Comparison {
  readonly verdict: Verdict
  readonly facts: readonly Fact[]
  /** The stack that matters first. */
  readonly stacks: readonly StackComparison[]
  readonly threads: readonly ThreadCount[]
  /** Registers whose values mean different things, of the crashed threads; none where the crashes are different. */
  readonly registers: readonly RegisterDifference[]
  readonly images: readonly ImageDifference[]
}
