/** Removes what a published folder need not keep any more. */
import { promises as disk } from 'node:fs'
import { parseUuid, type ImageUuid } from '../../core/model/image.ts'
import { mapFile } from '../../stores/site/layout.ts'
import { fileOf } from '../../stores/site/manifest.ts'
import { reasonOf, FileError, UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { publishErrors } from '../messages/publish.ts'
import type { PublishedFolder, PublishedImage } from './folder.ts'

const DAY = 86_400_000
/** Files that no manifest lists may be of a program that is publishing now, or be read by somebody who has the manifest of before. */
const LEFTOVER_MILLISECONDS = DAY

export interface Collection {
  /** Images that were published longer ago than this many days go. */
  readonly olderDays?: number | undefined
  /** These stay whatever their age; without `olderDays` all others go. */
  readonly keep?: ReadonlySet<ImageUuid> | undefined
  readonly dryRun: boolean
  readonly onImage: (image: PublishedImage) => Promise<void>
}

export interface Collected {
  readonly images: number
  /** Files that no manifest lists. */
  readonly files: number
  readonly bytes: number
}

export async function collect(
  folder: PublishedFolder,
  { olderDays, keep, dryRun, onImage }: Collection,
): Promise<Collected> {
  let [images, files, bytes] = [0, 0, 0]
  const now = Date.now()
  for (const image of await folder.images()) {
    const { uuid, manifest } = image
    const own = await folder.files(uuid)
    if (manifest && !keep?.has(uuid) && (olderDays === undefined || isOlder(image, now - olderDays * DAY))) {
      images++
      for (const file of own) bytes += file.bytes
      await onImage(image)
      if (!dryRun) await folder.remove(uuid)
      continue
    }
    for (const { name, bytes: size, changed } of own) {
      if (now - changed < LEFTOVER_MILLISECONDS || !isNeedless(image, name)) continue
      files++
      bytes += size
      if (!dryRun) await folder.removeFile(uuid, name, (latest) => isNeedless(latest, name))
    }
  }
  return { images, files, bytes }
}

function isOlder({ manifest }: PublishedImage, than: number): boolean {
  const { indexes = [], maps = [] } = manifest ?? {}
  return indexes.every(({ indexedAt }) => indexedAt < than) && maps.every(({ publishedAt }) => publishedAt < than)
}

/** True if the manifest does not list the file. An unreadable manifest may list every file. */
export function isNeedless({ manifest, problem }: PublishedImage, name: string): boolean {
  if (problem || name === 'manifest.json' || name === '.lock') return false
  const { indexes = [], maps = [] } = manifest ?? {}
  return !indexes.some((index) => fileOf(index) === name) && !maps.some(({ sha256 }) => mapFile(sha256) === name)
}

/** The UUIDs of a file, one a line; `#` begins a comment. A line that is none is an error: what it meant to keep would go. */
export async function readKeepFile(path: string): Promise<ReadonlySet<ImageUuid>> {
  const text = await disk.readFile(path, 'utf8').catch((error: unknown) => {
    throw new FileError(errors.refused({ path, reason: reasonOf(error) }))
  })
  const uuids = new Set<ImageUuid>()
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    const word = row.replace(/#.*/, '').trim()
    if (word === '') continue
    const uuid = parseUuid(word)
    if (!uuid) throw new UsageError(publishErrors.notUuidLine({ path, line: at + 1, text: word.slice(0, 60) }))
    uuids.add(uuid)
  }
  if (uuids.size === 0) throw new UsageError(publishErrors.noUuid({ path }))
  return uuids
}
