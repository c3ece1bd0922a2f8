/** Times, dates and lists in words, and the space between Han and other letters. */
import { formatDate, formatNumber } from '../../../core/messages/numbers.ts'
import { formatDuration, formatSeconds as inSeconds } from '../../../core/messages/quantities.ts'

export { formatBytes, formatNumber } from '../../../app/messages/quantities.ts'

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return '不到 1 秒'
  return seconds < 90 ? inSeconds(seconds, 0) : formatDuration(Math.round(seconds / 60) * 60)
}

/** The days are those of the reader's calendar. */
export function formatDay(milliseconds: number, now = Date.now()): string {
  const day = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
  // A day may have 23 or 25 hours.
  const before = Math.round((day(now) - day(milliseconds)) / 86_400_000)
  if (before === 0) return '今天'
  if (before === 1) return '昨天'
  return formatDate(milliseconds, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** The first of some names, and how many there are in all. */
export function firstAndMore(names: readonly string[]): string {
  const [first = ''] = names
  return names.length <= 1 ? first : `${first} 等 ${formatNumber(names.length)} 项`
}

/** A text that follows a Han character: a space before it, unless it begins with one, too. */
export function afterHan(text: string): string {
  return /^[\p{Script=Han}（“]/u.test(text) ? text : ` ${text}`
}
