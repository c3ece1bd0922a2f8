/** Evidence as terms of one sum: natural logarithms of how much likelier a fact makes an answer. */
import type { Said } from '../../messages/message.ts'
import type { PlacementEvidence } from '../../model/report.ts'

/** One term, rounded as it is shown. */
export function item({ text, message }: Said, nats: number): PlacementEvidence {
  return { fact: text, ...message, nats: Math.round(nats * 100) / 100 }
}

/** No probability is shown as 0 or 1. */
const least = 1e-6

/** The logarithm of the odds of a probability. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - least, Math.max(least, probability))
  return Math.log(bounded / (1 - bounded))
}

/** The probability of odds that are given by their logarithm. */
export function probabilityOf(nats: number): number {
  return 1 / (1 + Math.exp(-nats))
}
