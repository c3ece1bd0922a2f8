/**
 * Where an image was loaded, when the report does not say.
 *
 * Only some hundred to some thousand load addresses are possible: multiples of the page size that physical rules allow and
 * at least one fact speaks for. Each is weighed by all that must hold if it were true (`base-evidence.ts`). Its confidence
 * is its share of the posterior over all of them and over "this is not the image at all".
 */
import { advance, loadAddressFrom, runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import { placementFacts } from '../messages/placement.ts'
import { say } from '../messages/message.ts'
import type { PlacementEvidence } from '../model/report.ts'
import { pageSize } from '../model/architecture.ts'
import { gatherEvidence, mostClues, type SlideQuestion } from './trust/base-evidence.ts'
import { item } from './trust/terms.ts'
import { mayLieAt } from './physical-rules.ts'
import type { Placement } from './slide.ts'

/** One possible load address. */
export interface BaseHypothesis {
  readonly loadAddress: RuntimeAddress
  /** All evidence together, with what the number of possible addresses takes off. */
  readonly nats: number
  /** Posterior, 0 to 1. */
  readonly share: number
  readonly from: Placement['from']
  readonly evidence: () => readonly PlacementEvidence[]
}

/** The possible load addresses, likeliest first; what their shares lack of 1 says that the image is another one. */
export function rankBases(question: SlideQuestion): readonly BaseHypothesis[] {
  const page = BigInt(pageSize(question.family))
  const { fixed, window } = candidates(question, page)
  const evidence = gatherEvidence(question, Number(page))
  const scores = new Map<RuntimeAddress, number>()
  for (const loadAddress of fixed) scores.set(loadAddress, evidence.weigh(loadAddress))
  const ranked = [...scores].sort((a, b) => b[1] - a[1])
  // The more expensive comparison only decides between the best ones.
  const close = ranked.filter(([, score]) => score > (ranked[0]?.[1] ?? 0) - 12).slice(0, 512)
  for (const [loadAddress, score] of close) scores.set(loadAddress, score + evidence.weighCallees(loadAddress))
  const possible = window ?? Math.max(question.sites?.pages(Number(page)) ?? 1, scores.size, 16)
  const one = Math.log(1 / Math.max(possible, scores.size, 1))
  const share = (score: number): number => (1 - question.otherImage) * Math.exp(score + one)
  const final = [...scores].sort((a, b) => b[1] - a[1])
  const total = final.reduce((sum, [, score]) => sum + share(score), question.otherImage)
  return final.slice(0, mostShown).map(([loadAddress, score]) => ({
    loadAddress,
    nats: score + one,
    share: share(score) / total,
    from: evidence.isRegionStart(loadAddress)
      ? 'load-address'
      : evidence.namesAgreeing(loadAddress) > 0
        ? 'named-frames'
        : 'call-sites',
    evidence: () => [
      ...evidence.items(loadAddress),
      item(say(placementFacts, 'possible', { count: Math.round(Math.max(possible, scores.size, 1)) }), one),
    ],
  }))
}

/** Hypotheses that are kept to be compared with other images'. */
const mostShown = 8

/** All evidence for a load address that the report states. */
export function weighBase(
  question: SlideQuestion,
  loadAddress: RuntimeAddress,
): { readonly nats: number; readonly evidence: readonly PlacementEvidence[] } {
  const evidence = gatherEvidence(question, pageSize(question.family))
  return {
    nats: evidence.weigh(loadAddress) + evidence.weighCallees(loadAddress),
    evidence: evidence.items(loadAddress),
  }
}

/** A narrow image is tried at every page that its code could lie on. */
const mostPages = 64

/**
 * Load addresses that at least one fact speaks for; and, where all addresses together leave few pages, all of these and
 * their number.
 */
function candidates(
  question: SlideQuestion,
  page: bigint,
): { readonly fixed: ReadonlySet<RuntimeAddress>; readonly window?: number } {
  const { clues, sites, layout, mixed = false, regions = [] } = question
  const size = sites?.extent ?? layout?.extent ?? 1
  const bases = new Set<RuntimeAddress>()
  const add = (loadAddress: RuntimeAddress): void => {
    if (mayLieAt(loadAddress, size, question)) bases.add(loadAddress)
  }
  for (const loadAddress of regions) add(loadAddress)
  for (const { address, kind, named } of clues.slice(0, mostClues)) {
    for (const start of named?.starts ?? []) add(loadAddressFrom(advance(address, -(named?.distance ?? 0)), start))
    if (kind !== 'return' || !sites) continue
    const residue = Number(address % page)
    for (const place of sites.placesAt(residue, Number(page))) add(loadAddressFrom(address, place))
  }
  const addresses = clues.map(({ address }) => address).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [first, last] = [addresses[0], addresses.at(-1)]
  const begin = layout?.code.reduce((least, { start }) => Math.min(least, start), Infinity)
  if (mixed || !layout || first === undefined || last === undefined || begin === undefined) return { fixed: bases }
  const lowest = (advance(last, -layout.extent) / page + 1n) * page
  const highest = (advance(first, -begin) / page) * page
  const pages = Number((highest - lowest) / page) + 1
  // Addresses further apart than the code is long: some are no part of it.
  if (pages < 1 || pages > mostPages) return { fixed: bases }
  for (let loadAddress = lowest; loadAddress <= highest; loadAddress += page) add(runtimeAddress(loadAddress))
  return { fixed: bases, window: bases.size }
}
