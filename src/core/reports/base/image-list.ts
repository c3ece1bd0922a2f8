/** Finds the image that covers an address. */

interface Entry {
  readonly index: number
  readonly loadAddress: bigint | undefined
  readonly size: number | undefined
  readonly name: string
  readonly catchAll: boolean
}

interface Range {
  readonly index: number
  readonly loadAddress: bigint
  /** Exclusive. */
  readonly end: bigint
  /** Highest end of this range and all before it. */
  readonly reach: bigint
}

/** An image without a known end is taken to reach to the next one, this far at most. */
const LARGEST_IMAGE = 1n << 31n
/** An image larger than this covers "everything", not an image. */
const CATCH_ALL_SIZE = 2 ** 40

/** The images of one process. */
export class ImageList {
  readonly #entries: Entry[] = []
  readonly #byBase = new Map<bigint, number>()
  #ranges: Range[] | undefined
  #byIndex: ReadonlyMap<number, Range> | undefined
  #byName: Map<string, number | undefined> | undefined

  add(entry: Entry): void {
    this.#entries.push(entry)
    this.#ranges = undefined
    this.#byIndex = undefined
    this.#byName = undefined
    if (entry.loadAddress !== undefined && !isCatchAll(entry)) this.addLoaded(entry.loadAddress, entry.index)
  }

  /** An image with a load address but no size: found by that address, never by a range. */
  addLoaded(loadAddress: bigint, index: number): void {
    if (!this.#byBase.has(loadAddress)) this.#byBase.set(loadAddress, index)
  }

  /** Index of the image that covers an address: the one that begins last; catch-all images never. */
  at(address: bigint): number | undefined {
    const ranges = (this.#ranges ??= sortRanges(this.#entries))
    let low = 0
    let high = ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      const range = ranges[middle]
      if (range && range.loadAddress <= address) low = middle + 1
      else high = middle
    }
    for (let at = low - 1; at >= 0; at--) {
      const range = ranges[at]
      if (!range || address >= range.reach) return undefined
      if (address < range.end) return range.index
    }
    return undefined
  }

  /** True if an image holds an address. Several do if a wrong image list makes images overlap. */
  covers(index: number, address: bigint): boolean {
    this.#ranges ??= sortRanges(this.#entries)
    this.#byIndex ??= new Map(this.#ranges.map((range) => [range.index, range]))
    const range = this.#byIndex.get(index)
    return range !== undefined && address >= range.loadAddress && address < range.end
  }

  /** Index of the image loaded at exactly this address. */
  loadedAt(loadAddress: bigint): number | undefined {
    return this.#byBase.get(loadAddress)
  }

  /** Index of the only image with this name; undefined when none or several have it. */
  named(name: string): number | undefined {
    if (!this.#byName) {
      this.#byName = new Map()
      for (const entry of this.#entries) {
        this.#byName.set(entry.name, this.#byName.has(entry.name) ? undefined : entry.index)
      }
    }
    return this.#byName.get(name)
  }
}

function isCatchAll({ catchAll, size }: Entry): boolean {
  return catchAll || size === 0 || (size ?? 0) > CATCH_ALL_SIZE
}

function sortRanges(entries: readonly Entry[]): Range[] {
  const sorted = entries
    .flatMap((entry) =>
      entry.loadAddress === undefined || isCatchAll(entry) ? [] : [{ ...entry, loadAddress: entry.loadAddress }],
    )
    .sort((a, b) => (a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : a.index - b.index))
  const ranges: Range[] = []
  let reach = 0n
  sorted.forEach(({ index, loadAddress, size }, at) => {
    const furthest = loadAddress + LARGEST_IMAGE
    const next = sorted[at + 1]?.loadAddress
    const open = next !== undefined && next > loadAddress && next < furthest ? next : furthest
    const end = size === undefined ? open : loadAddress + BigInt(Math.ceil(size))
    if (end > reach) reach = end
    ranges.push({ index, loadAddress, end, reach })
  })
  return ranges
}
