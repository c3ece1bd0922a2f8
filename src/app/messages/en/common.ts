/** Words that several parts of the page use. */
import { formatNumber } from './quantities.ts'

export const common = {
  /** Title of the browser tab. */
  tabTitle: (title: string) => `${title} · Unslide`,
  close: 'Close',
  copy: 'Copy',
  copyUuid: 'Copy the UUID',
  uuid: 'the UUID',
  tryAgain: 'Try again',
  inlined: 'inlined',
  unnamedFunction: 'unnamed function',
  image: 'Image',
  images: 'Images',
  address: 'Address',
  loadAddress: 'Load address',
  slide: 'Slide',
  filter: 'Filter',
  filterReports: 'Filter reports',
  noReportMatches: (query: string) => `No report matches “${query}”.`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  moreRows: (count: number) => `and ${formatNumber(count)} more rows`,
  whyWeThinkSo: 'Why we think so',
  /** Between two sentences. */
  gap: ' ',
} as const
