/** Metrics of App Store Connect: the beginning of a file, and each cell of their tables alone. */
import { describe, expect, test } from 'vitest'
import type { ReportSection } from '../../../../src/core/model/report.ts'
import { powerMetricsFormat as format } from '../../../../src/core/reports/metrickit/power-metrics.ts'
import type { Members } from '../../../support/made-fields.ts'
import { claims } from '../../../support/claims.ts'
import { toldJson } from '../../../support/format-told.ts'

const sections = (document: unknown): readonly ReportSection[] =>
  toldJson(format, document)['sections'] as readonly ReportSection[]
/** A table with one row: its columns and cells, and its title. */
const only = (document: unknown): unknown =>
  sections(document).map((one) =>
    one.kind === 'table' ? [one.title, one.rows.map((row) => row.map((cell, at) => [one.columns[at], cell]))] : one,
  )

test.each<[string, boolean]>([
  ['{"metricCategories":[],"metrics":[]}', true],
  ['{"a":{"metrics":1,"b":[{"metricCategories":2}]}}', true],
  ['{"metricCategories":[]}', false],
  ['{"metrics":[]}', false],
])('%s: %s', (text, isOne) => {
  expect(claims(format, text)).toBe(isOne)
})

test('the least', () => {
  expect(toldJson(format, {})).toEqual({
    ...{ format: 'power-metrics', label: 'Metrics of App Store Connect', kind: 'metrics', textKind: 'none' },
    ...{ header: { fields: [] }, applicationInfo: [], threads: [], backtraces: [], callTrees: [] },
    ...{ sections: [], images: [], frameCount: 0, problems: [] },
  })
})

test.each<[object, Members]>([
  [{ version: '1.0' }, { fields: [['version', '1.0']] }],
  [{ version: 1 }, { fields: [] }],
  [{ productData: [{ platform: 'iOS' }] }, { os: 'iOS', fields: [] }],
  [{ productData: [{ platform: 'iOS' }, {}, { platform: 'iOS' }, { platform: 'macOS' }] }, { os: 'iOS, macOS', fields: [] }],
  [{ productData: [{ platform: '' }, null, 7] }, { fields: [] }],
])('the header of %j', (document, header) => {
  expect(toldJson(format, document)['header']).toEqual(header)
}) // prettier-ignore

describe('conclusions', () => {
  const read = (...insights: readonly unknown[]): unknown => only({ insights: { regressions: insights } })
  const told = (...cells: readonly (readonly [string, string])[]) => [['Regressions', [cells]]]
  test.each<[object, readonly (readonly [string, string])[]]>([
    [{ metric: 'm' }, [['Metric', 'm']]],
    [{ latestVersion: '2.0' }, [['Version', '2.0']]],
    [{ metric: 'm', maxLatestVersionValue: 0 }, [['Metric', 'm'], ['Value', '0']]],
    [{ metric: 'm', summaryString: 's' }, [['Metric', 'm'], ['Summary', 's']]],
    [{ metric: 'm', maxLatestVersionValue: 5, populations: [{}] }, [['Metric', 'm']]],
    [{ metric: 'm', populations: [{ device: 'd' }] }, [['Metric', 'm'], ['Device', 'd']]],
    [{ metric: 'm', populations: [{ percentile: 'p' }] }, [['Metric', 'm'], ['Percentile', 'p']]],
    [{ metric: 'm', populations: [{ latestVersionValue: 1.5 }] }, [['Metric', 'm'], ['Value', '1.5']]],
    [{ metric: 'm', populations: [{ deltaPercentage: -3 }] }, [['Metric', 'm'], ['Change in %', '-3']]],
    [{ metric: 'm', summaryString: 's', populations: [{ summaryString: 't' }] }, [['Metric', 'm'], ['Summary', 't']]],
    [{ metric: 'm', summaryString: 's', populations: [{}] }, [['Metric', 'm'], ['Summary', 's']]],
    [{ metric: 'm', populations: [null, 7] }, [['Metric', 'm']]],
  ])('%j', (insight, cells) => {
    expect(read(insight)).toEqual(told(...cells))
    expect(read(null, insight, 7)).toEqual(told(...cells))
  })
  test('of several groups and insights are rows in their order, in tables of their own', () => {
    const insight = (metric: string) => ({ metric, populations: [{ device: 'a' }, { device: 'b' }] })
    const rows = (...names: readonly string[]) =>
      names.flatMap((name) => ['a', 'b'].map((device) => [['Metric', name], ['Device', device]]))
    expect(only({ insights: { trendingUp: [insight('z')], regressions: [insight('x'), insight('y')] } })).toEqual([
      ['Regressions', rows('x', 'y')],
      [expect.not.stringMatching('Regressions'), rows('z')],
    ])
    expect(only({ insights: { regressions: [], trendingUp: [] } })).toEqual([])
  })
}) // prettier-ignore

