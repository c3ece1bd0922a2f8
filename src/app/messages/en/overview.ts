/** Overviews of reports whose matter is not stacks. */
export const words = {
  nothing: 'The report holds nothing of this kind that could be read. See its details.',
  showStacks: 'Show its stacks',
  bucket: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  rangeHeading: 'Range',
  countHeading: 'Measurements',
  asTable: 'As a table',
  wholeTree: 'Whole call tree',
  moreRows: (rows: string) => `Show all ${rows} rows`,
} as const
