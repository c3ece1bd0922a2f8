/** Builds weighted call trees from indented rows, outermost first. */
import type { CallTreeNode } from '../../model/report.ts'
import type { ImageList } from '../base/image-list.ts'
import { problem } from '../../messages/problems.ts'
import { DEEPEST_TREE } from '../base/deepest-tree.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'

interface Draft {
  readonly column: number
  readonly count: number
  readonly more: Pick<CallTreeNode, 'self' | 'also' | 'blocks' | 'note'> | undefined
  readonly row: FrameRow
  /** Place of its caller among the rows; -1 for a root. */
  readonly caller: number
  /** A call with an address lies below it. */
  called: boolean
}

/** Of calls without callees. */
const none: CallTreeNode[] = []

/** Collects the rows of one tree. A row that begins further right than the one above is its child. */
export class TreeRows {
  readonly #rows: Draft[] = []
  /** Places of the rows from a root to the last one. */
  readonly #path: number[] = []
  #tooDeep = false

  get size(): number {
    return this.#rows.length
  }

  /** Adds the next row; `column` is where its count begins. Odd or skipped columns only matter by their order. */
  add(column: number, count: number, row: FrameRow, more?: Draft['more']): void {
    const rows = this.#rows
    const path = this.#path
    while (path.length > 0 && (rows[path.at(-1) ?? 0]?.column ?? 0) >= column) path.pop()
    if (path.length >= DEEPEST_TREE) {
      this.#tooDeep = true
      return
    }
    // Rows without an address (`<Kernel mode>`) may be between calls and below the last one.
    if (row.address !== undefined) {
      for (let at = path.length - 1; at >= 0; at--) {
        const above = rows[path[at] ?? 0]
        if (!above || above.called) break
        above.called = true
      }
    }
    const caller = path.at(-1) ?? -1
    path.push(rows.length)
    rows.push({ column, count, more, row, caller, called: false })
  }

  /** Makes the frames: a call with another call below it is a return address, the last one is where the sample was taken. */
  build(builder: ReportBuilder, list?: ImageList): CallTreeNode[] {
    if (this.#tooDeep) builder.problem(problem('deep-tree', { levels: DEEPEST_TREE }))
    const roots: CallTreeNode[] = []
    // Callers stand before what they call.
    const nodes: (CallTreeNode & { children: CallTreeNode[] })[] = []
    for (const { row, called, count, more, caller } of this.#rows) {
      const frame = builder.addFrame(row, called ? 'return' : 'exact', list)
      const node = more ? { frame, count, ...more, children: none } : { frame, count, children: none }
      nodes.push(node)
      const parent = nodes[caller]
      if (!parent) roots.push(node)
      // Most calls have one callee: a list of just that is a tenth of one that has room for more.
      else if (parent.children.length === 0) parent.children = [node]
      else parent.children.push(node)
    }
    return roots
  }
}
