/** One visit: the reports that are open, the available symbols, and the running work. */
import type {
  Beginning,
  Engine,
  EngineEvent,
  FileOutcome,
  OnBeginning,
  SymbolicateOptions,
} from '../../core/engine-types.ts'
import { hasUnknownBuild, type KnownImage } from '../../core/model/image.ts'
import type { Outcome, Problem } from '../../core/model/problem.ts'
import type { IndexKey, InputFile } from '../../core/ports.ts'
import { connectEngine, EngineGone, type ConnectedEngine, type StorageState } from '../../worker/client.ts'
import { withChoices, type AddOptions } from './add-options.ts'
import { common } from '../messages/common.ts'
import { formatBytes } from '../messages/quantities.ts'
import { words } from '../messages/work.ts'
import { neededUuids } from './folder-needs.ts'
import { Indexing } from './indexing.ts'
import type { Kept, KeptFile } from './kept-reports.ts'
import { Naming } from './naming.ts'
import { Notices } from './notices.svelte.ts'
import { filesLackingNames, filesToNameAgain, withNames, withOpened, type OpenReport } from './open-reports.ts'
import { reportId } from './report-id.ts'
import { SiteSymbols } from './site.svelte.ts'
import { soon } from './soon.ts'
import { takeUnfinished } from './unfinished.ts'
import { Work } from './work.svelte.ts'
import type { WriteReports } from './writing.ts'
import { append } from '../../core/model/lists.ts'
import { nextTask } from '../ui/slices.ts'

export class Session {
  reports = $state.raw<readonly OpenReport[]>([])
  /** Beginning of a large report while the rest is read. */
  beginning = $state.raw<Beginning | undefined>()
  fileOutcomes = $state.raw<readonly FileOutcome[]>([])
  /** Not all files given have been looked through, or that was cancelled: of what is not in `fileOutcomes` nothing is known. */
  isReadingFiles = $state(false)
  /** Files were given whose part in the names is not known yet: they are searched, or names are looked up in them. */
  isTaking = $state(false)
  images = $state.raw<readonly KnownImage[]>([])
  problems = $state.raw<readonly Problem[]>([])
  readonly work = new Work()
  readonly notices = new Notices()
  readonly engine: Engine
  /** Symbols of the site that this page came from. */
  readonly site = new SiteSymbols({
    notices: this.notices,
    reports: () => this.reports,
    onChange: () => this.#connection.siteChanged(),
    name: (files) => this.#inTurn(() => this.#naming.all(files).catch(() => undefined)),
    refresh: () => this.refreshImages(),
  })

  readonly #connection: ConnectedEngine
  readonly #indexing: Indexing
  readonly #naming: Naming
  /** Files that hold symbols: a worker started anew must be given them again. */
  #symbolFiles: readonly InputFile[] = []
  #queue: Promise<unknown> = Promise.resolve()
  #refresh: Promise<void> = Promise.resolve()
  #nextRefresh: Promise<void> | undefined
  /** Files that came with a link. */
  readonly #linked = new WeakSet<InputFile>()

