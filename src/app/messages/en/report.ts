/** One report. */
import type { Digits } from '../../../core/messages/numbers.ts'
import type { TimelineEntry } from '../../../core/model/timeline.ts'
import { formatBytes, formatCount, formatNumber } from './quantities.ts'

export const words = {
  threads: 'Threads',
  atFault: 'Crash point',
  atFaultHint: 'Instructions and registers where the program stopped (f)',
  allInstructions: (count: number) => `All ${formatCount(count, 'instruction')}`,
  allRegisters: (count: number) => `All ${formatCount(count, 'register')}`,
  fewerRows: 'Fewer',
  callTree: 'Call tree',
  waits: 'Waits',
  timeline: 'Timeline',
  registers: 'Registers',
  memory: 'Memory',
  details: 'Details',
  note: 'Note',
  notePlaceholder: 'Your notes on this crash: a ticket, a suspicion, who looks into it.',
  noteKept: 'Saved automatically on this computer. Not shared unless you choose “with note”.',
  noteNotKept: 'The browser keeps nothing here: this note is gone when the page is left.',
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
  sameStack: (threads: readonly Digits[]) => `Threads ${threads.join(', ')} have the same stack`,
  identical: (count: number) => (count === 1 ? 'and 1 other thread' : `and ${formatNumber(count)} other threads`),
  imagesAndMore: (names: readonly string[], more: number) => `${names.join(', ')} and ${formatNumber(more)} more`,

  atTheEnd: '0 s',
  lasted: (duration: string) => `for ${duration}`,
  eventKinds: {
    launch: '',
    state: 'state',
    navigation: 'screen',
    user: 'user',
    network: 'network',
    log: 'log',
    error: 'error',
    measure: '',
    other: '',
    end: '',
  } satisfies Record<TimelineEntry['kind'], string>,

  unnamed: 'without a name',
  allImages: (count: number) => `All ${formatCount(count, 'image')}, also those without frames`,

  chooseCall: 'Choose a call to see its frame, address and image here.',

  termination: 'Termination',
  applicationInformation: 'Application information',
  share: 'Share',
  theReport: 'the report',
  header: 'Header',
  fieldGroups: {
    app: 'App',
    end: 'How it ended',
    process: 'Process',
    system: 'Device and system',
    report: 'Report',
    more: 'More',
  },
  problems: 'Problems while reading',
  allProblems: (count: number) => `Show ${formatCount(count, 'problem')} while reading`,
  problemAtLine: (message: string, line: Digits) => `${message} (line ${line})`,
} as const
