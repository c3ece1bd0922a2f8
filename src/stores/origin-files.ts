/**
 * Bytes of indexes as files in the origin's private file system. A worker reads those at once, some microseconds a read,
 * where every read of a Blob asks another process and costs half a millisecond.
 */
import type { BytesNow } from '../core/ports.ts'
import { isNamed } from './is-named.ts'

/** The folder in the origin's private file system. */
const FOLDER = 'indexes'
/** Bytes written at once. */
const WRITE_BYTES = 8 << 20
/** Files open at the same time; what reads from one that was closed for others fails, and opens it again. */
const MOST_OPEN = 64
/** Files that nobody names are left alone for so long: another tab may be about to name them. */
const YOUNG_MS = 60 * 60 * 1000
/** Reads that take longer than so many milliseconds together, each time, are done by another process. */
const PROBES = 64
const PROBE_BYTES = 4096
const SLOW_MS = 2
const ROUNDS = 3
/** Some browsers never answer when their storage is damaged. */
const LONGEST_ANSWER = 5000
/** Tabs that were told to close their files have so many tenths of a second. */
const ERASE_TRIES = 10

export interface OriginFiles {
  /** Writes a new file and gives its name; undefined where this kind of page has no such files that are read at once. */
  write(bytes: Blob): Promise<string | undefined>
  /**
   * The file as a Blob that can be read at once (`BytesNow`), unless another tab has it to itself; undefined if it is gone.
   * Rejects if it cannot be read.
   */
  open(name: string): Promise<Blob | undefined>
  /** Names of all files; none where there can be none. */
  names(): Promise<ReadonlySet<string>>
  /** Deletes the file; a tab that has it open closes it and deletes it. */
  delete(name: string): Promise<void>
  /** Deletes old files that are not among these: a tab that was closed while it wrote leaves such. */
  sweep(named: ReadonlySet<string>): Promise<void>
  /** Closes all files, so that others can delete them. */
  close(): void
}

/** As the standard has it for workers; TypeScript knows it only where it knows no page. */
interface SyncAccessHandle {
  read(target: Uint8Array, options: { readonly at: number }): number
  write(bytes: Uint8Array, options: { readonly at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

interface OriginFileHandle extends FileSystemFileHandle {
  /** Several may read at once where `mode` is known; elsewhere one has the file to itself. */
  createSyncAccessHandle?(options?: { readonly mode: 'read-only' }): Promise<SyncAccessHandle>
}

/** Files for this worker. Nothing happens until one of its methods is called. */
export function createOriginFiles(): OriginFiles {
  /** Open files by name, the one opened last at the end. */
  const opened = new Map<string, Promise<SyncAccessHandle | undefined>>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unslide deleted files')

  let isSilent = false

  const openFolder = async (): Promise<FileSystemDirectoryHandle> => {
    if (isSilent) throw new Error('private files do not answer')
    const opening = navigator.storage.getDirectory().then((root) => root.getDirectoryHandle(FOLDER, { create: true }))
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isSilent = true
        reject(new Error('private files do not answer'))
      }, LONGEST_ANSWER)
    })
    return Promise.race([opening, silence]).finally(() => clearTimeout(timer))
  }

  const closeFile = async (name: string): Promise<void> => {
    const closing = opened.get(name)
    opened.delete(name)
    ;(await closing)?.close()
  }

  const remove = async (name: string): Promise<void> => {
    await closeFile(name)
    try {
      await (await openFolder()).removeEntry(name)
    } catch {
      // Gone, or open in another tab, which deletes it when it is told.
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (opened.has(data)) void remove(data)
  })

  /** Undefined where another tab has the file to itself, or this is no worker. */
  const openHandle = (name: string, file: OriginFileHandle): Promise<SyncAccessHandle | undefined> => {
    const known = opened.get(name)
    if (known) return known
    const opening = Promise.resolve(file.createSyncAccessHandle?.({ mode: 'read-only' })).catch(() => undefined)
    opened.set(name, opening)
    void opening.then((handle) => handle ?? opened.delete(name))
    const [oldest] = opened.size > MOST_OPEN ? opened.keys() : []
    if (oldest !== undefined) void closeFile(oldest)
    return opening
  }

  return {
    async write(bytes) {
      const name = crypto.randomUUID()
      let isWritten = false
      try {
        const file: OriginFileHandle = await (await openFolder()).getFileHandle(name, { create: true })
        const handle = await file.createSyncAccessHandle?.()
        isWritten = handle !== undefined && (await fill(handle, bytes))
      } catch (thrown) {
        if (isNamed(thrown, 'QuotaExceededError')) throw thrown
      } finally {
        if (!isWritten) await remove(name)
      }
      return isWritten ? name : undefined
    },

    async open(name) {
      try {
        const file: OriginFileHandle = await (await openFolder()).getFileHandle(name)
        const [blob, handle] = await Promise.all([file.getFile(), openHandle(name, file)])
        return handle ? Object.assign(blob, readsAtOnce(handle)) : blob
      } catch (thrown) {
        if (isNamed(thrown, 'NotFoundError')) return undefined
        throw thrown
      }
    },

    async names() {
      const names = new Set<string>()
      try {
        for await (const name of (await openFolder()).keys()) names.add(name)
      } catch {
        // What cannot be listed cannot be opened.
      }
      return names
    },

    async delete(name) {
      await remove(name)
      channel?.postMessage(name)
    },

    async sweep(named) {
      try {
        const folder = await openFolder()
        for await (const [name, entry] of folder.entries()) {
          if (named.has(name) || !(entry instanceof FileSystemFileHandle)) continue
          if (Date.now() - (await entry.getFile()).lastModified > YOUNG_MS) await remove(name)
        }
      } catch {
        // There is no such folder here, or one is being written to: the next time.
      }
    },

    close() {
      for (const name of opened.keys()) void closeFile(name)
    },
  }
}

