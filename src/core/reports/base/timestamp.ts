/** Points in time as reports write them. */
import { asNumber, asString } from '../json/json.ts'
import type { JsonValue } from '../json/json.ts'

const LATEST = Date.UTC(9999, 11, 31)

/**
 * A date as text stays as it is; a number is seconds, milliseconds or microseconds since 1970 (told apart by its size) and
 * becomes an ISO date. Undefined for zero and for numbers beyond the year 9999.
 */
export function formatTimestamp(value: JsonValue | undefined): string | undefined {
  const text = asString(value)
  if (text !== undefined && !/^\d+(?:\.\d+)?$/.test(text)) return text
  const number = asNumber(text === undefined ? value : Number(text))
  if (!number || number < 0 || !Number.isFinite(number)) return undefined
  const milliseconds = number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000
  return milliseconds > LATEST ? undefined : new Date(milliseconds).toISOString()
}
