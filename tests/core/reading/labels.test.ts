/** Labels are for people: a report reads the same whatever it is called. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { kindOfOldLabel } from '../../../src/core/model/report-kind.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { overviewKind } from '../../../src/core/reading/overview/overview.ts'
import { signatureOf } from '../../../src/core/reading/signature.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { formatAppleText } from '../../../src/core/export/apple-layout.ts'
import { listFixtures, openFixture } from '../reports/fixture.ts'
import { unresolved } from '../../support/report-builder.ts'

const openFixtures = async (): Promise<readonly Report[]> => (await Promise.all(listFixtures().map(openFixture))).flat()

const told = (report: Report) => {
  const bare = unresolved(report)
  const symbolicated = { ...bare, ...explain(bare) }
  const { code, end, grade, isCrash, where } = headlineOf(symbolicated)
  return {
    code,
    end,
    grade,
    isCrash,
    where,
    endOf: endOf(symbolicated),
    overview: overviewKind(report),
    signature: signatureOf(symbolicated),
    explanations: symbolicated.explanations.map(({ id, title }) => ({ id, title })),
  }
}

test('rewording every label changes nothing that is concluded', async () => {
  const reports = await openFixtures()
  expect(reports.length).toBeGreaterThan(50)
  expect(new Set(reports.map(({ kind }) => kind)).size).toBeGreaterThan(4)
  for (const report of reports) {
    for (const label of ['Mitteilung', 'MetricKit hang', 'Memory kill (jetsam)', 'MetricKit metrics', 'Exit reason'])
      expect(told({ ...report, label }), `${report.file} as ${label}`).toEqual(told(report))
  }
})

test('the kind of a report outlives its export as text, whatever its label is', async () => {
  const reports = (await openFixtures()).filter(({ kind }) => kind !== undefined)
  expect(reports.length).toBeGreaterThan(4)
  for (const report of reports) {
    const text = formatAppleText(unresolved({ ...report, label: 'Mitteilung' }))
    const again = parseReport('again.txt', new TextEncoder().encode(text))
    expect(again.ok && again.value[0]?.kind, report.file).toBe(report.kind)
  }
})

test('exports of earlier versions tell the kind in their label', () => {
  const text =
    'Written From:        metrickit, MetricKit hang\nProcess:             Shop [1]\n\nThread 0:\n0   Shop   0x1000 0x1000 + 0\n'
  const read = parseReport('old.txt', new TextEncoder().encode(text))
  expect(read.ok && read.value[0]).toMatchObject({ writtenFrom: 'metrickit', kind: 'hang', label: 'MetricKit hang' })
  expect(kindOfOldLabel('constructor')).toBeUndefined()
  expect(kindOfOldLabel(7)).toBeUndefined()
})
