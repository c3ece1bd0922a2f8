/**
 * What PowerShell puts around the words that a program wrote to its standard error: the program's name before the first line, and below
 * it where the program was called, in several lines.
 */
import { joinAtEither, joinAtKept } from './named-breaks.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

/** The last lines of such a record, in any language. */
const CATEGORY = /^[ \t]{1,8}\+ CategoryInfo\b/
const ERROR_ID = /^[ \t]{1,8}\+ FullyQual/
/** `At line:1 char:4`, `At C:\run.ps1:12 char:4`. */
const PLACE = /:\d{1,6} \p{L}{1,20}:\d{1,6}[ \t]*$/u
/** `dotnet : Unhandled exception. …` */
const PROGRAM = /^[\w.\\/:+-]{1,200} :(?: |$)/
const MOST_LINES = 24

/** Lines of a record: the one with the program's name, if any, and those that the program did not write. */
interface ErrorRecord {
  readonly program: number
  readonly start: number
  readonly end: number
}

function findRecord(lines: readonly SourceLine[]): ErrorRecord | undefined {
  const category = lines.findIndex(({ text }) => CATEGORY.test(text))
  if (category < 0) return undefined
  const first = Math.max(category - MOST_LINES, 0)
  const place = lines.slice(first, category).findLastIndex(({ text }) => PLACE.test(text))
  const behind = lines.slice(category, category + MOST_LINES)
  const id = behind.findIndex(({ text }) => ERROR_ID.test(text))
  const blank = behind.findIndex(({ text }, at) => at > id && text.trim() === '')
  if (place < 0 || id < 0 || blank < 0) return undefined
  const from = Math.max(first + place - MOST_LINES, 0)
  const program = lines.slice(from, first + place).findLastIndex(({ text }) => PROGRAM.test(text))
  return { program: program < 0 ? -1 : from + program, start: first + place, end: category + blank + 1 }
}

const undoBy =
  (join: RowStep): RowStep =>
  (lines) => {
    const record = findRecord(lines)
    if (!record) return lines
    const { program, start, end } = record
    const { number } = lines[program] ?? {}
    // The console broke the lines with the program's name in them. Words from before may be of another width.
    const from = program < 0 ? start : program
    const bare = [...lines.slice(0, from), ...join([...lines.slice(from, start), ...lines.slice(end)])]
    const at = bare.findIndex((line) => line.number === number)
    return mapLines(bare, (text, position) => (position === at ? text.replace(PROGRAM, '') : text))
  }

/** The lines without the first record, the program's own words left. */
export const undoErrorRecord = undoBy((lines) => lines)

/** The same where the console broke the lines of the program, too. */
export const unwrapErrorRecord = undoBy((lines) => {
  const kept = joinAtKept(lines)
  return kept === lines ? joinAtEither(lines) : kept
})
