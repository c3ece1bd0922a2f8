/** Remembered folders: what is in them is known from headers, and read when a report needs it. */
import { createFolderStore, type FolderRecord, type FolderStore } from '../../stores/idb-folders.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import type { InputFile } from '../../core/ports.ts'
import { words } from '../messages/work.ts'
import {
  batchesOf,
  holdsObjects,
  pathsFor,
  planScan,
  withImages,
  type FolderImage,
  type KnownFile,
} from './folder-catalogue.ts'
import { openFile, walkFolder } from './folder-walk.ts'
import type { Session } from './session.svelte.ts'
import type { SiteSymbols } from './site.svelte.ts'
import { append } from '../../core/model/lists.ts'

/** Data stored beside the handle. */
interface Contents {
  readonly files: readonly KnownFile[]
  /** Milliseconds since 1970. */
  readonly scannedAt: number
  readonly cut: boolean
}

export interface Folder extends Contents {
  readonly id: string
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
  /** `prompt`: the browser needs permission again, after a click. */
  readonly access: PermissionState
}

/** Files whose headers are read at a time: often enough to show progress, rarely enough to be quick. */
const BATCH = 32
const MODE = { mode: 'read' } as const

const isText = (value: unknown): boolean => typeof value === 'string'

function isKnownFile(file: Partial<KnownFile> | null): boolean {
  const { path, images } = file ?? {}
  return (
    isText(path) && Array.isArray(images) && images.every((image: Partial<FolderImage> | null) => isText(image?.uuid))
  )
}

/** True if a stored record is a folder that this page kept. */
function isRecord(record: Partial<FolderRecord<Partial<Contents>>> | null): record is FolderRecord<Contents> {
  const { handle, contents } = record ?? {}
  const files: unknown = contents?.files
  return handle instanceof FileSystemDirectoryHandle && Array.isArray(files) && files.every(isKnownFile)
}

/** The part of the session that folders use. */
type Host = Pick<Session, 'add' | 'engine' | 'notices' | 'work'> & { readonly site: Pick<SiteSymbols, 'askAfter'> }

