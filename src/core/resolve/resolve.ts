/** Names for a report: every frame is either named, with a grade, or says why not. */
import type { LookupAnswer, SymbolicateOptions } from '../engine-types.ts'
import type { ImageOffset } from '../model/address.ts'
import { isProvedName, type Call, type KnownImage } from '../model/image.ts'
import { printedLevel } from '../model/grade-marks.ts'
import type { Problem } from '../model/problem.ts'
import type { Writable } from '../model/writable.ts'
import type { Frame, PrintedSymbol, Report, Resolution, SymbolicatedReport } from '../model/report.ts'
import { placeFrames, type PlacedFrame } from './frames.ts'
import type { CallSites } from './call-sites.ts'
import { isNoName, withFittingImages, withNamedImages } from './implied-images.ts'
import { contradiction } from './trust/build-fit.ts'
import { fitPlaces, type AnsweredPlace, type CalleeFit } from './trust/place-facts.ts'
import { gradeFrom, gradeOf, type GradeFacts } from './trust/grade.ts'
import { likelyFrom } from './trust/weights.ts'
import { planImages, pointOf, symbolsOf, type ImagePlan } from './image-plan.ts'
import { isSwiftContinuation, type LookupPoint } from './lookup-address.ts'
import { mayBeOtherSlice, type ImageMatch } from './match.ts'
import { openHarvest, resolveWithout } from './without-symbols.ts'
import { withPackGaps } from './pack-gaps.ts'
import { isInside } from './physical-rules.ts'
import { placeImages, rememberSites, type SitesOf } from './place-images.ts'
import { recoverCallers } from './recover-callers.ts'
import { betterName, dealOut, printedCalls, unanswered } from './resolution.ts'
import { namesOf } from './slide.ts'
import { statusOf } from './status.ts'
import { sortPlaces, withProgramName, withStatedPlaces } from './stated-places.ts'
import type { SymbolLookup } from './symbol-lookup.ts'
import { openSymbolStarts, pointFromSymbol, type SymbolStarts } from './symbol-points.ts'
import { calledAndRunning, openTailCalls, type CallPair, type TailCall } from './tail-calls.ts'
import { nameEvidence, unnamedReasons } from '../messages/names.ts'
import { say } from '../messages/message.ts'
import { saidOf } from '../messages/problems.ts'
import { textRegions, withRegionImages } from './text-regions.ts'
import { append } from '../model/lists.ts'

export type { SymbolLookup } from './symbol-lookup.ts'

/**
 * Resolves every frame of a report. `report` of the answer has the images that the rows imply besides those listed; its
 * frames keep their ids. Explanations are left to others. Never rejects for what a report or a file holds.
 */
export async function resolveReport(
  parsed: Report,
  symbols: SymbolLookup,
  options: SymbolicateOptions = {},
): Promise<SymbolicatedReport> {
  const sitesOf = rememberSites(symbols)
  const { named, numbered } = sortPlaces(options.places ?? [])
  const listed = withStatedPlaces(
    withProgramName(await withCached(withRegionImages(withNamedImages(parsed)), symbols.images), symbols.images),
    named,
    symbols.images,
  )
  const fitted = await withFittingImages(listed, symbols.images, sitesOf)
  const report = withStatedPlaces(fitted.report, numbered, symbols.images)
  const bases = new Map([...fitted.bases].filter(([position]) => report.images[position]?.slideFrom !== 'given'))
  const frames = placeFrames(report)
  const plans = await placeImages(
    planImages(report, frames, symbols.images, options, bases),
    symbols,
    sitesOf,
    textRegions(report),
  )
  const found: (Resolution | undefined)[] = frames.map(() => undefined)
  for (const [position, plan] of plans.entries()) {
    // Most of a report's images.
    if (plan.frames.length === 0) continue
    const named = await resolveImage(plan, symbols, sitesOf, options)
    plans[position] = named.plan
    for (const [id, resolution] of named.found) found[id] = resolution
  }
  const scripts = frames.some((placed) => placed?.frame.script)
    ? (await import('./scripts.ts')).resolveScripts(report, frames, symbols.scripts ?? [])
    : undefined
  for (const [id, resolution] of scripts?.found ?? []) found[id] = resolution
  const direct = sharedNames(
    found.map((resolution, id) => withPrintedGrade(resolution ?? withoutImage(frames[id]), report, frames[id])),
    frames,
  )
  const lineMaps = symbols.lineMaps ?? []
  const lines =
    lineMaps.length > 0 || direct.some(isTranslated)
      ? (await import('./original-lines.ts')).withOriginalLines(report, frames, direct, lineMaps)
      : undefined
  const nameMaps = symbols.nameMaps ?? []
  const names =
    nameMaps.length > 0
      ? (await import('./original-names.ts')).withOriginalNames(report, frames, lines?.resolutions ?? direct, nameMaps)
      : undefined
  const resolutions = names?.resolutions ?? lines?.resolutions ?? direct
  const recovered = await recoverCallers({
    report,
    plans,
    resolutions,
    sitesOf,
    unwindingOf: async (known) => symbols.unwinding?.(known),
    resolve: async (plan, placed) =>
      (await resolveImage({ ...plan, frames: [placed] }, symbols, sitesOf, options)).found.get(placed.frame.id),
  })
  // Loaded with the first report, not before.
  const { waysTo } = await import('./ways.ts')
  const images = plans.map((plan, position) => statusOf(plan, position, report, resolutions, waysTo))
  return {
    report: withNotes(withPackGaps(report, images, symbols.images), [
      ...(scripts?.notes ?? []),
      ...(lines?.notes ?? []),
      ...(names?.notes ?? []),
    ]),
    resolutions,
    ...(recovered.length > 0 && { recovered }),
    images,
    explanations: [],
  }
}

