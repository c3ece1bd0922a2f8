/** Titles of sections that other code looks for. Apart, because the page needs no other words of readers. */
export const sectionTitles = {
  memoryError: 'Memory error',
  leaksSummary: 'Summary',
  otherText: 'Other text',
  aroundReport: 'Text around the report',
  aroundStacks: 'Text around the stacks',
} as const
