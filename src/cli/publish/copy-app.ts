/** Copies the built page into a published folder, so that one address serves both. */
import { promises as disk } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFileBlob } from '../../stores/file-blob.ts'
import { UsageError } from '../command.ts'
import { publishErrors } from '../messages/publish.ts'
import { makeHeldFolder, putFlushed } from './folder.ts'
import { HeldFolders } from './held-folders.ts'

/** These files refer to others, so they are copied last: no visitor follows a reference to a missing file. */
const LAST = ['index.html', 'sw.js']

/** Copies what is new or differs; gives how many files there are and how many were written. */
export async function copyApp(root: string): Promise<{ readonly files: number; readonly written: number }> {
  // Beside the program, as the build leaves them.
  const app = join(import.meta.dirname, '..', 'dist')
  const isBuilt = await disk.stat(join(app, 'index.html')).catch(() => undefined)
  if (!isBuilt) throw new UsageError(publishErrors.noApp({ path: app }))
  const entries = await disk.readdir(app, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(app.length + 1))
    .sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b) || (a < b ? -1 : 1))
  let written = 0
  const held = new HeldFolders()
  await held.hold(root)
  for (const path of paths) {
    const place = join(root, path)
    const folders = dirname(path) === '.' ? [] : dirname(path).split(/[/\\]/)
    let parent = root
    for (const folder of folders) {
      parent = join(parent, folder)
      await makeHeldFolder(parent, held)
    }
    if (await isSame(join(app, path), place)) continue
    await putFlushed(place, await openFileBlob(join(app, path)), { check: () => held.check(place) })
    written++
  }
  return { files: paths.length, written }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const there = await disk.lstat(other).catch(() => undefined)
  if (!there?.isFile() || there.size !== (await disk.stat(one)).size) return false
  return (await disk.readFile(one)).equals(await disk.readFile(other))
}
