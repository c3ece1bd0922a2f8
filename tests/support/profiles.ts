/** Random profiles, and the plain list of stacks for each of them. */
import fc from 'fast-check'
import type { CallTreeNode, SymbolicatedReport } from '../../src/core/model/report.ts'
import { CallsBuilder, type Calls } from '../../src/core/reading/calls.ts'
import { makeReport, unresolved } from './report-builder.ts'

/** A stack, outermost function first, and how often it was seen. */
export interface SeenStack {
  readonly stack: readonly number[]
  readonly weight: number
}

/** Few functions and short stacks, so that recursion and common callers are the rule. */
export const seenStacks: fc.Arbitrary<readonly SeenStack[]> = fc.array(
  fc.record({
    stack: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 }),
    weight: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 25 },
)

/** The tree of some stacks. */
export function callsOf(stacks: readonly SeenStack[]): Calls {
  const builder = new CallsBuilder()
  for (const { stack, weight } of stacks) {
    let call = -1
    for (const fn of stack) call = builder.child(call, fn)
    builder.add(call, weight)
  }
  return builder.finish()
}

/** A tree as stacks: each call with a weight of its own, by its path. */
export function stacksIn({ length, parent, fn, self }: Calls): Map<string, number> {
  const found = new Map<string, number>()
  for (let at = 0; at < length; at++) {
    const path: number[] = []
    for (let call = at; call >= 0; call = parent[call]!) path.unshift(fn[call]!)
    if (self[at] !== 0) found.set(path.join(), (found.get(path.join()) ?? 0) + self[at]!)
  }
  return found
}

/** Weights by a key of each stack. */
export function addUp(stacks: readonly SeenStack[], key: (stack: readonly number[]) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { stack, weight } of stacks) sums.set(key(stack), (sums.get(key(stack)) ?? 0) + weight)
  return sums
}

/** A report with a tree for each list of stacks. Every row of every tree has an address of its own, as in a spindump. */
export function reportOfStacks(
  lists: readonly (readonly SeenStack[])[],
  nameOf: (fn: number) => string,
  titleOf = (at: number): string => `Thread ${at}`,
): SymbolicatedReport {
  let id = 0
  const node = (fn: number): CallTreeNode & { count: number; children: CallTreeNode[] } => ({
    frame: { id: id++, index: 0, kind: 'exact', symbol: { name: nameOf(fn), offset: id }, imageName: 'Shop' },
    count: 0,
    children: [],
  })
  const callTrees = lists.map((list, at) => {
    const roots: CallTreeNode[] = []
    for (const { stack, weight } of list) {
      let into = roots
      for (const fn of stack) {
        // Sometimes a row of its own for a function that is there already: another address of it.
        const there = (weight % 2 ? into.at(-1) : undefined) as ReturnType<typeof node> | undefined
        const next = there && there.frame.symbol?.name === nameOf(fn) ? there : node(fn)
        if (next !== there) into.push(next)
        next.count += weight
        into = next.children
      }
    }
    return { title: titleOf(at), weight: 'samples', roots }
  })
  return unresolved(makeReport({ callTrees, threads: [], frameCount: id }))
}
