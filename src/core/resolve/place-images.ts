/**
 * The second look at images: load addresses that a report leaves out, and builds that only their name ties to it. Each
 * image has hypotheses (a build at a load address) with their evidence; all images of a report are then weighed together.
 */
import { advance, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage, KnownImage } from '../model/image.ts'
import type { Frame, PlacementEvidence, PlacementHypothesis } from '../model/report.ts'
import { placementWords } from '../messages/placement.ts'
import { say } from '../messages/message.ts'
import { archFamily, type ArchFamily } from '../model/architecture.ts'
import { cleanAddress } from '../memory/clean-address.ts'
import type { Clue, SlideQuestion } from './trust/base-evidence.ts'
import { callSitesOfCode, callSitesOfReturns, type CallSites } from './call-sites.ts'
import { isRealName } from '../model/printed-names.ts'
import type { PlacedFrame } from './frames.ts'
import { symbolsOf, type ImagePlan } from './image-plan.ts'
import { rankBases, weighBase } from './infer-slide.ts'
import { weighTogether } from './joint-placement.ts'
import type { Extent } from './physical-rules.ts'
import { namesOf, type Placement } from './slide.ts'
import type { SymbolLookup } from './symbol-lookup.ts'
import { isRegionOf, type TextRegion } from './text-regions.ts'
import { toldConfidence } from './trust/told-confidence.ts'

/** Call sites of an image, if a file has its code or a list of call sites. Each image is read once. */
export type SitesOf = (known: KnownImage) => Promise<CallSites | undefined>

export function rememberSites(symbols: SymbolLookup): SitesOf {
  const read = new Map<KnownImage, Promise<CallSites | undefined>>()
  return (known) => {
    const sites = read.get(known) ?? readSites(symbols, known)
    read.set(known, sites)
    return sites
  }
}

async function readSites(symbols: SymbolLookup, known: KnownImage): Promise<CallSites | undefined> {
  const code = await symbols.code?.(known)
  if (code?.sections.some(({ bytes }) => bytes.length > 0)) return callSitesOfCode(code, archFamily(known.arch))
  const returns = await symbols.callReturns?.(known)
  return returns && returns.length > 0 ? callSitesOfReturns(returns) : undefined
}

/** One build at one load address. */
interface Hypothesis {
  readonly known: KnownImage
  readonly loadAddress: RuntimeAddress
  readonly size: number
  readonly nats: number
  readonly share: number
  readonly from: Placement['from']
  readonly evidence: readonly PlacementEvidence[]
}

/** The chance that symbols are not of the image: tied by their UUID, or by a name alone. */
const otherThanUuid = 0.02
const otherThanName = 0.5
/** Below this a load address is no answer. */
const believed = 0.5
/** A build must be this much likelier than all others of its name. */
const clearBuild = 0.95
/** Most hypotheses shown with an answer. */
const mostTold = 3
/** The plans with load addresses, and with one build where the report leaves several possible and one of them fits. */
export async function placeImages(
  plans: readonly ImagePlan[],
  symbols: SymbolLookup,
  sitesOf: SitesOf,
  regions: readonly TextRegion[] = [],
): Promise<ImagePlan[]> {
  const candidates = plans.map(buildsOf)
  if (candidates.every((builds) => builds.length === 0)) return [...plans]
  const taken = plans.flatMap(({ placement, image }): Extent[] =>
    placement && image.size !== undefined ? [{ loadAddress: placement.loadAddress, size: image.size }] : [],
  )
  const hypotheses: (readonly Hypothesis[])[] = []
  for (const [position, plan] of plans.entries()) {
    const builds = candidates[position] ?? NO_BUILDS
    hypotheses.push(builds.length === 0 ? [] : await hypothesesOf(plan, builds, taken, regions, symbols, sitesOf))
  }
  if (hypotheses.every((own) => own.length === 0)) return [...plans]
  const together = weighTogether(hypotheses)
  return plans.map((plan, position) => {
    const shares = together[position] ?? []
    const own = (hypotheses[position] ?? []).map((one, at) => ({ ...one, share: shares[at] ?? 0 }))
    return own.length > 0 ? settle(plan, own) : plan
  })
}

/** Candidate builds; none for an image with matched symbols and a known place, or without frames. */
function buildsOf({ match, frames, placement }: ImagePlan): readonly KnownImage[] {
  const only = symbolsOf(match)
  if (frames.length === 0 || (only && placement)) return NO_BUILDS
  return only ? [only] : match.kind === 'by-name' ? match.candidates : NO_BUILDS
}

const NO_BUILDS: readonly KnownImage[] = []

/** Builds at load addresses for an image that lacks either. */
async function hypothesesOf(
  plan: ImagePlan,
  builds: readonly KnownImage[],
  placed: readonly Extent[],
  regions: readonly TextRegion[],
  symbols: SymbolLookup,
  sitesOf: SitesOf,
): Promise<readonly Hypothesis[]> {
  const otherImage = plan.match.kind === 'by-name' ? otherThanName : otherThanUuid
  const found: Hypothesis[] = []
  const own = regions.filter((region) => isRegionOf(region, plan.image))
  const taken = [...placed, ...regions.filter((region) => !own.includes(region))]
  const starts = own.map(({ loadAddress }) => loadAddress)
  for (const known of builds) {
    const question = { ...(await questionFor(plan, known, symbols, sitesOf)), otherImage, taken, regions: starts }
    const size = plan.image.size ?? question.sites?.extent ?? question.layout?.extent ?? 1
    if (plan.placement) {
      const { nats, evidence } = weighBase(question, plan.placement.loadAddress)
      // Builds can be distinguished only by facts.
      if (evidence.length > 0) found.push({ known, ...plan.placement, size, nats, share: 0, evidence })
      continue
    }
    for (const { loadAddress, nats, share, from, evidence } of rankBases(question)) {
      found.push({ known, loadAddress, size, nats, share, from, evidence: evidence() })
    }
  }
  if (builds.length === 1) return found
  const none = Math.log(otherImage / (1 - otherImage)) + Math.log(builds.length)
  const most = found.reduce((top, { nats }) => Math.max(top, nats), none)
  const total = found.reduce((sum, { nats }) => sum + Math.exp(nats - most), Math.exp(none - most))
  return found
    .map((one) => ({ ...one, share: Math.exp(one.nats - most) / total }))
    .sort((a, b) => b.share - a.share)
    .slice(0, mostKept)
}

