/** Rows of stackshot texts: spindump, hangs, microstackshots. */
import type { PrintedSymbol } from '../../model/report.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { withoutMark } from '../../model/grade-marks.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { openingBracket } from './opening-bracket.ts'

/** A row with its count and the column of the count's first digit, which tells its depth. */
export interface StackshotRow {
  readonly column: number
  readonly count: number
  readonly row: FrameRow
  /** What stands behind the address: the samples that saw the call, or the state of the thread: `(running) 1-49`. */
  readonly note?: string
}

const PLACE = /^([^()]*?)(?::(\d+))?(?:,(\d+))? in (.*?)(?: \+ (\d+))?$/
/** Digits of a count, and of an address, at most. */
const COUNT_DIGITS = 9
const ADDRESS_DIGITS = 16
/** Hexadecimal digits that a number holds exactly. */
const EXACT_DIGITS = 13

/**
 * `  567  name + 1 (File.swift:31,1 in Image + 91093) [0x7fff7e82a3d5] 1-49`, each part but the count optional; a star before
 * the count marks kernel code. Undefined for a line that is no such row. A file may have a million of these rows, so they are read
 * letter by letter and not by expressions.
 */
export function parseStackshotRow(line: Line, targets: Targets = new Map()): StackshotRow | undefined {
  const { text } = line
  if (!canBeRow(text)) return undefined
  let column = behindBlanks(text, 0)
  if (text.charCodeAt(column) === STAR) column++
  let end = column
  while (end - column < COUNT_DIGITS && isDigit(text.charCodeAt(end))) end++
  const start = behindBlanks(text, end)
  if (end === column || start === end || !isInk(text, start)) return undefined
  const count = Number(text.slice(column, end))
  if (text[start] === '<') {
    const name = text.slice(start).trim()
    return /^<[A-Za-z][^>]*>?/.test(name) ? { column, count, row: { symbol: { name } } } : undefined
  }
  const open = text.lastIndexOf(' [0x')
  const digits = open + ' [0x'.length
  let close = digits
  while (close < text.length && isHexDigit(text.charCodeAt(close))) close++
  const length = close - digits
  if (open < 0 || length === 0 || length > ADDRESS_DIGITS || text[close] !== ']') return undefined
  // A mark of an earlier export of ours is no part of the name.
  const printed = withoutMark(text.slice(start, open).trimEnd())
  const { symbol, imageName, offset, loadAddress } = targetOf(printed, targets)
  const hex = text.slice(digits, close)
  const row: FrameRow = {
    address: length > EXACT_DIGITS ? BigInt(`0x${hex}`) : BigInt(parseInt(hex, 16)),
    symbolSpan: spanIn(line, start, start + printed.length),
    symbol,
    imageName,
    offset,
    loadAddress,
  }
  if (close + 1 === text.length) return { column, count, row }
  const note = text.slice(close + 1).trim()
  return note === '' ? { column, count, row } : { column, count, row, note }
}

const STAR = 42

const isBlank = (code: number): boolean => code === 32 || code === 9

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const isHexDigit = (code: number): boolean => isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)

function behindBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Whether there is a letter, and not some other blank. */
function isInk(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code > 32 && (code < 128 || /\S/.test(text.charAt(at)))
}

/** What was read of the same words before: a spindump prints most calls in many threads. */
export type Targets = Map<string, Target>
type Target = Pick<FrameRow, 'symbol' | 'imageName' | 'offset' | 'loadAddress'>

/** Words are forgotten at this number of them. */
const MOST_TARGETS = 200_000

function targetOf(printed: string, targets: Targets): Target {
  const known = targets.get(printed)
  if (known) return known
  const target = readTarget(printed)
  if (targets.size >= MOST_TARGETS) targets.clear()
  targets.set(printed, target)
  return target
}

/** iOS 8 printed `Image 0x1858ec000 + 37028`. */
const BASE = /^(\S.*?) (0x[0-9a-fA-F]{1,16}) \+ (\d+)$/

function readTarget(printed: string): Target {
  const base = printed.includes(' 0x') ? BASE.exec(printed) : null
  if (base?.[1] && base[2]) return { imageName: base[1], loadAddress: BigInt(base[2]) }
  const open = printed.endsWith(')') ? openingBracket(printed) : -1
  if (open < 0) return { symbol: readSymbol(printed) }
  const label = printed.slice(0, open).trimEnd()
  const inner = printed.slice(open + 1, -1)
  const place = inner.includes(' in ') ? PLACE.exec(inner) : null
  const target = place ? { name: place[4] ?? '', offset: numberOf(place[5]) } : splitOffset(inner)
  const symbol = readSymbol(label, place?.[1], Number(place?.[2] ?? 0), Number(place?.[3] ?? 0))
  return { symbol, imageName: target.name === '' ? undefined : target.name, offset: target.offset }
}

const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits))

/** `name + 12` as its parts. */
function splitOffset(text: string): { readonly name: string; readonly offset: number | undefined } {
  let at = text.length
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--
  return at < text.length && text.endsWith(PLUS, at)
    ? { name: text.slice(0, at - PLUS.length), offset: Number(text.slice(at)) }
    : { name: text, offset: undefined }
}

const PLUS = ' + '

function readSymbol(label: string, file?: string, line = 0, column = 0): PrintedSymbol | undefined {
  if (label === '' || label === '???') return undefined
  const { name, offset } = splitOffset(label)
  return {
    name,
    ...(offset === undefined ? {} : { offset }),
    ...(file ? { file } : {}),
    ...(line > 0 ? { line } : {}),
    ...(column > 0 ? { column } : {}),
  }
}
