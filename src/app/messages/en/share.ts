/** Copies, downloads and links. */
import type { Exporter } from '../../../core/export/exporter.ts'
import { formatNumber } from './quantities.ts'

export const words = {
  formats: {
    text: 'text',
    original: 'its own format',
    markdown: 'Markdown',
    json: 'JSON',
    html: 'HTML',
    speedscope: 'speedscope file',
    'firefox-profile': 'Firefox Profiler file',
  } satisfies Record<Exporter['id'], string>,
  formatLabels: {
    text: 'Text',
    original: 'Own format',
    markdown: 'Markdown',
    json: 'JSON',
    html: 'HTML page',
    speedscope: 'speedscope',
    'firefox-profile': 'Firefox Profiler',
  } satisfies Record<Exporter['id'], string>,
  copyAs: (format: string) => `Copy as ${format}`,
  copyWithNote: (format: string) => `Copy as ${format}, with the note`,
  downloadWithNote: (format: string) => `Download ${format}, with the note`,
  copyWithVariables: (format: string) => `Copy as ${format}, with variables`,
  downloadWithVariables: (format: string) => `Download ${format}, with variables`,
  theReportAs: (format: string) => `the report as ${format}`,
  copyOwn: 'Copy in its own format',
  download: 'Download',
  downloadAs: (format: string) => `Download ${format}`,
  downloadOwn: 'Download in its own format',
  copyLink: 'Copy a link that contains the report',
  theLink: 'a link. It contains the report after the #; browsers do not send that part',
  tooLarge: 'This report is too large for a link. Download it and send the file.',

  replacePrivateData: 'Replace private data',
  withNote: 'With the note',
  withVariables: 'With variables',
  writing: 'Writing…',
  copiedAs: (what: string, format: string) => `${what}: ${format}`,
  large: 'This report is large. It is written when you copy or download it.',
  showPreview: 'Show preview',
  looking: 'Looking for private data…',
  format: 'Format',
  copiedWithoutPrivateData: (what: string) => `${what} without private data`,
  replaced:
    'Each ticked text is replaced everywhere, by a pseudonym of its own. Untick what may be shown. Image UUIDs, addresses and offsets stay.',
  times: (kind: string, count: number) => `${kind}, ${formatNumber(count)}×`,
  nothingFound: (what: string) =>
    `No private data was found in ${what}. Check the text below before you share it.`,
  withSource: 'With source lines (private data in them stays)',
  preview: 'Preview',
  noPreview: 'The preview could not be made.',
  fileName: 'report',
} as const
