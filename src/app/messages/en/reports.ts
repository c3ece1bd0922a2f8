/** The list of open reports. */
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  title: 'Reports',
  /** `3 reports, 2 crashes`, if reports belong together; `3 reports, 2 groups` if some are of programs that ran on. */
  heading: (reports: number, groups: number, areCrashes: boolean) =>
    groups < reports
      ? `${formatCount(reports, 'report')}, ${areCrashes ? formatCount(groups, 'crash', 'crashes') : formatCount(groups, 'group')}`
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
