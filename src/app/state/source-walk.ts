/** Lists a folder of sources: names alone; rules of `.gitignore` are read when they are needed. */
import { SKIPPED_FOLDERS, type ListedFile } from '../../core/source/listed-file.ts'
import { WithheldFiles } from '../../core/source/withheld.ts'

const MOST_DEPTH = 64
/** Names looked at, so that a whole disk ends, too. */
const MOST_NAMES = 400_000

export interface SourceListing {
  readonly files: readonly ListedFile[]
  /** The folder holds more than was listed. */
  readonly cut: boolean
}

const IGNORE_FILE = '.gitignore'
/** More than this of one such file is not read. */
const MOST_IGNORE_BYTES = 1 << 20

/** Files called `.gitignore`, by path with the folder's name. */
type IgnoreBlobs = Map<string, () => Promise<Blob>>

/** A path without the name of the folder that was chosen. */
const insideOf = (path: string): string => path.slice(path.indexOf('/') + 1)

function rulesOf(files: IgnoreBlobs): WithheldFiles {
  const byFolder = (folder: string): (() => Promise<Blob>) | undefined => {
    const name = folder === '' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`
    for (const [path, open] of files) if (insideOf(path) === name) return open
    return undefined
  }
  return new WithheldFiles({
    // A file that is gone has no rules.
    read: async (folder) => (await byFolder(folder)?.().catch(() => undefined))?.slice(0, MOST_IGNORE_BYTES).text(),
  })
}

/** A file or folder that cannot be read is passed over. */
export async function walkSources(root: FileSystemDirectoryHandle): Promise<SourceListing> {
  const files: ListedFile[] = []
  const open: { readonly handle: FileSystemDirectoryHandle; readonly path: string; readonly depth: number }[] = [
    { handle: root, path: root.name, depth: 0 },
  ]
  const ignoreFiles: IgnoreBlobs = new Map()
  const rules = rulesOf(ignoreFiles)
  let names = 0
  let cut = false
  for (let at = open.pop(); at; at = open.pop()) {
    try {
      for await (const entry of at.handle.values()) {
        if (++names > MOST_NAMES) return { files, cut: true }
        const path = `${at.path}/${entry.name}`
        if (entry.kind === 'file') {
          if (entry.name === IGNORE_FILE) ignoreFiles.set(path, () => entry.getFile())
          files.push({ path, whole: path, withheld: () => rules.reasonOf(insideOf(path)), open: () => entry.getFile() })
        } else if (SKIPPED_FOLDERS.has(entry.name)) continue
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
  const inside = given
    .slice(0, MOST_NAMES)
    .filter(({ path }) => !path.split('/').some((part) => SKIPPED_FOLDERS.has(part)))
  const rules = rulesOf(
    new Map(
      inside.flatMap(({ path, blob }) =>
        path.endsWith(`/${IGNORE_FILE}`) ? [[path, () => Promise.resolve(blob)] as const] : [],
      ),
    ),
  )
  const files = inside.map(({ path, blob }): ListedFile => ({
    path,
    whole: path,
    withheld: () => rules.reasonOf(insideOf(path)),
    open: () => Promise.resolve(blob),
  }))
  return { files, cut: given.length > MOST_NAMES }
}
