/** Whole call stacks that `.ips` reports hold as one JSON string each (`asiBacktraces`). */
import type { TextSpan } from '../../model/report.ts'
import { parseFrameRow } from '../text/apple-rows.ts'
import { asString } from '../json/json.ts'
import type { JsonValue } from '../json/json.ts'
import { splitLines } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'

/**
 * The rows of each string of an array whose place in the text is given, innermost first. Rows know their place in the text, in
 * which line ends and quotes are escaped.
 */
export function readStackDumps(dumps: readonly JsonValue[], text: string, place: TextSpan | undefined): FrameRow[][] {
  const strings = place ? stringsIn(text, place) : []
  return dumps.map((dump, at) => {
    const value = asString(dump) ?? ''
    const offsets = escapedOffsets(text, strings[at], value.length)
    return splitLines(value).flatMap((line) => {
      const row = parseFrameRow(line)
      return row ? [{ ...row, span: moved(row.span, offsets), symbolSpan: moved(row.symbolSpan, offsets) }] : []
    })
  })
}

function moved(span: TextSpan | undefined, offsets: readonly number[] | undefined): TextSpan | undefined {
  const start = span && offsets?.[span.start]
  const end = span && offsets?.[span.end]
  return start === undefined || end === undefined ? undefined : { start, end }
}

/** Places of the strings of an array of strings, without their quotes; one that is cut off reaches to the end. */
function stringsIn(text: string, within: TextSpan): TextSpan[] {
  const places: TextSpan[] = []
  const end = Math.min(within.end, text.length)
  for (let at = text.indexOf('"', within.start); at >= 0 && at < end; at = text.indexOf('"', at + 1)) {
    const from = at + 1
    for (at = from; at < end && text[at] !== '"'; at++) if (text[at] === '\\') at++
    places.push({ start: from, end: Math.min(at, end) })
  }
  return places
}

/** Position in the text of each character of a string's value, and of its end. */
function escapedOffsets(text: string, place: TextSpan | undefined, length: number): number[] | undefined {
  if (!place) return undefined
  const offsets: number[] = []
  let at = place.start
  while (at < Math.min(place.end, text.length) && offsets.length < length) {
    offsets.push(at)
    at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2
  }
  offsets.push(at)
  return offsets
}
