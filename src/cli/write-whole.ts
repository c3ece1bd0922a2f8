/** A file that is written piece by piece and is there only once it is whole. */
import { promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from './command.ts'
import { errors } from './messages/en/errors.ts'

/**
 * Writes beside the file and puts the result in its place: what was there stays until the new one is whole, and stays altogether where
 * `work` gives undefined.
 */
export async function writeWhole<T>(
  path: string,
  work: (file: FileHandle) => Promise<T | undefined>,
): Promise<T | undefined> {
  const unfinished = `${path}.part`
  try {
    await disk.mkdir(dirname(path), { recursive: true })
    const file = await disk.open(unfinished, 'w')
    const done = await work(file).finally(() => file.close())
    if (done !== undefined) await disk.rename(unfinished, path)
    return done
  } catch (error) {
    throw new Error(errors.cannotWrite({ path, reason: reasonOf(error) }), { cause: error })
  } finally {
    // What keeps it from being removed has kept it from being made, and that is told.
    await disk.rm(unfinished, { force: true }).catch(() => undefined)
  }
}
