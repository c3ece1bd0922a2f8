/** The visible part of a flame graph, and its changes by zoom, pan and arrows. */
import type { Calls } from '../../../../core/reading/calls.ts'
import type { Layout } from '../../../../core/reading/call-views.ts'

/** A range of weights, and the first level in sight. */
export interface FlameView {
  readonly left: number
  readonly right: number
  readonly top: number
}

/** No box is wider than the graph, and none is zoomed to less than this share of the whole. */
const NARROWEST = 1e-9

export const wholeView = ({ total }: Layout): FlameView => ({ left: 0, right: total, top: 0 })

/** Keeps a view within the graph. `rows` is how many levels fit on screen. */
export function keepWithin(view: FlameView, layout: Layout, rows: number): FlameView {
  const width = Math.min(layout.total, Math.max(view.right - view.left, layout.total * NARROWEST))
  const left = Math.min(layout.total - width, Math.max(0, view.left))
  const top = Math.min(Math.max(0, layout.levels - rows), Math.max(0, view.top))
  return { left, right: left + width, top }
}

/** Wider or narrower by a factor, with a place of it (0 to 1) where it is. */
export function zoomed({ left, right, top }: FlameView, factor: number, place = 0.5): FlameView {
  const width = (right - left) * factor
  const kept = left + (right - left) * place
  return { left: kept - width * place, right: kept + width * (1 - place), top }
}

/** By shares of what is in sight, and by levels. */
export function panned({ left, right, top }: FlameView, across: number, down: number): FlameView {
  const by = (right - left) * across
  return { left: left + by, right: right + by, top: top + down }
}

/** A call as wide as the graph. */
export function viewOf(call: number, calls: Calls, layout: Layout, view: FlameView): FlameView {
  const left = layout.start[call] ?? 0
  return { left, right: left + (calls.total[call] ?? 0), top: Math.min(view.top, layout.depth[call] ?? 0) }
}

/** The least change that brings a call in sight, wide enough to be read. */
export function revealing(call: number, calls: Calls, layout: Layout, view: FlameView, rows: number): FlameView {
  const begin = layout.start[call] ?? 0
  const weight = calls.total[call] ?? 0
  const level = layout.depth[call] ?? 0
  const top = level < view.top ? level : level >= view.top + rows ? level - rows + 1 : view.top
  const isSeen = begin >= view.left && begin + weight <= view.right && weight * 30 >= view.right - view.left
  if (isSeen) return { ...view, top }
  const width = Math.min(layout.total, Math.max(weight * 3, 0))
  return { left: begin + weight / 2 - width / 2, right: begin + weight / 2 + width / 2, top }
}

/** The call that an arrow key leads to. */
export function neighbour(key: string, call: number, calls: Calls, { first, children }: Layout): number | undefined {
  const caller = calls.parent[call] ?? -1
  if (key === 'ArrowUp') return caller < 0 ? undefined : caller
  if (key === 'ArrowDown') return first[call + 1] === first[call + 2] ? undefined : children[first[call + 1] ?? 0]
  const siblings = children.subarray(first[caller + 1], first[caller + 2])
  return siblings[siblings.indexOf(call) + (key === 'ArrowLeft' ? -1 : 1)]
}
