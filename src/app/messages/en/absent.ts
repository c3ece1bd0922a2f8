/** An address whose report is not here. */
import type { Rich } from '../rich.ts'
import { formatCount } from './quantities.ts'

export const words = {
  title: 'The report of this link is not open here',
  why: 'A link to a place in a report holds no report. It works in the browser that has the report open, until the report is closed there.',
  next: 'Open the same file here, and the link leads to its place. To make a link that carries the report, choose Share, then “Copy a link that contains the report”.',
  open: 'Open the report',
  file: 'File of the report',
  others: (count: number): Rich => [{ link: `See ${formatCount(count, 'open report')}`, href: '#/' }],
} as const
