/**
 * Removes the prefixes that programs write before each line: times, process names, levels, quotes, bullets, line numbers. No program is
 * known by name. Rows are found anywhere in their lines. The shape of the text before them is the prefix that other lines lose, too.
 */
import { findRowStarts, LONGEST_ROW_LINE, type RowStart } from './row-starts.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

const LONGEST_PREFIX = 400
/** So many of the numbers must rise by one to be line numbers. */
const MOSTLY = 0.9
/** How many of the rows need a rising number for the number to be theirs. */
const RISING = 0.6
const LINE_NUMBER = /^[ \t]*(\d{1,7})(?:[ \t]*[:|.)\]>│→-]+[ \t]?|[ \t]+|$)/

interface Candidates {
  readonly starts: readonly RowStart[]
  readonly shapes: readonly string[]
}

/** Words and numbers become `x`, blanks one blank; marks stay. Blanks, quotes and brackets at the end belong to the row. */
export function shapeOf(prefix: string): string {
  return prefix
    .replace(/[\p{L}\p{N}_]+/gu, 'x')
    .replace(/\s+/g, ' ')
    .replace(/[\s"'(]+$/, '')
    .trimStart()
}

/** The lines without the numbers that an editor, `cat -n` or `grep -n` put before each. */
export const cutLineNumbers: RowStep = (lines) => {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  if (filled.length < 3) return lines
  let numbered = 0
  let rising = 0
  let before: number | undefined
  let isOther = false
  for (const { text } of filled) {
    const match = LINE_NUMBER.exec(text)
    if (!match) continue
    const number = Number(match[1])
    // Stacks are counted from 0; so are the rows of a table, whose first one is the heading of its stack.
    if (numbered === 0 && number === 0 && !isHeading(text)) return lines
    numbered++
    if (before === undefined || number === before + 1) rising++
    before = number
    const [first] = findRowStarts(text)
    // A line that is no row, or a row behind the number: then the number is not the row's own.
    isOther ||= first === undefined || startsBehind(text, match[0].length)
  }
  if (!isOther || numbered < filled.length * MOSTLY || rising < numbered * MOSTLY) return lines
  return mapLines(lines, (text) => text.replace(LINE_NUMBER, ''))
}

/** Whether a line ends in a colon behind a word, or in marks and blanks. Reads from the end: a pattern would take the cube of a run of blanks. */
function isHeading(text: string): boolean {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  if (text[end - 1] === ':' && /[ \t][^\d\s]/.test(text.slice(0, end - 1))) return true
  let marks = text.length
  while (marks > 0 && !/\w/.test(text[marks - 1] ?? '')) marks--
  return /[ \t]/.test(text.slice(marks, -1))
}

function startsBehind(text: string, at: number): boolean {
  return findRowStarts(text.slice(at)).some(
    ({ at: start, kind }) => kind !== 'plain' && text.slice(at, at + start).trim() === '',
  )
}

/** The lines without the prefixes that their rows have in common. */
export const cutPrefixes: RowStep = (lines) => {
  const candidates = lines.map(({ text }) => candidatesOf(text))
  const support = weigh(candidates)
  if (support.size === 0) return lines
  const cuts = chooseCuts(lines, candidates, support)
  if (cuts.shapes.size === 0) return lines
  return mapLines(lines, (text, at) => {
    const cut = cuts.places[at]
    if (cut !== undefined) return text.slice(cut)
    return text.slice(endOfShape(text, cuts.shapes))
  })
}

/** What ends a prefix that all lines have. */
const MARK = /^.*?[>»|│:\]▸•–›#-][ \t]+/su
const FEWEST_COMMON = 4

/** The lines without the words that every one of them begins with, up to the last mark in them. Broken rows have them in the middle. */
export const cutCommon: RowStep = (lines) => {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const [first] = filled
  if (!first || filled.length < FEWEST_COMMON) return lines
  let common = first.text.slice(0, LONGEST_PREFIX)
  for (const { text } of filled) {
    let same = 0
    while (same < common.length && common[same] === text[same]) same++
    common = common.slice(0, same)
    if (common === '') return lines
  }
  let end = 0
  for (let match = MARK.exec(common); match; match = MARK.exec(common.slice(end))) end += match[0].length
  // The border of a table stands at both ends of its lines.
  if (end > 0 && filled.every(({ text }) => /[|│┃║][ \t]*$/.test(text))) return lines
  if (end === 0 || /0x[0-9a-f]/i.test(common.slice(0, end))) return lines
  return mapLines(lines, (text) => (text.trim() === '' ? text : text.slice(end)))
}

/** Words that end in an address and have no other: `20:02:33.483 App[41034:5171140] 0x104cc8074`. */
const ALONE = /^(.{4,400}?)[ \t]+0x[0-9a-f]{8,16}[ \t]*$/i
/** What logs write and registers do not: a time, a process in brackets. */
const LOGGED = /\d:\d\d|\[\d+/
const FEWEST_ALONE = 3

/** Bare addresses without the prefix that they have in common; other lines lose it, too. */
export const cutAddressPrefixes: RowStep = (lines) => {
  const counts = new Map<string, number>()
  const shapes = lines.map(({ text }) => {
    const prefix = text.length > LONGEST_ROW_LINE ? undefined : ALONE.exec(text)?.[1]
    if (prefix === undefined || !LOGGED.test(prefix) || /0x[0-9a-f]{8}|\d%|\bvm\w+$/i.test(prefix)) return undefined
    const shape = shapeOf(prefix)
    counts.set(shape, (counts.get(shape) ?? 0) + 1)
    return shape
  })
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  if (!most || most[1] < FEWEST_ALONE) return lines
  const common = new Set([most[0]])
  return mapLines(lines, (text, at) =>
    shapes[at] === most[0] ? text.slice(text.search(/0x[0-9a-f]{8,16}[ \t]*$/i)) : text.slice(endOfShape(text, common)),
  )
}

/** A line of a list of images: whole pages and a UUID. */
const IMAGE = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const PAGES = /0x[0-9a-f]{1,13}000(?![0-9a-f])/i

function candidatesOf(text: string): Candidates | undefined {
  if (text.length <= LONGEST_ROW_LINE && IMAGE.test(text) && PAGES.test(text)) return undefined
  const starts = findRowStarts(text)
  if (starts.length === 0) return undefined
  return { starts, shapes: starts.map(({ at }) => (at > LONGEST_PREFIX ? '' : shapeOf(text.slice(0, at)))) }
}

/** How many lines have a row behind each shape; numbers that do not rise from line to line count for little. */
function weigh(candidates: readonly (Candidates | undefined)[]): ReadonlyMap<string, number> {
  const support = new Map<string, number>()
  const last = new Map<string, number>()
  for (const line of candidates) {
    const seen = new Set<string>()
    line?.starts.forEach(({ index }, at) => {
      const shape = line.shapes[at] ?? ''
      if (seen.has(shape)) return
      seen.add(shape)
      const before = last.get(shape)
      const rises = index < 0 || before === undefined || index === before + 1 || (index === 0 && before > 0)
      support.set(shape, (support.get(shape) ?? 0) + (rises ? 1 : 0.25))
      last.set(shape, index)
    })
  }
  return support
}

interface Cuts {
  /** For each line with a row the column at which it begins. */
  readonly places: readonly (number | undefined)[]
  /** Shapes that are cut, which other lines lose as well. */
  readonly shapes: ReadonlySet<string>
}

const OPENING = /[{[][ \t]*"/

function chooseCuts(
  lines: readonly SourceLine[],
  candidates: readonly (Candidates | undefined)[],
  support: ReadonlyMap<string, number>,
): Cuts {
  const shapes = new Set<string>()
  const choices = candidates.map((line, at) => (line ? chooseStart(line, support, lines[at]?.text ?? '') : -1))
  const commonest = new Set([bestChosen(candidates, choices, support)])
  const places = candidates.map((line, at) => {
    const chosen = choices[at] ?? -1
    const start = line?.starts[chosen]
    if (!line || !start) return undefined
    // A number of the prefix that most rows have begins no row: `33,483 - Exception Codes: 0x…`.
    if (endOfShape(lines[at]?.text ?? '', commonest) > start.at) return undefined
    // An object or array of JSON around the row is undone by another step.
    const open = OPENING.exec(lines[at]?.text.slice(0, start.at) ?? '')?.index ?? start.at
    const shape = open < start.at ? shapeOf(lines[at]?.text.slice(0, open) ?? '') : (line.shapes[chosen] ?? '')
    // Blanks and quotes alone are not taken off: readers of rows know them.
    if (shape === '') return 0
    shapes.add(shape)
    return open
  })
  return { places, shapes }
}

/** Of the shapes that were chosen that with the most support. */
function bestChosen(
  candidates: readonly (Candidates | undefined)[],
  choices: readonly number[],
  support: ReadonlyMap<string, number>,
): string {
  let [best, most] = ['', 0]
  candidates.forEach((line, at) => {
    const shape = line?.shapes[choices[at] ?? -1] ?? ''
    const weight = support.get(shape) ?? 0
    if (weight > most) [best, most] = [shape, weight]
  })
  return best
}

/** The start with the most support, of several the last: what stands before it is the same in all lines. */
function chooseStart({ starts, shapes }: Candidates, support: ReadonlyMap<string, number>, text: string): number {
  let best = -1
  let most = 0
  const weights = shapes.map((shape) => support.get(shape) ?? 0)
  const heaviest = (isPlain: boolean): number =>
    weights.reduce((top, weight, at) => ((starts[at]?.kind === 'plain') === isPlain ? Math.max(top, weight) : top), 0)
  // The name behind a number that rises from row to row is no row of its own.
  const isNumbered = heaviest(false) > 0 && heaviest(false) >= heaviest(true) * RISING
  starts.forEach(({ kind, at }, position) => {
    const shape = shapes[position] ?? ''
    if (kind === 'plain' && isNumbered) return
    // A word alone before a name is a part of the name.
    if (kind === 'plain' && shape !== '' && !/[^x ]/.test(shape) && !/\d/.test(text.slice(0, at))) return
    const weight = weights[position] ?? 0
    if (weight > most || (weight === most && weight > 1)) {
      best = position
      most = weight
    }
  })
  return best
}

/** Behind the longest beginning of a line that has one of the shapes; 0 where none fits. */
function endOfShape(text: string, shapes: ReadonlySet<string>): number {
  const head = text.slice(0, LONGEST_PREFIX)
  let end = 0
  let shape = ''
  for (const match of head.matchAll(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu)) {
    const [part] = match
    if (/^\s/.test(part)) shape += shape === '' ? '' : ' '
    else shape += /^[\p{L}\p{N}_]/u.test(part) ? 'x' : part
    if (shapes.has(shape.trimEnd())) end = match.index + part.length
  }
  return end
}
