/** `unslide/export`: reports as files: text, JSON, Markdown, a web page, profiles; and what makes them fit to be shared. */
import type { Exporter } from '../core/export/exporter.ts'
import { profileExporters } from '../core/export/profile-formats.ts'
import { exporters } from '../core/export/registry.ts'
import { errors } from './messages/errors.ts'

export type { CallDocument } from '../core/documents/call.ts'
export type { FrameDocument } from '../core/documents/frame.ts'
export type { ImageDocument } from '../core/documents/image.ts'
export type { ParsedDocument, ReportDocument, SymbolicatedDocument } from '../core/documents/report.ts'
export type { ThreadDocument } from '../core/documents/thread.ts'
export type { VariableScopeDocument } from '../core/documents/variables.ts'
export type { ElidedRecursion } from '../core/model/elided-recursion.ts'
export type { NameOdds } from '../core/model/evidence.ts'
export type { Exporter, WriteOptions } from '../core/export/exporter.ts'
export { exporters, profileExporters }
export { formatCall } from '../core/export/json-call.ts'
export { formatReports } from '../core/export/json.ts'
export { formatParsed } from '../core/parsed.ts'
export { formatComparison } from '../core/export/comparison.ts'
export { faultRows } from '../core/export/fault-rows.ts'
export { timelineColumns } from '../core/export/outline-timeline.ts'
export { keepsForm } from '../core/export/original.ts'
export { hasCalls } from '../core/export/profile-tables.ts'
export { redact, redactByForm, type RedactOptions, type Redaction, type Replacement } from '../core/redact/redact.ts'

/** The exporter of a format. Throws a RangeError for an unknown id. */
export function exporterOf(id: Exporter['id']): Exporter {
  const all = [...exporters, ...profileExporters]
  const found = all.find((exporter) => exporter.id === id)
  if (!found) throw new RangeError(errors.noFormat({ id, known: all.map((exporter) => exporter.id).join(', ') }))
  return found
}
