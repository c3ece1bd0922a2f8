/**
 * Pairs the functions of two builds one-to-one. First come functions whose code is the only one of its kind in both,
 * then further pairs that follow from them by calls and by order.
 */
import type { CarriedFrom } from '../model/image.ts'
import type { Prints } from './prints.ts'

/** How a pair was found. */
type MatchedBy = CarriedFrom['by']

export interface Matches {
  /** For each function of the build with names its counterpart; -1 without one. */
  readonly to: Int32Array
  /** How each was found, by the function of the build with names: a position in `WAYS`; 255 without one. */
  readonly by: Uint8Array
}

export const WAYS: readonly MatchedBy[] = ['code', 'calls', 'order']
const NONE = 255

/** Shorter code than this proves nothing alone. */
const FEW_WORDS = 8
/** And with texts or imports in it. */
const FEWEST_WORDS = 4
/** Rounds of steps 2 and 3. Each needs time in proportion to the functions, and finds less than the one before. */
const ROUNDS = 8
/** Longer runs of unmatched functions between two matched ones say nothing of order. */
const LONGEST_GAP = 64
/** Functions whose code differs are one where at least this share of it is the same, and calls or order say so. */
const ALIKE = 0.6

/** Compares functions whose code is not the same; called rarely. */
export type Likeness = (one: number, other: number) => number

export function matchFunctions(one: Prints, other: Prints, likeness: Likeness): Matches {
  const matcher = new Matcher(one, other, likeness)
  matcher.uniqueIn(one.strong, other.strong)
  matcher.uniqueIn(one.bodies, other.bodies)
  for (let round = 0; round < ROUNDS; round++) {
    const before = matcher.found
    matcher.followCalls()
    matcher.followOrder()
    matcher.uniqueByCallees()
    if (matcher.found === before) break
  }
  return matcher
}

class Matcher implements Matches {
  readonly to: Int32Array
  readonly by: Uint8Array
  found = 0
  readonly #from: Int32Array
  readonly #one: Prints
  readonly #other: Prints
  readonly #likeness: Likeness

  constructor(one: Prints, other: Prints, likeness: Likeness) {
    this.#one = one
    this.#other = other
    this.#likeness = likeness
    this.to = new Int32Array(one.count).fill(-1)
    this.by = new Uint8Array(one.count).fill(NONE)
    this.#from = new Int32Array(other.count).fill(-1)
  }

  #add(a: number, b: number, way: MatchedBy): void {
    if (this.to[a] !== -1 || this.#from[b] !== -1) return
    this.to[a] = b
    this.#from[b] = a
    this.by[a] = WAYS.indexOf(way)
    this.found++
  }

