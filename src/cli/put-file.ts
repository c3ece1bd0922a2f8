/** Files that appear whole or not at all, while other programs may write the same one. */
import { randomBytes } from 'node:crypto'
import { promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is being written, or whose writer has stopped. */
export const PART_NAME = /^\.part-[0-9a-f]{24}$/

/**
 * Writes a file beside its place, under a name of its own, and moves it there: who reads sees the old one, the new one or none. Rejects
 * with the disk's own error, and leaves nothing behind.
 */
export async function putFile(place: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const unfinished = join(place, '..', `.part-${randomBytes(12).toString('hex')}`)
  try {
    const file = await disk.open(unfinished, 'wx')
    await write(file).finally(() => file.close())
    await disk.rename(unfinished, place)
  } catch (error) {
    await disk.rm(unfinished, { force: true })
    throw error
  }
}
