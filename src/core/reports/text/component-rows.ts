/** Rows of React's components: the one that failed, then those around it. They are no calls. */
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

/** `in View (at App.js:3)`, `in View (created by App)`, `in RCTView`. */
const ROW =
  /^[ \t]{0,40}in ([\w$.<>[\]]{1,120}(?:\([^()\n]{1,120}\))?)( \((?:at ([^()\s]{1,300}):(\d{1,9})|at \*\*|created by [^()\n]{1,120}(?:\([^()\n]{1,120}\))?)\))?(?:, js engine: \w{1,20})?[ \t]*$/
/** React's heading of such rows. */
export const COMPONENTS_HEADING = /\bThis error is located at:[ \t]*$/m

export function readComponentRow(line: Line): TextRow | undefined {
  const [, name, , file, at] = (canBeRow(line.text) && ROW.exec(line.text)) || []
  if (name === undefined) return undefined
  const symbol = omitUndefined({ name, file, line: at === undefined ? undefined : Number(at) })
  return { symbol, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** True if a row says where its component was made; a name alone may be the end of a sentence. */
export const isPlacedComponent = ({ text }: Line): boolean => canBeRow(text) && ROW.exec(text)?.[2] !== undefined

/** React Native writes the head of the script's stack behind the last component. */
export function partedAtStack(line: Line): readonly Line[] {
  const at = /^[ \t]*(?:at|in)[ \t].*, stack:$/.test(line.text)
    ? line.text.search(/, js engine: \w{1,20}, stack:$/)
    : -1
  if (at < 0) return [line]
  return [
    { ...line, text: line.text.slice(0, at), end: line.start + at },
    { ...line, text: line.text.slice(at + 2), start: line.start + at + 2 },
  ]
}
