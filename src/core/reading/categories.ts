/** Owners of the calls of a profile, and calls that wait. */
import type { Calls } from './calls.ts'

/** In the order in which they are shown. */
export const CATEGORIES = ['own', 'library', 'system', 'waiting', 'unknown'] as const

/** `library`: an image that is neither the user's nor the system's, as far as the report tells. `unknown`: no image is known. */
export type Category = (typeof CATEGORIES)[number]

/** The category of each call, as a place in `CATEGORIES`: what a call that waits calls, waits. */
export function categoriesOf(
  { length, parent, fn }: Calls,
  functions: readonly { readonly category: Category }[],
): Uint8Array {
  const waiting = CATEGORIES.indexOf('waiting')
  const own = Uint8Array.from(functions, ({ category }) => CATEGORIES.indexOf(category))
  const found = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const caller = parent[at] ?? -1
    found[at] = caller >= 0 && found[caller] === waiting ? waiting : (own[fn[at] ?? 0] ?? 0)
  }
  return found
}

/** The weight that ended in each category, in the order of `CATEGORIES`. */
export function categoryWeights({ length, self }: Calls, categories: Uint8Array): readonly number[] {
  const sums = CATEGORIES.map(() => 0)
  for (let at = 0; at < length; at++) sums[categories[at] ?? 0] = (sums[categories[at] ?? 0] ?? 0) + (self[at] ?? 0)
  return sums
}
