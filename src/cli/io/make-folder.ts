/** Folders that a command makes. */
import { promises as disk } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those that it lies in, as far as they are not there. Rejects with the disk's own error. Node's `recursive` goes on for
 * ever where a file system says of a folder in it that it is not there, as `/proc` does.
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
