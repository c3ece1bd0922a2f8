/** Which grades are told beside a name: a name that is sure needs no mark. */
import { printedLevel, type MarkedLevel } from '../model/grade-marks.ts'
import { originOfCall, originRules } from '../model/provenance.ts'
import type { Frame, Grade, SymbolicatedReport } from '../model/report.ts'
import { callsOf, gradeOf, levelOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'

/** The grade to tell beside a frame's name: a doubt always, "likely" where the code is the user's own or the name is a stranger's. */
export function shownGrade(symbolicated: SymbolicatedReport, frame: Frame): Grade | undefined {
  return shownLevel(symbolicated, frame) === undefined ? undefined : gradeOf(symbolicated, frame)
}

/** Whether this grade is told beside a name of the user's own code, or of other code. */
export function isMarked({ level }: Pick<Grade, 'level'>, isOwn: boolean): boolean {
  return level === 'doubtful' || (level === 'likely' && isOwn)
}

/** The mark that `shownGrade` asks for; undefined for none. */
export function shownLevel(symbolicated: SymbolicatedReport, frame: Frame): MarkedLevel | undefined {
  const level = levelOf(symbolicated, frame)
  if (level === undefined || level === 'exact') return undefined
  if (isMarked({ level }, isOwnFrame(symbolicated, frame)) || isOfStrangers(symbolicated, frame)) return level
  // What an earlier export told is told again: no name becomes surer by being written and read.
  return printedLevel(symbolicated.report, frame) === undefined ? undefined : level
}

/** True for a name that other reports, or the archive of the report, gave. */
export function isOfStrangers(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return callsOf(symbolicated, frame).some((call) => originRules[originOfCall(call)].isMarked)
}
