/** The report's events before its end, in order, with the distance to that end. */
import { threadMark } from './frames.ts'
import type { Report, ReportEvent } from './report.ts'
import { largest } from './lists.ts'

export interface TimelineEntry {
  readonly kind: ReportEvent['kind'] | 'launch' | 'end'
  readonly text: string
  readonly time?: string
  readonly detail?: string
  readonly level?: string
  readonly lasted?: number
  /** Seconds to the end of the process or of the measure; negative for events after it. */
  readonly before?: number
}

interface Instant {
  /** Milliseconds since 1970, of the local time as written. */
  readonly local: number
  /** Minutes east of Greenwich; absent where the text does not say. */
  readonly zone?: number
}

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:(Z|UTC|GMT)|([+-])(\d\d):?(\d\d))?$/

/** A date and time as reports write it; undefined for any other text, such as a range or a localised one. */
export function parseInstant(text: string): Instant | undefined {
  const match = INSTANT.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const local =
    Date.UTC(year, month - 1, day, hour, minute, second) + Math.round(Number(`0.${match[7] ?? '0'}`) * 1e6) / 1e3
  const [utc, sign, zoneHour, zoneMinute] = match.slice(8, 12)
  if (utc !== undefined) return { local, zone: 0 }
  if (sign === undefined) return { local }
  return { local, zone: (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute)) }
}

/** True if the text gives no part of a second: then it may be of any moment in it. */
const isWholeSecond = ({ local }: Instant): boolean => local % 1000 === 0

/**
 * Launch, events and end in order of time; events without a time come before the end. Times without a zone are taken to
 * be of the zone of the report's own date, as its writer means them. Where nothing crashed, the last of all times is
 * the end, because reports of a measure are dated by its beginning.
 */
export function timelineOf(report: Report): readonly TimelineEntry[] {
  const { date, launched } = report.header
  const crashed = report.exception !== undefined || report.threads.some((thread) => threadMark(thread) === 'crashed')
  const entries: TimelineEntry[] = [...(report.events ?? [])]
  if (launched !== undefined) entries.unshift({ kind: 'launch', text: 'Launched', time: launched })
  const isTold = !crashed && entries.some(({ time }) => time === date)
  if (date !== undefined && !isTold) entries.push(endEntry(date, crashed ? 'Crashed' : report.label))
  const instants = entries.map(({ time }) => (time === undefined ? undefined : parseInstant(time)))
  const dated = date === undefined ? undefined : parseInstant(date)
  const allWithout = instants.every((instant) => instant?.zone === undefined)
  const times = instants.map((instant) => {
    const zone = instant?.zone ?? dated?.zone ?? (allWithout ? 0 : undefined)
    return instant === undefined || zone === undefined ? undefined : instant.local - zone * 60_000
  })
  const position = entries.findIndex(({ kind }) => kind === 'end')
  const last = largest(
    -Infinity,
    times.filter((time) => time !== undefined),
  )
  const end = crashed ? times[position] : Number.isFinite(last) ? last : undefined
  const reach = crashed && dated && isWholeSecond(dated) ? 999 : 0
  return entries
    .map((entry, at) => ({
      entry: withDistance(entry, times[at], end, reach),
      at: (times[at] ?? end ?? Infinity) + (entry.kind === 'end' ? reach : 0),
    }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ entry }) => entry)
}
/** A date that is no moment, such as the day that a payload covers, is left out. */
function endEntry(date: string, text: string): TimelineEntry {
  return date.length > 40 ? { kind: 'end', text } : { kind: 'end', text, time: date }
}

/** `reach`: milliseconds by which the end may be later than it is dated. */
function withDistance(
  entry: TimelineEntry,
  time: number | undefined,
  end: number | undefined,
  reach: number,
): TimelineEntry {
  if (time === undefined || end === undefined) return entry
  const distance = end - time
  const before = distance < 0 && distance >= -reach ? 0 : Math.round(distance * 1000) / 1e6
  return { ...entry, before }
}

/** Seconds from launch to the end, where the report says both and they make sense. */
export function secondsRun(report: Report): number | undefined {
  const before = timelineOf({ ...report, events: [] }).find(({ kind }) => kind === 'launch')?.before
  return before !== undefined && before >= 0 ? before : undefined
}

/** The time of day alone: the date is the same all day. Empty where the text has none. */
export function clockOf(time: string | undefined): string {
  return /\d\d?:\d\d(?::\d\d(?:[.,]\d{1,3})?)?/.exec(time ?? '')?.[0] ?? ''
}
