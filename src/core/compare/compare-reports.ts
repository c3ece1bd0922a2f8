/** Two reports side by side: whether they are one crash, and what differs. Pure; both reports stay as they are. */
import type { Frame, SymbolicatedReport, Thread } from '../model/report.ts'
import { alignLines } from './aligned.ts'
import type { Comparison, StackComparison } from './comparison.ts'
import { factsOf } from './facts.ts'
import { imageDifferences } from './images.ts'
import { crashedThread } from '../reading/stacks.ts'
import { mainStack } from './main-stack.ts'
import { registerDifferences } from './registers.ts'
import { linesOfStack, namesOfBuilds, type StackLine } from './stack-lines.ts'
import { threadCounts } from './threads.ts'
import { judge } from './verdict.ts'
import { stackTitles } from '../messages/reading.ts'

/** Compares two reports: the verdict, facts, stacks side by side, threads, registers, images. */
export function compareReports(a: SymbolicatedReport, b: SymbolicatedReport): Comparison {
  const [mainA, mainB] = [mainStack(a), mainStack(b)]
  const [linesA, linesB] = linesOfBoth(a, mainA?.frames ?? [], b, mainB?.frames ?? [])
  const rows = alignLines(linesA, linesB)
  const titles = [...new Set([mainA?.title, mainB?.title].filter((title) => title !== undefined))]
  const stacks: StackComparison[] = [{ title: titles.join(' / '), rows }]
  const [crashedA, crashedB] = [crashedThread(a.report), crashedThread(b.report)]
  if (mainA?.frames === a.report.lastException?.frames && mainB?.frames === b.report.lastException?.frames) {
    const [inA, inB] = linesOfBoth(a, crashedA?.frames ?? [], b, crashedB?.frames ?? [])
    if (inA.length + inB.length > 0) stacks.push({ title: stackTitles.crashed, rows: alignLines(inA, inB) })
  }
  const compared = new Set<Thread>([crashedA, crashedB, mainA?.thread, mainB?.thread].filter((thread) => !!thread))
  const verdict = judge({ symbolicated: a, lines: linesA }, { symbolicated: b, lines: linesB }, rows)
  // At different places registers have nothing to do with each other.
  const isOnePlace = verdict.level === 'same' || verdict.level === 'likely'
  return {
    verdict,
    facts: factsOf(a, b),
    stacks: stacks.filter((stack) => stack.rows.length > 0),
    threads: threadCounts(a, b, compared),
    registers: isOnePlace
      ? registerDifferences({ report: a.report, thread: crashedA }, { report: b.report, thread: crashedB })
      : [],
    images: imageDifferences(a, b),
  }
}

/** Each side with the names that the other has for the same places of the same builds. */
function linesOfBoth(
  a: SymbolicatedReport,
  framesA: readonly Frame[],
  b: SymbolicatedReport,
  framesB: readonly Frame[],
): readonly [readonly StackLine[], readonly StackLine[]] {
  return [linesOfStack(a, framesA, namesOfBuilds(b, framesB)), linesOfStack(b, framesB, namesOfBuilds(a, framesA))]
}
