/** Rows with an image and a function but no address, as pages of services and people who shorten a report write them. */
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { parseSymbolText } from './apple-rows.ts'

/** Two blanks or a tab end an image with blanks in its name. A number with a plus is a place in the image. */
const ROW =
  /^[ \t]{0,40}(\d{1,4})[ \t]+([A-Za-z_](?:(?! \+0x)[^\t\n"=:]){0,80}?(?=[ \t]{2}|\t)|[A-Za-z_?][^\s"'=:;,(){}[\]]{0,100})(?:[ \t]+\+(0x[0-9a-f]{1,10})(?![^\s]))?(?:[ \t]+(\S[^\n]{0,2000}))?$/i
/** A method, one word, or words that only functions have among them. */
const FUNCTION = [
  /^[-+]\[[^\]\n]{1,600}\]/,
  /^[\p{L}_$<~@?]\S*(?<![.!?,;:])$/u,
  /^[\p{L}_$<~@(][^\n]*(?:[(<[]|::|(?<=\w) in (?=[\p{L}_]))/u,
]
/** Marks that no list of words has. */
const SURE = /[-+]\[\w|::|[ \t]\+[ \t]?\d|\.dylib\b|\([^()\s]{1,200}\.\w{1,6}:\d{1,9}\)|[ \t]_{1,2}[A-Za-z]\w/

const HOLDS_ADDRESS = /0x[0-9a-f]{4}/i

/** `0 CoreFoundation __exceptionPreprocess + 124`, `1  Till +0x2b14  -[Till count] (Till.m:62:1)`; undefined for any other line. */
export function readNamedImageRow(line: Line): FrameRow | undefined {
  // A string's end.
  const text = line.text.replace(/["',;]{1,3}[ \t]{0,20}$/, '').trimEnd()
  const [whole, index, imageName = '', offset, rest = ''] = (canBeRow(text) && ROW.exec(text)) || []
  if (whole === undefined || HOLDS_ADDRESS.test(`${imageName} ${rest}`)) return undefined
  const symbol = parseSymbolText(rest)
  if (symbol ? !FUNCTION.some((form) => form.test(symbol.name)) : offset === undefined || rest !== '') return undefined
  return omitUndefined({
    index: Number(index),
    imageName,
    offset: offset === undefined ? undefined : Number(offset),
    symbol,
    span: spanIn(line, 0, text.length),
    symbolSpan: spanIn(line, text.length - rest.length, text.length),
  })
}

/** True for such a row that no line of a list looks like. */
export const isSureNamedRow = (text: string): boolean => SURE.test(text)
