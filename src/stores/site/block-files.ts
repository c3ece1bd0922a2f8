/**
 * A `BlockCache` in the origin's private file system: a file an image, to which records are added. Layout: README.md. A worker's alone,
 * because only workers write such files at once. Tabs share the files; whoever finds one longer or shorter than before reads it anew.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../../core/model/hex.ts'
import { isNamed } from '../is-named.ts'
import { originFolder, type OriginFileHandle, type SyncAccessHandle } from '../origin-folders.ts'
import { PUBLISHED_CHANNEL, PUBLISHED_FOLDER } from '../published-files.ts'
import type { BlockCache } from './blocks.ts'
import { DIGEST_BYTES } from './layout.ts'

/** Bytes of all files; where they are more, those go that were used longest ago. */
const MOST_BYTES = 256 << 20
/** A file that grew larger is begun anew. */
const MOST_FILE_BYTES = 64 << 20
/** Writes within this time go to the file together. */
const GATHER_MS = 100
/** Tries of a write, because another tab may hold the file. */
const TRIES = 5
/** A file that was used is marked so once in so many milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1000
/** Of a record: bytes of the key, bytes of the value, digest of both. */
const HEAD_BYTES = 8 + DIGEST_BYTES
const MOST_KEY = 1024
/** The map of an index of 8 GB has some 9 MB. */
const MOST_VALUE = 16 << 20

/** Where a record's key and value lie in its file. */
interface Place {
  readonly at: number
  readonly keyBytes: number
  readonly bytes: number
  readonly digest: string
}

interface KeptFile {
  readonly places: Map<string, Place>
  /** Behind the last whole record. */
  end: number
  /** As it lay there when it was last read; undefined after each change. */
  blob?: Promise<Blob> | undefined
  /** To be written. */
  readonly waiting: Map<string, Uint8Array<ArrayBuffer>>
  tries: number
}

/** File of what is not there. */
const ABSENT = 'absent'

/** `site`: its address. `most`: bytes of all files of all sites. */
export function createBlockFiles(site: string, most = MOST_BYTES): BlockCache {
  const openFolder = originFolder(PUBLISHED_FOLDER)
  const mark = hexOf(sha256(new TextEncoder().encode(site)).subarray(0, 8))
  const files = new Map<string, KeptFile>()
  /** Bytes of all files, once they were counted. */
  let total: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  const forget = (): void => {
    files.clear()
    total = undefined
  }
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(PUBLISHED_CHANNEL).addEventListener('message', forget)

  const fileOf = (name: string): KeptFile => {
    const known = files.get(name) ?? { places: new Map(), end: 0, waiting: new Map(), tries: 0 }
    files.set(name, known)
    return known
  }

  const nameOf = (key: string): string => `${mark} ${key.split('/', 2)[1] ?? ''}`

  const read = async (name: string, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const file = fileOf(name)
    const waiting = file.waiting.get(key)
    if (waiting) return waiting
    try {
      const blob = await (file.blob ??= load(name, file))
      const place = file.places.get(key)
      if (!place) return undefined
      const { at, keyBytes, bytes, digest } = place
      const record = await bytesOf(blob.slice(at, at + keyBytes + bytes))
      if (digestOf(record) === digest) return record.slice(keyBytes)
      file.places.delete(key)
    } catch {
      // Another tab changed or deleted the file: the next reader opens it anew.
      file.places.clear()
      file.end = 0
      file.blob = undefined
    }
    return undefined
  }

  const load = async (name: string, file: KeptFile): Promise<Blob> => {
    const folder = await openFolder()
    const place = await folder.getFileHandle(name).catch((thrown: unknown) => {
      if (isNamed(thrown, 'NotFoundError')) return undefined
      throw thrown
    })
    if (!place) return new Blob()
    const blob = await place.getFile()
    if (blob.size !== file.end) {
      file.places.clear()
      file.end = blob.size > MOST_FILE_BYTES ? 0 : takeRecords(file.places, await bytesOf(blob), 0)
    }
    if (Date.now() - blob.lastModified > DAY_MS) put(name, '', new Uint8Array())
    return blob
  }

  const put = (name: string, key: string, bytes: Uint8Array<ArrayBuffer>): void => {
    fileOf(name).waiting.set(key, bytes)
    timer ??= setTimeout(() => {
      timer = undefined
      writing = writing.then(writeAll).catch(() => undefined)
    }, GATHER_MS)
  }

  const writeAll = async (): Promise<void> => {
    let written = 0
    for (const [name, file] of files) {
      if (file.waiting.size === 0) continue
      const waiting = new Map(file.waiting)
      try {
        written += await append(name, file, waiting)
        file.tries = 0
        for (const [key, bytes] of waiting) if (file.waiting.get(key) === bytes) file.waiting.delete(key)
      } catch (thrown) {
        // Another tab writes to it; anything else will not be better the next time.
        if (isNamed(thrown, 'NoModificationAllowedError') && ++file.tries < TRIES) {
          for (const [key, bytes] of file.waiting) put(name, key, bytes)
          continue
        }
        file.waiting.clear()
        file.tries = 0
        if (isNamed(thrown, 'QuotaExceededError')) await makeRoom(((await count()).bytes * 3) / 4)
      }
    }
    total = total === undefined ? (await count()).bytes : total + written
    if (total > most) await makeRoom((most * 3) / 4)
  }

  /** Adds records that are not there already; returns the bytes of them. */
  const append = async (
    name: string,
    file: KeptFile,
    waiting: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  ): Promise<number> => {
    const place: OriginFileHandle = await (await openFolder()).getFileHandle(name, { create: true })
    const handle = await place.createSyncAccessHandle?.()
    if (!handle) return 0
    try {
      catchUp(handle, file)
      const records: Uint8Array<ArrayBuffer>[] = []
      for (const [key, bytes] of waiting) {
        const record = recordOf(key, bytes)
        if (key === '' || file.places.get(key)?.digest !== digestIn(record)) records.push(record)
      }
      const added = new Uint8Array(await new Blob(records).arrayBuffer())
      for (let done = 0; done < added.length;) {
        const count = handle.write(added.subarray(done), { at: file.end + done })
        if (count === 0) throw new DOMException('', 'QuotaExceededError')
        done += count
      }
      handle.flush()
      file.end = takeRecords(file.places, added, file.end)
      file.blob = undefined
      return added.length
    } finally {
      handle.close()
    }
  }

  const count = async (): Promise<{
    readonly bytes: number
    readonly all: readonly { name: string; blob: File }[]
  }> => {
    const all: { name: string; blob: File }[] = []
    for await (const [name, entry] of (await openFolder()).entries())
      if (entry.kind === 'file') all.push({ name, blob: await entry.getFile() })
    return { all, bytes: all.reduce((sum, { blob }) => sum + blob.size, 0) }
  }

  /** Deletes the files that were used longest ago, until there are at most so many bytes. */
  const makeRoom = async (atMost: number): Promise<void> => {
    const folder = await openFolder()
    const { all, bytes } = await count()
    total = bytes
    for (const { name, blob } of all.toSorted((a, b) => a.blob.lastModified - b.blob.lastModified)) {
      if (total <= atMost) break
      // One that another tab has open stays.
      const isGone = await folder.removeEntry(name).then(
        () => true,
        () => false,
      )
      if (!isGone) continue
      total -= blob.size
      files.delete(name)
    }
  }

  return {
    async get(key) {
      const own = await read(nameOf(key), key)
      return own ?? (key.includes('#') ? undefined : read(`${mark} ${ABSENT}`, key))
    },
    async put(key, bytes) {
      const isAbsent = bytes.length === 0 && fileOf(nameOf(key)).places.size === 0
      put(isAbsent ? `${mark} ${ABSENT}` : nameOf(key), key, bytes)
    },
  }
}

