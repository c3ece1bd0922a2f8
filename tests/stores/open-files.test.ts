/** Files of a worker: how many are open at once, reads and writes in pieces, slow disks, full disks, and old files. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOriginFiles } from '../../src/stores/origin-files.ts'
import type { BytesNow } from '../../src/core/ports.ts'

interface StubFile {
  bytes: number[]
  lastModified: number
  open: number
}

/** The folder’s answer to a piece, and its reads. */
interface Disk {
  /** Bytes of a write that it takes. */
  most: number
  /** Milliseconds of one read. */
  slowness: number
  hasHandles: boolean
}

const files = new Map<string, StubFile>()
let disk: Disk
let clock = 0
let busy: string | undefined

class StubHandle {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  get #file(): StubFile {
    return files.get(this.name)!
  }
  async createSyncAccessHandle() {
    if (!disk.hasHandles) return undefined
    if (busy === this.name) throw new DOMException('busy', 'NoModificationAllowedError')
    const file = this.#file
    file.open++
    return {
      read: (target: Uint8Array, { at }: { at: number }) => {
        clock += disk.slowness
        const piece = file.bytes.slice(at, at + Math.min(target.length, disk.most))
        target.set(piece)
        return piece.length
      },
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        const piece = bytes.subarray(0, disk.most)
        file.bytes.splice(at, piece.length, ...piece)
        return piece.length
      },
      truncate: (size: number) => void (file.bytes.length = size),
      flush: () => undefined,
      close: () => void file.open--,
    }
  }
  async getFile() {
    const { bytes, lastModified } = this.#file
    return Object.assign(new Blob([Uint8Array.from(bytes)]), { lastModified })
  }
}

beforeEach(() => {
  files.clear()
  disk = { most: 5000, slowness: 0, hasHandles: true }
  clock = 0
  busy = undefined
  const folder = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!files.has(name) && !create) throw new DOMException('gone', 'NotFoundError')
      if (!files.has(name)) files.set(name, { bytes: [], lastModified: Date.now(), open: 0 })
      return new StubHandle(name)
    },
    removeEntry: async (name: string) => void files.delete(name),
    keys: () => files.keys(),
    entries: () => [...files.keys()].map((name) => [name, name === 'folder' ? {} : new StubHandle(name)] as const),
  }
  vi.stubGlobal('FileSystemFileHandle', StubHandle)
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) } })
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const put = (name: string, bytes: readonly number[], lastModified = Date.now()): void =>
  void files.set(name, { bytes: [...bytes], lastModified, open: 0 })
const openNames = (): readonly string[] => [...files].filter(([, { open }]) => open > 0).map(([name]) => name)

describe('open files', () => {
  test('of more than 64 the oldest is closed, and is opened again when it is needed', async () => {
    const store = createOriginFiles()
    const names = Array.from({ length: 66 }, (_, at) => `file ${at}`)
    for (const name of names) put(name, [1, 2, 3])
    for (const name of names.slice(0, 64)) await store.open(name)
    expect(openNames()).toEqual(names.slice(0, 64))
    // An open file is not opened twice.
    await store.open('file 0')
    expect(files.get('file 0')?.open).toBe(1)
    await store.open('file 64')
    await vi.waitFor(() => expect(openNames()).toEqual(names.slice(1, 65)))
    await store.open('file 65')
    await vi.waitFor(() => expect(openNames()).toEqual(names.slice(2, 66)))
    await store.open('file 0')
    await vi.waitFor(() => expect(openNames()).toEqual(['file 0', ...names.slice(3, 66)]))
    store.close()
    await vi.waitFor(() => expect(openNames()).toEqual([]))
  })

  test('one that another tab has open is a Blob without reads at once, and is tried again', async () => {
    const store = createOriginFiles()
    put('file', [1, 2, 3])
    busy = 'file'
    const blob = await store.open('file')
    expect(await blob?.text()).toBe('\u0001\u0002\u0003')
    expect(blob).not.toHaveProperty('readInto')
    busy = undefined
    expect(await store.open('file')).toHaveProperty('readInto')
    expect(await store.open('another')).toBeUndefined()
  })

  test('reads go on until all is there, and fail behind the end', async () => {
    const store = createOriginFiles()
    const bytes = Array.from({ length: 100 }, (_, at) => at)
    put('file', bytes)
    disk.most = 7
    const blob = (await store.open('file')) as Blob & BytesNow
    const target = new Uint8Array(40)
    blob.readInto(target, 10, 5, 30)
    expect([...target]).toEqual([0, 0, 0, 0, 0, ...bytes.slice(10, 40), 0, 0, 0, 0, 0])
    blob.readInto(target, 60)
    expect([...target]).toEqual(bytes.slice(60))
    // As many as there is room for.
    blob.readInto(target, 70, 10)
    expect([...target]).toEqual([...bytes.slice(60, 70), ...bytes.slice(70)])
    blob.readInto(target, 0, 30)
    expect([...target]).toEqual([...bytes.slice(60, 90), ...bytes.slice(0, 10)])
    blob.readInto(target, 100, 3, 0)
    expect(() => blob.readInto(target, 61)).toThrow(RangeError)
    expect(() => blob.readInto(target, 100, 0, 1)).toThrow(RangeError)
  })
})

describe('new files', () => {
  test('are written in pieces, flushed and closed', async () => {
    const store = createOriginFiles()
    const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 251)
    const name = await store.write(new Blob([bytes]))
    expect(name).toBeDefined()
    expect(files.get(name!)).toMatchObject({ bytes: [...bytes], open: 0 })
    expect(await store.names()).toEqual(new Set([name]))
    await store.delete(name!)
    expect([...files.keys()]).toEqual([])
  })

  test.each([
    ['the disk is slow each time', 1, true, false],
    ['64 reads take two milliseconds', 2 / 64, true, true],
    ['a page has no such files', 0, false, false],
  ])('where %s', async (_, slowness, hasHandles, isWritten) => {
    files.clear()
    Object.assign(disk, { slowness, hasHandles })
    const store = createOriginFiles()
    const name = await store.write(new Blob(['index']))
    expect(name !== undefined).toBe(isWritten)
    expect([...files.keys()]).toEqual(isWritten ? [name] : [])
    expect([...(await store.names())]).toEqual(isWritten ? [name] : [])
  })

  test('leave nothing behind on a full disk', async () => {
    const store = createOriginFiles()
    disk.most = 0
    await expect(store.write(new Blob(['index']))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect([...files.keys()]).toEqual([])
  })
})

test('old files that nobody names are deleted; young ones, named ones and folders stay', async () => {
  const store = createOriginFiles()
  const hour = 60 * 60 * 1000
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  put('old', [1], now - hour - 1)
  put('young', [1], now - hour)
  put('named', [1], now - 9 * hour)
  put('folder', [1], now - 9 * hour)
  await store.sweep(new Set(['named']))
  expect([...files.keys()]).toEqual(['young', 'named', 'folder'])
})
