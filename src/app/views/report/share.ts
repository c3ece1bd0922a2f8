/** A report, or one frame of it, as text to give away. The writers come when they are needed. */
import { words } from '../../messages/share.ts'
import type { Exporter, WriteOptions } from '../../../core/export/exporter.ts'
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import type { NameStyle } from '../../../core/reading/lines.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { linesOf, location, type Demangle } from '../../../core/reading/lines.ts'
import { hasProfile } from '../../../core/reading/end.ts'
import { shownLevel } from '../../../core/reading/shown-grade.ts'
import { formatHex } from '../../../core/model/address.ts'
import { markText } from '../../../core/model/grade-marks.ts'
import type { WriteReports, Written } from '../../state/writing.ts'

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
  /** Name of the download, from the report's file name, which may be private too. */
  fileName(file: string): string
  /** Without what is private, but for what `turned` says; undefined once it was cancelled. */
  write(
    turned: readonly string[],
    options: Pick<WriteOptions, 'sources'>,
    signal: AbortSignal,
  ): Promise<Written | undefined>
}

/** The ways to write a report. */
export async function reportWriters(symbolicated: SymbolicatedReport, write: WriteReports): Promise<readonly Writer[]> {
  const exporters = [...(await loadExporters()), ...(await loadProfileExporters(symbolicated))]
  return exporters.map(({ id, extension }) => ({
    id,
    label: id === 'original' ? words.ownFormat : words.formats[id],
    fileName: (file) => exportName(file, id === 'original' ? '' : extension),
    write: (turned, options, signal) => write([symbolicated], { id, options, turned }, signal),
  }))
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

/** Name of a file made from a report's: its own, with the new ending. */
export function exportName(file: string, extension: string): string {
  const own = file.split(/[!/\\]/).at(-1) || words.fileName
  const dot = own.lastIndexOf('.')
  const stem = dot > 0 ? own.slice(0, dot) : own
  const ending = dot > 0 ? own.slice(dot + 1) : ''
  return `${stem}-symbolicated.${extension || ending || 'txt'}`
}
