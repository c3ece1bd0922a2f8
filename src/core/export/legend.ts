/** The legend of an export: what its marks mean, and for exports in rows what a row has no place for. */
import { aliasText } from '../model/aliases.ts'
import { alsoLine, damagedLine, legendOf, type MarkedLevel } from '../model/grade-marks.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { damageOf } from '../reading/damage.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { recoveredLevel } from '../reading/recovered.ts'
import { isOfStrangers, shownLevel } from '../reading/shown-grade.ts'
import { eachFrame } from '../model/each-frame.ts'
import { namedCalls } from './frames.ts'
import { calledNames } from './original-rows.ts'

/** Functions listed with their further names. */
const MOST_ALSO = 50

/** The lines that explain the marks of these reports; none where every name is sure. */
export function legendLines(reports: readonly SymbolicatedReport[]): readonly string[] {
  const levels = new Set<MarkedLevel>()
  for (const symbolicated of reports) {
    for (const frame of eachFrame(symbolicated.report)) {
      const level = shownLevel(symbolicated, frame)
      if (level !== undefined && !levels.has(level) && calledNames(symbolicated, frame).length > 0) levels.add(level)
    }
    for (const caller of symbolicated.recovered ?? []) {
      const level = recoveredLevel(symbolicated, caller)
      if (level !== undefined) levels.add(level)
    }
  }
  return legendOf(levels)
}

/**
 * Missing parts of the reports, a line each. Texts of tools that end in the middle of an address get no extra line,
 * because that would make the address look complete.
 */
export function damageLines(reports: readonly SymbolicatedReport[]): readonly string[] {
  const told = reports.flatMap((symbolicated) =>
    damageOf(symbolicated).filter(({ code }) => code !== 'cut-off' || symbolicated.report.format === APPLE_TEXT),
  )
  return [...new Set(told.map(({ text }) => damagedLine(text)))]
}

const APPLE_TEXT = 'apple-crash-text'

/** A line for each function of the user's own code that has further names, and for each whose name is a stranger's. */
export function alsoLines(reports: readonly SymbolicatedReport[]): readonly string[] {
  const lines = new Set<string>()
  for (const symbolicated of reports) {
    for (const frame of eachFrame(symbolicated.report)) {
      const concrete = namedCalls(symbolicated, frame)?.at(-1)
      const others = concrete && aliasText(concrete)
      if (others === undefined || (!isOwnFrame(symbolicated, frame) && !isOfStrangers(symbolicated, frame))) continue
      lines.add(alsoLine(concrete?.function ?? '', others))
      if (lines.size === MOST_ALSO) return [...lines]
    }
  }
  return [...lines]
}
