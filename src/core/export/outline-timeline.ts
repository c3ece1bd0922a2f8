/** The time before a report's end, as rows of a table. */
import type { Report } from '../model/report.ts'
import { ownWords } from '../messages/message.ts'
import { formatDuration } from '../messages/quantities.ts'
import { clockOf, timelineOf } from '../model/timeline.ts'
import { columns } from '../messages/export.ts'

export interface TimelineRow {
  /** Distance to the end; empty where it is not known. */
  readonly distance: string
  /** Time of day, and the whole time as the report writes it. */
  readonly clock: string
  readonly time: string
  readonly what: string
  readonly detail?: string
}

/** Headings of the table that a timeline is written as. */
export const timelineColumns = (): readonly [string, string, string] => [columns.beforeEnd, columns.time, columns.event]

/** Nothing if the report has no time but its own. */
export function outlineTimeline(report: Report): readonly TimelineRow[] {
  if (report.events === undefined) return []
  return timelineOf(report).map(({ before, lasted, time = '', text, detail, level }) => ({
    distance: before === undefined ? '' : formatDuration(-before),
    clock: clockOf(time),
    time,
    what: [ownWords(text), lasted === undefined ? '' : formatDuration(lasted), level ? `(${level})` : '']
      .filter(Boolean)
      .join(' '),
    ...(detail !== undefined && { detail }),
  }))
}
