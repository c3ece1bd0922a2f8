/**
 * Indexes kept in a folder. An index is a file of bytes and a JSON file that names it; the JSON file is written last and
 * put in place by a rename, so that an index is there whole or not at all, even when two processes write at once. Names
 * harvested from reports are one file an image, put in place the same way.
 */
import type { FileHandle } from 'node:fs/promises'
import { promises as disk } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { linkAddress } from '../core/model/address.ts'
import type { HarvestedFunction, IndexKey, IndexStore, StoredIndex } from '../core/ports.ts'
import { openFileBlob } from './file-blob.ts'
import { partsOf } from './memory-blob.ts'

/** What stands in the JSON file: `bytesFile` is beside it, and JSON has no bigint. */
interface Record {
  readonly entry: Omit<StoredIndex, 'text'> & { readonly text: string }
  readonly bytesFile: string
}

/** File name without its extension; architectures that Apple has no name for hold blanks. */
const stem = ({ uuid, arch }: IndexKey): string => `${uuid}-${arch.replaceAll(/[^\w.-]/g, '_')}`

/** A store in this folder, which is made when something is put into it. */
export function createFileStore(folder: string): IndexStore {
  const recordPath = (key: IndexKey): string => join(folder, `${stem(key)}.json`)

  const readRecord = async (path: string): Promise<Record | undefined> => {
    try {
      const record = JSON.parse(await disk.readFile(path, 'utf8')) as Partial<Record>
      return record.entry?.key && record.bytesFile ? (record as Record) : undefined
    } catch {
      return undefined // gone, or written by something else: a miss
    }
  }

  const namesPath = (uuid: string): string => join(folder, `${uuid}.names`)

  const replaceFile = async (path: string, content: unknown): Promise<void> => {
    const temporary = `${path}.${randomUUID()}.tmp`
    await disk.writeFile(temporary, JSON.stringify(content))
    await disk.rename(temporary, path)
  }

  const writeRecord = async (key: IndexKey, record: Record): Promise<void> => replaceFile(recordPath(key), record)

  return {
    async list() {
      const names = await disk.readdir(folder).catch((): string[] => [])
      const records = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map(async (name) => readRecord(join(folder, name))),
      )
      return records.flatMap((record) => {
        if (!record || !names.includes(record.bytesFile)) return []
        return [{ ...record.entry, text: linkAddress(BigInt(record.entry.text)) }]
      })
    },

    async open(key) {
      const record = await readRecord(recordPath(key))
      try {
        return record && (await openFileBlob(join(folder, record.bytesFile)))
      } catch {
        return undefined // its bytes were deleted
      }
    },

    async put(entry, bytes) {
      await disk.mkdir(folder, { recursive: true })
      const before = await readRecord(recordPath(entry.key))
      const bytesFile = `${stem(entry.key)}.${randomUUID()}.index`
      try {
        await writeBlob(join(folder, bytesFile), bytes)
        await writeRecord(entry.key, { entry: { ...entry, text: String(entry.text) }, bytesFile })
      } catch (thrown) {
        await disk.rm(join(folder, bytesFile), { force: true })
        throw thrown
      }
      if (before) await disk.rm(join(folder, before.bytesFile), { force: true })
    },

    async update(key, { pinned }) {
      const record = await readRecord(recordPath(key))
      if (!record) return
      const { entry } = record
      await writeRecord(key, { ...record, entry: { ...entry, summary: { ...entry.summary, pinned } } })
    },

    async delete(key) {
      const record = await readRecord(recordPath(key))
      await disk.rm(recordPath(key), { force: true })
      if (record) await disk.rm(join(folder, record.bytesFile), { force: true })
      await disk.rm(namesPath(key.uuid), { force: true })
    },

    async harvested(uuid) {
      try {
        const names: unknown = JSON.parse(await disk.readFile(namesPath(uuid), 'utf8'))
        return Array.isArray(names) && names.every((entry) => isHarvested(entry)) ? names : undefined
      } catch {
        return undefined // none yet, or damaged
      }
    },

    async harvest(uuid, functions) {
      await disk.mkdir(folder, { recursive: true })
      await replaceFile(namesPath(uuid), functions)
    },
  }
}

function isHarvested(entry: unknown): entry is HarvestedFunction {
  const { start, last, name, report } = (entry ?? {}) as Partial<HarvestedFunction>
  return (
    Number.isSafeInteger(start) && Number.isSafeInteger(last) && typeof name === 'string' && typeof report === 'string'
  )
}

/** Bytes written at once. */
const WRITE_BYTES = 8 << 20
/** Pieces of memory that are written at once. */
const WRITE_PARTS = 512

/** Writes a file, by default only a new one; a large one is never in memory twice. */
export async function writeBlob(path: string, bytes: Blob, flags: 'w' | 'wx' = 'wx'): Promise<void> {
  const file = await disk.open(path, flags)
  try {
    const parts = partsOf(bytes)
    for (let at = 0; parts && at < parts.length; at += WRITE_PARTS)
      await writeParts(file, parts.slice(at, at + WRITE_PARTS))
    for (let at = 0; !parts && at < bytes.size; at += WRITE_BYTES)
      await file.writeFile(new Uint8Array(await bytes.slice(at, at + WRITE_BYTES).arrayBuffer()))
  } finally {
    await file.close()
  }
}

/** Writes pieces of memory one behind the other; a system may take only some of them at once. */
async function writeParts(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(parts)
  let before = 0
  for (const part of parts) {
    const left = part.subarray(Math.max(0, Math.min(part.length, bytesWritten - before)))
    if (left.length > 0) await file.writeFile(left)
    before += part.length
  }
}
