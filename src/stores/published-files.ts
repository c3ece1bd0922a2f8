/** Size and deletion of the published symbols kept in the origin private file system. */
import { eraseOriginFolder } from './origin-folders.ts'

export const PUBLISHED_FOLDER = 'published'
/** A message on this channel makes workers drop their pending writes. */
export const PUBLISHED_CHANNEL = 'unslide published files'

/** Names of files: some digits for the site, and the image's UUID. */
const OF_IMAGE = /^[0-9a-f]+ [0-9A-F-]{36}$/

export interface KeptOfSites {
  readonly images: number
  readonly bytes: number
}

/** How many images something is kept of, and its bytes in all; nothing where there are no such files. */
export async function measurePublished(): Promise<KeptOfSites> {
  let [images, bytes] = [0, 0]
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(PUBLISHED_FOLDER)
    for await (const [name, entry] of folder.entries()) {
      if (!(entry instanceof FileSystemFileHandle)) continue
      if (OF_IMAGE.test(name)) images++
      bytes += (await entry.getFile()).size
    }
  } catch {
    // There is no such folder, or one of its files went just now.
  }
  return { images, bytes }
}

/** Deletes all of it. Rejects if a tab does not close its files. */
export async function erasePublished(): Promise<void> {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(PUBLISHED_CHANNEL)
    channel.postMessage('')
    channel.close()
  }
  await eraseOriginFolder(PUBLISHED_FOLDER)
}
