/** A request for an export file. The page handles it here or sends it to a worker. */
import { exported } from '../messages/export.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import type { Exporter, WriteOptions } from './exporter.ts'
import type { Replacement } from '../redact/redact.ts'

export interface WriteRequest {
  readonly id: Exporter['id']
  readonly options?: WriteOptions
  /** Redacts the reports; `turned` as in `redactChosen`. Absent: nothing is replaced. */
  readonly turned?: readonly string[]
}

export interface WrittenFile<Text = string> {
  readonly text: Text
  readonly mediaType: string
  /** Path of the first report's file; what is private in it is replaced, too. */
  readonly file: string
  /** All private values if redaction was requested, and the originals that stay visible. */
  readonly replacements: readonly Replacement[]
  readonly kept: readonly string[]
}

/** Writes reports of one file; `onShare` as in `WriteOptions`. Rejects where nothing writes this form. */
export async function writeRequested(
  given: readonly SymbolicatedReport[],
  { id, options = {}, turned }: WriteRequest,
  onShare?: (share: number) => void,
): Promise<WrittenFile> {
  const exporter = await exporterOf(id)
  const chosen = turned && (await import('../redact/chosen.ts')).redactChosen(given, turned)
  const { reports, replacements, kept } = chosen ?? { reports: given, replacements: [], kept: [] }
  const text = exporter.write(reports, { ...options, ...(onShare && { onShare }) })
  return { text, mediaType: exporter.mediaType, file: reports[0]?.report.file ?? '', replacements, kept }
}

async function exporterOf(id: Exporter['id']): Promise<Exporter> {
  const ordinary = (await import('./registry.ts')).exporters.find((exporter) => exporter.id === id)
  if (ordinary) return ordinary
  const { profileExporters } = await import('./profile-formats.ts')
  const other = profileExporters.find((exporter) => exporter.id === id)
  if (!other) throw new Error(exported.noWriter({ format: id }))
  return other
}
