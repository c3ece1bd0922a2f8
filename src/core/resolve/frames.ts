/** All frames of a report with what their neighbours say about them. */
import type { Writable } from '../model/writable.ts'
import type { AddressKind, CallTreeNode, Frame, PrintedSymbol, Report, Thread } from '../model/report.ts'

/** A frame in its stack. */
export interface PlacedFrame {
  readonly frame: Frame
  /** The effective kind: the report's, corrected by the neighbours. */
  readonly kind: AddressKind
  /** The frame that this one called: the next younger real frame of its stack. */
  readonly callee?: Frame
  readonly thread?: Thread
  /** Where rows of one address are an inline chain that the report has expanded: this row's place among them. */
  readonly expanded?: { readonly row: number; readonly rows: number }
}

/**
 * Names of the function that the kernel calls to deliver a signal. The frame above it did not call anything: the
 * signal stopped it at the instruction shown (`_sigtramp` in libplatform on Darwin; DWARF calls such a frame a signal
 * frame, augmentation `S`, for the same reason). The kernel's own trap handlers do the same to kernel frames.
 */
const trampolines =
  /^_{0,2}(sigtramp|sigtramp_.*|user_trap|kernel_trap|hndl_(all)?traps|trap_from_kernel|return_from_trap|fleh_(synchronous|irq|fiq|serror)\w*)$/

export function isTrampoline(symbol: PrintedSymbol | undefined): boolean {
  return symbol !== undefined && trampolines.test(symbol.name)
}

/** Frames in the order of their ids. Ids that the report never uses stay undefined. */
export function placeFrames(report: Report): readonly (PlacedFrame | undefined)[] {
  const placed: (PlacedFrame | undefined)[] = Array.from({ length: report.frameCount })
  const put = (entry: PlacedFrame): void => {
    if (entry.frame.id >= 0 && entry.frame.id < placed.length) placed[entry.frame.id] = entry
  }
  for (const thread of report.threads) placeStack(thread.frames, thread, put)
  if (report.lastException) placeStack(report.lastException.frames, undefined, put)
  for (const stack of report.backtraces) placeStack(stack.frames, undefined, put)
  for (const tree of report.callTrees) placeTree(tree.roots, put)
  return placed
}

function placeStack(frames: readonly Frame[], thread: Thread | undefined, put: (entry: PlacedFrame) => void): void {
  let callee: Frame | undefined
  for (let first = 0; first < frames.length;) {
    const rows = expandedRows(frames, first)
    for (let row = 0; row < rows; row++) {
      const frame = frames[first + row]
      if (!frame) break
      const placed: Writable<PlacedFrame> = { frame, kind: kindAfter(frame.kind, callee?.symbol) }
      if (callee) placed.callee = callee
      if (thread) placed.thread = thread
      if (rows > 1) placed.expanded = { row, rows }
      put(placed)
    }
    callee = frames[first + rows - 1]
    first += rows
  }
}

/** How many rows from here on are one call and what was inlined into it, as the report marks them. */
function expandedRows(frames: readonly Frame[], first: number): number {
  let end = first
  while (frames[end]?.inlined === true && frames[end + 1]) end++
  return end - first + 1
}

/** A tree runs outermost first; a node's callees are its children, and with several of them none is "the" callee. */
function placeTree(roots: readonly CallTreeNode[], put: (entry: PlacedFrame) => void): void {
  const open: CallTreeNode[] = [...roots]
  for (let node = open.pop(); node; node = open.pop()) {
    const only = node.children.length === 1 ? node.children[0]?.frame : undefined
    const trap = node.children.find((child) => isTrampoline(child.frame.symbol))?.frame
    put({
      frame: node.frame,
      kind: kindAfter(node.frame.kind, trap?.symbol),
      ...(only && { callee: only }),
    })
    for (const child of node.children) open.push(child)
  }
}

function kindAfter(kind: AddressKind, younger: PrintedSymbol | undefined): AddressKind {
  return kind === 'return' && isTrampoline(younger) ? 'exact' : kind
}
