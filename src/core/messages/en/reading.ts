/** Words on a report as a whole: kinds of ends, stacks, folds, activities of threads, states of symbols. */
import { type Digits, formatNumber, plural } from '../numbers.ts'

/** Small words beside a headline. */
export const ends = {
  crash: 'Crashed',
  killed: 'Killed',
  'not-launched': 'Could not launch',
  hang: 'Hang',
  'non-fatal': 'Error, survived',
  error: 'Error',
} as const

/** Labels of rows that quote a report. */
export const quotedLabels = {
  crashedThread: 'Crashed Thread',
  region: 'Region of that address',
  exception: 'Exception',
  codes: 'Codes',
  subtype: 'Subtype',
  message: 'Message',
  name: 'Name',
  reason: 'Reason',
  termination: 'Termination',
  terminationReason: 'Termination reason',
  by: 'Terminated by',
} as const

/** How sure a claim is, where the report does not prove it. */
export const claimGrades = {
  likely: { mark: 'likely', why: 'Concluded from the report, which does not say it itself.' },
  possible: { mark: 'possible: it rests on a doubtful name', why: 'A name that this rests on is doubtful.' },
  titled: ({ title, mark }: { title: string; mark: string }) => `${title} (${mark})`,
} as const

export const stackTitles = {
  thrown: 'Exception backtrace',
  crashed: 'Crashed thread',
  stack: 'Stack',
  thread: ({ id }: { id: Digits }) => `Thread ${id}`,
  heaviestPath: ({ tree }: { tree: string }) => `Heaviest path of ${tree}`,
} as const

/** Labels of folded frames. */
/** Runtimes and frameworks of languages. */
export const runtimeNames = {
  hermes: 'Hermes',
  'react-native': 'React Native',
  flutter: 'Flutter or Dart',
  unity: 'Unity',
  dotnet: '.NET',
  kotlin: 'Kotlin',
  go: 'Go',
  rust: 'Rust',
} as const

export const folds = {
  system: ({ count }: { count: number }) => plural(count, 'system frame', 'system frames'),
  runtimes: (p: { count: number; names: readonly string[]; hasSystem: boolean }) => {
    const owners = [...p.names, ...(p.hasSystem ? ['the system'] : [])]
    const last = owners.pop() ?? ''
    return `${plural(p.count, 'frame', 'frames')} of ${owners.length > 0 ? `${owners.join(', ')} and ` : ''}${last}`
  },
  rounds: ({ calls, times }: { calls: number; times: number }) =>
    `${calls === 1 ? 'this call' : `these ${formatNumber(calls)} calls`} ${plural(times, 'more time', 'more times')}`,
  cut: (p: { left: number | undefined; levels: number | undefined; function: string }) =>
    [
      p.left === undefined
        ? 'frames left out, the report does not say how many'
        : `${plural(p.left, 'frame', 'frames')} left out by the crash reporter`,
      ...(p.levels === undefined ? [] : [`the recursion is ${plural(p.levels, 'level', 'levels')} deep`]),
      ...(p.function === '' ? [] : [`${p.function} comes again and again`]),
    ].join('; '),
  missing: ({ first, last }: { readonly first?: number; readonly last?: number }) =>
    first === undefined || last === undefined
      ? 'frames are missing here'
      : first === last
        ? `missing here: frame ${formatNumber(first)}`
        : `missing here: frames ${formatNumber(first)}–${formatNumber(last)}`,
} as const

/** Activities of a thread. */
export const activities = {
  message: 'waiting for a message',
  worker: 'idle worker',
  events: 'waiting for events',
  condition: 'waiting for a condition variable',
  lock: 'waiting for a lock',
  semaphore: 'waiting for a semaphore, or asleep',
  starting: 'starting',
  io: 'reading or writing',
  noFrames: 'no frames',
  within: ({ doing, own }: { doing: string; own: string }) => `${doing}, in ${own}`,
} as const

/** Words of profiles. */
export const profiles = {
  /** Unit of a snapshot's threads: each counts as one sample. */
  samples: 'samples',
  allThreads: 'All threads',
  otherCode: 'Other code',
  ownCode: 'Own code',
} as const

/** States of an image's symbols. */
export const symbolStates = {
  matched: 'symbols match',
  'wrong-build': 'symbols from another build',
  'wrong-arch': 'other architecture',
  'no-debug-info': 'stripped',
  missing: 'symbols missing',
  'not-needed': 'not needed',
  system: 'system',
} as const

/** Instead of `missing`: several builds of the image were given, and the report does not say which one made it. */
export const severalBuildsState = ({ count }: { count: number }): string =>
  `${plural(count, 'build', 'builds')} possible`

/** Words on the subject of a report. */
export const subjects = {
  version: ({ version }: { version: string }) => `version ${version}`,
  device: ({ name, identifier }: { name: string; identifier: string }) => `${name} (${identifier})`,
  simulator: 'in a simulator',
  translated: 'translated by Rosetta',
  afterLaunch: ({ duration }: { duration: string }) => `${duration} after launch`,
} as const

/** Kinds of damage of a report. */
export const damages = {
  'crashed-thread-missing': 'The report is not complete: the thread that crashed is missing.',
  'cut-off': 'The report is not complete: it is cut off, and the rest is missing.',
  'beginning-missing': 'The report is not complete: its beginning is missing.',
  'images-missing':
    'The report is not complete: its list of images is missing, so addresses cannot be matched to a build.',
  'images-cut':
    'The report is not complete: its list of images is cut off, so addresses in the other images cannot be matched to a build.',
  'parts-left-out': 'The report is not complete: parts of it were left out.',
  'json-repaired': 'The report is damaged: its JSON was repaired, and parts of it may be missing.',
  'rows-lost': 'Some lines with addresses could not be read.',
  'lines-unreadable': 'Some lines of the report could not be read.',
  'stacks-unread': 'No stack could be read from this text, although it has lines with addresses.',
  'frames-unread': 'Some frames of the report could not be read.',
  'frames-left-out': 'The report is not whole: its writer left out frames.',
} as const

/** Why a stack beside the threads belongs to one of them. `thread` is that thread's title. */
export const stackLinks = {
  words: ({ thread, call }: { thread: string; call: string }) =>
    `${thread} raised the exception for this stack: the exception’s words hold the stack, and ${call} passed it on.`,
  addresses: ({ thread, count }: { thread: string; count: number }) =>
    `This is a stack of ${thread}: ${plural(count, 'return address is', 'return addresses are')} there in the same order, and in no other thread.`,
  mono: 'Mono printed this stack and the native one for the thread that got the signal.',
} as const
