/** The stack of a report that two reports are compared by. */
import type { CallTree, CallTreeNode, Frame, SymbolicatedReport, Thread } from '../model/report.ts'

export interface MainStack {
  readonly title: string
  /** Innermost first. */
  readonly frames: readonly Frame[]
  readonly thread?: Thread
}

/** Where it was thrown, else the crashed thread, else what the report has instead: a backtrace, a tree, its first thread. */
export function mainStack({ report }: SymbolicatedReport): MainStack | undefined {
  if (report.lastException && report.lastException.frames.length > 0)
    return { title: 'Where the exception was thrown', frames: report.lastException.frames }
  const crashed = crashedThread(report.threads)
  if (crashed) return { title: 'Crashed thread', frames: crashed.frames, thread: crashed }
  const [backtrace] = report.backtraces
  if (backtrace) return { title: backtrace.title, frames: backtrace.frames }
  const [tree] = report.callTrees
  if (tree) return { title: `Heaviest path of ${tree.title}`, frames: heaviestPath(tree) }
  const [thread] = report.threads
  return thread && { title: `Thread ${thread.id}`, frames: thread.frames, thread }
}

/** The crashed thread; where reports hold several, the first with frames. */
export function crashedThread(threads: readonly Thread[]): Thread | undefined {
  const crashed = threads.filter((thread) => thread.crashed)
  return crashed.find(({ frames }) => frames.length > 0) ?? crashed[0]
}

function heaviestPath(tree: CallTree): readonly Frame[] {
  const path: Frame[] = []
  const heaviest = (nodes: readonly CallTreeNode[]): CallTreeNode | undefined =>
    nodes.reduce<CallTreeNode | undefined>((most, node) => (most && most.count >= node.count ? most : node), undefined)
  for (let node = heaviest(tree.roots); node; node = heaviest(node.children)) path.push(node.frame)
  return path.reverse()
}
