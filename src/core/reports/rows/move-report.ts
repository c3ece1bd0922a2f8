/** A report whose text became a part of a larger one. */
import type { CallTreeNode, Frame, Report, Stack, TextSpan } from '../../model/report.ts'
import { moveProblem, type LineOf } from './move-problem.ts'

/** The report with all of its places `by` characters further on in `text`, and its problems in the lines of the file. */
export function moveReport(report: Report, text: string, by: number, lineOf: LineOf): Report {
  const problems = report.problems.map((problem) => moveProblem(problem, lineOf))
  if (by === 0) return { ...report, text, problems }
  const moveStack = <Kind extends Stack>(stack: Kind): Kind => ({
    ...stack,
    frames: stack.frames.map((frame) => moveFrame(frame, by)),
    ...(stack.span && { span: moveSpan(stack.span, by) }),
  })
  return {
    ...report,
    text,
    problems,
    threads: report.threads.map(moveStack),
    ...(report.lastException && { lastException: moveStack(report.lastException) }),
    backtraces: report.backtraces.map(moveStack),
    ...(report.apart && { apart: report.apart.map((span) => moveSpan(span, by)) }),
    callTrees: report.callTrees.map((tree) => ({ ...tree, roots: tree.roots.map((root) => moveNode(root, by)) })),
  }
}

/** Trees are at most `DEEPEST_TREE` levels deep. */
function moveNode(node: CallTreeNode, by: number): CallTreeNode {
  return { ...node, frame: moveFrame(node.frame, by), children: node.children.map((child) => moveNode(child, by)) }
}

function moveFrame(frame: Frame, by: number): Frame {
  const { span, symbolSpan } = frame
  if (!span && !symbolSpan) return frame
  return {
    ...frame,
    ...(span && { span: moveSpan(span, by) }),
    ...(symbolSpan && { symbolSpan: moveSpan(symbolSpan, by) }),
  }
}

function moveSpan({ start, end }: TextSpan, by: number): TextSpan {
  return { start: start + by, end: end + by }
}
