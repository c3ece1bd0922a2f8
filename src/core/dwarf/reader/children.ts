/** The DIEs directly below another. */
import * as D from '../constants.ts'
import type { Die } from './unit.ts'

/** Children of one DIE that are read; the largest enumerations have some ten thousand. */
const MOST_CHILDREN = 100_000

/** Children of a DIE in order, without their own children; up to the first damaged one. */
export function* childrenOf({ unit, hasChildren, next }: Die): Generator<Die> {
  if (!hasChildren) return
  const cursor = unit.cursor(next)
  let depth = 0
  let count = 0
  while (!cursor.done && count < MOST_CHILDREN) {
    const offset = unit.start + cursor.at
    const found = unit.abbreviation(cursor)
    if (!found) {
      if (depth-- === 0) return
      continue
    }
    if (depth > 0) unit.skipValues(cursor, found)
    else {
      count++
      const die = unit.readDie(offset, found, cursor)
      yield die
      const sibling = die.hasChildren ? siblingOf(die) : undefined
      if (sibling !== undefined) {
        cursor.at = sibling - unit.start
        continue
      }
    }
    if (found.hasChildren) depth++
  }
}

/** Where `DW_AT_sibling` says that the next one is; only ever further on. */
function siblingOf({ unit, next, attributes }: Die): number | undefined {
  const value = attributes.get(D.AT_SIBLING)
  if (!value || value.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  const at = unit.start + Number(value.number)
  return at > next && at < unit.end ? at : undefined
}
