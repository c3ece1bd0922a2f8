/**
 * Says in another language what readers wrote into reports. The reverse of an English catalogue: from a sentence to its entry and
 * parameters. Loaded with the first language that is not English.
 */
import { escapePattern } from './escape-pattern.ts'

/** An English entry and what the language has in its place. */
export type Pair = readonly [english: unknown, other: unknown]

interface Pattern {
  readonly regex: RegExp
  readonly say: (captured: readonly string[]) => unknown
}

type Speak = (given: Readonly<Record<string, unknown>>) => unknown

/** Longer texts are no titles. */
const MOST_TEXT = 400
/** Parameters of an entry whose combinations are tried. */
const MOST_KEYS = 3
/** Entries in entries. */
const DEEPEST = 4

/** A function from a sentence of a report to the same in the language; undefined for what no entry says. */
export function makeOwnWords(pairs: readonly Pair[]): (text: string) => string | undefined {
  const exact = new Map<string, string>()
  const patterns: Pattern[] = []
  for (const pair of pairs) take(pair, exact, patterns, 0)
  // More words of the entry itself are a better match.
  patterns.sort((a, b) => b.regex.source.length - a.regex.source.length)
  const find = (text: string, depth: number): string | undefined => {
    const own = exact.get(text)
    if (own !== undefined || text.length > MOST_TEXT || depth > DEEPEST) return own
    for (const { regex, say } of patterns) {
      const [, ...captured] = regex.exec(text) ?? []
      if (captured.length === 0) continue
      const said = say(captured.map((one) => find(one, depth + 1) ?? one))
      if (typeof said === 'string') return said
    }
    return undefined
  }
  /** Titles of trees are joined like this: the process, the thread, the part of its stack. */
  const ofParts = (text: string): string | undefined => {
    const parts = text.length > MOST_TEXT ? [] : text.split(' · ')
    const said = parts.map((part) => find(part, 0))
    return parts.length > 1 && said.some((own) => own !== undefined)
      ? parts.map((part, at) => said[at] ?? part).join(' · ')
      : undefined
  }
  return (text) => find(text, 0) ?? ofParts(text)
}

function take([english, other]: Pair, exact: Map<string, string>, patterns: Pattern[], depth: number): void {
  if (depth > DEEPEST) return
  if (typeof english === 'string' && typeof other === 'string') {
    if (!exact.has(english)) exact.set(english, other)
  } else if (typeof english === 'function' && typeof other === 'function')
    takeFunction(english as Speak, other as Speak, exact, patterns)
  else if (typeof english === 'object' && english !== null && typeof other === 'object' && other !== null)
    for (const [key, value] of Object.entries(english))
      take([value, (other as Readonly<Record<string, unknown>>)[key]], exact, patterns, depth + 1)
}

/** Each parameter is text, nothing, absent, or one: a sentence may read otherwise with each. */
const VARIANTS = ['mark', '', undefined, 1] as const

const markOf = (at: number): string => `\ue000${at}\ue001`

function takeFunction(english: Speak, other: Speak, exact: Map<string, string>, patterns: Pattern[]): void {
  const keys = keysOf(english)
  if (keys.length > MOST_KEYS) return
  for (let choice = 0; choice < VARIANTS.length ** keys.length; choice++) {
    const given: Record<string, unknown> = {}
    keys.forEach((key, at) => {
      const variant = VARIANTS[Math.floor(choice / VARIANTS.length ** at) % VARIANTS.length]
      given[key] = variant === 'mark' ? markOf(at) : variant
    })
    const text = attempt(english, given)
    if (text === undefined || /undefined|NaN|\[object/.test(text)) continue
    const marks = [...text.matchAll(/\ue000(\d)\ue001/g)].map(([, at]) => keys[Number(at)] ?? '')
    const words = text.replace(/\ue000\d\ue001/g, '')
    // A pattern of blanks alone would match anything.
    if (marks.length > 0 && /\p{L}{2}/u.test(words)) patterns.push(patternOf(text, marks, given, other))
    else if (marks.length === 0 && keys.every((key) => given[key] !== 1) && !exact.has(text)) {
      const said = attempt(other, given)
      if (said !== undefined) exact.set(text, said)
    }
  }
}

function patternOf(
  text: string,
  marks: readonly string[],
  given: Readonly<Record<string, unknown>>,
  other: Speak,
): Pattern {
  const escaped = escapePattern(text)
  const regex = new RegExp(`^${escaped.replace(/\ue000\d\ue001/g, '(.{1,300}?)')}$`, 'su')
  return {
    regex,
    say: (captured) =>
      attempt(other, { ...given, ...Object.fromEntries(captured.map((one, at) => [marks[at] ?? '', asGiven(one)])) }),
  }
}

/** A count as the number that it was. */
const asGiven = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** The parameters that an entry reads. */
function keysOf(say: Speak): readonly string[] {
  const keys = new Set<string>()
  const given = new Proxy<Record<string, unknown>>({}, { get: (_, key) => (keys.add(String(key)), '') })
  attempt(say, given)
  return [...keys]
}

function attempt(say: Speak, given: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const said = say(given)
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}
