/** A call tree as people read it: the heaviest branches first, cut where it grows beyond reading. */
import type { CallTree, CallTreeNode, SymbolicatedReport } from '../model/report.ts'
import { outlineStack, type OutlineRow } from './outline.ts'

export interface TreeRow {
  readonly depth: number
  readonly count: number
  /** Share of the whole tree, 0 to 1. */
  readonly share: number
  readonly row: OutlineRow
}

/** Rows of a tree to show; no reader goes through more. */
const MOST_ROWS = 2000

/** The rows of a tree from the root on, each followed by its callees, heaviest first. */
export function outlineTree(symbolicated: SymbolicatedReport, tree: CallTree): readonly TreeRow[] {
  const total = tree.roots.reduce((sum, { count }) => sum + count, 0)
  const waiting: { node: CallTreeNode; depth: number }[] = []
  const add = (nodes: readonly CallTreeNode[], depth: number): void => {
    for (const node of [...nodes].sort((a, b) => a.count - b.count)) waiting.push({ node, depth })
  }
  add(tree.roots, 0)
  const rows: TreeRow[] = []
  while (rows.length < MOST_ROWS) {
    const next = waiting.pop()
    if (!next) break
    const { node, depth } = next
    const [row] = outlineStack(symbolicated, { frames: [node.frame] })
    if (row) rows.push({ depth, count: node.count, share: total > 0 ? node.count / total : 0, row })
    add(node.children, depth + 1)
  }
  return rows
}

/** From the root to the leaf by the heaviest callee of each. */
export function heaviestPath(rows: readonly TreeRow[]): readonly TreeRow[] {
  const path: TreeRow[] = []
  for (const row of rows) {
    if (row.depth !== path.length) break
    path.push(row)
  }
  return path
}
