/** Rows in crash reports that today's systems do not write. */
import { asLine, canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { parseSymbolText } from '../text/apple-rows.ts'
import { readManagedRow } from '../text/managed-rows.ts'
import { isSureNamedRow, readNamedImageRow } from '../text/named-image-rows.ts'
import type { PlaceOfRow } from './apple-text-model.ts'

const FIRST_SYSTEMS = /^[ \t]{0,8}#(\d{1,4})[ \t]+(0x[0-9a-f]{8})[ \t]+in[ \t]+(\S[^\n]*)/

/** ` #2   0x00003ab4 in main (main.m:18)` */
function readRowOfFirstSystems(line: Line): FrameRow | undefined {
  const text = line.text.trimEnd()
  const [, index, address, name = ''] = (canBeRow(text) && FIRST_SYSTEMS.exec(text)) || []
  if (address === undefined) return undefined
  return omitUndefined({
    index: Number(index),
    address: BigInt(address),
    symbol: parseSymbolText(name),
    span: spanIn(line, 0, text.length),
    symbolSpan: spanIn(line, text.length - name.length, text.length),
  })
}

/** ` 2  shop::Till::count(int)`: somebody left out the images and the addresses. */
const NAME_ALONE =
  /^[ \t]{0,8}(\d{1,4})[ \t]{1,8}((?:[A-Za-z_]\w{0,200}::[\w:~<]{1,400}\([^\n]{0,2000}|[-+]\[[A-Za-z_][^\n\]]{1,400}\]))[ \t\r]*$/

function readNameAlone(line: Line): FrameRow | undefined {
  const [, index, name = ''] = (canBeRow(line.text) && NAME_ALONE.exec(line.text)) || []
  return index === undefined
    ? undefined
    : { index: Number(index), symbol: { name: name.trimEnd() }, span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** A row of Xamarin, one without an address, or one of the first versions of Mac OS X. */
export function readOtherRow(line: Line, place: PlaceOfRow): FrameRow | undefined {
  if (place === 'managed') return readManagedRow(line)
  const named = readNamedImageRow(line)
  if (place === 'next') return named ?? readRowOfFirstSystems(line) ?? readNameAlone(line)
  return isSureNamedRow(line.text) ? named : undefined
}

const HEAD =
  /^[ \t]*(?:Thread \d{1,6}(?: Crashed)?:(?::[^\n]{0,200})?|Last Exception Backtrace:)[ \t\r]*\n(?:[ \t\r]*\n)?([ \t]*#?0[ \t][^\n]*)\n([ \t]*#?1[ \t][^\n]*)/gm

/** True for a text with such rows below the head of a thread or an exception. */
export function hasOtherRows(text: string): boolean {
  for (const [, first = '', second = ''] of text.matchAll(HEAD))
    if ([first, second].every((row) => readOtherRow(asLine(row), 'next'))) return true
  return false
}
