/** Words of a report that its reader supplies, where the file has only numbers, keys or nothing. */
import type { Digits } from '../numbers.ts'

/** Titles of stacks, call trees, sections and columns that the file does not name. */
export const titles = {
  stack: 'Stack',
  debuggerStack: 'Debugger stack',
  earlierStack: ({ number }: { number: Digits }) => `Stack of an earlier message (${number})`,
  aboveTree: 'Text above the call tree',
  moreLines: ({ lines }: { lines: Digits }) => `… and ${lines} more ${lines === 1 ? 'line' : 'lines'}`,
  startMissing: 'Stack without its first frames',
  addressesInText: 'Addresses in the text',
  nativeStack: 'Native stack',
  managedStack: 'Script or managed stack',
  javaScriptStack: 'JavaScript stack',
  componentStack: 'React components',
  scriptErrorIn: ({ file }: { file: string }) => `error in ${file}, without a message`,
  javaScriptError: 'JavaScript error',
  callTree: 'Call tree',
  callTreeBy: ({ column }: { column: string }) => `Call tree by ${column}`,
  omittedFrames: 'Omitted frames',
  notableAddresses: ({ thread }: { thread: string }) => `Notable addresses of thread ${thread}`,
  place: 'Place',
  address: 'Address',
  content: 'Content',
  numberedThread: ({ number }: { number: string }) => `Thread ${number}`,
  callGraph: 'Call graph',
  stackOfCause: ({ name }: { name: string }) => `Stack of the cause ${name}`,
  stackOfThread: ({ thread }: { thread: string }) => `Stack of thread ${thread}`,
  kernelStack: 'kernel stack',
  sanitizer: 'Text of the sanitizer',
  reporterCrash: ({ label }: { label: string }) => `${label}: crash of the crash reporter`,
  kernelImage: 'kernel or kext',
  panickedThread: (p: { tid: string; cpu: string }) =>
    ['Panicked thread', ...(p.tid === '' ? [] : [`tid ${p.tid}`]), ...(p.cpu === '' ? [] : [`CPU ${p.cpu}`])].join(
      ', ',
    ),
  panickedCore: ({ cpu }: { cpu: string }) => `Backtrace of CPU ${cpu}`,
  kexts: 'Kernel extensions loaded',
  processes: 'Processes',
  processName: 'Process',
  pid: 'PID',
  threads: 'Threads',
  thread: 'Thread',
  waitEvent: 'Waits for',
  memoryTraces: {
    allocated: ({ thread }: { thread: Digits | undefined }) =>
      `Allocated by${thread === undefined ? '' : ` thread ${thread}`}`,
    freed: ({ thread }: { thread: Digits | undefined }) => `Freed by${thread === undefined ? '' : ` thread ${thread}`}`,
  },
  fact: 'Fact',
  value: 'Value',
  detector: 'Found by',
  detectors: {
    'memory-tags': 'memory tags (MTE)',
    'guard-allocator': 'probabilistic guard allocator',
    quarantine: 'quarantine of the sanitizer’s allocator',
  },
  errorType: 'Error',
  confidence: 'Confidence of the allocator',
  notDiagnosed: 'Diagnosis',
  faultAddress: 'Address of the access',
  taggedAddress: ({ address, tag }: { address: string; tag: Digits }) => `${address}, tag ${tag}`,
  allocationAddress: 'Allocation at',
  allocationSize: 'Bytes allocated',
  accessPlace: 'Access',
  beforeAllocation: ({ bytes }: { bytes: Digits }) =>
    `${bytes} ${bytes === 1 ? 'byte' : 'bytes'} before the allocation`,
  inAllocation: ({ bytes }: { bytes: Digits }) => `at byte ${bytes} of the allocation`,
  behindAllocation: 'right behind the end of the allocation',
  pastAllocation: ({ bytes }: { bytes: Digits }) =>
    `${bytes} ${bytes === 1 ? 'byte' : 'bytes'} past the end of the allocation`,
  allocationState: 'Allocation',
  freed: 'freed',
  inUse: 'in use',
  allocationStack: 'Stack that allocated it',
  freeStack: 'Stack that freed it',
  exceptionReason: 'Reason of the exception',
  elided: 'Repeated frames that the crash reporter left out',
  framesInAll: 'Frames in all',
  leftOut: 'Left out',
  leftOutRows: 'Rows',
  recursionDepth: 'Depth of the recursion',
  repeatedCall: 'Repeated call',
  zones: 'Zones',
  zoneRanges: 'Ranges of zones',
} as const

