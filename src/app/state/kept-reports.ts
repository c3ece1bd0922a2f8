/** The open reports of this tab, kept so that a reload, a crash of the tab or a new version of the page loses none. */
import type { SymbolicateOptions } from '../../core/engine-types.ts'
import type { InputFile } from '../../core/ports.ts'
import { createReportStore, type ReportRecord, type ReportStore } from '../../stores/idb-reports.ts'
import { words } from '../messages/work.ts'
import { pauses } from '../ui/slices.ts'
import { MOST_BYTES, MOST_FILE_BYTES } from './keep-limits.ts'
import type { Notices } from './notices.svelte.ts'
import type { OpenReport } from './open-reports.ts'
import { saidNow, sayNow } from './said-now.ts'
import { goneTabs, takeTabName } from './tab-name.ts'

/** Facts of a file beside its bytes. */
export interface Kept {
  /** Ids of its reports, by position: addresses of the page name them. */
  readonly ids: readonly string[]
  /** It came with a link: its names are kept for no other report. */
  readonly linked: boolean
  readonly said?: SymbolicateOptions
}

export interface KeptFile extends Kept {
  readonly file: InputFile
}

/** The part of the session used here. */
export interface KeepingHost {
  readonly notices: Notices
  readonly facts: (file: InputFile) => Omit<Kept, 'ids'>
  /** Opens files; resolves with the ids of their reports once these have names. */
  readonly reopen: (files: readonly KeptFile[]) => Promise<readonly string[]>
  readonly show: (ids: readonly string[]) => void
}

/** Milliseconds after which the reports of a tab that never came back are deleted. */
const LEFT_OVER = 7 * 24 * 3600 * 1000
/** Set in the tab's storage while its reports reopen: if they crash the tab, the next visit waits for the user. */
const RESTORING = 'unslide-restoring'

export class KeptReports {
  readonly #host: KeepingHost
  readonly #store: ReportStore<Kept>
  readonly #now: () => number
  #tab: Promise<string> | undefined
  /** Records of this tab by file, with their contents. */
  readonly #records = new Map<
    InputFile,
    { readonly id: string; readonly text: string; readonly said: string | undefined }
  >()
  readonly #tooLarge = new Set<InputFile>()
  #next = 0
  #latest: readonly OpenReport[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(host: KeepingHost, store = createReportStore<Kept>(), now: () => number = Date.now) {
    this.#host = host
    this.#store = store
    this.#now = now
  }

  /** Opens what this tab had open before, and offers what tabs that are gone left over. Never rejects. */
  restore(): Promise<void> {
    return this.#run(async () => {
      const tab = await this.#name()
      const records = (await this.#store.list()).filter(isRecord)
      const said = saidNow()
      const own = records.filter((record) => record.tab === tab).sort(byNumber)
      const others = records.filter((record) => record.tab !== tab)
      for (const { id } of own) this.#next = Math.max(this.#next, numberOf(id) + 1)
      if (own.length > 0 && mark(true)) {
        this.#offer(own)
        return
      }
      const files = own.map(({ id, path, blob, contents }) => {
        const file = { path, blob }
        this.#records.set(file, { id, ...textsOf(contents) })
        return { ...withSaid(contents, said[id]), file }
      })
      if (files.length > 0) await this.#host.reopen(files)
      mark(false)
      await this.#tellLeftOver(others)
    })
  }

  /** Opens a report that any tab of this browser has kept under this id; does nothing where none has. Never rejects. */
  fetch(reportId: string): Promise<void> {
    return this.#run(async () => {
      const records = (await this.#store.list()).filter(isRecord)
      const found = records.find(({ contents: { ids } }) => ids.includes(reportId))
      if (!found || [...this.#records.values()].some(({ id }) => id === found.id)) return
      const { path, blob, contents } = found
      await this.#host.reopen([{ ...contents, file: { path, blob } }])
    })
  }

  /** Keeps what is open now, and deletes what no longer is. Never rejects. */
  keep(open: readonly OpenReport[]): Promise<void> {
    this.#latest = open
    this.#sayNow(open)
    return this.#run(async () => {
      // Names come one by one: what was open in between is of no use.
      if (open !== this.#latest) return
      const pause = pauses()
      const files = new Map<InputFile, string[]>()
      for (const { file, id, position } of open) {
        const ids = files.get(file) ?? []
        ids[position] = id
        files.set(file, ids)
      }
      const closed = [...this.#records].filter(([file]) => !files.has(file))
      for (const [file] of closed) this.#records.delete(file)
      for (const [, { id }] of closed) sayNow(id, undefined)
      if (closed.length > 0) await this.#store.delete(closed.map(([, { id }]) => id))
      let bytes = 0
      for (const [file, ids] of files) {
        const isTooLarge = file.blob.size > MOST_FILE_BYTES || bytes + file.blob.size > MOST_BYTES
        await pause()
        if (isTooLarge) this.#tellTooLarge(file)
        else {
          bytes += file.blob.size
          await this.#put(file, { ids: Array.from(ids, (id = '') => id), ...this.#host.facts(file) })
        }
      }
    })
  }

  /** Deletes every report that is kept, those of other tabs too. Never rejects. */
  forgetAll(): Promise<void> {
    return this.#run(async () => {
      for (const { id } of this.#records.values()) sayNow(id, undefined)
      this.#records.clear()
      const records = await this.#store.list()
      await this.#store.delete(records.map((record) => (record as Partial<typeof record> | null)?.id ?? ''))
    })
  }

  /** Writes down at once what was said since a file was kept: the database takes it later. */
  #sayNow(open: readonly OpenReport[]): void {
    for (const file of new Set(open.map((report) => report.file))) {
      const record = this.#records.get(file)
      const { said } = this.#host.facts(file)
      if (record && said && textOf(said) !== record.said) sayNow(record.id, said)
    }
  }

  async #put(file: InputFile, contents: Kept): Promise<void> {
    const texts = textsOf(contents)
    const known = this.#records.get(file)
    if (known?.text === texts.text) return
    const tab = await this.#name()
    const id = known?.id ?? `${tab} ${this.#next++}`
    this.#records.set(file, { id, ...texts })
    const { path, blob } = file
    try {
      await this.#store.put({ id, tab, keptAt: this.#now(), path, blob, contents })
    } catch (thrown) {
      this.#records.delete(file)
      throw thrown
    }
    if (this.#host.facts(file).said === contents.said) sayNow(id, undefined)
  }

  #tellTooLarge(file: InputFile): void {
    if (this.#tooLarge.has(file)) return
    this.#tooLarge.add(file)
    this.#host.notices.say({ id: 'too-large', tone: 'plain', text: words.reportTooLarge(file.path) })
  }

  /** Offers what the tabs that are gone had open; what is older than a week is deleted. */
  async #tellLeftOver(others: readonly ReportRecord<Kept>[]): Promise<void> {
    const gone = await goneTabs(others.map(({ tab }) => tab))
    const left = others.filter(({ tab }) => gone.has(tab))
    const old = left.filter(({ keptAt }) => !(this.#now() - keptAt < LEFT_OVER))
    if (old.length > 0) await this.#store.delete(old.map(({ id }) => id))
    const offered = left.filter((record) => !old.includes(record)).sort(byNumber)
    if (offered.length > 0) this.#offer(offered)
  }

  /** Offers to open files again; then they belong to this tab, under ids of its own. */
  #offer(offered: readonly ReportRecord<Kept>[]): void {
    const run = (): void => {
      this.#host.notices.end('left-over')
      void this.#run(async () => {
        mark(true)
        const files = offered.map(({ path, blob, contents }) => ({ ...contents, file: { path, blob }, ids: [] }))
        this.#host.show(await this.#host.reopen(files))
        mark(false)
        await this.#store.delete(offered.map(({ id }) => id))
      })
    }
    const text = words.leftOpen(offered.map(({ path }) => path))
    this.#host.notices.say({ id: 'left-over', tone: 'plain', text, act: { label: words.openAgain, run } })
  }

  #name(): Promise<string> {
    this.#tab ??= takeTabName()
    return this.#tab
  }

  /** One change after another. Without storage nothing is kept, which is what such windows are for. */
  #run(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work).catch(() => undefined)
    return this.#running
  }
}

