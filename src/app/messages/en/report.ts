/** One report. */
import type { TimelineEntry } from '../../../core/model/timeline.ts'
import { formatBytes, formatCount, formatNumber } from './quantities.ts'

export const words = {
  report: 'Report',
  threads: 'Threads',
  atFault: 'At the fault',
  callTree: 'Call tree',
  timeline: 'Timeline',
  registers: 'Registers',
  memory: 'Memory',
  details: 'Details',
  parts: 'Parts of the report',
  searchFrames: 'Search frames',
  searchHint: (frames: number) => `${formatCount(frames, 'frame')} ( / )`,
  system: 'System',
  systemHint: 'Show or fold system frames ( s )',
  original: 'Original',
  originalHint: 'Original text beside the frames ( o )',
  originalText: 'Original text',
  compare: 'Compare…',
  closeReport: 'Close this report',
  namesAre: (style: string) => `Names: ${style}`,

  setting: 'Where and when',
  showFrame: 'Show this frame',
  frame: (index: number) => `frame ${index}`,
  seen: (evidence: string) => `Seen: ${evidence}`,
  checks: (others: number) =>
    others === 0 ? 'What to check' : `What to check, and ${formatCount(others, 'other finding')}`,

  missingSymbols: 'Missing symbols',
  framesOf: (frames: number, image: string) => `${formatCount(frames, 'frame')} of ${image}`,
  symbolsCame: 'The symbols that were missing are here now.',
  needs: {
    'wrong-build': (frames: number) => `${frames === 1 ? 'needs' : 'need'} the dSYM of exactly this build.`,
    'wrong-arch': (frames: number) => `${frames === 1 ? 'needs' : 'need'} the dSYM of this architecture.`,
    other: (frames: number) => `${frames === 1 ? 'needs' : 'need'} its dSYM.`,
  },
  unnamedImage: 'an image without a name',
  copyRequest: 'Copy request',
  theRequest: 'the request',
  howToGet: 'How to get it',
  moreImages: (count: number) => `and ${formatCount(count, 'other image')}`,

  missingPlaces: 'Missing load addresses',
  noLoadAddress: (image: string, frames: number) =>
    `The report does not contain the load address of ${image || 'an image'}, so ${formatCount(frames, 'frame has', 'frames have')} no name.`,
  outsideImages: (addresses: number) =>
    `${formatCount(addresses, 'address lies', 'addresses lie')} in no image that the report lists.`,
  dropThenPlace: 'Drop the dSYM or binary, then enter its load address here.',
  placeToName: 'Enter the load address of an image to name them.',
  knownOf: (image: string) => `What is known of ${image}`,
  ofImage: (image: string) => `of ${image}`,
  usePlace: 'Use it',

  noStacks: 'This report has no stacks.',
  noFrameMatches: (query: string) => `No frame contains “${query}”.`,
  otherStacks: (count: number) => formatCount(count, 'other stack'),
  sameStack: (threads: readonly number[]) => `Threads ${threads.join(', ')} have the same stack`,
  identical: (count: number) => `and ${formatNumber(count)} identical`,
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

  registersOf: (thread: number) => `Registers of thread ${thread}`,
  register: 'Register',
  value: 'Value',
  pointsTo: 'Points to',

  unnamed: 'without a name',
  onlyUsed: 'Only images with frames',
  allImages: (count: number) => `All ${formatNumber(count)} images`,

  aroundCrash: 'Around the crash',
  noMarks: 'This report contains no faulting address and no registers.',
  faultingAddress: 'faulting address',
  gap: (bytes: number) => `${formatBytes(bytes)} of other memory, or none`,
  gapAbove: 'All above: other memory, or none',

  termination: 'Termination',
  applicationInformation: 'Application information',
  header: 'Header',
  problems: 'Problems while reading',
  problemAtLine: (message: string, line: number) => `${message} (line ${line})`,
} as const