/** Reads what another tab has added, and cuts what was not written to its end. */
function catchUp(handle: SyncAccessHandle, file: KeptFile): void {
  const size = handle.getSize()
  if (size < file.end || size > MOST_FILE_BYTES) {
    file.places.clear()
    file.end = 0
  }
  if (size > file.end && size <= MOST_FILE_BYTES) {
    const tail = new Uint8Array(size - file.end)
    const length = handle.read(tail, { at: file.end })
    file.end = takeRecords(file.places, tail.subarray(0, length), file.end)
  }
  if (size > file.end) handle.truncate(file.end)
}

/** Notes the places of records, of which the first begins at `start` of the file; where the last whole one ends. */
function takeRecords(places: Map<string, Place>, bytes: Uint8Array, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  while (at + HEAD_BYTES <= bytes.length) {
    const keyBytes = view.getUint32(at, true)
    const valueBytes = view.getUint32(at + 4, true)
    const end = at + HEAD_BYTES + keyBytes + valueBytes
    if (keyBytes > MOST_KEY || valueBytes > MOST_VALUE || end > bytes.length) break
    const key = new TextDecoder().decode(bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + keyBytes))
    const digest = digestIn(bytes.subarray(at))
    // The later one counts.
    places.set(key, { at: start + at + HEAD_BYTES, keyBytes, bytes: valueBytes, digest })
    at = end
  }
  return start + at
}

function recordOf(key: string, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const keyBytes = new TextEncoder().encode(key)
  const record = new Uint8Array(HEAD_BYTES + keyBytes.length + value.length)
  const view = new DataView(record.buffer)
  view.setUint32(0, keyBytes.length, true)
  view.setUint32(4, value.length, true)
  record.set(keyBytes, HEAD_BYTES)
  record.set(value, HEAD_BYTES + keyBytes.length)
  record.set(sha256(record.subarray(HEAD_BYTES)).subarray(0, DIGEST_BYTES), 8)
  return record
}

const digestIn = (record: Uint8Array): string => hexOf(record.subarray(8, HEAD_BYTES))
const digestOf = (bytes: Uint8Array): string => hexOf(sha256(bytes).subarray(0, DIGEST_BYTES))
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer())