  /** `connect` makes the engine; a test gives one of its own. */
  constructor(connect: typeof connectEngine = connectEngine) {
    this.#connection = connect({
      symbolFiles: () => this.#symbolFiles,
      onDeath: () => {
        this.work.clear()
        this.site.endWorker()
      },
      onStorage: (state) => this.#onStorage(state),
      site: () => this.site.address,
      onSite: (asked) => this.site.take(asked),
      nearby: (uuids) => this.site.nearby(uuids),
    })
    this.engine = this.#connection
    this.#naming = new Naming({
      engine: this.engine,
      work: this.work,
      notices: this.notices,
      reports: () => this.reports,
      reopen: (file) => this.#openReport(file, []),
      onNames: (file, names) => (this.reports = withNames(this.reports, file, names)),
      onProblems: (problems) => this.site.tell(problems),
      onFailure: (outcome) => this.#note(outcome),
      restart: () => this.#connection.restart(),
      later: (work) => void this.#inTurn(() => work().catch(() => undefined)),
    })
    this.#indexing = new Indexing({
      engine: this.engine,
      notices: this.notices,
      twice: (work, again, tell) => this.#twice(work, again, tell),
      onEvent: (event) => this.#onIndexEvent(event),
      onEnd: (problems) => {
        this.problems = [...this.problems, ...problems]
        return this.refreshImages()
      },
    })
  }

  /** Takes what was dropped, pasted or picked. Never rejects. */
  add(files: readonly InputFile[], options: AddOptions = {}): Promise<void> {
    return this.#inTurn(() => this.#add(files, options))
  }

  /** Opens files of an earlier visit again, whose reports keep their ids. Resolves with the ids; never rejects. */
  async reopen(files: readonly KeptFile[]): Promise<readonly string[]> {
    const opened: string[] = []
    const paths = files.map(({ file }) => file.path)
    const again = (): void => void this.reopen(files)
    await this.#inTurn(() =>
      this.#twice(
        () => this.#reopen(files, opened),
        again,
        (why) => words.diedReading(why, paths),
      ),
    )
    return [...new Set(opened)]
  }

  /** Facts needed to open a file again as it is now. */
  facts(file: InputFile): Omit<Kept, 'ids'> {
    const said = this.#naming.said(file)
    return { linked: this.#linked.has(file), ...(said && { said }) }
  }

  /** Says what an earlier visit left undone. */
  async tellUnfinished(): Promise<void> {
    const names = await takeUnfinished()
    if (names.length === 0) return
    this.notices.say({ id: 'unfinished', tone: 'plain', text: words.unfinished(names) })
  }

  /** Takes the report in a link, and nothing but a report: no archive, no symbols, no index. Rejects otherwise. */
  async addLinked(file: InputFile, onOpened: (ids: readonly string[]) => void): Promise<void> {
    const [fileOutcome, ...others] = await this.engine.survey([file])
    if (fileOutcome?.kind !== 'report' || fileOutcome.path !== file.path || others.length > 0)
      throw new Error(words.noSharedReport)
    await this.add([file], { onOpened, fromLink: true })
  }

  /** Makes ready for the first file before it comes. */
  preload(): Promise<void> {
    return this.#connection.preload()
  }

  /** Makes ready for the names of a crash whose file is still to come. */
  preloadNaming(): Promise<void> {
    return this.#connection.preloadNaming()
  }

  /** Calls while one is under way share the next: thousands of images may be kept one after the other. */
  refreshImages(): Promise<void> {
    this.#nextRefresh ??= this.#refresh.then(async () => {
      this.#nextRefresh = undefined
      this.images = await this.engine.images()
    })
    this.#refresh = this.#nextRefresh.catch(() => undefined)
    return this.#nextRefresh
  }

  /** Keeps images for the reports to come. */
  keep(images: readonly KnownImage[]): Promise<void> {
    return this.#indexing.keep(images)
  }

  /** A file made of reports; undefined once it was cancelled. */
  readonly write: WriteReports = async (reports, request, signal) =>
    (await import('./writing.ts')).writeReports(this.work, reports, request, signal)

  close(id: string): void {
    this.#keep(this.reports.filter((report) => report.id !== id))
  }

  closeAll(): void {
    this.#keep([])
    this.fileOutcomes = []
    this.problems = []
  }

  /** Cancels an image's indexing, or everything that can be cancelled. */
  async cancel(key?: IndexKey): Promise<void> {
    if (key) await this.engine.cancel([key])
    else this.#connection.restart()
  }

  /** Uses another build's symbols, or states where an image was loaded: the user chose so. `first` runs before names are looked up. */
  async resolveAgain(id: string, more: SymbolicateOptions, first?: () => Promise<void>): Promise<void> {
    const open = this.reports.find((report) => report.id === id)
    if (!open) return
    const said = this.#naming.said(open.file) ?? {}
    const options = withChoices(said, more)
    this.#naming.say(open.file, options)
    // The choice is kept before anything waits: a reload may come at once.
    this.reports = [...this.reports]
    await first?.()
    await this.#naming.all([open.file])
  }

  /** Says what is open in the language that the page speaks now. No report is read again. */
  speakAgain(): Promise<void> {
    return this.#inTurn(async () => (await import('./speak-again.ts')).speakAgain(this, this.#connection, this.#naming))
  }

  /** Leaves these reports open; what the engine holds of the others is given back. */
  #keep(reports: readonly OpenReport[]): void {
    const kept = new Set(reports.map(({ handle }) => handle))
    const gone = new Set(this.reports.map(({ handle }) => handle).filter((handle) => !kept.has(handle)))
    this.reports = reports
    for (const handle of gone) this.engine.close(handle).catch(() => undefined)
  }

  /** If the worker dies, a new one tries once more; after that the user decides. */
  async #add(files: readonly InputFile[], options: AddOptions): Promise<void> {
    if (files.length === 0) return
    this.notices.end('worker')
    this.problems = []
    this.isTaking = true
    const again = (): void => void this.add(files, options)
    const paths = files.map(({ path }) => path)
    await this.#twice(
      () => this.#take(files, options),
      again,
      (why) => words.diedReading(why, paths),
    )
    this.beginning = undefined
    this.isTaking = false
    this.work.end('scan')
    this.work.end('names')
  }

  /** Runs work again when the worker died under it; the second time, says why and offers `again`. Never rejects. */
  async #twice(work: () => Promise<void>, again: () => void, tell: (why: string) => string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await work()
        return
      } catch (thrown) {
        if (!(thrown instanceof EngineGone)) {
          const message = thrown instanceof Error ? thrown.message : String(thrown)
          this.problems = [...this.problems, { code: 'page-error', message }]
          return
        }
        if (attempt === 1 && !thrown.stopped) continue
        const act = { label: thrown.stopped ? words.goOn : common.tryAgain, run: again }
        const text = thrown.stopped ? thrown.message : tell(thrown.message)
        this.notices.say({ id: 'worker', tone: thrown.stopped ? 'plain' : 'problem', text, act })
        return
      }
    }
  }

  async #take(files: readonly InputFile[], { onOpened, only, takesIndexes, fromLink }: AddOptions): Promise<void> {
    const opened: string[] = []
    this.fileOutcomes = []
    const fileOutcomes: FileOutcome[] = []
    void this.preloadNaming()
    this.work.set({ id: 'scan', title: words.scanning, detail: files[0]?.path ?? '' })
    const onEvent = (event: EngineEvent): void => {
      this.work.show(event)
      // An event may come behind the answer, which has all files.
      if (event.kind === 'file' && this.isReadingFiles && fileOutcomes.length < 200)
        this.fileOutcomes = [...fileOutcomes, (fileOutcomes.push(event.fileOutcome), event.fileOutcome)]
    }
    this.isReadingFiles = true
    const summary = await this.engine.add(files, onEvent, { imports: takesIndexes ? 'take' : 'ask' })
    this.fileOutcomes = summary.files
    this.isReadingFiles = false
    this.#askForIndexes(files, summary.files)
    const fresh = summary.files.filter(({ kind, asks }) => kind === 'symbols' || (kind === 'index' && !asks))
    if (fresh.length > 0) this.#symbolFiles = [...new Set([...this.#symbolFiles, ...files])]
    for (const [at, file] of summary.reports.entries()) {
      if (fromLink) this.#linked.add(file)
      const { length } = summary.reports
      this.#tellReading(file, length > 1 ? words.position(at + 1, length) : '')
      await this.#openReport(file, opened, [], (beginning) => (this.beginning = beginning))
    }
    this.work.end('scan')
    const naming = this.#nameAgain(fresh)
    if (opened.length > 0) {
      // Who sees the beginning of a report already, sees it whole at once.
      if (!this.beginning) await soon(naming)
      onOpened?.(opened)
    }
    this.beginning = undefined
    await naming
    const needed = this.reports.flatMap(({ symbolicated }) => neededUuids(symbolicated))
    // No report names these by a UUID, so a later one could not say that it needs them.
    const unnamed = only ? [] : this.images.filter(hasUnknownBuild).map(({ uuid }) => uuid)
    void this.#indexing.start(fresh, new Set([...(only ?? []), ...unnamed, ...needed]), only !== undefined)
  }

  /** Asks for the names of reports that have none yet, and of those that the files just given may name. */
  async #nameAgain(fresh: readonly FileOutcome[]): Promise<void> {
    await this.refreshImages()
    const uuids = new Set(fresh.flatMap(({ images }) => images.map(({ uuid }) => uuid)))
    // A map has no image, so any report may need it.
    const hasMaps = fresh.some(({ images }) => images.length === 0)
    await this.#naming.all([...filesToNameAgain(this.reports, uuids, hasMaps)])
  }

  /** Index files are kept only where the user says so: nothing here can check the names in them. */
  #askForIndexes(files: readonly InputFile[], fileOutcomes: readonly FileOutcome[]): void {
    const asked = fileOutcomes.filter(({ asks }) => asks)
    const packs = asked.flatMap(({ pack }) => pack ?? [])
    const names = asked.flatMap(({ pack, images }) => (pack === undefined ? images.map(({ name }) => name) : []))
    if (asked.length === 0) return
    const run = (): void => {
      this.notices.end('import')
      void this.add(files, { takesIndexes: true })
    }
    const text = [names.length > 0 && words.askIndex(names), packs.length > 0 && words.askPack(packs)]
    const said = text.filter((sentence) => sentence !== false).join(' ')
    this.notices.say({ id: 'import', tone: 'plain', text: said, act: { label: words.useIndex, run } })
  }

  async #reopen(files: readonly KeptFile[], opened: string[]): Promise<void> {
    for (const { file, linked, said } of files) {
      if (linked) this.#linked.add(file)
      if (said) this.#naming.say(file, said)
    }
    for (const { file, ids } of files) {
      this.#tellReading(file)
      await this.#openReport(file, opened, ids)
    }
    this.work.end('scan')
    await this.refreshImages()
    await this.#naming.all(files.map(({ file }) => file))
  }

  /** `ids` that the file's reports had before, by position. */
  #tellReading(file: InputFile, position = ''): void {
    const detail = [position, file.path, formatBytes(file.blob.size)].filter(Boolean).join(' · ')
    this.work.set({ id: 'scan', title: words.readingReports, detail })
  }

  async #openReport(
    file: InputFile,
    opened: string[],
    ids: readonly string[] = [],
    onBeginning?: OnBeginning,
  ): Promise<void> {
    const outcome = await this.engine.open(file, { sharesNames: !this.#linked.has(file), explains: true }, onBeginning)
    this.#note(outcome)
    if (!outcome.ok) return
    const { handle, reports, explained = [] } = outcome.value
    const isLarge = reports.some(({ text }) => text.length > 4 << 20)
    if (isLarge) await nextTask()
    const fresh = reports.map((report, position) => ({
      id: ids[position] ?? reportId(file, position, report),
      file,
      position,
      named: false,
      handle,
      symbolicated: { report, resolutions: [], images: [], explanations: [], ...explained[position] },
    }))
    if (isLarge) await nextTask()
    const placed = withOpened(this.reports, fresh)
    this.#keep(placed.reports)
    append(opened, placed.ids)
  }

  /** Names a report again behind all other work. */
  #again(file: InputFile): Promise<void> {
    return this.#inTurn(() => this.#naming.all([file]).catch(() => undefined))
  }

  /** One piece of work after another. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(work)
    this.#queue = run.catch(() => undefined)
    return run
  }

  #onIndexEvent(event: EngineEvent): void {
    this.work.show(event)
    if (event.kind !== 'indexed') return
    void this.refreshImages()
    // What was asked while the index was built may have been answered from a part of its file.
    for (const file of filesLackingNames(this.reports, event.image.uuid)) void this.#again(file)
  }

  #onStorage(state: StorageState): void {
    if (state.kind === 'lasting') {
      this.notices.end('storage')
      return
    }
    const text = state.kind === 'full' ? words.storageFull(state.message) : words.storageNone(state.message)
    this.notices.say({ id: 'storage', tone: 'problem', text })
  }

  #note(outcome: Outcome<unknown>): void {
    if (!outcome.ok) this.problems = [...this.problems, ...outcome.problems]
  }
}
