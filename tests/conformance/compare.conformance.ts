/** Real reports compared with themselves and with each other: no report differs from itself, and the order does not matter. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareReports } from '../../src/core/compare/compare-reports.ts'
import { formatComparison } from '../../src/core/export/comparison.ts'
import { corpus } from './corpus.ts'
import { explainedReports } from './explained-reports.ts'

/** Of each report the next ones in the list are compared with it; most of them lie in one folder. */
const NEIGHBOURS = [1, 2, 5, 40]

test.runIf(corpus)('comparisons of real reports hold', () => {
  const reports = explainedReports(join(corpus ?? '', 'reports'), 5_000_000)
  const counts: Record<string, Record<string, number>> = { itself: {}, another: {} }
  const count = (kind: 'itself' | 'another', level: string): void => {
    const row = (counts[kind] ??= {})
    row[level] = (row[level] ?? 0) + 1
  }
  let slowest = 0
  for (const [at, report] of reports.entries()) {
    const own = compareReports(report, report)
    count('itself', own.verdict.level)
    expect(own.verdict.level, report.report.file).not.toBe('different')
    expect(own.facts.every(({ same }) => same)).toBe(true)
    expect(own.registers).toEqual([])
    expect(own.threads.every((thread) => thread.a === thread.b)).toBe(true)
    expect(own.stacks.every(({ rows }) => rows.every((row) => row.kind === 'both' && row.change === 'none'))).toBe(true)
    for (const step of NEIGHBOURS) {
      const other = reports[at + step]
      if (!other) continue
      const started = performance.now()
      const comparison = compareReports(report, other)
      slowest = Math.max(slowest, performance.now() - started)
      count('another', comparison.verdict.level)
      expect(compareReports(other, report).verdict.level).toBe(comparison.verdict.level)
      expect(formatComparison(comparison, report, other)).toContain('## ')
      if (process.env['SHOW'])
        console.log(
          `${report.report.file} | ${other.report.file}: ${comparison.verdict.title} ${comparison.verdict.checks.map(({ text }) => text).join(' ')}`,
        )
    }
  }
  console.table(counts)
  console.log(`${reports.length} reports, the slowest comparison took ${Math.round(slowest)} ms`)
  expect(reports.length).toBeGreaterThan(200)
})
