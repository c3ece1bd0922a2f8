/** `--cache DIR`: what was read of sites, kept in a folder between runs. Whoever reads it verifies it as if it came from the site. */
import { createHash } from 'node:crypto'
import { constants, promises as disk } from 'node:fs'
import { join } from 'node:path'
import { PART_NAME } from '../../lib/node/open-files.ts'
import type { BlockCache } from '../../stores/site/blocks.ts'
import { MOST_MAP_BYTES } from '../../stores/site/block-map.ts'
import { reasonOf, FileError, UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { siteErrors } from '../messages/sites.ts'
import { makeFolder } from './make-folder.ts'
import { putFile } from './put-file.ts'

/** Bytes of the folder. Past this, the least recently used files are removed until a fifth is free. */
const MOST_BYTES = 512 << 20
const MOST_MILLISECONDS = 90 * 86_400_000
/** How often the folder is looked through as a program begins; what is used is marked as often. */
const LOOK_MILLISECONDS = 3_600_000
/** A running program trims the folder each time it has written this much. So each writing program may exceed the limit by this much. */
const LOOK_BYTES = 32 << 20
const LOOKED = 'looked-through'
/** Names made here: of digests alone, so that none leads elsewhere. */
const OWN_NAME = /^[0-9a-f]{40}\.kept$/

/** Makes the folder where it is not there, and removes from it what is old or too much. Throws a `UsageError` for what is no folder. */
export async function openDiskCache(folder: string): Promise<(site: URL) => BlockCache> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new FileError(errors.cannotWrite({ path: folder, reason: reasonOf(error) }))
  })
  const root = await disk.realpath(folder)
  if (!(await disk.stat(root)).isDirectory()) throw new UsageError(siteErrors.cacheNotFolder({ path: folder }))
  if (!(await wasLooked(root))) await trim(root)
  return diskCache(root)
}

/** The caches of sites in a folder that was opened before. */
export function diskCache(root: string): (site: URL) => BlockCache {
  let written = 0
  const put = async (place: string, bytes: Uint8Array): Promise<void> => {
    await writeKept(place, bytes)
    written += bytes.length
    if (written < LOOK_BYTES) return
    written = 0
    await trim(root)
  }
  return (site) => {
    const placeOf = (key: string): string =>
      join(root, `${createHash('sha256').update(`${site.href}\n${key}`).digest('hex').slice(0, 40)}.kept`)
    return {
      get: (key) => readKept(placeOf(key)),
      put: (key, bytes) => put(placeOf(key), bytes),
    }
  }
}

/** Undefined for what is no file: links are not followed, and nothing waits for a pipe. */
async function readKept(place: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await disk.open(place, flags).catch(() => undefined)
  if (!file) return undefined
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > MOST_MAP_BYTES) return undefined
    const bytes = new Uint8Array(await file.readFile())
    // Young again, so that it is not what goes first.
    if (Date.now() - found.mtimeMs > LOOK_MILLISECONDS) await file.utimes(new Date(), new Date()).catch(() => undefined)
    return bytes
  } finally {
    await file.close()
  }
}

const writeKept = (place: string, bytes: Uint8Array): Promise<void> => putFile(place, (file) => file.writeFile(bytes))

/** Whether the folder was looked through not long ago. */
async function wasLooked(root: string): Promise<boolean> {
  const last = await disk.lstat(join(root, LOOKED)).catch(() => undefined)
  return last?.isFile() === true && Date.now() - last.mtimeMs < LOOK_MILLISECONDS
}

/** Removes files of ours that are old, and the oldest while they are too many. Others are left alone. */
async function trim(root: string): Promise<void> {
  const names = (await disk.readdir(root, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && (OWN_NAME.test(entry.name) || PART_NAME.test(entry.name)),
  )
  const files: { readonly path: string; readonly bytes: number; readonly used: number }[] = []
  for (const { name } of names) {
    const path = join(root, name)
    const found = await disk.lstat(path).catch(() => undefined)
    if (found) files.push({ path, bytes: found.size, used: found.mtimeMs })
  }
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const room = bytes > MOST_BYTES ? MOST_BYTES * 0.8 : MOST_BYTES
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (Date.now() - file.used <= MOST_MILLISECONDS && bytes <= room) break
    await disk.rm(file.path, { force: true }).catch(() => undefined)
    bytes -= file.bytes
  }
  // A folder in its place, or one that may not be written, only makes this be done again.
  await writeKept(join(root, LOOKED), new Uint8Array()).catch(() => undefined)
}
