/**
 * Decides if symbols belong to the build that made a report without a UUID, and where in the image they apply.
 *
 * Another build of a program is mostly the same code. Up to the first change every offset is the same; after it all
 * offsets are moved. So nearly right symbols give right names low in the image and wrong ones above. No frame can be
 * judged by its neighbours alone.
 *
 * Each place of the report is in one of four states: `right` (this is the very build), `same` (another build whose code
 * is unmoved here), `moved` (another build, moved here) or `other` (another program). Walking up the image, each change
 * begins or ends a moved stretch: a hidden Markov model, forward and backward.
 *
 * The number of changes in a build is unknown, as is the share of calls in a list of call sites. The answer is
 * therefore the mean over the possible numbers.
 */
import { buildContradictions } from '../../messages/placement.ts'
import { joined } from '../../messages/joins.ts'
import {
  calledThoughMoved,
  calleeElsewhere,
  chanceCallee,
  changeRates,
  evenedOut,
  luckyName,
  outside,
  prior,
  strayName,
  strayReturn,
  uncovered,
  unknownName,
} from './weights.ts'

/** A report's facts about one place, beside its address. */
export interface FitPlace {
  /** Bytes from the image's start. */
  readonly offset: number
  /** `agrees` if the printed name lies where the symbols have it, `unknown` if they lack it; absent where none is printed. */
  readonly name?: 'agrees' | 'differs' | 'unknown'
  /** True if a known call ends there, where one must; absent where nothing is known. */
  readonly call?: boolean
  /** True if that call targets the function of the frame below; absent where it is indirect. */
  readonly calleeFits?: boolean
  /** The frame above calls the function of this place. */
  readonly isCalled?: boolean
  /** The kind of gap at an address without a function. */
  readonly gap?: 'outside' | 'between'
  /** The chance that moved code still has the same function there. */
  readonly stays?: number
}

/** Kinds of facts; all facts of one kind make one term. */
export const factKinds = ['name', 'call', 'callee', 'gap'] as const
export type FactKind = (typeof factKinds)[number]

export interface FitQuestion {
  readonly places: readonly FitPlace[]
  /** Bytes of the image that hold code. */
  readonly extent: number
  /** True if this can be the very build: false where the UUIDs differ. */
  readonly mayBeRight: boolean
  /** How often a call ends at an address of moved code by chance. */
  readonly chanceOfCall: number
  /** Parts of all calls that may be known, one as likely as the other: 1 for code, less for debug information. */
  readonly coverages: readonly number[]
}

export interface BuildFit {
  /** For each place, in the order given, the probability that the function found there is the right one. */
  readonly right: readonly number[]
  /** The probability that nothing that the report shows was moved. */
  readonly fits: number
}

/** Facts that were compared, and how many of them speak against the symbols. */
export interface FactCounts {
  readonly names: { readonly compared: number; readonly differing: number }
  /** `missing` without those that a list of call sites may leave out. */
  readonly calls: { readonly compared: number; readonly ending: number; readonly missing: number }
  /** Printed names that the symbols do not have. */
  readonly unknownNames: number
  readonly callees: { readonly compared: number; readonly differing: number }
  readonly outside: number
  readonly between: number
}

/** Weights of the four states. */
type Row = readonly [right: number, same: number, moved: number, other: number]

/** A place with all facts of the frames there, and the frames. */
interface Step {
  readonly gap: number
  readonly place: FitPlace
  readonly members: readonly number[]
}

/** Weighs all places together, by facts of these kinds. */
export function fitBuild(question: FitQuestion, kinds: readonly FactKind[] = factKinds): BuildFit {
  const steps = stepsOf(question)
  const runs = changeRates.flatMap((rate) =>
    (kinds.includes('call') ? question.coverages : [1]).map((coverage) => run(question, steps, kinds, rate, coverage)),
  )
  const most = runs.reduce((top, { nats }) => Math.max(top, nats), -Infinity)
  const shares = runs.map(({ nats }) => Math.exp(nats - most))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const mean = (value: (one: Run) => number): number =>
    runs.reduce((sum, one, at) => sum + ((shares[at] ?? 0) / total) * value(one), 0)
  return {
    right: question.places.map((_, position) => mean(({ right }) => right[position] ?? 0)),
    fits: mean(({ fits }) => fits),
  }
}

/** Facts of one place count once, however many frames have it. */
function stepsOf({ places, extent }: FitQuestion): readonly Step[] {
  const order = places.map((_, position) => position).sort((a, b) => offsetAt(a) - offsetAt(b))
  function offsetAt(position: number): number {
    return places[position]?.offset ?? 0
  }
  const length = Math.max(extent, 1, offsetAt(order.at(-1) ?? 0))
  const steps: { gap: number; place: FitPlace; members: number[] }[] = []
  let before = 0
  for (const position of order) {
    const place = places[position]
    const last = steps.at(-1)
    if (!place) continue
    if (last && place.offset === before) {
      last.members.push(position)
      last.place = { ...place, ...last.place }
      continue
    }
    steps.push({ gap: (place.offset - before) / length, place, members: [position] })
    before = place.offset
  }
  return steps
}

