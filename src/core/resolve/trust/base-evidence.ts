/**
 * Evidence for and against a load address, in nats: natural logarithms of likelihood ratios between the right address
 * and chance. The chances are measured in the image itself.
 */
import {
  advance,
  offsetInImage,
  runtimeOf,
  type ImageOffset,
  type LinkAddress,
  type RuntimeAddress,
} from '../../model/address.ts'
import type { PlacementEvidence } from '../../model/report.ts'
import { instructionStep, type ArchFamily } from '../../model/architecture.ts'
import { placementFacts } from '../../messages/placement.ts'
import { say } from '../../messages/message.ts'
import { valueAtMost } from '../../bytes/binary-search.ts'
import type { CallSites } from '../call-sites.ts'
import type { Extent } from '../physical-rules.ts'
import type { CodeLayout } from '../symbol-lookup.ts'
import { item } from './terms.ts'
import { calleeElsewhere, chanceCallee, strayReturn } from './weights.ts'
import { largest } from '../../model/lists.ts'

/** One address of the stacks, cleaned, with its evidence. */
export interface Clue {
  readonly address: RuntimeAddress
  /** `return`: a call ends here. `exact`: code, nothing more. */
  readonly kind: 'return' | 'exact'
  /** The next younger frame of the same image, if it is the one that was called: where it runs. */
  readonly callee?: RuntimeAddress
  /** Where the symbol table has the name that is printed for it, and how far behind that start it lies. */
  readonly named?: { readonly starts: readonly ImageOffset[]; readonly distance: number }
}

export interface SlideQuestion {
  readonly family: ArchFamily
  /** `__TEXT` vmaddr: images are moved up from there, never down. */
  readonly textVmaddr: LinkAddress
  readonly clues: readonly Clue[]
  readonly sites: CallSites | undefined
  /** Where code and functions are, for symbols without code bytes. */
  readonly layout?: CodeLayout | undefined
  /** The addresses are of several images: those outside of this one speak neither for nor against it. */
  readonly mixed?: boolean
  /** The chance that the addresses are of another image or another build after all. */
  readonly otherImage: number
  /** Where other images are. */
  readonly taken?: readonly Extent[]
  /** Starts of regions of code that the report lists for this image. */
  readonly regions?: readonly RuntimeAddress[]
}

export interface BaseEvidence {
  weigh(loadAddress: RuntimeAddress): number
  /** Dearer to weigh; added to `weigh`. */
  weighCallees(loadAddress: RuntimeAddress): number
  namesAgreeing(loadAddress: RuntimeAddress): number
  isRegionStart(loadAddress: RuntimeAddress): boolean
  /** The parts that `weigh` and `weighCallees` add up. */
  items(loadAddress: RuntimeAddress): readonly PlacementEvidence[]
}

/** More addresses than this add certainty to what is certain. */
export const mostClues = 200
/** An address outside of all code of its own image. */
const strayAddress = 0.01
/** A printed name whose place disagrees: several functions of one name, a name cut or written otherwise. */
const strayPrinted = 0.1
/** A return address at the very start of a function: the call before it does not return, and ends its function. */
const endingCall = 0.02
/** A region listed for the image is a later part of it; an image that is moved begins at one certain page by chance. */
const laterPart = 0.05
const chanceOfPage = 1e-5
/** Chances measured in small images are no surer than this. */
const leastChance = 0.03

