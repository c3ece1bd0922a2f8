/** Published symbols below one address: which indexes an image has, and their bytes. */
import { problem } from '../../core/messages/problems.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import { failure, FormatError, problemFrom, success, type Outcome } from '../../core/model/problem.ts'
import type { SiteMap, StoredIndex } from '../../core/ports.ts'
import { Blocks, type BlockCache } from './blocks.ts'
import { FarBlob } from './far-blob.ts'
import { folderOf, manifestPath } from './layout.ts'
import { fileOf, MOST_MANIFEST_BYTES, readManifest, textVmaddrOf, type PublishedIndex } from './manifest.ts'
import { siteMapOf } from './published-map.ts'
import { SiteFiles, type SiteHost, type SiteTraffic } from './site-files.ts'

export interface SiteOptions extends SiteHost {
  /** Supported version of the index format; the site skips requests for other versions. */
  readonly formatVersion: number
  readonly cache?: BlockCache
}

/** An index that was found; no byte of it was read. */
export interface FoundIndex {
  readonly entry: StoredIndex
  /** Its bytes, each read and verified when it is needed. */
  open(): Blob
}

export interface Site {
  /** The address as a person knows it: without the protocol. */
  readonly name: string
  readonly traffic: SiteTraffic
  /** The indexes of an image; none where it is not there. Never rejects. */
  find(uuid: ImageUuid): Promise<Outcome<readonly FoundIndex[]>>
  /** The maps that the last `find` saw for this id. */
  mapsOf(uuid: ImageUuid): readonly SiteMap[]
  /** Ends the pause after a failed connection. */
  wake(): void
}

/** Cached in place of a missing manifest. */
const NOT_THERE = new Uint8Array()

/** Opens a site without a request. `base`: URL of the folder that `unslide publish` wrote. */
export function openSite(base: URL, { formatVersion, cache, ...host }: SiteOptions): Site {
  const folder = new URL(base)
  folder.search = ''
  folder.hash = ''
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  const files = new SiteFiles(folder, host, cache !== undefined)
  const name = `${folder.host}${folder.pathname}`.replace(/\/$/, '')

  /** The manifest, or, where the site cannot be reached, what was read last: one, or that there was none. */
  const readOf = async (
    uuid: ImageUuid,
  ): Promise<{ readonly bytes?: Uint8Array<ArrayBuffer> | undefined; readonly isKept?: true }> => {
    const path = manifestPath(uuid)
    try {
      const bytes = await files.whole(path, MOST_MANIFEST_BYTES)
      cache?.put(path, bytes ?? NOT_THERE).catch(() => undefined)
      return { bytes }
    } catch (thrown) {
      const kept = await cache?.get(path).catch(() => undefined)
      if (kept && thrown instanceof FormatError && thrown.problem.code === 'site-unreachable')
        return { bytes: kept.length > 0 ? kept : undefined, isKept: true }
      throw thrown
    }
  }

  const found = new Map<ImageUuid, readonly SiteMap[]>()

  const openIndex = (uuid: ImageUuid, index: PublishedIndex): Blob =>
    new FarBlob(new Blocks(files, `${folderOf(uuid)}/${fileOf(index)}`, index, cache))

  return {
    name,
    traffic: files.traffic,
    mapsOf: (uuid) => found.get(uuid) ?? [],
    wake: () => files.wake(),
    async find(uuid) {
      const path = manifestPath(uuid)
      files.traffic.images++
      try {
        const { bytes, isKept } = await readOf(uuid)
        // About the whole site, so that it is reported once, not once per image.
        const kept = isKept ? [problem('kept-site', {}, { file: files.base.href })] : []
        if (!bytes) return success([], kept)
        const { indexes, maps = [] } = readManifest(bytes, uuid, files.urlOf(path))
        if (maps.length > 0)
          found.set(
            uuid,
            maps.map((map) => siteMapOf(files, uuid, map, cache)),
          )
        const known = indexes.filter(({ format }) => format === formatVersion)
        const others = [...new Set(indexes.map(({ format }) => String(format)))]
        if (known.length > 0 || maps.length > 0) files.traffic.found++
        const lacks = known.length === 0 && others.length > 0
        return success(
          known.map((index) => ({ entry: entryOf(uuid, index, name), open: () => openIndex(uuid, index) })),
          [
            ...(lacks
              ? [problem('site-version', { versions: others, known: formatVersion }, { file: files.urlOf(path) })]
              : []),
            ...kept,
          ],
        )
      } catch (thrown) {
        return failure(problemFrom(thrown, files.base.href))
      }
    },
  }
}

function entryOf(uuid: ImageUuid, index: PublishedIndex, site: string): StoredIndex {
  const { arch, name, kind, detail, bytes, functions, inlines, lineRows, indexedAt, format } = index
  return {
    key: { uuid, arch },
    name,
    kind,
    textVmaddr: textVmaddrOf(index),
    detail,
    summary: { bytes, functions, inlines, lineRows, indexedAt, imported: true, site },
    formatVersion: format,
  }
}
