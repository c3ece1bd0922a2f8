/** Verifies a published folder: every file that a manifest lists, and what lies there that none lists. Nothing is written. */
import { join } from 'node:path'
import type { ImageUuid } from '../../core/model/image.ts'
import { folderOf, manifestPath, mapFile } from '../../stores/site/layout.ts'
import { fileOf } from '../../stores/site/manifest.ts'
import { checkIndex, checkMap, type FileCheck } from './check-files.ts'
import { isNeedless } from './collect.ts'
import type { PublishedFolder, PublishedImage } from './folder.ts'
import { LOCK, STALE_MILLISECONDS } from './lock.ts'

export interface CheckedFile extends Omit<FileCheck, 'state'> {
  readonly state: FileCheck['state'] | 'left-over'
  /** Below the published folder. */
  readonly path: string
  readonly uuid: ImageUuid
  /** Of an index. */
  readonly arch?: string
  /** A newer version of Unslide wrote it: this one neither reads nor replaces it. */
  readonly isNewer?: true
}

export const isBroken = ({ state }: CheckedFile): boolean => state !== 'whole' && state !== 'left-over'

/** Checks the images, all of them or these, in the order of their UUIDs. A file that goes from its manifest meanwhile is passed over. */
export async function* verify(
  folder: PublishedFolder,
  only?: ReadonlySet<ImageUuid>,
): AsyncGenerator<CheckedFile, void, undefined> {
  for (const image of await folder.images())
    if (only?.has(image.uuid) ?? true) {
      yield* checkManifest(image)
      yield* checkListed(folder, image)
      yield* leftOvers(folder, image)
    }
}

function* checkManifest({ uuid, manifest, problem }: PublishedImage): Generator<CheckedFile, void, undefined> {
  const path = manifestPath(uuid)
  if (manifest) yield { path, uuid, state: 'whole', bytes: 0 }
  if (!problem) return
  const isNewer =
    problem.code === 'site-schema' && Number(problem.params?.['schema']) > Number(problem.params?.['known'])
  yield { path, uuid, state: 'damaged', bytes: 0, reason: problem.message, ...(isNewer && { isNewer }) }
}

async function* checkListed(
  folder: PublishedFolder,
  { uuid, manifest }: PublishedImage,
): AsyncGenerator<CheckedFile, void, undefined> {
  const { indexes = [], maps = [] } = manifest ?? {}
  const placeOf = (path: string): string => join(folder.root, path)
  for (const index of indexes) {
    const name = fileOf(index)
    const path = `${folderOf(uuid)}/${name}`
    const check = await checkIndex(placeOf(path), uuid, index)
    const found: CheckedFile = { ...check, path, uuid, arch: index.arch }
    if (!isBroken(found) || !isNeedless(await folder.image(uuid), name)) yield found
  }
  for (const map of maps) {
    const name = mapFile(map.sha256)
    const path = `${folderOf(uuid)}/${name}`
    const found: CheckedFile = { ...(await checkMap(placeOf(path), map)), path, uuid }
    if (!isBroken(found) || !isNeedless(await folder.image(uuid), name)) yield found
  }
}

async function* leftOvers(
  folder: PublishedFolder,
  image: PublishedImage,
): AsyncGenerator<CheckedFile, void, undefined> {
  const { uuid } = image
  for (const { name, bytes, changed } of await folder.files(uuid)) {
    const isOldLock = name === LOCK && Date.now() - changed > STALE_MILLISECONDS
    if (isOldLock || isNeedless(image, name))
      yield { path: `${folderOf(uuid)}/${name}`, uuid, state: 'left-over', bytes }
  }
}
