/** Keys and values of reports as people read them: words for keys, units for numbers. Unknown ones stay as the report prints them. */
import { ownWords } from '../messages/message.ts'
import { formatNumber } from '../messages/numbers.ts'
import { keyTexts, keyUnits, keyWords } from '../messages/keys.ts'
import { formatDuration, formatMemory } from '../messages/quantities.ts'
import { formatHex } from '../model/address.ts'
import { platformName } from '../model/platform.ts'
import { deviceName } from './device-names.ts'
import { datePart } from './subject.ts'
import type { Report } from '../model/report.ts'

type Unit =
  | 'pages'
  | 'bytes'
  | 'megabytes'
  | 'ticks'
  | 'seconds'
  | 'microseconds'
  | 'nanoseconds'
  | 'flag'
  | 'device'
  | 'address'
  | 'platform'
  | 'type'

export interface ReadableKey {
  readonly word: string
  readonly unit?: Unit
}

/** Units of the numbers of a report. */
export interface Scales {
  /** Bytes of a page. */
  readonly page?: number
  /** Ticks of `mach_absolute_time` in a second, and the source of that rate. */
  readonly ticks?: { readonly rate: number; readonly by: 'report' | 'device' }
}

export interface ReadableValue {
  readonly text: string
  /** The number to sort by and to draw bars from: bytes, seconds, or the number itself. */
  readonly value?: number
  /** The report's own value, where `text` differs from it. */
  readonly hint?: string
}

/** A field of a header as it is shown. */
export interface ShownField extends ReadableValue {
  /** Its place among the fields of the header. */
  readonly at: number
  readonly key: string
  readonly word: string
}

/** Keys of the program's name: both parts of an .ips file have it, under three of them. */
const NAMES: ReadonlySet<string> = new Set(['app_name', 'name', 'procName', 'CFBundleName', 'CFBundleExecutable'])

/** The fields of a header in words. Fields of both parts of an .ips file are shown once. */
export function shownFields(report: Pick<Report, 'header' | 'sections'>): readonly ShownField[] {
  const scales = scalesOf(report)
  const said = new Set<string>()
  return report.header.fields.flatMap(([key, value], at): ShownField[] => {
    const { word, unit } = readableKey(key)
    const shown = readableValue(value, unit, scales)
    const sentence = `${NAMES.has(key) ? 'app_name' : word}\n${isDate(value) ? value : shown.text}`
    if (said.has(sentence)) return []
    said.add(sentence)
    return [{ at, key, word, ...shown }]
  })
}

function known(key: string): ReadableKey | undefined {
  if (!Object.hasOwn(keyWords, key)) return undefined
  const unit = Object.hasOwn(keyUnits, key) ? keyUnits[key] : undefined
  return { word: keyWords[key] ?? '', ...(unit !== undefined && { unit: unit as Unit }) }
}

/** The word for a key and what its numbers count; of a key that is not known, its own parts as words. */
export function readableKey(key: string): ReadableKey {
  const parts = key.trim().split('.')
  const found = known(key.trim()) ?? known(parts.slice(-2).join('.'))
  if (found || parts.length === 1) return found ?? { word: wordOf(key) }
  const last = known(parts.at(-1) ?? '')
  const word = parts.map((part) => known(part)?.word ?? wordOf(part)).join(' · ')
  return { word, ...(last?.unit && { unit: last.unit }) }
}

/** The reader's own word, else the parts of the key. */
function wordOf(key: string): string {
  const own = ownWords(key)
  return own === key ? wordsOf(key) : own
}

/** Abbreviations that keys write small. */
const SHORT = /^(?:abi|api|cpu|dso|gpu|http|id|jit|json|os|pid|sdk|tid|uid|url|uuid|vm)$/i

