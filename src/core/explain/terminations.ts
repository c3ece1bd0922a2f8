/** The system ended the program: watchdogs, codes in hexadecimal words, privacy, sandbox. */
import { formatHex } from '../model/address.ts'
import type { Explanation } from '../model/report.ts'
import { waitingCall } from './hangs.ts'
import type { Rule } from './rule.ts'
import { culpritName, explanation, findWords, inCulprit, quoted, type Seen } from './seen.ts'

interface Code {
  readonly id: string
  readonly title: string
  readonly meaning: string
  readonly checks: readonly string[]
}

/** Codes of Apple's documents "Understanding the exception types in a crash report" and "SIGKILL". */
const codes: ReadonlyMap<bigint, Code> = new Map([
  [
    0xdead10ccn,
    {
      id: 'file-lock-while-suspended',
      title: 'The app kept a file lock or an open database transaction while it was suspended',
      meaning:
        '0xdead10cc, “dead lock”: a file or SQLite database in a shared container was locked when the system suspended the app.',
      checks: [
        'Ask for time with `beginBackgroundTask` or `performExpiringActivity` before the lock is taken.',
        'End transactions before the app goes to the background.',
      ],
    },
  ],
  [
    0xbaaaaaadn,
    {
      id: 'stackshot',
      title: 'This is a snapshot of the whole system, not a crash',
      meaning: '0xbaaaaaad: somebody pressed the buttons that take a stackshot of all processes.',
      checks: ['Nothing crashed. Read the threads of the process that was slow.'],
    },
  ],
  [
    0xbad22222n,
    {
      id: 'voip-resumed-too-often',
      title: 'A VoIP app was ended because it resumed too often',
      meaning: '0xbad22222: the system limits how often such an app may wake up.',
      checks: ['Use PushKit and keep connections quiet.'],
    },
  ],
  [
    0xc00010ffn,
    {
      id: 'thermal',
      title: 'The app was ended because the device was too hot',
      meaning: '0xc00010ff, “cool off”: the system ended what produced the heat. It need not be this app’s fault.',
      checks: ['Look at the other reports of that moment, and at how much CPU and GPU the app used.'],
    },
  ],
  [
    0xdeadfa11n,
    {
      id: 'user-force-quit',
      title: 'The user forced the app to quit',
      meaning: '0xdeadfa11, “dead fall”: the user held the buttons for it, mostly because the app did not answer.',
      checks: ['Was the main thread busy or waiting? Read its stack.'],
    },
  ],
  [
    0x2bad45ecn,
    {
      id: 'security-violation',
      title: 'The app was ended for a security violation',
      meaning: '0x2bad45ec, “too bad for security”: it looked to the system as if it drew over a secure screen.',
      checks: ['What does the app do while the device is being locked?'],
    },
  ],
  [
    0xbada5e47n,
    {
      id: 'watch-assertion',
      title: 'The app took too much time or too many resources in the background',
      meaning: '0xbada5e47: an assertion of the system’s power management was broken.',
      checks: ['Do less in the background.'],
    },
  ],
  [
    0xbaddd15cn,
    {
      id: 'disk-space',
      title: 'The app was ended to free disk space',
      meaning: '0xbaddd15c, “bad disc”: the system was deleting the app’s purgeable files.',
      checks: ['Nothing is wrong with the code; keep caches small.'],
    },
  ],
  [
    0xc51bad01n,
    {
      id: 'watch-cpu',
      title: 'The watch app used too much CPU time in a background task',
      meaning: '0xc51bad01: the task used up its CPU time.',
      checks: ['Do less in the task, or split it.'],
    },
  ],
  [
    0xc51bad02n,
    {
      id: 'watch-time',
      title: 'The watch app did not finish its background task in time',
      meaning: '0xc51bad02: the task’s time ran out.',
      checks: ['Call `setTaskCompletedWithSnapshot(_:)` as soon as the work is done.'],
    },
  ],
  [
    0xc51bad03n,
    {
      id: 'watch-busy-system',
      title: 'The watch app’s background task ran out of time on a busy system',
      meaning: '0xc51bad03: the task used little CPU; the system had too much else to do.',
      checks: ['It may not be this app’s fault. Do as little as possible in the task.'],
    },
  ],
])

