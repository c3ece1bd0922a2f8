/** Ends, refusals and limits by the system, and the system's own failures. */
import { plural } from '../../numbers.ts'
import { linkerCodes, namespaceWords } from './namespaces.ts'
import { fixed, inFunction, type ExplanationText, type LimitFacts, type Where } from './text.ts'

function endOfLimit({ isFatal, isSaidEnded }: LimitFacts): string {
  if (isFatal) return 'The process was terminated for it.'
  return isSaidEnded
    ? 'The text around the report says that the program crashed.'
    : 'Such a report does not mean that the process was terminated.'
}

/** Limits of a resource. */
const limit =
  (title: string, meaning: string, checks: readonly string[] | ((p: LimitFacts) => readonly string[])) =>
  (p: Where & LimitFacts): ExplanationText => ({
    title: title + inFunction(p) + (p.numbers === undefined ? '' : `: ${p.numbers.replace(/[()]/g, '')}`),
    meaning: `${meaning} ${endOfLimit(p)}`,
    checks: typeof checks === 'function' ? checks(p) : checks,
  })

const stages = {
  launch: 'to launch',
  scene: 'to create a scene',
  update: 'to update its screen',
  quit: 'to quit',
  suspend: 'to be suspended',
  resume: 'to resume',
  background: 'to finish its background work',
  /** The report does not say what the time was for. */
  unsaid: 'for the system',
} as const

/** Work that an app must finish in time. */
export type Stage = keyof typeof stages

const memoryReasons = {
  limit: 'it used more memory than this process may',
  background: 'it used more memory than its high-water mark',
  pressure: 'the whole system ran short of memory',
  kernel: 'the system ran short of a kernel resource',
  disk: 'the disk was full',
  idle: 'it was idle and memory was needed',
} as const

/** Why a process was terminated for memory. */
export type MemoryReason = keyof typeof memoryReasons

/** Apple's codes for terminations. */
export const terminationCodes = {
  'file-lock-while-suspended': (p: { isMac?: boolean | undefined }): ExplanationText => ({
    title: 'The app held a file lock or an open database transaction while it was suspended',
    meaning: '0xdead10cc, “dead lock”: a file or SQLite database was locked when the system suspended the app.',
    checks: p.isMac
      ? ['End transactions and release locks of shared files before the system may suspend the process.']
      : [
          'Request time with `beginBackgroundTask` or `performExpiringActivity` before taking the lock.',
          'End transactions before the app goes to the background.',
        ],
  }),
  stackshot: fixed(
    'This is a snapshot of the whole system, not a crash',
    '0xbaaaaaad: keys or a tool took a stackshot of all processes.',
    ['Nothing crashed. Read the threads of the process that was slow.'],
  ),
  'voip-resumed-too-often': fixed(
    'A VoIP app was terminated because it resumed too often',
    '0xbad22222: the system limits how often such an app may wake up.',
    ['Use PushKit, and keep connections quiet.'],
  ),
  thermal: fixed(
    'The app was terminated because the device was too hot',
    '0xc00010ff, “cool off”: the system terminated what produced the heat. It may not be this app’s fault.',
    ['Look at other reports from the same time, and at how much CPU and GPU the app used.'],
  ),
  'voip-call-not-reported': fixed(
    'The app was terminated because it did not report a call to CallKit',
    '0xbaadca11, “bad call”: an app that gets a VoIP push must report a call to CallKit.',
    ['Does every path after a PushKit notification report a call, also when the app was just launched?'],
  ),
  'user-force-quit': fixed(
    'The user forced the app to quit',
    '0xdeadfa11, “dead fall”: the user forced a quit, usually because the app did not respond.',
    ['Was the main thread busy or waiting? Read its stack.'],
  ),
  'security-violation': fixed(
    'The app was terminated for a security violation',
    '0x2bad45ec, “too bad for security”: to the system it seemed to draw over a secure screen.',
    ['What does the app do while the device is being locked?'],
  ),
  'watch-assertion': fixed(
    'The app took too much time or too many resources in the background',
    '0xbada5e47: an assertion of the system’s power management was violated.',
    ['Do less in the background.'],
  ),
  'disk-space': fixed(
    'The app was terminated to free disk space',
    '0xbaddd15c, “bad disc”: the system was deleting the app’s purgeable files.',
    ['Nothing is wrong with the code. Keep caches small.'],
  ),
  'background-task-late': fixed(
    'The app was terminated because a background task did not end in time',
    '0x2182bad2: the time for the task was over, and the app had not ended it.',
    ['Does each path after `beginBackgroundTask` call `endBackgroundTask`, also the expiration handler?'],
  ),
  'background-session-late': fixed(
    'The app was terminated because a background URL session did not complete in time',
    '0x2182bad3: the time for work of a background URL session was over.',
    ['Is the completion handler of the session’s events called on each path, and soon?'],
  ),
  'background-fetch-late': fixed(
    'The app was terminated because a background fetch did not complete in time',
    '0x2182bad4: the time for the fetch was over.',
    ['Is the completion handler of the fetch called on each path, and soon?'],
  ),
  'too-many-resources': fixed(
    'The app was terminated because it used too much of important system resources',
    '0xd00d2bad, “dude, too bad”. The code does not say which resource.',
    ['Do less at the same time. End earlier operations before new ones begin.'],
  ),
  'watch-cpu': fixed(
    'The watch app used too much CPU time in a background task',
    '0xc51bad01: the task used up its CPU time.',
    ['Do less in the task, or split it.'],
  ),
  'watch-time': fixed(
    'The watch app did not finish its background task in time',
    '0xc51bad02: the task’s time ran out.',
    ['Call `setTaskCompletedWithSnapshot(_:)` as soon as the work is done.'],
  ),
  'watch-busy-system': fixed(
    'The watch app’s background task ran out of time on a busy system',
    '0xc51bad03: the task used little CPU, but the system was too busy.',
    ['It may not be this app’s fault. Do as little as possible in the task.'],
  ),
} as const

