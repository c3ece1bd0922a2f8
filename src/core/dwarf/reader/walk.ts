/** DIEs below another, in the order of the file. */
import type { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import type { Abbreviation } from './abbreviations.ts'
import type { Die, Unit } from './unit.ts'

/** Children of one DIE that are read; the largest enumerations have some ten thousand. */
const MOST_CHILDREN = 100_000

/** One pass over all DIEs below another. It only moves on, so that no unit can keep it. Damage is a FormatError. */
export class DieWalk {
  readonly #unit: Unit
  readonly #cursor: ByteCursor
  /** Levels between the first DIE and the one that the walk is at: 0 for its children. */
  depth = 0
  #offset = 0
  /** The abbreviation of the DIE that the walk is at, until its values are behind the cursor. */
  #waiting: Abbreviation | undefined
  /** The level of the next DIE; below 0 at the end. */
  #level: number

  constructor({ unit, hasChildren, next }: Die) {
    this.#unit = unit
    this.#cursor = unit.cursor(next)
    this.#level = hasChildren ? 0 : -1
  }

  /** Moves to the next DIE and gives its abbreviation; undefined at the end. */
  next(): Abbreviation | undefined {
    const cursor = this.#cursor
    if (this.#waiting) this.#unit.skipValues(cursor, this.#waiting)
    this.#waiting = undefined
    while (this.#level >= 0 && !cursor.done) {
      const offset = this.#unit.start + cursor.at
      const found = this.#unit.abbreviation(cursor)
      if (!found) {
        this.#level--
        continue
      }
      this.depth = this.#level
      this.#offset = offset
      this.#waiting = found
      if (found.hasChildren) this.#level++
      return found
    }
    return undefined
  }

  /** The DIE that the walk is at; once for each, behind `next`. */
  read(): Die | undefined {
    const found = this.#waiting
    this.#waiting = undefined
    return found && this.#unit.readDie(this.#offset, found, this.#cursor)
  }

  /** Goes on behind the DIEs below this one, which was read last; false where the file does not say where that is. */
  skipBelow(die: Die): boolean {
    const sibling = die.hasChildren ? siblingOf(die) : undefined
    if (sibling === undefined) return false
    this.#cursor.at = sibling - this.#unit.start
    this.#level = this.depth
    return true
  }
}

/** Children of a DIE in order, without their own children; up to the first damaged one. */
export function* childrenOf(parent: Die): Generator<Die> {
  const walk = new DieWalk(parent)
  let count = 0
  while (walk.next() && count < MOST_CHILDREN) {
    if (walk.depth > 0) continue
    const die = walk.read()
    if (!die) return
    count++
    yield die
    walk.skipBelow(die)
  }
}

/** Where `DW_AT_sibling` says that the next one is; only ever further on. */
function siblingOf({ unit, next, attributes }: Die): number | undefined {
  const value = attributes.get(D.AT_SIBLING)
  if (!value || value.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  const at = unit.start + Number(value.number)
  return at > next && at < unit.end ? at : undefined
}
