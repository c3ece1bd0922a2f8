/**
 * Rows before formats: a text with its rows laid bare, whatever programs and people put around them. Formats get this text in
 * place of the file's own where more of its rows can be read so.
 */
import { joinFullLines, joinRows, splitRows } from './breaks.ts'
import { markAddresses } from './numbers.ts'
import { cutLineNumbers, cutPrefixes } from './prefixes.ts'
import { isRow } from './row-starts.ts'
import { linesOf, type RowStep, type SourceLine } from './rows-text.ts'
import { openJson, takeStrings, trimRows, undoEscapedLines } from './strings.ts'
import { joinCells, undoMarkup } from './markup.ts'

/** Wrappings within wrappings that are undone: an escaped string in a JSON string in a prefixed line. */
const DEEPEST = 4
/** Characters; larger texts are left as they are. */
const LARGEST = 128 << 20

/** What is undone to the last level before lines and columns mean anything. */
const decoders: readonly RowStep[] = [undoMarkup, openJson, takeStrings, undoEscapedLines]

const steps: readonly RowStep[] = [
  markAddresses,
  joinFullLines,
  cutLineNumbers,
  joinCells,
  cutPrefixes,
  trimRows,
  splitRows,
  joinRows,
]

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
  /** Lines that are rows. */
  readonly rows: number
}

/** The text with its rows laid bare; undefined where they lie bare already. */
export function cleanRows(text: string): CleanText | undefined {
  if (text.length > LARGEST) return undefined
  const own = linesOf(text)
  const lines = repeat(own, [(given) => repeat(given, decoders), ...steps])
  if (lines === own) return undefined
  return {
    text: lines.map((line) => line.text).join('\n'),
    numbers: lines.map(({ number }) => number),
    rows: lines.filter((line) => isRow(line.text)).length,
  }
}