describe('values', () => {
  const read = (metric: object, more: object = {}, platform?: string): unknown =>
    only({ productData: [{ platform, metricCategories: [{ identifier: 'C', metrics: [{ identifier: 'm', ...metric }], ...more }] }] })
  const set = (points: readonly unknown[], filterCriteria?: object) => ({ datasets: [{ filterCriteria, points }] })
  test.each<[object, readonly (readonly [string, string])[]]>([
    [set([{}]), []],
    [set([{ version: '2.0' }]), [['Version', '2.0']]],
    [set([{ value: 0 }]), [['Value', '0']]],
    [set([{ goal: 'fair' }]), [['Goal', 'fair']]],
    [set([{}], { device: 'd' }), [['Device', 'd']]],
    [set([{}], { device: 'd', deviceMarketingName: 'D' }), [['Device', 'D']]],
    [set([{}], { device: 'd', deviceMarketingName: '' }), [['Device', 'd']]],
    [set([{}], { percentile: 'p' }), [['Percentile', 'p']]],
    [{ unit: { identifier: 'ms' }, ...set([{}]) }, [['Unit', 'ms']]],
    [{ unit: { identifier: 'ms', displayName: 'milliseconds' }, ...set([{}]) }, [['Unit', 'milliseconds']]],
    [set([null, {}, 7]), []],
  ])('%j', (metric, cells) => {
    expect(read(metric)).toEqual([['C', [[['Metric', 'm'], ...cells]]]])
  })
  test.each<[object, string]>([
    [{ subSystemLabel: 'Audio', value: 5 }, 'Audio 5'],
    [{ subSystemLabel: 'Audio' }, 'Audio'],
    [{ value: 5 }, '5'],
  ])('the breakdown %j, and the margin of an error', (percentageBreakdown, text) => {
    const cellsOf = (point: object): unknown =>
      sections({ productData: [{ metricCategories: [{ metrics: [set([point])] }] }] }).map((one) => one.kind === 'table' && one.rows)
    expect(cellsOf({ percentageBreakdown })).toEqual([[[text]]])
    expect(cellsOf({ errorMargin: 0.5, percentageBreakdown })).toEqual([[['0.5', text]]])
  })
  test('titles, and categories without values', () => {
    const one = [[['Metric', 'm']]]
    expect(read(set([{}]), {}, 'iOS')).toEqual([['C · iOS', one]])
    expect(read(set([{}]), { identifier: undefined }, 'iOS')).toEqual([['iOS', one]])
    expect(read(set([{}]), { identifier: undefined })).toEqual([['', one]])
    expect(read(set([]))).toEqual([])
  })
  test.each<[readonly number[], boolean]>([
    [[9_999], false],
    [[9_999, 1], false],
    [[10_000], false],
    [[10_001], true],
    [[9_999, 1, 5], true],
    [[10_000, 5], true],
    [[9_999, 5, 5], true],
  ])('sets of %j rows: cut: %s', (sizes, isCut) => {
    const datasets = sizes.map((size) => ({ points: Array.from({ length: size }, () => ({ version: '1' })) }))
    const [table] = sections({ productData: [{ metricCategories: [{ identifier: 'C', metrics: [{ datasets }] }] }] })
    const kept = Math.min(10_000, sizes.reduce((sum, size) => sum + size, 0))
    expect(table?.kind === 'table' && [table.title, table.rows.length]).toEqual([isCut ? 'C: the first 10000 rows' : 'C', kept])
  })
}) // prettier-ignore
