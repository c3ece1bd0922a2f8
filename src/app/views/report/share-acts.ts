/** The ways to give a report away at once, as the palette offers them. */
import type { Exporter, WriteOptions } from '../../../core/export/exporter.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'
import { words } from '../../messages/share.ts'
import { words as work } from '../../messages/work.ts'
import type { ReportPlace } from '../../state/router.svelte.ts'
import type { WriteReports } from '../../state/writing.ts'
import { download, exportName, loadExporters, loadProfileExporters } from './share.ts'
import { makeLink, MOST_TEXT, placeInLink } from './share-link.ts'

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

export interface ShareAct {
  readonly label: string
  readonly run: () => void
}

/** The report as a link: as it is, or without private data but for what `turned` says. */
export async function copyLink(
  { symbolicated, place, onsay, oncopy, write }: ShareHost,
  turned?: readonly string[],
): Promise<void> {
  const written = await write([symbolicated], { id: 'original', ...(turned && { turned }) })
  if (!written) return
  const { text } = written
  const short = typeof text === 'string' ? text : text.size <= MOST_TEXT ? await text.text() : undefined
  const address = short === undefined ? undefined : await makeLink(short, placeInLink(symbolicated.report, place))
  if (address) oncopy(address, words.theLink)
  else onsay(words.tooLarge, 'problem')
}

/** Loads the writers. Redaction needs the Share dialog. */
export async function shareActs(host: ShareHost): Promise<readonly ShareAct[]> {
  const { symbolicated, note, oncopy, onsay } = host
  /** Reports a failure; a cancelled file is undefined. */
  const write = async (report: SymbolicatedReport, id: Exporter['id'], options: WriteOptions) =>
    host.write([report], { id, options }).catch((thrown: unknown) => {
      onsay(`${work.notWritten} ${thrown instanceof Error ? thrown.message : String(thrown)}`, 'problem')
      return undefined
    })
  const [exporters, profilers, noted] = await Promise.all([
    loadExporters(),
    loadProfileExporters(symbolicated),
    note().catch(() => ''),
  ])
  const isOwn = ({ id }: Exporter): boolean => id === 'original'
  const copy = async (id: Exporter['id'], options: WriteOptions = {}, report = symbolicated): Promise<void> => {
    const written = await write(report, id, options)
    if (written) oncopy(written.text, words.theReportAs(words.formats[id]))
  }
  const { frame } = host.place
  const save = async (exporter: Exporter, more: WriteOptions = {}, report = symbolicated): Promise<void> => {
    const written = await write(report, exporter.id, { ...more, ...(frame !== undefined && { frame }) })
    const name = exportName(symbolicated.report.file, isOwn(exporter) ? '' : exporter.extension)
    if (written) download(name, written.text, written.mediaType)
  }
  const copies = exporters
    .filter(({ id }) => id !== 'html')
    .map((exporter) => ({
      label: isOwn(exporter) ? words.copyOwn : words.copyAs(words.formats[exporter.id]),
      run: () => void copy(exporter.id),
    }))
  const files = [...exporters.filter(({ id }) => id !== 'text'), ...profilers].map((exporter) => ({
    label: isOwn(exporter) ? words.downloadOwn : words.downloadAs(words.formats[exporter.id]),
    run: () => void save(exporter),
  }))
  const html = exporters.find(({ id }) => id === 'html')
  const withNote: readonly ShareAct[] =
    noted === '' || !html
      ? []
      : [
          {
            label: words.copyWithNote(words.formats.markdown),
            run: () => void copy('markdown', { note: noted }),
          },
          { label: words.downloadWithNote(words.formats.html), run: () => void save(html, { note: noted }) },
        ]
  const { variables } = host
  const withVariables: readonly ShareAct[] =
    variables && html
      ? [
          {
            label: words.copyWithVariables(words.formats.markdown),
            run: () => void variables().then((report) => copy('markdown', {}, report)),
          },
          {
            label: words.downloadWithVariables(words.formats.html),
            run: () => void variables().then((report) => save(html, {}, report)),
          },
        ]
      : []
  return [...copies, ...files, ...withNote, ...withVariables, { label: words.copyLink, run: () => void copyLink(host) }]
}
