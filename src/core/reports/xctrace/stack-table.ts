/** The stacks of all samples as one tree, so that a million samples of the same calls take the room of one. */
import type { FrameRow } from '../base/report-builder.ts'
import type { TreeRows } from '../text/tree-rows.ts'

/** Calls that are kept; a page can show about as many. Samples beyond are counted. */
const MOST_CALLS = 400_000
/** Rows of all trees together. Threads share few calls; a file in which thousands share all of them is none of a tool. */
const MOST_WRITTEN = 500_000
/**
 * Frames that are kept: more than there are calls. A frame beyond has this number, and no stack with it finds room. A place in the tree
 * and a frame are one number together.
 */
export const MOST_FRAMES = 2 ** 19
/** Calls of a stack that are kept, from the outermost one on. */
export const DEEPEST_STACK = 1000

/** The calls of the samples, by number: 0 is no call. A call's caller has a lower number. */
export class StackTable {
  readonly #callers: number[] = [-1]
  readonly #frames: number[] = [-1]
  readonly #known = new Map<number, number>()
  /** Stacks that were cut because they are too deep, and those that found no room. */
  cut = 0
  left = 0
  #room = MOST_WRITTEN

  /** The innermost call of a stack, given innermost first; undefined where there is no room for it. */
  add(frames: readonly number[]): number | undefined {
    if (frames.length > DEEPEST_STACK) this.cut++
    let call = 0
    for (let at = frames.length - 1; at >= Math.max(0, frames.length - DEEPEST_STACK); at--) {
      const frame = frames[at] ?? 0
      const key = call * MOST_FRAMES + frame
      let next = this.#known.get(key)
      if (next === undefined) {
        if (this.#callers.length > MOST_CALLS || frame >= MOST_FRAMES) {
          this.left++
          return undefined
        }
        next = this.#callers.push(call) - 1
        this.#frames.push(frame)
        this.#known.set(key, next)
      }
      call = next
    }
    return call
  }

  /**
   * The calls of some samples as rows of a tree, the heaviest first, and a row of the name `none` for samples without a stack. `counts`:
   * rows also get the number of samples. Once all trees together are too large, samples are rows without a stack. Returns the number of
   * the row of each call in the tree.
   */
  write(
    samples: ReadonlyMap<number, Amount>,
    rows: readonly FrameRow[],
    tree: TreeRows,
    none: string,
    counts = false,
  ): ReadonlyMap<number, number> {
    const written = new Map<number, number>()
    const calls = this.#callsOf(samples)
    if (!calls) {
      this.left += samples.size - (samples.has(0) ? 1 : 0)
      const weight = [...samples.values()].reduce((sum, amount) => sum + amount.weight, 0)
      tree.add(1, weight, { symbol: { name: none } })
      for (const call of samples.keys()) written.set(call, 0)
      return written
    }
    const noStack = samples.get(0)
    if (noStack) {
      tree.add(1, noStack.weight, { symbol: { name: none } })
      written.set(0, 0)
    }
    const weights = new Float64Array(calls.length)
    const blocks = new Float64Array(calls.length)
    const places = new Map(calls.map((call, at) => [call, at]))
    const callees: number[][] = []
    // Callees come after their callers, so each is complete once its place is reached from the end.
    for (let at = calls.length - 1; at > 0; at--) {
      const call = calls[at] ?? 0
      const own = samples.get(call)
      weights[at] = (weights[at] ?? 0) + (own?.weight ?? 0)
      blocks[at] = (blocks[at] ?? 0) + (own?.count ?? 0)
      const caller = places.get(this.#callers[call] ?? 0) ?? 0
      weights[caller] = (weights[caller] ?? 0) + (weights[at] ?? 0)
      blocks[caller] = (blocks[caller] ?? 0) + (blocks[at] ?? 0)
      const others = callees[caller]
      if (others) others.push(at)
      else callees[caller] = [at]
    }
    const open = [{ at: 0, depth: 0 }]
    for (let visited = 0; visited <= calls.length; visited++) {
      const next = open.pop()
      if (!next) break
      const { at, depth } = next
      const call = calls[at] ?? 0
      if (depth > 0) {
        const row = rows[this.#frames[call] ?? -1] ?? {}
        const self = samples.get(call)?.weight ?? 0
        const place = tree.size
        tree.add(depth, weights[at] ?? 0, row, counts ? { self, blocks: blocks[at] ?? 0 } : { self })
        if (tree.size > place) written.set(call, place)
      }
      const below = callees[at]?.sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0) || b - a) ?? []
      for (const callee of below) open.push({ at: callee, depth: depth + 1 })
    }
    return written
  }

  /** The calls of some samples and all their callers, ascending; callers come before what they call. Undefined without room. */
  #callsOf(samples: ReadonlyMap<number, Amount>): number[] | undefined {
    if (this.#room <= 0) return undefined
    const seen = new Set([0])
    for (const call of samples.keys()) {
      // eslint-disable-next-line unslide/bounded-loops -- each call once
      for (let at = call; !seen.has(at); at = this.#callers[at] ?? 0) seen.add(at)
    }
    this.#room -= seen.size
    return this.#room < 0 ? undefined : [...seen].sort((a, b) => a - b)
  }
}

export interface Amount {
  readonly weight: number
  readonly count: number
}
