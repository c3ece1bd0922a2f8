/** The list of open reports: which belong together, and in what order. */
import { expect, test } from 'vitest'
import type { OpenReport } from '../../../src/app/state/open-reports.ts'
import { groupReports } from '../../../src/app/views/reports/groups.ts'
import type { ReportHandle } from '../../../src/core/engine-types.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport, type FrameParts } from '../../support/report-builder.ts'

let next = 0
function open(symbolicated: SymbolicatedReport): OpenReport {
  const id = String(++next)
  const file = { path: `${id}.ips`, blob: new Blob() }
  return { id, file, position: 0, symbolicated, named: true, handle: next as unknown as ReportHandle }
}
const crash = (version: string | undefined, ...frames: FrameParts[]): SymbolicatedReport =>
  buildReport(frames, {
    exception: { type: 'EXC_CRASH' },
    header: { process: 'Shop', fields: [], ...(version !== undefined && { version }) },
  })

test('one crash is one group under the id of the report opened first; the one with most names stands for it', () => {
  const poor = open(crash('1.0', app('load()'), app()))
  const rich = open(crash('2.0', app('load()'), app('main')))
  const [group, ...others] = groupReports([poor, rich])
  expect(others).toEqual([])
  expect(group?.id).toBe(poor.id)
  expect(group?.reports.map(({ id }) => id)).toEqual([rich.id, poor.id])
})

test('what cannot be placed stands alone, however alike it looks', () => {
  const nameless = () => open(crash(undefined, app()))
  const groups = groupReports([nameless(), nameless()])
  expect(groups.map(({ reports }) => reports.length)).toEqual([1, 1])
  expect(new Set(groups.map(({ signature }) => signature)).size).toBe(2)
})

test('larger groups come first; of one size, what was opened first', () => {
  const single = open(crash('1.0', app('a()')))
  const later = open(crash('1.0', app('c()')))
  const pair = [open(crash('1.0', app('b()'))), open(crash('1.0', app('b()')))]
  expect(groupReports([single, ...pair, later]).map(({ id }) => id)).toEqual([pair[0]?.id, single.id, later.id])
})

test('versions are counted, the most frequent first; a report without one counts for none', () => {
  const versions = ['2.0', '1.0', '2.0', undefined]
  const [group] = groupReports(versions.map((version) => open(crash(version, app('load()')))))
  expect(group?.versions).toEqual([
    { value: '2.0', count: 2 },
    { value: '1.0', count: 1 },
  ])
  expect(group?.devices).toEqual([])
})

test('no reports, no groups', () => {
  expect(groupReports([])).toEqual([])
})
