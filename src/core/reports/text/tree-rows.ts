/** Builds weighted call trees from indented rows, outermost first. */
import type { CallTreeNode } from '../../model/report.ts'
import type { ImageList } from '../base/image-list.ts'
import { problem } from '../../messages/problems.ts'
import { DEEPEST_TREE } from '../base/deepest-tree.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'

interface Draft {
  readonly column: number
  readonly count: number
  readonly more: Pick<CallTreeNode, 'self' | 'also' | 'blocks' | 'note'>
  readonly row: FrameRow
  readonly children: Draft[]
  /** A call with an address lies below it. */
  called: boolean
}

/** Collects the rows of one tree. A row that begins further right than the one above is its child. */
export class TreeRows {
  readonly #rows: Draft[] = []
  readonly #roots: Draft[] = []
  readonly #path: Draft[] = []
  #tooDeep = false

  get size(): number {
    return this.#rows.length
  }

  /** Adds the next row; `column` is where its count begins. Odd or skipped columns only matter by their order. */
  add(column: number, count: number, row: FrameRow, more: Draft['more'] = {}): void {
    const draft: Draft = { column, count, more, row, children: [], called: false }
    // eslint-disable-next-line unslide/bounded-loops -- takes rows off a path of limited length
    for (let top = this.#path.at(-1); top && top.column >= column; top = this.#path.at(-1)) this.#path.pop()
    const parent = this.#path.at(-1)
    if (this.#path.length >= DEEPEST_TREE) {
      this.#tooDeep = true
      return
    }
    if (parent) parent.children.push(draft)
    else this.#roots.push(draft)
    // Rows without an address (`<Kernel mode>`) stand between calls and below the last one.
    if (row.address !== undefined) {
      for (let at = this.#path.length - 1; at >= 0; at--) {
        const above = this.#path[at]
        if (!above || above.called) break
        above.called = true
      }
    }
    this.#path.push(draft)
    this.#rows.push(draft)
  }

  /** Makes the frames: a call that another one lies below is a return address, the last one is where the sample was taken. */
  build(builder: ReportBuilder, list?: ImageList): CallTreeNode[] {
    if (this.#tooDeep) builder.problem(problem('deep-tree', { levels: DEEPEST_TREE }))
    const nodes = new Map<Draft, CallTreeNode & { readonly children: CallTreeNode[] }>()
    for (const draft of this.#rows) {
      const frame = builder.addFrame(draft.row, draft.called ? 'return' : 'exact', list)
      nodes.set(draft, { frame, count: draft.count, ...draft.more, children: [] })
    }
    for (const draft of this.#rows) {
      const node = nodes.get(draft)
      for (const child of draft.children) {
        const made = nodes.get(child)
        if (made) node?.children.push(made)
      }
    }
    return this.#roots.flatMap((root) => nodes.get(root) ?? [])
  }
}
