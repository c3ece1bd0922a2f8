/**
 * Metrics of App Store Connect (`perfPowerMetrics`): an app's values by version, device and percentile, and what Apple concludes from
 * them. Source: Apple's documentation of `xcodeMetrics`. These files have no stacks.
 */
import { metricTables as words } from '../../messages/labels.ts'
import { append } from '../../model/lists.ts'
import { success } from '../../model/problem.ts'
import type { Report, ReportSection } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { readJsonReports } from '../base/json-report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { asArray, asNumber, asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { keysIn } from '../json/json-keys.ts'

export const powerMetricsFormat: ReportFormat = {
  id: 'power-metrics',
  label: 'Metrics of App Store Connect',
  sniff: ({ text }: Sample) => {
    const keys = keysIn(text)
    return keys.has('metricCategories') && keys.has('metrics')
  },
  parse: (input) =>
    readJsonReports(input, powerMetricsFormat.label, ({ value }) => success([buildReport(input, asObject(value))])),
}

/** Rows of one table; an app has some hundred values of each category. */
const MOST_ROWS = 10_000

type Row = readonly string[]

function buildReport({ path, text }: ReportInput, body: JsonObject): Report {
  const builder = new ReportBuilder(path)
  const insights = asObject(body['insights'])
  const products = objectsIn(body['productData'])
  const sections = [
    ...insightTable(words.regressions, insights['regressions']),
    ...insightTable(words.trendingUp, insights['trendingUp']),
    ...products.flatMap((product) =>
      objectsIn(product['metricCategories']).flatMap((category) =>
        categoryTable(category, asString(product['platform'])),
      ),
    ),
  ]
  const platforms = [...new Set(products.flatMap((product) => asString(product['platform']) ?? []))].join(', ')
  const version = asString(body['version'])
  return {
    format: powerMetricsFormat.id,
    label: powerMetricsFormat.label,
    kind: 'metrics',
    file: path,
    text,
    textKind: 'none',
    header: omitUndefined({
      os: platforms || undefined,
      fields: version === undefined ? [] : [['version', version] as const],
    }),
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [],
    sections,
    ...builder.finish(),
  } satisfies Report
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] => asArray(value).filter(isJsonObject)

/** A text or number as the file has it. */
const plain = (value: JsonValue | undefined): string => asString(value) ?? asNumber(value)?.toString() ?? ''

/** The conclusions of one kind: a row for each metric and group of devices. */
function insightTable(title: string, value: JsonValue | undefined): readonly ReportSection[] {
  const rows: Row[] = objectsIn(value).flatMap((insight) => {
    const about = [plain(insight['metric']), plain(insight['latestVersion'])]
    const told = plain(insight['summaryString'])
    const groups = objectsIn(insight['populations'])
    if (groups.length === 0) return [[...about, '', '', plain(insight['maxLatestVersionValue']), '', '', told]]
    return groups.map((group) => [
      ...about,
      plain(group['device']),
      plain(group['percentile']),
      plain(group['latestVersionValue']),
      plain(group['referenceAverageValue']),
      plain(group['deltaPercentage']),
      plain(group['summaryString']) || told,
    ])
  })
  return tableOf(title, words.insightColumns, rows)
}

/** The values of a category: a row for each metric, group of devices and version. */
function categoryTable(category: JsonObject, platform: string | undefined): readonly ReportSection[] {
  const rows: Row[] = []
  for (const metric of objectsIn(category['metrics'])) {
    const unit = asObject(metric['unit'])
    const name = plain(metric['identifier'])
    for (const set of objectsIn(metric['datasets'])) {
      const about = asObject(set['filterCriteria'])
      const device = plain(about['deviceMarketingName']) || plain(about['device'])
      append(
        rows,
        objectsIn(set['points']).map((point) => [
          name,
          plain(point['version']),
          device,
          plain(about['percentile']),
          plain(point['value']),
          plain(unit['displayName']) || plain(unit['identifier']),
          plain(point['errorMargin']),
          plain(point['goal']),
          breakdown(asObject(point['percentageBreakdown'])),
        ]),
      )
      if (rows.length > MOST_ROWS) break
    }
  }
  const title = [plain(category['identifier']), platform].filter(Boolean).join(' · ')
  return tableOf(title, words.valueColumns, rows)
}

const breakdown = (part: JsonObject): string =>
  [plain(part['subSystemLabel']), plain(part['value'])].filter((text) => text !== '').join(' ')

/** The table without columns that are empty; nothing without rows. Rows beyond the limit are counted in the title. */
function tableOf(title: string, columns: readonly string[], rows: readonly Row[]): readonly ReportSection[] {
  if (rows.length === 0) return []
  const kept = rows.slice(0, MOST_ROWS)
  const used = columns.map((_, at) => kept.some((row) => (row[at] ?? '') !== ''))
  const cut = <T>(row: readonly T[]): T[] => row.filter((_, at) => used[at])
  return [
    {
      kind: 'table',
      title: rows.length > MOST_ROWS ? words.cutTable({ title, rows: MOST_ROWS }) : title,
      columns: cut(columns),
      rows: kept.map(cut),
    },
  ]
}
