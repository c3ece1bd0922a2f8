/** What an exporter is: a symbolicated report in, the text of a file out. */
import type { SymbolicatedReport } from '../model/report.ts'

export interface Exporter {
  readonly id: 'text' | 'original' | 'json' | 'markdown' | 'html' | 'speedscope' | 'firefox-profile'
  readonly label: string
  /** Without a dot. `original` keeps the report's own. */
  readonly extension: string
  readonly mediaType: string
  /** All reports of one file together, since they share its text. */
  write(reports: readonly SymbolicatedReport[]): string
}
