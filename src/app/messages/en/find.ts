/** The search in a report. */
import { formatNumber } from './quantities.ts'

export const words = {
  field: 'Find in this part',
  searching: 'searching',
  count: (at: number, hits: number, isCut: boolean) =>
    hits === 0 ? 'not found' : `${formatNumber(at)} of ${isCut ? 'more than ' : ''}${formatNumber(hits)}`,
  previous: 'Previous hit',
  next: 'Next hit',
  only: 'Filter',
  onlyHint: 'Show only frames that contain it',
} as const
