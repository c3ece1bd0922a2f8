/** Every way in for files: drop (folders too), paste, pickers. All end in `InputFile`s. */
import type { InputFile } from '../core/ports.ts'
import { words } from './messages/en/work.ts'

/** The files of a drop or a paste. Entries must be taken before the first await: the transfer is emptied after the event. */
export async function filesOfTransfer(transfer: DataTransfer): Promise<readonly InputFile[]> {
  const entries: FileSystemEntry[] = []
  const loose: File[] = []
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    if (entry) entries.push(entry)
    else {
      const file = item.getAsFile()
      if (file) loose.push(file)
    }
  }
  const text = transfer.getData('text/plain')
  const files: InputFile[] = loose.map((file) => ({ path: file.name, blob: file }))
  for (const entry of entries) await collectEntry(entry, files)
  if (files.length === 0 && text.trim() !== '') files.push(pastedText(text))
  return files
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
