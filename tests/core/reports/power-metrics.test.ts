/** Metrics of App Store Connect: every value of the file in its table, and files that lie. */
import { expect, test } from 'vitest'
import { textExporter } from '../../../src/core/export/text.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { overviewOf } from '../../../src/core/reading/overview/read.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

function read(value: unknown): Report {
  const outcome = parseReport('metrics.json', bytesOf(value))
  const one = outcome.ok ? outcome.value[0] : undefined
  if (!one) throw new Error('The metrics were not read.')
  return one
}

const point = (version: string, value: number) => ({ version, value })
const dataset = (...points: object[]) => ({
  filterCriteria: { device: 'all_iphones', deviceMarketingName: 'All iPhones', percentile: 'percentile.fifty' },
  points,
})
const metrics = (...datasets: unknown[]) => ({
  version: '1.0.0',
  insights: {
    regressions: [
      {
        metric: 'launchTime',
        metricCategory: 'LAUNCH',
        latestVersion: '2.0',
        summaryString: 'Launches take longer.',
        populations: [
          { device: 'all_iphones', percentile: 'percentile.ninety', latestVersionValue: 2014.3, deltaPercentage: 21.5 },
        ],
      },
    ],
  },
  productData: [
    {
      platform: 'iOS',
      metricCategories: [
        {
          identifier: 'LAUNCH',
          metrics: [{ identifier: 'launchTime', unit: { identifier: 'ms', displayName: 'milliseconds' }, datasets }],
        },
      ],
    },
  ],
})

test('each conclusion and each value is a row; columns that say nothing are left out', () => {
  const report = read(metrics(dataset(point('1.9', 800.5), { ...point('2.0', 1001), goal: 'fair' })))
  expect([report.format, report.kind, report.threads.length]).toEqual(['power-metrics', 'metrics', 0])
  expect(report.sections).toEqual([
    {
      kind: 'table',
      title: 'Regressions',
      columns: ['Metric', 'Version', 'Device', 'Percentile', 'Value', 'Change in %', 'Summary'],
      rows: [['launchTime', '2.0', 'all_iphones', 'percentile.ninety', '2014.3', '21.5', 'Launches take longer.']],
    },
    {
      kind: 'table',
      title: 'LAUNCH · iOS',
      columns: ['Metric', 'Version', 'Device', 'Percentile', 'Value', 'Unit', 'Goal'],
      rows: [
        ['launchTime', '1.9', 'All iPhones', 'percentile.fifty', '800.5', 'milliseconds', ''],
        ['launchTime', '2.0', 'All iPhones', 'percentile.fifty', '1001', 'milliseconds', 'fair'],
      ],
    },
  ])
  const symbolicated = { report, resolutions: [], images: [], explanations: [] }
  expect(overviewOf(symbolicated)?.parts.map(({ kind }) => kind)).toEqual(['table', 'table'])
  expect(String(textExporter.write([symbolicated]))).toContain('Launches take longer.')
})

test('values of other types than documented leave cells empty, and nothing throws', () => {
  for (const wrong of [null, 7, 'text', [], {}, [[]], { points: 5 }, { points: [null, 3, { version: {}, value: [] }] }])
    expect(read(metrics(wrong)).sections.length).toBeGreaterThan(0)
  expect(read({ metricCategories: [], metrics: {} }).sections).toEqual([])
})

test('a table has a limit, and says so', () => {
  const many = Array.from({ length: 10_001 }, (_, at) => point(String(at), at))
  const table = read(metrics(dataset(...many))).sections[1]
  expect(table?.title).toBe('LAUNCH · iOS: the first 10000 rows')
  expect(table?.kind === 'table' && table.rows.length).toBe(10_000)
})
