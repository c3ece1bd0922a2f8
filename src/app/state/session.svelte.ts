/** One visit: the reports that are open, the symbols at hand, and the work that is running. */
import type { Engine, EngineEvent, FileFate } from '../../core/engine-types.ts'
import type { KnownImage } from '../../core/model/image.ts'
import type { Outcome, Problem } from '../../core/model/problem.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { IndexKey, InputFile } from '../../core/ports.ts'
import { connectEngine, type ConnectedEngine } from '../../worker/client.ts'
import { Work } from './work.svelte.ts'

/** A report on the desk. `named` is false while only its text was read and names are being looked up. */
export interface OpenReport {
  readonly id: string
  readonly file: InputFile
  /** Position among the reports of its file. */
  readonly position: number
  readonly symbolicated: SymbolicatedReport
  readonly named: boolean
  /** Came with its names in a page exported before: there is no raw report to look up again. */
  readonly carried?: boolean
}

/** Reports above this are shown when they are named, not before. */
const LARGE = 6 * 1024 * 1024

/** Exported pages are larger than reports, and far smaller than this. */
const MOST_PAGE = 128 * 1024 * 1024

const isDebugImage = (image: FileFate['images'][number]): boolean => image.kind === 'dsym'

export class Session {
  reports = $state.raw<readonly OpenReport[]>([])
  fates = $state.raw<readonly FileFate[]>([])
  images = $state.raw<readonly KnownImage[]>([])
  problems = $state.raw<readonly Problem[]>([])
  readonly work = new Work()
  readonly engine: Engine

