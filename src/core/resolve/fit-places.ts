/** What the places of a report say about symbols that no UUID ties to it: printed names, calls. */
import { demangle } from '../demangle/registry.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import type { Call, KnownImage } from '../model/image.ts'
import type { Frame, PrintedSymbol } from '../model/report.ts'
import { fitBuild, type BuildFit, type FitPlace } from './build-fit.ts'
import type { CallSites } from './call-sites.ts'
import { isRealName } from '../model/printed-names.ts'
import type { ImagePlan } from './image-plan.ts'
import type { LookupPoint } from './lookup-address.ts'
import { uuidOf } from './match.ts'
import { namesOf } from './slide.ts'
import type { SymbolLookup } from './symbol-lookup.ts'

/** A place that was asked of the symbols, with what they said. */
export interface AnsweredPlace {
  readonly frame: Frame
  readonly point: LookupPoint
  /** Innermost first; empty where they say nothing. */
  readonly calls: readonly Call[]
  /** A row of an inline chain that is not the call itself: its offset is another row's. */
  readonly inner: boolean
}

/** How well symbols fit, and for each frame's id the probability that its code was moved in them. */
export interface PlacesFit {
  readonly fit: BuildFit
  readonly movedAt: ReadonlyMap<number, number>
}

/** Bytes of code that are taken for granted where nothing bounds an image. */
const fewestBytes = 0x10000

export async function fitPlaces(
  plan: ImagePlan,
  known: KnownImage,
  answered: readonly AnsweredPlace[],
  sites: CallSites | undefined,
  symbols: SymbolLookup,
): Promise<PlacesFit> {
  const names = namesOf(plan.image)
  const isAsked = ({ frame, inner }: AnsweredPlace): boolean => !inner && isRealName(frame.symbol, names)
  const strange = answered.filter((place) => isAsked(place) && !namesPlace(place))
  const wanted = [...new Set(strange.flatMap(({ frame }) => frame.symbol?.name ?? []))]
  const found = wanted.length > 0 ? await symbols.findNames?.(known, wanted) : undefined
  const starts = new Map(wanted.map((name, position) => [name, found?.[position] ?? []]))
  const places = answered.map((place): FitPlace => {
    const { point, frame } = place
    const name = isAsked(place) ? judgeName(place, starts.get(frame.symbol?.name ?? '') ?? []) : undefined
    const call = point.afterCall ? sites?.endsCall(point.at) : undefined
    return { offset: point.at, ...(name && { name }), ...(call !== undefined && { call }) }
  })
  const uuid = uuidOf(plan.image)
  const coverages = sites?.coverages ?? [1]
  const fit = fitBuild({
    places,
    extent: Math.max(sites?.extent ?? 0, fewestBytes),
    mayBeRight: uuid === undefined || uuid === known.uuid,
    chanceOfCall: sites?.chanceWhenMoved() ?? 1,
    coverage: coverages.reduce((sum, part) => sum + part, 0) / coverages.length,
  })
  return { fit, movedAt: new Map(answered.map(({ frame }, at) => [frame.id, fit.moved[at] ?? 1])) }
}

/** Whether one of the calls at a place has the name that is printed there. */
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
