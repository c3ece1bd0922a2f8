/** What an exporter is: a symbolicated report in, the text of a file out. */
import type { SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'

/** What is written only where it is asked for. */
export interface WriteOptions {
  /** The instructions at the fault, in text: other forms for people always have them. */
  readonly fault?: boolean
  /** The terms of which the confidence of load addresses and names is made, in text: JSON always has them. */
  readonly evidence?: boolean
  /** What the user has written of the report, in Markdown and on the web page. */
  readonly note?: string
  /** Id of a frame of the first report: the web page opens at it. */
  readonly frame?: number
  /** Is told by the web page, the longest form, which share of the call trees it has written. */
  readonly onShare?: (share: number) => void
  /** Source lines, a report each in their order. They are the user's own text, so they are no part of a report. */
  readonly sources?: readonly (FrameSources | undefined)[]
}

export interface Exporter {
  readonly id: 'text' | 'original' | 'json' | 'markdown' | 'html' | 'speedscope' | 'firefox-profile'
  readonly label: string
  /** Without a dot. `original` keeps the report's own. */
  readonly extension: string
  readonly mediaType: string
  /** All reports of one file together, since they share its text. */
  write(reports: readonly SymbolicatedReport[], options?: WriteOptions): string
}
