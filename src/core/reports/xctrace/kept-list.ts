/** Values of an export that are kept by number, up to a limit: a file of any size takes no more memory than that. */
export class KeptList<T> {
  readonly values: T[] = []
  /** Values that found no room. */
  left = 0
  readonly #costOf: (value: T) => number
  #room: number

  /** `most`: sum of the values' costs; each costs 1 where nothing else is said. */
  constructor(most: number, costOf: (value: T) => number = () => 1) {
    this.#room = most
    this.#costOf = costOf
  }

  /** The number of a value; undefined where there is no room for it. */
  add(value: T): number | undefined {
    const cost = this.#costOf(value)
    if (cost > this.#room) {
      this.left++
      return undefined
    }
    this.#room -= cost
    return this.values.push(value) - 1
  }

  /** The value of a number. */
  at(number: number): T | undefined {
    return this.values[number]
  }
}
