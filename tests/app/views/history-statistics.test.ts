/** Statistics of the history: sums that must agree, calendars, and dates that cannot be. */
import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../src/app/state/history.svelte.ts'
import type { ReportFacts } from '../../../src/app/state/report-facts.ts'
import { dimensions, matches, MOST_SERIES, statisticsOf } from '../../../src/app/views/history/statistics.ts'

let next = 0

const entry = (facts: Partial<ReportFacts>, note?: string): HistoryEntry => ({
  id: String(next++),
  openedAt: 0,
  facts: { path: 'a.ips', kind: 'Crash report', title: 'Crashed', names: 0, ...facts },
  ...(note !== undefined && { note }),
})

const on = (date: string): number => Date.parse(`${date}T23:59:59Z`)
const days = (periods: readonly number[]): readonly string[] =>
  periods.map((at) => new Date(at).toISOString().slice(0, 10))

test('days without reports are there, too; both ends are in', () => {
  const { step, periods, totals } = statisticsOf(
    [entry({ at: on('2024-02-28') }), entry({ at: on('2024-03-02') })],
    'version',
  )
  expect(step).toBe('day')
  expect(days(periods)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'])
  expect(totals).toEqual([1, 0, 0, 1])
})

test.each([
  ['2024-01-01', '2024-02-29', 'day', 60],
  // From the Monday of the first to the Monday of the last.
  ['2024-01-03', '2024-03-04', 'week', 10],
  ['2023-01-31', '2024-12-31', 'month', 24],
  ['2008-12-31', '2024-01-01', 'year', 17],
] as const)('from %s to %s the step is a %s', (first, last, step, count) => {
  const statistics = statisticsOf([entry({ at: on(last) }), entry({ at: on(first) })], 'os')
  expect([statistics.step, statistics.periods.length]).toEqual([step, count])
  expect(statistics.totals[0]).toBe(1)
  expect(statistics.totals.at(-1)).toBe(1)
})

test('each period is followed by the next, whatever the month has', () => {
  const { periods } = statisticsOf([entry({ at: on('2023-12-31') }), entry({ at: on('2025-03-01') })], 'os')
  expect(days(periods)).toEqual(
    Array.from({ length: 16 }, (_, at) => new Date(Date.UTC(2023, 11 + at, 1)).toISOString().slice(0, 10)),
  )
})

test('dates that cannot be are counted and put in no period', () => {
  const wrong = [0, Date.UTC(2001, 0, 1), 8.64e15, -1e300, 1e300, undefined]
  const { undated, periods, series } = statisticsOf(
    [...wrong.map((at) => entry({ version: '1', ...(at !== undefined && { at }) })), entry({ at: on('2024-01-01') })],
    'version',
  )
  expect(undated).toBe(wrong.length)
  expect(periods).toHaveLength(1)
  expect(series.map(({ label, count, counts }) => [label, count, counts])).toEqual([
    ['1', 6, [0]],
    ['', 1, [1]],
  ])
})

test('all sums agree, in each dimension and with many values', () => {
  const entries = Array.from({ length: 997 }, (_, at) =>
    entry({
      at: on(`2024-0${(at % 9) + 1}-1${at % 7}`),
      app: 'Shop',
      version: `${at % 11}`,
      signature: `${at % 13}`,
      os: `iOS ${at % (MOST_SERIES + 1)}`,
      ...(at % 2 === 0 && { device: 'iPhone15,2' }),
    }),
  )
  for (const dimension of dimensions) {
    const { series, totals, periods } = statisticsOf(entries, dimension)
    expect(series.reduce((sum, { count }) => sum + count, 0)).toBe(997)
    expect(totals.reduce((sum, one) => sum + one, 0)).toBe(997)
    for (const [at] of periods.entries())
      expect(series.reduce((sum, { counts }) => sum + (counts[at] ?? NaN), 0)).toBe(totals[at])
    expect(series.length).toBeLessThanOrEqual(MOST_SERIES + 1)
    expect(series.filter(({ key }) => key === undefined)).toHaveLength(
      dimension === 'os' || dimension === 'device' ? 0 : 1,
    )
  }
})

test('reports without a signature are not taken for one crash', () => {
  const alone = [entry({}), entry({})]
  expect(statisticsOf(alone, 'crash').series.map(({ count }) => count)).toEqual([1, 1])
  const alike = [entry({ signature: 's' }), entry({ signature: 's', title: 'Later words' })]
  expect(statisticsOf(alike, 'crash').series.map(({ count, label }) => [count, label])).toEqual([[2, 'Crashed']])
})

test('the filter reads what is shown, and notes', () => {
  const one = entry({ app: 'Shop', version: '4.2', where: 'total(of:)', signature: 'secret' }, 'Fixed by Ada')
  for (const wanted of ['shop 4.2', 'total', 'crashed', 'a.ips', 'by ada'])
    expect(matches(one, wanted), wanted).toBe(true)
  for (const wanted of ['secret', 'undefined']) expect(matches(one, wanted), wanted).toBe(false)
})

test('a hundred thousand records of fifty thousand crashes', () => {
  const entries = Array.from({ length: 1e5 }, (_, at) =>
    entry({ signature: `${at % 5e4}`, at: Date.UTC(2024, 0, 1, at) }),
  )
  const { series } = statisticsOf(entries, 'crash')
  expect(series[MOST_SERIES]?.count).toBe(1e5 - 2 * MOST_SERIES)
})
