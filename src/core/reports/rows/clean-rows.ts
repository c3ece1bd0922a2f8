/**
 * Rows before formats: a text with its rows laid bare, whatever programs and people put around them. Formats get this text in
 * place of the file's own where more of its rows can be read so.
 */
import { withoutTerminalCodes } from '../base/lines.ts'
import { joinBrokenJson, joinFullLines, joinRows, splitKotlinRows, splitRows } from './breaks.ts'
import { joinBrokenRows } from './broken-rows.ts'
import { plainCharacters } from './characters.ts'
import {
  lowerMarks,
  undoBase64,
  undoCurlyQuotes,
  undoDiff,
  undoForms,
  undoPrintable,
  undoRtf,
  undoStatements,
  undoXml,
} from './encodings.ts'
import { splitHeadings } from './headings.ts'
import { markAddresses } from './numbers.ts'
import { mendMisread } from './misread.ts'
import { cutAddressPrefixes, cutCommon, cutLineNumbers, cutPrefixes } from './prefixes.ts'
import { isRow } from './row-starts.ts'
import { linesOf, type RowStep, type SourceLine } from './rows-text.ts'
import { openJson, openLists, takeStrings, trimRows, undoEscapedLines } from './strings.ts'
import { joinCells, undoMarkup } from './markup.ts'

/** Wrappings within wrappings that are undone: an escaped string in a JSON string in a prefixed line. */
const DEEPEST = 4
/** Characters; larger texts are left as they are. */
const LARGEST = 128 << 20

/** These steps repeat until all levels of encoding are removed. Before that, lines and columns have no meaning. */
const decoders: readonly RowStep[] = [
  joinBrokenJson,
  undoBase64,
  undoRtf,
  plainCharacters,
  undoPrintable,
  undoForms,
  undoXml,
  undoMarkup,
  openLists,
  openJson,
  takeStrings,
  undoEscapedLines,
  lowerMarks,
  mendMisread,
]

const steps: readonly RowStep[] = [
  undoDiff,
  undoCurlyQuotes,
  undoStatements,
  splitKotlinRows,
  cutCommon,
  joinBrokenRows,
  markAddresses,
  joinFullLines,
  cutLineNumbers,
  joinCells,
  cutPrefixes,
  cutAddressPrefixes,
  trimRows,
  splitHeadings,
  splitRows,
  joinRows,
]

/** Steps that mend rows broken inside words and numbers, and change nothing without proof. */
const menders: ReadonlySet<RowStep> = new Set([undoPrintable, joinBrokenRows, joinBrokenJson])

/** The lines after these steps, taken until none of them finds anything. */
function repeat(lines: readonly SourceLine[], turn: readonly RowStep[]): readonly SourceLine[] {
  let result = lines
  for (let depth = 0; depth < DEEPEST; depth++) {
    const before = result
    for (const step of turn) result = step(result)
    if (result === before) break
  }
  return result
}

export interface CleanText {
  readonly text: string
  /** For each line the line of the file that it comes from, 1-based. */
  readonly numbers: readonly number[]
  /** Rows were broken inside words, and whole ones were made of all of them: what the broken text was read as is worth nothing. */
  readonly isMended: boolean
  /** Lines whose digits or blanks text recognition had damaged. */
  readonly misread: number
  /** Lines that are rows. */
  readonly rows: number
}

/** True if rows of a text are broken inside words or numbers, so that a part of a row may look like a whole one. Linear. */
export function isBroken(text: string): boolean {
  if (text.length > LARGEST) return false
  const lines = linesOf(text)
  return [...menders, mendMisread].some((step) => step(lines) !== lines)
}

/** The text with its rows laid bare; undefined where they lie bare already. */
export function cleanRows(text: string): CleanText | undefined {
  if (text.length > LARGEST) return undefined
  const own = linesOf(withoutTerminalCodes(text))
  let isMended = false
  const misread = new Set<number>()
  const watched = (step: RowStep): RowStep => {
    if (!menders.has(step) && step !== mendMisread) return step
    return (given) => {
      const made = step(given)
      if (step !== mendMisread) isMended ||= made !== given
      else if (made !== given) made.forEach((line, at) => line !== given[at] && misread.add(line.number))
      return made
    }
  }
  const decode = decoders.map(watched)
  const lines = repeat(own, [(given) => repeat(given, decode), ...steps.map(watched)])
  if (lines === own) return undefined
  return {
    isMended,
    misread: misread.size,
    text: lines.map((line) => line.text).join('\n'),
    numbers: lines.map(({ number }) => number),
    rows: lines.filter((line) => isRow(line.text)).length,
  }
}
