/** Tables. */
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  filter: (title: string) => `Filter: ${title}`,
  filterHint: 'Filter',
  sortBy: 'Sort by',
  rows: (shown: number, all: number) =>
    shown === all ? formatCount(all, 'row') : `${formatNumber(shown)} of ${formatCount(all, 'row')}`,
  copyRows: (chosen: number) => (chosen === 0 ? 'Copy table' : `Copy ${formatCount(chosen, 'row')}`),
  copyColumn: (heading: string) => `Copy ${heading}`,
  copiedRows: (count: number) => formatCount(count, 'row'),
  nothing: (query: string) => `No row contains “${query}”.`,
  open: (name: string) => `Details of ${name}`,
  keys: 'Arrow keys move, Enter opens a row, Space chooses it, Ctrl+C copies.',
  wholeText: (characters: number) => `Show all ${formatCount(characters, 'character')}`,
  cutText: (characters: number) => `${formatCount(characters, 'more character')}: see the file itself.`,
} as const
