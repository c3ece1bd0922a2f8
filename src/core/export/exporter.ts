/** An exporter: a symbolicated report in, the text of a file out. */
import type { ExportFormat } from '../messages/export-formats.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'

/** Optional content. */
export interface WriteOptions {
  /** The instructions at the fault, in text: other forms for people always have them. */
  readonly fault?: boolean
  /** The terms behind the confidence of load addresses and names, in text: JSON always has them. */
  readonly evidence?: boolean
  /** The user's note on the report, in Markdown and on the web page. */
  readonly note?: string
  /** Id of a frame of the first report: the web page opens at it. */
  readonly frame?: number
  /** Gets the written share of the call trees; called by the web page, the longest form. */
  readonly onShare?: (share: number) => void
  /** Source lines, a report each in their order. They are the user's own text, so they are no part of a report. */
  readonly sources?: readonly (FrameSources | undefined)[]
}

export interface Exporter {
  /** Its label in `messages/en/export-formats.ts` stands under this id. */
  readonly id: ExportFormat
  readonly label: string
  /** Without a dot. `original` keeps the report's own. */
  readonly extension: string
  readonly mediaType: string
  /** All reports of one file together, since they share its text. */
  write(reports: readonly SymbolicatedReport[], options?: WriteOptions): string
}
