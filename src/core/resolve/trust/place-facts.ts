/** Facts about symbols without a matching UUID, from the places of a report: printed names, calls, code. */
import { demangle } from '../../demangle/registry.ts'
import { placementFacts } from '../../messages/placement.ts'
import { say, type Said } from '../../messages/message.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import { hasName, hasUnknownBuild, type Call, type KnownImage } from '../../model/image.ts'
import { isRealName } from '../../model/printed-names.ts'
import type { Frame, NameOdds, PlacementEvidence, PrintedSymbol } from '../../model/report.ts'
import type { CallSites } from '../call-sites.ts'
import type { ImagePlan } from '../image-plan.ts'
import type { LookupPoint } from '../lookup-address.ts'
import { uuidOf } from '../match.ts'
import { namesOf } from '../slide.ts'
import type { CodeLayout, SymbolLookup } from '../symbol-lookup.ts'
import {
  countFacts,
  fitBuild,
  type BuildFit,
  type FactCounts,
  type FactKind,
  type FitPlace,
  type FitQuestion,
} from './build-fit.ts'
import { item, logit } from './terms.ts'
import { leastStay, move } from './weights.ts'

/** A looked-up place, with the symbols' answer. */
export interface AnsweredPlace {
  readonly frame: Frame
  readonly point: LookupPoint
  /** Innermost first; empty where they say nothing. */
  readonly calls: readonly Call[]
  /** A row of an inline chain that is not the call itself: its offset is another row's. */
  readonly inner: boolean
}

/** How well symbols fit a report, and what was compared. */
export interface PlacesFit {
  readonly fit: BuildFit
  readonly counts: FactCounts
  /** By the id of a frame: how sure the function at its place is. */
  readonly odds: ReadonlyMap<number, NameOdds>
}

/** Says if a direct call targets the function of the frame below, and which frame that is. */
export interface CalleeFit {
  readonly below: number
  readonly fits: boolean
}

export interface FitAsked {
  readonly plan: ImagePlan
  readonly known: KnownImage
  readonly answered: readonly AnsweredPlace[]
  /** By the id of a frame whose call is direct: whether it goes to the function of the frame below. */
  readonly callees: ReadonlyMap<number, CalleeFit>
  readonly sites: CallSites | undefined
  readonly symbols: SymbolLookup
}

/** Bytes of code that are taken for granted where nothing bounds an image. */
const fewestBytes = 0x10000
/** Terms are worked out one by one for as many places. */
const mostWithTerms = 2000

export async function fitPlaces({ plan, known, answered, callees, sites, symbols }: FitAsked): Promise<PlacesFit> {
  const names = namesOf(plan.image)
  const isAsked = ({ frame, inner }: AnsweredPlace): boolean => !inner && isRealName(frame.symbol, names)
  const strange = answered.filter((place) => isAsked(place) && !namesPlace(place))
  const wanted = [...new Set(strange.flatMap(({ frame }) => frame.symbol?.name ?? []))]
  const found = wanted.length > 0 ? await symbols.findNames?.(known, wanted) : undefined
  const starts = new Map(wanted.map((name, position) => [name, found?.[position] ?? []]))
  const layout = answered.some(({ calls }) => calls.length === 0) ? await symbols.layout?.(known) : undefined
  const isListed = sites !== undefined && !isWhole(sites)
  const called = new Set([...callees.values()].flatMap(({ below, fits }) => (fits ? [below] : [])))
  const places = answered.map((place): FitPlace => {
    const { point, frame, calls } = place
    const name = isAsked(place) ? judgeName(place, starts.get(frame.symbol?.name ?? '') ?? []) : undefined
    const call = point.afterCall ? (sites?.endsCall(point.at) ?? (isListed ? false : undefined)) : undefined
    const calleeFits = callees.get(frame.id)?.fits
    const gap = calls.length === 0 && layout ? gapAt(layout, point.offset) : undefined
    return {
      offset: point.at,
      stays: chanceToStay(calls.at(-1)),
      ...(name && { name }),
      ...(call !== undefined && { call }),
      ...(calleeFits !== undefined && { calleeFits }),
      ...(called.has(frame.id) && { isCalled: true }),
      ...(gap && { gap }),
    }
  })
  const uuid = uuidOf(plan.image)
  const question: FitQuestion = {
    places,
    extent: Math.max(sites?.extent ?? layout?.extent ?? 0, fewestBytes),
    mayBeRight: uuid === undefined || uuid === known.uuid || hasUnknownBuild(known),
    chanceOfCall: sites?.chanceWhenMoved() ?? 1,
    coverages: sites?.coverages ?? [1],
  }
  const fit = fitBuild(question)
  const counts = countFacts(places, isListed)
  const terms = places.length > mostWithTerms ? [] : termsOf(question, counts)
  return {
    fit,
    counts,
    odds: new Map(
      answered.map(({ frame }, at) => [frame.id, { confidence: fit.right[at] ?? 0, terms: terms[at] ?? [] }]),
    ),
  }
}

