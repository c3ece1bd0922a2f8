/** Cuts a text into the documents that it holds. */
import { asObject, parseJson, type JsonValue } from './json/json.ts'
import { findFurtherPanics } from './further-panics.ts'
import { findFurtherStops } from './further-stops.ts'
import { findLostRows } from './rows/account.ts'
import { findFurtherThrown, findHeads, holdsSeveral } from './several.ts'

/** Parts of a text that are read for themselves; what lies behind is one part. */
export const MOST_PARTS = 16

/** The parts of a text that are read for themselves: `.ips` files with the words around them, and other text with addresses. */
export function splitDocuments(text: string): string[] {
  const finders = [findFurtherThrown, findFurtherPanics, findFurtherStops]
  const further = finders.map((find) => find(text)).find((starts) => starts.length > 0)
  if (further) return cutBefore(text, further.slice(0, MOST_PARTS))
  const isJson = /^\s*[[{]/.test(text) && !/[}\]]\s*$/.test(text.slice(-400))
  if (!holdsSeveral(text) && !isJson) return [text]
  const parts: string[] = []
  let [from, at] = [0, 0]
  /** Cuts the text before `end`; a piece without addresses joins the next piece. */
  const cutAt = (end: number): void => {
    if (findLostRows(text.slice(at, end), []).length === 0) return
    if (at > from) parts.push(text.slice(from, at))
    parts.push(text.slice(at, end))
    from = end
  }
  for (const head of findHeads(text)) {
    if (head < at || parts.length >= MOST_PARTS) continue
    cutAt(head)
    at = endOfBody(text, head) ?? text.length
  }
  if (isJson && at === 0) {
    const document = parseJson(text)
    // A document that is cut off goes to the end of the text.
    if (document && !document.damage && !isHeader(document.value)) at = document.end
  }
  if (at > 0) cutAt(text.length)
  return from < text.length ? [...parts, text.slice(from)] : parts
}

/** The text in parts that begin at these offsets. */
export const cutBefore = (text: string, starts: readonly number[]): string[] =>
  [0, ...starts].map((start, at) => text.slice(start, starts[at]))

/** The first line of an `.ips` file belongs to the text below it. */
function isHeader(value: JsonValue): boolean {
  const members = asObject(value)
  return 'bug_type' in members || 'app_name' in members
}

function endOfBody(text: string, head: number): number | undefined {
  const first = parseJson(text, head)
  const body = first && parseJson(text, first.end)
  return body?.damage ? undefined : body?.end
}
