/** The reports that were opened in this browser: a few facts of each, notes, and the files where the user wants them kept. */
import type { InputFile } from '../../core/ports.ts'
import { createHistoryStore, type HistoryRecord, type HistoryStore } from '../../stores/idb-history.ts'
import { MOST_BYTES, MOST_FILE_BYTES, MOST_NOTE, MOST_RECORDS } from './keep-limits.ts'
import type { OpenReport } from './open-reports.ts'
import { areFacts, factsOf, inThisLanguage, type ReportFacts } from './report-facts.ts'
import { reportKey } from './report-key.ts'

export type HistoryEntry = HistoryRecord<ReportFacts>

export interface HistoryList {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Ids of records that are none. */
  readonly damaged: readonly string[]
}

interface Waiting {
  readonly open: OpenReport
  readonly originals: boolean
}

/** Records that are written at once. */
const BATCH = 50

export class History {
  /** Counts changes, so that a list of it can be made anew. */
  changes = $state(0)
  readonly #store: HistoryStore<ReportFacts>
  readonly #now: () => number
  readonly #mostRecords: number
  /** The reports that were noted, and whether with their files; none is held once it is closed. */
  #seen = new WeakMap<OpenReport['symbolicated'], boolean>()
  /** Reports to be noted, by their ids. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #notes = new Map<string, { readonly open: OpenReport; readonly text: string }>()
  #running: Promise<void> = Promise.resolve()

  constructor(store = createHistoryStore<ReportFacts>(), now: () => number = Date.now, mostRecords = MOST_RECORDS) {
    this.#store = store
    this.#now = now
    this.#mostRecords = mostRecords
  }

  /**
   * Leaves a record of each report that was read and named; with its file, if `originals`. Reports that come while others are written
   * are written together. Never rejects.
   */
  see(reports: readonly OpenReport[], originals: boolean): Promise<void> {
    for (const open of reports) {
      if (!open.named || this.#seen.get(open.symbolicated) === originals) continue
      this.#seen.set(open.symbolicated, originals)
      this.#waiting.set(open.id, { open, originals })
    }
    return this.#run(async () => {
      while (this.#waiting.size > 0) {
        const batch = [...this.#waiting.values()].slice(0, BATCH)
        for (const { open } of batch) this.#waiting.delete(open.id)
        await this.#noteAll(batch)
        await this.#limit(batch.some((one) => one.originals))
        this.changes++
      }
    })
  }

