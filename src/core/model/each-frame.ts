/** Ways through the stacks of a report. */
import type { CallTreeNode, Frame, Report, Stack } from './report.ts'

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
  // One generator that hands on the frames of others would take twice the time for each.
  for (const stack of eachStack(report)) for (const frame of stack.frames) yield frame
  for (const tree of report.callTrees) yield* eachTreeFrame(tree.roots)
}

/** True if the test holds for a frame of the report, and no further one is asked. Quicker than a generator where each report is. */
export function someFrame(report: Report, test: (frame: Frame) => boolean): boolean {
  const inStack = ({ frames }: Stack): boolean => frames.some(test)
  if (report.threads.some(inStack) || (report.lastException && inStack(report.lastException))) return true
  if (report.backtraces.some(inStack)) return true
  for (const { roots } of report.callTrees) for (const frame of eachTreeFrame(roots)) if (test(frame)) return true
  return false
}

/** Calls `visit` with each frame of a report. */
export function forEachFrame(report: Report, visit: (frame: Frame) => void): void {
  someFrame(report, (frame) => {
    visit(frame)
    return false
  })
}
