/** Reports of the corpus as the program tells them where no symbols are at hand. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { unresolved } from '../support/report-builder.ts'

/** Every report below a folder, in files of at most so many bytes. */
export function explainedReports(root: string, mostBytes: number): SymbolicatedReport[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(root, name)
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > mostBytes || /expected|INDEX|FORMATS/.test(name)) return []
    const outcome = parseReport(name, readFileSync(path))
    if (!outcome.ok) return []
    return outcome.value.map((report) => {
      const symbolicated = unresolved(report)
      return { ...symbolicated, ...explain(symbolicated) }
    })
  })
}