  /** Pairs those whose key nobody else has, in either build. */
  uniqueIn(ones: Float64Array, others: Float64Array): void {
    const theirs = onlyOnes(others)
    for (const [key, a] of onlyOnes(ones)) {
      const b = theirs.get(key)
      if (b !== undefined && a >= 0 && b >= 0 && this.#saysEnough(a)) this.#add(a, b, 'code')
    }
  }

  #saysEnough(a: number): boolean {
    const size = this.#one.sizes[a] ?? 0
    return size >= FEW_WORDS || (size >= FEWEST_WORDS && this.#one.uses[a] !== 0)
  }

  /** Of code that is the same, the n-th call of one is the n-th call of the other. */
  followCalls(): void {
    const [one, other] = [this.#one, this.#other]
    const votes = new Map<number, number>()
    const back = new Map<number, number>()
    for (let a = 0; a < one.count; a++) {
      const b = this.to[a] ?? -1
      if (b < 0 || one.bodies[a] !== other.bodies[b]) continue
      const [from, to] = [one.first[a] ?? 0, one.first[a + 1] ?? 0]
      const shift = (other.first[b] ?? 0) - from
      if ((other.first[b + 1] ?? 0) - shift !== to) continue
      for (let at = from; at < to; at++) {
        const [callee, theirs] = [one.callees[at] ?? 0, other.callees[at + shift] ?? 0]
        if (this.to[callee] !== -1 || this.#from[theirs] !== -1) continue
        vote(votes, callee, theirs)
        vote(back, theirs, callee)
      }
    }
    for (const [callee, theirs] of votes)
      if (theirs >= 0 && back.get(theirs) === callee && this.#fits(callee, theirs)) this.#add(callee, theirs, 'calls')
  }

  #fits(a: number, b: number): boolean {
    if (this.#one.bodies[a] === this.#other.bodies[b]) return true
    const [size, theirs] = [this.#one.sizes[a] ?? 0, this.#other.sizes[b] ?? 0]
    if (size > 2 * theirs || theirs > 2 * size || size < FEW_WORDS) return false
    return this.#likeness(a, b) >= ALIKE
  }

  /**
   * Between two matched functions with as many functions in one build as in the other: pairs them in order, if all fit.
   */
  followOrder(): void {
    let last = -1
    for (let a = 0; a <= this.#one.count; a++) {
      const b = a === this.#one.count ? this.#other.count : (this.to[a] ?? -1)
      if (b < 0) continue
      const before = last < 0 ? -1 : (this.to[last] ?? -1)
      this.#fillGap(last + 1, a, before + 1, b)
      last = a
    }
  }

  /** Functions from `a` up to `endA`, and from `b` up to `endB`. */
  #fillGap(a: number, endA: number, b: number, endB: number): void {
    const [count, theirs] = [endA - a, endB - b]
    if (count <= 0 || theirs <= 0 || count > LONGEST_GAP || theirs > LONGEST_GAP) return
    if (count === theirs) {
      for (let at = 0; at < count; at++) if (this.#from[b + at] !== -1 || !this.#fits(a + at, b + at)) return
      for (let at = 0; at < count; at++) this.#add(a + at, b + at, 'order')
      return
    }
    // Of different numbers those that are the only ones of their code in the gap.
    const mine = onlyOnes(this.#one.bodies.subarray(a, endA))
    const others = onlyOnes(this.#other.bodies.subarray(b, endB))
    for (const [key, at] of mine) {
      const found = others.get(key)
      if (found !== undefined && at >= 0 && found >= 0 && this.#saysEnough(a + at))
        this.#add(a + at, b + found, 'order')
    }
  }

  /** Equal code that calls functions which are matched with each other, and that nobody else calls so. */
  uniqueByCallees(): void {
    const mine = new Float64Array(this.#one.count)
    const theirs = new Float64Array(this.#other.count)
    for (let a = 0; a < mine.length; a++)
      mine[a] = this.to[a] === -1 ? withCallees(this.#one, a, (callee) => this.to[callee] ?? -1) : -a - 1
    for (let b = 0; b < theirs.length; b++)
      theirs[b] =
        this.#from[b] === -1
          ? withCallees(this.#other, b, (callee) => (this.#from[callee] === -1 ? -1 : callee))
          : -b - 1 - mine.length
    const others = onlyOnes(theirs)
    for (const [key, a] of onlyOnes(mine)) {
      const b = key < 0 ? undefined : others.get(key)
      if (b !== undefined && a >= 0 && b >= 0 && this.#saysEnough(a)) this.#add(a, b, 'calls')
    }
  }
}

/** For each key its only owner; -2 where several have it. */
function onlyOnes(keys: Float64Array): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0
    found.set(key, found.has(key) ? -2 : at)
  }
  return found
}

function vote(votes: Map<number, number>, voter: number, choice: number): void {
  const before = votes.get(voter)
  if (before === undefined) votes.set(voter, choice)
  else if (before !== choice) votes.set(voter, -2)
}

/** The strong print together with the callees; matched callees count by their number in the other build. */
function withCallees({ strong, first, callees }: Prints, index: number, known: (callee: number) => number): number {
  let hash = ((strong[index] ?? 0) % 2 ** 32) | 0
  const high = Math.floor((strong[index] ?? 0) / 2 ** 32) | 0
  for (let at = first[index] ?? 0; at < (first[index + 1] ?? 0); at++) {
    hash = Math.imul(hash ^ (known(callees[at] ?? 0) + 2), 0x01000193)
    hash ^= hash >>> 15
  }
  return (hash >>> 0) * 2 ** 21 + ((high ^ (hash << 3)) >>> 11)
}