/** Weights of a place's facts in unmoved code, and in code that was moved or is another program's. */
function weigh(
  { name, call, calleeFits, isCalled = false, gap }: FitPlace,
  kinds: readonly FactKind[],
  chanceOfCall: number,
  coverage: number,
): readonly [same: number, moved: number] {
  let same = 1
  let moved = 1
  const add = (ofSame: number, ofMoved: number): void => {
    same *= ofSame
    moved *= ofMoved
  }
  if (kinds.includes('name')) {
    if (name === 'agrees') add(1, luckyName)
    if (name === 'differs') add(strayName, 1)
    if (name === 'unknown') add(unknownName.same, unknownName.moved)
  }
  if (kinds.includes('call') && call !== undefined) {
    const expected = coverage * (1 - strayReturn)
    add(call ? expected : 1 - expected, call ? chanceOfCall : 1 - chanceOfCall)
  }
  if (kinds.includes('callee')) {
    // Code that repeats itself fits itself when it is moved: its calls, and where they go.
    const chance = Math.min(1 - calleeElsewhere, Math.max(chanceCallee, chanceOfCall ** 2))
    if (calleeFits === true) add(1 - calleeElsewhere, chance)
    if (calleeFits === false) add(calleeElsewhere, 1 - chance)
    if (isCalled) add(1, Math.max(calledThoughMoved, chance))
  }
  if (kinds.includes('gap')) {
    if (gap === 'outside') add(outside.same, outside.moved)
    if (gap === 'between') add(uncovered.same, uncovered.moved)
  }
  return [same, moved]
}

interface Run extends BuildFit {
  /** The logarithm of the likelihood of all facts. */
  readonly nats: number
}

function run(
  { places, mayBeRight, chanceOfCall }: FitQuestion,
  steps: readonly Step[],
  kinds: readonly FactKind[],
  rate: number,
  coverage: number,
): Run {
  const start: Row = mayBeRight
    ? [prior.right, prior.otherBuild, 0, prior.otherProgram]
    : [0, prior.otherBuild + prior.right, 0, prior.otherProgram]
  const weights = steps.map(({ place }) => weigh(place, kinds, chanceOfCall, coverage))
  const forward: Row[] = []
  let state = start
  let nats = 0
  // The paths on which no place is moved, as a share of all.
  let [very, kept] = [start[0], start[1]]
  steps.forEach(({ gap }, at) => {
    const [same, moved] = weights[at] ?? [1, 1]
    const before = step(state, changeIn(gap, rate))
    const next: Row = [before[0] * same, before[1] * same, before[2] * moved, before[3] * moved]
    const sum = next[0] + next[1] + next[2] + next[3]
    nats += Math.log(sum)
    very = (very * same) / sum
    kept = (kept * (1 - changeIn(gap, rate)) * same) / sum
    state = normal(next)
    forward.push(state)
  })
  const right: number[] = places.map(() => 0)
  let after: Row = [1, 1, 1, 1]
  for (let at = steps.length - 1; at >= 0; at--) {
    const one = steps[at]
    const own = forward[at]
    if (!one || !own) continue
    const both = normal([own[0] * after[0], own[1] * after[1], own[2] * after[2], own[3] * after[3]])
    for (const member of one.members) right[member] = both[0] + both[1] + both[2] * (places[member]?.stays ?? 0)
    after = stepBack(after, changeIn(one.gap, rate), weights[at] ?? [1, 1])
  }
  return { nats, right, fits: very + kept }
}

function normal([right, same, moved, other]: Row): Row {
  const sum = right + same + moved + other
  return sum > 0 ? [right / sum, same / sum, moved / sum, other / sum] : [0, 0, 0.5, 0.5]
}

/** The chance of a change within a part of the code. */
function changeIn(gap: number, rate: number): number {
  return -Math.expm1(-rate * gap)
}

function step([right, same, moved, other]: Row, begins: number): Row {
  const ends = begins * evenedOut
  return [right, same * (1 - begins) + moved * ends, moved * (1 - ends) + same * begins, other]
}

function stepBack([right, same, moved, other]: Row, begins: number, [ofSame, ofMoved]: readonly [number, number]): Row {
  const ends = begins * evenedOut
  const here: Row = [right * ofSame, same * ofSame, moved * ofMoved, other * ofMoved]
  return normal([here[0], here[1] * (1 - begins) + here[2] * begins, here[2] * (1 - ends) + here[1] * ends, here[3]])
}

/** What was compared, place by place. `areListed`: calls that are not known need not be missing. */
export function countFacts(places: readonly FitPlace[], areListed: boolean): FactCounts {
  const distinct = [...new Map([...places].reverse().map((place) => [place.offset, place])).values()]
  const of = (test: (place: FitPlace) => boolean): number => distinct.filter(test).length
  return {
    names: {
      compared: of(({ name }) => name === 'agrees' || name === 'differs'),
      differing: of(({ name }) => name === 'differs'),
    },
    calls: {
      compared: of(({ call }) => call !== undefined),
      ending: of(({ call }) => call === true),
      missing: areListed ? 0 : of(({ call }) => call === false),
    },
    unknownNames: of(({ name }) => name === 'unknown'),
    callees: {
      compared: of(({ calleeFits }) => calleeFits !== undefined),
      differing: of(({ calleeFits }) => calleeFits === false),
    },
    outside: of(({ gap }) => gap === 'outside'),
    between: of(({ gap }) => gap === 'between'),
  }
}

/** Below this probability of fitting a build is told to be another one, and not used unasked. */
const contradicted = 0.05

/** What a build that contradicts the report is told with; undefined for one that does not. */
export function contradiction(
  { fits }: Pick<BuildFit, 'fits'>,
  { names, calls, callees, outside: away }: FactCounts,
): string | undefined {
  if (fits >= contradicted) return undefined
  const facts = [
    ...(names.differing > 0 ? [buildContradictions.names(names)] : []),
    ...(calls.missing > 0 ? [buildContradictions.calls(calls)] : []),
    ...(callees.differing > 0 ? [buildContradictions.callees(callees)] : []),
    ...(away > 0 ? [buildContradictions.outside({ count: away })] : []),
  ]
  return facts.length > 0 ? joined.list(facts) : undefined
}
