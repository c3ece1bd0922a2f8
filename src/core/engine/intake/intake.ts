/** Intake of dropped files: each leaf is a source of symbols, an index, a report, or irrelevant. */
import { isMailText } from '../../containers/mail.ts'
import { walk, type WalkItem } from '../../containers/walk.ts'
import type { AddSummary, FileOutcome, OnBeginning, OnEvent } from '../../engine-types.ts'
import type { OpenImageCode } from '../../memory/dump-report.ts'
import { problem } from '../../messages/problems.ts'
import { failure, problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import type { InputFile, StoredIndex } from '../../ports.ts'
import { sourceOf } from '../../symbols/registry.ts'
import type { DebugImage, SymbolAid, SymbolSource } from '../../symbols/source.ts'
import { sniffIndex } from '../../symindex/index-file.ts'
import type { PackedImage } from '../../symindex/pack-file.ts'
import { sniffPack } from '../../symindex/pack-layout.ts'
import { joinRecords } from './joined-records.ts'
import type { PackFate } from './packs.ts'
import { archiveOf, type Archive } from '../../model/provenance.ts'
import { newArchive } from '../../containers/archive-id.ts'
import { ArchivedSymbols, archiveOfFile, noteTo } from './archived-symbols.ts'
import { storedFromIndex } from '../catalog/stored-index.ts'
import { fileKinds, ignoredKinds, indexFates } from '../../messages/files.ts'
import { joined, labelText } from '../../messages/joins.ts'
import { append } from '../../model/lists.ts'

/** Files of this format are parts of one report. */
const RECORD_FORMAT = 'crashlytics-record'

/** Reports are read by code that is loaded on demand: adding symbols does not need it. */
const loadReports = () => import('../../reports/open-report.ts')

type Leaf = WalkItem & { readonly kind: 'leaf' }

/** Reads the reports in a file, which may be an archive of many; `openCode` helps to unwind dumps, `onBeginning` gets the beginning of a large one. Never throws. */
export async function readReports(
  file: InputFile,
  openCode?: OpenImageCode,
  onBeginning?: OnBeginning,
  ofArchive?: (archive: Archive) => SymbolSink,
): Promise<Outcome<readonly Report[]>> {
  const reports: Report[] = []
  const brought: Parameters<typeof noteTo>[0] = []
  const note: SymbolSink = { ...noSink, ...noteTo(brought) }
  const records: Records = []
  const problems: Problem[] = []
  let leaves = 0
  if (file.blob.size === 0) {
    return failure(problem('empty-file', {}, { file: file.path }))
  }
  try {
    for await (const item of walk([file])) {
      if (item.kind !== 'ignored') append(problems, item.problems)
      if (item.kind !== 'leaf') continue
      leaves++
      if (ofArchive && item.file.path !== file.path && holdsSymbols(item.head)) await takeLeaf(item, note, new Map())
      const outcome = await readReportFile(item, openCode, onBeginning)
      append(problems, outcome.problems)
      if (!outcome.ok) continue
      if (outcome.value[0]?.format === RECORD_FORMAT) records.push({ file: item.file, outcome })
      else append(reports, outcome.value)
    }
    append(reports, await readRecords(records))
  } catch (thrown) {
    problems.push(problemFrom(thrown, file.path))
  }
  if (reports.length > 0 && ofArchive && brought.length > 0) {
    const sink = ofArchive({ archive: archiveOf(file) ?? file.path, id: file.archive ?? newArchive() })
    for (const give of brought)
      await give(sink).catch((thrown: unknown) => problems.push(problemFrom(thrown, file.path)))
  }
  // Symbols next to a report in its archive are not an error, nor is the text of a mail with a report.
  if (reports.length > 0)
    return success(
      reports,
      problems.filter(
        ({ code, file = '' }) => code !== 'not-a-report' && !(code === 'unknown-report' && isMailText(file)),
      ),
    )
  if (leaves === 1 && problems.length > 0) return failure(problems)
  return failure([...problems, problem('no-report', {}, { file: file.path })])
}

type Records = { readonly file: InputFile; readonly outcome: Extract<Outcome<readonly Report[]>, { ok: true }> }[]

/** Joins the records of one crash in an archive or folder into one report. */
async function readRecords(records: Records): Promise<readonly Report[]> {
  const joined = records.length > 1 ? await joinRecords(records.map(({ file }) => file)) : []
  if (joined.length === 0 || joined.length === records.length) return records.flatMap(({ outcome }) => outcome.value)
  const { readWholeReports } = await loadReports()
  const outcomes = await Promise.all(joined.map((file) => readWholeReports(file)))
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.value : []))
}

const isSymbolFile = (head: Uint8Array): boolean => sourceOf(head) !== undefined