/** True if a call's name is one that Unity's compiler gives to a method of C#. */
const isTranslated = (resolution: Resolution): boolean =>
  'calls' in resolution && resolution.calls.some(({ mangled }) => mangled.length > 42 && /_m[0-9A-F]{40}/.test(mangled))

/** Codes of the notes that naming adds. */
const NAMING_NOTES: ReadonlySet<string> = new Set(['script-map', 'line-map', 'kept-map'])

/** The report itself where there is nothing to add. */
function withNotes(report: Report, notes: readonly Problem[]): Report {
  // A report that was written with its notes has those of its last naming: they are told anew.
  const kept = report.problems.filter(({ code }) => !NAMING_NOTES.has(code))
  return notes.length === 0 && kept.length === report.problems.length
    ? report
    : { ...report, problems: [...kept, ...notes] }
}

/** Adds images of a shared cache at hand; its code is loaded where there is one. */
async function withCached(report: Report, known: readonly KnownImage[]): Promise<Report> {
  if (!known.some(({ cache }) => cache)) return report
  return (await import('./shared-cache.ts')).withCacheImages(report, known)
}

/** A name that an earlier export marked as not sure stays so. */
function withPrintedGrade(resolution: Resolution, report: Report, placed: PlacedFrame | undefined): Resolution {
  if (resolution.kind !== 'already-named' || resolution.grade || !placed) return resolution
  const level = printedLevel(report, placed.frame)
  return level
    ? { ...resolution, grade: gradeFrom(level, [say(nameEvidence, 'marked-in-report', { level })]) }
    : resolution
}

/** Rows of one symbol have one name: in a large profile hundreds of calls then share what came of them, here and in the page. */
function sharedNames(
  resolutions: readonly Resolution[],
  frames: readonly (PlacedFrame | undefined)[],
): readonly Resolution[] {
  const named = new Map<PrintedSymbol, Resolution>()
  return resolutions.map((resolution, id) => {
    const frame = frames[id]?.frame
    if (resolution.kind !== 'already-named' || resolution.grade || !frame?.symbol || frame.inlined) return resolution
    const known = named.get(frame.symbol)
    if (known) return known
    named.set(frame.symbol, resolution)
    return resolution
  })
}

function withoutImage(placed: PlacedFrame | undefined): Resolution {
  const printed = placed && printedCalls(placed.frame, [placed.frame.imageName ?? ''])
  return printed ? { kind: 'already-named', calls: printed } : { kind: 'outside-images' }
}

/** An image's frames, and its plan with what was learnt of its symbols on the way. */
interface NamedImage {
  readonly plan: ImagePlan
  readonly found: ReadonlyMap<number, Resolution>
}