  /** Deletes all records but those with notes; with `onlyOriginals`, the files in them alone. Never rejects. */
  forget(onlyOriginals: boolean): Promise<void> {
    return this.#run(async () => {
      const { entries, damaged } = await this.#list()
      if (onlyOriginals) await this.#dropOriginals(entries)
      else {
        this.#seen = new WeakMap()
        await this.#dropOriginals(entries.filter(({ note }) => note))
        await this.#store.delete([...damaged, ...entries.filter(({ note }) => !note).map(({ id }) => id)])
      }
      this.changes++
    })
  }

  /** Rejects where nothing can be kept. */
  async noteOf({ file, position }: OpenReport): Promise<string> {
    const record = await this.#store.get(await reportKey(file, position))
    return isRecord(record) ? (record.note ?? '') : ''
  }

  /** Keeps a note; of calls while one is being written, the last counts. Rejects where it cannot be kept. */
  setNote(open: OpenReport, text: string): Promise<void> {
    this.#notes.set(open.id, { open, text: text.slice(0, MOST_NOTE) })
    return this.#inTurn(async () => {
      const waiting = this.#notes.get(open.id)
      if (!waiting) return
      this.#notes.delete(open.id)
      await this.#note(waiting.open, ({ note: _, ...record }) =>
        waiting.text === '' ? record : { ...record, note: waiting.text },
      )
      this.changes++
    })
  }

  /** All records, with their titles in the language of the page. Rejects without storage. */
  async list(): Promise<HistoryList> {
    const { entries, damaged } = await this.#list()
    const told = entries.map(async (entry) => ({ ...entry, facts: await inThisLanguage(entry.facts) }))
    return { entries: await Promise.all(told), damaged }
  }

  /** Rejects where there is no storage. */
  delete(ids: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      await this.#store.delete(ids)
      this.changes++
    })
  }

  async #note(open: OpenReport, also: (record: HistoryEntry) => HistoryEntry): Promise<void> {
    const id = await reportKey(open.file, open.position)
    await this.#store.change(id, this.#recordOf(id, open, also))
  }

  /** A file that cannot be read any more leaves nothing. */
  async #noteAll(batch: readonly Waiting[]): Promise<void> {
    const changes = new Map<string, (old: unknown) => HistoryEntry>()
    for (const { open, originals } of batch) {
      const id = await reportKey(open.file, open.position).catch(() => undefined)
      if (id === undefined) continue
      // Two tabs may hold the same bytes: of two changes to one record, the one with more names stays.
      const before = changes.get(id)
      const make = this.#recordOf(id, open, (record) => withOriginal(record, open.file, originals))
      changes.set(id, before ? (old) => make(before(old)) : make)
    }
    await this.#store.changeAll(changes)
  }

  /** Makes a report's record out of the one that stands there. */
  #recordOf(
    id: string,
    open: OpenReport,
    also: (record: HistoryEntry) => HistoryEntry,
  ): (old: unknown) => HistoryEntry {
    const facts = factsOf(open)
    return (old) => {
      if (!isRecord(old)) return also({ id, openedAt: this.#now(), facts })
      return also({ ...old, facts: old.facts.names > facts.names ? old.facts : facts })
    }
  }

  async #list(): Promise<HistoryList> {
    const records: readonly unknown[] = await this.#store.list()
    // The store takes nothing without an id, of whatever type.
    const damaged = records
      .filter((record) => !isRecord(record))
      .map((record) => (record as { readonly id: string }).id)
    return { entries: records.filter(isRecord).sort(byOpening), damaged }
  }

  /** Deletes what is beyond the limits. */
  async #limit(originals: boolean): Promise<void> {
    if (!originals && (await this.#store.count()) <= this.#mostRecords) return
    const { entries, damaged } = await this.#list()
    const order = [...entries.filter(({ note }) => note), ...entries.filter(({ note }) => !note)]
    await this.#store.delete([...damaged, ...order.slice(this.#mostRecords).map(({ id }) => id)])
    let bytes = 0
    const left = order.slice(0, this.#mostRecords).sort((a, b) => b.openedAt - a.openedAt)
    await this.#dropOriginals(left.filter(({ original }) => (bytes += original?.size ?? 0) > MOST_BYTES))
  }

  async #dropOriginals(entries: readonly HistoryEntry[]): Promise<void> {
    for (const { id } of entries.filter(({ original }) => original))
      await this.#store.change(id, (record) => (isRecord(record) ? withoutOriginal(record) : undefined))
  }

  /** One change after another. Without storage nothing is kept, which is what such windows are for. */
  #run(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(work).catch(() => undefined)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.#running.then(work)
    this.#running = run.catch(() => undefined)
    return run
  }
}

const withoutOriginal = ({ original: _, ...record }: HistoryEntry): HistoryEntry => record

function withOriginal(record: HistoryEntry, { blob }: InputFile, wanted: boolean): HistoryEntry {
  if (!wanted || record.original || blob.size > MOST_FILE_BYTES) return record
  return { ...record, original: blob }
}

/** What was opened at once, in whatever order it was read, stands by the dates of the reports. */
const AT_ONCE_MS = 1000
const moment = ({ openedAt }: HistoryEntry): number => Math.floor(openedAt / AT_ONCE_MS)
const byOpening = (a: HistoryEntry, b: HistoryEntry): number =>
  moment(b) - moment(a) || (b.facts.at ?? 0) - (a.facts.at ?? 0) || b.openedAt - a.openedAt

/** Whether a record of the store is one that this page has kept. */
function isRecord(record: unknown): record is HistoryEntry {
  const { id, openedAt, facts, note, original } = (record ?? {}) as Partial<Record<keyof HistoryEntry, unknown>>
  return (
    typeof id === 'string' &&
    Number.isFinite(openedAt) &&
    areFacts(facts) &&
    (note === undefined || (typeof note === 'string' && note.length <= MOST_NOTE)) &&
    (original === undefined || original instanceof Blob)
  )
}
