/** Every way in for files: drop (folders too), paste, pickers. All end in `InputFile`s. */
import { append } from '../core/model/lists.ts'
import type { InputFile } from '../core/ports.ts'
import { words } from './messages/work.ts'

/** Files of a drop or a paste. */
export interface Transferred {
  readonly files: readonly InputFile[]
  /** Folders that the browser does not let a page read, or that are too large. */
  readonly unreadable: readonly string[]
}

/** Sources that are compiled; headers alone come with frameworks, too. */
const SOURCE = /\.(?:swift|mm?|c|cc|cpp|cxx|kt|rs|cs|dart|go)$/i

/** The files of given folders that hold sources, by folder; a file that is given alone is in none. */
export function sourceFolders(files: readonly InputFile[]): ReadonlyMap<string, readonly InputFile[]> {
  const folders = new Map<string, InputFile[]>()
  for (const file of files) {
    const end = file.path.indexOf('/')
    if (end <= 0) continue
    const folder = file.path.slice(0, end)
    const known = folders.get(folder)
    if (known) known.push(file)
    else folders.set(folder, [file])
  }
  return new Map([...folders].filter(([, inside]) => inside.some(({ path }) => SOURCE.test(path))))
}

/** Names in dropped folders, so that a whole disk ends too. */
const MOST_NAMES = 400_000

/** A dropped folder: as an entry, which every browser has, and as a handle, which Chromium lets a page from disk read. */
interface DroppedFolder {
  readonly entry: FileSystemEntry
  readonly handle: Promise<FileSystemHandle | null | undefined>
}

/**
 * The files of a drop or a paste. Everything is taken before the first await: the transfer is emptied after the event. Only folders are read as entries: the browser gives a page from disk the file itself, but no file of an entry.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<Transferred> {
  const folders: DroppedFolder[] = []
  const files: InputFile[] = []
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry?.isDirectory ? undefined : item.getAsFile()
    if (entry?.isDirectory) {
      const handle = Promise.resolve(item.getAsFileSystemHandle?.()).catch(() => undefined)
      folders.push({ entry, handle })
    }
    if (file) files.push({ path: file.name, blob: file, isOnDisk: true })
  }
  const text = transfer.getData('text/plain')
  const unreadable: string[] = []
  for (const folder of folders) {
    const found = await filesOfFolder(folder).catch(() => undefined)
    if (found) append(files, found)
    else unreadable.push(folder.entry.name)
  }
  if (files.length === 0 && folders.length === 0 && text.trim() !== '') files.push(pastedText(text))
  return { files, unreadable }
}

/** Text from the clipboard as a file: named after its first line. */
export function pastedText(text: string): InputFile {
  const json = /^\s*[{[]/.test(text)
  return { path: json ? words.pastedJson : words.pastedText, blob: new Blob([text]) }
}

/** The files of an `<input type="file">`, with the paths below the folder chosen. */
export function filesOfInput(input: HTMLInputElement): readonly InputFile[] {
  return Array.from(input.files ?? [], (file) => ({
    path: file.webkitRelativePath || file.name,
    blob: file,
    isOnDisk: true,
  }))
}

/** All files of a folder, with their paths below where it lay. Rejects where it cannot be read. */
async function filesOfFolder({ entry, handle }: DroppedFolder): Promise<readonly InputFile[]> {
  try {
    const found: InputFile[] = []
    await collectEntry(entry, found)
    return found
  } catch (refused) {
    const folder = await handle
    if (folder?.kind !== 'directory') throw refused
    return filesOfHandle(folder as FileSystemDirectoryHandle)
  }
}

async function filesOfHandle(root: FileSystemDirectoryHandle): Promise<readonly InputFile[]> {
  const found: InputFile[] = []
  const open = [{ handle: root, path: root.name }]
  let names = 0
  for (let at = open.pop(); at; at = open.pop()) {
    for await (const child of at.handle.values()) {
      if (++names > MOST_NAMES) throw new RangeError()
      const path = `${at.path}/${child.name}`
      if (child.kind === 'directory') open.push({ handle: child, path })
      else found.push({ path, blob: await child.getFile(), isOnDisk: true })
    }
  }
  return found
}

async function collectEntry(entry: FileSystemEntry, into: InputFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    into.push({ path, blob: await fileOf(entry as FileSystemFileEntry), isOnDisk: true })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives at most a hundred entries a call; an empty answer is the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return
    for (const child of batch) await collectEntry(child, into)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
