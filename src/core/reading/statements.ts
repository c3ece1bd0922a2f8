/** Splits the explanations of a report into statements and possible causes, for the page and the exporters. */
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import type { StatementKind } from '../model/statement-kind.ts'

/** Pages of earlier versions tell the grade alone. */
const kindOf = ({ kind, grade }: Explanation): StatementKind => kind ?? (grade === 'proved' ? 'shown' : 'possible')

export interface Statements {
  /** What the report says or its numbers show, strongest first. */
  readonly stated: readonly Explanation[]
  /** What may have led to it: to be checked, each in its own way. */
  readonly causes: readonly Explanation[]
}

/** All explanations of a report, statements and possible causes apart. */
export function statementsOf({ explanations }: Pick<SymbolicatedReport, 'explanations'>): Statements {
  return {
    stated: explanations.filter((one) => kindOf(one) !== 'possible'),
    causes: explanations.filter((one) => kindOf(one) === 'possible'),
  }
}

/** The strongest statement, which headlines are made of; undefined where nothing is stated. */
export function strongestOf({ explanations }: Pick<SymbolicatedReport, 'explanations'>): Explanation | undefined {
  return explanations.find((one) => kindOf(one) !== 'possible')
}

/** Lines of what a program noted that are told; a few may be very long. */
const MOST_LINES = 40
const LONGEST_LINE = 2000

/** What libraries and the program itself noted before the end, line by line. */
export function appWords({ report }: Pick<SymbolicatedReport, 'report'>): readonly string[] {
  const lines = report.applicationInfo.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
  return lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line))
}

/** Whether a statement is the report's own word, shown by its numbers, or only its codes in plain words. */
export function toldBy(explanation: Explanation): 'said' | 'shown' | 'none' {
  const kind = kindOf(explanation)
  return kind === 'possible' ? 'none' : kind
}
