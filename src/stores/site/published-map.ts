/** A published map of scripts or lines: read whole, verified by its digest before it is unpacked. Layout: README.md. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { problem } from '../../core/messages/problems.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import { FormatError } from '../../core/model/problem.ts'
import type { SiteMap } from '../../core/ports.ts'
import type { BlockCache } from './blocks.ts'
import { inflate } from './inflate.ts'
import { folderOf, mapFile } from './layout.ts'
import type { PublishedMap } from './manifest.ts'
import type { SiteFiles } from './site-files.ts'

/** A map whose bytes are read when they are wanted. */
export function siteMapOf(files: SiteFiles, uuid: ImageUuid, map: PublishedMap, cache?: BlockCache): SiteMap {
  const path = `${folderOf(uuid)}/${mapFile(map.sha256)}`
  const name = `${files.base.host}${files.base.pathname}${map.name}`
  return {
    uuid,
    async read() {
      const kept = await cache?.get(path).catch(() => undefined)
      const known = kept && (await unpacked(kept, map))
      if (known) return { path: name, blob: known }
      for (const fresh of [false, true]) {
        const bytes = await files.whole(path, map.fileBytes, fresh)
        if (!bytes) throw new FormatError(problem('site-gone', {}, { file: files.urlOf(path) }))
        const blob = await unpacked(bytes, map)
        if (!blob) continue
        cache?.put(path, bytes).catch(() => undefined)
        return { path: name, blob }
      }
      throw new FormatError(problem('site-script-map', {}, { file: files.urlOf(path) }))
    },
  }
}

/** The map; undefined where these bytes are not the published ones. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>, map: PublishedMap): Promise<Blob | undefined> {
  if (bytes.length !== map.fileBytes || bytesToHex(sha256(bytes)) !== map.sha256) return undefined
  const whole = await inflate(bytes, map.bytes)
  return whole && new Blob([whole])
}
