/** The system ended the program: watchdogs, codes in hexadecimal words, privacy, sandbox. */
import { isKnownNamespace, type Stage, type terminationCodes } from '../messages/en/explain/system.ts'
import { formatHex } from '../model/address.ts'
import type { Explanation } from '../model/report.ts'
import { waitingCall } from './hangs.ts'
import type { Rule } from './rule.ts'
import { explanation, findSystemWords, findWords, quoted, sign, whereIn, type CrashFacts } from './crash-facts.ts'

/** Codes of Apple's documents "Understanding the exception types in a crash report" and "SIGKILL". */
const codes: ReadonlyMap<bigint, keyof typeof terminationCodes> = new Map([
  [0xdead10ccn, 'file-lock-while-suspended'],
  [0xbaaaaaadn, 'stackshot'],
  [0xbad22222n, 'voip-resumed-too-often'],
  [0xc00010ffn, 'thermal'],
  [0xdeadfa11n, 'user-force-quit'],
  [0x2bad45ecn, 'security-violation'],
  [0xbada5e47n, 'watch-assertion'],
  [0xbaddd15cn, 'disk-space'],
  [0xc51bad01n, 'watch-cpu'],
  [0xc51bad02n, 'watch-time'],
  [0xc51bad03n, 'watch-busy-system'],
])

const WATCHDOG = 0x8badf00dn

/** Namespaces whose codes are signals, or numbers of their own. */
const OTHER_NUMBERS = /^(?:SIGNAL|DYLD|OBJC|LIBXPC|CODESIGNING|TCC)$/

/** The code of the termination, wherever this kind of report puts it. */
function terminationCode(facts: CrashFacts): bigint | undefined {
  const { exception, termination } = facts.report
  const { code, namespace = '' } = termination ?? {}
  // Elsewhere the same number means something else.
  if (OTHER_NUMBERS.test(namespace)) return undefined
  if (code !== undefined && (code === WATCHDOG || codes.has(code))) return code
  const known = findSystemWords(
    facts,
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

function watchdogTimes(facts: CrashFacts): WatchdogTimes {
  const allowed = number(
    findWords(
      facts,
      /(?:allowance of|after|within|for more than|elapsed real time[^\d]{0,20})\s*(\d+(?:\.\d+)?)\s*(?:s\b|sec)/i,
    )?.[1],
  )
  const total = number(findWords(facts, /total CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const app = number(findWords(facts, /application CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const percent = number(findWords(facts, /application CPU time \(seconds\):[^%\n]*?(\d+(?:\.\d+)?)% CPU/i)?.[1])
  const share = percent !== undefined ? percent / 100 : allowed && app !== undefined ? app / allowed : undefined
  return {
    ...(share !== undefined && { share }),
    ...(allowed !== undefined && { allowed }),
    ...(total !== undefined && { total }),
    ...(app !== undefined && { app }),
  }
}

const stages: readonly (readonly [pattern: RegExp, stage: Stage])[] = [
  [/scene-create|launch/i, 'launch'],
  [/scene-update/i, 'update'],
  [/terminate|exit gracefully/i, 'quit'],
  [/suspend/i, 'suspend'],
  [/resume/i, 'resume'],
  [/background/i, 'background'],
]

function watchdog(facts: CrashFacts): Explanation {
  const { allowed, total, app, share } = watchdogTimes(facts)
  const isCpu = findWords(facts, /exhausted CPU time/i) !== undefined
  const stage = stages.find(([pattern]) => findWords(facts, pattern))?.[1] ?? 'respond'
  const waiting = waitingCall(facts)
  const isWaiting = !isCpu && (share === undefined ? waiting !== undefined : share < 0.25)
  const isBusy = isCpu || (share !== undefined && share >= 0.6)
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return explanation(
    facts,
    'watchdog',
    { stage, state: isWaiting ? 'waiting' : isBusy ? 'busy' : 'unknown' },
    {
      grade: 'proved',
      evidence: [
        sign('termination-code', { code: formatHex(WATCHDOG) }),
        allowed === undefined ? undefined : sign('time-allowed', { seconds: allowed, isCpu }),
        app === undefined ? undefined : sign('cpu-of-app', { seconds: app, percent }),
        total === undefined ? undefined : sign('cpu-of-all', { seconds: total }),
        waiting && sign('waits-in', { function: waiting.call.function }),
      ],
      ...(waiting && { frames: [waiting.frame] }),
    },
  )
}

const privacy: Rule = (facts) => {
  if (
    facts.report.termination?.namespace !== 'TCC' &&
    !findWords(facts, /privacy-sensitive data without a usage description/)
  )
    return undefined
  const key = findWords(facts, /\b(NS\w+UsageDescription)\b/)?.[1]
  const said = findWords(facts, /^.*(?:usage description|UsageDescription).*/m)?.[0]
  const evidence = [said === undefined ? sign('namespace-is', { namespace: 'TCC' }) : quoted(said)]
  return explanation(facts, 'privacy-usage-description', { key }, { grade: 'proved', evidence })
}

/** The system's own reasons, by code and by namespace. */
export const terminations: Rule = (facts) => {
  const code = terminationCode(facts)
  if (code === WATCHDOG) return watchdog(facts)
  const known = code === undefined ? undefined : codes.get(code)
  if (known) {
    const evidence = [sign('termination-code', { code: formatHex(code ?? 0n) })]
    return explanation(facts, known, {}, { grade: 'proved', evidence })
  }
  const refused = privacy(facts)
  if (refused) return refused
  const { termination } = facts.report
  const namespace = termination?.namespace ?? ''
  if (!termination || !isKnownNamespace(namespace)) return undefined
  const reason = termination.reasons?.[0] ?? termination.indicator
  const stated = termination.code === undefined ? undefined : formatHex(termination.code)
  const where = whereIn(facts)
  return explanation(
    facts,
    'terminated',
    { namespace, reason: reason?.slice(0, 140) },
    {
      id: `terminated-${namespace.toLowerCase()}`,
      grade: 'proved',
      evidence: [
        sign('termination', { namespace, code: stated, by: termination.byProcess }),
        where === undefined ? undefined : sign('thread-was-in', { function: where }),
      ],
    },
  )
}
