/** Texts of the element around the report: states, and failures with the next step. */
import { formatNumber, plural } from '../../../core/messages/numbers.ts'
import type { Digits } from '../../../core/messages/numbers.ts'

/** States, and what is on buttons. */
export const elementWords = {
  loading: 'Loading the report…',
  reading: 'Reading the report…',
  shown: ({ title }: { title: string }) => `Report: ${title}`,
  failed: 'This report cannot be shown',
  again: 'Try again',
  foldLoading: 'Reading this part…',
  moreReports: ({ reports, most }: { reports: number; most: number }) =>
    `${plural(reports, 'report lies', 'reports lie')} at this address; the first ${plural(most, 'is', 'are')} shown. Download it and open it in Unslide to see all.`,
} as const

/** The first of many paths. */
const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${formatNumber(paths.length - 3)} more` : ''}`

/** Reasons why the element cannot show something, by code. */
export const elementProblems = {
  'not-address': ({ given }: { given: string }) =>
    `“${given}” is no address of a web server (http or https). Mend the attribute that names it.`,
  'report-status': ({ status }: { status: Digits }) =>
    `The server answered with status ${status}. Check the address and whether you may see the report, then try again.`,
  'report-unreachable': () =>
    'The report could not be fetched: no connection, or the policy of this page forbids the address (connect-src). Then try again.',
  'report-silent': ({ seconds }: { seconds: number }) =>
    `The server sent nothing, or hardly anything, for ${plural(seconds, 'second', 'seconds')}. Check the connection, then try again.`,
  'report-size': ({ megabytes }: { megabytes: number }) =>
    `The report is larger than ${formatNumber(megabytes)} MB. Download it and open it in Unslide itself.`,
  'report-page': () =>
    'The server answered with a web page that holds no report. You may have to sign in first: do so, then try again.',
  'wasm-forbidden': () =>
    "Symbols cannot be read: the policy of this page forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src, also in what the server sends with element-worker.js.",
  'reader-ended': () =>
    'The worker that reads reports ended unexpectedly. Try again; if it stays, the report is too large for this device.',
  'symbols-of-file': ({ paths }: { paths: readonly string[] }) =>
    `Symbols came in the file of the report (${listed(paths)}). Where this page gives none, names are from them, and marked: whoever made that file chose them.`,
  'no-report-inside': () =>
    'There is no report in this file. Check the address, or open the file in Unslide to see its kind.',
} as const
