/** The rules of Git about a source folder on this disk. Git itself is not started: settings in a folder of others can run programs. */
import { promises as disk } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { IgnoreFiles } from '../../core/source/withheld.ts'

/** More than this of one file is not read. */
const MOST_BYTES = 1 << 20

/** `root`: the real path of the source folder. In a work tree, rules of the folders above it and of `.git/info/exclude` hold as well. */
export async function gitIgnores(root: string): Promise<IgnoreFiles> {
  const top = (await workTreeOf(root)) ?? root
  return {
    below: relative(top, root).split(sep).join('/'),
    read: async (folder) => {
      const own = await textOf(join(top, folder, '.gitignore'))
      // Later rules win, and those of the work tree's own file are the weakest.
      const general = folder === '' ? await textOf(join(top, '.git', 'info', 'exclude')) : undefined
      return general === undefined ? own : `${general}\n${own ?? ''}`
    },
  }
}

/** The nearest folder with a `.git`, from this one upwards. */
async function workTreeOf(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (
      await disk.stat(join(folder, '.git')).then(
        () => true,
        () => false,
      )
    )
      return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** The beginning of a file; undefined where there is none, or it cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    if (!(await disk.stat(path)).isFile()) return undefined
    const file = await disk.open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
