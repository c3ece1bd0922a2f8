/** Formats whose files are one JSON document. */
import { problem } from '../../messages/problems.ts'
import { failure, problemFrom, type Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import { parseJson, type JsonDocument } from '../json/json.ts'
import type { ReportInput } from './format.ts'

/** Reads the document, with the format's own reader if it has one. Never throws; text that is not JSON becomes a problem that names `kind`. */
export function readJsonReports(
  { path, text }: ReportInput,
  kind: string,
  read: (document: JsonDocument) => Outcome<readonly Report[]>,
  parse: (text: string) => JsonDocument | undefined = parseJson,
): Outcome<readonly Report[]> {
  try {
    const document = parse(text)
    return document ? read(document) : failure(problem('not-json', { kind }, { file: path }))
  } catch (thrown) {
    return failure(problemFrom(thrown, path))
  }
}
