/** The search in a report. */
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  field: 'Find in this part',
  searching: 'searching',
  /** Hits in rows are counted by row: one may hold the text many times. */
  count: (at: number, hits: number, isCut: boolean, inRows: boolean) =>
    hits === 0
      ? 'not found'
      : `${formatNumber(at)} of ${isCut ? 'more than ' : ''}${inRows ? formatCount(hits, 'row') : formatNumber(hits)}`,
  previous: 'Previous hit',
  next: 'Next hit',
  only: 'Filter',
  onlyHint: 'Show only frames that contain it',
} as const