async function resolveImage(
  plan: ImagePlan,
  symbols: SymbolLookup,
  sitesOf: SitesOf,
  options: SymbolicateOptions,
): Promise<NamedImage> {
  const known = symbolsOf(plan.match)
  const borrow = await openHarvest(plan, symbols)
  if (!known) {
    return { plan, found: resolveWithout(plan, (position) => placedPoint(plan, position, NO_STARTS), borrow) }
  }
  const names = namesOf(plan.image)
  const result = new Map<number, Resolution>()
  const starts = await openSymbolStarts(plan, known, symbols)
  const points = plan.frames.map((_, position) => placedPoint(plan, position, starts))
  const slideConfidence = plan.placement?.confidence ?? 1
  const answers = await lookUp(points, symbols, known)
  const sites = await sitesOf(known)
  const tie = plan.match.kind === 'forced' ? 'forced' : plan.match.kind === 'by-name' ? 'name' : 'uuid'
  const pairs = sites ? pairsOf(plan, points) : []
  const tailCalls = sites && (await openTailCalls(pairs, sites, symbols, known))
  const callees = sites ? calleesOf(pairs, sites, tailCalls) : new Map<number, CalleeFit>()
  const judge = () => fitPlaces({ plan, known, answered: placesOf(plan, points, answers), callees, sites, symbols })
  const judged = tie === 'uuid' ? undefined : await judge()
  const otherSlice = tie !== 'uuid' && mayBeOtherSlice(plan.stated, known.arch)
  const because = tie === 'name' && judged ? contradiction(judged.fit, judged.counts) : undefined
  if (because !== undefined) {
    const match: ImageMatch = options.anyBuild
      ? { kind: 'forced', known }
      : { kind: 'wrong-build', have: [known], because }
    return resolveImage({ ...plan, match }, symbols, sitesOf, options)
  }
  const pointOfFrame = new Map(sites ? plan.frames.map(({ frame }, position) => [frame.id, points[position]]) : [])
  plan.frames.forEach((placed, position) => {
    const { frame, expanded } = placed
    const point = points[position]
    if (!point) {
      const why = say(unnamedReasons, 'no-load-address')
      result.set(
        frame.id,
        unanswered(frame, names, () => ({ why })),
      )
      return
    }
    const chain = answers.calls.get(point.offset) ?? []
    const calls = expanded ? dealOut(chain, expanded.row, expanded.rows) : chain
    if (!calls || calls.length === 0) {
      const [problem] = answers.problems
      const why = problem ? saidOf(problem) : say(unnamedReasons, 'not-covered')
      result.set(frame.id, borrow?.(frame, point) ?? unanswered(frame, names, () => ({ why })))
      return
    }
    const concrete = calls.at(-1)
    if (concrete && !isProvedName(concrete) && concrete.functionStart !== undefined && plan.match.kind === 'matched') {
      const named = borrow?.(frame, point, concrete.functionStart)
      if (named) {
        result.set(frame.id, named)
        return
      }
    }
    const place = judged?.odds.get(frame.id)
    const call = sites && codeFacts(sites, point, concrete, pointOfFrame.get(placed.callee?.id ?? -1))
    const tailCall = tailCalls?.get(frame.id)
    const facts: Writable<GradeFacts> = {
      calls,
      point,
      tie,
      slideConfidence,
      otherSlice,
      alsoElsewhere: isAmbiguous(plan, frame),
      ...call,
    }
    if (tailCall) facts.tailCall = tailCall
    if (place) facts.place = place
    if (frame.disputed) facts.disputed = frame.disputed
    if (frame.foundBy) facts.foundBy = frame.foundBy
    const { isShown, grade } = gradeOf(facts)
    if (!isShown) {
      const facts = (grade.odds?.terms ?? []).filter(({ nats }) => nats < 0).map(({ fact }) => fact)
      const why = say(unnamedReasons, 'improbable', { facts })
      result.set(frame.id, borrow?.(frame, point) ?? unanswered(frame, names, () => ({ why })))
      return
    }
    const shown = calls.map((each) => countedToPrinted(each, point))
    const isFit = !otherSlice && (place === undefined || place.confidence >= likelyFrom)
    result.set(frame.id, betterName(frame, names, shown, grade, isFit))
  })
  return { plan, found: result }
}

const NO_STARTS: SymbolStarts = new Map()

function placedPoint(plan: ImagePlan, position: number, starts: SymbolStarts): LookupPoint | undefined {
  const placed = plan.frames[position]
  return placed && (pointFromSymbol(plan, placed, starts) ?? pointOf(plan, placed))
}

/** Frames with the frame that each called, where both are in the image. */
function pairsOf(plan: ImagePlan, points: readonly (LookupPoint | undefined)[]): readonly CallPair[] {
  const pointOfFrame = new Map(plan.frames.map(({ frame }, position) => [frame.id, points[position]]))
  return plan.frames.flatMap(({ frame, callee: below }, position) => {
    const [point, callee] = [points[position], pointOfFrame.get(below?.id ?? -1)]
    return point && callee && below ? [{ frame: frame.id, point, callee, below: below.id }] : []
  })
}

