/**
 * Folders that stay the same ones while they are open. Somebody may put a link in the place of one while a program publishes, and
 * every path below it would then lead elsewhere.
 */
import { promises as disk } from 'node:fs'
import { publishErrors } from '../messages/publish.ts'

interface Identity {
  readonly device: bigint
  readonly inode: bigint
}

export class HeldFolders {
  readonly #held = new Map<string, Identity>()

  /** Notes what the folder is now, also of one noted before: it may have been removed and made again. Rejects if it is a link or no folder. */
  async hold(path: string): Promise<void> {
    const found = await identityOf(path)
    if (!found) throw new Error(publishErrors.notFolder({ path }))
    this.#held.set(path, found)
  }

  /** Rejects if one of the noted folders on the way to this path is another now, a link, or gone. */
  async check(path: string): Promise<void> {
    for (const [folder, known] of this.#held) {
      if (path !== folder && !path.startsWith(`${folder}/`) && !path.startsWith(`${folder}\\`)) continue
      const found = await identityOf(folder)
      if (found?.device !== known.device || found.inode !== known.inode)
        throw new Error(publishErrors.swapped({ path: folder }))
    }
  }
}

async function identityOf(path: string): Promise<Identity | undefined> {
  const found = await disk.lstat(path, { bigint: true }).catch(() => undefined)
  return found?.isDirectory() ? { device: found.dev, inode: found.ino } : undefined
}
