/**
 * Rows as `atos` prints them: `main (in App) (main.m:12)`, `-[Cart add:] (in App) + 24`, and `0x104004000 (in App) + 16384` where it
 * found no name.
 */
import type { PrintedSymbol } from '../../model/report.ts'
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

const IN = ' (in '
const PLUS = /^[ \t]*\+[ \t]*(0x[0-9a-f]{1,12}|\d{1,15})[ \t"',;|]*$/i
const PLACE = /^[ \t]*\(([^()]+?|<compiler-generated>):(\d{1,9})(?::(\d{1,9}))?\)[ \t]*$/
const ADDRESS = /^(?:0x)?([0-9a-f]{5,16})$/i
/** An address of a 64-bit process has as many digits. */
const FEWEST_BARE = 9
/** Parts of a row of another layout: an index with an address, a count of samples, an address in brackets. */
const OTHER_LAYOUT = /0x[0-9a-f]{6}|^[\s+!:|]*\d+[ \t]{1,}\S|[ \t]{2}\S*$/i

/** Pages of HockeyApp and App Center put a column for the image and one for the place before the row. */
const IN_COLUMNS = /^[^\t]{1,120}\t(?:(\d{1,9})|([^\t]{1,200}):(\d{1,9}))\t(.*)/
/** Their sign for a missing name. */
const NO_NAME = 'missing'

/** A row of atos; undefined for any other line. */
export function readAtosRow(line: Line): TextRow | undefined {
  const at = canBeRow(line.text) ? line.text.lastIndexOf(IN) : -1
  const close = at < 0 ? -1 : closingBracket(line.text, at + 1)
  if (close < 0) return undefined
  const said = line.text.slice(0, at).trim()
  const imageName = line.text.slice(at + IN.length, close).trim()
  const place = placeOf(line.text.slice(close + 1))
  if (said === '' || imageName === '' || !place) return undefined
  const start = line.text.length - line.text.trimStart().length
  const end = line.text.trimEnd().length
  const digits = ADDRESS.exec(said)?.[1]
  // Without its mark the rest of a number may be any.
  if (digits !== undefined && !said.startsWith('0x') && digits.length < FEWEST_BARE) return undefined
  const columns = place.offset === undefined && place.file === undefined ? IN_COLUMNS.exec(said) : null
  if (columns) {
    const [, bytes, file, number, name = ''] = columns
    const symbol =
      name === NO_NAME
        ? undefined
        : omitUndefined({ name, offset: bytes ? Number(bytes) : undefined, file, line: Number(number) || undefined })
    return omitUndefined({ imageName, symbol, span: spanIn(line, start, end) })
  }
  if (digits !== undefined && (said.startsWith('0x') || /\d/.test(said)))
    return rawRow(digits, imageName, place, spanIn(line, start, end))
  if (OTHER_LAYOUT.test(said)) return undefined
  const { offset, file, line: number, column } = place
  const symbol: PrintedSymbol = omitUndefined({ name: said, offset, file, line: number, column })
  return { imageName, symbol, span: spanIn(line, start, end), symbolSpan: spanIn(line, start, end) }
}

interface Place {
  readonly offset?: number | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** The bytes or the place in the source behind an image's name; undefined for any other text. */
function placeOf(text: string): Place | undefined {
  if (text.trim() === '') return {}
  const plus = PLUS.exec(text)?.[1]
  if (plus !== undefined) return { offset: Number(plus) }
  const [, file, line, column] = PLACE.exec(text) ?? []
  if (file === undefined) return undefined
  if (file === '<compiler-generated>') return {}
  return { file, line: Number(line), column: column === undefined ? undefined : Number(column) }
}

/** A row without a name counts from the image's load address. */
function rawRow(digits: string, imageName: string, { offset }: Place, span: TextRow['span']): TextRow {
  const address = BigInt(`0x${digits}`)
  const isPlaced = offset !== undefined && BigInt(offset) < address
  return {
    address,
    imageName,
    ...(isPlaced && { offset, loadAddress: address - BigInt(offset) }),
    ...(span && { span, symbolSpan: { start: span.end, end: span.end } }),
  }
}

/** Names of images may have brackets of their own: `App (Beta)`. */
function closingBracket(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const letter = text[at]
    if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at
  }
  return -1
}
