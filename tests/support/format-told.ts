/** Reads a text by one format alone and gives every field of its reports. A span becomes the text that it covers. */
import type { ReportFormat } from '../../src/core/reports/base/format.ts'
import type { Members } from './made-fields.ts'

/** Addresses as hexadecimal texts, bytes as lists of numbers, places as what is written there. */
const plain = (value: unknown, text: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) => {
      if (key === 'span' || key === 'symbolSpan') {
        const { start, end } = one as { start: number; end: number }
        return text.slice(start, end)
      }
      if (one instanceof Uint8Array) return [...one]
      return typeof one === 'bigint' ? `0x${one.toString(16)}` : one
    }),
  )

/** The reports of a text; the problem where there is none. */
export function told(format: ReportFormat, text: string): readonly Members[] {
  const outcome = format.parse({ path: 'made', bytes: new TextEncoder().encode(text), text })
  // Each report has the text and the path of its file.
  const value = outcome.ok
    ? outcome.value.map((one) => ({
        ...one,
        text: one.text === text ? undefined : one.text,
        file: one.file === 'made' ? undefined : one.file,
      }))
    : [{ failed: outcome.problems }]
  return plain(value, text) as readonly Members[]
}

/** The first report of a document of JSON. */
export const toldJson = (format: ReportFormat, document: unknown): Members =>
  told(format, JSON.stringify(document))[0] ?? {}

/** These members of a report alone. */
export const pick = (report: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, report[name]]))
