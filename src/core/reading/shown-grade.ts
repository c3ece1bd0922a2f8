/** Which grades are told beside a name: a name that is sure needs no mark. */
import type { MarkedLevel } from '../model/grade-marks.ts'
import type { Frame, Grade, SymbolicatedReport } from '../model/report.ts'
import { gradeOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'

/** The grade to tell beside a frame's name: a doubt always, "likely" where the code is the user's own. */
export function shownGrade(symbolicated: SymbolicatedReport, frame: Frame): Grade | undefined {
  const grade = gradeOf(symbolicated, frame)
  const isShown = grade?.level === 'doubtful' || (grade?.level === 'likely' && isOwnFrame(symbolicated, frame))
  return isShown ? grade : undefined
}

/** The mark that `shownGrade` asks for; undefined for none. */
export function shownLevel(symbolicated: SymbolicatedReport, frame: Frame): MarkedLevel | undefined {
  const level = shownGrade(symbolicated, frame)?.level
  return level === 'exact' ? undefined : level
}
