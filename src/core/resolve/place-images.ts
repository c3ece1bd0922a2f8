/** The second look at images: load addresses that a report leaves out, and builds that only their name ties to it. */
import { advance, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage, KnownImage } from '../model/image.ts'
import type { Frame } from '../model/report.ts'
import { archFamily, cleanAddress, type ArchFamily } from '../memory/architecture.ts'
import { callSitesOfCode, callSitesOfReturns, type CallSites } from './call-sites.ts'
import { isRealName, type PlacedFrame } from './frames.ts'
import { symbolsOf, type ImagePlan } from './image-plan.ts'
import { inferBase, weighBase, type Clue, type InferredBase, type SlideQuestion } from './infer-slide.ts'
import { namesOf } from './slide.ts'
import type { SymbolLookup } from './symbol-lookup.ts'

/** Where calls are in an image, if a file with its code or with listed call sites is at hand. Each image is read once. */
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

/** The plan with its load address, and with one build where the report leaves several possible. */
export async function placeImage(plan: ImagePlan, symbols: SymbolLookup, sitesOf: SitesOf): Promise<ImagePlan> {
  if (plan.frames.length === 0) return plan
  const only = symbolsOf(plan.match)
  if (only) {
    if (plan.base !== undefined) return plan
    const base = inferBase(await questionFor(plan, only, symbols, sitesOf))
    return base ? { ...plan, base } : plan
  }
  return plan.match.kind === 'by-name' ? chooseBuild(plan, plan.match.candidates, symbols, sitesOf) : plan
}

/** A build must fit this much better than all others together: 20 times. */
const clearWinner = 0.95

async function chooseBuild(
  plan: ImagePlan,
  candidates: readonly KnownImage[],
  symbols: SymbolLookup,
  sitesOf: SitesOf,
): Promise<ImagePlan> {
  const fits: { readonly known: KnownImage; readonly weight: number; readonly inferred?: InferredBase }[] = []
  for (const known of candidates) {
    const question = await questionFor(plan, known, symbols, sitesOf)
    if (plan.base) fits.push({ known, weight: question.sites ? weighBase(question, plan.base.base) : 0 })
    else {
      const inferred = inferBase(question)
      if (inferred) fits.push({ known, weight: inferred.weight, inferred })
    }
  }
  const [best, ...others] = fits.sort((a, b) => b.weight - a.weight)
  if (!best) return plan
  const share = 1 / others.reduce((sum, { weight }) => sum + Math.exp(weight - best.weight), 1)
  if (share < clearWinner || best.weight <= 0) return plan
  const base = best.inferred ?? plan.base
  const evidence = `Of ${candidates.length} builds of this name at hand, ${best.known.uuid} fits its addresses best.`
  return {
    ...plan,
    family: archFamily(best.known.arch),
    match: { kind: 'by-name', candidates: [best.known] },
    base: base && {
      ...base,
      confidence: base.confidence * share,
      evidence: base.evidence === undefined ? evidence : `${evidence} ${base.evidence}`,
    },
  }
}

async function questionFor(
  plan: ImagePlan,
  known: KnownImage,
  symbols: SymbolLookup,
  sitesOf: SitesOf,
): Promise<SlideQuestion> {
  const family = archFamily(known.arch)
  const names = namesOf(plan.image)
  const printed = plan.frames.flatMap(({ frame }) => nameToFind(frame, names) ?? [])
  const wanted = [...new Set(printed)]
  const starts = wanted.length > 0 ? await symbols.findNames?.(known, wanted) : undefined
  const byName = new Map(wanted.map((name, position) => [name, starts?.[position] ?? []]))
  const here = new Set(plan.frames.map(({ frame }) => frame.id))
  const clues = plan.frames.flatMap((placed) => clueOf(placed, family, plan.image, byName, here) ?? [])
  return { family, text: known.text, clues, sites: await sitesOf(known) }
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
  const clean = (address: RuntimeAddress): RuntimeAddress => cleanAddress(address, family, () => true).address
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
