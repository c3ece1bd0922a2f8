/** Joins rows that were broken at a fixed width inside words, where the broken parts look like rows of their own. */
import { holdsAddress, isRow } from './row-starts.ts'
import type { RowStep, SourceLine } from './rows-text.ts'

const NARROWEST = 30
const WIDEST = 240
/** Fewer lines may have one width by chance. */
const FEWEST_JOINS = 2
const UUID = /(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f])|<[0-9a-f]{32}>/i
/** A field of a crash report: `Exception Codes: 0x1, 0x104cc8000`. */
const FIELD = /^[ \t]*\p{Lu}[\p{L} /-]{1,40}:[ \t]/u
const BARE_ROW = /^[ \t"'(]*\d{1,4}[:.)]?[ \t]+0x[0-9a-f]{5,16}[ \t"',;]*$/i
const ADDRESSES = /0x[0-9a-f]{5,16}(?!\w)/gi
/** A row or an image has at most an address and a load address. */
const MOST_ADDRESSES = 2

/** True for a whole row or a whole line of an image list. */
function isEntry(text: string): boolean {
  return isRow(text) || BARE_ROW.test(text) || FIELD.test(text) || (UUID.test(text) && holdsAddress(text))
}

/**
 * The lines with those of full width joined with what follows them, also behind a hanging indent. They stay as they are
 * unless every line with an address is a row or an image afterwards. Linear.
 */
export const joinBrokenRows: RowStep = (lines) => {
  for (const indent of new Set([indentOf(lines), 0])) {
    const joined = joinAt(lines, indent)
    if (joined) return joined
  }
  return lines
}

/** The smallest indent of lines that are no rows; 0 where no line has one. */
function indentOf(lines: readonly SourceLine[]): number {
  const indents = lines.flatMap(({ text }) => /^ {2,16}(?=\S)/.exec(text)?.[0].length ?? [])
  return indents.reduce((least, indent) => Math.min(least, indent), indents.length > 0 ? WIDEST : 0)
}

function joinAt(lines: readonly SourceLine[], indent: number): readonly SourceLine[] | undefined {
  const lead = ' '.repeat(indent)
  const isIndented = (text: string): boolean => indent > 0 && text.startsWith(lead)
  const width = lines.reduce((widest, { text }) => Math.max(widest, text.length - (isIndented(text) ? indent : 0)), 0)
  if (width < NARROWEST || width > WIDEST) return undefined
  const result: SourceLine[] = []
  let joins = 0
  let hasAddress = false
  let isFull: boolean = false
  for (const line of lines) {
    const { text } = line
    const last = result.at(-1)
    const isPart: boolean =
      isFull && text.trim() !== '' && (indent === 0 || isIndented(text)) && !isEntry(text.slice(indent))
    if (isPart && last) {
      result[result.length - 1] = { ...last, text: last.text + text.slice(indent) }
      if (hasAddress || UUID.test(text)) joins++
      hasAddress ||= holdsAddress(text)
    } else {
      result.push(line)
      hasAddress = holdsAddress(text)
    }
    const length: number = text.length - (isPart || isIndented(text) ? indent : 0)
    isFull = length === width && /[\p{L}\p{N}]/u.test(text)
  }
  if (joins < FEWEST_JOINS) return undefined
  const isWhole = ({ text }: SourceLine): boolean =>
    !/0x[0-9a-f]{3}/i.test(text) || (isEntry(text) && [...text.matchAll(ADDRESSES)].length <= MOST_ADDRESSES)
  return result.every(isWhole) ? result : undefined
}
