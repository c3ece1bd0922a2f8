/** Folders that a command makes. */
import { promises as disk } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and its missing parents. Rejects with the disk's own error. Node's `recursive` never ends in `/proc`, which says
 * “no such folder” for its own children.
 */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.push(at)
  for (const folder of missing.reverse()) {
    await disk.mkdir(folder).catch(async (error: unknown) => {
      // Another program may have made it in the meantime.
      if (!(await isFolder(folder))) throw error
    })
  }
}

/** Whether it is a folder, or as good as one at the top, where there is nothing left to be made. */
async function isFolder(path: string): Promise<boolean> {
  const found = await disk.stat(path).catch(() => undefined)
  return found?.isDirectory() ?? dirname(path) === path
}
