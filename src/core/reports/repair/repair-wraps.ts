/** Text reports that a terminal or an editor broke at a fixed column, in the middle of words and numbers. */
import { isOwnLine, isPlaceOf, TAIL } from './line-starts.ts'

/** Rows of stacks and of image lists: they may have long lines, and begin like nothing else. */
const ROW =
  /^(?:[ \t+!:|]*\*?\d{1,9}[ \t]+\S|[ \t]*\*?[ \t]*frame #\d|[ \t]*#\d{1,5}[ \t]|[ \t]+at[ \t]\S|[ \t]*\*?0x[0-9a-fA-F]+[ \t]+-|ALLOC 0x|[ \t]+[a-z]\w{1,3}=0x|[A-Z][A-Za-z ]{2,40}:[ \t]+0x[0-9a-fA-F]{16}[ \t]|\t(?:kernel cont|kernel|user):[ \t]+0x)/

/** The tree's lines before a deep row, with nothing after them. A row cut there continues in a line that looks like a whole row. */
const TREE_LINES = /^[ \t]*[+!:|][ \t+!:|]*\r?$/

/** A row of calls that stops inside an address, or before an offset: the digits left look like the number of a row. */
const IN_NUMBER = / \| (?:0x[0-9a-fA-F]{0,15}|[^|]{1,400} \+ ?)\r?$/

const isInNumber = (line: string, next: string): boolean =>
  IN_NUMBER.test(line) || (/ \+ \d{1,9}\r?$/.test(line) && /^\d{1,9} \|/.test(next))

const NARROWEST = 60
const WIDEST = 160
const LARGEST = 4_194_304

/** A line with a label, and the rest of a sentence that was wrapped behind a word: one blank comes before it. */
const LABELLED = /^[A-Z][\w /()-]{2,40}:[ \t]+\S/
const REST = /^ (\S+)/
/** Wider texts were not set for a page. */
const WIDEST_PAGE = 110

/** So many rows of full width are no chance. */
const MANY = 8

/** The text with lines of full width joined with what follows them; the same string when it was not broken. Linear. */
export function joinFixedWraps(text: string): string {
  if (text.length > LARGEST) return text
  const lines = text.split('\n')
  const width = lines.reduce((widest, line) => Math.max(widest, lengthOf(line)), 0)
  if (width < NARROWEST || width > WIDEST) return text
  const isFull = (line: string): boolean => lengthOf(line) === width
  const isTree = (line: string): boolean => isFull(line) && TREE_LINES.test(line)
  const isBroken = (line: string, next: string | undefined): boolean => {
    // The quote marks were added before the lines were cut, so remove them first.
    if (!isFull(line) || next === undefined || (line.startsWith('>') && next.startsWith('>'))) return false
    if (isTree(line) || isInNumber(line, next) || isPlaceOf(line, next)) return true
    return !(isOwnLine(next) || isTree(next) || isAlike(line, next))
  }
  const wrapped = wrappedBehindWords(lines, width)
  const rows = lines.filter((line, at) => ROW.test(line) && isBroken(line, lines[at + 1])).length
  const { words, folds } = endsOf(lines, width)
  // JSON has repairs of its own.
  const cut = /^[ \t>]{0,40}[[{]\s{0,40}["{]/m.test(text) ? rows : Math.max(rows, words)
  // A mail breaks where the next word does not fit, seldom at the full width.
  const isCut = cut >= 2 && (cut >= folds * 2 || (rows >= MANY && rows * 2 >= folds))
  if (!isCut && wrapped.size < 2) return text
  const result: string[] = []
  let goesOn = false
  lines.forEach((line, at) => {
    if (goesOn) result[result.length - 1] = `${(result.at(-1) ?? '').replace(/\r$/, '')}${line}`
    else result.push(line)
    goesOn = wrapped.has(at) || (isCut && isBroken(line, lines[at + 1]))
  })
  return result.join('\n')
}

/** Lines of full width that end within words, and shorter ones that end where a row's rest or a word did not fit. */
function endsOf(lines: readonly string[], width: number): { readonly words: number; readonly folds: number } {
  let folds = 0
  const words = new Set<string>()
  lines.forEach((line, at) => {
    const next = lines[at + 1]?.trimEnd() ?? ''
    const length = lengthOf(line)
    if (next === '' || length * 2 < width || isOwnLine(next) || isAlike(line, next)) return
    if (length === width && /\w\r?$/.test(line) && /^\w/.test(next)) words.add(line)
    else if (length < width && (TAIL.test(next) || length + 1 + next.search(/\s|$/) > width)) folds++
  })
  return { words: words.size, folds }
}

const MOST_WORDS = 40
/** What a line consists of: words, numbers and signs. Rows of a table, and of a stack, are alike in it. */
function shapeOf(line: string): string {
  const words = line.trim().split(/[ \t]+/, MOST_WORDS)
  return words.map((word) => (/\d/.test(word) ? '0' : /[\p{L}_]/u.test(word) ? 'a' : word)).join('')
}

/** True if two lines have the same columns. */
const isAlike = (line: string, next: string): boolean => {
  const shape = shapeOf(next)
  return shape.length > 2 && shapeOf(line) === shape
}

/** Places of labelled lines, and of what follows them, that end where the next word would not fit. */
function wrappedBehindWords(lines: readonly string[], width: number): ReadonlySet<number> {
  const found = new Set<number>()
  if (width > WIDEST_PAGE) return found
  lines.forEach((line, at) => {
    const word = REST.exec(lines[at + 1] ?? '')?.[1]
    const canGoOn = LABELLED.test(line) || found.has(at - 1)
    if (canGoOn && word !== undefined && lengthOf(line) + 1 + word.length > width) found.add(at)
  })
  return found
}

function lengthOf(line: string): number {
  return line.endsWith('\r') ? line.length - 1 : line.length
}
