/** Numbers, shares, dates, lists and plurals as the chosen language writes them. All of the program asks `Intl` here. */
import { languageTag } from './message.ts'

/**
 * A number without separators: it names a line, a thread, a code or a place in a file, or a report printed it so. Parameters of texts have
 * this type, and any number fits it. Quantities go through `formatNumber`.
 */
export type Digits = number & { readonly digits?: true }

const numbers = new Map<string, Intl.NumberFormat>()

/** Formats are costly to make and are asked for thousands of times. */
function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { style = '', minimumFractionDigits: least = 0, maximumFractionDigits: most = 0 } = options
  const key = `${languageTag()} ${style} ${least} ${most}`
  const known = numbers.get(key) ?? new Intl.NumberFormat(languageTag(), { signDisplay: 'negative', ...options })
  numbers.set(key, known)
  return known
}

/** English integers need no `Intl`: its first format takes Node 20 ms, a tenth of a short command. */
const isPlain = (value: number | bigint, least: number): boolean =>
  least === 0 && languageTag() === 'en' && (typeof value === 'bigint' || Number.isSafeInteger(value))

/** `1,234.5`, and `0` for what rounds to it; at most `most` digits behind the point, and at least `least`. */
export function formatNumber(value: number | bigint, most = 3, least = 0): string {
  if (isPlain(value, least)) return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return numberFormat({ maximumFractionDigits: most, minimumFractionDigits: least }).format(value)
}

/** `41.5%` of a share from 0 to 1; at most `most` digits behind the point. */
export function formatPercent(share: number, most = 0): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: most }).format(share)
}

/** A day or a moment, in milliseconds since 1970. */
export function formatDate(milliseconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(languageTag(), options).format(milliseconds)
}

/** `a, b, and c`, or `a, b, or c`, in a sentence. */
export function formatList(texts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(languageTag(), { type }).format(texts)
}

/** `1 byte`, `2,048 bytes`: for languages that have these two forms as English does. Others have functions of their own. */
export function plural(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${Math.abs(count) === 1 ? one : other}`
}
