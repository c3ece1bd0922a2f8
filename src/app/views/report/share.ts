/** A report as a file to give away. The writers come when they are needed. */
import { words } from '../../messages/share.ts'
import type { Exporter, WriteOptions } from '../../../core/export/exporter.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'
import { hasProfile } from '../../../core/reading/end.ts'
import { words as work } from '../../messages/work.ts'
import type { ReportPlace } from '../../state/router.svelte.ts'
import type { WriteReports, Written } from '../../state/writing.ts'

async function loadExporters(): Promise<readonly Exporter[]> {
  const { exporters } = await import('../../../core/export/registry.ts')
  return exporters
}

/** Files for profilers, where there is a profile. */
async function loadProfileExporters(symbolicated: SymbolicatedReport): Promise<readonly Exporter[]> {
  if (!hasProfile(symbolicated)) return []
  return (await import('../../../core/export/profile-formats.ts')).profileExporters
}

export interface ShareHost {
  readonly symbolicated: SymbolicatedReport
  /** Where the reader is: a link leads there. */
  readonly place: ReportPlace
  /** The user's note; empty where there is none. */
  readonly note: () => Promise<string>
  /** The report with the variables of its frames; absent where there can be none. */
  readonly variables?: (() => Promise<SymbolicatedReport>) | undefined
  readonly onsay: (text: string, tone?: 'plain' | 'problem') => void
  readonly oncopy: (text: string | Blob, what: string) => void
  readonly write: WriteReports
}

/** The user’s choice in the dialog. */
export interface Choice {
  /** Private data is replaced, but for what these texts say; absent: nothing is replaced. */
  readonly turned?: readonly string[] | undefined
  readonly note?: string
  readonly sources?: WriteOptions['sources']
  readonly withVariables?: boolean
}

/** One way to write what is shared: an exporter, or a text of another kind. */
export interface Writer {
  readonly id: string
  readonly label: string
  /** Optional content that this form can hold. */
  readonly takes: { readonly note?: boolean; readonly variables?: boolean; readonly sources?: boolean }
  /** Name of the download, from the report's file name, which may be private too. */
  readonly fileName: (file: string) => string
  /** Undefined once it was cancelled. */
  readonly write: (choice: Choice, signal?: AbortSignal) => Promise<Written | undefined>
}

/** A way to write a report. */
export interface ReportWriter extends Writer {
  readonly id: Exporter['id']
}

/** Why a file was not written, for the user. */
export const reasonNotWritten = (thrown: unknown): string =>
  `${work.notWritten} ${thrown instanceof Error ? thrown.message : String(thrown)}`

/** Forms with room for a note and for variables: Markdown and the web page. */
const PROSE: ReadonlySet<Exporter['id']> = new Set(['markdown', 'html'])
/** Forms that can quote source lines. */
const QUOTING: ReadonlySet<Exporter['id']> = new Set(['text', 'markdown', 'html', 'json'])

/** The ways to write a report. */
export async function reportWriters(host: ShareHost): Promise<readonly ReportWriter[]> {
  const { symbolicated, variables, place, write } = host
  const { frame } = place
  const exporters = [...(await loadExporters()), ...(await loadProfileExporters(symbolicated))]
  return exporters.map(({ id, extension }) => {
    const takes = { note: PROSE.has(id), variables: PROSE.has(id) && variables !== undefined, sources: QUOTING.has(id) }
    return {
      id,
      label: words.formatLabels[id],
      takes,
      fileName: (file) => exportName(file, id === 'original' ? '' : extension),
      write: async ({ turned, note, sources, withVariables }, signal) => {
        const report = withVariables && takes.variables && variables ? await variables() : symbolicated
        const options: WriteOptions = {
          ...(takes.note && note !== undefined && { note }),
          ...(takes.sources && sources && { sources }),
          ...(frame !== undefined && { frame }),
        }
        return write([report], { id, options, ...(turned && { turned }) }, signal)
      },
    }
  })
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
