/** Publishes maps of scripts and lines, each below the debug id that ties it to its bundle or image. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { mapsIn, type GivenMap } from '../../core/engine/intake/given-maps.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import type { InputFile } from '../../core/ports.ts'
import { mapNameUuid } from '../../core/symbols/content-uuid.ts'
import { reasonOf, writeError } from '../command.ts'
import { publishErrors } from '../messages/publish.ts'
import type { PublishedFolder } from './folder.ts'

export interface MapOutcome {
  readonly name: string
  readonly uuid: ImageUuid
  readonly status: 'published' | 'unchanged' | 'failed'
  readonly bytes?: number
}

/** Publishes each map that says its build, and one that does not for the name given; prints the others. `left` counts those. `only`: maps of other ids are passed over. */
export async function publishMaps(
  folder: PublishedFolder,
  files: readonly InputFile[],
  mapName: string | undefined,
  onMap: (map: MapOutcome) => Promise<void>,
  only?: ReadonlySet<ImageUuid>,
): Promise<{ readonly uuids: readonly ImageUuid[]; readonly left: number }> {
  const uuids: ImageUuid[] = []
  let left = 0
  let hasNamed = false
  for await (const map of mapsIn(files)) {
    const { name, debugId } = map
    const isNamed = debugId === undefined && mapName !== undefined
    if (isNamed && hasNamed) {
      writeError(publishErrors.mapNameTaken({ path: map.file.path }))
      left++
      continue
    }
    hasNamed ||= isNamed
    const uuid = isNamed ? await mapNameUuid(mapName) : debugId
    if (uuid && only?.has(uuid) === false) continue
    if (!uuid) {
      writeError(publishErrors.mapWithoutId({ path: map.file.path, kind: map.kind }))
      left++
      continue
    }
    try {
      const bytes = await publishMap(folder, uuid, map)
      uuids.push(uuid)
      await onMap({ name, uuid, ...(bytes === undefined ? { status: 'unchanged' } : { status: 'published', bytes }) })
    } catch (thrown) {
      writeError(`${map.file.path}: ${reasonOf(thrown)}`)
      left++
      await onMap({ name, uuid, status: 'failed' })
    }
  }
  return { uuids, left }
}

/** Bytes that were written; undefined where the same map was there. */
async function publishMap(
  folder: PublishedFolder,
  uuid: ImageUuid,
  { name, file }: GivenMap,
): Promise<number | undefined> {
  const whole = new Uint8Array(await file.blob.arrayBuffer())
  const packed = deflateSync(whole)
  const sha256 = createHash('sha256').update(packed).digest('hex')
  const map = {
    name: name.slice(0, 200),
    publishedAt: Date.now(),
    bytes: whole.length,
    fileBytes: packed.length,
    sha256,
  }
  return (await folder.publishMap(uuid, map, new Blob([packed]))) ? packed.length : undefined
}
