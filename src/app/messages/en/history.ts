/** Reports that were opened before. */
import { formatDate } from '../../../core/messages/numbers.ts'
import type { Dimension, Step } from '../../views/history/statistics.ts'
import { formatBytes, formatCount, formatNumber } from './quantities.ts'

/** How a period reads; its time is the calendar's own, as if it were of Greenwich. */
const periodForms: Readonly<Record<Step, Intl.DateTimeFormatOptions>> = {
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  week: { year: 'numeric', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
}

export const words = {
  title: 'History',
  summary: (originals: number) =>
    originals === 0
      ? 'Only summaries are kept, without the files.'
      : `Summaries are kept, with ${formatBytes(originals)} of files.`,
  limit: (count: number) => `The last ${formatCount(count, 'report')}, on this computer alone.`,
  off: 'The history is switched off: only reports with a note are kept. Settings can switch it on.',
  empty: 'No report was opened yet. Each one that you open leaves its headline, version, system and device here.',
  noStorage: 'The browser keeps nothing here, so there is no history.',
  loading: 'Reading the history',
  damaged: (count: number) =>
    `${formatCount(count, 'record')} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`,
  deleteDamaged: 'Delete them',
  filter: 'Filter the history',
  by: 'Count by',
  dimensions: { crash: 'Crash', version: 'Version', os: 'System', device: 'Device' } satisfies Record<
    Dimension,
    string
  >,
  untold: 'not told',
  others: (count: number) => `${formatCount(count, 'other')}`,
  chart: (by: string) => `Reports over time, by ${by.toLowerCase()}`,
  period: (start: number, step: Step) => formatDate(start, { ...periodForms[step], timeZone: 'UTC' }),
  periods: { day: 'Day', week: 'Week from', month: 'Month', year: 'Year' } satisfies Record<Step, string>,
  bar: (period: string, label: string, count: number) => `${period}, ${label}: ${formatNumber(count)}`,
  all: 'All',
  asTable: 'As a table',
  undated: (count: number) =>
    `${formatCount(count, 'report')} without a date ${count === 1 ? 'is' : 'are'} not in the chart.`,
  shown: (shown: number, all: number) =>
    shown === all ? formatCount(all, 'report') : `${formatNumber(shown)} of ${formatCount(all, 'report')}`,
  onlyThese: (label: string) => `Only: ${label}`,
  showAll: 'Show all',
  when: (at: number) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  openedOn: (at: number) => `opened ${formatDate(at, { dateStyle: 'medium' })}`,
  open: 'Open',
  openReport: (path: string) => `Open ${path}`,
  notSaved: (count: number) =>
    `${count === 1 ? 'The file of one closed report is' : `The files of ${formatNumber(count)} closed reports are`} not saved. To open a report again, drop its file.`,
  delete: 'Delete',
  deleteReport: (path: string) => `Delete ${path} from the history`,
  clear: 'Clear history…',
  deleteShown: (count: number) => `Delete ${formatCount(count, 'record')}…`,
  deleteQuestion: (count: number, notes: number) =>
    `Delete ${formatCount(count, 'record')}${notes === 0 ? '' : ` and ${formatCount(notes, 'note')}`}? This cannot be undone.`,
  deleteNow: 'Delete',
  cancelDelete: 'Keep',
} as const