  readonly #connection: ConnectedEngine
  /** Files that hold symbols: a worker started anew must be given them again. */
  #symbolFiles: InputFile[] = []
  #lost = false
  #nextId = 1
  #given = new Set<string>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#connection = connectEngine((reason) => this.#onDeath(reason))
    this.engine = this.#connection
  }

  get busy(): boolean {
    return this.work.jobs.length > 0
  }

  /** Takes what was dropped, pasted or picked; resolves with the id of the first new report, if there was one. */
  add(files: readonly InputFile[]): Promise<string | undefined> {
    const run = this.#queue.then(() => this.#add(files))
    this.#queue = run.catch(() => undefined)
    return run
  }

  async refreshImages(): Promise<void> {
    this.images = await this.engine.images()
  }

  close(id: string): void {
    this.reports = this.reports.filter((report) => report.id !== id)
  }

  closeAll(): void {
    this.reports = []
    this.fates = []
    this.problems = []
  }

  /** Cancels an image's indexing, or everything that can be cancelled. */
  async cancel(key?: IndexKey): Promise<void> {
    if (key) await this.engine.cancel([key])
    else this.#connection.restart()
  }

  /** Uses another build's symbols for an image because the user says so, or states where it was loaded. */
  async resolveAgain(id: string, options: Parameters<Engine['symbolicate']>[1]): Promise<void> {
    const open = this.reports.find((report) => report.id === id)
    if (!open) return
    const outcome = await this.engine.symbolicate(open.file, options)
    if (outcome.ok) this.#replace(open.file, outcome.value)
  }

  async #add(files: readonly InputFile[]): Promise<string | undefined> {
    if (files.length === 0) return undefined
    const before = new Set(this.reports.map(({ id }) => id))
    this.problems = []
    try {
      await this.#giveAgain()
      const carried = await this.#openCarried(files)
      files = files.filter((file) => !carried.has(file))
      this.fates = []
      const fates: FileFate[] = []
      this.work.set({ id: 'scan', title: 'Looking through files', detail: files[0]?.path ?? '' })
      const summary = await this.engine.add(files, (event) => {
        this.work.show(event)
        if (event.kind === 'file' && fates.length < 200) this.fates = [...fates, (fates.push(event.fate), event.fate)]
      })
      this.fates = summary.files
      this.problems = summary.problems
      const fresh = summary.files.filter(({ kind }) => kind === 'symbols' || kind === 'index')
      if (fresh.length > 0) this.#symbolFiles.push(...files)
      for (const [at, file] of summary.reports.entries()) {
        this.work.set({ id: 'scan', title: 'Reading reports', detail: `${at + 1} of ${summary.reports.length}` })
        await this.#openReport(file)
      }
      this.work.end('scan')
      await this.refreshImages()
      const uuids = new Set(fresh.flatMap(({ images }) => images.map(({ uuid }) => uuid)))
      const stale = new Set(this.reports.filter((open) => !open.named || wants(open, uuids)).map(({ file }) => file))
      for (const file of stale) await this.#symbolicate(file)
      void this.#indexAll(fresh)
    } catch (thrown) {
      this.#fail(thrown)
    } finally {
      this.work.end('scan')
      this.work.end('names')
    }
    return this.reports.find(({ id }) => !before.has(id))?.id
  }

  /** Pages that were exported from here carry their report with all its names. */
  async #openCarried(files: readonly InputFile[]): Promise<ReadonlySet<InputFile>> {
    const carried = new Set<InputFile>()
    for (const file of files) {
      if (!/\.html?$/i.test(file.path) || file.blob.size > MOST_PAGE) continue
      const { parseCarried, sniffCarried } = await import('../../core/export/carried.ts')
      const text = await file.blob.text()
      if (!sniffCarried(text)) continue
      carried.add(file)
      const outcome = parseCarried(text, file.path)
      this.#note(outcome)
      if (!outcome.ok) continue
      const fresh = outcome.value.map((symbolicated, position) => ({
        id: String(this.#nextId++),
        file,
        position,
        named: true,
        carried: true,
        symbolicated,
      }))
      this.reports = [...this.reports, ...fresh]
    }
    return carried
  }

  async #openReport(file: InputFile): Promise<void> {
    // A very large report crosses the worker once only: with its names.
    const large = file.blob.size > LARGE
    const outcome = large ? await this.engine.symbolicate(file) : await this.engine.parse(file)
    this.#note(outcome)
    if (!outcome.ok) return
    const fresh = outcome.value.map((read, position) => ({
      id: String(this.#nextId++),
      file,
      position,
      named: large,
      symbolicated: 'report' in read ? read : { report: read, resolutions: [], images: [], explanations: [] },
    }))
    this.reports = [...this.reports.filter((open) => !fresh.some((other) => sameReport(open, other))), ...fresh]
  }

  async #symbolicate(file: InputFile): Promise<void> {
    this.work.set({ id: 'names', title: 'Looking up names', detail: file.path })
    const outcome = await this.engine.symbolicate(file, {}, (event) => this.work.show(event))
    if (outcome.ok) this.#replace(file, outcome.value)
    else this.#note(outcome)
  }

  #replace(file: InputFile, named: readonly SymbolicatedReport[]): void {
    this.reports = this.reports.map((open) => {
      const symbolicated = open.file === file ? named[open.position] : undefined
      return symbolicated ? { ...open, symbolicated, named: true } : open
    })
  }

  /** Whole indexes of what was given, those that an open report needs first, so that a later visit needs no dSYM. */
  async #indexAll(fates: readonly FileFate[]): Promise<void> {
    const wanted = new Set(this.reports.flatMap(({ symbolicated }) => symbolicated.report.images.map((i) => i.uuid)))
    const images = fates.flatMap((fate) => fate.images)
    const keys = [
      ...images.filter((image) => wanted.has(image.uuid)),
      ...images.filter((image) => !wanted.has(image.uuid) && isDebugImage(image)),
    ]
      .map(({ uuid, arch }) => ({ uuid, arch }))
      .filter((key) => !this.#given.has(`${key.uuid} ${key.arch}`))
    if (keys.length === 0) return
    for (const { uuid, arch } of keys) this.#given.add(`${uuid} ${arch}`)
    try {
      const outcomes = await this.engine.index(keys, (event) => this.#onIndexEvent(event))
      const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.problems))
      this.problems = [
        ...this.problems,
        ...failed.filter(({ severity, code }) => severity !== 'note' && code !== 'cancelled'),
      ]
      await this.refreshImages()
      await navigator.storage?.persist?.()
    } catch (thrown) {
      this.#fail(thrown)
    }
  }

  #onIndexEvent(event: EngineEvent): void {
    this.work.show(event)
    if (event.kind === 'indexed') void this.refreshImages()
    if (event.kind === 'index-failed') this.#given.delete(`${event.key.uuid} ${event.key.arch}`)
  }

  async #giveAgain(): Promise<void> {
    if (!this.#lost) return
    this.#lost = false
    if (this.#symbolFiles.length > 0) await this.engine.add(this.#symbolFiles)
  }

  #note(outcome: Outcome<unknown>): void {
    if (!outcome.ok) this.problems = [...this.problems, ...outcome.problems]
  }

  #onDeath(reason: string): void {
    this.#lost = true
    this.#given.clear()
    this.work.clear()
    if (reason !== '') this.problems = [...this.problems, { code: 'engine-gone', message: reason }]
  }

  #fail(thrown: unknown): void {
    if (thrown instanceof Error && thrown.name === 'EngineGone') return
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    this.problems = [...this.problems, { code: 'page-error', message }]
  }
}

function wants(open: OpenReport, uuids: ReadonlySet<string>): boolean {
  if (open.carried) return false
  const { report, images } = open.symbolicated
  return (
    report.images.some(({ uuid }) => uuid !== undefined && uuids.has(uuid)) ||
    (uuids.size > 0 && images.some(({ symbols }) => symbols !== 'matched' && symbols !== 'system'))
  )
}

/** The same file given twice is one report. */
function sameReport(open: OpenReport, fresh: OpenReport): boolean {
  return (
    open.position === fresh.position &&
    open.file.path === fresh.file.path &&
    open.file.blob.size === fresh.file.blob.size &&
    open.symbolicated.report.text === fresh.symbolicated.report.text
  )
}
