/** The ways to give a report away at once, as the palette offers them. */
import { words } from '../../messages/share.ts'
import { download, reasonNotWritten, reportWriters, type Choice, type ReportWriter, type ShareHost } from './share.ts'
import { makeLink, MOST_TEXT, placeInLink } from './share-link.ts'

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

/** Forms that are saved and not copied. */
const FILES_ONLY: ReadonlySet<ReportWriter['id']> = new Set(['html', 'speedscope', 'firefox-profile'])

/** Loads the writers. Redaction needs the Share dialog. */
export async function shareActs(host: ShareHost): Promise<readonly ShareAct[]> {
  const { note, oncopy, onsay } = host
  const [writers, noted] = await Promise.all([reportWriters(host), note().catch(() => '')])
  const act = (label: string, run: () => Promise<void>): ShareAct => ({
    label,
    run: () => void run().catch((thrown: unknown) => onsay(reasonNotWritten(thrown), 'problem')),
  })
  const copy = async ({ id, write }: ReportWriter, choice: Choice = {}): Promise<void> => {
    const written = await write(choice)
    if (written) oncopy(written.text, words.theReportAs(words.formats[id]))
  }
  const save = async ({ fileName, write }: ReportWriter, choice: Choice = {}): Promise<void> => {
    const written = await write(choice)
    if (written) download(fileName(written.file), written.text, written.mediaType)
  }
  const isOwn = ({ id }: ReportWriter): boolean => id === 'original'
  const copies = writers
    .filter(({ id }) => !FILES_ONLY.has(id))
    .map((writer) => act(isOwn(writer) ? words.copyOwn : words.copyAs(words.formats[writer.id]), () => copy(writer)))
  const files = writers
    .filter(({ id }) => id !== 'text')
    .map((writer) =>
      act(isOwn(writer) ? words.downloadOwn : words.downloadAs(words.formats[writer.id]), () => save(writer)),
    )
  /** Markdown to copy and a page to save, with more in them. */
  const withMore = (
    choice: Choice,
    copyLabel: (format: string) => string,
    saveLabel: (format: string) => string,
  ): readonly ShareAct[] =>
    writers.flatMap((writer) =>
      writer.id === 'markdown'
        ? act(copyLabel(words.formats.markdown), () => copy(writer, choice))
        : writer.id === 'html'
          ? act(saveLabel(words.formats.html), () => save(writer, choice))
          : [],
    )
  return [
    ...copies,
    ...files,
    ...(noted === '' ? [] : withMore({ note: noted }, words.copyWithNote, words.downloadWithNote)),
    ...(host.variables ? withMore({ withVariables: true }, words.copyWithVariables, words.downloadWithVariables) : []),
    { label: words.copyLink, run: () => void copyLink(host) },
  ]
}
