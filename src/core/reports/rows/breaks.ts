/** Puts the ends of lines where rows end: splits lines that hold many rows, joins rows that were wrapped. */
import { findRowStarts, isRow } from './row-starts.ts'
import { shapeOf } from './prefixes.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

const NUMBERED = /(?:^|(?<=[\s"',(]))(\d{1,5})[:.)]?[ \t]+(?:(?!0x)[^\s"][^"]{0,160}?[ \t]+)?0x[0-9a-f]{5,16}(?!\w)/gi
const LISTED = /(?<=\s)\[[ \t]*\d{1,4}\][ \t]+(?=[0-9A-F]{8}-|0x)/gi
const UUID =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[>)\]]?[ \t]+(?=\S[^\n]{0,160}?[ \t]0x[0-9a-f]|\d{1,4}[ \t]+0x)/gi
const OFFSET = /[ \t]\+[ \t]?(?:0x[0-9a-f]+|\d+)[",;]*[ \t]+(?=[^\s+(][^\n]{0,160}?[ \t]0x[0-9a-f]{5})/gi
const ADDRESSES = /0x[0-9a-f]{5,16}(?!\w)/gi
/** A row of a debugger. */
const FRAME = /(?<=[\s"'|>,;])(?:\*[ \t]+)?frame #\d{1,5}:[ \t]+(?=0x[0-9a-f])/gi
const FEWEST = 3
/** Kotlin writes a word before the number of each row. */
const KOTLIN = /(?<=\s)at[ \t]{1,5}\d{1,5}[ \t]{1,80}[^\s"]{1,200}[ \t]{1,80}0x[0-9a-f]{6,16}[ \t]/gi

/** The rows of Kotlin on one line, before anything takes the words of the exception for a prefix. */
export const splitKotlinRows: RowStep = (lines) =>
  mapLines(lines, (text) => {
    const places = [...text.matchAll(KOTLIN)].map(({ index }) => index)
    return places.length < FEWEST ? text : cutAt(text, places)
  })

/** Lines that hold several rows, a line for each. */
export const splitRows: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (text.length < 60 || !hasMany(text)) return text
    const places = new Set<number>()
    const numbered = findNumbered(text)
    for (const place of numbered) places.add(place)
    for (const match of text.matchAll(LISTED)) places.add(match.index)
    for (const match of text.matchAll(UUID)) places.add(match.index + match[0].length)
    const frames = [...text.matchAll(FRAME)].map(({ index }) => index)
    if (frames.length > 1) return cutAt(text, frames)
    // Numbers mark the start of a row more reliably than offsets.
    if (numbered.length < FEWEST) {
      const ends = [...text.matchAll(OFFSET)].map((match) => match.index + match[0].length)
      for (const end of ends) places.add(end)
      const first = ends.length > 1 ? startOfFirst(text) : undefined
      if (first !== undefined) places.add(first)
    }
    places.delete(0)
    if (places.size < FEWEST - 1) return text
    const rows = cutTails(cutAt(text, [...places]))
    return rows.filter(isEntry).length * 2 >= rows.length ? rows : text
  })

/** The parts of a text between these places, without those that are blank. */
export function cutAt(text: string, places: readonly number[]): readonly string[] {
  const ends = [...places].sort((a, b) => a - b)
  return [...ends, text.length].flatMap((end, at) => text.slice(ends[at - 1] ?? 0, end).trim() || [])
}

const TAIL =
  /^(.*(?:[ \t]\+[ \t]?\d+|0x[0-9a-f]{5,16}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}))[ \t]+((?!.*[ \t]\+[ \t]?\d)[^\s+].*)$/i

/** Rows without the prefix of the next one, which ends most of them where their lines were put on one. */
function cutTails(rows: readonly string[]): readonly string[] {
  const tails = rows.map((row) => (row.length > 4096 ? undefined : (TAIL.exec(row) ?? undefined)))
  const counts = new Map<string, number>()
  for (const tail of tails) {
    const shape = tail?.[2] === undefined ? '' : shapeOf(tail[2])
    if (/[^x ]/.test(shape)) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  if (!most || most[1] * 3 < rows.length * 2) return rows
  return rows.map((row, at) => (shapeOf(tails[at]?.[2] ?? '') === most[0] ? (tails[at]?.[1] ?? row) : row))
}

/** A row, or an image of a list. */
function isEntry(text: string): boolean {
  return isRow(text) || IMAGE.test(text)
}

const IMAGE = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

function hasMany(text: string): boolean {
  ADDRESSES.lastIndex = 0
  for (let count = 0; count < FEWEST; count++) if (!ADDRESSES.exec(text)) return false
  return true
}

/** Where rows begin whose numbers rise by one; none where they are fewer. */
export function findNumbered(text: string, fewest = FEWEST): number[] {
  const places: number[] = []
  let expected: number | undefined
  let zeros = 0
  NUMBERED.lastIndex = 0
  for (let match = NUMBERED.exec(text); match; match = NUMBERED.exec(text)) {
    const number = Number(match[1])
    if (number === 0 || number === expected || (expected === undefined && number === 1)) {
      places.push(match.index)
      if (number === 0) zeros++
      expected = number + 1
    } else {
      // The number was an offset; the row's own may stand inside what was read.
      NUMBERED.lastIndex = match.index + (match[1]?.length ?? 1)
    }
  }
  // Stacks of one row each are words that look like rows.
  return places.length >= fewest && zeros * 2 <= places.length ? places : []
}

/** Where the name before the first address begins: headings stand before it. */
function startOfFirst(text: string): number | undefined {
  const address = text.search(/[ \t]0x[0-9a-f]{5,16}(?!\w)/i)
  const before = text.slice(Math.max(0, address - 200), address)
  const name = /(?:^|[ \t])(\S+)[ \t]*$/.exec(before)?.[1]
  return name === undefined ? undefined : text.lastIndexOf(name, address)
}

const NARROWEST = 20
const WIDEST = 240
/** Fewer rows may have one width by chance. */
const FEWEST_JOINS = 2
/** Lines that begin something of their own. */
const OWN_LINE =
  /^[ \t"'(]*(?:\d{1,4}[ \t]+\S.*0x[0-9a-f]{4}|\d{1,4}[ \t]+[A-Za-z_]\S*[ \t]*$|[^\s/+][^/+]{0,80}?[ \t]0x[0-9a-f]{4}|\[[ \t]*\d+\][ \t]|frame #|#\d|0x[0-9a-f]+[ \t]+-|={4}|-{4}|[A-Z][\w ]{2,40}:|$)/i

/** The end of a pane or table, or of a string: its lines are as long as one another. */
const BORDER = /[|│┃║]$|^[ \t]*"[^\n]*"[ \t,;]*$/

function beginsOwn(text: string): boolean {
  return OWN_LINE.test(text) || isRow(text) || findRowStarts(text).length > 0
}

/** Longer than the digits that addresses of one image have in common. */
const LONGEST_COMMON = 16

/** Two lines behind the same words are lines of their own, as a log writes them. */
function beginsAlike(one: string, other: string): boolean {
  const head = one.slice(0, LONGEST_COMMON)
  return head.trim().length === LONGEST_COMMON && other.startsWith(head)
}

/** Lines of full width joined with what follows them, where a terminal, an editor or a mail broke rows. */
export const joinFullLines: RowStep = (lines) => {
  const width = lines.reduce((widest, { text }) => Math.max(widest, text.length), 0)
  if (width < NARROWEST || width > WIDEST) return lines
  const isBroken = (at: number): boolean =>
    lines[at]?.text.length === width &&
    !BORDER.test(lines[at]?.text ?? '') &&
    lines[at + 1] !== undefined &&
    !beginsAlike(lines[at]?.text ?? '', lines[at + 1]?.text ?? '') &&
    !beginsOwn(lines[at + 1]?.text ?? '')
  let broken = 0
  lines.forEach(({ text }, at) => {
    if (isBroken(at) && /0x[0-9a-f]|[0-9A-F]{8}-|^[ \t]*\d{1,4}[ \t]/i.test(text)) broken++
  })
  if (broken < FEWEST_JOINS) return lines
  const result: SourceLine[] = []
  lines.forEach((line, at) => {
    const last = result.at(-1)
    if (last && at > 0 && isBroken(at - 1)) result[result.length - 1] = { ...last, text: last.text + line.text }
    else result.push(line)
  })
  return result
}

/** Where a document of JSON begins in a line. */
const JSON_START = /[{[][ \t]*(?:"|\{[ \t]*")/
/** Characters of a document that is tried. */
const LARGEST_DOCUMENT = 8 << 20

/**
 * A document of JSON that was broken at a fixed width, in one line. No string of JSON has an end of a line in it, so it is whole only
 * without those. Linear.
 */
export const joinBrokenJson: RowStep = (lines) => {
  const first = lines.findIndex(({ text }) => JSON_START.test(text))
  const start = lines[first]
  if (!start || first > MOST_BEFORE) return lines
  const width = start.text.length
  const end = lines.findIndex(({ text }, at) => at > first && text.length !== width)
  const last = end < 0 ? lines.length - 1 : end
  if (width < NARROWEST || width > WIDEST || last === first) return lines
  // Rows behind the document were broken at the same width: the step for these joins all.
  if (lines.slice(last + 1).some(({ text }) => text.length === width)) return lines
  const parts = lines.slice(first, last + 1).map(({ text }) => text)
  const joined = parts.join('')
  const at = start.text.search(JSON_START)
  if (joined.length > LARGEST_DOCUMENT || isJson(parts.join('\n').slice(at)) || !isJson(joined.slice(at))) return lines
  return [...lines.slice(0, first), { ...start, text: joined }, ...lines.slice(last + 1)]
}

/** Lines above a document. */
const MOST_BEFORE = 100

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What is left of a row that was broken at a blank. */
const REST = /^[ \t]*(?:0x[0-9a-f]{5,16}(?:[ \t]|$)|\+[ \t]?\d+(?!\w)|\d+[ \t]*[",]*$|\S+[ \t]\+[ \t]?\d+[ \t]*[",]*$)/i
const HEAD = /^[ \t"'(]*(?:\d{1,4}[ \t]+\S|\S.*[ \t]0x[0-9a-f]{5,16}\b)/i

/** Rows that a mail or a chat broke at a blank. Two lines become one where only both are a row. */
export const joinRows: RowStep = (lines) => {
  const isRest = (at: number): boolean => {
    const [before, text] = [lines[at - 1]?.text ?? '', lines[at]?.text ?? '']
    if (text.length > 400 || before.length > 400 || !REST.test(text) || !HEAD.test(before)) return false
    return isWhole(`${before.trimEnd()} ${text.trim()}`) && !isWhole(before) && !isWhole(text)
  }
  let joins = 0
  lines.forEach((_, at) => {
    if (at > 0 && isRest(at)) joins++
  })
  if (joins < FEWEST_JOINS) return lines
  const result: SourceLine[] = []
  lines.forEach((line, at) => {
    const last = result.at(-1)
    if (last && isRest(at)) result[result.length - 1] = { ...last, text: `${last.text.trimEnd()} ${line.text.trim()}` }
    else result.push(line)
  })
  return result
}

/** A row with its offset: nothing is missing at its end. */
function isWhole(text: string): boolean {
  return isRow(text) && findRowStarts(text).length > 0 && /[ \t]\+[ \t]?(?:0x[0-9a-f]+|\d+)\b/i.test(text)
}
