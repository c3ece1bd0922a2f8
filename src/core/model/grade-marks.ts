/** How a name that is not sure is marked where it is printed, and how such a mark is known again. */
import type { Frame, Grade, Report } from './report.ts'
import { gradeLegend } from '../messages/names.ts'

/** A grade that is printed. Exact names have no mark. */
export type MarkedLevel = Exclude<Grade['level'], 'exact'>

/** Begins a line of the legend with further names of a function. */
const ALSO = '[also] '

/** Begins a line about missing parts of a report. */
const DAMAGED = '[damaged] '
export const damagedLine = (text: string): string => DAMAGED + text
/** True if an earlier export wrote such a line into a text. */
export const isToldDamaged = (text: string): boolean => text.includes(`\n${DAMAGED}`)

/** The line of the legend for a function with further names: `[also] beta: also gamma, at the same address`. */
export const alsoLine = (name: string, others: string): string => `${ALSO}${name}: ${others}`.replace(/\s+/g, ' ')

const LEGEND = /^\[(?:likely|doubtful)\]: /
const MARK = / \[(likely|doubtful)\][ \t]*$/

/** The mark to print after a name of this grade; begins with a blank. */
export const markText = (level: MarkedLevel): string => ` [${level}]`

/** The meaning of a mark: `[likely]: …`. */
const legendLine = (level: MarkedLevel): string => `[${level}]: ${gradeLegend[level]}`

/** Begins the line of a caller that a report leaves out. Readers know such marks again, so they are the same in all languages. */
const LEFT_OUT = '[left out] '
export const leftOutLine = (text: string): string => LEFT_OUT + text

/** The lines that explain the marks used. */
export function legendOf(levels: ReadonlySet<MarkedLevel>): readonly string[] {
  return (['likely', 'doubtful'] as const).filter((level) => levels.has(level)).map(legendLine)
}

/** A line as it was before an export of ours: without the mark at its end, empty where it is a legend. */
export function withoutMark(line: string): string {
  // All of these begin with a bracket; a file may have a million lines that do not.
  if (line.startsWith('[')) {
    if (LEGEND.test(line) || line.startsWith(ALSO)) return ''
    if (line.startsWith(DAMAGED)) return ''
    if (line.startsWith(LEFT_OUT)) return ''
  }
  // Few lines end so; every row of a spindump ends in a bracket.
  const mayHaveMark = line.endsWith('y]') || line.endsWith('l]') || line.endsWith(' ')
  return mayHaveMark ? line.replace(MARK, '') : line
}

/** The mark that an earlier export put after a frame's name, and its end. */
export function printedMark(
  { text }: Report,
  { symbolSpan, span }: Frame,
): { readonly level: MarkedLevel; readonly end: number } | undefined {
  const at = symbolSpan?.end ?? span?.end
  if (at === undefined) return undefined
  const level = (['likely', 'doubtful'] as const).find((word) => text.startsWith(markText(word), at))
  return level && { level, end: at + markText(level).length }
}

const JSON_GRADE = /"symbolGrade"\s*:\s*"(likely|doubtful)"/

/**
 * The grade that an earlier export wrote beside a frame's name. It is the one from its reader, a mark at the end of a
 * row, or a key of a JSON frame.
 */
export function printedLevel(report: Report, frame: Frame): MarkedLevel | undefined {
  if (frame.symbol?.marked) return frame.symbol.marked
  const mark = printedMark(report, frame)
  if (mark || report.textKind !== 'json' || !frame.span) return mark?.level
  const level = JSON_GRADE.exec(report.text.slice(frame.span.start, frame.span.end))?.[1]
  return level === 'likely' || level === 'doubtful' ? level : undefined
}
