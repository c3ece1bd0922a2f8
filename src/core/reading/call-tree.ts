/** Reads a weighted tree of calls: heavier calls first, and the heaviest path. No recursion: trees may be thousands deep. */
import type { CallTree, CallTreeNode } from '../model/report.ts'

/** The weight of the whole tree. */
export function totalOf(tree: Pick<CallTree, 'roots'>): number {
  return tree.roots.reduce((sum, { count }) => sum + count, 0)
}

/** Siblings in reading order: heavier first, equal ones in the report's order. */
export function byWeight(nodes: readonly CallTreeNode[]): readonly CallTreeNode[] {
  return [...nodes].sort((a, b) => b.count - a.count)
}

/** From the heaviest root down, always to the heaviest child. */
export function heaviestPath(tree: CallTree): readonly CallTreeNode[] {
  const path = new Set<CallTreeNode>()
  let next = heaviest(tree.roots)
  while (next && !path.has(next)) {
    path.add(next)
    next = heaviest(next.children)
  }
  return [...path]
}

/** The first of those that weigh most. */
function heaviest(nodes: readonly CallTreeNode[]): CallTreeNode | undefined {
  return nodes.reduce<CallTreeNode | undefined>(
    (best, node) => (!best || node.count > best.count ? node : best),
    undefined,
  )
}
