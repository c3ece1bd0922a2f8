/** Sizes, rates, times, dates and counts in words. */
import { formatDate, formatNumber } from '../../../core/messages/numbers.ts'
import { formatDuration, formatSeconds as inSeconds } from '../../../core/messages/quantities.ts'

export { formatNumber } from '../../../core/messages/numbers.ts'
export { formatBytes } from '../../../core/messages/quantities.ts'

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  return seconds < 90 ? inSeconds(seconds, 0) : formatDuration(Math.round(seconds / 60) * 60)
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** `today`, `yesterday`, `Nov 3, 2025`; days are those of the reader's calendar. */
export function formatDay(milliseconds: number, now = Date.now()): string {
  const day = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
  // A day may have 23 or 25 hours.
  const before = Math.round((day(now) - day(milliseconds)) / 86_400_000)
  if (before === 0) return 'today'
  if (before === 1) return 'yesterday'
  return formatDate(milliseconds, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** `App.dSYM and 3 more`. */
export function firstAndMore(names: readonly string[]): string {
  const [first = '', ...rest] = names
  return rest.length === 0 ? first : `${first} and ${formatNumber(rest.length)} more`
}
