/** Files on the disk as input files, opened lazily: nothing is read before it is looked at. */
import { promises as disk, type Dirent, type Stats } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { InputFile } from '../../core/ports.ts'
import { identityOf, openFileBlob } from '../../stores/file-blob.ts'
import { errors } from '../messages/errors.ts'

/** Limits for the files of a path: allowed files, and the most names in a folder; without a limit if absent. */
export interface Confinement {
  /** Checks the path after its links are followed. A file that replaces an allowed one later is not read. */
  readonly isAllowed?: (real: string) => boolean
  readonly most?: number
}

/** A file that this program writes beside its place, before it is whole; none of a folder's. */
export const PART_NAME = /^\.part-[0-9a-f]{24}$/

/** A folder held more names than were allowed. */
export class FolderTooLarge extends Error {
  override readonly name = 'FolderTooLarge'
}

/** One file. Rejects with the system's own error, or because a folder is there: that has files (`openFiles`). */
export async function openFile(path: string): Promise<InputFile> {
  const found = await disk.stat(path)
  if (found.isDirectory()) throw new Error(errors.folderForFile({ path }))
  return openOne(path, found)
}

/** A pipe (`<(zcat report.gz)`) has no size and can be read once. */
const openOne = async (path: string, found: Stats): Promise<InputFile> => ({
  path,
  isOnDisk: true,
  blob: found.isFIFO() ? new Blob([await disk.readFile(path)]) : await openFileBlob(path),
})

/** The file at a path, if it is allowed. Its links are followed after it was opened, and must lead to the file that was opened. */
async function openAllowed(path: string, { isAllowed }: Confinement): Promise<Blob | undefined> {
  if (!isAllowed) return openFileBlob(path)
  const blob = await openFileBlob(path, { mustStay: true })
  const real = await disk.realpath(path)
  return isAllowed(real) && identityOf(await disk.lstat(real)) === blob.place.identity ? blob : undefined
}

/**
 * The file at a path, or all files of the folder there, by their paths. Links within a folder are not followed, save those to files outside
 * of it, as build systems lay out their results. Rejects with the system's own error, or with `FolderTooLarge`.
 */
export async function openFiles(path: string, confinement: Confinement = {}): Promise<readonly InputFile[]> {
  const { isAllowed, most } = confinement
  const found = await disk.stat(path)
  if (!found.isDirectory()) {
    if (!isAllowed) return [await openOne(path, found)]
    const blob = await openAllowed(path, confinement)
    return blob ? [{ path, blob, isOnDisk: true }] : []
  }
  const root = join(path, '.')
  const entries = await disk.readdir(root, { recursive: true, withFileTypes: true })
  const files: string[] = []
  if (most !== undefined && entries.length > most) throw new FolderTooLarge(errors.folderTooLarge({ path, most }))
  for (const entry of entries) {
    if (PART_NAME.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() && !(await isOutsideFile(entry, root))) continue
    files.push(file)
  }
  // Paths keep the folder's own name, so that a bundle is known by it (`App.dSYM/Contents/…`).
  const parent = dirname(root)
  const opened = await Promise.all(
    files.sort().map(async (file) => {
      const path = join(parent === '.' ? '' : parent, basename(root), relative(root, file))
      const blob = await openAllowed(file, confinement)
      return blob ? [{ path: path.split(sep).join('/'), blob, isOnDisk: true as const }] : []
    }),
  )
  return opened.flat()
}

/** A link to a file that the folder does not hold itself. */
async function isOutsideFile(entry: Dirent, root: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false
  try {
    const target = await disk.realpath(join(entry.parentPath, entry.name))
    return (await disk.stat(target)).isFile() && relative(await disk.realpath(root), target).startsWith(`..${sep}`)
  } catch {
    // A link to nothing.
    return false
  }
}
