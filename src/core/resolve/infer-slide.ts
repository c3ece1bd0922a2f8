/**
 * Where an image was loaded, when the report does not say.
 *
 * A load address is a multiple of the page size above the linker's choice, so only some hundred to some thousand are
 * possible. Each is weighed by what must hold if it were true: every return address follows a call instruction; a direct
 * call goes to the function of the frame below; a frame that is already named lies where the symbol table has that name.
 * Weights are logarithms of likelihood ratios (how often the fact holds if the address is right, by how often it holds by
 * chance); the chance is measured in this very image. The confidence is the posterior over all possible addresses and
 * over the chance that this image is not the one at all.
 */
import {
  advance,
  loadAddressFrom,
  offsetInImage,
  runtimeOf,
  type ImageOffset,
  type LinkAddress,
  type RuntimeAddress,
} from '../model/address.ts'
import { pageSize, type ArchFamily } from '../memory/architecture.ts'
import type { CallSites } from './call-sites.ts'
import { offsetWithin } from './lookup-address.ts'
import type { ImageBase } from './slide.ts'

/** One address of the stacks, cleaned, with what it tells. */
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
  readonly text: LinkAddress
  readonly clues: readonly Clue[]
  readonly sites: CallSites | undefined
  /** The addresses are of several images: those outside of this one speak neither for nor against it. */
  readonly mixed?: boolean
}

/** A load address with its weight against "not this image", for comparing several images of one name. */
export interface InferredBase extends ImageBase {
  /** Natural logarithm of the likelihood ratio. */
  readonly weight: number
}

/** More addresses than this add certainty to what is certain. */
const mostClues = 200
/** A return address that follows no call: mistaken frames, code that was changed while it ran. */
const strayReturn = 0.01
/** A direct call that goes elsewhere than to the frame below: the callee jumped on (tail call, thunk, outlined code). */
const tailCall = 0.25
/** Two unrelated frames fit each other by chance less often than this. */
const chanceCallee = 0.01
/** A printed name whose place disagrees: several functions of one name, a name cut or written otherwise. */
const strayName = 0.1
/** That the addresses are of another image or another build after all. */
const otherImage = 0.5

/** The most likely load address; undefined where no address stands out. */
export function inferBase(question: SlideQuestion): InferredBase | undefined {
  const page = BigInt(pageSize(question.family))
  const scores = new Map<RuntimeAddress, number>()
  for (const base of candidates(question, page)) scores.set(base, 0)
  const evidence = gatherEvidence(question, Number(page))
  for (const base of scores.keys()) scores.set(base, evidence.weigh(base))
  const ranked = [...scores].sort((a, b) => b[1] - a[1])
  // What is dearer to compare only decides between the first ones.
  const close = ranked.filter(([, score]) => score > (ranked[0]?.[1] ?? 0) - 12).slice(0, 512)
  for (const [base, score] of close) scores.set(base, score + evidence.weighCallees(base))
  const final = [...scores].sort((a, b) => b[1] - a[1])
  const [best, second] = final
  if (!best) return undefined
  const possible = Math.max(question.sites?.pages(Number(page)) ?? 1, final.length, 16)
  const share = (score: number): number => ((1 - otherImage) / possible) * Math.exp(score)
  const total = final.reduce((sum, [, score]) => sum + share(score), otherImage)
  const confidence = share(best[1]) / total
  if (!(confidence >= 0.5)) return undefined
  return {
    base: best[0],
    from: evidence.namesAgreeing(best[0]) > 0 ? 'named-frames' : 'call-sites',
    confidence: Math.min(confidence, 0.9999),
    ...(second && {
      runnerUp: { base: second[0], confidence: share(second[1]) / total },
    }),
    evidence: evidence.inWords(best[0], second?.[0]),
    weight: best[1] - Math.log(possible),
  }
}

/** How well a load address that the report does state fits this image; positive speaks for it. */
export function weighBase(question: SlideQuestion, base: RuntimeAddress): number {
  const evidence = gatherEvidence(question, pageSize(question.family))
  return evidence.weigh(base) + evidence.weighCallees(base)
}

/** All load addresses that at least one fact speaks for. */
function candidates({ clues, sites, text }: SlideQuestion, page: bigint): ReadonlySet<RuntimeAddress> {
  const bases = new Set<RuntimeAddress>()
  const add = (base: RuntimeAddress): void => {
    // A base "below zero" has wrapped to the end of the address space.
    if (base >= text && base > 0n && base % page === 0n && base < 0xffff_ffff_0000_0000n) bases.add(base)
  }
  for (const { address, kind, named } of clues.slice(0, mostClues)) {
    for (const start of named?.starts ?? []) add(loadAddressFrom(advance(address, -(named?.distance ?? 0)), start))
    if (kind !== 'return' || !sites) continue
    const residue = Number(address % page)
    for (const place of sites.placesAt(residue, Number(page))) add(loadAddressFrom(address, place))
  }
  return bases
}

interface Evidence {
  weigh(base: RuntimeAddress): number
  weighCallees(base: RuntimeAddress): number
  namesAgreeing(base: RuntimeAddress): number
  inWords(base: RuntimeAddress, second: RuntimeAddress | undefined): string
}

