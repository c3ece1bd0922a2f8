/** Titles of overviews. */
export const overviewTitles = {
  panic: 'Panic',
  'memory-kill': 'Memory',
  stackshot: 'Processes',
  metrics: 'Metrics',
  leaks: 'Leaks',
  limits: 'Limit',
} as const
