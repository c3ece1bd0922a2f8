/** Views of a tree of calls: as boxes, from the leaves up, around one function. A row is computed when the user opens it. */
import { CallsBuilder, type Calls } from './calls.ts'
import { finish, ROWS_A_STEP } from './steps.ts'

/** Siblings as the report has them, or the heaviest first. */
export type SiblingOrder = 'report' | 'heavy'

/** Where the calls of a tree lie in a flame graph. */
export interface Layout {
  /** Callees of a call are `children` from `first[call + 1]` to before `first[call + 2]`; roots are those of -1. */
  readonly first: Int32Array
  readonly children: Int32Array
  /** Weight to the left. */
  readonly start: Float64Array
  readonly depth: Int32Array
  /** Number of levels. */
  readonly levels: number
  readonly total: number
}

/** Where each call of a tree is drawn: siblings in this order. */
export function layoutOf(calls: Calls, order: SiblingOrder): Layout {
  return finish(layoutSteps(calls, order))
}

/** Calls between two pauses. */
const STEP = 2048

/** The same in steps of about a tenth of a millisecond, so that a page can do something else between them. */
export function* layoutSteps(calls: Calls, order: SiblingOrder): Generator<undefined, Layout, void> {
  const { length, parent, total } = calls
  const first = new Int32Array(length + 2)
  for (let at = 0; at < length; at++) add(first, (parent[at] ?? -1) + 2, 1)
  for (let at = 1; at < first.length; at++) add(first, at, first[at - 1] ?? 0)
  const children = new Int32Array(length)
  const next = first.slice()
  for (let at = 0; at < length; at++) {
    if (at % STEP === 0) yield
    const caller = (parent[at] ?? -1) + 1
    children[next[caller] ?? 0] = at
    add(next, caller, 1)
  }
  const start = new Float64Array(length)
  const depth = new Int32Array(length)
  let levels = 0
  let whole = 0
  for (let call = -1; call < length; call++) {
    if (call % STEP === 0) yield
    const from = first[call + 1] ?? 0
    const to = first[call + 2] ?? 0
    if (order === 'heavy' && to - from > 1)
      children.subarray(from, to).sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0) || a - b)
    const level = call < 0 ? 0 : (depth[call] ?? 0) + 1
    let left = call < 0 ? 0 : (start[call] ?? 0)
    for (let at = from; at < to; at++) {
      const child = children[at] ?? 0
      start[child] = left
      depth[child] = level
      left += total[child] ?? 0
    }
    if (to > from) levels = Math.max(levels, level + 1)
    if (call < 0) whole = left
  }
  return { first, children, start, depth, levels, total: whole }
}

function add(to: Int32Array | Float64Array, at: number, more: number): void {
  to[at] = (to[at] ?? 0) + more
}

/** A part of a flame graph: from one weight to another, from one level to before another. */
export interface Window {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Neighbouring calls of less weight share one sliver, without their callees. */
  readonly least: number
}

/** The calls to draw in a window. Their number is that of slivers that fit in it, whatever the size of the tree. */
export function callsWithin(calls: Calls, layout: Layout, window: Window): number[] {
  const { left, right, top, bottom, least } = window
  const { first, children, start } = layout
  const seen: number[] = []
  const open = [-1]
  for (let call = open.pop(); call !== undefined; call = open.pop()) {
    const level = call < 0 ? 0 : (layout.depth[call] ?? 0) + 1
    if (level >= bottom) continue
    const end = first[call + 2] ?? 0
    let at = firstBehind(calls, layout, first[call + 1] ?? 0, end, left)
    while (at < end) {
      const child = children[at] ?? 0
      const begin = start[child] ?? 0
      if (begin >= right) break
      const weight = calls.total[child] ?? 0
      if (level >= top) seen.push(child)
      if (weight >= least) open.push(child)
      at = weight >= least ? at + 1 : Math.max(at + 1, firstBehind(calls, layout, at, end, begin + least))
    }
  }
  return seen
}

