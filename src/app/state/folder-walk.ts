/** Lists a folder of the disk: names, sizes and dates, nothing else is read. */
import { holdsObjects, isWorthEntering, isWorthReading, type FoundFile } from './folder-catalogue.ts'

/** Deeper than an archive of an app with frameworks and extensions in a folder of such archives. */
const MOST_DEPTH = 16
const MOST_FILES = 20_000
/** Object files, which a build has thousands of. */
const MOST_OBJECTS = 20_000
/** Names looked at, so that a whole disk ends too. */
const MOST_NAMES = 400_000

export interface Walk {
  readonly files: readonly FoundFile[]
  /** The folder holds more than was listed. */
  readonly cut: boolean
}

/**
 * Lists the files that may hold symbols. `onStep` runs for each folder entered; throws `signal`'s reason when aborted.
 * A file or folder that cannot be read is passed over.
 */
export async function walkFolder(
  root: FileSystemDirectoryHandle,
  signal: AbortSignal,
  onStep: (path: string, files: number) => void,
): Promise<Walk> {
  const files: FoundFile[] = []
  const open: { readonly handle: FileSystemDirectoryHandle; readonly path: string; readonly depth: number }[] = [
    { handle: root, path: '', depth: 0 },
  ]
  let names = 0
  let objects = 0
  let cut = false
  for (let at = open.pop(); at; at = open.pop()) {
    onStep(at.path, files.length)
    try {
      for await (const entry of at.handle.values()) {
        signal.throwIfAborted()
        if (++names > MOST_NAMES || files.length - objects >= MOST_FILES) return { files, cut: true }
        const path = at.path === '' ? entry.name : `${at.path}/${entry.name}`
        if (entry.kind === 'directory') {
          if (!isWorthEntering(entry.name)) continue
          if (at.depth >= MOST_DEPTH) cut = true
          else open.push({ handle: entry, path, depth: at.depth + 1 })
        } else if (isWorthReading(entry.name, 1024)) {
          const file = await entry.getFile().catch(() => undefined)
          if (!file || !isWorthReading(entry.name, file.size)) continue
          if (holdsObjects(path) && ++objects > MOST_OBJECTS) {
            objects = MOST_OBJECTS
            cut = true
          } else files.push({ path, size: file.size, modified: file.lastModified })
        }
      }
    } catch (thrown) {
      if (signal.aborted) throw thrown
    }
  }
  return { files, cut }
}

/** The file at this path; undefined when it is gone or cannot be read. */
export async function openFile(root: FileSystemDirectoryHandle, path: string): Promise<File | undefined> {
  const parts = path.split('/')
  const name = parts.pop()
  try {
    let folder = root
    for (const part of parts) folder = await folder.getDirectoryHandle(part)
    return await (await folder.getFileHandle(name ?? '')).getFile()
  } catch {
    return undefined
  }
}
