/** Published symbols below one address: which indexes an image has, and their bytes. */
import { problem } from '../../core/messages/problems.ts'
import { detailRank, type ImageUuid } from '../../core/model/image.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../../core/model/problem.ts'
import type { SiteMap, StoredIndex } from '../../core/ports.ts'
import { absentMark, absentSince, isYoung } from './absent.ts'
import { Blocks, type BlockCache } from './blocks.ts'
import { FarBlob } from './far-blob.ts'
import { folderOf, manifestPath } from './layout.ts'
import {
  fileOf,
  MOST_MANIFEST_BYTES,
  readManifest,
  textVmaddrOf,
  type Manifest,
  type PublishedIndex,
} from './manifest.ts'
import { siteMapOf } from './published-map.ts'
import { REST_MILLISECONDS, SiteFiles, type SiteHost, type SiteTraffic } from './site-files.ts'

export interface SiteOptions extends SiteHost {
  /** Supported versions of the index format, the newest last; the site skips requests for others. */
  readonly formatVersions: readonly number[]
  readonly cache?: BlockCache
  /** For so long the cache’s word that an image is not there counts without a request; no time without it. */
  readonly absentMilliseconds?: number
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

/** Problems of a whole site: each is reported once, for the first image. */
const OF_SITE: ReadonlySet<string> = new Set(['site-refused', 'site-redirect', 'site-web-page'])
/** Answers that are not from the site itself, as where a network asks for a sign-in: what was kept counts more. */
const IS_ELSEWHERE: ReadonlySet<string> = new Set(['site-unreachable', 'site-redirect', 'site-web-page'])

/** The content found at the manifest's place. */
interface Answer {
  readonly manifest?: Manifest | undefined
  readonly problems: readonly Problem[]
}

/** Opens a site without a request. `base`: URL of the folder that `unslide publish` wrote. */
export function openSite(base: URL, { formatVersions, cache, absentMilliseconds = 0, ...host }: SiteOptions): Site {
  const folder = new URL(base)
  folder.search = ''
  folder.hash = ''
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  const files = new SiteFiles(folder, host, cache !== undefined)
  const name = `${folder.host}${folder.pathname}`.replace(/\/$/, '')
  const now = host.now ?? Date.now
  /** Problems of the whole site, by their codes. */
  const ofSite = new Map<string, Problem>()
  /** Images whose answer was such a problem, and when. */
  const left = new Map<ImageUuid, { readonly problem: Problem; readonly since: number }>()

  const keptOf = (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> | undefined =>
    cache?.get(path).catch(() => undefined)

  /** True where the image was not there a short time ago. */
  const isKnownAbsent = async (path: string): Promise<boolean> => {
    const kept = absentMilliseconds > 0 ? await keptOf(path) : undefined
    return kept !== undefined && isYoung(absentSince(kept), now(), absentMilliseconds)
  }

  /** One problem for all images with the same answer of the site. */
  const sharedOf = (uuid: ImageUuid, thrown: unknown): unknown => {
    if (!(thrown instanceof FormatError) || !OF_SITE.has(thrown.problem.code)) return thrown
    const { problem: own } = thrown
    const key = `${own.code} ${JSON.stringify(own.params)}`
    const known = ofSite.get(key) ?? own
    ofSite.set(key, known)
    left.set(uuid, { problem: known, since: now() })
    return new FormatError(known)
  }

  const ask = async (uuid: ImageUuid, path: string): Promise<Manifest | undefined> => {
    const last = left.get(uuid)
    if (last && isYoung(last.since, now(), REST_MILLISECONDS)) throw new FormatError(last.problem)
    const bytes = await files.whole(path, MOST_MANIFEST_BYTES)
    const manifest = bytes && readManifest(bytes, uuid, files.urlOf(path))
    // Other bytes than a manifest count as none.
    cache?.put(path, bytes ?? absentMark(absentMilliseconds > 0 ? now() : undefined)).catch(() => undefined)
    return manifest
  }

  /** The manifest, or, where the site itself did not answer, what was read last: one, or that there was none. */
  const readOf = async (uuid: ImageUuid, path: string): Promise<Answer> => {
    if (await isKnownAbsent(path)) {
      files.traffic.remembered++
      return { problems: [] }
    }
    try {
      return { manifest: await ask(uuid, path), problems: [] }
    } catch (thrown) {
      const found = sharedOf(uuid, thrown)
      if (!(found instanceof FormatError)) throw found
      if (found.problem.severity === 'note') return { problems: [found.problem] }
      const kept = IS_ELSEWHERE.has(found.problem.code) ? await keptOf(path) : undefined
      if (!kept) throw found
      const manifest = absentSince(kept) === undefined ? readManifest(kept, uuid, files.urlOf(path)) : undefined
      // About the whole site, so that it is reported once, not once per image.
      const isSilent = found.problem.code === 'site-unreachable'
      const note = problem('kept-site', {}, { file: files.base.href })
      return { manifest, problems: isSilent ? [note] : [found.problem, note] }
    }
  }

  const found = new Map<ImageUuid, readonly SiteMap[]>()

  const openIndex = (uuid: ImageUuid, index: PublishedIndex): Blob =>
    new FarBlob(new Blocks(files, `${folderOf(uuid)}/${fileOf(index)}`, index, cache))

  return {
    name,
    traffic: files.traffic,
    mapsOf: (uuid) => found.get(uuid) ?? [],
    wake: () => {
      left.clear()
      files.wake()
    },
    async find(uuid) {
      const path = manifestPath(uuid)
      files.traffic.images++
      try {
        const { manifest, problems: said } = await readOf(uuid, path)
        if (!manifest) return success([], said)
        const { indexes, maps = [] } = manifest
        if (maps.length > 0)
          found.set(
            uuid,
            maps.map((map) => siteMapOf(files, uuid, map, cache)),
          )
        // Of several of one architecture the store takes the last one.
        const known = indexes
          .filter(({ format }) => formatVersions.includes(format))
          .sort((a, b) => detailRank[a.detail] - detailRank[b.detail] || a.format - b.format)
        const others = [...new Set(indexes.map(({ format }) => String(format)))]
        if (known.length > 0 || maps.length > 0) files.traffic.found++
        const lacks = known.length === 0 && others.length > 0
        return success(
          known.map((index) => ({ entry: entryOf(uuid, index, name), open: () => openIndex(uuid, index) })),
          [
            ...(lacks
              ? [
                  problem(
                    'site-version',
                    { versions: others, known: formatVersions.map(String) },
                    { file: files.urlOf(path) },
                  ),
                ]
              : []),
            ...said,
          ],
        )
      } catch (thrown) {
        // The same object for all images of which the same is said.
        return failure(thrown instanceof FormatError ? thrown.problem : problemFrom(thrown, files.base.href))
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
