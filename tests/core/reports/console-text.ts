/** The reading of a text that somebody copied from a console. */
import { explain } from '../../../src/core/explain/registry.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { appWords } from '../../../src/core/reading/statements.ts'
import { findPasted } from './fixture.ts'

export interface ToldText {
  readonly report: Report
  readonly end: ReturnType<typeof endOf>
  readonly told: ReturnType<typeof headlineOf>
  /** All words of all explanations. */
  readonly words: string
  /** The headline, its codes, and what is quoted. */
  readonly shown: string
}

/** Undefined where the text is no report. */
export function readConsole(text: string): ToldText | undefined {
  const report = findPasted(text)
  if (!report) return undefined
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const symbolicated = { ...bare, ...explain(bare) }
  const told = headlineOf(symbolicated)
  const rows = quotedRows(symbolicated).map((row) => row.text)
  return {
    report,
    end: endOf(symbolicated),
    told,
    words: JSON.stringify(symbolicated.explanations, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
    shown: [told.title, ...told.codes, ...rows, ...appWords(symbolicated)].join('\n'),
  }
}
