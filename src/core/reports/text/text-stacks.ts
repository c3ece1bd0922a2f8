/** Groups the rows of a text into stacks, each with the line above it. */
import type { TextSpan } from '../../model/report.ts'
import { isCodeAddress } from './bare-rows.ts'
import type { Line } from '../base/lines.ts'
import type { RowReader, TextRow } from './text-rows.ts'
import { largest } from '../../model/lists.ts'

export interface TextStack {
  readonly rows: readonly TextRow[]
  /** The last line above the stack that has a letter or digit. */
  readonly title?: Line
  readonly span: TextSpan
}

export interface TextStacks {
  readonly stacks: readonly TextStack[]
  /** Lines that are no rows. */
  readonly others: readonly Line[]
}

interface Draft {
  readonly rows: TextRow[]
  /** The address of each row as its line prints it. */
  readonly printed: (Printed | undefined)[]
  readonly title: Line | undefined
  readonly start: number
  end: number
}

/**
 * Groups rows into stacks. A numbered stack continues while its numbers rise, across blank and foreign lines; one without numbers ends
 * at the first line that is no row. `isTitle` lines always end a stack.
 */
export function collectStacks(
  lines: Iterable<Line>,
  readers: readonly RowReader[],
  isTitle: (text: string) => boolean = () => false,
): TextStacks {
  const stacks: Draft[] = []
  const others: Line[] = []
  let current: Draft | undefined
  let title: Line | undefined
  for (const line of lines) {
    const row = firstRow(line, readers)
    if (!row) {
      others.push(line)
      if (!/^[\s=_*~#.·•+|–—-]*$/.test(line.text)) title = line
      if (current?.rows.at(-1)?.index === undefined || isTitle(line.text)) current = undefined
      continue
    }
    if (!current || !continues(current, row)) {
      current = { rows: [], printed: [], title, start: line.start, end: line.end }
      stacks.push(current)
    }
    title = undefined
    const before = current.rows.at(-1)
    // A number twice is a call and the function that it was inlined into.
    if (before?.index !== undefined && before.index === row.index)
      current.rows[current.rows.length - 1] = { ...before, inlined: true }
    current.rows.push(row)
    current.printed.push(printedIn(line))
    current.end = line.end
  }
  return {
    stacks: stacks.map(({ rows, printed, title: head, start, end }) => ({
      rows: withoutCutAddresses(rows, printed),
      ...(head ? { title: head } : {}),
      span: { start, end },
    })),
    others,
  }
}

interface Printed {
  readonly digits: number
  /** Padded, and digits are missing. */
  readonly isShort: boolean
  /** Padded with two digits at least. */
  readonly hasZeros: boolean
  /** Nothing stands behind the address. */
  readonly isLast: boolean
  readonly line: number
}

const ADDRESS = /0x([0-9a-f]{1,16})(?!\w)/i
const SHORT = /^0[0-9a-f]{8,14}$/i
const NOTHING = /^[\s"',;|)\]}`]*$/

function printedIn({ text, number }: Line): Printed | undefined {
  const match = ADDRESS.exec(text)
  if (!match?.[1]) return undefined
  const behind = text.slice(match.index + 2 + match[1].length)
  return {
    digits: match[1].length,
    isShort: SHORT.test(match[1]),
    hasZeros: match[1].startsWith('00'),
    isLast: behind.length < MOST_BEHIND && NOTHING.test(behind),
    line: number,
  }
}

const MOST_BEHIND = 80
const WIDE = 16
/** Below this nothing lies in a 64-bit process. */
const LOWEST = 0x1_0000_0000n
/** Fewer rows do not show how long their addresses are. */
const FEWEST_OTHERS = 2

/**
 * The rows, those without their address whose line was cut inside it. It has fewer digits than all others. These are padded, or lie
 * where no code of the same process can. The first row may be a jump to anywhere.
 */
function withoutCutAddresses(rows: readonly TextRow[], printed: readonly (Printed | undefined)[]): readonly TextRow[] {
  const whole = printed.flatMap((one) => (one && !one.isLast ? one.digits : []))
  const lengths = (whole.length >= FEWEST_OTHERS ? whole : printed.flatMap((one) => one?.digits ?? [])).sort(
    (a, b) => a - b,
  )
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  return rows.map((row, at) => {
    const own = printed[at]
    if (!own?.isLast || row.address === undefined || (own.digits >= usual && !own.isShort)) return row
    const isPadded = usual === WIDE && own.hasZeros
    const isCut = own.isShort || isPadded || (at > 0 && row.address < LOWEST && usual > 8 && usual < WIDE)
    if (!isCut || row.loadAddress !== undefined || row.offset !== undefined) return row
    return { ...row, address: undefined, cutIn: own.line }
  })
}

/** A stack of rows that do not stand one below the other. */
export function stackOf(rows: readonly TextRow[]): TextStack {
  const spans = rows.flatMap(({ span }) => span ?? [])
  const start = spans.reduce((first, span) => Math.min(first, span.start), spans[0]?.start ?? 0)
  return { rows, span: { start, end: spans.reduce((last, { end }) => Math.max(last, end), start) } }
}

function firstRow(line: Line, readers: readonly RowReader[]): TextRow | undefined {
  // Rows are short; the lines of a minified script or a base64 block are not rows.
  if (line.text.length > 8192) return undefined
  for (const reader of readers) {
    const row = reader(line)
    if (row) return row
  }
  return undefined
}

function continues(stack: Draft, row: TextRow): boolean {
  const before = stack.rows.at(-1)
  if (before?.index === undefined || row.index === undefined) return before?.index === row.index
  // Rows of inlined calls may repeat the number of the row that they lie in.
  return row.index > before.index || (row.index === before.index && row.address === before.address)
}

const LIST = /\(\s*(0x[0-9a-f]{1,16}(?:\s+0x[0-9a-f]{1,16})*)\s*(\)?)/gi
/** `["0x104ccc074", "0x104ccc0a0", …]`, and the same in decimal, as an array of NSNumbers prints itself. */
const ARRAY =
  /[[(]\s*((?:["']?(?:0x[0-9a-f]{6,16}|\d{10,19})["']?\s*,\s*){1,4096}["']?(?:0x[0-9a-f]{6,16}|\d{10,19})["']?)\s*([\])]?)/gi
const BOUNDS = /\bstack(?:: )?$/i
const THROWN_LIST = /First throw call stack:\s*\(?\s*(0x[0-9a-f]{1,16}(?:\s+0x[0-9a-f]{1,16})*)\s*(\)?)/gi

export interface AddressList {
  readonly rows: readonly TextRow[]
  readonly span: TextSpan
  /** The text stops inside the list, so its last address may lack digits and was left out. */
  readonly isCut: boolean
}

/** Lists of bare addresses: `(0x18c7241c0 0x18b15c55c …)`, wrapped anywhere between two of them, perhaps never closed. */
export function collectAddressLists(text: string): AddressList[] {
  const lists: AddressList[] = []
  const seen = new Set<number>()
  for (const pattern of [THROWN_LIST, LIST, ARRAY]) {
    for (const match of text.matchAll(pattern)) {
      const digits = match[1] ?? ''
      const start = match.index + match[0].indexOf(digits)
      if (seen.has(start)) continue
      seen.add(start)
      const words = [...digits.matchAll(/0x[0-9a-f]+|\d{10,}/gi)]
      if (pattern === LIST && words.length < 3) continue
      // The bounds of a thread's stack, as Java prints them.
      if (BOUNDS.test(text.slice(Math.max(0, match.index - 8), match.index))) continue
      if (pattern === ARRAY && !words.every((word) => isCodeAddress(BigInt(word[0])))) continue
      const isOpen = match[2] === ''
      const longest = largest(
        0,
        words.map((word) => word[0].length),
      )
      const isCut = isOpen && (words.at(-1)?.[0].length ?? 0) < longest
      const whole = isCut ? words.slice(0, -1) : words
      const rows = whole.map((word) => ({
        address: BigInt(word[0]),
        span: { start: start + word.index, end: start + word.index + word[0].length },
      }))
      lists.push({ rows, span: { start, end: start + digits.length }, isCut })
    }
  }
  return lists.sort((a, b) => a.span.start - b.span.start)
}
