/**
 * Whether symbols are of the build that made a report, where no UUID says so, and where in the image they are.
 *
 * Another build of a program is mostly the same code: up to the first change every offset is the same, behind it all
 * offsets are moved. So nearly right symbols give right names low in the image and wrong ones above, and no frame can be
 * judged by its neighbours alone. Each place of the report is therefore in one of two states, `same` or `moved`; walking
 * up the image, each change begins or ends a moved stretch (a hidden Markov model, forward and backward). A third state,
 * `right`, stands for the very build, in which nothing is moved. What the places say (a printed name that lies where the
 * symbols have it or elsewhere, a call that ends there or does not) weighs the states, and the answer is, for each place,
 * the probability that its code was moved: that its name is wrong.
 */

import { buildContradictions } from '../messages/en/placement.ts'

/** What a report says about one place, beside its address. */
export interface FitPlace {
  /** Bytes from the image's start. */
  readonly offset: number
  /** Whether the printed name lies where the symbols have it; `unknown` to them; absent where none is printed. */
  readonly name?: 'agrees' | 'differs' | 'unknown'
  /** Whether a call ends there, where one must; absent where nothing is known. */
  readonly call?: boolean
}

export interface FitQuestion {
  readonly places: readonly FitPlace[]
  /** Bytes of the image that hold code. */
  readonly extent: number
  /** Whether this can be the very build: not where the UUIDs differ. */
  readonly mayBeRight: boolean
  /** How often a call ends at an address of moved code by chance. */
  readonly chanceOfCall: number
  /** The part of all calls that the sites know: 1 for code, less for debug information. */
  readonly coverage: number
}

export interface BuildFit {
  /** For each place, in the order given, the probability that its code was moved. */
  readonly moved: readonly number[]
  /** The probability that nothing that the report shows was moved. */
  readonly fits: number
  readonly names: { readonly compared: number; readonly differing: number }
  readonly calls: { readonly compared: number; readonly missing: number }
}

/** Up to this probability of being moved a place counts as shown: one wrong name in three thousand. */
export const shownToFit = 3e-4
/** Below this probability of fitting a build is told to be another one, and not used unasked. */
const contradicted = 0.1

/** Symbols of the right name are of another build than the report this often. */
const otherBuild = 0.5
/** Changes of size that another build has over the length of its code. */
const changes = 3
/** That a change makes up for an earlier one to the byte. */
const evenedOut = 0.005
/** A printed name that disagrees with the very build: cut, written otherwise, folded. */
const strayName = 0.01
/** A printed name and its distance that agree in moved code. */
const luckyName = 1e-5
/** Printed names that symbols do not have: rarer with the very build. */
const unknownName = { same: 0.5, moved: 0.7 }
/** A return address that follows no call in the very build: a mistaken frame. */
const strayReturn = 0.03

/** Weighs all places together. */
export function fitBuild({ places, extent, mayBeRight, chanceOfCall, coverage }: FitQuestion): BuildFit {
  const order = places.map((_, position) => position).sort((a, b) => offsetAt(a) - offsetAt(b))
  function offsetAt(position: number): number {
    return places[position]?.offset ?? 0
  }
  const length = Math.max(extent, 1, offsetAt(order.at(-1) ?? 0))
  const expected = coverage * (1 - strayReturn)
  const weigh = ({ name, call }: FitPlace): readonly [same: number, moved: number] => {
    let same = 1
    let moved = 1
    if (name === 'agrees') moved *= luckyName
    if (name === 'differs') same *= strayName
    if (name === 'unknown') {
      same *= unknownName.same
      moved *= unknownName.moved
    }
    if (call !== undefined) {
      same *= call ? expected : 1 - expected
      moved *= call ? chanceOfCall : 1 - chanceOfCall
    }
    return [same, moved]
  }
  // Facts of one place count once, however many frames have it.
  const rows: { readonly gap: number; readonly weight: readonly [number, number]; readonly members: number[] }[] = []
  let before = 0
  for (const position of order) {
    const place = places[position]
    const last = rows.at(-1)
    if (!place) continue
    if (last && place.offset === before) {
      last.members.push(position)
      continue
    }
    rows.push({ gap: (place.offset - before) / length, weight: weigh(place), members: [position] })
    before = place.offset
  }
  const right = mayBeRight ? 1 - otherBuild : 0
  const forward: Row[] = []
  let state: Row = [right, 1 - right, 0]
  for (const { gap, weight } of rows) {
    const [still, same, moved] = step(state, gap)
    state = normal([still * weight[0], same * weight[0], moved * weight[1]])
    forward.push(state)
  }
  const chance: number[] = places.map(() => 0)
  let after: Row = [1, 1, 1]
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    const own = forward[at]
    if (!row || !own) continue
    const both = normal([own[0] * after[0], own[1] * after[1], own[2] * after[2]])
    for (const member of row.members) chance[member] = both[2]
    after = stepBack(after, row)
  }
  const named = rows.flatMap(({ members }) => places[members[0] ?? 0]?.name ?? []).filter((name) => name !== 'unknown')
  const called = rows.flatMap(({ members }) => places[members[0] ?? 0]?.call ?? [])
  return {
    moved: chance,
    fits: chanceOfFitting(rows, right),
    names: { compared: named.length, differing: named.filter((name) => name === 'differs').length },
    calls: { compared: called.length, missing: called.filter((call) => !call).length },
  }
}

/** What a build that contradicts the report is told with; undefined for one that does not. */
export function contradiction({ fits, names, calls }: BuildFit): string | undefined {
  if (fits >= contradicted || (names.differing === 0 && calls.missing < 2)) return undefined
  const facts = [
    ...(names.differing > 0 ? [buildContradictions.names(names)] : []),
    ...(calls.missing > 0 ? [buildContradictions.calls(calls)] : []),
  ]
  return facts.join(', ')
}

/** Weights of `right`, `same` and `moved`. */
type Row = readonly [right: number, same: number, moved: number]

function normal([right, same, moved]: Row): Row {
  const sum = right + same + moved
  return sum > 0 ? [right / sum, same / sum, moved / sum] : [0, 0, 1]
}

/** The chance of a change within a part of the code. */
function changeIn(gap: number): number {
  return -Math.expm1(-changes * gap)
}

function step([right, same, moved]: Row, gap: number): Row {
  const begins = changeIn(gap)
  const ends = begins * evenedOut
  return [right, same * (1 - begins) + moved * ends, moved * (1 - ends) + same * begins]
}

function stepBack([right, same, moved]: Row, { gap, weight }: { gap: number; weight: readonly [number, number] }): Row {
  const begins = changeIn(gap)
  const ends = begins * evenedOut
  const here: Row = [right * weight[0], same * weight[0], moved * weight[1]]
  return normal([here[0], here[1] * (1 - begins) + here[2] * begins, here[2] * (1 - ends) + here[1] * ends])
}

/** The probability of the paths on which no place is moved. */
function chanceOfFitting(
  rows: readonly { readonly gap: number; readonly weight: readonly [number, number] }[],
  right: number,
): number {
  let all: Row = [right, 1 - right, 0]
  // Taken down with `all`, so that their sum stays a share of it.
  let unmoved = 1
  let kept = 1 - right
  let very = right
  for (const { gap, weight } of rows) {
    const [still, same, moved] = step(all, gap)
    const next: Row = [still * weight[0], same * weight[0], moved * weight[1]]
    const sum = next[0] + next[1] + next[2]
    kept = (kept * (1 - changeIn(gap)) * weight[0]) / sum
    very = (very * weight[0]) / sum
    all = normal(next)
    unmoved = kept + very
  }
  return unmoved
}