export function gatherEvidence(question: SlideQuestion, page: number): BaseEvidence {
  const { sites, layout, family, mixed = false, regions = [] } = question
  const clues = question.clues.slice(0, mostClues)
  const returns = distinct(clues.filter(({ kind }) => kind === 'return').map(({ address }) => address))
  const exacts = distinct(clues.filter(({ kind }) => kind === 'exact').map(({ address }) => address))
  const names = new Map(
    clues.flatMap(({ address, named }) =>
      named && named.starts.length > 0 ? [[advance(address, -named.distance), named.starts] as const] : [],
    ),
  )
  const chances = sites ? chancesOf(returns, sites, page) : new Map<bigint, number>()
  const step = instructionStep(family)
  const bytes = layout?.code.reduce((sum, { size }) => sum + size, 0) ?? 0
  const density = layout ? Math.min(0.5, (layout.functionStarts.length * step) / Math.max(bytes, 1)) : 0

  const endsCall = (address: RuntimeAddress, loadAddress: RuntimeAddress): boolean | undefined => {
    const at = offsetInImage(address, loadAddress)
    return at === undefined || !sites ? undefined : sites.endsCall(at)
  }
  const isWithin = (address: RuntimeAddress, loadAddress: RuntimeAddress): boolean => {
    const at = offsetInImage(address, loadAddress)
    return at !== undefined && at < (sites?.extent ?? layout?.extent ?? Number.MAX_SAFE_INTEGER)
  }
  const hits = (loadAddress: RuntimeAddress): number =>
    returns.filter((address) => endsCall(address, loadAddress) === true).length
  const isAt = (loadAddress: RuntimeAddress, starts: readonly ImageOffset[], place: RuntimeAddress): boolean =>
    starts.some((start) => runtimeOf(loadAddress, start) === place)
  const agreeing = (loadAddress: RuntimeAddress): number =>
    [...names].filter(([place, starts]) => isAt(loadAddress, starts, place)).length

  const calls = (loadAddress: RuntimeAddress): number => {
    if (!sites) return 0
    const counted = returns.filter((address) => !mixed || isWithin(address, loadAddress))
    const facts = counted.map((address) => ({
      chance: chances.get(address) ?? 0.1,
      hit: endsCall(address, loadAddress) === true,
    }))
    const likelihoods = sites.coverages.map((coverage) => {
      const expected = coverage * (1 - strayReturn)
      return facts.reduce(
        (total, { hit, chance }) => total + Math.log(hit ? expected / chance : (1 - expected) / (1 - chance)),
        0,
      )
    })
    return logOfMean(likelihoods)
  }
  const outside = (loadAddress: RuntimeAddress): number => {
    if (mixed) return 0
    if (sites?.coverages.every((coverage) => coverage === 1)) {
      return exacts.filter((address) => endsCall(address, loadAddress) === undefined).length * Math.log(strayAddress)
    }
    if (!layout) return 0
    return (
      [...returns, ...exacts].filter((address) => !inCode(layout, address, loadAddress)).length * Math.log(strayAddress)
    )
  }
  const bounds = (loadAddress: RuntimeAddress): number => {
    if (sites || !layout || layout.functionStarts.length === 0) return 0
    return returns.reduce((sum, address) => {
      const at = offsetInImage(address, loadAddress)
      const isStart = at !== undefined && valueAtMost(layout.functionStarts, at) === at
      return sum + Math.log(isStart ? endingCall / Math.max(density, endingCall) : (1 - endingCall) / (1 - density / 2))
    }, 0)
  }
  const printed = (loadAddress: RuntimeAddress): number =>
    [...names].reduce(
      (sum, [place, starts]) =>
        sum +
        Math.log(isAt(loadAddress, starts, place) ? ((1 - strayPrinted) * page) / step / starts.length : strayPrinted),
      0,
    )
  const isRegionStart = (loadAddress: RuntimeAddress): boolean => regions.includes(loadAddress)
  const listed = (loadAddress: RuntimeAddress): number =>
    regions.length === 0 ? 0 : Math.log(isRegionStart(loadAddress) ? (1 - laterPart) / chanceOfPage : laterPart)
  const callees = (
    loadAddress: RuntimeAddress,
  ): { readonly nats: number; readonly fitting: number; readonly all: number } => {
    const seen = new Set<bigint>()
    let [nats, fitting, all] = [0, 0, 0]
    for (const { address, kind, callee } of sites ? clues : []) {
      if (kind !== 'return' || callee === undefined || seen.has(address)) continue
      seen.add(address)
      const at = offsetInImage(address, loadAddress)
      const inner = offsetInImage(callee, loadAddress)
      const target = at === undefined ? undefined : sites?.targetOf(at)
      const running = inner === undefined ? undefined : sites?.functionOf(inner)
      if (target === undefined || running === undefined) continue
      all++
      if (target === running) fitting++
      nats += Math.log(target === running ? (1 - calleeElsewhere) / chanceCallee : calleeElsewhere / (1 - chanceCallee))
    }
    return { nats, fitting, all }
  }

  return {
    weigh: (loadAddress) =>
      calls(loadAddress) + outside(loadAddress) + bounds(loadAddress) + printed(loadAddress) + listed(loadAddress),
    weighCallees: (loadAddress) => callees(loadAddress).nats,
    namesAgreeing: agreeing,
    isRegionStart,
    items(loadAddress) {
      const called = callees(loadAddress)
      const away = Math.round(outside(loadAddress) / Math.log(strayAddress))
      const within = mixed ? returns.filter((address) => isWithin(address, loadAddress)).length : returns.length
      return [
        ...(isRegionStart(loadAddress) ? [item(say(placementFacts, 'region-start'), listed(loadAddress))] : []),
        ...(names.size > 0
          ? [
              item(
                say(placementFacts, 'names', { agreeing: agreeing(loadAddress), all: names.size }),
                printed(loadAddress),
              ),
            ]
          : []),
        ...(sites && within > 0
          ? [item(say(placementFacts, 'returns', { hits: hits(loadAddress), all: within }), calls(loadAddress))]
          : []),
        ...(called.all > 0
          ? [item(say(placementFacts, 'callees', { fitting: called.fitting, all: called.all }), called.nats)]
          : []),
        ...(away > 0 ? [item(say(placementFacts, 'outside', { count: away }), outside(loadAddress))] : []),
        ...(bounds(loadAddress) === 0 ? [] : [item(say(placementFacts, 'inside-functions'), bounds(loadAddress))]),
      ]
    },
  }
}

/** True if an address lies in, or directly after, code of the image. */
function inCode(layout: CodeLayout, address: RuntimeAddress, loadAddress: RuntimeAddress): boolean {
  const at = offsetInImage(address, loadAddress)
  return at !== undefined && layout.code.some(({ start, size }) => at >= start && at <= start + size)
}

/**
 * How often a return address of this residue would follow a call by chance. The hit at the right address itself is no
 * chance, so one is left out. The pages are few, so the image's average is mixed in, and the larger of the two counts:
 * rather too little certainty than too much.
 */
function chancesOf(returns: readonly RuntimeAddress[], sites: CallSites, page: number): Map<bigint, number> {
  const pages = sites.pages(page)
  const counts = returns.map((address) => Math.max(0, sites.placesAt(Number(address % BigInt(page)), page).length - 1))
  const average = (counts.reduce((sum, count) => sum + count, 0) + 4) / (returns.length * pages + 20)
  return new Map(
    returns.map((address, position) => {
      const own = ((counts[position] ?? 0) + 10 * average) / (pages + 10)
      return [address, Math.min(0.9, Math.max(own, average, leastChance))]
    }),
  )
}

/** The logarithm of the mean of numbers given by their logarithms. */
function logOfMean(logarithms: readonly number[]): number {
  const most = largest(-Infinity, logarithms)
  const sum = logarithms.reduce((total, one) => total + Math.exp(one - most), 0)
  return most + Math.log(sum / logarithms.length)
}

function distinct(addresses: readonly RuntimeAddress[]): readonly RuntimeAddress[] {
  return [...new Set(addresses)]
}
