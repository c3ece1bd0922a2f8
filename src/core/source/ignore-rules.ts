/** Patterns of a `.gitignore` file, as Git reads them. Every match takes time in proportion to the lengths, whatever the pattern. */

/** Longer lines are no path of a file system. */
const LONGEST_LINE = 4096
const MOST_RULES = 10_000

export interface IgnoreRule {
  /** A `!` rule: takes back what an earlier rule ignored. */
  readonly isNegated: boolean
  readonly onlyFolders: boolean
  /** Parts of the path from the folder of the file; `**` stands for any number of them. */
  readonly parts: readonly string[]
}

export function parseIgnoreRules(text: string): readonly IgnoreRule[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/, MOST_RULES)
  return lines.flatMap((line) => (line.length > LONGEST_LINE ? [] : (ruleOf(line) ?? [])))
}

function ruleOf(line: string): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined
  const isNegated = line.startsWith('!')
  const pattern = withoutEnd(isNegated ? line.slice(1) : line)
  const onlyFolders = pattern.endsWith('/')
  const path = onlyFolders ? pattern.slice(0, -1) : pattern
  const own = path.split('/').filter((part) => part !== '')
  if (own.length === 0) return undefined
  // Without a slash before its end, a rule holds in every folder below.
  const parts = path.includes('/') ? own : ['**', ...own]
  // `a/**` means what lies in the folder, and not the folder.
  return { isNegated, onlyFolders, parts: parts.at(-1) === '**' ? [...parts, '*'] : parts }
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function withoutEnd(pattern: string): string {
  let end = pattern.length
  while (end > 0 && pattern[end - 1] === ' ' && pattern[end - 2] !== '\\') end--
  return pattern.slice(0, end)
}

/** What the last rule that fits says of a path; undefined where none fits. */
export function isIgnoredBy(
  rules: readonly IgnoreRule[],
  path: readonly string[],
  isFolder: boolean,
): boolean | undefined {
  const rule = rules.findLast(
    ({ isNegated, onlyFolders, parts }) =>
      (isFolder || !onlyFolders) &&
      matches(
        parts,
        path,
        (part) => part === '**',
        (part, name) => fitsName(part, name, !isNegated),
      ),
  )
  return rule && !rule.isNegated
}

/**
 * True if a name fits a pattern of `*`, `?`, `[a-z]` and plain characters. Disks of Macs do not tell cases apart, so a rule that ignores does
 * not either; a rule that takes back does.
 */
function fitsName(pattern: string, name: string, anyCase: boolean): boolean {
  const fold = (text: string): string => (anyCase ? text.toLowerCase() : text).normalize('NFC')
  return matches(
    piecesOf(fold(pattern)),
    [...fold(name)],
    (piece) => piece === '*',
    (piece, letter) => (typeof piece === 'string' ? piece === '?' : piece(letter)),
  )
}

/** `*`, `?`, or a test of one character. */
type Piece = '*' | '?' | ((letter: string) => boolean)

function piecesOf(pattern: string): readonly Piece[] {
  const letters = [...pattern]
  const pieces: Piece[] = []
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    if (letter === '*' || letter === '?') {
      if (letter !== '*' || pieces.at(-1) !== '*') pieces.push(letter)
      continue
    }
    const end = letter === '[' ? letters.indexOf(']', at + (/[!^]/.test(letters[at + 1] ?? '') ? 3 : 2)) : -1
    if (end > 0) {
      pieces.push(oneOf(letters.slice(at + 1, end)))
      at = end
      continue
    }
    const plain = letter === '\\' ? (letters[++at] ?? '\\') : letter
    pieces.push((one) => one === plain)
  }
  return pieces
}

/** The test of `[…]`: characters and ranges, the other way round after `!` or `^`. */
function oneOf(inside: readonly string[]): (letter: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^'
  const listed = isNegated ? inside.slice(1) : inside
  const ranges: (readonly [from: string, to: string])[] = []
  for (let at = 0; at < listed.length; at++) {
    const from = listed[at] ?? ''
    const to = listed[at + 1] === '-' ? listed[at + 2] : undefined
    if (to !== undefined) at += 2
    ranges.push([from, to ?? from])
  }
  return (letter) => ranges.some(([from, to]) => letter >= from && letter <= to) !== isNegated
}

/** Matches a whole list; a star takes any number of elements. Only the last star is tried again, so the time is bounded. */
function matches<P, E>(
  pattern: readonly P[],
  list: readonly E[],
  isStar: (piece: P) => boolean,
  fits: (piece: P, element: E) => boolean,
): boolean {
  let at = 0
  let star = -1
  let from = 0
  for (let index = 0; index < list.length;) {
    const piece = pattern[at]
    const element = list[index]
    if (piece !== undefined && isStar(piece)) {
      star = at++
      from = index
    } else if (piece !== undefined && element !== undefined && fits(piece, element)) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++from
    } else return false
  }
  return pattern.slice(at).every(isStar)
}
