/**
 * The published folder: files appear whole or not at all, nothing outside it is touched, and several programs may publish at once.
 * A manifest is written last, under the lock of its image.
 */
import { createHash } from 'node:crypto'
import { constants, promises as disk } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseUuid, type ImageUuid } from '../../core/model/image.ts'
import { FormatError, type Problem } from '../../core/model/problem.ts'
import { folderOf, manifestPath, mapFile, SYMBOLS } from '../../stores/site/layout.ts'
import {
  fileOf,
  MANIFEST_SCHEMA,
  MOST_MANIFEST_BYTES,
  readManifest,
  writeManifest,
  type Manifest,
  type PublishedIndex,
  type PublishedMap,
} from '../../stores/site/manifest.ts'
import { appendBlob } from '../../stores/write-blob.ts'
import { makeFolder } from '../io/make-folder.ts'
import { putFile } from '../io/put-file.ts'
import { publishErrors } from '../messages/publish.ts'
import type { Described } from './describe.ts'
import { HeldFolders } from './held-folders.ts'
import { LOCK, locked, type HeldLock } from './lock.ts'

/** Names that are made here, in an image's folder, now and in schema 1. */
const OWN_NAME =
  /^(manifest\.json|\.lock|\.part-[0-9a-f]+|[0-9a-f]{32}\.unslide-map|[A-Za-z0-9_]{1,24}-[0-9a-f]{32}(\.unslide-(blocks|index)|-\d{1,7}\.digests))$/

/** The conditions that a published file must meet. */
type FileFacts = Pick<PublishedIndex, 'fileBytes' | 'sha256'>

/** An image's folder as it lies there. */
export interface PublishedImage {
  readonly uuid: ImageUuid
  readonly manifest: Manifest | undefined
  /** Why its manifest cannot be used. */
  readonly problem?: Problem
}

export class PublishedFolder {
  readonly root: string
  readonly #held = new HeldFolders()

  private constructor(root: string) {
    this.root = root
  }

  /** Opens the folder, and makes it if it is missing. Rejects if a link or a file has its name. */
  static async open(path: string): Promise<PublishedFolder> {
    await makeFolder(path)
    const folder = new PublishedFolder(await disk.realpath(path))
    await folder.#held.hold(folder.root)
    await folder.#makeFolder(SYMBOLS)
    return folder
  }

  /** Opens a folder that is there, and writes nothing. Rejects if there is none. */
  static async openThere(path: string): Promise<PublishedFolder> {
    const folder = new PublishedFolder(await disk.realpath(path))
    const symbols = join(folder.root, SYMBOLS)
    if (!(await disk.lstat(symbols)).isDirectory()) throw new Error(publishErrors.notFolder({ path: symbols }))
    await folder.#held.hold(folder.root)
    await folder.#held.hold(symbols)
    return folder
  }

  /** All images that lie there, in the order of their UUIDs. */
  async images(): Promise<readonly PublishedImage[]> {
    const entries = await disk.readdir(join(this.root, SYMBOLS), { withFileTypes: true })
    const uuids = entries.flatMap((entry) => {
      const uuid = entry.isDirectory() ? parseUuid(entry.name) : undefined
      return uuid === entry.name ? [uuid] : []
    })
    return Promise.all(uuids.sort().map((uuid) => this.image(uuid)))
  }

  async image(uuid: ImageUuid): Promise<PublishedImage> {
    const path = manifestPath(uuid)
    const bytes = await this.#read(path, MOST_MANIFEST_BYTES)
    if (!bytes) return { uuid, manifest: undefined }
    try {
      return { uuid, manifest: readManifest(bytes, uuid, join(this.root, path)) }
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      return { uuid, manifest: undefined, problem: thrown.problem }
    }
  }

  /** True if the file of a published index exists and has the bytes that its digest says. */
  async isWhole(uuid: ImageUuid, index: PublishedIndex): Promise<boolean> {
    return this.#hasFile(`${folderOf(uuid)}/${fileOf(index)}`, index)
  }