/** Resources that have a limit. */
export const limits = {
  'resource-wakeups': limit(
    'Too many wakeups',
    'The process woke the processor too often. Timers and many short waits can do that.',
    ['Look for timers with short intervals and for polling; give timers a tolerance.'],
  ),
  'resource-memory': limit(
    'Memory limit exceeded',
    'The memory footprint exceeded the limit that the system sets for this process.',
    ['Take a memory graph and look for what grows.', 'App extensions have a far lower limit than apps.'],
  ),
  'resource-disk': limit(
    'Too many disk writes',
    'The system limits how much a process writes in a day, to spare the flash storage.',
    (p) => [
      'Write only what changed, and combine small writes.',
      ...(p.hasHeaviest ? ['The heaviest stack shows what writes.'] : []),
    ],
  ),
  'resource-threads': limit('Too many threads', 'The process exceeded the limit on threads.', [
    'Look for work items that wait for each other on concurrent queues.',
  ]),
  'resource-ports': limit('Too many Mach ports', 'Ports were created or received and never released.', [
    'Look for connections and timers that are created again and again.',
  ]),
  'resource-cpu': limit(
    'CPU limit exceeded',
    'The process used more CPU time than the system allows in such a time.',
    (p) => [
      ...(p.hasHeaviest ? ['The heaviest stack shows what used it.'] : []),
      'Look for loops that do not end, and for work that restarts itself.',
    ],
  ),
  resource: limit('Resource limit exceeded', 'The system measured a resource and found too much use.', (p) => [
    p.hasMeasured === false
      ? 'The message has only the limit. Measure the use in Instruments.'
      : 'The message names the limit and what was measured.',
  ]),
} as const

/** Why a library could not be loaded. */
type LoadFailure = 'unsigned' | 'signature' | 'architecture' | 'missing' | 'unusable'

const loadFailures: Readonly<Record<LoadFailure, readonly [what: string, checks: readonly string[]]>> = {
  unsigned: ['has no code signature', ['Sign the library with the program’s team when it is copied into the program.']],
  signature: [
    'has a signature that does not allow it to be loaded',
    ['Sign the library with the program’s team. On a Mac, an entitlement can also turn off library validation.'],
  ],
  architecture: ['is for another architecture', ['Build the library for the architecture of this device.']],
  unusable: ['could not be loaded', ['What is wrong with the file? `otool -L` and `file` show what it is and needs.']],
  missing: ['was not found', []],
}

interface LoadFacts {
  readonly failure: LoadFailure
  /** The report has the linker's reason. */
  readonly hasReason?: boolean | undefined
  /** Where the linker looks: along run paths, in a folder of the system, at one fixed place. */
  readonly path?: 'run-path' | 'system' | 'fixed' | undefined
  /** It is a framework, and an app needs it. */
  readonly isEmbedded?: boolean | undefined
  /** It is the system's own. */
  readonly isOfSystem?: boolean | undefined
}

