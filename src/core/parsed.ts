/** Reports of one file as JSON, without symbols: what the command line's `parse` prints. */
import { explain } from './explain/registry.ts'
import { formatReport } from './export/json.ts'
import type { ReportDocument } from './documents/report.ts'
import type { Problem } from './model/problem.ts'
import type { Report, SymbolicatedReport } from './model/report.ts'

/** The reports as they were understood; the only calls are the names that the reports carry. The headline is that of `symbolicate`. */
export function formatParsed(reports: readonly Report[], problems: readonly Problem[] = []): readonly ReportDocument[] {
  return reports.map((report) => {
    const told = new Map([...problems, ...report.problems].map((problem) => [JSON.stringify(problem), problem]))
    const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
    return formatReport({ ...bare, ...explain(bare) }, [...told.values()], { isParsedOnly: true })
  })
}
