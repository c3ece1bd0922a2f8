/** Ways through the stacks of a report, for exporters. */
import type { Call } from '../model/image.ts'
import type { CallTreeNode, Frame, Report, Stack, SymbolicatedReport } from '../model/report.ts'

/** All stacks of a report that are lists: threads, the thrown exception's, others. */
export function* eachStack(report: Report): Generator<Stack, void> {
  yield* report.threads
  if (report.lastException) yield report.lastException
  yield* report.backtraces
}

/** All frames of trees, root first, without recursion: stacks may be thousands deep. */
export function* eachTreeFrame(roots: readonly CallTreeNode[]): Generator<Frame, void> {
  const stack = [...roots].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node.frame
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child) stack.push(child)
    }
  }
}

/** All frames of a report. */
export function* eachFrame(report: Report): Generator<Frame, void> {
  for (const stack of eachStack(report)) yield* stack.frames
  for (const tree of report.callTrees) yield* eachTreeFrame(tree.roots)
}

/** The calls of a frame that symbols named, innermost first; undefined where the report knows as much. */
export function namedCalls({ resolutions }: SymbolicatedReport, frame: Frame): readonly Call[] | undefined {
  const resolution = resolutions[frame.id]
  if (resolution?.kind !== 'resolved') return undefined
  const concrete = resolution.calls.at(-1)
  if (!concrete || concrete.function === '' || concrete.source === 'starts') return undefined
  return resolution.calls.filter((call) => call.function !== '')
}