const pathChecks = {
  'run-path': 'Do the program’s run paths (`LC_RPATH`) lead to it?',
  system: 'Does this version of the system have it? If not, link it weakly.',
  fixed: 'Is the library installed at that path, in the version that the program needs?',
} as const

function loadChecks({ failure, hasReason, path = 'fixed', isEmbedded, isOfSystem }: LoadFacts): readonly string[] {
  if (failure === 'unusable' && hasReason)
    return ['The linker’s reason says what is wrong with the file, or where it looked.']
  if (failure === 'architecture' && isOfSystem)
    return ['The library is the system’s: build the program for the architecture of this device.']
  if (failure !== 'missing') return loadFailures[failure][1]
  return [...(isEmbedded ? ['Is the framework set to “Embed & Sign” in the target?'] : []), pathChecks[path]]
}

const symbolAdvice = {
  compiler: [
    'The compiler calls this function by itself. Build for the oldest system that the program is to run on (its deployment target).',
  ],
  system: ['Does this version of the system have that symbol? If not, link it weakly.'],
  program: ['Were all frameworks built and embedded together?'],
  flat: ['Which library should have that symbol, and is it loaded?'],
  other: ['Do the versions of the two files belong together?'],
} as const

/** Where the linker expected a symbol; `compiler` is the system, for code that the compiler adds. `flat` is any library. */
export type SymbolHome = keyof typeof symbolAdvice

const symbolChecks = (home: SymbolHome | undefined): readonly string[] =>
  home === undefined ? [...symbolAdvice.system, ...symbolAdvice.program] : symbolAdvice[home]

/** The linker’s work: the launch, a load that the running program cannot go on without, or a load that only failed. */
export type LinkerStage = 'launch' | 'run' | 'asked'

const launch = ({ stage }: { stage: LinkerStage }): string =>
  ({
    launch: 'The program could not launch: ',
    run: 'The program could not continue: ',
    asked: 'dlopen failed: ',
  })[stage]

function watchdogCheck({ stage, hasStack }: { stage: Stage; hasStack?: boolean | undefined }): string {
  if (stage === 'background')
    return 'Which background task was not ended? It ends by `endBackgroundTask`, or by the completion handler that the system gave.'
  return hasStack
    ? 'What does the main thread do in its stack? It may have got there long after the time began.'
    : 'There is no stack here. A whole report shows what the main thread did.'
}

