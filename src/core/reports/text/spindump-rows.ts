/** Rows of stackshot texts: spindump, hangs, microstackshots. */
import { withoutMark } from '../../model/grade-marks.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { parseSymbolText } from './apple-rows.ts'
import { Targets } from './row-targets.ts'

/** A row with its count. The column of the count's first digit gives its depth. */
export interface StackshotRow {
  readonly column: number
  readonly count: number
  readonly row: FrameRow
  /** The text after the address: the samples that saw the call, or the state of the thread: `(running) 1-49`. */
  readonly note?: string
}

/** Digits of a count before and behind its point, and of an address, at most. Cycles and bytes are large, milliseconds have a fraction. */
const COUNT_DIGITS = 15
const FRACTION_DIGITS = 6
const ADDRESS_DIGITS = 16
/** Upper half of an address that a number holds exactly. */
const EXACT_HIGH = 2 ** 21 - 1

/**
 * `  567  name + 1 (File.swift:31,1 in Image + 91093) [0x7fff7e82a3d5] 1-49`, each part but the count optional; a star before
 * the count marks kernel code. Undefined for a line that is no such row. A file may have a million of these rows, so the parser
 * reads letters and uses no regular expressions. `from`: the column of the first letter.
 */
export function parseStackshotRow(
  line: Line,
  targets = new Targets(),
  from = behindBlanks(line.text, 0),
): StackshotRow | undefined {
  const { text } = line
  if (!canBeRow(text)) return undefined
  let column = from
  if (text.charCodeAt(column) === STAR) column++
  let end = column
  while (end - column < COUNT_DIGITS && isDigit(text.charCodeAt(end))) end++
  if (end > column && text.charCodeAt(end) === POINT) end = behindFraction(text, end)
  const start = behindBlanks(text, end)
  if (end === column || start === end || !isInk(text, start)) return undefined
  const count = Number(text.slice(column, end))
  const open = text.lastIndexOf(' [0x')
  // `<deduplicated_symbol>` has a place behind it; `<truncated backtrace>` has none.
  if (text[start] === '<' && open < 0) {
    const name = text.slice(start).trim()
    return /^<[A-Za-z][^>]*>?/.test(name) ? { column, count, row: { symbol: { name } } } : undefined
  }
  if (open < 0) return rowWithoutAddress(line, targets, column, start, count)
  const digits = open + ' [0x'.length
  let [high, low] = [0, 0]
  let close = digits
  for (; close < text.length; close++) {
    const digit = hexDigit(text.charCodeAt(close))
    if (digit < 0) break
    high = ((high << 4) | (low >>> 28)) >>> 0
    low = ((low << 4) | digit) >>> 0
  }
  const length = close - digits
  if (length === 0 || length > ADDRESS_DIGITS || text.charCodeAt(close) !== CLOSES) return undefined
  // A mark of an earlier export of ours is no part of the name.
  const printed = withoutMark(text.slice(start, open).trimEnd())
  const { symbol, imageName, offset, loadAddress } = targets.of(printed)
  const address = high <= EXACT_HIGH ? BigInt(high * 2 ** 32 + low) : (BigInt(high) << 32n) | BigInt(low)
  const symbolSpan = spanIn(line, start, start + printed.length)
  const row: FrameRow = { address, symbolSpan, symbol, imageName, offset, loadAddress }
  if (close + 1 === text.length) return { column, count, row }
  const note = text.slice(close + 1).trim()
  return note === '' ? { column, count, row } : { column, count, row, note }
}

/** `??? (Image + 4414408)`: somebody cut the address behind it. */
const PLACED = /^\S.{0,2000} \([^()]{1,200} \+ \d{1,12}\)[ \t]*$/

function rowWithoutAddress(
  line: Line,
  targets: Targets,
  column: number,
  start: number,
  count: number,
): StackshotRow | undefined {
  const printed = line.text.slice(start).trimEnd()
  if (!PLACED.test(printed)) return undefined
  const { symbol, imageName, offset } = targets.of(withoutMark(printed))
  if (imageName === undefined || offset === undefined) return undefined
  return { column, count, row: { symbolSpan: spanIn(line, start, start + printed.length), symbol, imageName, offset } }
}

/** A name as compilers make them, up to what stands behind it. */
const CODE_NAME =
  /^(?:[-+]\[[A-Za-z_]|(?:protocol witness for|closure #\d{1,4} in|specialized|partial apply for|static|@objc) [A-Za-z_$]|[A-Za-z_$][\w$]{0,200}(?:(?:\.|::)[\w$~]{1,200}){0,20}(?=[(<]| \+ \d| \([^()\n]{1,200}(?::\d{1,9}|-generated>)\)$|$))/
const NAMED_ROW = /^[ \t]*(\d{1,9})[ \t]+(\S[^\n]{0,1000})$/
/** Some mark that words of people do not have. */
const CODE_MARK = /[([+]|::|\w\.\w/

/** `7  Till.count(of:)`, `11  Till.body.getter (Till.swift:104)`: a row of a heaviest stack whose image somebody left out. */
export function parseNamedRow({ text }: Line): StackshotRow | undefined {
  const [, count = '', behind = ''] = NAMED_ROW.exec(text) ?? []
  const printed = behind.trimEnd()
  if (!CODE_NAME.test(printed) || !CODE_MARK.test(printed)) return undefined
  const symbol = parseSymbolText(withoutMark(printed).replace(/ \(<compiler-generated>\)$/, ''))
  return symbol && { column: behindBlanks(text, 0), count: Number(count), row: { symbol } }
}

/** Where the fraction that begins with this point ends; the point itself where no digit follows. */
function behindFraction(text: string, point: number): number {
  let end = point + 1
  while (end - point <= FRACTION_DIGITS && isDigit(text.charCodeAt(end))) end++
  return end > point + 1 ? end : point
}

const STAR = 42
const POINT = 46
const CLOSES = 93

const isBlank = (code: number): boolean => code === 32 || code === 9

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The value of a hexadecimal digit; -1 for everything else. */
function hexDigit(code: number): number {
  if (isDigit(code)) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Where the first letter from here on stands that is no blank; the length where there is none. */
export function behindBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Whether there is a letter, and not some other blank. */
function isInk(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code > 32 && (code < 128 || /\S/.test(text.charAt(at)))
}
