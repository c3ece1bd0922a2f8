/** Asks one format alone whether it claims a text. */
import type { ReportFormat } from '../../src/core/reports/base/format.ts'

/** True if the format claims the whole text. */
export const claims = (format: ReportFormat, text: string): boolean =>
  format.sniff({ path: 'till.txt', bytes: new TextEncoder().encode(text), text, whole: true })
