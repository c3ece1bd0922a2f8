/** The ways to give a report away, as the menu and the palette offer them. */
import type { Exporter, WriteOptions } from '../../../core/export/exporter.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'
import { words } from '../../messages/en/share.ts'
import type { ReportPlace } from '../../state/router.svelte.ts'
import { download, exportName, loadExporters, loadProfileExporters, reportText } from './share.ts'
import { makeLink, placeInLink } from './share-link.ts'

export interface ShareHost {
  readonly symbolicated: SymbolicatedReport
  /** Where the reader is: a link leads there. */
  readonly place: ReportPlace
  /** The user's note; empty where there is none. */
  readonly note: () => Promise<string>
  /** The report with the variables of its frames; absent where there can be none. */
  readonly variables?: (() => Promise<SymbolicatedReport>) | undefined
  readonly onsay: (text: string, tone?: 'plain' | 'problem') => void
  readonly oncopy: (text: string, what: string) => void
}

export interface ShareAct {
  readonly label: string
  readonly run: () => void
}

/** The report as a link, as it is or without private data. */
export async function copyLink(
  reports: readonly SymbolicatedReport[],
  { symbolicated, place, onsay, oncopy }: ShareHost,
): Promise<void> {
  const { text } = await reportText(reports, 'original')
  const address = await makeLink(text, placeInLink(symbolicated.report, place))
  if (address) oncopy(address, words.theLink)
  else onsay(words.tooLarge, 'problem')
}

/** Loads the writers. What is replaced by pseudonyms has a dialog of its own. */
export async function shareActs(host: ShareHost): Promise<readonly ShareAct[]> {
  const { symbolicated, note, oncopy } = host
  const [exporters, profilers, noted] = await Promise.all([
    loadExporters(),
    loadProfileExporters(symbolicated),
    note().catch(() => ''),
  ])
  const isOwn = ({ id }: Exporter): boolean => id === 'original'
  const copy = async (id: Exporter['id'], options: WriteOptions = {}, report = symbolicated): Promise<void> => {
    oncopy((await reportText([report], id, options)).text, words.theReportAs(words.formats[id]))
  }
  const { frame } = host.place
  const save = (exporter: Exporter, more: WriteOptions = {}, report = symbolicated): void => {
    const options = { ...more, ...(frame !== undefined && { frame }) }
    const name = exportName(symbolicated, isOwn(exporter) ? '' : exporter.extension)
    download(name, exporter.write([report], options), exporter.mediaType)
  }
  const copies = exporters
    .filter(({ id }) => id !== 'html')
    .map((exporter) => ({
      label: isOwn(exporter) ? words.copyOwn : words.copyAs(words.formats[exporter.id]),
      run: () => void copy(exporter.id),
    }))
  const files = [...exporters.filter(({ id }) => id !== 'text'), ...profilers].map((exporter) => ({
    label: isOwn(exporter) ? words.downloadOwn : words.downloadAs(words.formats[exporter.id]),
    run: () => save(exporter),
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
          { label: words.downloadWithNote(words.formats.html), run: () => save(html, { note: noted }) },
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
  return [
    ...copies,
    ...files,
    ...withNote,
    ...withVariables,
    { label: words.copyLink, run: () => void copyLink([symbolicated], host) },
  ]
}
