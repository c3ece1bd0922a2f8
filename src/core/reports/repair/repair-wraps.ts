/** Text reports that a terminal or an editor broke at a fixed column, in the middle of words and numbers. */

/** Rows of stacks and of image lists: they have long lines, and begin like nothing else. */
const ROW =
  /^(?:[ \t+!:|]*\*?\d{1,9}[ \t]+\S|[ \t]*\*?0x[0-9a-fA-F]+[ \t]+-|ALLOC 0x|[ \t]+[a-z]\w{1,3}=0x|[A-Z][A-Za-z ]{2,40}:[ \t]+0x[0-9a-fA-F]{16}[ \t]|\t(?:kernel cont|kernel|user):[ \t]+0x)/

/** A line that begins something of its own, so that the line above it is whole. */
const OWN_LINE =
  /^(?:[ \t]*$|[ \t]{2}[ \t+!:|]*\*?\d+[ \t]+\S|[ \t]*\d{1,4}[ \t]+\S.*[ \t](?:0x[0-9a-fA-F]|0{16})|[ \t]*(?:\d{1,4}[ \t]+)?#\d{1,4}[ \t]+pc[ \t]|[ \t]*\*?0x[0-9a-fA-F]+[ \t]+-[ \t]|[ \t]*Thread\b|[ \t]*[A-Z][\w /()-]{2,40}:(?:[ \t]|$)|[ \t]+[a-z]\w{0,4}(?:=|:[ \t]+)0x|[ \t]{4,}0x[0-9a-fA-F]{16}\b|\t[a-z][a-z -]{2,30}:[ \t]|[Tt]hread 0x|EOF|-{4}|={4})/

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

/** The text with lines of full width joined with what follows them; the same string when it was not broken. Linear. */
export function joinFixedWraps(text: string): string {
  if (text.length > LARGEST) return text
  const lines = text.split('\n')
  const width = lines.reduce((widest, line) => Math.max(widest, lengthOf(line)), 0)
  if (width < NARROWEST || width > WIDEST) return text
  const isFull = (line: string): boolean => lengthOf(line) === width
  const isTree = (line: string): boolean => isFull(line) && TREE_LINES.test(line)
  const isBroken = (line: string, next: string | undefined): boolean =>
    isFull(line) &&
    next !== undefined &&
    (isTree(line) || isInNumber(line, next) || !(OWN_LINE.test(next) || isTree(next)))
  const wrapped = wrappedBehindWords(lines, width)
  const broken = lines.filter((line, at) => ROW.test(line) && isBroken(line, lines[at + 1])).length
  if (broken < 2 && wrapped.size < 2) return text
  const result: string[] = []
  let goesOn = false
  lines.forEach((line, at) => {
    if (goesOn) result[result.length - 1] = `${(result.at(-1) ?? '').replace(/\r$/, '')}${line}`
    else result.push(line)
    goesOn = wrapped.has(at) || (broken >= 2 && isBroken(line, lines[at + 1]))
  })
  return result.join('\n')
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