/** Deletes the folder. Rejects when a tab does not close its files. */
export async function eraseOriginFiles(): Promise<void> {
  let root: FileSystemDirectoryHandle
  try {
    root = await navigator.storage.getDirectory()
  } catch {
    return // no such file system, so that nothing was kept there
  }
  for (let tries = 1; ; tries++) {
    try {
      return await root.removeEntry(FOLDER, { recursive: true })
    } catch (thrown) {
      if (isNamed(thrown, 'NotFoundError')) return
      if (tries === ERASE_TRIES) throw thrown
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/**
 * Whether another process reads for this one, as in private windows of Chromium: Blobs are read in larger pieces there. Clocks of
 * workers are coarse, and a busy machine is no proof.
 */
function isSlow(handle: SyncAccessHandle): boolean {
  const page = new Uint8Array(PROBE_BYTES)
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    for (let probe = 0; probe < PROBES; probe++) handle.read(page, { at: 0 })
    if (performance.now() - started <= SLOW_MS) return false
  }
  return true
}

/**
 * Writes a file to the disk itself, because metadata that names it must never outlive its bytes, and closes it. False where it
 * would be read slowly: it is not whole then.
 */
async function fill(handle: SyncAccessHandle, bytes: Blob): Promise<boolean> {
  try {
    handle.write(new Uint8Array(PROBE_BYTES), { at: 0 })
    if (isSlow(handle)) return false
    handle.truncate(0)
    for (let at = 0; at < bytes.size; at += WRITE_BYTES) {
      const piece = new Uint8Array(await bytes.slice(at, at + WRITE_BYTES).arrayBuffer())
      for (let done = 0; done < piece.length;) {
        const count = handle.write(piece.subarray(done), { at: at + done })
        if (count === 0) throw new DOMException('The disk took no more bytes.', 'QuotaExceededError')
        done += count
      }
    }
    handle.flush()
    return true
  } finally {
    handle.close()
  }
}

function readsAtOnce(handle: SyncAccessHandle): BytesNow {
  return {
    readInto(target, from, at = 0, length = target.length - at) {
      for (let have = 0; have < length;) {
        const count = handle.read(target.subarray(at + have, at + length), { at: from + have })
        if (count === 0) throw new RangeError('read behind the end')
        have += count
      }
    },
  }
}
