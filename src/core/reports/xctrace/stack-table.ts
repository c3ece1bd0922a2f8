/** The stacks of all samples as one tree, so that a million samples of the same calls take the room of one. */
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import type { TreeRows } from '../text/tree-rows.ts'

/** Calls that are kept; a page can show about as many. Samples beyond are counted. */
const MOST_CALLS = 400_000
/** More than any export has; a place in the tree and a frame are one number together. */
const MOST_FRAMES = 2 ** 21
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

  /** The calls of some samples as rows of a tree: the heaviest first. */
  write(samples: ReadonlyMap<number, Amount>, rows: readonly FrameRow[], tree: TreeRows, none: string): void {
    const totals = new Map<number, Writable<Amount>>()
    const callees = new Map<number, number[]>()
    for (const [call, { weight, count }] of samples) {
      // eslint-disable-next-line unslide/bounded-loops -- at most DEEPEST_STACK callers, each of a lower number
      for (let at = call; at >= 0; at = this.#callers[at] ?? -1) {
        const total = totals.get(at)
        if (total) {
          total.weight += weight
          total.count += count
          continue
        }
        totals.set(at, { weight, count })
        const caller = this.#callers[at] ?? -1
        const others = callees.get(caller)
        if (others) others.push(at)
        else callees.set(caller, [at])
      }
    }
    const weightOf = (call: number): number => totals.get(call)?.weight ?? 0
    const noStack = samples.get(0)
    if (noStack) tree.add(1, noStack.weight, { symbol: { name: none } })
    const open = [{ call: 0, depth: 0 }]
    // eslint-disable-next-line unslide/bounded-loops -- each call once
    for (let next = open.pop(); next; next = open.pop()) {
      const { call, depth } = next
      const own = samples.get(call)?.weight ?? 0
      if (depth > 0) {
        tree.add(depth, weightOf(call), rows[this.#frames[call] ?? -1] ?? {}, omitUndefined({ self: own }))
      }
      const below = callees.get(call)?.sort((a, b) => weightOf(a) - weightOf(b)) ?? []
      for (const callee of below) open.push({ call: callee, depth: depth + 1 })
    }
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export interface Amount {
  readonly weight: number
  readonly count: number
}