/** Hypotheses of all builds of an image that are compared with other images'. */
const mostKept = 16

/** The plan with its best hypothesis, if that is good enough; with what was weighed in any case. */
function settle(plan: ImagePlan, found: readonly Hypothesis[]): ImagePlan {
  const hypotheses = [...found].sort((a, b) => b.share - a.share).slice(0, mostTold)
  const [best, second] = hypotheses
  if (!best) return plan
  const byUuid = plan.match.kind !== 'by-name'
  const told = hypotheses.map((one): PlacementHypothesis => ({
    uuid: one.known.uuid,
    loadAddress: one.loadAddress,
    slide: one.loadAddress - one.known.textVmaddr,
    nats: Math.round(one.nats * 100) / 100,
    confidence: plan.placement ? one.share : toldConfidence(one.share, one, byUuid),
    evidence: one.evidence,
  }))
  const several = plan.match.kind === 'by-name' && plan.match.candidates.length > 1
  const builds = new Map<KnownImage, number>()
  for (const { known, share } of found) builds.set(known, (builds.get(known) ?? 0) + share)
  const ofBuild = builds.get(best.known) ?? 0
  const ofAll = [...builds.values()].reduce((sum, share) => sum + share, 0)
  if (several && ofBuild < clearBuild * ofAll) {
    const alike = [...builds].filter(([, share]) => share >= (1 - clearBuild) * ofAll).map(([known]) => known)
    return { ...plan, hypotheses: told, ...(ofAll >= believed && alike.length > 1 && { alike }) }
  }
  if (best.share < believed) return { ...plan, hypotheses: told }
  const evidence = [
    ...(several && plan.match.kind === 'by-name'
      ? [say(placementWords, 'bestOfBuilds', { count: plan.match.candidates.length, uuid: best.known.uuid })]
      : []),
    ...(plan.placement ? [] : [say(placementWords, 'inferred', { facts: best.evidence.map(({ fact }) => fact) })]),
  ]
  return {
    ...plan,
    ...(several && { match: { kind: 'by-name', candidates: [best.known] }, family: archFamily(best.known.arch) }),
    placement: {
      loadAddress: best.loadAddress,
      from: best.from,
      confidence: plan.placement ? plan.placement.confidence : toldConfidence(best.share, best, byUuid),
      evidence,
      ...(second && !plan.placement && { runnerUp: { loadAddress: second.loadAddress, confidence: second.share } }),
    },
    hypotheses: told,
  }
}

async function questionFor(
  plan: ImagePlan,
  known: KnownImage,
  symbols: SymbolLookup,
  sitesOf: SitesOf,
): Promise<Omit<SlideQuestion, 'otherImage'>> {
  const family = archFamily(known.arch)
  const names = namesOf(plan.image)
  const printed = plan.frames.flatMap(({ frame }) => nameToFind(frame, names) ?? [])
  const wanted = [...new Set(printed)]
  const starts = wanted.length > 0 ? await symbols.findNames?.(known, wanted) : undefined
  const byName = new Map(wanted.map((name, position) => [name, starts?.[position] ?? []]))
  const here = new Set(plan.frames.map(({ frame }) => frame.id))
  const clues = plan.frames.flatMap((placed) => clueOf(placed, family, plan.image, byName, here) ?? [])
  const sites = await sitesOf(known)
  return {
    family,
    textVmaddr: known.textVmaddr,
    clues,
    sites,
    layout: sites ? undefined : await symbols.layout?.(known),
  }
}

function nameToFind(frame: Frame, imageNames: readonly string[]): string | undefined {
  const { symbol } = frame
  return symbol?.offset !== undefined && isRealName(symbol, imageNames) ? symbol.name : undefined
}

function clueOf(
  { frame, kind, callee, expanded }: PlacedFrame,
  family: ArchFamily,
  image: BinaryImage,
  byName: ReadonlyMap<string, readonly ImageOffset[]>,
  here: ReadonlySet<number>,
): Clue | undefined {
  if (frame.address === undefined || frame.address === 0n) return undefined
  if (expanded && expanded.row < expanded.rows - 1) return undefined
  const clean = (address: RuntimeAddress): RuntimeAddress => cleanAddress(address, family).address
  const address = clean(frame.address)
  const isReturn = kind === 'return' && !((family === 'arm64' || family === 'arm64_32') && address % 4n !== 0n)
  const name = nameToFind(frame, namesOf(image))
  const starts = name === undefined ? undefined : byName.get(name)
  const below = callee && here.has(callee.id) && callee.address !== undefined ? clean(callee.address) : undefined
  const running = below !== undefined && callee?.kind === 'return' ? advance(below, -1) : below
  return {
    address,
    kind: isReturn ? 'return' : 'exact',
    ...(running !== undefined && { callee: running }),
    ...(starts && starts.length > 0 && { named: { starts, distance: frame.symbol?.offset ?? 0 } }),
  }
}
