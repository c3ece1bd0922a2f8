/** MetricKit metrics (`MXMetricPayload.jsonRepresentation()`): values with their units, histograms as they were counted. */
import { metricTables } from '../../messages/labels.ts'
import { ownWords } from '../../messages/message.ts'
import { formatNumber, formatPercent } from '../../messages/numbers.ts'
import { overviewWords as words } from '../../messages/overview.ts'
import type { Report, ReportSection } from '../../model/report.ts'
import { readableKey } from '../readable.ts'
import type { Cell, OverviewPart, OverviewRow } from './overview.ts'

type Json = Readonly<Record<string, unknown>>
type Histogram = OverviewPart & { readonly kind: 'histogram' }

/** No payload has more of either. */
const MOST_BUCKETS = 500
const MOST_PARTS = 200

export function metricParts(report: Report): readonly OverviewPart[] {
  const histograms: Histogram[] = []
  const rows: OverviewRow[] = []
  /** Reads a metric; `path` has the words of the objects around it. */
  const read = (path: readonly string[], value: unknown, depth: number): void => {
    if (depth > 4 || rows.length + histograms.length > MOST_PARTS) return
    const title = path.join(' · ')
    const histogram = isJson(value) ? histogramOf(title, value) : undefined
    if (histogram) histograms.push(histogram)
    else if (isJson(value) && 'averageValue' in value) rows.push(rowOf(path, averageOf(value)))
    else if (isJson(value)) {
      for (const [key, item] of Object.entries(value)) read([...path, readableKey(key).word], item, depth + 1)
    } else if (typeof value === 'string' || typeof value === 'number')
      rows.push(rowOf(path, { text: String(value), ...valueOf(String(value)) }))
  }
  const units = unitsIn(report.sections)
  const tables = report.sections.flatMap((section) => wideTable(section, units))
  for (const section of report.sections) {
    if (isWide(section)) continue
    const title = readableKey(section.title).word
    if (section.kind === 'table') {
      for (const [key = '', text = ''] of section.rows) read([title, readableKey(key).word], parsed(text), 0)
    } else {
      for (const line of section.text.split('\n').slice(0, MOST_PARTS)) readSignpost(title, parsed(line), read)
    }
  }
  const values: readonly OverviewPart[] =
    rows.length === 0
      ? []
      : [
          {
            kind: 'table',
            title: words.values,
            columns: [{ heading: words.metric }, { heading: words.value, isNumber: true }],
            rows,
          },
        ]
  return [...tables, ...histograms, ...values]
}

/** A table that is no list of keys and values. */
const isWide = (section: ReportSection): section is ReportSection & { kind: 'table' } =>
  section.kind === 'table' && section.columns.length > 2

/** Units by the name of their metric, as the tables of values have them. */
function unitsIn(sections: readonly ReportSection[]): ReadonlyMap<string, string> {
  const [, , , , , unit = ''] = metricTables.valueColumns
  return new Map(
    sections.filter(isWide).flatMap(({ columns, rows }) => {
      const at = columns.indexOf(unit)
      return at < 0 ? [] : rows.map((row) => [row[0] ?? '', row[at] ?? ''] as const)
    }),
  )
}

/** Symbols of units that App Store Connect writes out; others stay as they are. */
const symbols: Readonly<Record<string, string>> = {
  ...{ milliseconds: 'ms', seconds: 's', minutes: 'min', hours: 'h' },
  ...{ bytes: 'B', kilobytes: 'KB', megabytes: 'MB', gigabytes: 'GB', percent: '%' },
}

