/** A report, or one frame of it, as text to give away. The writers come when they are needed. */
import { words } from '../../messages/en/share.ts'
import type { Exporter, WriteOptions } from '../../../core/export/exporter.ts'
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import type { NameStyle } from '../../../core/reading/lines.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { linesOf, location, type Demangle } from '../../../core/reading/lines.ts'
import { hasProfile } from '../../../core/reading/end.ts'
import { shownLevel } from '../../../core/reading/shown-grade.ts'
import { formatHex } from '../../../core/model/address.ts'
import { markText } from '../../../core/model/grade-marks.ts'

export async function loadExporters(): Promise<readonly Exporter[]> {
  const { exporters } = await import('../../../core/export/registry.ts')
  return exporters
}

/** Files for profilers, where there is a profile. */
export async function loadProfileExporters(symbolicated: SymbolicatedReport): Promise<readonly Exporter[]> {
  if (!hasProfile(symbolicated)) return []
  return (await import('../../../core/export/profile-formats.ts')).profileExporters
}

/** One way to write what is shared: an exporter, or a text of another kind. */
export interface Writer {
  readonly id: string
  readonly label: string
  /** Name of the file to download; it may tell as much as what stands in it. */
  fileName(reports: readonly SymbolicatedReport[]): string
  readonly mediaType: string
  write(reports: readonly SymbolicatedReport[], options?: Pick<WriteOptions, 'sources'>): string
}

/** The ways to write a report. */
export async function reportWriters(symbolicated: SymbolicatedReport): Promise<readonly Writer[]> {
  const exporters = [...(await loadExporters()), ...(await loadProfileExporters(symbolicated))]
  return exporters.map((exporter) => ({
    id: exporter.id,
    label: exporter.id === 'original' ? words.ownFormat : words.formats[exporter.id],
    fileName: ([first]) => exportName(first, exporter.id === 'original' ? '' : exporter.extension),
    mediaType: exporter.mediaType,
    write: (reports, options) => exporter.write(reports, options),
  }))
}

export async function loadRedaction() {
  return (await import('../../../core/export/redact/redact.ts')).redact
}

export async function reportText(
  reports: readonly SymbolicatedReport[],
  id: Exporter['id'],
  options: WriteOptions = {},
): Promise<{ readonly text: string; readonly exporter: Exporter }> {
  const exporter = (await loadExporters()).find((candidate) => candidate.id === id)
  if (!exporter) throw new Error(words.noWriter(id))
  return { text: exporter.write(reports, options), exporter }
}

export function frameText(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  style: NameStyle,
  demangle?: Demangle,
): string {
  const image = imageNameOf(symbolicated.report, frame)
  const address = frame.address === undefined ? '' : formatHex(frame.address)
  const level = shownLevel(symbolicated, frame)
  return linesOf(symbolicated, frame, style, demangle)
    .map((line) => {
      const at = location(line)
      return [
        frame.index,
        image,
        address,
        line.name,
        at && `(${at})`,
        line.inlined && '[inlined]',
        level && markText(level).trim(),
      ]
        .filter((part) => part !== '' && part !== false && part !== undefined)
        .join('  ')
    })
    .join('\n')
}

/** Hands a file to the browser to save. */
export function download(name: string, text: string | Blob, mediaType: string): void {
  const url = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type: mediaType }) : text)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Name of a file made from a report: the report's own, with the new ending. */
export function exportName(symbolicated: SymbolicatedReport | undefined, extension: string): string {
  const own = symbolicated?.report.file.split(/[!/\\]/).at(-1) ?? words.fileName
  const dot = own.lastIndexOf('.')
  const stem = dot > 0 ? own.slice(0, dot) : own
  const ending = dot > 0 ? own.slice(dot + 1) : ''
  return `${stem}-symbolicated.${extension || ending || 'txt'}`
}