const holdsSymbols = (head: Uint8Array): boolean => sniffIndex(head) || sniffPack(head) || isSymbolFile(head)

async function readReportFile(
  { file, head }: Leaf,
  openCode?: OpenImageCode,
  onBeginning?: OnBeginning,
): Promise<Outcome<readonly Report[]>> {
  if (isSymbolFile(head)) {
    return failure(problem('not-a-report', {}, { file: file.path }))
  }
  const { openReports } = await loadReports()
  return openReports(file, head, openCode, onBeginning)
}

/** Receives the sources of symbols and indexes. */
export interface SymbolSink {
  readonly addSource: (image: DebugImage) => void
  readonly addAid: (aid: SymbolAid) => void
  readonly addIndex: (entry: StoredIndex, bytes: Blob) => Promise<IndexFate>
  readonly addPack: (images: readonly PackedImage[]) => PackFate
  /** Earlier files of this source that may belong to those given now. Also remembers the new files. */
  readonly joinParts: (source: SymbolSource, files: readonly InputFile[]) => readonly InputFile[]
}

/**
 * The outcome for an index file. It was kept and marked as imported, or left: for the host to confirm, or for a better
 * one.
 */
export type IndexFate = keyof typeof indexFates

/** Where symbols go: those given, and those that lie in an archive with a report; without such a place all are taken as given. */
export interface Sinks {
  readonly own: SymbolSink
  readonly ofArchive?: (archive: Archive) => SymbolSink
}

/** A sink that keeps nothing, for `survey`. */
export const noSink: SymbolSink = {
  addSource: () => {},
  addAid: () => {},
  addIndex: async () => 'not-needed',
  addPack: () => 'open',
  joinParts: (_, files) => files,
}

/** Walks files and passes every source of symbols to the sink of its place; builds nothing. */
export async function ingest(
  files: readonly InputFile[],
  { own: sink, ofArchive }: Sinks,
  onEvent: OnEvent,
): Promise<AddSummary> {
  const archived = new ArchivedSymbols()
  const fileOutcomes: FileOutcome[] = []
  const reports: InputFile[] = []
  const records: InputFile[] = []
  const parts: Parts = new Map()
  const onFile = (path: string): void => onEvent({ kind: 'scanning', path, filesDone: fileOutcomes.length })
  const wanted = async (head: Uint8Array, path: string): Promise<boolean> => (await claimOf(head, path)) !== undefined
  for await (const item of walk(files, { wanted, onFile })) {
    const isArchived = item.kind === 'leaf' && archiveOf(item.file) !== undefined
    const found: Parameters<typeof noteTo>[0] = []
    const taker = isArchived ? { ...sink, ...noteTo(found) } : sink
    const fileOutcome = item.kind === 'leaf' ? await takeLeaf(item, taker, parts) : passedOver(item)
    if (!fileOutcome) continue
    if (item.kind === 'leaf') archived.note(item.file, fileOutcomes.length, found)
    if (item.kind === 'leaf' && fileOutcome.kind === 'report')
      (fileOutcome.format === RECORD_FORMAT ? records : reports).push(item.file)
    fileOutcomes.push(fileOutcome)
    onEvent({ kind: 'file', fileOutcome })
  }
  const withReport = new Set([...reports, ...records].flatMap((file) => archiveOfFile(file)?.id ?? []))
  const sinkOf = (archive: Archive): SymbolSink => (ofArchive && withReport.has(archive.id) ? ofArchive(archive) : sink)
  await archived.hand(sinkOf, fileOutcomes)
  for (const [source, leaves] of parts) {
    for (const fileOutcome of await takeParts(source, leaves, sink)) {
      fileOutcomes.push(fileOutcome)
      onEvent({ kind: 'file', fileOutcome })
    }
  }
  append(reports, await joinRecords(records))
  return { files: fileOutcomes, reports }
}

/** Files of sources that open several together. */
type Parts = Map<SymbolSource, Leaf[]>

/** Opens the parts given now with those given before. */
async function takeParts(
  source: SymbolSource,
  leaves: readonly Leaf[],
  sink: SymbolSink,
): Promise<readonly FileOutcome[]> {
  const all = sink.joinParts(
    source,
    leaves.map(({ file }) => file),
  )
  const opened = new Map((await source.openTogether?.(all))?.map((one) => [one.path, one]))
  for (const { outcome } of opened.values()) if (outcome.ok) for (const image of outcome.value) sink.addSource(image)
  return leaves.map(({ file, problems }): FileOutcome => {
    const { outcome, partOf } = opened.get(file.path) ?? { outcome: failure<readonly DebugImage[]>() }
    const base = { path: file.path, bytes: file.blob.size, problems: [...problems, ...outcome.problems] }
    if (!outcome.ok) return { ...base, kind: 'unreadable', label: labelText(source.label), images: [] }
    if (partOf !== undefined) return { ...base, kind: 'symbols', label: fileKinds.cachePart, images: [], partOf }
    const images = outcome.value.map(({ uuid, arch, name, kind }) => ({ uuid, arch, name, kind }))
    const arch = outcome.value[0]?.arch
    return {
      ...base,
      kind: 'symbols',
      label: joined.list([labelText(source.label), ...(arch === undefined ? [] : [arch])]),
      images,
    }
  })
}

