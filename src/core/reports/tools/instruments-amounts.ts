/** Amounts as Instruments prints them: `4.93 s  97.0%`, `797.00 ms`, `429.93 MB`, `96.08 Gc`, `84,671`, `1,5 Sek.`. */

/** An amount in the unit that the whole tree counts in: milliseconds, bytes, cycles; no unit where it is a bare count. */
export interface Amount {
  readonly value: number
  readonly unit: '' | 'ms' | 'bytes' | 'cycles'
}

type Scale = readonly [factor: number, unit: Amount['unit']]

/** Bytes count by 1024, as other readers of these copies take them, all else by 1000. */
const UNITS: ReadonlyMap<string, Scale> = new Map<string, Scale>([
  ['ns', [1e-6, 'ms']],
  ['µs', [1e-3, 'ms']],
  ['μs', [1e-3, 'ms']],
  ['us', [1e-3, 'ms']],
  ['ms', [1, 'ms']],
  ['s', [1000, 'ms']],
  ['sec', [1000, 'ms']],
  ['min', [60_000, 'ms']],
  ['m', [60_000, 'ms']],
  ['h', [3_600_000, 'ms']],
  ['hr', [3_600_000, 'ms']],
  ['B', [1, 'bytes']],
  ['Byte', [1, 'bytes']],
  ['Bytes', [1, 'bytes']],
  ['KB', [1024, 'bytes']],
  ['KiB', [1024, 'bytes']],
  ['MB', [1024 ** 2, 'bytes']],
  ['MiB', [1024 ** 2, 'bytes']],
  ['GB', [1024 ** 3, 'bytes']],
  ['GiB', [1024 ** 3, 'bytes']],
  ['c', [1, 'cycles']],
  ['cycles', [1, 'cycles']],
  ['Kc', [1e3, 'cycles']],
  ['kc', [1e3, 'cycles']],
  ['Mc', [1e6, 'cycles']],
  ['Gc', [1e9, 'cycles']],
  ['Tc', [1e12, 'cycles']],
  ['K', [1e3, '']],
  ['k', [1e3, '']],
  ['M', [1e6, '']],
  ['G', [1e9, '']],
])
const AMOUNT = /^([\d.,'\u00a0\u202f]*\d)\s*([A-Za-zµμ]{0,6})\.?(?:\s+[\d.,]+\s*%)?$/
/** Characters of an amount. The expression would try an endless run of blanks at every place that allows blanks. */
const LONGEST = 64

/** The amount of a cell; undefined for a cell without one, such as `-`. A percentage after it follows from the amounts. */
export function readAmount(cell: string): Amount | undefined {
  const text = cell.trim()
  const match = text.length > LONGEST ? null : AMOUNT.exec(text)
  if (!match?.[1]) return undefined
  const value = readNumber(match[1])
  const scale = match[2] === '' ? ([1, ''] as const) : UNITS.get(match[2] ?? '')
  if (value === undefined || !scale) return undefined
  // Three decimals of the smallest unit are all that is printed; the rest is error of the multiplication.
  return { value: Math.round(value * scale[0] * 1e6) / 1e6, unit: scale[1] }
}

/** `1,234.5`, `1.234,5`, `0,5`: the last mark is the decimal one, unless it parts three digits and stands several times. */
function readNumber(text: string): number | undefined {
  const digits = text.replace(/['\u00a0\u202f]/g, '')
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  const isGroup = new Set(marks).size === 1 && (marks.length > 1 || (last === ',' && /,\d{3}$/.test(digits)))
  const at = isGroup || last === undefined ? digits.length : digits.lastIndexOf(last)
  const number = Number(`${digits.slice(0, at).replace(/[.,]/g, '')}.${digits.slice(at + 1)}`)
  return Number.isFinite(number) ? number : undefined
}
