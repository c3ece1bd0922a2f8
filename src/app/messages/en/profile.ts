/** Profiles: tracks, flame graphs, trees, one function with its callers and callees. */
import { formatPercent } from '../../../core/messages/numbers.ts'
import { formatSeconds } from '../../../core/messages/quantities.ts'
import type { Category } from '../../../core/reading/categories.ts'
import type { TrackTimes } from '../../../core/reading/sample-times.ts'
import type { ThreadState } from '../../../core/reading/states.ts'
import { formatCount, formatNumber } from './quantities.ts'

const share = (part: number, whole: number): string => formatPercent(whole > 0 ? part / whole : 0, 1)

const amount = (count: number, weight: string): string =>
  `${formatNumber(count)} ${count === 1 ? weight.replace(/^(sample|byte|leak|block)s$/, '$1') : weight}`

const isTime = (weight: string): boolean => !/byte|block|leak|alloc/i.test(weight)

/** Marks before names in boxes, which have no room for words. */
const marks = { doubtful: '? ', likely: '~ ' } as const

const stateWords: Readonly<Record<ThreadState, string>> = {
  running: 'Running',
  runnable: 'Ready to run',
  suspended: 'Suspended',
  blocked: 'Blocked',
}

const time = (at: number, unit: TrackTimes['unit']): string =>
  unit === 'samples' ? `sample ${formatNumber(Math.round(at))}` : formatSeconds(at, 3)

const categoryWords: Readonly<Record<Category, string>> = {
  own: 'your code',
  library: 'libraries',
  system: 'system',
  waiting: 'waiting',
  unknown: 'unknown',
}

export const words = {
  reading: 'Reading the profile…',
  shapes: 'Shape',
  shape: {
    report: 'Flame graph',
    heavy: 'Left-heavy',
    sandwich: 'Sandwich',
    tree: 'Tree',
    up: 'Inverted',
  },
  shapeHint: {
    report: 'Calls in the order of the report ( 1 )',
    heavy: 'The heaviest calls leftmost ( 2 )',
    sandwich: 'Functions, each with its callers and callees ( 3 )',
    tree: 'From the roots down ( 4 )',
    up: 'From the innermost calls up ( 5 )',
  },
  tracks: 'Processes and threads',
  allThreads: 'All threads',
  allOf: (process: string) => `${process}, all threads`,
  threads: (count: number) => formatCount(count, 'thread'),
  /** Nothing for bytes and blocks, which do not work. */
  busy: (busy: number, unknown: number, total: number, weight: string) => {
    if (!isTime(weight)) return ''
    if (total === 0) return 'no samples'
    if (unknown >= total) return 'activity unknown'
    return `${share(busy, total)} busy${unknown > 0 ? `, ${share(unknown, total)} unknown` : ''}`
  },
  busyHint: (busy: number, unknown: number, total: number, weight: string) => {
    if (!isTime(weight)) return amount(total, weight)
    const told = `In ${formatNumber(busy)} of ${amount(total, weight)} the thread was not waiting`
    return unknown > 0 ? `${told}; in ${formatNumber(unknown)} the state is unknown` : told
  },
  states: (counts: readonly { readonly state: ThreadState; readonly count: number }[]) =>
    counts.map(({ state, count }) => `${stateWords[state]} in ${formatCount(count, 'sample')}`).join(', '),
  search: 'Search functions',
  searchHint: 'Functions and images ( / )',
  found: (functions: number, weight: number, total: number) =>
    functions === 0 ? 'None' : `${formatNumber(functions)} · ${share(weight, total)}`,
  foundHint: 'Functions found, and the share of the stacks that pass through them',
  next: 'Next found function',
  previous: 'Previous found function',
  summary: (total: number, weight: string) => `${amount(total, weight)}.`,
  summaryOpen: (total: number, weight: string) => `${amount(total, weight)}. The heaviest path is open.`,
  hint: 'Click a box for its frame, double-click to zoom.',
  hintKeys: 'Keys: + − 0, arrows, w a s d, Enter, Esc; f focus, m merge.',
  label: (total: number, weight: string) => `Flame graph of ${amount(total, weight)}. The tree shows the same as text.`,
  box: (name: string, level: string | undefined, total: number, self: number, whole: number, weight: string) =>
    `${name}${level === undefined ? '' : ` (${level})`} · ${amount(total, weight)}, ${share(total, whole)}; itself ${formatNumber(self)}`,
  marked: (name: string, level: keyof typeof marks | undefined) =>
    level === undefined ? name : `${marks[level]}${name}`,
  marks: '? before a name: doubtful. ~: likely.',
  zoomOut: 'Whole graph',
  total: 'Total',
  self: 'Self',
  function: 'Function',
  share,
  number: formatNumber,
  fold: 'Fold',
  unfold: 'Unfold',
  calls: 'Calls',
  functions: 'Functions',
  callers: 'Callers',
  callees: 'Callees',
  chooseFunction: 'Choose a function to see its callers and callees.',
  noCalls: 'Nothing was seen here.',
  amount,
  time,
  /** What was chosen of the time, in the precision that a screen can show. */
  range: (from: number, to: number, unit: TrackTimes['unit']) =>
    unit === 'samples'
      ? `samples ${formatNumber(Math.ceil(from))}–${formatNumber(Math.max(Math.ceil(from), Math.ceil(to) - 1))}`
      : `${formatNumber(from, 3)}–${formatSeconds(to, 3)}`,
  axisLabel: (range: string | undefined) =>
    `Activity over time${range === undefined ? '' : `, ${range} chosen`}. Arrows move a range, Shift and arrows change its end.`,
  axisHint: 'Drag to choose a range of time; click to choose all. Keys: arrows, Shift and arrows, Enter to zoom, Esc.',
  untimed: (tracks: number) =>
    `${formatCount(tracks, 'thread')} without times ${tracks === 1 ? 'is' : 'are'} not in this range.`,
  noneInRange: 'No sample is left. Undo the last step, or choose a longer range.',
  steps: 'Steps',
  everything: 'Whole profile',
  step: {
    focus: (name: string) => `Focus: ${name}`,
    merge: (name: string) => `Without: ${name}`,
    collapse: (name: string) => `Recursion folded: ${name}`,
  },
  zoomIn: 'Zoom in',
  zoomInHint: 'Let the range fill the time axis',
  undo: 'Undo',
  undoHint: 'Take back the last step ( Backspace )',
  category: categoryWords,
  legend: 'Colours',
  legendHint: 'Where the samples ended, in what is shown',
  chosen: 'Chosen function',
  heaviest: 'Heaviest function',
  act: { focus: 'Focus', merge: 'Merge', collapse: 'Fold recursion' },
  actHint: {
    focus: 'Show only this function and what it called ( f )',
    merge: 'Leave it out; its weight goes to its callers ( m )',
    collapse: 'Calls of itself become one call ( r )',
  },
  tall: 'Full height',
  tallHint: 'Hide the headline, so that the profile has the window ( z )',
  allTracks: (count: number) => `Show more of ${formatNumber(count)}`,
  fewerTracks: 'Show fewer',
} as const
