/**
 * A weighted tree of calls as columns, for merging and measuring profiles. A call comes after its caller: one pass forwards carries
 * values down, one pass backwards adds them up. No recursion: trees may be thousands deep, and a million rows long.
 */

import { finish, ROWS_A_STEP } from './steps.ts'

export interface Calls {
  readonly length: number
  /** Position of the caller; -1 for a root. Always less than the call's own. */
  readonly parent: Int32Array
  /** The function called: its number in the profile. */
  readonly fn: Int32Array
  /** Weight of samples that ended in this call. */
  readonly self: Float64Array
  /** `self` and the totals of all it called. */
  readonly total: Float64Array
}

/** Builds a tree in which siblings of one function are one. */
export class CallsBuilder {
  #length = 0
  #parent: Int32Array
  #fn: Int32Array
  #self: Float64Array
  /** Open addressing: position + 1 of the call of that caller and function, 0 for a free place. */
  #places: Int32Array

  /** With room for this many calls: growing copies all that there are, in one piece. */
  constructor(room = 0) {
    const rows = Math.min(MOST_ROOM, Math.max(64, room))
    this.#parent = new Int32Array(rows)
    this.#fn = new Int32Array(rows)
    this.#self = new Float64Array(rows)
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(rows * 2 + 2)))
  }

  /** The call of a function by a caller (-1: as a root), made where there was none. */
  child(parent: number, fn: number): number {
    if (this.#length * 2 >= this.#places.length) this.#growPlaces()
    const mask = this.#places.length - 1
    let place = hash(parent, fn) & mask
    for (let at = this.#places[place]; at; at = this.#places[place]) {
      if (this.#parent[at - 1] === parent && this.#fn[at - 1] === fn) return at - 1
      place = (place + 1) & mask
    }
    const made = this.#length++
    if (made === this.#parent.length) this.#growColumns()
    this.#parent[made] = parent
    this.#fn[made] = fn
    this.#places[place] = made + 1
    return made
  }

  add(call: number, self: number): void {
    this.#self[call] = (this.#self[call] ?? 0) + self
  }

  finish(): Calls {
    return finish(this.finishSteps())
  }

  /** The same in steps. */
  *finishSteps(): Generator<undefined, Calls, void> {
    const length = this.#length
    const parent = this.#parent.slice(0, length)
    const self = this.#self.slice(0, length)
    yield
    const total = yield* totalSteps(parent, self)
    return { length, parent, fn: this.#fn.slice(0, length), self, total }
  }

  #growColumns(): void {
    const length = this.#length * 2
    this.#parent = copyInto(new Int32Array(length), this.#parent)
    this.#fn = copyInto(new Int32Array(length), this.#fn)
    this.#self = copyInto(new Float64Array(length), this.#self)
  }

  #growPlaces(): void {
    const places = new Int32Array(this.#places.length * 2)
    const mask = places.length - 1
    for (let at = 0; at < this.#length; at++) {
      let place = hash(this.#parent[at] ?? -1, this.#fn[at] ?? 0) & mask
      while (places[place]) place = (place + 1) & mask
      places[place] = at + 1
    }
    this.#places = places
  }
}

/** The weight of each call with all that it called. */
export function* totalSteps(parent: Int32Array, self: Float64Array): Generator<undefined, Float64Array, void> {
  const total = self.slice()
  for (let at = total.length - 1; at >= 0; at--) {
    if (at % ROWS_A_STEP === 0) yield
    const caller = parent[at] ?? -1
    if (caller >= 0) total[caller] = (total[caller] ?? 0) + (total[at] ?? 0)
  }
  return total
}

/** Calls that room is made for before there are any; about 32 MB. */
const MOST_ROOM = 1 << 20

function hash(parent: number, fn: number): number {
  const mixed = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(fn + 1, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

function copyInto<T extends Int32Array | Float64Array>(to: T, from: T): T {
  to.set(from)
  return to
}

/** Several trees as one: calls of the same functions from the root on are one call. */
export const mergeCalls = (trees: readonly Calls[]): Calls => finish(mergeSteps(trees))

/** The same in steps, so that a page can do something else between them. */
export function* mergeSteps(trees: readonly Calls[]): Generator<undefined, Calls, void> {
  const builder = new CallsBuilder(trees.reduce((sum, { length }) => sum + length, 0))
  let rows = 0
  for (const { length, parent, fn, self } of trees) {
    const merged = new Int32Array(length)
    for (let at = 0; at < length; at++) {
      if (++rows % ROWS_A_STEP === 0) yield
      const caller = parent[at] ?? -1
      const call = builder.child(caller < 0 ? -1 : (merged[caller] ?? -1), fn[at] ?? 0)
      merged[at] = call
      builder.add(call, self[at] ?? 0)
    }
  }
  return yield* builder.finishSteps()
}

/** The weight of all roots, which is that of everything. */
export function weightOf({ length, self }: Calls): number {
  let sum = 0
  for (let at = 0; at < length; at++) sum += self[at] ?? 0
  return sum
}

/** The weight of stacks that pass through one of these functions, each stack once. */
export function weightThrough({ length, parent, fn, self }: Calls, wanted: Uint8Array): number {
  const passed = new Uint8Array(length)
  let sum = 0
  for (let at = 0; at < length; at++) {
    const caller = parent[at] ?? -1
    if (wanted[fn[at] ?? 0] !== 1 && (caller < 0 || passed[caller] !== 1)) continue
    passed[at] = 1
    sum += self[at] ?? 0
  }
  return sum
}

/** The function in which most of the weight ended; undefined where there is none. */
export function heaviestOf({ fn, self, length }: Calls): number | undefined {
  const ended = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const one = fn[at] ?? 0
    ended.set(one, (ended.get(one) ?? 0) + (self[at] ?? 0))
  }
  let [most, found] = [0, undefined as number | undefined]
  for (const [one, weight] of ended) if (weight > most) [most, found] = [weight, one]
  return found
}
