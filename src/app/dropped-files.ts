/** Every way in for files: drop (folders too), paste, pickers. All end in `InputFile`s. */
import type { InputFile } from '../core/ports.ts'
import { words } from './messages/en/work.ts'

/** What a drop or a paste brought. */
export interface Transferred {
  readonly files: readonly InputFile[]
  /** Folders that the browser does not let a page read, as for a page that was opened from disk. */
  readonly unreadable: readonly string[]
}

/**
 * The files of a drop or a paste. Everything is taken before the first await: the transfer is emptied after the event. Only
 * folders are asked as entries: a page from disk is not given the file of an entry, but it is given the file itself.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<Transferred> {
  const folders: FileSystemEntry[] = []
  const files: InputFile[] = []
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry?.isDirectory ? undefined : item.getAsFile()
    if (entry?.isDirectory) folders.push(entry)
    else if (file) files.push({ path: file.name, blob: file })
  }
  const text = transfer.getData('text/plain')
  const unreadable: string[] = []
  for (const folder of folders) {
    try {
      await collectEntry(folder, files)
    } catch {
      unreadable.push(folder.name)
    }
  }
  if (files.length === 0 && folders.length === 0 && text.trim() !== '') files.push(pastedText(text))
  return { files, unreadable }
}

/** Text from the clipboard as a file: its first line tells what it is. */
export function pastedText(text: string): InputFile {
  const json = /^\s*[{[]/.test(text)
  return { path: json ? words.pastedJson : words.pastedText, blob: new Blob([text]) }
}

/** The files of an `<input type="file">`, with the paths below the folder chosen. */
export function filesOfInput(input: HTMLInputElement): readonly InputFile[] {
  return Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, blob: file }))
}

async function collectEntry(entry: FileSystemEntry, into: InputFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    into.push({ path, blob: await fileOf(entry as FileSystemFileEntry) })
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
