/** Splits the explanations of a report into statements and possible causes, for the page and the exporters. */
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import type { StatementKind } from '../model/statement-kind.ts'

/** Pages of earlier versions have only the grade. */
const kindOf = ({ kind, grade }: Explanation): StatementKind => kind ?? (grade === 'proved' ? 'shown' : 'possible')

export interface Statements {
  /** Statements by the report's words or numbers, strongest first. */
  readonly stated: readonly Explanation[]
  /** Possible causes, each with its own check. */
  readonly causes: readonly Explanation[]
}

/** All explanations of a report, statements and possible causes apart. */
export function statementsOf({ explanations }: Pick<SymbolicatedReport, 'explanations'>): Statements {
  return {
    stated: explanations.filter((one) => kindOf(one) !== 'possible'),
    causes: explanations.filter((one) => kindOf(one) === 'possible'),
  }
}

/** The strongest statement, which becomes the headline; undefined for none. */
export function strongestOf({ explanations }: Pick<SymbolicatedReport, 'explanations'>): Explanation | undefined {
  return explanations.find((one) => kindOf(one) !== 'possible')
}

/** Limits on the lines of `appWords`. */
const MOST_LINES = 40
const LONGEST_LINE = 2000

/** A row of a stack, as an exception's words hold it. */
const ROW = /^[ \t]*\d{1,4}[ \t]+\S[^\n]{0,400}[ \t]0x[\da-f]{6,16}\b/i

/** Of too many lines, the last rows of stacks are left out: words behind a long stack say more. */
function withoutLastRows(lines: readonly string[]): readonly string[] {
  const rows = lines.flatMap((line, at) => (ROW.test(line) ? [at] : []))
  const over = lines.length - MOST_LINES
  const left = new Set(over > 0 ? rows.slice(-over) : [])
  return lines.filter((_, at) => !left.has(at))
}

/** Notes that libraries and the program itself left before the end, line by line. */
export function appWords({ report }: Pick<SymbolicatedReport, 'report'>): readonly string[] {
  const lines = report.applicationInfo.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
  return withoutLastRows(lines)
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line))
}

/** `said`: the report's own words; `shown`: by its numbers; `none`: only its codes in plain words. */
export function basisOf(explanation: Explanation): 'said' | 'shown' | 'none' {
  const kind = kindOf(explanation)
  return kind === 'possible' ? 'none' : kind
}
