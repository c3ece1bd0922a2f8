/** Words that a log or a tool puts before all lines of a stack. No program is known by name: the lines have it in common, but for digits. */
import type { Line } from '../base/lines.ts'

/** Words that differ only in their numbers have the same. */
export const shapeOf = (part: string): string => part.replace(/\d/g, '0')

/** The line without what is before it: as long as `before`, and the same but for digits. */
export function withoutShape(line: Line, before: string): Line {
  if (before.trim() === '' || shapeOf(line.text.slice(0, before.length)) !== shapeOf(before)) return line
  return { ...line, text: line.text.slice(before.length), start: line.start + before.length }
}

/** Words that end in a mark, or a rule at the margin, then a row. */
const BEFORE_ROW = /^([ \t]{0,80}[│┃|]|\S[^\n]{0,120}?[:\])|>])[ \t]{1,40}at [\w(<]/

/** The lines without the words before two rows or more. */
export function withoutSharedPrefix(lines: readonly Line[]): readonly Line[] {
  const seen = new Set<string>()
  for (const { text } of lines) {
    const before = BEFORE_ROW.exec(text.slice(0, 300))?.[1]
    if (before === undefined) continue
    if (seen.has(shapeOf(before))) return lines.map((line) => withoutShape(line, before))
    seen.add(shapeOf(before))
  }
  return lines
}