/** Words of tables that `xctrace export` writes. */
export const xctraceWords = {
  label: 'Table exported by xctrace',
  tables: {
    'time-profile': 'Time profile exported by xctrace',
    'time-sample': 'Thread samples exported by xctrace',
    'cpu-profile': 'CPU profile exported by xctrace',
    'potential-hangs': 'List of hangs exported by xctrace',
    hitches: 'List of hitches exported by xctrace',
    syscall: 'Profile of system calls exported by xctrace',
  } as Readonly<Record<string, string>>,
  otherTable: ({ schema }: { schema: string }) => `Table “${schema}” exported by xctrace`,
  units: { ms: 'ms', cycles: 'cycles', bytes: 'bytes', events: 'events' },
  noStack: '<no stack>',
  allThreads: 'All threads',
  rowsOfTable: 'Rows',
  rows: 'Rows',
  bytes: 'Bytes',
  table: 'Table',
  samples: 'Samples',
  samplesWithoutStack: 'Samples without a stack',
  hangs: 'Hangs',
  hangDuration: 'Longest hang duration',
  /** What stopped, and where: `Microhang, Main Thread (0x149)`. */
  interval: ({ isHang, type, thread }: { isHang: boolean; type: string; thread: string }) =>
    [type === '' ? (isHang ? 'Hang' : 'Hitch') : type, ...(thread === '' ? [] : [thread])].join(', '),
} as const

/** Where a sampled thread was. */
export const threadModes = { kernel: 'kernel mode', user: 'user mode' } as const

/** Fields and notes that the file has as a number or a flag. */
export const fieldTexts = {
  armSyndrome: ({ syndrome, exceptionClass }: { syndrome: string; exceptionClass: string }) =>
    `syndrome ${syndrome} (exception class ${exceptionClass})`,
  requestedByUser: 'Requested by user',
  matchesCrashFrame: 'matches the crashed frame',
  goPanic: 'Go panic',
  goFatal: 'Go fatal error',
  monoCrash: 'Native crash under Mono',
  blamed: 'blamed by App Store Connect',
  insights: 'Insights of App Store Connect',
} as const

/** How the panics and exceptions of these runtimes are called. */
export const runtimes = { rust: 'Rust panic', zig: 'Zig panic', nim: 'Nim exception', other: 'Runtime error' } as const

/** Tables of App Store Connect's metrics. */
export const metricTables = {
  regressions: 'Regressions',
  trendingUp: 'Trending up',
  insightColumns: ['Metric', 'Version', 'Device', 'Percentile', 'Value', 'Before', 'Change in %', 'Summary'],
  valueColumns: ['Metric', 'Version', 'Device', 'Percentile', 'Value', 'Unit', 'Error', 'Goal', 'Largest part'],
  cutTable: ({ title, rows }: { title: string; rows: Digits }) =>
    `${title}: the first ${rows} ${rows === 1 ? 'row' : 'rows'}`,
} as const

/** Events before the end, where the file has only a key and a time. */
export const eventTexts = {
  measureBegan: 'Measurement began',
  measureEnded: 'Measurement ended',
  took: 'Duration of the measurement',
  processRan: 'The process had run',
  appRan: 'The app had run',
  inForeground: 'The app was in the foreground',
  activeSinceLaunch: 'Active since launch',
  backgroundSinceLaunch: 'In the background since launch',
  appHung: 'The app did not respond',
  mainThreadHung: 'The main thread did not respond',
  sessionStarted: 'Session started',
  emptyLine: 'an empty line',
  recordedError: ({ domain, code }: { domain: string; code: string }) => `Recorded error ${domain} ${code}`.trim(),
} as const

const metrics = {
  crash: 'crash',
  hang: 'hang',
  'cpu-limit': 'CPU exception',
  'disk-writes': 'disk write exception',
  'app-launch': 'app launch',
  'memory-exception': 'memory exception',
  metrics: 'metrics',
  'call-stacks': 'call stacks',
} as const

/** MetricKit's kinds of diagnostics. */
export type MetricKind = keyof typeof metrics

export const metricLabels = {
  ...metrics,
  reports: {
    crash: 'MetricKit crash',
    hang: 'MetricKit hang',
    'cpu-limit': 'MetricKit CPU exception',
    'disk-writes': 'MetricKit disk write exception',
    'app-launch': 'MetricKit app launch',
    'memory-exception': 'MetricKit memory exception',
    metrics: 'MetricKit metrics',
    'call-stacks': 'MetricKit call stacks',
  } satisfies Readonly<Record<MetricKind, string>>,
} as const
