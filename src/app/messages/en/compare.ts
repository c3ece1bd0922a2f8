/** Two reports side by side. */
import type { Check, ImageDifference } from '../../../core/compare/comparison.ts'
import { formatCount, formatNumber } from './quantities.ts'

export const words = {
  title: 'Compare',
  kind: 'Comparison',
  with: 'with',
  onlyReport: 'This is the only open report. Drop, paste or open another one to compare them.',
  orAnother: 'Or drop, paste or open another report.',
  copyMarkdown: 'Copy as Markdown',
  markdown: 'Markdown',
  theComparison: 'the comparison',
  theMarkdown: 'the comparison as Markdown',
  shareTitle: 'Share the comparison',
  share: 'Share without private data…',
  swap: 'Swap A and B',
  withAnother: 'Compare A with another',
  facts: 'Facts',
  registers: 'Registers that differ',
  otherThreads: 'Other threads',
  allAlike: 'They do the same in both.',
  othersAlike: 'All others do the same in both.',

  checks: {
    same: 'same',
    near: 'nearly the same',
    differs: 'differs',
    unknown: 'not known',
  } satisfies Record<Check['result'], string>,
  fact: 'Fact',
  notStated: 'not stated',
  sameFacts: (terms: readonly string[]) => `The same in both: ${terms.map((term) => term.toLowerCase()).join(', ')}`,
  threadsAt: 'Threads at',
  inA: 'in A',
  inB: 'in B',
  ownFunction: ', in',

  sides: { both: 'in both:', 'only-a': 'only in A:', 'only-b': 'only in B:' },
  once: 'once',
  times: (count: number) => `× ${formatNumber(count)}`,
  nameFrom: { A: 'name known from A', B: 'name known from B' },
  folds: {
    both: (count: number) => `${formatCount(count, 'system call')} in both`,
    'only-a': (count: number) => `${formatCount(count, 'system call')} only in A`,
    'only-b': (count: number) => `${formatCount(count, 'system call')} only in B`,
  },

  imageStates: {
    'same-build': 'same build',
    'other-build': 'different builds',
    unknown: 'build not stated',
    'only-a': 'only in A',
    'only-b': 'only in B',
  } satisfies Record<ImageDifference['state'], string>,
  stateCount: (count: number, state: string) => `${formatNumber(count)} ${state}`,
  systemImages: (count: number, states: readonly string[]) =>
    `${formatCount(count, 'system image')}: ${states.join(', ')}.`,
  systemOnlyOne: 'System images that only one report lists',
} as const
