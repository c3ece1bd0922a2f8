/** Callers that a report's own stack leaves out: their positions and lines. */
import { offsetInImage } from '../model/address.ts'
import type { MarkedLevel } from '../model/grade-marks.ts'
import type { Call } from '../model/image.ts'
import type { Frame, RecoveredCaller, Report, SymbolicatedReport } from '../model/report.ts'
import { linesOfCalls, type FrameLine } from './lines.ts'
import { isOwnFrame } from './own-code.ts'
import { isMarked } from './shown-grade.ts'

const known = new WeakMap<readonly RecoveredCaller[], ReadonlyMap<number, readonly RecoveredCaller[]>>()

/** The callers by the id of the frame before them, nearest first. Every stack of a report needs it, so it is kept. */
export function recoveredBehind({
  recovered = NO_CALLERS,
}: SymbolicatedReport): ReadonlyMap<number, readonly RecoveredCaller[]> {
  const kept = known.get(recovered)
  if (kept) return kept
  const behind = new Map<number, RecoveredCaller[]>()
  for (const caller of recovered) {
    const callers = behind.get(caller.after)
    if (callers) callers.push(caller)
    else behind.set(caller.after, [caller])
  }
  known.set(recovered, behind)
  return behind
}

const NO_CALLERS: readonly RecoveredCaller[] = []

/** The calls of such a caller, innermost first: only symbols name it. */
export function recoveredCalls({ resolution }: RecoveredCaller): readonly Call[] {
  return 'calls' in resolution ? resolution.calls : []
}

/** Its lines, innermost call first; always at least one. */
export function recoveredLines({ report }: SymbolicatedReport, caller: RecoveredCaller): readonly FrameLine[] {
  return linesOfCalls(report, recoveredFrame(report, caller), recoveredCalls(caller))
}

/** The frame that the report would have had. */
export function recoveredFrame(report: Report, { address, image }: RecoveredCaller): Frame {
  const loadAddress = image === undefined ? undefined : report.images[image]?.loadAddress
  const offset = loadAddress === undefined ? undefined : offsetInImage(address, loadAddress)
  return {
    id: -1,
    index: -1,
    kind: 'return',
    address,
    ...(image !== undefined && { image }),
    ...(offset !== undefined && { offset }),
  }
}

/** The mark of its name; undefined for none. */
export function recoveredLevel(symbolicated: SymbolicatedReport, caller: RecoveredCaller): MarkedLevel | undefined {
  const { resolution } = caller
  const grade = 'grade' in resolution ? resolution.grade : undefined
  const isOwn = isOwnFrame(symbolicated, recoveredFrame(symbolicated.report, caller))
  return grade && isMarked(grade, isOwn) && grade.level !== 'exact' ? grade.level : undefined
}