  /**
   * Writes an index and lists it in the manifest. It replaces the index of the same architecture and format, unless `isBetter` keeps that
   * one: another program may just have published it. True if the manifest now lists this index.
   */
  async publish(
    uuid: ImageUuid,
    { index, file }: Described,
    isBetter: (other: PublishedIndex) => boolean,
  ): Promise<boolean> {
    await this.#makeFolder(folderOf(uuid))
    await this.#write(`${folderOf(uuid)}/${fileOf(index)}`, file, index)
    return this.#locked(uuid, async (lock) => {
      const { manifest } = await this.image(uuid)
      const isSame = (other: PublishedIndex): boolean => other.arch === index.arch && other.format === index.format
      const known = manifest?.indexes.find(isSame)
      if (known && isBetter(known) && (await this.isWhole(uuid, known))) return known.sha256 === index.sha256
      const others = (manifest?.indexes ?? []).filter((other) => !isSame(other))
      await this.#writeManifest({ ...manifest, schema: MANIFEST_SCHEMA, uuid, indexes: [...others, index] }, lock)
      return true
    })
  }

  /** Writes a map, deflated, and lists it in the manifest of its id. False if it was there. A map with the same name is replaced. */
  async publishMap(uuid: ImageUuid, map: PublishedMap, file: Blob): Promise<boolean> {
    await this.#makeFolder(folderOf(uuid))
    const path = `${folderOf(uuid)}/${mapFile(map.sha256)}`
    const isThere = await this.#hasFile(path, map)
    await this.#write(path, file, map)
    return this.#locked(uuid, async (lock) => {
      const { manifest } = await this.image(uuid)
      if (isThere && manifest?.maps?.some(({ sha256 }) => sha256 === map.sha256)) return false
      const others = (manifest?.maps ?? []).filter(({ name, sha256 }) => name !== map.name && sha256 !== map.sha256)
      const { indexes = [] } = manifest ?? {}
      await this.#writeManifest({ ...manifest, schema: MANIFEST_SCHEMA, uuid, indexes, maps: [...others, map] }, lock)
      return true
    })
  }

  async #writeManifest(manifest: Manifest, lock: HeldLock): Promise<void> {
    const place = join(this.root, manifestPath(manifest.uuid))
    await this.#put(place, new Blob([writeManifest(manifest)]), () => lock.check())
  }

  /** Removes an image: its manifest first, so that nobody finds half of it. Files that were not made here stay. */
  async remove(uuid: ImageUuid): Promise<void> {
    await this.#locked(uuid, async () => {
      await this.#remove(manifestPath(uuid))
      for (const { name } of await this.files(uuid)) if (name !== LOCK) await this.#remove(`${folderOf(uuid)}/${name}`)
    })
    await disk.rmdir(join(this.root, folderOf(uuid))).catch(() => undefined)
  }

  /** Removes one file of an image under its lock, if `isNeedless` still says so of its manifest. */
  async removeFile(uuid: ImageUuid, name: string, isNeedless: (image: PublishedImage) => boolean): Promise<void> {
    await this.#locked(uuid, async () => {
      if (isNeedless(await this.image(uuid))) await this.#remove(`${folderOf(uuid)}/${name}`)
    })
  }

  /** Files of an image's folder that were made here. */
  async files(
    uuid: ImageUuid,
  ): Promise<readonly { readonly name: string; readonly bytes: number; readonly changed: number }[]> {
    const folder = join(this.root, folderOf(uuid))
    const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
    const own = entries.filter((entry) => entry.isFile() && OWN_NAME.test(entry.name))
    return Promise.all(
      own.map(async ({ name }) => {
        const { size, mtimeMs } = await disk.lstat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: Infinity }))
        return { name, bytes: size, changed: mtimeMs }
      }),
    )
  }

  /** Beside its place, flushed, then moved to it. A file that has this content already stays; a damaged one is replaced. */
  async #write(path: string, content: Blob, known: FileFacts): Promise<void> {
    const place = join(this.root, path)
    if (await this.#hasFile(path, known)) {
      // Young again, so that nobody takes it for a leftover before it is listed.
      const now = new Date()
      await this.#held.check(place)
      await disk.utimes(place, now, now)
      return
    }
    await this.#put(place, content)
  }

  #put(place: string, content: Blob, before?: () => Promise<void>): Promise<void> {
    return putFlushed(place, content, { check: () => this.#held.check(place), ...(before && { before }) })
  }

  async #remove(path: string): Promise<void> {
    const place = join(this.root, path)
    await this.#held.check(place)
    await disk.rm(place, { force: true })
  }

  /** A disk or a copy may have changed bytes and not their number, so all are read. */
  async #hasFile(path: string, { fileBytes, sha256 }: FileFacts): Promise<boolean> {
    const place = join(this.root, path)
    const found = await disk.lstat(place).catch(() => undefined)
    if (found?.isFile() !== true || found.size !== fileBytes) return false
    const file = await disk.open(place, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
    if (!file) return false
    try {
      const digest = createHash('sha256')
      for await (const part of file.createReadStream({ autoClose: false })) digest.update(part as Buffer)
      return digest.digest('hex') === sha256
    } catch {
      return false
    } finally {
      await file.close()
    }
  }

  /** A file that is no link; undefined where it is not there. */
  async #read(path: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let file: disk.FileHandle
    try {
      file = await disk.open(join(this.root, path), constants.O_RDONLY | constants.O_NOFOLLOW)
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
        return undefined
      throw error
    }
    try {
      const { size } = await file.stat()
      // A byte too many is as wrong as all of them.
      const bytes = new Uint8Array(Math.min(size, most + 1))
      let have = 0
      while (have < bytes.length) {
        const { bytesRead } = await file.read(bytes, have)
        if (bytesRead === 0) break
        have += bytesRead
      }
      return bytes.subarray(0, have)
    } finally {
      await file.close()
    }
  }

  async #makeFolder(path: string): Promise<void> {
    await makeHeldFolder(join(this.root, path), this.#held)
  }

  async #locked<T>(uuid: ImageUuid, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const place = join(this.root, folderOf(uuid))
    return locked(place, work, () => this.#held.check(join(place, LOCK)))
  }
}

/** A folder that is no link, and is held from now on; made where it is not there. */
export async function makeHeldFolder(path: string, held: HeldFolders): Promise<void> {
  await held.check(dirname(path))
  await disk.mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await held.hold(path)
}

export interface FlushedOptions {
  /** As for `putFile`. */
  readonly check?: () => Promise<void>
  /** Asked last, right before the file would appear. */
  readonly before?: () => Promise<void>
}

/** Writes a file that appears whole, and is on the disk when this ends; not at all if a check rejects. */
export function putFlushed(place: string, content: Blob, { check, before }: FlushedOptions = {}): Promise<void> {
  return putFile(
    place,
    async (file) => {
      await appendBlob(file, content)
      await file.sync()
      await before?.()
    },
    check && { check },
  )
}
