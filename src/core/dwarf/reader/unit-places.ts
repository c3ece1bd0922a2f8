/** Where the units of an image without `.debug_aranges` have their code: the ranges of their root DIEs, each read once. */
import { coversAddress, imageLists, rangesOf, type AddressRange, type ListRoom } from './address-lists.ts'
import type { DebugInfo } from './debug-info.ts'
import { FormatError } from '../../model/problem.ts'
import { readEach } from '../../bytes/paged.ts'
import type { Die } from './unit.ts'

const MOST_UNITS = 500_000

interface UnitPlace {
  readonly unit: number
  readonly ranges: readonly AddressRange[]
}

/** Filled step by step: a reading that misses bytes resumes where it stopped. */
export class UnitPlaces {
  /** Units met so far, ascending. */
  readonly units: number[] = []
  readonly #info: DebugInfo
  readonly #roots: { readonly unit: number; readonly root: Die }[] = []
  #next: number | undefined = 0
  #damage: FormatError | undefined
  #places: readonly UnitPlace[] | undefined

  constructor(info: DebugInfo) {
    this.#info = info
  }

  /** Offset of the first unit with code at an address. A FormatError where the unit may lie past a damaged header. */
  unitAt(address: bigint): number | undefined {
    const found = this.#all().find(({ ranges }) => coversAddress(ranges, address))
    if (!found && this.#damage) throw this.#damage
    return found?.unit
  }

  #all(): readonly UnitPlace[] {
    while (this.#next !== undefined && this.units.length < MOST_UNITS) this.#step(this.#next)
    if (this.#places) return this.#places
    const room = imageLists()
    return (this.#places = readEach(this.#roots, ({ unit, root }) => ({ unit, ranges: this.#ranges(root, room) })))
  }

  #step(start: number): void {
    try {
      const found = this.#info.rootAt(start)
      if (found) this.units.push(start)
      if (found?.root) this.#roots.push({ unit: start, root: found.root })
      this.#next = found?.end
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      this.#damage = thrown
      this.#next = undefined
    }
  }

  /** A damaged list hides no other unit. */
  #ranges(root: Die, room: ListRoom): readonly AddressRange[] {
    try {
      return rangesOf(this.#info, root, room)
    } catch (thrown) {
      if (thrown instanceof FormatError) return []
      throw thrown
    }
  }
}