/** For each direct call whether it goes, maybe by a jump, to the function of the frame below. */
function calleesOf(
  pairs: readonly CallPair[],
  sites: CallSites,
  tailCalls: ReadonlyMap<number, TailCall> | undefined,
): ReadonlyMap<number, CalleeFit> {
  return new Map(
    pairs.flatMap(({ frame, point, callee, below }) => {
      const calls = calledAndRunning(sites, point, callee)
      if (!calls) return []
      return [[frame, { below, fits: calls.target === calls.running || tailCalls?.get(frame)?.isProved === true }]]
    }),
  )
}

/** Whether the list has several images at a frame's address, and the row names none of them. */
function isAmbiguous({ overlapping = [] }: ImagePlan, { address, imageName }: Frame): boolean {
  return address !== undefined && isNoName(imageName) && overlapping.some((other) => isInside(address, other))
}

function placesOf(
  plan: ImagePlan,
  points: readonly (LookupPoint | undefined)[],
  answers: Answers,
): readonly AnsweredPlace[] {
  return plan.frames.flatMap(({ frame, expanded }, position) => {
    const point = points[position]
    if (!point) return []
    const inner = expanded !== undefined && expanded.row < expanded.rows - 1
    return [{ frame, point, calls: answers.calls.get(point.offset) ?? [], inner }]
  })
}

/** Reports count the bytes in a function up to the printed address, which for a return address lies behind the call. */
function countedToPrinted(call: Call, { at, offset }: LookupPoint): Call {
  if (call.functionOffset === undefined || at === offset) return call
  const counted: Writable<Call> = { ...call }
  counted.functionOffset = call.functionOffset + (at - offset)
  return counted
}

/** What the code says about a named place. */
function codeFacts(
  sites: CallSites,
  point: LookupPoint,
  concrete: Call | undefined,
  callee: LookupPoint | undefined,
): Pick<GradeFacts, 'callPrecedes' | 'calleeFits' | 'startsThere'> {
  const around = sites.functionOf(point.offset)
  const startsThere =
    around === undefined || concrete?.functionStart === undefined ? undefined : around === concrete.functionStart
  const callPrecedes = point.afterCall ? sites.endsCall(point.at) : undefined
  const calls = callPrecedes ? calledAndRunning(sites, point, callee) : undefined
  return {
    ...(startsThere !== undefined && { startsThere }),
    ...(callPrecedes !== undefined && { callPrecedes }),
    ...(calls && { calleeFits: calls.target === calls.running }),
  }
}

interface Answers {
  readonly calls: ReadonlyMap<ImageOffset, readonly Call[]>
  readonly problems: readonly Problem[]
}

/** Asks for all points at once; then, rarely, again for addresses that turn out to be Swift continuations. */
async function lookUp(
  points: readonly (LookupPoint | undefined)[],
  symbols: SymbolLookup,
  key: Parameters<SymbolLookup['lookup']>[0],
): Promise<Answers> {
  const asked = points.filter((point) => point !== undefined)
  const calls = new Map<ImageOffset, readonly Call[]>()
  const problems: Problem[] = []
  const ask = async (wanted: readonly ImageOffset[]): Promise<LookupAnswer> => {
    const offsets = [...new Set(wanted)].sort((a, b) => a - b)
    if (offsets.length === 0) return []
    const answer = await symbols.lookup(key, offsets)
    append(problems, answer.problems)
    if (!answer.ok) return []
    offsets.forEach((offset, position) => calls.set(offset, answer.value[position] ?? []))
    return answer.value
  }
  await ask(asked.map((point) => point.offset))
  const suspects = asked.filter((point) => point.afterCall && endsAt(calls.get(point.offset), point))
  const found = new Map(calls)
  await ask(suspects.map((point) => point.at))
  for (const point of suspects) {
    const next = calls.get(point.at)
    if (next && isContinuation(next, point)) found.set(point.offset, next)
  }
  return { calls: found, problems }
}

/** The function before the return address ends exactly there: its last call did not return, or nobody called. */
function endsAt(calls: readonly Call[] | undefined, point: LookupPoint): boolean {
  const concrete = calls?.at(-1)
  if (!concrete || concrete.functionOffset === undefined) return true
  const size = concrete.functionSize
  return size === undefined ? false : concrete.functionOffset + (point.at - point.offset) >= size
}

function isContinuation(calls: readonly Call[], point: LookupPoint): boolean {
  const concrete = calls.at(-1)
  return concrete?.functionOffset === 0 && isSwiftContinuation(concrete.mangled) && point.afterCall
}
