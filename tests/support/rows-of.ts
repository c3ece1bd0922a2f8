/** The rows of a text, as the program reads them. */
import { eachFrame } from '../../src/core/model/each-frame.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'

export interface ReadRow {
  readonly name: string | undefined
  readonly file: string | undefined
  readonly line: number | undefined
  readonly language: string | undefined
}

export function rowsOf(text: string): readonly ReadRow[] {
  const read = parseReport('pasted.txt', new TextEncoder().encode(text))
  const frames = read.ok ? read.value.flatMap((report) => [...eachFrame(report)]) : []
  return frames.map(({ symbol, language }) => ({
    name: symbol?.name,
    file: symbol?.file,
    line: symbol?.line,
    language,
  }))
}
