/** Bytes and durations in the chosen language. Units of bytes are the same in all languages. */
import * as english from './en/quantities.ts'
import { spoken } from './message.ts'
import { formatNumber } from './numbers.ts'

export const durations = /* @__PURE__ */ spoken('core/quantities.durations', english.durations)

/** Files and transfers, in thousands. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, 1000)
}

/** Memory and what is mapped into it, in steps of 1,024 as Apple's tools count there. */
export function formatMemory(bytes: number): string {
  return scaled(bytes, 1024)
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

function scaled(bytes: number, step: number): string {
  let value = Math.abs(bytes)
  let unit = 0
  // A value that rounds to a whole step is 1 of the next unit.
  while (value >= step - 0.5 && unit < units.length - 1) {
    value /= step
    unit++
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${bytes < 0 ? '−' : ''}${formatNumber(value, digits, digits)} ${units[unit]}`
}

/** `0.31 s`, `12.4 s`, `2 min 34 s`, `3 h 5 min`, `2 d 3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return `−${formatDuration(-seconds)}`
  if (seconds < 9.995) return formatSeconds(seconds, 2)
  if (seconds < 59.95) return formatSeconds(seconds, 1)
  const whole = Math.round(seconds)
  if (whole < 3600) return inUnits(whole, 'minute', 60, 'second')
  return whole < 86_400
    ? inUnits(Math.floor(whole / 60), 'hour', 60, 'minute')
    : inUnits(Math.floor(whole / 3600), 'day', 24, 'hour')
}

/** What a report states, `10.00s` or `867 seconds`, as other durations; what is none stays as it is. */
export function statedDuration(stated: string): string {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|sec|seconds?)$/.exec(stated.trim()) ?? []
  return amount === undefined ? stated : formatDuration(Number(amount) / (unit === 'ms' ? 1000 : 1))
}

/** `1.1 s`; at most `most` digits behind the point. */
export function formatSeconds(seconds: number, most: number): string {
  return durations.second({ amount: formatNumber(seconds, most) })
}

/** `1,204 ms`. */
export function formatMilliseconds(milliseconds: number): string {
  return durations.millisecond({ amount: formatNumber(milliseconds, 0) })
}

type Unit = 'day' | 'hour' | 'minute' | 'second'

function inUnits(amount: number, large: Unit, step: number, small: Unit): string {
  const larger = durations[large]({ amount: formatNumber(Math.floor(amount / step)) })
  const rest = amount % step
  return rest === 0 ? larger : durations.both({ larger, smaller: durations[small]({ amount: formatNumber(rest) }) })
}
