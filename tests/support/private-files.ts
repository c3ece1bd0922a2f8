/** The origin's private file system in memory, as workers of a browser have it: locks, snapshots that end with a change, and room. */
import { stub } from './browser.ts'

interface Entry {
  bytes: Uint8Array<ArrayBuffer>
  lastModified: number
  isOpen: boolean
}

export interface PrivateFiles {
  /** By folder and name. */
  readonly folders: Map<string, Map<string, Entry>>
  /** Bytes that can be written in all. */
  room: number
  /** The clock. */
  now: number
}

const notFound = (): never => {
  throw new DOMException('gone', 'NotFoundError')
}

/** A file as it was: no longer to be read once it was changed. */
class Snapshot extends Blob {
  readonly lastModified: number
  readonly #entry: Entry
  readonly #bytes: Uint8Array

  constructor(entry: Entry) {
    super([entry.bytes])
    this.lastModified = entry.lastModified
    this.#entry = entry
    this.#bytes = entry.bytes
  }

  override slice(start?: number, end?: number): Blob {
    const part = super.slice(start, end)
    const read = part.arrayBuffer.bind(part)
    part.arrayBuffer = async () => (this.#entry.bytes === this.#bytes ? read() : notFound())
    return part
  }
}

/** `navigator.storage` until the test ends. */
export function stubPrivateFiles(): PrivateFiles {
  const state: PrivateFiles = { folders: new Map(), room: Infinity, now: Date.now() }
  const used = (): number =>
    [...state.folders.values()]
      .flatMap((files) => [...files.values()])
      .reduce((sum, { bytes }) => sum + bytes.length, 0)

  const fileOf = (entry: Entry) => ({
    kind: 'file',
    getFile: async () => new Snapshot(entry),
    createSyncAccessHandle: async () => {
      if (entry.isOpen) throw new DOMException('locked', 'NoModificationAllowedError')
      entry.isOpen = true
      const change = (bytes: Uint8Array<ArrayBuffer>): void => {
        entry.bytes = bytes
        entry.lastModified = state.now
      }
      return {
        getSize: () => entry.bytes.length,
        read: (target: Uint8Array, { at }: { at: number }) => {
          const part = entry.bytes.subarray(at, at + target.length)
          target.set(part)
          return part.length
        },
        write: (bytes: Uint8Array, { at }: { at: number }) => {
          const grown = new Uint8Array(Math.max(entry.bytes.length, at + bytes.length))
          if (used() + grown.length - entry.bytes.length > state.room)
            throw new DOMException('full', 'QuotaExceededError')
          grown.set(entry.bytes)
          grown.set(bytes, at)
          change(grown)
          return bytes.length
        },
        truncate: (size: number) => change(entry.bytes.slice(0, size)),
        flush: () => undefined,
        close: () => (entry.isOpen = false),
      }
    },
  })

  const folderOf = (files: Map<string, Entry>) => ({
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!files.has(name) && !create) notFound()
      const entry = files.get(name) ?? { bytes: new Uint8Array(), lastModified: state.now, isOpen: false }
      files.set(name, entry)
      return fileOf(entry)
    },
    removeEntry: async (name: string) => void (files.delete(name) || notFound()),
    entries: () => [...files].map(([name, entry]) => [name, fileOf(entry)]),
  })

  const root = {
    getDirectoryHandle: async (name: string, { create = false } = {}) => {
      if (!state.folders.has(name) && !create) notFound()
      const files = state.folders.get(name) ?? new Map<string, Entry>()
      state.folders.set(name, files)
      return folderOf(files)
    },
    removeEntry: async (name: string) => void (state.folders.delete(name) || notFound()),
  }
  stub('navigator', { storage: { getDirectory: async () => root } })
  return state
}
