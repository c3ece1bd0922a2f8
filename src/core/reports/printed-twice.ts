/** One crash that a text has twice: as macOS prints it for people, and below that as JSON. */
import type { Report } from '../model/report.ts'

const HALVES: Readonly<Record<string, 'apple-crash-text' | 'ips-crash'>> = {
  'apple-crash-text': 'ips-crash',
  'ips-crash': 'apple-crash-text',
}

/** The process with its number and the moment of its end; undefined where a report lacks one of them. */
function crashOf({ header: { process, pid, date } }: Report): string | undefined {
  const moment = date?.replace(/[ \t]{1,8}/g, ' ').trim()
  return process === undefined || pid === undefined || !moment ? undefined : `${process} ${pid} ${moment}`
}

const isSame = (one: Report, other: Report): boolean =>
  HALVES[one.format] === other.format && crashOf(one) !== undefined && crashOf(one) === crashOf(other)

/** A few lines of a header, which somebody quotes once more. */
const isHeadAlone = ({ frameCount, exception, termination, threads }: Report): boolean =>
  frameCount === 0 && !exception && !termination && threads.length === 0

const isOfSameRun = (one: Report, other: Report): boolean =>
  one.header.process !== undefined &&
  one.header.pid !== undefined &&
  one.header.process === other.header.process &&
  one.header.pid === other.header.pid

/** People paste few reports; more are of a file, where each is another crash. */
const MOST = 64

/** The reports without the half of each crash that says less; of two that say as much, the text is left out. */
export function withoutSecondPrint(reports: readonly Report[]): readonly Report[] {
  if (reports.length < 2 || reports.length > MOST) return reports
  const isLess = (one: Report, other: Report): boolean =>
    one.frameCount < other.frameCount || (one.frameCount === other.frameCount && one.format === 'apple-crash-text')
  return reports.filter(
    (one, at) =>
      !reports.some((other) => isSame(one, other) && isLess(one, other)) &&
      !(
        isHeadAlone(one) && reports.some((other, place) => place < at && !isHeadAlone(other) && isOfSameRun(one, other))
      ),
  )
}