/** The first sibling that ends behind a place. */
function firstBehind(calls: Calls, { children, start }: Layout, from: number, to: number, place: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    const call = children[middle] ?? 0
    if ((start[call] ?? 0) + (calls.total[call] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}

/** The call at a level and a weight from the left; undefined for none. */
export function callAt(calls: Calls, layout: Layout, level: number, place: number): number | undefined {
  const { first, children, start } = layout
  let call = -1
  for (let above = 0; above <= level; above++) {
    const end = first[call + 2] ?? 0
    const at = firstBehind(calls, layout, first[call + 1] ?? 0, end, place)
    const child = at < end ? children[at] : undefined
    if (child === undefined || (start[child] ?? 0) > place) return undefined
    call = child
  }
  return call < 0 ? undefined : call
}

/** A row of a tree that is opened row by row. */
export interface CallRow {
  readonly fn: number
  readonly total: number
  /** Weight of samples that ended here; in a tree from the leaves up, that began here. */
  readonly self: number
  readonly isLeaf: boolean
  /** The rows below, heaviest first. */
  readonly below: () => readonly CallRow[]
}

/** The tree from the roots down. */
export function rowsDown(calls: Calls, layout: Layout, call = -1): readonly CallRow[] {
  const { first, children } = layout
  const rows = [...children.subarray(first[call + 1], first[call + 2])].map((child): CallRow => {
    const isLeaf = first[child + 1] === first[child + 2]
    const below = once(() => rowsDown(calls, layout, child))
    return { fn: calls.fn[child] ?? 0, total: calls.total[child] ?? 0, self: calls.self[child] ?? 0, isLeaf, below }
  })
  return rows.sort(byTotal)
}

/** From the heaviest root down, always to the heaviest callee. */
export function heaviestRows(roots: readonly CallRow[]): readonly CallRow[] {
  const path: CallRow[] = []
  for (let next = roots[0]; next; next = next.below()[0]) path.push(next)
  return path
}

/** The tree from the leaves up: a root for each function that something ended in, its callers below. */
export const rowsUp = (calls: Calls): readonly CallRow[] => finish(rowsUpSteps(calls))

/** The same in steps: the roots are of all calls, the rows below only of some. */
export function* rowsUpSteps(calls: Calls): Generator<undefined, readonly CallRow[], void> {
  const ended: number[] = []
  const weights: number[] = []
  for (let at = 0; at < calls.length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const weight = calls.self[at] ?? 0
    if (weight <= 0) continue
    ended.push(at)
    weights.push(weight)
  }
  return yield* groupSteps(calls, ended, weights)
}

/** One function with its callers below. A call of itself is not counted besides. */
export const callersOf = (calls: Calls, wanted: number): readonly CallRow[] => finish(callersSteps(calls, wanted))

/** The same in steps. */
export function* callersSteps(calls: Calls, wanted: number): Generator<undefined, readonly CallRow[], void> {
  const outermost = outermostCalls(calls, wanted)
  const weights = outermost.map((at) => calls.total[at] ?? 0)
  yield
  return yield* groupSteps(calls, outermost, weights)
}

/** Calls of one function as one tree, from that function down. */
export const calleesOf = (calls: Calls, wanted: number): Calls => finish(calleesSteps(calls, wanted))

/** The same in steps. */
export function* calleesSteps({ length, parent, fn, self }: Calls, wanted: number): Generator<undefined, Calls, void> {
  const builder = new CallsBuilder(length)
  const merged = new Int32Array(length).fill(-1)
  for (let at = 0; at < length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const caller = parent[at] ?? -1
    const above = caller < 0 ? -1 : (merged[caller] ?? -1)
    if (above < 0 && fn[at] !== wanted) continue
    const call = builder.child(above, fn[at] ?? 0)
    merged[at] = call
    builder.add(call, self[at] ?? 0)
  }
  return yield* builder.finishSteps()
}

function outermostCalls({ length, parent, fn }: Calls, wanted: number): number[] {
  const within = new Uint8Array(length)
  const found: number[] = []
  for (let at = 0; at < length; at++) {
    const caller = parent[at] ?? -1
    const isBelow = caller >= 0 && within[caller] === 1
    if (!isBelow && fn[at] !== wanted) continue
    within[at] = 1
    if (!isBelow) found.push(at)
  }
  return found
}

/** Calls by their function, each group a row; below them, their callers by function. */
function* groupSteps(
  calls: Calls,
  members: readonly number[],
  weights: readonly number[],
): Generator<undefined, readonly CallRow[], void> {
  const groups = new Map<number, { members: number[]; weights: number[]; total: number; self: number }>()
  for (const [at, member] of members.entries()) {
    if (at % ROWS_A_STEP === 0) yield
    const fn = calls.fn[member] ?? 0
    let group = groups.get(fn)
    if (!group) groups.set(fn, (group = { members: [], weights: [], total: 0, self: 0 }))
    const weight = weights[at] ?? 0
    const caller = calls.parent[member] ?? -1
    group.total += weight
    if (caller < 0) group.self += weight
    else {
      group.members.push(caller)
      group.weights.push(weight)
    }
  }
  const rows = [...groups].map(([fn, group]): CallRow => {
    const below = once(() => finish(groupSteps(calls, group.members, group.weights)))
    return { fn, total: group.total, self: group.self, isLeaf: group.members.length === 0, below }
  })
  return rows.sort(byTotal)
}

const byTotal = (a: CallRow, b: CallRow): number => b.total - a.total || a.fn - b.fn

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** By function. */
export interface FunctionWeights {
  readonly self: Float64Array
  readonly total: Float64Array
}

/** Weights of each function: its own, and with its callees. A recursive stack counts once. */
export const functionWeights = (...asked: Parameters<typeof functionWeightSteps>): FunctionWeights =>
  finish(functionWeightSteps(...asked))

/** The same in steps. */
export function* functionWeightSteps(
  calls: Calls,
  { first, children }: Layout,
  functions: number,
): Generator<undefined, FunctionWeights, void> {
  const self = new Float64Array(functions)
  const total = new Float64Array(functions)
  const within = new Int32Array(functions)
  const path = [-1]
  const next = [first[0] ?? 0]
  for (let turn = 0; path.length > 0; turn++) {
    if (turn % ROWS_A_STEP === 0) yield
    const call = path.at(-1) ?? -1
    const at = next.at(-1) ?? 0
    const child = at < (first[call + 2] ?? 0) ? children[at] : undefined
    if (child === undefined) {
      path.pop()
      next.pop()
      if (call >= 0) add(within, calls.fn[call] ?? 0, -1)
      continue
    }
    next[next.length - 1] = at + 1
    const fn = calls.fn[child] ?? 0
    add(self, fn, calls.self[child] ?? 0)
    if (within[fn] === 0) add(total, fn, calls.total[child] ?? 0)
    add(within, fn, 1)
    path.push(child)
    next.push(first[child + 1] ?? 0)
  }
  return { self, total }
}
