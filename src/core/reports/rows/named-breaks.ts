/** Ends of lines in stacks of names: splits rows that share one line, and joins rows that were broken at a column. */
import { cutAt } from './breaks.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

/** A line longer than this is a log of its own kind. */
const LONGEST_LINE = 262_144
/** Two rows make a stack. */
const FEWEST = 2

/** `at count (till.js:3:9)`, `at Till.Count(Int32 max) in till.cs:line 3`; never `at a table`. */
const AT =
  /(?<=\S)(?<!\((?:address|eval))[ \t]+(?=at (?:async |new |\(wrapper [\w-]{1,40}\) )?(?:[\p{L}_$<[][^\s()]{0,300} ?(?:\[as [\w$]{1,80}\] )?\(|[^\s()]{1,400}:\d{1,9}:\d))/gu
/** `count@https://shop.example/till.js:3:9`, `count@[native code]`. */
const AT_SIGN =
  /(?<=\S)[ \t]+(?=[\w$.<>/]{0,120}@(?:[^\s@]{1,400}:\d{1,9}:\d{1,9}|\d{1,9}:\d{1,9}|\[native code\])(?:\s|$))/g
/** `#0 Till.count (package:shop/till.dart:3:9) #1 …`. */
const HASHED = /(?<=\S)[ \t]+(?=#\d{1,4}[ \t]+\S|<asynchronous suspension>)/g
/** A row that ended in the last column of a terminal, directly followed by the next row. */
const GLUED = /(?<=:\d{1,9}\))(?=#\d{1,4}[ \t]{2,12}\S)/g
/** `Shop.Till.Count (System.Int32 max) (at Assets/Till.cs:3) Shop.Till:Open()`. */
const UNITY =
  /(?<=\S)[ \t]+(?=(?:[\p{L}_][\p{L}\p{N}_\x60<>+]{0,100}\.){1,16}[\p{L}_<][\p{L}\p{N}_.\x60<>]{0,100} ?\([^()\n]{0,300}\) \(at [^()\n]{1,300}:\d)|(?<=\))[ \t]+(?=[\p{L}_][\p{L}\p{N}_.\x60+<>/]{0,200}:[\p{L}_<.][\p{L}\p{N}_.\x60<>]{0,200} ?\()/gu
/** `goroutine 1 [running]: main.count(0x3) /src/till.go:3 +0x1d main.main()`. */
const GOROUTINE = /\bgoroutine \d{1,18} \[[^\]\n]{1,100}\]:/
const GO_ENDS =
  /(?<=\S)[ \t]+(?=goroutine \d{1,18} \[)|(?<=\]:|\.(?:go|s):\d{1,9}(?: \+0x[0-9a-f]{1,16})?)[ \t]+(?=[^\s+])/g
const GO_PLACE = /(?<=\))[ \t]+(?=\/[^\s]{1,600}\.(?:go|s):\d)/g
/** `0: shop::count at ./src/till.rs:3:9 1: …` behind Rust's heading. */
const RUST_HEADING = /(?<=\S)[ \t]+(?=stack backtrace:)/g
const NUMBERED = /(?<=\S)[ \t]+(?=\d{1,4}:[ \t]+[^\s\d])/g
const RUST_PLACE = /(?<=\S)[ \t]+(?=at [^\s]{1,600}:\d{1,9}(?::\d{1,9})?(?:[ \t]|$))/g

const placesOf = (pattern: RegExp, text: string): number[] =>
  [...text.matchAll(pattern)].map((match) => match.index + match[0].length)

function placesIn(text: string): readonly number[] {
  if (GOROUTINE.test(text)) return [...placesOf(GO_ENDS, text), ...placesOf(GO_PLACE, text)]
  if (text.includes('stack backtrace:'))
    return [RUST_HEADING, NUMBERED, RUST_PLACE].flatMap((one) => placesOf(one, text))
  return [AT, AT_SIGN, HASHED, UNITY].map((pattern) => placesOf(pattern, text)).find(({ length }) => length > 0) ?? []
}

const FIRST_ROW = /^[ \t]*at[ \t]/

/** Lines that hold several rows, a line for each. Places of Go's and Rust's rows are indented, as their runtimes do it. */
export const splitNamedRows: RowStep = (lines) =>
  mapLines(lines, (text, at) => {
    if (text.length > LONGEST_LINE) return text
    const places = placesIn(text)
    // The words of an exception, then its first row; the others follow in lines of their own.
    const isHead =
      places.length === 1 && FIRST_ROW.test(text.slice(places[0])) && FIRST_ROW.test(lines[at + 1]?.text ?? '')
    if (places.length < FEWEST && !isHead) return text
    return cutAt(text, places).map((row) => (/^(?:\/\S|at \.?\/)/.test(row) ? `\t${row}` : row))
  })

/** Rows without a blank between them, a line for each. */
export const partGluedRows: RowStep = (lines) =>
  mapLines(lines, (text) => {
    const places = text.length > LONGEST_LINE || !text.includes(')#') ? [] : placesOf(GLUED, text)
    return places.length === 0 ? text : cutAt(text, places)
  })

const NARROWEST = 30
const NARROWEST_CONSOLE = 16
const WIDEST = 240
/** A line that begins a row, a heading or a paragraph. */
const OWN =
  /^[ \t>*-]*(?:at (?:[\p{L}_$<([]|\.{0,2}\/)|#\d{1,4}[ \t]|\d{1,4}:[ \t]|goroutine \d|Caused by:|created by |stack backtrace:|note: |\.{3} \d|<asynchronous|-{3}|={3}|$)|^[ \t]{1,8}(?:[A-Z]:[\\/]|\/)\S/u
/** Words that go on with `at` and a place. */
const OPEN = /\bpanicked[ \t]*$/
/** A row without a mark of its own. */
const CALL =
  /^[ \t]*(?:[\w$.<>/]{0,120}@\S|[\p{L}_][\p{L}\p{N}_.:<>+\x60/]{0,300}[.:][\p{L}_<][\p{L}\p{N}_.\x60<>]{0,200} ?\()/u
const LONGEST_COMMON = 12

const shapeOf = (text: string): string => text.slice(0, LONGEST_COMMON).replace(/\d/g, '0')

/** Two lines behind the same words are lines of their own, as a log writes them. */
function isAlike(one: string, other: string): boolean {
  const head = shapeOf(one)
  return head.trim().length === LONGEST_COMMON && shapeOf(other) === head
}

const firstWord = (text: string): string => /^\s*(\S{1,400})/.exec(text)?.[1] ?? ''

/** How a line was broken: inside a word at the last column, or at a blank because the next word did not fit. */
type Joint = (line: string, next: string, width: number) => string | undefined

const atColumn: Joint = (line, next, width) =>
  // A blank at the end of a line is often lost.
  line.length === width ? '' : line.length === width - 1 && !/^\s/.test(next) ? ' ' : undefined

const atBlank: Joint = (line, next, width) =>
  line.trimEnd().length + 1 + firstWord(next).length > width ? ' ' : undefined

const hasMore = (text: string, one: string, other: string): boolean => text.split(one).length > text.split(other).length
const lacksBracket = (text: string): boolean =>
  hasMore(text, '(', ')') || hasMore(text, '<', '>') || hasMore(text, '[', ']')

const isMarked = (text: string): boolean => OWN.test(text) || CALL.test(text)

/** The console keeps the blank behind a word on the line of the word. */
const keptWord = (text: string): string => /^\s*(\S{1,400}\s?)/.exec(text)?.[1] ?? ''

/** Two lines that keep the blank at which a console broke them. */
const keepsBlanks = (lines: readonly SourceLine[]): boolean => lines.filter(({ text }) => /\S $/.test(text)).length > 1

/** For a console that keeps the blank at which it broke a line: nothing else is then the end of a part. Linear. */
export const joinAtKept: RowStep = (lines) => {
  const width = lines.reduce((most, { text }) => Math.max(most, text.length <= WIDEST ? text.length : 0), 0)
  const widths = lines.filter(({ text }) => text.length === width).length
  if (width < NARROWEST_CONSOLE || widths < FEWEST || !keepsBlanks(lines)) return lines
  const result: SourceLine[] = []
  lines.forEach((line, at) => {
    const last = result.at(-1)
    const before = lines[at - 1]?.text ?? ''
    const isFull = before.length === width && !OWN.test(line.text)
    const isAtBlank = /\S $/.test(before) && before.length + keptWord(line.text).length > width
    if (!last || !(isFull || isAtBlank)) result.push(line)
    else result[result.length - 1] = { ...last, text: last.text + line.text }
  })
  return result
}

/** Lines joined with what follows them where `joint` says that they were broken there. One alone needs a proof. Linear. */
const joinBy =
  (joint: Joint, narrowest = NARROWEST): RowStep =>
  (lines) => {
    const width = widthOf(lines)
    if (width < narrowest || width > WIDEST) return lines
    const result: SourceLine[] = []
    let [head, joins, proofs] = ['', 0, 0]
    lines.forEach((line, at) => {
      const { text } = line
      const last = result.at(-1)
      const before = lines[at - 1]?.text ?? ''
      const beginsOwn =
        before.trim() === '' ||
        (OWN.test(text) && !OPEN.test(before)) ||
        isAlike(head, text) ||
        (CALL.test(text) && !lacksBracket(last?.text ?? ''))
      const between = beginsOwn ? undefined : joint(before, text, width)
      if (between === undefined || !last) {
        head = text
        result.push(line)
        return
      }
      const whole = between === ' ' ? `${last.text.trimEnd()} ${text.trim()}` : last.text + text
      joins++
      const isBetween = !/\s/.test(text.trim()) && isMarked(head) && isMarked(lines[at + 1]?.text ?? '')
      if (isBetween || (lacksBracket(last.text) && !lacksBracket(whole))) proofs++
      result[result.length - 1] = { ...last, text: whole }
    })
    return joins > 1 || proofs > 0 ? result : lines
  }

/** The columns of the paragraphs that hold rows: prose around them may have longer lines. */
function widthOf(lines: readonly SourceLine[]): number {
  let [widest, longest, hasRow] = [0, 0, false]
  for (const { text } of [...lines, END]) {
    if (text.trim() !== '') {
      longest = Math.max(longest, text.length)
      hasRow ||= ROW.test(text)
      continue
    }
    if (hasRow) widest = Math.max(widest, longest)
    ;[longest, hasRow] = [0, false]
  }
  return widest
}
const END: SourceLine = { text: '', number: 0 }
const ROW =
  /(?:^|[\s>:|\]])(?:at [\p{L}_$<([]|#\d{1,4}[ \t]|\d{1,4}:[ \t]+(?:[\p{L}<_]|0x[0-9a-f]{6,16} - ))|@\S{1,400}:\d|\(at |\([^()]*\)[ \t]*$/u

export const joinAtColumn = joinBy(atColumn)
export const joinAtBlanks = joinBy(atBlank)
/** For a console that breaks between words, and inside those that are too long for a line of their own. */
export const joinAtEither = joinBy((line, next, width) => {
  if (line.length === width && /\S$/.test(line)) return ''
  return line.trimEnd().length + 1 + keptWord(next).length > width ? ' ' : undefined
}, NARROWEST_CONSOLE)
