/** One report. */
import type { Digits } from '../../../core/messages/numbers.ts'
import { formatBytes, formatCount, formatNumber } from './quantities.ts'

export const words = {
  threads: 'Threads',
  atFault: 'Crash point',
  atFaultHint: 'Instructions and registers where the program stopped (f)',
  callTree: 'Call tree',
  waits: 'Waits',
  timeline: 'Timeline',
  registers: 'Registers',
  memory: 'Memory',
  details: 'Details',
  note: 'Note',
  parts: 'Parts of the report',
  find: 'Find',
  findHint: 'Find in this part of the report ( / )',
  system: 'System frames',
  systemHint: 'Show or fold system frames ( s )',
  original: 'Original text',
  originalHint: 'Original text beside the frames ( o )',
  originalText: 'Original text',
  compare: 'Compare…',
  closeReport: 'Close this report',
  moreActs: 'More commands',
  namesAre: (style: string) => `Names: ${style}`,

  beginning: (bytes: number, of: number) =>
    `These are the threads in the first ${formatBytes(bytes)} of ${formatBytes(of)}. The rest is being read; counts and order are not final.`,

  setting: 'Where and when',
  /** How titles end that name their place. */
  inPlace: (name: string) => ` in ${name}`,
  showFrame: 'Show this frame',
  frame: (index: Digits) => `frame ${index}`,
  seen: (evidence: string) => `Seen: ${evidence}`,
  possibleCauses: 'Possible causes',
  checks: (others: number) =>
    others === 0 ? 'What to check' : `What to check, and ${formatCount(others, 'other finding')}`,

  knownOf: (image: string) => `What is known of ${image}`,
  ofImage: (image: string) => `of ${image}`,
  usePlace: 'Use it',

  noStacks: 'This report has no stacks.',
  noFrameMatches: (query: string) => `No frame contains “${query}”.`,
  otherStacks: (count: number) => formatCount(count, 'other stack'),
  frameless: (count: number) => `${formatCount(count, 'thread')} without frames`,
  ofProcesses: (processes: readonly (readonly [name: string, count: number])[], more: number) =>
    `${processes.map(([name, count]) => (count === 1 ? name : `${name} ${formatNumber(count)}×`)).join(', ')}${more > 0 ? ` and ${formatCount(more, 'other process', 'other processes')}` : ''}`,
  sameStack: (threads: readonly string[]) => `Threads ${threads.join(', ')} have the same stack`,
  identical: (count: number) => (count === 1 ? 'and 1 other thread' : `and ${formatNumber(count)} other threads`),
  imagesAndMore: (names: readonly string[], more: number) => `${names.join(', ')} and ${formatNumber(more)} more`,

  chooseCall: 'Choose a call to see its frame, address and image here.',

  share: 'Share',
  theReport: 'the report',
  problems: 'Problems while reading',
  allProblems: (count: number) => `Show ${formatCount(count, 'problem')} while reading`,
  problemAtLine: (message: string, line: Digits) => `${message} (line ${line})`,
} as const
