/** Sorts the processes of one log. */
import { isOnlyLogged, ownText } from '../model/ended-words.ts'
import type { Report } from '../model/report.ts'

/** Takes what no other format does. */
export const SCAN = 'text-scan'

function hasEnded(report: Report): number {
  const { threads, exception } = report
  if (exception?.signal !== undefined) return 1
  const isLogged = exception !== undefined && isOnlyLogged(exception, ownText(report))
  // The stacks of a script are of no thread.
  const hasCrashed = threads.length === 0 ? exception !== undefined : threads.some(({ crashed }) => crashed)
  return hasCrashed && !isLogged ? 1 : 0
}

/** First the reports of processes that ended. Beside them, numbers in the log of a process that goes on are no report. */
export function endedFirst(reports: readonly Report[]): readonly Report[] {
  const sorted = reports.toSorted((a, b) => hasEnded(b) - hasEnded(a))
  const [first] = sorted
  const isTold = (report: Report): boolean => report.format !== SCAN || hasEnded(report) > 0
  return first && hasEnded(first) > 0 ? sorted.filter(isTold) : sorted
}
