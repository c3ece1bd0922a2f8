/** The stack of a report that two reports are compared by. */
import { ownWords } from '../messages/message.ts'
import type { Frame, SymbolicatedReport, Thread } from '../model/report.ts'
import { heaviestPath } from '../reading/call-tree.ts'
import { crashedThread, stacksOf } from '../reading/stacks.ts'
import { stackTitles } from '../messages/reading.ts'

export interface MainStack {
  readonly title: string
  /** Innermost first. */
  readonly frames: readonly Frame[]
  readonly thread?: Thread
}

/** The first stack to read; a tree's heaviest path where the report has a tree and no stack of a crash. */
export function mainStack({ report }: SymbolicatedReport): MainStack | undefined {
  const stacks = stacksOf(report)
  const first = stacks.find(({ main, frames }) => main && frames.length > 0) ?? stacks.find(({ main }) => main)
  const crashed = crashedThread(report)
  const [tree] = report.callTrees
  if (tree && !first?.crashed && report.backtraces.length === 0)
    return {
      title: stackTitles.heaviestPath({ tree: ownWords(tree.title) }),
      frames: heaviestPath(tree)
        .map(({ frame }) => frame)
        .reverse(),
    }
  if (!first) return undefined
  const { frames, thread } = first
  const title = thread !== undefined && thread === crashed ? stackTitles.crashed : first.title
  return { title, frames, ...(thread && { thread }) }
}
