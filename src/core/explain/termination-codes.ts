/** Codes of terminations in hexadecimal words: Apple's "Understanding the exception types in a crash report" and "SIGKILL". */
import type { terminationCodes } from '../messages/explain/system.ts'
import type { Report } from '../model/report.ts'

export const WATCHDOG = 0x8badf00dn

export const codeMeanings: ReadonlyMap<bigint, keyof typeof terminationCodes> = new Map([
  [0xdead10ccn, 'file-lock-while-suspended'],
  [0xbaaaaaadn, 'stackshot'],
  [0xbaadca11n, 'voip-call-not-reported'],
  [0xbad22222n, 'voip-resumed-too-often'],
  [0xc00010ffn, 'thermal'],
  [0xdeadfa11n, 'user-force-quit'],
  [0x2bad45ecn, 'security-violation'],
  [0xbada5e47n, 'watch-assertion'],
  [0xbaddd15cn, 'disk-space'],
  [0x2182bad2n, 'background-task-late'],
  [0x2182bad3n, 'background-session-late'],
  [0x2182bad4n, 'background-fetch-late'],
  [0xd00d2badn, 'too-many-resources'],
  [0xc51bad01n, 'watch-cpu'],
  [0xc51bad02n, 'watch-time'],
  [0xc51bad03n, 'watch-busy-system'],
])

/** Namespaces of those codes; elsewhere the same number means something else. */
const MANAGERS =
  /^(?:FRONTBOARD|SPRINGBOARD|RUNNINGBOARD|ASSERTIOND|WATCHDOG|CAROUSEL|BACKBOARDD|WATCHKIT|COREDUET|<NO_NS>)$/

const isKnown = (code: bigint): boolean => code === WATCHDOG || codeMeanings.has(code)

const KNOWN = new RegExp(
  `0x0*(${[WATCHDOG, ...codeMeanings.keys()].map((code) => code.toString(16)).join('|')})\\b`,
  'i',
)

/** A code in hexadecimal words, wherever this kind of report puts it: never one out of the app's own text. */
export function terminationCodeOf({ exception, termination }: Report): bigint | undefined {
  const { code, namespace } = termination ?? {}
  // Old reports leave it blank.
  if (namespace !== undefined && namespace.trim() !== '' && !MANAGERS.test(namespace)) return undefined
  if (code !== undefined && isKnown(code)) return code
  const words = [exception?.codes, ...(termination?.reasons ?? []), termination?.indicator]
  for (const line of words) {
    const known = KNOWN.exec(line ?? '')?.[1]
    if (known !== undefined) return BigInt(`0x${known}`)
  }
  return exception?.rawCodes?.find(isKnown)
}
