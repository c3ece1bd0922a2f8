/** What the part of the page is called. */
export const overviewTitles = {
  panic: 'Panic',
  'memory-kill': 'Memory',
  stackshot: 'Processes',
  metrics: 'Metrics',
  leaks: 'Leaks',
  limits: 'Limit',
} as const
