/** Numbers that look random and are the same for the same seed. */

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The choices that damage is made of. */
export class Random {
  readonly #share: () => number

  constructor(seed: number) {
    this.#share = randomFrom(seed)
  }

  /** A whole number from 0 up to `limit`, without it; 0 where the limit is none. */
  below(limit: number): number {
    return Math.floor(this.#share() * Math.max(limit, 1))
  }

  /** Small numbers far more often than large ones. */
  small(limit: number): number {
    return Math.floor(this.#share() ** 3 * Math.max(limit, 1))
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }
}
