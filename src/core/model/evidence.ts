/** Evidence as terms of one sum. */
import type { MessageParameters } from '../messages/message.ts'

/** One fact for or against a hypothesis. */
export interface PlacementEvidence {
  /** In words, such as `6 of 6 return addresses follow a call`. */
  readonly fact: string
  /** The code of `fact`, to say it in another language. */
  readonly code?: string
  /** The values in `fact`, by name. */
  readonly params?: MessageParameters
  /** How much likelier the fact is if the hypothesis is right than by chance: natural logarithm, negative against it. */
  readonly nats: number
}

/** The probability that a name is right, with the terms that make it up. */
export interface NameOdds {
  /** 0 to 1. */
  readonly confidence: number
  /** Added up, they are the logarithm of the odds; a term below zero speaks against the name. */
  readonly terms: readonly PlacementEvidence[]
}
