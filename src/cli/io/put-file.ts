/** Files that appear whole or not at all, while other programs may write the same one. */
import { promises as disk, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { errors } from '../messages/errors.ts'

export interface PutOptions<T> {
  /** True if the written file may replace the old one; always, without it. */
  readonly isWhole?: (done: T) => boolean
  /** Rejects where nothing may be written any more. Called before the temporary file is made, before it is filled, and before it is moved. */
  readonly check?: () => Promise<void>
  /** Permissions of the file; as the system gives them to a new one, without it. */
  readonly mode?: number
}

/** Signals by which a user or the system ends a program. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes a temporary file beside the place (`PART_NAME` matches its name) and renames it: readers see the old file, the new one or none.
 * Rejects with the disk's own error. Errors and signals leave no temporary file.
 */
export async function putFile<T>(
  place: string,
  write: (file: FileHandle) => Promise<T>,
  { isWhole, mode, check }: PutOptions<T> = {},
): Promise<T> {
  const digits = crypto.randomUUID().replaceAll('-', '').slice(0, 24)
  const unfinished = join(place, '..', `.part-${digits}`)
  const isDone = removeAtEnd(unfinished)
  try {
    await check?.()
    const file = await disk.open(unfinished, 'wx', mode)
    const fill = async (): Promise<T> => {
      // Opening takes away what the system keeps from new files.
      if (mode !== undefined) await file.chmod(mode)
      if (check) {
        await check()
        // A folder on the way was another for a moment.
        if (!(await isThere(unfinished, file))) throw new Error(errors.notFolder)
      }
      return write(file)
    }
    const done = await fill().finally(() => file.close())
    await check?.()
    if (isWhole?.(done) ?? true) await move(unfinished, place)
    else await disk.rm(unfinished)
    return done
  } catch (error) {
    // An error of `rm` has the same cause as the error below.
    await disk.rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  } finally {
    isDone()
  }
}

/** Whether the name leads to the open file, and to no other and no link. */
export async function isThere(path: string, file: FileHandle): Promise<boolean> {
  const named = await disk.lstat(path, { bigint: true }).catch(() => undefined)
  const open = await file.stat({ bigint: true })
  // Some versions of Node.js for Windows give a path no device.
  return named?.ino === open.ino && (named.dev === open.dev || named.dev === 0n)
}

/** Containers mount a file by itself: nothing can take its place, so that it is written over. */
async function move(from: string, to: string): Promise<void> {
  await disk.rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EBUSY') throw error
    await disk.copyFile(from, to)
    await disk.rm(from)
  })
}

const files = new Set<string>()

/** Removes a file when a signal ends the program, until the caller calls the returned function. */
export function removeAtEnd(path: string): () => void {
  if (files.size === 0) listen()
  files.add(path)
  return () => {
    files.delete(path)
    if (files.size === 0) for (const signal of ENDS) process.off(signal, end)
  }
}

/** Work that goes on until it is interrupted listens already, and ends in its own way. */
function listen(): void {
  for (const signal of ENDS) if (process.listenerCount(signal) === 0) process.on(signal, end)
}

function end(signal: NodeJS.Signals): void {
  for (const path of files) rmSync(path, { force: true })
  for (const one of ENDS) process.off(one, end)
  process.kill(process.pid, signal)
}
