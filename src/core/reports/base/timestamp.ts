/** Points in time as reports write them. */
import { asNumber, asString } from '../json/json.ts'
import type { JsonValue } from '../json/json.ts'

/** The first moment that four digits of a year cannot say. */
const TOO_LATE = Date.UTC(10_000, 0, 1)

/** Milliseconds since 1970 as an ISO date; undefined for zero, which writers mean as "not known", and for nonsense. */
export function formatMilliseconds(milliseconds: number | bigint | undefined): string | undefined {
  const time = Number(milliseconds ?? 0)
  return time > 0 && time < TOO_LATE ? new Date(time).toISOString() : undefined
}

/**
 * A date as text stays as it is. A number is seconds, milliseconds or microseconds since 1970, by its size, and becomes an
 * ISO date. Undefined for zero and for numbers beyond the year 9999.
 */
export function formatTimestamp(value: JsonValue | undefined): string | undefined {
  const text = asString(value)
  if (text !== undefined && !/^\d+(?:\.\d+)?$/.test(text)) return text
  const number = asNumber(text === undefined ? value : Number(text))
  if (number === undefined) return undefined
  return formatMilliseconds(number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000)
}
