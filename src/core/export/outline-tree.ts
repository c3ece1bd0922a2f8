/** A call tree as rows of an export: the heaviest branches first, cut where it grows beyond reading. */
import type { CallTree, CallTreeNode, Frame } from '../model/report.ts'
import { byWeight, heaviestPath, totalOf } from '../reading/call-tree.ts'

export interface TreeRow {
  readonly depth: number
  readonly count: number
  /** Share of the whole tree, 0 to 1. */
  readonly share: number
  readonly frame: Frame
}

/** Rows of a tree to show; no reader goes through more. */
const MOST_ROWS = 2000

/** The rows of a tree from the root on, each followed by its callees, heaviest first; `left`: how many more it has. */
export function outlineTree(tree: CallTree): { readonly rows: readonly TreeRow[]; readonly left: number } {
  const rowOf = makeRow(tree)
  const waiting: { node: CallTreeNode; depth: number }[] = []
  const add = (nodes: readonly CallTreeNode[], depth: number): void => {
    for (const node of [...byWeight(nodes)].reverse()) waiting.push({ node, depth })
  }
  add(tree.roots, 0)
  const rows: TreeRow[] = []
  while (rows.length < MOST_ROWS) {
    const next = waiting.pop()
    if (!next) break
    rows.push(rowOf(next.node, next.depth))
    add(next.node.children, next.depth + 1)
  }
  let left = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    left++
    for (const node of next.node.children) waiting.push({ node, depth: 0 })
  }
  return { rows, left }
}

/** The rows from the root to the leaf of the heaviest path. */
export function outlinePath(tree: CallTree): readonly TreeRow[] {
  return heaviestPath(tree).map(makeRow(tree))
}

function makeRow(tree: CallTree): (node: CallTreeNode, depth: number) => TreeRow {
  const total = totalOf(tree)
  return ({ frame, count }, depth) => ({ depth, count, share: total > 0 ? count / total : 0, frame })
}