const WATCHDOG = 0x8badf00dn

/** The code of the termination, wherever this kind of report puts it. */
function terminationCode(seen: Seen): bigint | undefined {
  const { exception, termination } = seen.report
  const { code } = termination ?? {}
  if (code !== undefined && (code === WATCHDOG || codes.has(code))) return code
  const known = findWords(
    seen,
    /0x(8badf00d|dead10cc|baaaaaad|bad22222|c00010ff|deadfa11|2bad45ec|bada5e47|baddd15c|c51bad0[123])\b/i,
  )
  if (known?.[1]) return BigInt(`0x${known[1]}`)
  return exception?.rawCodes?.find((raw) => raw === WATCHDOG || codes.has(raw))
}

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/** Seconds that the report gives: allowed, CPU of the whole system, CPU of the app. */
interface WatchdogTimes {
  readonly allowed?: number
  readonly total?: number
  readonly app?: number
  /** CPU time of the app as a share of the time that went by. */
  readonly share?: number
}

function watchdogTimes(seen: Seen): WatchdogTimes {
  const allowed = number(
    findWords(
      seen,
      /(?:allowance of|after|within|for more than|elapsed real time[^\d]{0,20})\s*(\d+(?:\.\d+)?)\s*(?:s\b|sec)/i,
    )?.[1],
  )
  const total = number(findWords(seen, /total CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const app = number(findWords(seen, /application CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const percent = number(findWords(seen, /application CPU time \(seconds\):[^%\n]*?(\d+(?:\.\d+)?)% CPU/i)?.[1])
  const share = percent !== undefined ? percent / 100 : allowed && app !== undefined ? app / allowed : undefined
  return {
    ...(share !== undefined && { share }),
    ...(allowed !== undefined && { allowed }),
    ...(total !== undefined && { total }),
    ...(app !== undefined && { app }),
  }
}

const stages: readonly (readonly [pattern: RegExp, stage: string])[] = [
  [/scene-create|launch/i, 'to launch'],
  [/scene-update/i, 'to update its screen'],
  [/terminate|exit gracefully/i, 'to end'],
  [/suspend/i, 'to be suspended'],
  [/resume/i, 'to resume'],
  [/background/i, 'to finish its background work'],
]

function watchdog(seen: Seen): Explanation {
  const { allowed, total, app, share } = watchdogTimes(seen)
  const isCpuLimit = findWords(seen, /exhausted CPU time/i) !== undefined
  const stage = stages.find(([pattern]) => findWords(seen, pattern))?.[1] ?? 'to answer'
  const waiting = waitingCall(seen)
  const arithmetic = [
    allowed !== undefined && `${allowed} s${isCpuLimit ? ' of CPU time' : ''} were allowed`,
    app !== undefined &&
      `the app used ${app} s of CPU time${share === undefined ? '' : `, ${Math.round(share * 100)} % of the time`}`,
    total !== undefined && `all processes together ${total} s`,
    waiting && `the thread waits in ${waiting.call.function}`,
  ].filter((text) => typeof text === 'string')
  const isWaiting = !isCpuLimit && (share === undefined ? waiting !== undefined : share < 0.25)
  const isBusy = isCpuLimit || (share !== undefined && share >= 0.6)
  return explanation(seen, {
    id: 'watchdog',
    title: `The app took too long ${stage}${isWaiting ? ': its main thread was waiting' : isBusy ? ': its main thread was busy' : ''}${inCulprit(seen)}`,
    evidence: `0x8badf00d${arithmetic.length === 0 ? '' : `; ${arithmetic.join('; ')}`}`,
    meaning: isWaiting
      ? 'The main thread hardly ran: it waited for a lock, a file, the network or another process until the system ended the app.'
      : isBusy
        ? 'The main thread worked all the time and never came to answer the system.'
        : 'The system ended the app because its main thread did not answer in time.',
    checks: isWaiting
      ? [
          'What does the main thread wait for, and which thread holds it?',
          'Never wait for the network, a semaphore or another queue on the main thread.',
        ]
      : [
          'Move the work of the main thread’s stack to another queue.',
          'Measure the launch with Instruments on an old device.',
        ],
    ...(waiting && { frames: [waiting.frame] }),
  })
}

const privacy: Rule = (seen) => {
  if (
    seen.report.termination?.namespace !== 'TCC' &&
    !findWords(seen, /privacy-sensitive data without a usage description/)
  )
    return undefined
  const key = findWords(seen, /\b(NS\w+UsageDescription)\b/)?.[1]
  return explanation(seen, {
    id: 'privacy-usage-description',
    title: `Info.plist lacks ${key ?? 'the usage description for data that the app asked for'}`,
    grade: 'proved',
    evidence: quoted(
      findWords(seen, /.*usage description.*|.*UsageDescription.*/)?.[0] ?? 'the termination’s namespace is TCC',
    ),
    meaning: 'An app that asks for private data must tell the user why; the system ends it when the text is missing.',
    checks: [
      `Add ${key ?? 'the key that the text names'} with a sentence for the user to the Info.plist of this target.`,
      'App extensions and helper tools need it in their own.',
    ],
  })
}

const namespaces: Readonly<Record<string, readonly [title: string, meaning: string]>> = {
  RUNNINGBOARD: ['The system ended the app', 'RunningBoard, which manages the life of apps, ended it.'],
  FRONTBOARD: ['The system ended the app', 'FrontBoard, which manages apps on the screen, ended it.'],
  SPRINGBOARD: ['The system ended the app', 'SpringBoard, which manages apps on the screen, ended it.'],
  SANDBOX: ['The app was ended for breaking its sandbox', 'It did something that its entitlements do not allow.'],
  LIBXPC: ['The process was ended by XPC', 'A service broke the rules of XPC, or the process that it served is gone.'],
  WATCHDOG: ['A watchdog ended the process', 'It did not answer in time.'],
  ENDPOINTSECURITY: [
    'A security extension ended the process',
    'An Endpoint Security client did not answer in time or forbade it.',
  ],
  COREANIMATION: ['The render server ended the app', 'It used too much of the graphics memory or time.'],
}

/** The system's own reasons, by code and by namespace. */
export const terminations: Rule = (seen) => {
  const code = terminationCode(seen)
  if (code === WATCHDOG) return watchdog(seen)
  const known = code === undefined ? undefined : codes.get(code)
  if (known) {
    const { id, title, meaning, checks } = known
    return explanation(seen, { id, title, evidence: `termination code ${formatHex(code ?? 0n)}`, meaning, checks })
  }
  const refused = privacy(seen)
  if (refused) return refused
  const { termination } = seen.report
  const named = namespaces[termination?.namespace ?? '']
  if (!termination || !named) return undefined
  const reason = termination.reasons?.[0] ?? termination.indicator
  return explanation(seen, {
    id: `terminated-${(termination.namespace ?? '').toLowerCase()}`,
    title: `${named[0]}${reason === undefined ? '' : `: ${reason.slice(0, 140)}`}`,
    evidence: `termination ${termination.namespace ?? ''}${termination.code === undefined ? '' : `, code ${formatHex(termination.code)}`}${termination.byProcess === undefined ? '' : `, by ${termination.byProcess}`}${culpritName(seen) === undefined ? '' : `; the thread was${inCulprit(seen)}`}`,
    meaning: named[1],
    checks: [
      'The reason names what was broken.',
      'Look in the system log of that moment for the process that ended this one.',
    ],
  })
}
