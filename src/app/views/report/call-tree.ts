/** A call tree as rows and as boxes. No recursion: a tree may be thousands deep. */
import { byWeight, totalOf } from '../../../core/reading/call-tree.ts'
import type { CallTree, CallTreeNode, SymbolicatedReport } from '../../../core/model/report.ts'
import type { NameStyle } from '../../../core/reading/lines.ts'
import { linesOf, type Demangle } from '../../../core/reading/lines.ts'
import { append } from '../../../core/model/lists.ts'

export interface TreeRow {
  readonly key: string
  readonly node: CallTreeNode
  readonly depth: number
  readonly heavy: boolean
  readonly open: boolean
}

/** Rows of the open part of the tree, heavier siblings first. */
export function treeRows(
  tree: CallTree,
  heavy: ReadonlySet<CallTreeNode>,
  toggled: ReadonlySet<CallTreeNode>,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const waiting: { node: CallTreeNode; depth: number }[] = []
  // What is taken from the end stands last.
  const add = (nodes: readonly CallTreeNode[], depth: number): void => {
    append(
      waiting,
      [...byWeight(nodes)].reverse().map((node) => ({ node, depth })),
    )
  }
  add(tree.roots, 0)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    const open = node.children.length > 0 && heavy.has(node) !== toggled.has(node)
    rows.push({ key: `n${rows.length}.${node.frame.id}`, node, depth, heavy: heavy.has(node), open })
    if (open) add(node.children, depth + 1)
  }
  return rows
}

export function nodeName(
  symbolicated: SymbolicatedReport,
  node: CallTreeNode,
  style: NameStyle,
  demangle?: Demangle,
): string {
  const lines = linesOf(symbolicated, node.frame, style, demangle)
  return lines.at(-1)?.name ?? ''
}

/** A box of a flame graph: left and width as shares of the whole. */
export interface Box {
  readonly node: CallTreeNode
  readonly depth: number
  readonly left: number
  readonly width: number
}

/** Boxes below `roots`, widest siblings first; those narrower than `least` of the whole are left out. */
export function flameBoxes(roots: readonly CallTreeNode[], least: number): readonly Box[] {
  const total = totalOf({ roots })
  const boxes: Box[] = []
  if (total === 0) return boxes
  const waiting: { nodes: readonly CallTreeNode[]; depth: number; left: number }[] = [
    { nodes: roots, depth: 0, left: 0 },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let { left } = next
    for (const node of byWeight(next.nodes)) {
      const width = node.count / total
      if (width < least) break
      boxes.push({ node, depth: next.depth, left, width })
      if (node.children.length > 0) waiting.push({ nodes: node.children, depth: next.depth + 1, left })
      left += width
    }
  }
  return boxes
}
