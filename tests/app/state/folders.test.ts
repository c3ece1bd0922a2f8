/** Remembered folders: records, second readings, and questions to the user. */
import { expect, test, vi } from 'vitest'
import { Folders } from '../../../src/app/state/folders.svelte.ts'
import { Notices } from '../../../src/app/state/notices.svelte.ts'
import { Work } from '../../../src/app/state/work.svelte.ts'
import type { Engine, FileOutcome } from '../../../src/core/engine-types.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import type { FolderStore } from '../../../src/stores/idb-folders.ts'
import { stub } from '../../support/browser.ts'
import { uuid } from '../../support/report-builder.ts'

type Contents = typeof Folders extends new (session: never, store?: FolderStore<infer C>) => unknown ? C : never

/** A folder of the disk: names of files, or of folders in it. */
class Directory {
  readonly kind = 'directory'
  access: PermissionState = 'granted'
  asked = 0

  readonly name: string
  readonly entries: Map<string, File | Directory>

  constructor(name: string, entries: Readonly<Record<string, File | Directory>>) {
    this.name = name
    this.entries = new Map(Object.entries(entries))
  }

  async *values(): AsyncGenerator<unknown> {
    for (const [name, entry] of this.entries)
      yield entry instanceof File ? { kind: 'file', name, getFile: () => Promise.resolve(entry) } : entry
  }

  getFileHandle(name: string): Promise<unknown> {
    const entry = this.entries.get(name)
    if (!(entry instanceof File)) return Promise.reject(new DOMException('gone', 'NotFoundError'))
    return Promise.resolve({ getFile: () => Promise.resolve(entry) })
  }

  getDirectoryHandle(name: string): Promise<unknown> {
    const entry = this.entries.get(name)
    return entry instanceof Directory ? Promise.resolve(entry) : Promise.reject(new DOMException('gone'))
  }

  isSameEntry(other: unknown): Promise<boolean> {
    return Promise.resolve(other === this)
  }

  queryPermission(): Promise<PermissionState> {
    return Promise.resolve(this.access)
  }

  requestPermission(): Promise<PermissionState> {
    this.asked++
    return Promise.resolve(this.access === 'prompt' ? (this.access = 'granted') : this.access)
  }
}

const binary = (name: string, modified = 1): File => new File(['x'.repeat(5000)], name, { lastModified: modified })

function memoryStore(): FolderStore<Contents> & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, never>()
  return {
    kept,
    list: () => Promise.resolve([...kept.values()]),
    put: (record) => Promise.resolve(void kept.set(record.id, record as never)),
    delete: (ids) => Promise.resolve(ids.forEach((id) => kept.delete(id))),
  }
}

/** Every file holds the image whose UUID its name begins with. */
function scene(root: Directory, store = memoryStore()) {
  stub('FileSystemDirectoryHandle', Directory)
  const surveyed: string[] = []
  const added: { readonly paths: readonly string[]; readonly only: readonly string[] }[] = []
  const notices = new Notices()
  /** Requests to the site after local files. */
  const asked: string[][] = []
  const survey = (files: readonly InputFile[]): Promise<readonly FileOutcome[]> => {
    surveyed.push(...files.map(({ path }) => path))
    return Promise.resolve(
      files.map(({ path, blob }) => {
        const digit = path.split('/').at(-1)?.[0] ?? '0'
        const image = { uuid: uuid(digit), arch: 'arm64', name: path, kind: 'dsym' } as const
        return { path, bytes: blob.size, kind: 'symbols', label: '', images: [image], problems: [] }
      }),
    )
  }
  const session = {
    add: (files: readonly InputFile[], options: { readonly only?: ReadonlySet<string> } = {}) =>
      Promise.resolve(void added.push({ paths: files.map(({ path }) => path), only: [...(options.only ?? [])] })),
    engine: { survey } as unknown as Engine,
    notices,
    work: new Work(),
    site: {
      askAfter: (tried: ReadonlySet<string>) => Promise.resolve(void (tried.size > 0 && asked.push([...tried]))),
    },
  }
  stub('window', { showDirectoryPicker: () => Promise.resolve(root) })
  return { folders: new Folders(session, store), surveyed, added, asked, notices, store, session }
}

const tree = (): Directory =>
  new Directory('Symbols', { A: binary('A'), old: new Directory('old', { B: binary('B') }) })

test('a folder that is remembered is read once: at the next visit only what is new or changed is', async () => {
  const root = tree()
  const first = scene(root)
  await first.folders.remember()
  expect(first.surveyed.toSorted()).toEqual(['A', 'old/B'])
  root.entries.set('C', binary('C'))
  root.entries.set('A', binary('A', 2))
  const second = scene(root, first.store)
  await second.folders.load()
  await second.folders.look()
  expect(second.surveyed.toSorted()).toEqual(['A', 'C'])
  expect(second.folders.list[0]?.files.map(({ path }) => path).toSorted()).toEqual(['A', 'C', 'old/B'])
})

