/** The reported confidence for an inferred load address: rather too low than too high. */
import type { BaseHypothesis } from '../infer-slide.ts'

/** Surer than this is no load address, since facts can be mistaken. */
const mostSure = 0.9999
/**
 * A few return addresses fit the code of an unrelated program, too: now and then all of three follow calls in it. So where
 * no UUID ties the symbols to the image and only calls speak, fewer nats than this leave a load address likely, not sure.
 */
const sureNats = 12
const mostLikely = 0.98

/** `share`: the posterior, once all images are weighed together. `byUuid`: a UUID ties the symbols to the image. */
export function toldConfidence(
  share: number,
  { from, nats }: Pick<BaseHypothesis, 'from' | 'nats'>,
  byUuid: boolean,
): number {
  return Math.min(share, !byUuid && from === 'call-sites' && nats < sureNats ? mostLikely : mostSure)
}
