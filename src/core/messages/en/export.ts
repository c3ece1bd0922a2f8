/** Headings and labels of exported reports and comparisons. */
import { formatNumber, formatPercent, plural } from '../numbers.ts'

/** Parts of an exported report. */
export const exported = {
  noWriter: ({ format }: { format: string }) => `There is no writer for ${format}.`,
  untitled: 'Report',
  footer: 'Made by Unslide, on one machine, without a network. Drop this page into Unslide to continue.',
  seen: 'Seen:',
  possibleCauses: 'Possible causes',
  quoted: 'What the report says',
  appWords: 'Messages',
  inferred: 'inferred',
  otherStacks: 'Other stacks',
  timeline: 'Timeline',
  timelineCut: ({ events }: { events: number }) => `, without the first ${plural(events, 'event', 'events')}`,
  originalText: 'Original text',
  note: 'Note',
  foundBy: 'Frames found by:',
  /** In place of the number of a frame that the report leaves out. */
  leftOutMark: '+',
  /** Other threads with the very same stack, by their numbers. */
  twins: ({ threads, more }: { threads: readonly string[]; more: number }) =>
    threads.length === 0
      ? `, printed ${plural(more + 1, 'time', 'times')}`
      : `, the same stack in ${threads.length + more === 1 ? 'thread' : 'threads'} ${threads.join(', ')}${more === 0 ? '' : ` and ${formatNumber(more)} more`}`,
  heaviestPath: ({ weight }: { weight: string }) => `Heaviest path, in ${weight}`,
  restOfTree: ({ rows }: { rows: number }) => `Other branches (${plural(rows, 'row', 'rows')})`,
  treeCut: ({ rows }: { rows: number }) =>
    `${plural(rows, 'further row is', 'further rows are')} not shown here. Open this page in Unslide to see all.`,
  inlined: 'inlined',
  /** An image that a report lists without its build. */
  there: 'yes',
  images: ({ count }: { count: number }) => `Images (${formatNumber(count)})`,
  missingSymbols: 'Symbols that are missing or from another build',
  wrongBuild: ({ image }: { image: string }) => `${image}, another build`,
  unnamedFrames: ({ image, frames }: { image: string; frames: number }) =>
    `${plural(frames, 'frame', 'frames')} of ${image} without names`,
  noUuid: 'no UUID',
  moreRows: ({ rows }: { rows: number }) => `and ${plural(rows, 'more row', 'more rows')}`,
} as const

/** The arithmetic behind load addresses and names. */
export const evidenceWords = {
  title:
    'Evidence: natural logarithms of odds; what is above 0 speaks for a name, and the terms of a name add up to its odds',
  image: ({
    image,
    uuid,
    loadAddress,
    percent,
  }: {
    image: string
    uuid: string
    loadAddress: string
    percent: string
  }) => `${image} at ${loadAddress}, with symbols of build ${uuid}: ${percent}`,
  percent: ({ percent }: { percent: number }) => formatPercent(percent / 100, 1),
  left: ({ frames }: { frames: number }) =>
    `The terms of ${plural(frames, 'further frame', 'further frames')} are in JSON.`,
} as const

/** Columns of tables. */
export const columns = {
  beforeEnd: 'Before the end',
  time: 'Time',
  event: 'Event',
  image: 'Image',
  version: 'Version',
  uuid: 'UUID',
  arch: 'Architecture',
  loadAddress: 'Load address',
  frames: 'Frames',
  symbols: 'Symbols',
  size: 'Size',
  slide: 'Slide',
  otherBuilds: 'Other builds at hand',
  path: 'Path',
  threads: 'Threads',
  register: 'Register',
} as const

/** Parts of an exported comparison. */
export const comparedRows = {
  both: ({ calls }: { calls: number }) => `${plural(calls, 'system call', 'system calls')} of both`,
  'only-a': ({ calls }: { calls: number }) => `${plural(calls, 'system call', 'system calls')} only in A`,
  'only-b': ({ calls }: { calls: number }) => `${plural(calls, 'system call', 'system calls')} only in B`,
} as const

/** Kinds of personal data in a report. */
export const privateKinds = {
  user: 'user name',
  path: 'folder',
  device: 'device name',
  email: 'e-mail address',
  phone: 'phone number',
  network: 'network address',
  place: 'place or coordinate',
  'device-key': 'device key',
  container: 'container',
  id: 'identifier of a user, session or event',
  secret: 'token or password',
  memory: 'contents of memory',
  'bundle-id': 'bundle or team identifier',
  'app-name': 'app name',
} as const
