/** Folders of sources, and the lines of frames that are found in them. Loaded when lines are first shown. */
import type { Frame, SymbolicatedReport } from '../../core/model/report.ts'
import type { FrameSources } from '../../core/model/source.ts'
import type { InputFile } from '../../core/ports.ts'
import { framesToShow, readSources, type SourceAccess } from '../../core/source/report-sources.ts'
import { SourceFinder } from '../../core/source/source-finder.ts'
import { createSourceStore } from '../../stores/idb-folders.ts'
import { filesOfTransfer } from '../dropped-files.ts'
import { listFiles, walkSources, type SourceListing } from './source-walk.ts'

export interface SourceFolder {
  readonly id: string
  readonly name: string
  /** Absent for files that the browser gave once: they are there until the page is closed. */
  readonly handle?: FileSystemDirectoryHandle
  /** `prompt`: the browser needs permission again, after a click. */
  readonly access: PermissionState
  /** Absent until it was listed. */
  readonly listing?: SourceListing
}

type Access = Pick<SourceAccess, 'images' | 'engine'>

const MODE = { mode: 'read' } as const

class Sources {
  list = $state.raw<readonly SourceFolder[]>([])
  /** Changes with all that may change what a frame's lines are. */
  version = $state(0)
  readonly #store = createSourceStore()
  #finder = new SourceFinder([])
  #access: Access | undefined
  #ids = 0

  /** Folders of earlier visits. Those with permission are listed at once. */
  async load(): Promise<void> {
    // Without storage there is nothing to remember them by.
    const records = await this.#store.list().catch(() => [])
    for (const { id, handle } of records) {
      if (!(handle instanceof FileSystemDirectoryHandle)) continue
      const access = (await handle.queryPermission?.(MODE)) ?? 'prompt'
      this.list = [...this.list, { id, handle, name: handle.name, access }]
      if (access === 'granted') await this.scan(id)
    }
  }

  /** Lets the user choose a folder; must run from a click. */
  async remember(): Promise<void> {
    const handle = await window.showDirectoryPicker?.({ id: 'sources', mode: 'read' }).catch((thrown: unknown) => {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return undefined
      throw thrown
    })
    if (!handle) return
    for (const known of this.list) if (await known.handle?.isSameEntry(handle)) return this.scan(known.id)
    const id = `${Date.now()} ${handle.name}`
    this.list = [...this.list, { id, handle, name: handle.name, access: 'granted' }]
    await this.#store.put({ id, handle }).catch(() => undefined)
    await this.scan(id)
  }

  /** Takes files of a folder until the page is closed. */
  take(files: readonly InputFile[]): void {
    const listing = listFiles(files)
    const name = files[0]?.path.split('/')[0] ?? ''
    // The same folder again takes the place of what it was.
    const others = this.list.filter((folder) => folder.handle || folder.name !== name)
    this.list = [...others, { id: `${++this.#ids}`, name, access: 'granted', listing }]
    this.#renew()
  }

  /** Takes a dropped folder; false where the browser does not let the page read it. */
  async drop(transfer: DataTransfer): Promise<boolean> {
    const { files, unreadable } = await filesOfTransfer(transfer)
    if (files.length > 0) this.take(files)
    return unreadable.length === 0 && files.length > 0
  }

  async forget(id: string): Promise<void> {
    // It leaves the list once it is gone: a reload at the next moment must not bring it back.
    await this.#store.delete([id]).catch(() => undefined)
    this.list = this.list.filter((folder) => folder.id !== id)
    this.#renew()
  }

  /** Lists a folder anew, asking for leave where needed. */
  async scan(id: string): Promise<void> {
    const folder = this.list.find((known) => known.id === id)
    if (!folder?.handle) return
    const access = folder.access === 'granted' ? folder.access : await folder.handle.requestPermission?.(MODE)
    this.#change(id, { access: access ?? 'denied' })
    if (access !== 'granted') return
    this.#change(id, { listing: await walkSources(folder.handle) })
    this.#renew()
  }

  /** The lines of frames. */
  async linesOf(symbolicated: SymbolicatedReport, frames: readonly Frame[], access: Access): Promise<FrameSources> {
    this.#access = access
    return readSources(symbolicated, frames, { ...access, finder: this.#finder })
  }

  /** The lines of reports that are given away, asked as those on the screen were. */
  async linesOfReports(reports: readonly SymbolicatedReport[]): Promise<readonly FrameSources[]> {
    const access = this.#access
    if (!access) return []
    const lines: FrameSources[] = []
    for (const report of reports) lines.push(await this.linesOf(report, framesToShow(report), access))
    return lines
  }

  /** Takes the user's word for the file at a path of the build. */
  choose(path: string, shown: string): void {
    this.#finder.choose(path, shown)
    this.version++
  }

  #change(id: string, change: Partial<SourceFolder>): void {
    this.list = this.list.map((folder) => (folder.id === id ? { ...folder, ...change } : folder))
  }

  #renew(): void {
    this.#finder = new SourceFinder(this.list.flatMap(({ listing }) => listing?.files ?? []))
    this.version++
  }
}
export type { Sources }

let shared: Promise<Sources> | undefined

/** The folders of this page, the remembered ones among them. */
export function openSources(): Promise<Sources> {
  shared ??= (async () => {
    const sources = new Sources()
    await sources.load()
    return sources
  })()
  return shared
}
