/** The lines of the palette, made as they are needed, and the search in them in slices. */
import { inSlices } from '../../ui/slices.ts'
import { BEST_RANK, rankOf, type Line, type Query } from './match.ts'

/** In the order in which groups are shown when they match alike. */
export const groups = [
  'parts',
  'reports',
  'commands',
  'settings',
  'threads',
  'frames',
  'images',
  'registers',
  'details',
  'library',
  'symbols',
] as const
export type Group = (typeof groups)[number]

/** A place to go to: an address and, on that page, the row of a list. */
export interface Place {
  readonly hash: string
  readonly row?: string
}

export interface Item extends Line {
  readonly group: Group
  /** Keys that do the same, as people read them. */
  readonly keys?: readonly (readonly string[])[]
  /** Where it leads, or what it does. */
  readonly to: Place | (() => unknown)
}

export interface Found {
  readonly group: Group
  readonly items: readonly Item[]
}

/** Lines made on demand during a search. */
export class Catalogue {
  readonly #steps: Iterator<Item, unknown>
  readonly #made: Item[] = []

  constructor(items: Iterable<Item>) {
    this.#steps = items[Symbol.iterator]()
  }

  /** The nth line; undefined behind the last. */
  at(place: number): Item | undefined {
    if (place >= this.#made.length) {
      const step = this.#steps.next()
      if (step.done !== true) this.#made.push(step.value)
    }
    return this.#made[place]
  }
}

/** Lines looked at between two looks at the clock. */
const STRIDE = 64

/** All that match, by groups, the group with the best match first; undefined where it is no longer wanted. */
export function search(
  catalogue: Catalogue,
  query: Query,
  isWanted: () => boolean,
): Promise<readonly Found[] | undefined> {
  return inSlices(matching(catalogue, query), isWanted)
}

function* matching(catalogue: Catalogue, query: Query): Generator<undefined, readonly Found[], void> {
  /** Of each group and rank: nothing has to be sorted in one go. */
  const found = new Map<Group, Item[][]>()
  for (let at = 0; ; at++) {
    const item = catalogue.at(at)
    if (!item) break
    const rank = rankOf(item, query)
    if (rank > 0) {
      let ranked = found.get(item.group)
      if (!ranked) found.set(item.group, (ranked = []))
      ;(ranked[BEST_RANK - rank] ??= []).push(item)
    }
    if (at % STRIDE === STRIDE - 1) yield
  }
  const best = (group: Group): number => found.get(group)?.findIndex((items) => items !== undefined) ?? -1
  return groups
    .filter((group) => found.has(group))
    .sort((a, b) => best(a) - best(b))
    .map((group) => ({ group, items: (found.get(group) ?? []).flat() }))
}
