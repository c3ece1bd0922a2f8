/**
 * Crashlytics keeps a crash on a device as a folder of records (`binary_images`, `signal`, `metadata` …). Files of one
 * folder with different records are joined to one report.
 */
import type { InputFile } from '../../ports.ts'

/** Limit for the bytes of all records of a crash. */
const LARGEST = 64 * 1024 * 1024
const FIRST_KEY = /^[\s\uFEFF]*\{"(\w+)"/

interface Part {
  readonly file: InputFile
  readonly text: string
  readonly key: string
}

/** One file for each folder whose records belong together. Ambiguous records stay separate. */
export async function joinRecords(files: readonly InputFile[]): Promise<readonly InputFile[]> {
  const folders = new Map<string, Part[]>()
  for (const file of files) {
    if (file.blob.size > LARGEST) continue
    const text = await file.blob.text()
    const key = FIRST_KEY.exec(text)?.[1] ?? ''
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
    folders.set(folder, [...(folders.get(folder) ?? []), { file, text, key }])
  }
  const joined = [...folders].flatMap(([folder, parts]): InputFile[] => {
    const isOne = parts.length > 1 && new Set(parts.map(({ key }) => key)).size === parts.length
    const size = parts.reduce((sum, { file }) => sum + file.blob.size, 0)
    if (!isOne || size > LARGEST) return parts.map(({ file }) => file)
    const path = `${folder}${parts.map(({ file }) => file.path.slice(folder.length)).join(' + ')}`
    return [{ path, blob: new Blob([parts.map(({ text }) => text.trimEnd()).join('\n')]) }]
  })
  const large = files.filter(({ blob }) => blob.size > LARGEST)
  return [...joined, ...large]
}