export const system = {
  'dyld-library-missing': (p: LoadFacts & { name: string; stage: LinkerStage }): ExplanationText => ({
    title: `${launch(p)}${p.name} ${loadFailures[p.failure][0]}`,
    meaning:
      p.stage === 'asked'
        ? 'The program asked the dynamic linker for a library. The text does not say that it ended for this.'
        : 'A library that the program, or a library of its own, links to was missing or could not be used.',
    checks: loadChecks(p),
  }),
  'dyld-symbol-missing': (p: {
    symbol?: string | undefined
    home?: SymbolHome | undefined
    stage: LinkerStage
  }): ExplanationText => ({
    title: `${launch(p)}${p.symbol === undefined ? 'a symbol' : `the symbol ${p.symbol}`} is missing`,
    meaning:
      p.symbol === undefined
        ? 'Code called a function that no loaded library has.'
        : p.home === 'flat'
          ? 'No library that is loaded has it.'
          : 'The library where the linker looked for it is there, but does not have it.',
    checks: symbolChecks(p.home),
    needing: { swift: p.home === 'system' ? 'Check with `if #available` before it is used.' : undefined },
  }),
  dyld: (p: {
    reason?: string | undefined
    code?: number | undefined
    stage?: LinkerStage | undefined
  }): ExplanationText => {
    const code = linkerCodes[p.code ?? 0]
    const told = p.reason ?? code
    return {
      title: `The dynamic linker terminated the program${told === undefined ? '' : `: ${told}`}`,
      meaning:
        code === undefined ? 'The dynamic linker could not continue.' : `The code of the linker says that ${code}.`,
      checks: [
        p.reason === undefined
          ? 'Look in the console log of that time.'
          : 'Does the text, or what the program noted, name what was missing or refused?',
      ],
    }
  },
  watchdog: (
    p: Where & {
      stage: Stage
      state: 'waiting' | 'cpu' | 'unknown'
      hasStack?: boolean | undefined
      isNoCrash?: boolean | undefined
    },
  ): ExplanationText => ({
    title: `The app took too long ${stages[p.stage]}${{ waiting: ': its main thread was waiting', cpu: ': it used up its CPU time', unknown: '' }[p.state]}${inFunction(p)}`,
    meaning: {
      waiting: p.isNoCrash
        ? 'When the report was made, the main thread waited for a lock, a queue or an answer of another process.'
        : 'When the system terminated the app, the main thread waited for a lock, a queue or an answer of another process.',
      cpu: 'The system allows so much CPU time for this, and the app used more.',
      unknown: p.isNoCrash
        ? 'The app did not finish in time. By its note the report is of no crash.'
        : 'The system terminated the app because it did not finish in time.',
    }[p.state],
    checks:
      p.state === 'waiting'
        ? [
            'What does the main thread wait for, and which thread holds it?',
            'Never wait for the network, a semaphore or another queue on the main thread.',
          ]
        : [
            watchdogCheck(p),
            ...(p.stage === 'launch' ? ['Measure the launch with Instruments on an old device.'] : []),
          ],
  }),
  'debugger-memory': fixed(
    'The system terminated the app for memory: Terminated due to memory issue',
    'Xcode says this of an app that the system ended because it used too much memory, or because memory ran out.',
    [
      'Take a memory graph, or run Instruments, and look for what grows.',
      'Is there a JetsamEvent report of that time on the device? It has the sizes of all processes.',
    ],
  ),
  'privacy-usage-description': (p: {
    key?: string | undefined
    isEntitlement?: boolean | undefined
  }): ExplanationText => ({
    title: p.isEntitlement
      ? `The app requested private data without a usage description (${p.key})`
      : `Info.plist lacks ${p.key ?? 'the usage description for data that the app requested'}`,
    meaning:
      'An app that requests private data must tell the user why. The system terminates the app when the text is missing.',
    checks: [
      p.isEntitlement
        ? `The system names ${p.key}, which is an entitlement: does the target have it, and a usage description in its Info.plist?`
        : `Add ${p.key ?? 'the key that the text names'} with a sentence for the user to the Info.plist of this target.`,
      'App extensions and helper tools need it in their own.',
    ],
  }),
  'ended-by-system': (p: {
    namespace: string
    code?: string | undefined
    number?: number | undefined
    reason?: string | undefined
    isNoCrash?: boolean | undefined
    /** Code of the process itself asked for its end. */
    isOwn?: boolean | undefined
  }): ExplanationText => {
    const known = namespaceWords(p.namespace)
    const byCode = p.number === undefined ? undefined : known?.codes?.[p.number]
    const told = [...new Set([byCode, p.reason])].filter((text) => text !== undefined).join('; ')
    const unknown = `The system terminated the program: namespace ${p.namespace}${p.code === undefined ? '' : `, code ${p.code}`}`
    return {
      title: `${p.isNoCrash ? 'The system made this report and did not end the program' : (known?.title ?? unknown)}${told === '' ? '' : `: ${told}`}`,
      meaning: p.isNoCrash
        ? 'By its note the report is of no crash.'
        : (known?.meaning ??
          (told === ''
            ? 'The meaning of this number is not documented, so the reason is unknown.'
            : 'The reason is the system’s own text.')),
      checks: [
        ...(told === '' ? [] : ['The reason names what was violated.']),
        ...(p.isNoCrash || p.isOwn ? [] : ['Look in the system log for the process that terminated this one.']),
      ],
    }
  },
  jetsam: (p: {
    killed?: string | undefined
    reason?: MemoryReason | undefined
    largest?: string | undefined
    others?: number | undefined
    hasProcesses?: boolean | undefined
    /** Parts of the list are not in the text. */
    isPart?: boolean | undefined
  }): ExplanationText => ({
    title:
      p.killed === undefined
        ? `Memory kill: ${p.isPart ? 'the part of the list that is here' : 'the list'} marks no process as terminated${p.largest === undefined ? '' : `; ${p.largest} was the largest`}`
        : `${p.killed === '' ? 'A process' : p.killed}${p.others ? ` and ${plural(p.others, 'other process', 'other processes')} were` : ' was'} terminated${p.reason === 'disk' || p.reason === 'kernel' ? '' : ' for memory'}${p.reason === undefined ? '' : `: ${memoryReasons[p.reason]}`}`,
    meaning:
      'When memory or another resource runs out, or a process exceeds its own limit, the system terminates processes without a crash report of their own.',
    checks:
      p.reason === 'limit' || p.reason === 'background'
        ? ['Look at the footprint of this process in Instruments.']
        : [
            ...(p.hasProcesses ? ['Compare the memory pages of your app with those of the others.'] : []),
            'If the app exceeded its own limit, look at its footprint in Instruments. If the system ran short, the app may be innocent.',
          ],
  }),
} as const
