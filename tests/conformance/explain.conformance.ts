/** Number of real reports that get an explanation, by its kind; without symbols, as a first drop shows them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explain } from '../../src/core/explain/registry.ts'
import type { Report } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { unresolved } from '../support/report-builder.ts'
import { corpus } from './corpus.ts'

/** Such a report says how a process ended; others are profiles or bare stacks, which need no explanation. */
const tellsAnEnd = (report: Report): boolean =>
  report.exception !== undefined || report.termination !== undefined || report.applicationInfo.length > 0

test.runIf(corpus)('reports of crashes are explained', () => {
  const root = join(corpus ?? '', 'reports')
  const table: Record<string, string | number>[] = []
  const ids = new Map<string, number>()
  const silent: string[] = []
  let ends = 0
  let explained = 0
  for (const folder of readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())) {
    const row = { folder, reports: 0, 'tell an end': 0, explained: 0, culprit: 0 }
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = join(root, folder, name)
      if (!statSync(path).isFile() || statSync(path).size > 20_000_000) continue
      const outcome = parseReport(`${folder}/${name}`, readFileSync(path))
      if (!outcome.ok) continue
      for (const report of outcome.value) {
        const { explanations, culprit } = explain(unresolved(report))
        row.reports++
        if (culprit !== undefined) row.culprit++
        if (explanations.length > 0) row.explained++
        for (const { id } of explanations) ids.set(id, (ids.get(id) ?? 0) + 1)
        if (process.env['SHOW']) {
          console.log(
            `${folder}/${name}: ${explanations.map(({ title, evidence }) => `${title} | ${evidence}`).join('\n    ') || '-'}`,
          )
        }
        if (!tellsAnEnd(report)) continue
        row['tell an end']++
        ends++
        if (explanations.length > 0) explained++
        else silent.push(`${folder}/${name}`)
      }
    }
    if (row.reports > 0) table.push(row)
  }
  console.table(table)
  console.log(
    [...ids]
      .sort((a, b) => b[1] - a[1])
      .map(([id, count]) => `${id} ${count}`)
      .join(', '),
  )
  console.log(`explained ${explained} of ${ends} reports that tell an end; not: ${silent.join(', ')}`)
  expect(explained / ends).toBeGreaterThanOrEqual(0.9)
})
