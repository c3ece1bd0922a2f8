/** The palette: everything that can be gone to or done, by its name. */
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  hint: 'Type words or initials: cvt finds CartView.total',
  results: 'Results',
  reading: 'Looking…',
  nothing: (query: string) => `Nothing here is called “${query}”.`,
  found: (count: number) => formatCount(count, 'result'),
  more: (count: number) => `${formatNumber(count)} more`,
  inGroup: (group: string) => `, ${group}`,
  searchingLibrary: 'Searching the library…',
  notThere: 'This place is not in the report any more.',

  groups: {
    parts: 'Parts of this report',
    reports: 'Open reports',
    commands: 'Commands',
    settings: 'Settings',
    threads: 'Threads',
    frames: 'Frames',
    images: 'Images',
    registers: 'Registers',
    details: 'Details',
    library: 'Library',
    symbols: 'Names in the library',
  },

  goHistory: 'Go to the history',
  goPrivacy: 'See what stays on this computer',
  openFiles: 'Open files…',
  openSettings: 'Open the settings…',
  trySample: 'Try the sample',
  closeReport: 'Close this report',
  closeAll: 'Close all reports',
  compare: 'Compare this report with another…',
  section: 'section',
  chosen: 'chosen',
  setting: (name: string, value: string) => `${name}: ${value}`,
} as const
