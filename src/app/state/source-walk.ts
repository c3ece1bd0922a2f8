/** Lists a folder of sources: names alone, nothing is read. */
import { SKIPPED_FOLDERS, type ListedFile } from '../../core/source/listed-file.ts'

const MOST_DEPTH = 64
/** Names looked at, so that a whole disk ends, too. */
const MOST_NAMES = 400_000

export interface SourceListing {
  readonly files: readonly ListedFile[]
  /** The folder holds more than was listed. */
  readonly cut: boolean
}

/** A file or folder that cannot be read is passed over. */
export async function walkSources(root: FileSystemDirectoryHandle): Promise<SourceListing> {
  const files: ListedFile[] = []
  const open: { readonly handle: FileSystemDirectoryHandle; readonly path: string; readonly depth: number }[] = [
    { handle: root, path: root.name, depth: 0 },
  ]
  let names = 0
  let cut = false
  for (let at = open.pop(); at; at = open.pop()) {
    try {
      for await (const entry of at.handle.values()) {
        if (++names > MOST_NAMES) return { files, cut: true }
        const path = `${at.path}/${entry.name}`
        if (entry.kind === 'file') files.push({ path, whole: path, open: () => entry.getFile() })
        else if (SKIPPED_FOLDERS.has(entry.name)) continue
        else if (at.depth >= MOST_DEPTH) cut = true
        else open.push({ handle: entry, path, depth: at.depth + 1 })
      }
    } catch {
      // Gone, or not to be read.
    }
  }
  return { files, cut }
}

/** The same of files that the browser has already listed. */
export function listFiles(given: readonly { readonly path: string; readonly blob: Blob }[]): SourceListing {
  const files = given
    .slice(0, MOST_NAMES)
    .filter(({ path }) => !path.split('/').some((part) => SKIPPED_FOLDERS.has(part)))
    .map(({ path, blob }): ListedFile => ({ path, whole: path, open: () => Promise.resolve(blob) }))
  return { files, cut: given.length > MOST_NAMES }
}
