/** Decides which names get a mark with their grade: a sure name needs none. */
import { printedLevel, type MarkedLevel } from '../model/grade-marks.ts'
import { originOfCall, originRules } from '../model/provenance.ts'
import type { Frame, Grade, SymbolicatedReport } from '../model/report.ts'
import { callsOf, gradeOf, levelOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'

/** The grade to show beside a frame's name: "doubtful" always, "likely" for the user's own code and for names of strangers. */
export function shownGrade(symbolicated: SymbolicatedReport, frame: Frame): Grade | undefined {
  return shownLevel(symbolicated, frame) === undefined ? undefined : gradeOf(symbolicated, frame)
}

/** True if a name of this grade gets a mark, in the user's own code or in other code. */
export function isMarked({ level }: Pick<Grade, 'level'>, isOwn: boolean): boolean {
  return level === 'doubtful' || (level === 'likely' && isOwn)
}

/** The level of `shownGrade`; undefined for none. */
export function shownLevel(symbolicated: SymbolicatedReport, frame: Frame): MarkedLevel | undefined {
  const level = levelOf(symbolicated, frame)
  if (level === undefined || level === 'exact') return undefined
  if (isMarked({ level }, isOwnFrame(symbolicated, frame)) || isOfStrangers(symbolicated, frame)) return level
  // An earlier export marked this name, and reading the export does not make the name surer.
  return printedLevel(symbolicated.report, frame) === undefined ? undefined : level
}

/** True for a name that other reports, or the archive of the report, gave. */
export function isOfStrangers(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return callsOf(symbolicated, frame).some((call) => originRules[originOfCall(call)].isMarked)
}
