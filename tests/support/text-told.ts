/** The reading of a text: its reports, with their ends, headlines and all sentences. */
import { explain } from '../../src/core/explain/registry.ts'
import type { Report, SymbolicatedReport } from '../../src/core/model/report.ts'
import { endOf, type End } from '../../src/core/reading/end.ts'
import { headlineOf, type Headline } from '../../src/core/reading/headline.ts'
import { quotedRows } from '../../src/core/reading/quoted.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { withNamedImages } from '../../src/core/resolve/implied-images.ts'

export interface Told {
  readonly report: Report
  readonly end: End
  readonly headline: Headline
  /** Titles, meanings, evidence and advice of all statements. */
  readonly stated: readonly string[]
  /** Titles, meanings, evidence and advice of all statements, and what is quoted. */
  readonly words: string
  /** Functions of the first stack. */
  readonly functions: readonly string[]
}

export function toldOf(text: string): readonly Told[] {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  if (!outcome.ok) return []
  return outcome.value.map((parsed) => {
    const report = withNamedImages(parsed)
    const images = report.images.map((image) => ({ image: image.index, symbols: 'missing', origin: image.origin }))
    const bare = { report, resolutions: [], images, explanations: [] } as unknown as SymbolicatedReport
    const symbolicated = { ...bare, ...explain(bare) }
    const headline = headlineOf(symbolicated)
    const stated = symbolicated.explanations.flatMap(({ title, meaning, evidence, checks }) => [
      title,
      meaning,
      evidence,
      ...checks,
    ])
    const quoted = quotedRows(symbolicated).map(({ label, text: words }) => `${label}: ${words}`)
    const [stack] = [...report.threads.filter(({ crashed }) => crashed), ...report.threads, ...report.backtraces]
    return {
      report,
      end: endOf(symbolicated),
      headline,
      stated,
      words: [headline.title, ...stated, ...quoted, ...report.applicationInfo].join('\n'),
      functions: stack?.frames.map(({ symbol }) => symbol?.name ?? '') ?? [],
    }
  })
}
