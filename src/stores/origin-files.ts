/**
 * Index bytes as files in the origin private file system. A worker reads those synchronously in some microseconds. A
 * Blob read goes through another process and costs half a millisecond.
 */
import type { BytesNow } from '../core/ports.ts'
import { isNamed } from './is-named.ts'
import { reading, storageReasons } from './messages/storage.ts'
import { eraseOriginFolder, originFolder, type OriginFileHandle, type SyncAccessHandle } from './origin-folders.ts'

/** The folder in the origin's private file system. */
const FOLDER = 'indexes'
/** Bytes written at once. */
const WRITE_BYTES = 8 << 20
/** Limit for open files; a read from a file that was closed for another one reopens it. */
const MOST_OPEN = 64
/** Minimum age for deleting an unreferenced file: another tab may be about to reference it. */
const YOUNG_MS = 60 * 60 * 1000
/** Reads that take longer than this many milliseconds in total, each time, go through another process. */
const PROBES = 64
const PROBE_BYTES = 4096
const SLOW_MS = 2
const ROUNDS = 3

export interface OriginFiles {
  /** Writes a new file and returns its name; undefined if this kind of page has no synchronous files. */
  write(bytes: Blob): Promise<string | undefined>
  /**
   * The file as a Blob with synchronous reads (`BytesNow`), unless another tab has it open exclusively; undefined if it
   * is gone. Rejects if it cannot be read.
   */
  open(name: string): Promise<Blob | undefined>
  /** Names of all files; where they cannot be listed, of those that were written or opened here. */
  names(): Promise<ReadonlySet<string>>
  /** Deletes the file; a tab that has it open closes and deletes it. */
  delete(name: string): Promise<void>
  /** Deletes old files that are not among these, such as those of a tab closed while writing. */
  sweep(named: ReadonlySet<string>): Promise<void>
  /** Closes all files, so that others can delete them. */
  close(): void
}

/** Files for this worker. Does nothing until a method is called. After a browser timeout, a later call tries again. */
export function createOriginFiles(longestAnswer?: number): OriginFiles {
  /** Open files by name, the most recent last. */
  const opened = new Map<string, Promise<SyncAccessHandle | undefined>>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unslide deleted files')

  /** Files that were written or opened here, which are there although the browser does not say so just now. */
  const seen = new Set<string>()

  const openFolder = originFolder(FOLDER, longestAnswer)

  const closeFile = async (name: string): Promise<void> => {
    const closing = opened.get(name)
    opened.delete(name)
    ;(await closing)?.close()
  }

  const remove = async (name: string): Promise<void> => {
    seen.delete(name)
    await closeFile(name)
    try {
      await (await openFolder()).removeEntry(name)
    } catch {
      // Gone, or open in another tab, which deletes it on request.
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (opened.has(data)) void remove(data)
  })

  /** Undefined if another tab has the file open exclusively, or this is no worker. */
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
      if (!isWritten) return undefined
      seen.add(name)
      return name
    },

    async open(name) {
      try {
        const file: OriginFileHandle = await (await openFolder()).getFileHandle(name)
        const [blob, handle] = await Promise.all([file.getFile(), openHandle(name, file)])
        seen.add(name)
        return handle ? Object.assign(blob, readsAtOnce(handle)) : blob
      } catch (thrown) {
        if (!isNamed(thrown, 'NotFoundError')) throw thrown
        seen.delete(name)
        return undefined
      }
    },

    async names() {
      const names = new Set<string>()
      try {
        for await (const name of (await openFolder()).keys()) names.add(name)
      } catch {
        // What cannot be listed cannot be opened, unless it is open or the browser is only late.
        return new Set(seen)
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
        // The folder does not exist, or a file is being written: retried next time.
      }
    },

    close() {
      for (const name of opened.keys()) void closeFile(name)
    },
  }
}

/** Deletes the folder. Rejects if a tab does not close its files. */
export const eraseOriginFiles = (): Promise<void> => eraseOriginFolder(FOLDER)

/**
 * Whether reads go through another process, as in private windows of Chromium: Blobs then read in larger chunks. Clocks
 * of workers are coarse and machines may be busy, so one slow read is no proof.
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
 * Writes a file, flushes it to disk, and closes it, because metadata must never outlive its bytes. False if it would be
 * read slowly; it is then incomplete.
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
        if (count === 0) throw new DOMException(storageReasons.diskFull, 'QuotaExceededError')
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
        if (count === 0) throw new RangeError(reading.behindEnd)
        have += count
      }
    },
  }
}
