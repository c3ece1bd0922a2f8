/** Functions looked at for each row; no sampled stack is deeper. */
const MOST_OPEN = 1000

/**
 * Depths of calls in a graph that lost its indentation, from the counts of its rows: the calls of a function have no more samples than it
 * has. Where two places fit, this takes the one that a count fills, else the deepest.
 */
export class FlatRows {
  /** Samples of each open function that none of its calls has yet. */
  readonly #left: number[]

  /** `count`: samples of the thread. */
  constructor(count: number) {
    this.#left = [count]
  }

  /** The depth of the next row: 1 for the thread's first call, deeper for its calls. 0 where the counts fit nowhere. */
  depthOf(count: number): number {
    const depth = this.#placeOf(count) + 1
    if (depth === 0) return 0
    this.#left.length = depth
    this.#left[depth - 1] = (this.#left[depth - 1] ?? 0) - count
    this.#left.push(count)
    return depth
  }

  /** The open function that the count fills, else the deepest that has so many samples left; -1 for none. */
  #placeOf(count: number): number {
    let fits = -1
    const end = Math.max(0, this.#left.length - MOST_OPEN)
    for (let at = this.#left.length - 1; at >= end; at--) {
      const left = this.#left[at] ?? 0
      if (left === count) return at
      if (fits < 0 && left > count) fits = at
    }
    return fits
  }
}