/** For each place the terms that add up to its odds: what is known beforehand, then each kind of fact by what it changes. */
function termsOf(question: FitQuestion, counts: FactCounts): readonly (readonly PlacementEvidence[])[] {
  const facts: readonly (readonly [FactKind, Said])[] = [
    ['name', say(placementFacts, 'names', { agreeing: agreeing(counts.names), all: counts.names.compared })],
    [
      'call',
      say(placementFacts, 'returns', {
        hits: counts.calls.ending,
        all: counts.calls.compared,
      }),
    ],
    ['callee', say(placementFacts, 'callees', { fitting: agreeing(counts.callees), all: counts.callees.compared })],
    [
      'gap',
      counts.outside > 0
        ? say(placementFacts, 'outside', { count: counts.outside })
        : say(placementFacts, 'between', { count: counts.between }),
    ],
  ]
  const has = {
    name: counts.names.compared + counts.unknownNames > 0,
    call: counts.calls.compared > 0,
    callee: counts.callees.compared > 0,
    gap: counts.outside + counts.between > 0,
  }
  let before = fitBuild(question, [])
  const rows = before.right.map((right) => [item(say(placementFacts, 'tied-by-name'), logit(right))])
  const used: FactKind[] = []
  for (const [kind, fact] of facts) {
    if (!has[kind]) continue
    used.push(kind)
    const next = fitBuild(question, used)
    rows.forEach((row, at) => row.push(item(fact, logit(next.right[at] ?? 0) - logit(before.right[at] ?? 0))))
    before = next
  }
  return rows
}

function agreeing({ compared, differing }: { readonly compared: number; readonly differing: number }): number {
  return compared - differing
}

/** True if all calls of an image are known. */
function isWhole({ coverages }: CallSites): boolean {
  return coverages.every((coverage) => coverage === 1)
}

function gapAt({ code }: CodeLayout, at: number): FitPlace['gap'] {
  return code.some(({ start, size }) => at >= start && at < start + size) ? 'between' : 'outside'
}

/**
 * The chance that moved code still has the same function at a place. The move must be smaller than the function's bytes
 * before that place, or after it. A function without a name cannot be right.
 */
function chanceToStay(concrete: Call | undefined): number {
  if (!concrete || !hasName(concrete)) return 0
  const { functionOffset: ahead = 0, functionSize: size = 0 } = concrete
  const span = Math.log2(move.most / move.least)
  const part = (bytes: number): number => Math.min(1, Math.max(0, Math.log2(bytes / move.least)) / span)
  return Math.max(leastStay, (part(ahead) + part(size - ahead)) / 2)
}

/** True if one of the calls at a place has the printed name. */
function namesPlace({ frame, calls }: AnsweredPlace): boolean {
  const printed = frame.symbol && comparable(frame.symbol)
  return calls.some(({ mangled, function: readable }) => printed?.has(plain(mangled)) || printed?.has(plain(readable)))
}

/**
 * The printed name against the symbols. `name + distance` says where a function starts, and that holds for the nearest
 * label of a stripped image, too. A name without a distance only counts against: a function that was moved a little still
 * covers most of its addresses.
 */
function judgeName(place: AnsweredPlace, elsewhere: readonly ImageOffset[]): FitPlace['name'] {
  const { frame, point, calls } = place
  const distance = frame.symbol?.offset
  const concrete = calls.at(-1)
  if (namesPlace(place)) {
    if (distance === undefined || concrete?.functionStart === undefined) return undefined
    const own = frame.symbol && comparable(frame.symbol)
    const isWhole = own?.has(plain(concrete.mangled)) || own?.has(plain(concrete.function))
    // An inlined call's distance may count from the call or from the function around it.
    if (!isWhole) return undefined
    return Math.abs(point.at - concrete.functionStart - distance) <= 1 ? 'agrees' : 'differs'
  }
  if (elsewhere.length === 0) return 'unknown'
  if (distance === undefined) return 'differs'
  const start = imageOffset(point.at - distance)
  return elsewhere.includes(start) ? 'agrees' : 'differs'
}

function comparable({ name }: PrintedSymbol): ReadonlySet<string> {
  return new Set([plain(name), plain(demangle(name, 'simplified'))])
}

/** Without the underscore that symbol tables put before C names. */
function plain(name: string): string {
  return name.startsWith('_') && !/^_(Z|\$s|R)/.test(name) ? name.slice(1) : name
}