export class Folders {
  list = $state.raw<readonly Folder[]>([])
  readonly #session: Host
  readonly #store: FolderStore<Contents>
  /** Files that were read for a report in this visit. */
  readonly #read = new Set<string>()
  readonly #forgotten = new Set<string>()
  #scanning: AbortController | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(session: Host, store = createFolderStore<Contents>()) {
    this.#session = session
    this.#store = store
  }

  /** Folders of earlier visits. */
  async load(): Promise<void> {
    const records = (await this.#store.list()).filter(isRecord)
    this.list = await Promise.all(
      records.map(async ({ id, handle, contents }) => ({
        ...contents,
        id,
        handle,
        name: handle.name,
        access: (await handle.queryPermission?.(MODE)) ?? 'prompt',
      })),
    )
  }

  /** Looks again through the folders that may be read without asking. */
  async look(): Promise<void> {
    for (const folder of this.list) if (folder.access === 'granted') await this.scan(folder.id)
  }

  /** UUIDs with a dSYM here that needs no permission and was not read yet. */
  held(uuids: readonly ImageUuid[]): readonly ImageUuid[] {
    const files = this.list
      .filter(({ access }) => access === 'granted')
      .flatMap(({ id, files }) => files.filter(({ path }) => !this.#read.has(`${id} ${path}`)))
    const here = new Set(
      files.flatMap(({ images }) => images.filter(({ kind }) => kind === 'dsym').map(({ uuid }) => uuid)),
    )
    return uuids.filter((uuid) => here.has(uuid))
  }

  /** Lets the user choose a folder; must run from a click. Resolves when it was looked through. */
  async remember(): Promise<void> {
    const handle = await window.showDirectoryPicker?.({ id: 'symbols', mode: 'read' }).catch((thrown: unknown) => {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return undefined
      throw thrown
    })
    if (!handle) return
    for (const known of this.list) if (await known.handle.isSameEntry(handle)) return this.scan(known.id)
    const id = `${Date.now()} ${handle.name}`
    this.list = [
      ...this.list,
      { id, handle, name: handle.name, access: 'granted', files: [], scannedAt: 0, cut: false },
    ]
    await this.scan(id)
  }

  async forget(id: string): Promise<void> {
    this.#scanning?.abort()
    this.#forgotten.add(id)
    this.#session.notices.end(`folder ${id}`)
    await this.#save(() => this.#store.delete([id]))
    this.list = this.list.filter((folder) => folder.id !== id)
  }

  cancel(): void {
    this.#scanning?.abort()
  }

  /** Looks through a folder, asking for leave where needed; only files that are new or changed are read. */
  async scan(id: string): Promise<void> {
    const folder = this.list.find((known) => known.id === id)
    if (!folder || !(await this.#mayRead(folder))) return
    this.#scanning?.abort()
    const controller = new AbortController()
    this.#scanning = controller
    const { work } = this.#session
    const show = (detail: string): void =>
      work.set({ id: 'folder', title: words.scanningFolder(folder.name), detail, stop: () => controller.abort() })
    const files: KnownFile[] = []
    let cut = true
    try {
      const walk = await walkFolder(folder.handle, controller.signal, (path, files) =>
        show(words.listed(files, path || folder.name)),
      )
      const { same, fresh: all } = planScan(folder.files, walk.files)
      const fresh = all.filter(({ path }) => !holdsObjects(path))
      const objects = all.filter(({ path }) => holdsObjects(path))
      append(files, same)
      append(files, withImages(objects, []))
      let done = 0
      for (const batch of batchesOf(fresh, BATCH)) {
        controller.signal.throwIfAborted()
        show(words.newFiles(done, fresh.length, batch[0]?.path ?? ''))
        done += batch.length
        const inputs = await this.#open(
          folder,
          batch.map(({ path }) => path),
          '',
        )
        append(files, withImages(batch, await this.#session.engine.survey(inputs)))
      }
      cut = walk.cut
    } catch (thrown) {
      if (!controller.signal.aborted) throw thrown
    } finally {
      work.end('folder')
    }
    // If the user stops it, results so far are kept; the next look continues there.
    if (!this.list.some((known) => known.id === id)) return
    this.#change(id, { files: files.length > 0 ? files : folder.files, scannedAt: Date.now(), cut })
    await this.#keep(id)
  }

  /** Reads the files that hold these images, or offers to where the browser wants a click first. */
  async supply(uuids: ReadonlySet<ImageUuid>): Promise<void> {
    const tried = new Set(this.held([...uuids]))
    for (const folder of this.list) {
      const paths = pathsFor(folder.files, uuids).filter((path) => !this.#read.has(`${folder.id} ${path}`))
      if (paths.length === 0) continue
      if (folder.access === 'granted') await this.read(folder.id, paths)
      else this.#offer(folder, paths)
    }
    await this.#session.site.askAfter(tried)
  }

  /** Reads these files as if they were dropped, save that only what a report needs, and `wanted`, is indexed. */
  async read(id: string, paths: readonly string[], wanted: ReadonlySet<string> = new Set()): Promise<void> {
    const folder = this.list.find((known) => known.id === id)
    if (!folder || !(await this.#mayRead(folder))) return
    for (const path of paths) this.#read.add(`${id} ${path}`)
    this.#session.notices.end(`folder ${id}`)
    const inputs = await this.#open(folder, paths, `${folder.name}/`)
    if (inputs.length < paths.length) await this.scan(id)
    await this.#session.add(inputs, { only: wanted })
  }

  #offer({ id, name }: Folder, paths: readonly string[]): void {
    this.#session.notices.say({
      id: `folder ${id}`,
      tone: 'plain',
      text: words.inFolder(name, paths),
      act: { label: words.readThem, run: () => void this.read(id, paths).then(() => this.scan(id)) },
    })
  }

  async #mayRead(folder: Folder): Promise<boolean> {
    if (folder.access === 'granted') return true
    const access = (await folder.handle.requestPermission?.(MODE)) ?? 'denied'
    this.#change(folder.id, { access })
    return access === 'granted'
  }

  async #open({ handle }: Folder, paths: readonly string[], prefix: string): Promise<readonly InputFile[]> {
    const files = await Promise.all(paths.map((path) => openFile(handle, path)))
    return files.flatMap((blob, at) =>
      blob ? [{ path: `${prefix}${paths[at] ?? ''}`, blob, isOnDisk: true as const }] : [],
    )
  }

  #change(id: string, change: Partial<Folder>): void {
    this.list = this.list.map((folder) => (folder.id === id ? { ...folder, ...change } : folder))
  }

  #keep(id: string): Promise<void> {
    return this.#save(async () => {
      const folder = this.list.find((known) => known.id === id)
      if (!folder || this.#forgotten.has(id)) return
      const { handle, files, scannedAt, cut } = folder
      await this.#store.put({ id, handle, contents: { files, scannedAt, cut } })
    })
  }

  /** One change of the store after another: what is forgotten must not come back. */
  #save(change: () => Promise<void>): Promise<void> {
    const saved = this.#saving.then(change)
    this.#saving = saved.catch(() => undefined)
    return saved
  }
}