/** Sets or takes away the mark of a restoring that is not over; whether it stood there. */
function mark(restoring: boolean): boolean {
  try {
    const stood = sessionStorage.getItem(RESTORING) !== null
    if (restoring) sessionStorage.setItem(RESTORING, '1')
    else sessionStorage.removeItem(RESTORING)
    return stood
  } catch {
    return false
  }
}

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf(' ') + 1)) || 0
const byNumber = (a: { readonly id: string }, b: { readonly id: string }): number => numberOf(a.id) - numberOf(b.id)

/** Contents as text, to see whether they changed. */
const textOf = (contents: Kept | SymbolicateOptions): string =>
  JSON.stringify(contents, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
const textsOf = (contents: Kept): { readonly text: string; readonly said: string | undefined } => ({
  text: textOf(contents),
  said: contents.said && textOf(contents.said),
})

/** Contents with what was said after they were written; that was written by nobody knows whom. */
function withSaid(contents: Kept, said: unknown): Kept {
  const all = said === undefined ? contents : { ...contents, said }
  return isKept(all) ? all : contents
}

type Loose<T> = { readonly [K in keyof T]?: unknown } | null | undefined
const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown, isRight: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isRight))

function isPlace(value: unknown): boolean {
  const { image, at } = (value ?? {}) as { readonly image?: unknown; readonly at?: Loose<{ kind: 0; value: 0 }> }
  return (
    (image === undefined || isText(image) || Number.isInteger(image)) &&
    (at?.kind === 'load' || at?.kind === 'slide') &&
    typeof at.value === 'bigint'
  )
}

function isForced(value: unknown): boolean {
  const { image, uuid, arch } = (value ?? {}) as NonNullable<Loose<{ image: 0; uuid: 0; arch: 0 }>>
  return Number.isInteger(image) && isText(uuid) && isText(arch)
}

function isKept(contents: Loose<Kept>): contents is Kept {
  const { ids, linked, said } = contents ?? {}
  const { force, places, withoutOthersNames } = (said ?? {}) as NonNullable<Loose<SymbolicateOptions>>
  return (
    Array.isArray(ids) &&
    ids.every(isText) &&
    typeof linked === 'boolean' &&
    typeof (said ?? {}) === 'object' &&
    isList(force, isForced) &&
    isList(places, isPlace) &&
    (withoutOthersNames === undefined || typeof withoutOthersNames === 'boolean')
  )
}

/** True if a stored record is a file that this page kept. */
function isRecord(record: Loose<ReportRecord<Kept>>): record is ReportRecord<Kept> {
  const { id, tab, keptAt, path, blob, contents } = record ?? {}
  return (
    isText(id) &&
    isText(tab) &&
    typeof keptAt === 'number' &&
    isText(path) &&
    blob instanceof Blob &&
    isKept(contents as Loose<Kept>)
  )
}
