/** The legend of the marks that an export uses for names that are not sure. */
import { legendOf, type MarkedLevel } from '../model/grade-marks.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { calledNames } from './original-rows.ts'
import { eachStack, eachTreeFrame } from './frames.ts'

/** The lines that explain the marks of these reports; none where every name is sure. */
export function legendLines(reports: readonly SymbolicatedReport[]): readonly string[] {
  const levels = new Set<MarkedLevel>()
  for (const symbolicated of reports) {
    for (const frame of eachFrame(symbolicated)) {
      const level = shownLevel(symbolicated, frame)
      if (level !== undefined && !levels.has(level) && calledNames(symbolicated, frame).length > 0) levels.add(level)
    }
  }
  return legendOf(levels)
}

function* eachFrame({ report }: SymbolicatedReport): Generator<Frame> {
  for (const stack of eachStack(report)) yield* stack.frames
  for (const tree of report.callTrees) yield* eachTreeFrame(tree.roots)
}