/** The kind of a file with these first bytes; `size` if known. */
async function claimOf(head: Uint8Array, path: string, bytes = Infinity) {
  if (sniffIndex(head)) return { kind: 'index' } as const
  if (sniffPack(head)) return { kind: 'pack' } as const
  const source = sourceOf(head)
  if (source) return { kind: 'symbols', source } as const
  const format = await (await loadReports()).claimingFormat(path, head, bytes)
  return format && ({ kind: 'report', format } as const)
}

/** The outcome of a file; undefined for one that waits for others. */
async function takeLeaf(item: Leaf, sink: SymbolSink, parts: Parts): Promise<FileOutcome | undefined> {
  const { file, head } = item
  const fileOutcome = { path: file.path, bytes: file.blob.size, images: [], problems: item.problems }
  try {
    const claim = await claimOf(head, file.path, file.blob.size)
    if (!claim)
      return {
        ...fileOutcome,
        kind: 'ignored',
        label: file.blob.size === 0 ? ignoredKinds.empty : ignoredKinds.unknown,
      }
    if (claim.kind === 'report') {
      const { id, label } = claim.format
      return { ...fileOutcome, kind: 'report', label: labelText(label), format: id }
    }
    if (claim.kind === 'index') return { ...fileOutcome, ...(await takeIndex(file, sink)) }
    if (claim.kind === 'pack') return { ...fileOutcome, ...(await (await import('./packs.ts')).takePack(file, sink)) }
    if (claim.source.openTogether) {
      parts.set(claim.source, [...(parts.get(claim.source) ?? []), item])
      return undefined
    }
    if (claim.source.openAid) return { ...fileOutcome, ...(await takeAid(claim.source, item, sink)) }
    const opened = await claim.source.open(file)
    const problems = [...item.problems, ...opened.problems]
    if (!opened.ok) return { ...fileOutcome, kind: 'unreadable', label: labelText(claim.source.label), problems }
    for (const image of opened.value) sink.addSource(image)
    const [first] = opened.value
    const what = first && first.kind !== 'other' ? fileKinds[first.kind] : labelText(claim.source.label)
    return {
      ...fileOutcome,
      kind: first ? 'symbols' : 'ignored',
      label: joined.list([what, ...opened.value.map((image) => image.arch)]),
      images: opened.value.map(({ uuid, arch, name, kind }) => ({ uuid, arch, name, kind })),
      problems,
    }
  } catch (thrown) {
    return {
      ...fileOutcome,
      kind: 'unreadable',
      label: fileKinds.unreadable,
      problems: [problemFrom(thrown, file.path)],
    }
  }
}

async function takeAid(
  source: SymbolSource,
  { file, problems }: Leaf,
  sink: SymbolSink,
): Promise<Pick<FileOutcome, 'kind' | 'label' | 'problems'>> {
  const opened = (await source.openAid?.(file)) ?? failure<SymbolAid>()
  if (opened.ok) sink.addAid(opened.value)
  const kind = opened.ok ? 'symbols' : 'unreadable'
  return { kind, label: labelText(source.label), problems: [...problems, ...opened.problems] }
}

async function takeIndex(
  file: InputFile,
  sink: SymbolSink,
): Promise<Pick<FileOutcome, 'kind' | 'label' | 'images' | 'problems' | 'asks'>> {
  const entry = await storedFromIndex(file.blob, file.path)
  if (!entry.ok) return { kind: 'unreadable', label: fileKinds.index, images: [], problems: entry.problems }
  const { key, name, kind } = entry.value
  const summary = { ...entry.value.summary, imported: true as const }
  const became = await sink.addIndex({ ...entry.value, summary }, file.blob)
  return {
    kind: 'index',
    label: joined.list([fileKinds.indexOf({ arch: key.arch }), indexFates[became]]),
    images: [{ ...key, name, kind }],
    problems: entry.problems,
    ...(became === 'asks' && { asks: true as const }),
  }
}

function passedOver(item: Exclude<WalkItem, Leaf>): FileOutcome {
  const { kind, path, bytes, label } = item
  return {
    kind,
    path,
    bytes,
    label: labelText(label),
    images: [],
    problems: kind === 'unreadable' ? item.problems : [],
  }
}
