/** Counts of reports over time, by a common property. */
import { joined } from '../../../core/messages/joins.ts'
import { devicePart, type SubjectPart } from '../../../core/reading/subject.ts'
import type { HistoryEntry } from '../../state/history.svelte.ts'

export const dimensions = ['crash', 'version', 'os', 'device'] as const
export type Dimension = (typeof dimensions)[number]

/** One value of a dimension; `key` is `undefined` for all that are not among the most frequent. */
export interface Series {
  readonly key: string | undefined
  /** Empty if the report has none. */
  readonly label: string
  readonly count: number
  /** Reports of each period. */
  readonly counts: readonly number[]
}

export type Step = 'day' | 'week' | 'month' | 'year'

export interface Statistics {
  readonly step: Step
  /** First moment of each period, in milliseconds as if the clocks of all devices were Greenwich; every one between first and last. */
  readonly periods: readonly number[]
  /** The most frequent first. */
  readonly series: readonly Series[]
  /** Reports of each period, whatever their value. */
  readonly totals: readonly number[]
  /** Reports without a date, or with an impossible one: they are in `count` of a series and in no period. */
  readonly undated: number
}

/** Values with their own series; one for each colour. */
export const MOST_SERIES = 5
/** Bars of a chart. */
const MOST_PERIODS = 60
const DAY = 86_400_000
/** No iPhone is older; clocks that were never set show 1970 or 2001. */
const EARLIEST = Date.UTC(2007, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/** Value that a report counts under; empty if it has none. */
export function keyOf({ facts, id }: HistoryEntry, dimension: Dimension): string {
  switch (dimension) {
    case 'crash':
      // A crash without a known twin is a group of its own.
      return facts.signature ?? id
    case 'version':
      return [facts.app, facts.version].filter(Boolean).join(' ')
    case 'os':
      return facts.os ?? ''
    case 'device':
      return deviceOf(facts.device ?? '')
  }
}

/** The identifier alone: records of earlier versions have a name before it, in the language of their time. */
const deviceOf = (device: string): string => /[（(]([A-Za-z]+\d+,\d+)[）)]$/.exec(device)?.[1] ?? device

/** A device as it is shown. */
export const shownDevice = (device: string): SubjectPart => devicePart(deviceOf(device))

/** Whether any word or text of the entry contains `wanted`, which is in lower case. */
export function matches({ facts, note }: HistoryEntry, wanted: string): boolean {
  const { path, kind, title, where, app, version, os, device } = facts
  return [
    title,
    where,
    [app, version].filter(Boolean).join(' '),
    os,
    device && shownDevice(device).whole,
    path,
    kind,
    note,
  ].some((text) => text?.toLowerCase().includes(wanted))
}

export function statisticsOf(entries: readonly HistoryEntry[], dimension: Dimension): Statistics {
  const dated = entries.flatMap(({ facts: { at } }) => (isPossible(at) ? [at] : []))
  const { step, periods } = periodsOf(dated)
  const positions = new Map(periods.map((start, at) => [start, at]))
  const groups = new Map<string, { label: string; where: string; count: number; counts: number[] }>()
  const totals = periods.map(() => 0)
  for (const entry of entries) {
    const key = keyOf(entry, dimension)
    let group = groups.get(key)
    if (!group) {
      const label = dimension === 'crash' ? entry.facts.title : dimension === 'device' ? shownDevice(key).text : key
      const where =
        dimension === 'crash' ? (entry.facts.where ?? entry.facts.app ?? '') : dimension === 'device' ? key : ''
      groups.set(key, (group = { label, where, count: 0, counts: [] }))
    }
    group.count++
    const { at } = entry.facts
    const position = isPossible(at) ? positions.get(startOf(at, step)) : undefined
    if (position === undefined) continue
    group.counts[position] = (group.counts[position] ?? 0) + 1
    totals[position] = (totals[position] ?? 0) + 1
  }
  const ranked = [...groups].sort(([, a], [, b]) => b.count - a.count)
  // One that is left over has a colour as good as "others" would have.
  const shown = ranked.length > MOST_SERIES + 1 ? ranked.slice(0, MOST_SERIES) : ranked
  // Crashes of one title differ in their place, devices of one name in their identifier.
  const labels = new Set<string>()
  const repeated = new Set<string>()
  for (const [, { label }] of shown) (labels.has(label) ? repeated : labels).add(label)
  const series: Series[] = shown.map(([key, { label, where, count, counts }]) => ({
    key,
    label: where !== '' && repeated.has(label) ? joined.facts([where, label]) : label,
    count,
    counts: periods.map((_, at) => counts[at] ?? 0),
  }))
  if (ranked.length > shown.length) {
    const counts = totals.map((total, at) => total - series.reduce((sum, one) => sum + (one.counts[at] ?? 0), 0))
    const count = entries.length - series.reduce((sum, one) => sum + one.count, 0)
    series.push({ key: undefined, label: '', count, counts })
  }
  return { step, periods, series, totals, undated: entries.length - dated.length }
}

const isPossible = (at: number | undefined): at is number => at !== undefined && at >= EARLIEST && at < LATEST

/** The finest steps of which there are not too many. */
function periodsOf(dates: readonly number[]): { readonly step: Step; readonly periods: readonly number[] } {
  let first = Infinity
  let last = -Infinity
  for (const at of dates) {
    if (at < first) first = at
    if (at > last) last = at
  }
  if (dates.length === 0) return { step: 'day', periods: [] }
  const span = (last - first) / DAY
  const step =
    span < MOST_PERIODS ? 'day' : span < 7 * MOST_PERIODS ? 'week' : span < 28 * MOST_PERIODS ? 'month' : 'year'
  const periods: number[] = []
  let at = startOf(first, step)
  // Years between the earliest and the latest date are the most there can be.
  for (let count = 0; count < 100 && at <= last; count++) {
    periods.push(at)
    at = startOf(at + { day: 1, week: 7, month: 31, year: 366 }[step] * DAY, step)
  }
  return { step, periods }
}

/** First moment of the period that a moment is in; weeks begin on Monday. */
function startOf(at: number, step: Step): number {
  const date = new Date(at)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (step) {
    case 'day':
      return Date.UTC(year, month, day)
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'month':
      return Date.UTC(year, month, 1)
    case 'year':
      return Date.UTC(year, 0, 1)
  }
}
