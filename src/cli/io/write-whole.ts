/** The files that commands write for their users: each is there only once it is whole. */
import { constants, promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { appendBlob } from '../../stores/write-blob.ts'
import { reasonOf } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { putFile } from './put-file.ts'

export interface WriteOptions {
  /** False if the program made the name: someone may guess it and place a link there. True by default. */
  readonly followsLinks?: boolean
}

/**
 * Writes a file into a folder that is there: what was there stays until the new one is whole, and stays altogether where `work`
 * gives undefined. A device or a pipe is written to. An error names both the file and the reason.
 */
export async function writeWhole<T>(
  path: string,
  work: (file: FileHandle) => Promise<T | undefined>,
  { followsLinks = true }: WriteOptions = {},
): Promise<T | undefined> {
  try {
    const known = followsLinks ? await findPlace(path) : await ownPlace(path)
    if (known !== 'stream') return await putFile(known.place, work, { ...known, isWhole: (done) => done !== undefined })
    const file = await disk.open(path, 'w')
    return await work(file).finally(() => file.close())
  } catch (error) {
    throw new Error(errors.cannotWrite({ path, reason: reasonOf(error) }), { cause: error })
  }
}

/** Writes a file that is made already, as `writeWhole` does. */
export async function writeOutputFile(path: string, content: string | Blob, options?: WriteOptions): Promise<void> {
  await writeWhole(
    path,
    async (file) => {
      if (typeof content === 'string') await file.writeFile(content)
      else await appendBlob(file, content)
      return true
    },
    options,
  )
}

/** The place itself: a link there is replaced, whoever put it there, and what it leads to stays as it is. */
async function ownPlace(path: string): Promise<{ readonly place: string; readonly mode?: number }> {
  const entry = await disk.lstat(path).catch(() => undefined)
  if (entry?.isFile() !== true) return { place: path }
  await disk.access(path, constants.W_OK)
  return { place: path, mode: entry.mode & 0o777 }
}

/**
 * Where a file lies, behind links, and its permissions, which the new one gets; 'stream' for what cannot be replaced, `/dev/stdout` say,
 * or a link to what is not there yet. Rejects where the file may not be written.
 */
async function findPlace(path: string): Promise<{ readonly place: string; readonly mode?: number } | 'stream'> {
  const entry = await disk.lstat(path).catch(() => undefined)
  if (!entry) return { place: path }
  const found = await disk.stat(path).catch(() => undefined)
  const place = await disk.realpath(path).catch(() => undefined)
  if (!found?.isFile() || place === undefined) return 'stream'
  await disk.access(place, constants.W_OK)
  return { place, mode: found.mode & 0o777 }
}
