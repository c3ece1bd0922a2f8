/** Finds reports that services and logs keep as strings: each is taken out of its string and read for itself. */

/** Names of members that only reports as JSON have, with the escaped quotes of a string around them. */
const MARK = /(?<!\\)(\\{1,15})"(?:bug_type|usedImages|callStackTrees?|binary_images)\\+"[ \t]*:/g
/** A string within a string within a string; deeper ones are left alone. */
const DEEPEST = 3
/** Strings of one text that are taken out. */
const MOST_HELD = 64

/** A text with reports in its strings, taken apart. */
export interface HeldReports {
  readonly reports: readonly string[]
  /** The text with an empty string in the place of each. */
  readonly rest: string
}

/** The reports in strings of a text; undefined where there are none. Linear. */
export function takeHeldReports(text: string): HeldReports | undefined {
  if (!text.includes('\\"')) return undefined
  const reports: string[] = []
  let rest = ''
  let [from, looked] = [0, 0]
  for (const { 1: backslashes = '', index } of text.matchAll(MARK)) {
    if (index < from || reports.length >= MOST_HELD) continue
    const depth = Math.log2(backslashes.length + 1)
    const start = findOpening(text, Math.max(from, looked), index, backslashes.length)
    looked = index
    if (start === undefined || !Number.isInteger(depth) || depth > DEEPEST) continue
    const end = findClosing(text, index, backslashes.length)
    reports.push(unescape(text.slice(start + 1, end), depth))
    rest += text.slice(from, start + 1)
    from = end
  }
  return reports.length === 0 ? undefined : { reports, rest: rest + text.slice(from) }
}

/** A run of so many backslashes or more means nothing. */
const MOST_BACKSLASHES = 16

function backslashesBefore(text: string, at: number): number {
  return /\\*$/.exec(text.slice(Math.max(0, at - MOST_BACKSLASHES), at))?.[0].length ?? 0
}

/** The quote in front of `at` that opens the string: it has fewer backslashes than the quotes inside. */
function findOpening(text: string, from: number, at: number, inside: number): number | undefined {
  for (let back = 0; back < text.length && at - back >= from; back++) {
    const quote = at - back
    if (text[quote] === '"' && backslashesBefore(text, quote) < inside) return quote
  }
  return undefined
}

/** The quote that closes the string, or the end of a text that was cut off; its backslashes stay outside. */
function findClosing(text: string, at: number, inside: number): number {
  for (let quote = at; quote < text.length; quote++) {
    if (text[quote] !== '"') continue
    const before = backslashesBefore(text, quote)
    if (before < inside) return quote - before
  }
  return text.length
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string without so many levels of backslashes. */
function unescape(text: string, depth: number): string {
  let result = text
  for (let level = 0; level < depth && level < DEEPEST; level++) {
    result = result.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, code?: string, letter = '') =>
      code === undefined ? (LETTERS[letter as string] ?? String(letter)) : String.fromCharCode(parseInt(code, 16)),
    )
  }
  return result
}