/** A table whose numbers have their unit beside them, and not in a column of its own. */
function wideTable(section: ReportSection, units: ReadonlyMap<string, string>): readonly OverviewPart[] {
  if (!isWide(section)) return []
  const { title, columns, rows } = section
  const [, , , , value, unit, error] = metricTables.valueColumns
  const [, , , , , before, change] = metricTables.insightColumns
  const isNumber = columns.map((_, at) => rows.every((row) => /^-?[\d.,]*$/.test(row[at] ?? '')))
  const shown = [...columns.keys()].filter((at) => columns[at] !== unit)
  const measured: readonly (string | undefined)[] = [value, error, before]
  const cellOf = (row: readonly string[], at: number): Cell => {
    const text = row[at] ?? ''
    const heading = columns[at]
    if (!isNumber[at] || text === '') return { text: told(text) }
    const number = valueOf(text)
    if (number.value === undefined) return { text }
    if (heading === change) return { text: formatPercent(number.value / 100, digitsOf(text)), ...number, hint: text }
    const named = units.get(row[0] ?? '') ?? ''
    if (!measured.includes(heading) || named === '') return { text, ...number }
    const amount = formatNumber(number.value, digitsOf(text))
    return { text: words.measured({ amount, unit: symbols[named] ?? named }), ...number, hint: text }
  }
  return [
    {
      kind: 'table',
      title: told(ownWords(title)),
      columns: shown.map((at) => ({
        heading: columns[at] === change ? words.change : ownWords(columns[at] ?? ''),
        ...(isNumber[at] && { isNumber: true as const }),
      })),
      rows: rows.map((row) => ({ cells: shown.map((at) => cellOf(row, at)) })),
    },
  ]
}

/** Digits behind the point, as the report has them. */
const digitsOf = (text: string): number => Math.min(10, text.split('.')[1]?.length ?? 0)

/** A name that a program gave, in words: `launchTime`, `percentile.ninety`, `LAUNCH · iOS`. */
function told(text: string): string {
  switch (text) {
    case 'percentile.fifty':
      return words.median
    case 'percentile.ninety':
      return words.ninetieth
    case 'all_iphones':
      return words.allIphones
    case 'all_ipads':
      return words.allIpads
  }
  if (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(text)) return readableKey(text).word
  return text.replace(/^[A-Z]{4,}(?= · |$)/, (word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
}

/** Reads a signpost; its title is its category and name. */
function readSignpost(
  title: string,
  value: unknown,
  read: (path: readonly string[], value: unknown, depth: number) => void,
): void {
  if (!isJson(value)) return
  const { signpostName: name, signpostCategory: category, ...rest } = value
  const called = words.signpost({
    category: typeof category === 'string' ? category : '',
    name: typeof name === 'string' ? name : '',
  })
  read([title, called].filter(Boolean), rest, 0)
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object or list that a cell holds as JSON; any other cell is itself. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const rowOf = (path: readonly string[], cell: Cell): OverviewRow => ({ cells: [{ text: path.join(' · ') }, cell] })

/** A text or number as it is; nothing of any other value. */
const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** `200,000 kB` counts as 200,000. */
function valueOf(text: string): Pick<Cell, 'value'> {
  const number = /^-?[\d,]+(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '')
  return number === undefined || !Number.isFinite(Number(number)) ? {} : { value: Number(number) }
}

function averageOf({ averageValue, sampleCount }: Json): Cell {
  const value = plain(averageValue)
  return {
    text: words.average({ value, samples: plain(sampleCount) }),
    ...valueOf(value),
  }
}

/** `{histogramNumBuckets, histogramValue: {"0": {bucketCount, bucketStart, bucketEnd}}}`, or an array of such buckets. */
function histogramOf(title: string, value: Json): Histogram | undefined {
  const held = value['histogramValue']
  if (typeof held !== 'object' || held === null) return undefined
  const bars = Object.values(held)
    .slice(0, MOST_BUCKETS)
    .flatMap((bucket: unknown) => {
      if (!isJson(bucket)) return []
      const count = Number(bucket['bucketCount'])
      if (!Number.isFinite(count) || count < 0) return []
      return [{ from: plain(bucket['bucketStart']), to: plain(bucket['bucketEnd']), count }]
    })
    .sort((a, b) => (valueOf(a.from).value ?? 0) - (valueOf(b.from).value ?? 0))
  if (bars.length === 0) return undefined
  const count = bars.reduce((sum, bar) => sum + bar.count, 0)
  return { kind: 'histogram', title, note: words.samples({ count }), bars }
}