/** `lastMadeRunnableTime` and `last_made_runnable_time` as `Last made runnable time`; what has blanks or capitals alone is left. */
function wordsOf(key: string): string {
  const plain = key.trim()
  if (!/^[A-Za-z][\w-]*$/.test(plain) || plain.length > 80 || /^[A-Z][A-Z\d_]*$/.test(plain)) return plain
  const words = plain
    .replace(/^[a-z](?=[A-Z]{2})/, (letter) => letter.toUpperCase())
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[ _]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) || SHORT.test(word) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value in the unit of its key. A number without a unit, and what is no number, stays as it is. */
export function readableValue(value: string, unit: Unit | undefined, scales: Scales): ReadableValue {
  if (unit === 'type') {
    const type = typeOf(value)
    return type === undefined ? { text: value } : { text: keyTexts.typed({ type, value }), hint: value }
  }
  if (unit === undefined) {
    if (value === 'true' || value === 'false') return { text: flagText(value), hint: value }
    const text = isDate(value) ? datePart(value).text : isDevice(value) ? deviceName(value) : undefined
    if (text !== undefined && text !== value) return { text, hint: value }
  }
  if (unit === 'flag') return { text: flagText(value), ...(flagText(value) !== value && { hint: value }) }
  if (unit === 'device') {
    const name = deviceName(value)
    return name === undefined ? { text: value } : { text: name, hint: value }
  }
  const number = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(value) ? Number(value) : undefined
  if (number === undefined || !Number.isFinite(number)) return { text: value }
  const counted = (): string => formatNumber(number)
  const memory = (bytes: number): ReadableValue => ({ text: formatMemory(bytes), value: bytes, hint: value })
  const time = (seconds: number): ReadableValue => ({ text: formatDuration(seconds), value: seconds, hint: value })
  switch (unit) {
    case undefined:
      return { text: value, value: number }
    case 'bytes':
      return memory(number)
    case 'megabytes':
      return memory(number * 1024 ** 2)
    case 'pages':
      return scales.page === undefined
        ? { text: keyTexts.pages({ count: counted() }), value: number, hint: keyTexts.noPageSize }
        : { ...memory(number * scales.page), hint: keyTexts.pages({ count: counted() }) }
    case 'address':
      return { text: Number.isSafeInteger(number) ? formatHex(BigInt(number)) : value, hint: value }
    case 'platform':
      return { text: platformName(number), hint: value }
    case 'seconds':
      return time(number)
    case 'microseconds':
      return time(number / 1e6)
    case 'nanoseconds':
      return time(number / 1e9)
    case 'ticks': {
      if (!scales.ticks) return { text: keyTexts.ticks({ count: counted() }), value: number, hint: keyTexts.noTickRate }
      const { rate, by } = scales.ticks
      const basis = { count: counted(), rate: rate / 1e6 }
      const isSaid = by === 'report'
      const shown = time(number / rate)
      return {
        ...shown,
        text: isSaid ? shown.text : `≈ ${shown.text}`,
        hint: isSaid ? keyTexts.ticksByReport(basis) : keyTexts.ticksByDevice(basis),
      }
    }
  }
}

const isDate = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/.test(value)
const isDevice = (value: string): boolean => /^[A-Z][a-z]{1,15}\d{1,3},\d{1,3}$/i.test(value)

function typeOf(value: string): string | undefined {
  switch (value) {
    case '109':
    case '309':
      return keyTexts.typeCrash
    case '210':
      return keyTexts.typePanic
    case '288':
      return keyTexts.typeStackshot
    case '298':
      return keyTexts.typeMemoryKill
    default:
      return undefined
  }
}

function flagText(value: string): string {
  if (value === '1' || value === 'true') return keyTexts.yes
  return value === '0' || value === 'false' ? keyTexts.no : value
}

/** Rates at which Apple's processors count: arm64, newer timers, Intel. */
const RATES = [24e6, 1e9]

/** The units of a report's numbers, where it gives them. */
export function scalesOf({ header, sections }: Pick<Report, 'header' | 'sections'>): Scales {
  const get = (pattern: RegExp): string | undefined => header.fields.find(([key]) => pattern.test(key))?.[1]
  const page = Number(get(/^memoryStatus\.pageSize$|^VM page size$/))
  const ticks = Number(get(/^absoluteTime$/))
  const threads = sections.find((section) => section.kind === 'table' && section.columns.includes('lastRunTime'))
  const now = threads?.kind === 'table' ? latest(threads.columns.indexOf('lastRunTime'), threads.rows) : 0
  const rate = RATES.find((one) => now > 0 && Math.abs(ticks / now / one - 1) < 0.05)
  const isMobile = /^(?:iPhone|iPad|iPod|Watch|AppleTV)\d/.test(header.device ?? '')
  return {
    ...(Number.isSafeInteger(page) && page > 0 && { page }),
    ...(rate !== undefined
      ? { ticks: { rate, by: 'report' as const } }
      : isMobile && { ticks: { rate: 24e6, by: 'device' as const } }),
  }
}

/** When the thread that ran last did so, in seconds since the start. */
function latest(column: number, rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, Number(row[column]) || 0), 0)
}