function gatherEvidence({ clues: all, sites, family, mixed = false }: SlideQuestion, page: number): Evidence {
  const clues = all.slice(0, mostClues)
  const returns = distinct(clues.filter(({ kind }) => kind === 'return').map(({ address }) => address))
  const exacts = distinct(clues.filter(({ kind }) => kind === 'exact').map(({ address }) => address))
  const names = new Map(
    clues.flatMap(({ address, named }) =>
      named && named.starts.length > 0 ? [[advance(address, -named.distance), named.starts] as const] : [],
    ),
  )
  const chances = sites ? chancesOf(returns, sites, page) : new Map<bigint, number>()
  const step = family === 'arm64' || family === 'arm64_32' ? 4 : family === 'arm' ? 2 : 1

  const endsCall = (address: RuntimeAddress, base: RuntimeAddress): boolean | undefined => {
    const at = offsetInImage(address, base)
    return at === undefined || !sites ? undefined : sites.endsCall(at)
  }
  const isInside = (address: RuntimeAddress, base: RuntimeAddress): boolean =>
    offsetWithin(address, base, sites?.extent) !== undefined
  const hits = (base: RuntimeAddress): number => returns.filter((address) => endsCall(address, base) === true).length
  const isAt = (base: RuntimeAddress, starts: readonly ImageOffset[], place: RuntimeAddress): boolean =>
    starts.some((start) => runtimeOf(base, start) === place)
  const agreeing = (base: RuntimeAddress): number =>
    [...names].filter(([place, starts]) => isAt(base, starts, place)).length

  return {
    weigh(base) {
      let sum = 0
      if (sites) {
        const counted = returns.filter((address) => !mixed || isInside(address, base))
        const facts = counted.map((address) => ({
          chance: chances.get(address) ?? 0.1,
          hit: endsCall(address, base) === true,
        }))
        const likelihoods = sites.coverages.map((coverage) => {
          const expected = coverage * (1 - strayReturn)
          return facts.reduce(
            (total, { hit, chance }) => total + Math.log(hit ? expected / chance : (1 - expected) / (1 - chance)),
            0,
          )
        })
        sum += logOfMean(likelihoods)
        if (sites.coverages.every((coverage) => coverage === 1) && !mixed) {
          for (const address of exacts) if (endsCall(address, base) === undefined) sum += Math.log(strayReturn)
        }
      }
      for (const [place, starts] of names) {
        sum += Math.log(isAt(base, starts, place) ? ((1 - strayName) * page) / step / starts.length : strayName)
      }
      return sum
    },
    weighCallees(base) {
      if (!sites) return 0
      const seen = new Set<bigint>()
      let sum = 0
      for (const { address, kind, callee } of clues) {
        if (kind !== 'return' || callee === undefined || seen.has(address)) continue
        seen.add(address)
        const at = offsetInImage(address, base)
        const inner = offsetInImage(callee, base)
        const target = at === undefined ? undefined : sites.targetOf(at)
        const running = inner === undefined ? undefined : sites.functionOf(inner)
        if (target === undefined || running === undefined) continue
        sum += Math.log(target === running ? (1 - tailCall) / chanceCallee : tailCall / (1 - chanceCallee))
      }
      return sum
    },
    namesAgreeing: agreeing,
    inWords(base, second) {
      const found = hits(base)
      const named = agreeing(base)
      const facts = [
        ...(named > 0 ? [`${named} of ${names.size} named functions lie where the symbols have them`] : []),
        ...(sites && returns.length > 0 ? [`${found} of ${returns.length} return addresses follow a call`] : []),
      ]
      const next = second !== undefined && sites && returns.length > 0 ? ` (next best: ${hits(second)})` : ''
      return `The load address was inferred: ${facts.join(', ')}${next}.`
    },
  }
}

/**
 * How often a return address of this residue would follow a call by chance. The pages are few, so the image's average is
 * mixed in, and the larger of the two counts: rather too little certainty than too much.
 */
function chancesOf(returns: readonly RuntimeAddress[], sites: CallSites, page: number): Map<bigint, number> {
  const pages = sites.pages(page)
  const counts = returns.map((address) => sites.placesAt(Number(address % BigInt(page)), page).length)
  const average = (counts.reduce((sum, count) => sum + count, 0) + 2) / (returns.length * pages + 20)
  return new Map(
    returns.map((address, position) => {
      const own = ((counts[position] ?? 0) + 10 * average) / (pages + 10)
      return [address, Math.min(0.9, Math.max(own, average))]
    }),
  )
}

/** The logarithm of the mean of numbers given by their logarithms. */
function logOfMean(logarithms: readonly number[]): number {
  const most = Math.max(...logarithms)
  const sum = logarithms.reduce((total, one) => total + Math.exp(one - most), 0)
  return most + Math.log(sum / logarithms.length)
}

function distinct(addresses: readonly RuntimeAddress[]): readonly RuntimeAddress[] {
  return [...new Set(addresses)]
}