test('the same folder chosen again is not remembered twice', async () => {
  const { folders, store } = scene(tree())
  await folders.remember()
  await folders.remember()
  expect(folders.list).toHaveLength(1)
  expect(store.kept.size).toBe(1)
})

test('of the files that a report needs each is read once, and nothing else is', async () => {
  const { folders, added } = scene(tree())
  await folders.remember()
  await folders.supply(new Set([uuid('B')]))
  await folders.supply(new Set([uuid('B')]))
  expect(added).toEqual([{ paths: ['Symbols/old/B'], only: [] }])
})

test('a dSYM here is known before it is read, and the site is asked after it; what needs a click is not counted', async () => {
  const root = tree()
  const { folders, asked, store } = scene(root)
  await folders.remember()
  const [a, b, c] = [uuid('A'), uuid('B'), uuid('C')]
  expect(folders.held([a, b, c])).toEqual([a, b])
  await folders.supply(new Set([b, c]))
  expect(asked).toEqual([[b]])
  expect(folders.held([a, b, c])).toEqual([a])
  root.access = 'prompt'
  const later = scene(root, store)
  await later.folders.load()
  expect(later.folders.list).toHaveLength(1)
  expect(later.folders.held([a, b, c])).toEqual([])
})

test('where the browser wants a click first, the files are offered and nothing is read without it', async () => {
  const root = tree()
  const before = scene(root)
  await before.folders.remember()
  root.access = 'prompt'
  const { folders, added, notices, surveyed } = scene(root, before.store)
  await folders.load()
  await folders.supply(new Set([uuid('A')]))
  expect(added).toEqual([])
  expect(surveyed).toEqual([])
  expect(root.asked).toBe(0)
  const notice = notices.list[0]
  expect(notice?.text).toContain('Symbols')
  notice?.act?.run()
  await vi.waitFor(() => expect(added.map(({ paths }) => paths)).toEqual([['Symbols/A']]))
  expect(notices.list).toEqual([])
})

test('a user who refuses is not read, and the folder stays in the list', async () => {
  const root = tree()
  const before = scene(root)
  await before.folders.remember()
  root.access = 'denied'
  const { folders, added, surveyed } = scene(root, before.store)
  await folders.load()
  await folders.read(folders.list[0]?.id ?? '', ['A'])
  expect([added, surveyed]).toEqual([[], []])
  expect(folders.list.map(({ access }) => access)).toEqual(['denied'])
})

test('a folder that is forgotten while it is looked through does not come back', async () => {
  const { folders, store, session } = scene(tree())
  const survey = session.engine.survey.bind(session.engine)
  session.engine.survey = async (files) => {
    await folders.forget(folders.list[0]?.id ?? '')
    return survey(files)
  }
  await folders.remember()
  expect(folders.list).toEqual([])
  expect(store.kept.size).toBe(0)
})

test('what was read before the user stopped is kept, and the job leaves the list', async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`A${at}`, binary(`A${at}`)]))
  const { folders, session, surveyed } = scene(new Directory('Many', many))
  const survey = session.engine.survey.bind(session.engine)
  session.engine.survey = (files) => {
    folders.cancel()
    return survey(files)
  }
  await folders.remember()
  expect(surveyed).toHaveLength(32)
  expect(folders.list[0]?.files).toHaveLength(32)
  expect(folders.list[0]?.cut).toBe(true)
  expect(session.work.jobs).toEqual([])
})

test('a file that is gone since is passed over, and the folder is looked through again', async () => {
  const root = tree()
  const { folders, added } = scene(root)
  await folders.remember()
  root.entries.delete('A')
  await folders.supply(new Set([uuid('A')]))
  expect(added).toEqual([{ paths: [], only: [] }])
  expect(folders.list[0]?.files.map(({ path }) => path)).toEqual(['old/B'])
})

test('records of the store that this page did not write are passed over', async () => {
  const root = tree()
  const store = memoryStore()
  const good = { path: 'A', size: 1, modified: 1, images: [{ uuid: uuid('A') }] }
  for (const [id, contents] of [
    ['no files', {}],
    ['files of another kind', { files: [1, null] }],
    ['images of another kind', { files: [{ ...good, images: 'many' }] }],
  ] as const)
    store.kept.set(id, { id, handle: root, contents })
  store.kept.set('no handle', { id: 'no handle', handle: {}, contents: { files: [good] } })
  store.kept.set('nothing', null)
  const { folders } = scene(root, store)
  await folders.load()
  expect(folders.list).toEqual([])
})

test('a picker that is closed changes nothing', async () => {
  const { folders } = scene(tree())
  stub('window', { showDirectoryPicker: () => Promise.reject(new DOMException('closed', 'AbortError')) })
  await folders.remember()
  expect(folders.list).toEqual([])
})
