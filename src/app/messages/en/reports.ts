/** The list of open reports. */
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  title: 'Reports',
  /** `3 reports, 2 crashes`; the crashes only where reports belong together. */
  heading: (reports: number, groups: number) =>
    groups < reports
      ? `${formatCount(reports, 'report')}, ${formatCount(groups, 'crash', 'crashes')}`
      : formatCount(reports, 'report'),
  compare: 'Compare',
  compareHint: 'Select two reports to compare them',
  /** Label of the button unless two reports are selected. */
  compareNeeds: (selected: number) => (selected === 1 ? 'Select one more to compare' : 'Select only two'),
  closeAll: 'Close all',
  closeReport: (path: string) => `Close ${path}`,
  select: (path: string) => `Select ${path} to compare`,
  alike: (count: number) => `${formatNumber(count)} alike`,
  counted: (value: string, count: number) => `${value}: ${formatNumber(count)}`,
  firstAndMore: (value: string, more: number) => `${value} and ${formatNumber(more)} more`,
} as const
