/** Files that come into a folder, or change in it: found by looks at it, once they are written to their end. */
import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { findReportFormat } from '../../core/reports/read-report.ts'
import { buildSample, SAMPLE_SIZE } from '../../core/reports/report-text.ts'
import { openFileBlob } from '../../stores/file-blob.ts'
import { FileError, reasonOf } from '../command.ts'
import { errors } from '../messages/errors.ts'

/** Milliseconds from one look to the next. A file that has not changed for two looks is written to its end. */
export const LOOK_MILLISECONDS = 500

export class FolderLooks {
  readonly #folder: string
  /** As each file was when it was given. */
  readonly #done: Map<string, string>
  #before: ReadonlyMap<string, string>

  private constructor(folder: string, states: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.#done = new Map(states)
    this.#before = states
  }

  /** Reports that are in the folder already are not given. Throws `FileError` for a folder that cannot be read. */
  static async start(folder: string): Promise<FolderLooks> {
    return new FolderLooks(folder, await statesIn(folder))
  }

  /** Names of files that came or changed, and did not change since the look before. Throws as `start` does. */
  async look(): Promise<readonly string[]> {
    const now = await statesIn(this.#folder)
    const settled = [...now].filter(
      ([name, state]) => this.#before.get(name) === state && this.#done.get(name) !== state,
    )
    for (const [name, state] of settled) this.#done.set(name, state)
    for (const name of this.#done.keys()) if (!now.has(name)) this.#done.delete(name)
    this.#before = now
    return settled.map(([name]) => name)
  }
}

/**
 * The bytes of a file that looks like a report; undefined for any other. Who may write into a folder may put a link in the place of a
 * report, to have another file read; so links are refused.
 */
export async function openIfReport(path: string): Promise<Blob | undefined> {
  const blob = await openFileBlob(path, { followsLinks: false })
  const head = new Uint8Array(await blob.slice(0, SAMPLE_SIZE).arrayBuffer())
  return findReportFormat(buildSample(path, head, head.length === blob.size)) ? blob : undefined
}

/** Size, time and inode of each file, to find changed ones; links are skipped. */
async function statesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await disk.readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new FileError(errors.refused({ path: folder, reason: reasonOf(error) }))
  })
  const states = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // One that has gone meanwhile is none.
    const found = await disk.lstat(join(folder, entry.name)).catch(() => undefined)
    if (found?.isFile() && found.size > 0) states.set(entry.name, `${found.size} ${found.mtimeMs} ${found.ino}`)
  }
  return states
}
