/** `--find`: dSYMs of images by their UUID, where Xcode and Spotlight of this machine have them. */
import { execFile } from 'node:child_process'
import { promises as disk } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ImageUuid } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import type { Report } from '../../core/model/report.ts'
import { FileError, reasonOf, writeNote } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'

/** A hostile report must not start a flood of searches. */
const MOST_UUIDS = 500
/** UUIDs of one question to Spotlight. */
const TOGETHER = 50
/** Names looked at in all folders. */
const MOST_NAMES = 1_000_000
/** `Archives/DATE/App.xcarchive/dSYMs` and `DerivedData/App/Build/Products/Release/App.app.dSYM` are not as deep. */
const MOST_DEPTH = 12
/** Bytes of Spotlight’s answer. */
const MOST_ANSWER = 4 << 20

/** Xcode's caches of modules and indexes: very many files, no symbols. */
const SKIPPED = /^(?:ModuleCache\.noindex|Index\.noindex|SDKStatCaches\.noindex|SourcePackages|\.git|node_modules)$/

/** Libraries of the system have no dSYM. */
const OF_SYSTEM = /^\/(?:System|usr\/lib)\//

const XCODE_FOLDERS = ['Library/Developer/Xcode/Archives', 'Library/Developer/Xcode/DerivedData']

/** The UUIDs of the images that an app brings, in the order of the reports. */
export const wantedUuids = (reports: readonly Report[]): readonly ImageUuid[] => [
  ...new Set(
    reports.flatMap(({ images }) =>
      images.flatMap(({ uuid, path }) => (uuid === undefined || OF_SYSTEM.test(path ?? '') ? [] : [uuid])),
    ),
  ),
]

/** Reads the UUIDs of a file, from its header; none for a file of another kind. */
export type ReadUuids = (path: string) => Promise<readonly ImageUuid[]>

/**
 * The dSYMs of these images: those that Spotlight knows, where `mdfind` is, then those in Xcode’s folders and `folders`. Each is opened
 * and has one of the UUIDs. Says on standard error what was found. A given folder that cannot be read is a `FileError`.
 */
export async function findSymbols(
  uuids: readonly ImageUuid[],
  folders: readonly string[],
  readUuids: ReadUuids,
): Promise<readonly string[]> {
  const open = new Set(uuids.slice(0, MOST_UUIDS))
  if (open.size < uuids.length) writeNote(results.soughtFirst({ count: open.size, of: uuids.length }))
  const sought = open.size
  const found: string[] = []
  const take = async (bundle: string): Promise<void> => {
    const own = await uuidsOf(bundle, readUuids)
    if (!own.some((uuid) => open.has(uuid))) return
    for (const uuid of own) open.delete(uuid)
    found.push(bundle)
    writeNote(results.foundSymbols({ path: bundle, uuids: own.join(', ') }))
  }
  for (const folder of folders)
    await disk.readdir(folder).catch((error: unknown) => {
      throw new FileError(errors.refused({ path: folder, reason: reasonOf(error) }))
    })
  for (const path of await askSpotlight([...open])) {
    const budget = { names: MOST_NAMES }
    for await (const bundle of bundlesBelow(path, budget)) if (open.size > 0) await take(bundle)
  }
  const budget = { names: MOST_NAMES }
  for (const folder of [...folders, ...XCODE_FOLDERS.map((below) => join(homedir(), below))])
    for await (const bundle of bundlesBelow(folder, budget)) {
      if (open.size === 0) break
      await take(bundle)
    }
  if (budget.names <= 0) writeNote(results.searchCut({ names: MOST_NAMES }))
  writeNote(results.soughtSymbols({ images: sought, found: sought - open.size }))
  return found
}

/** Paths of dSYMs and archives; none where there is no Spotlight, or where it fails. */
async function askSpotlight(uuids: readonly ImageUuid[]): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (let at = 0; at < uuids.length; at += TOGETHER) {
    const query = uuids
      .slice(at, at + TOGETHER)
      .map((uuid) => `com_apple_xcode_dsym_uuids == ${uuid}`)
      .join(' || ')
    const answer = await new Promise<string | undefined>((resolve) => {
      execFile('mdfind', [query], { encoding: 'utf8', maxBuffer: MOST_ANSWER }, (error, out) =>
        resolve(error ? undefined : out),
      )
    })
    if (answer === undefined) break
    for (const line of answer.split('\n')) if (line.startsWith('/')) paths.add(line)
  }
  return [...paths]
}

/** The dSYMs at and below a path; links are not followed, and what may not be read holds none. */
async function* bundlesBelow(path: string, budget: { names: number }, depth = 0): AsyncGenerator<string> {
  if (path.endsWith('.dSYM')) {
    yield path
    return
  }
  if (depth > MOST_DEPTH || budget.names <= 0) return
  const entries = await disk.readdir(path, { withFileTypes: true }).catch(() => [])
  budget.names -= entries.length
  for (const entry of entries)
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) yield* bundlesBelow(join(path, entry.name), budget, depth + 1)
}

async function uuidsOf(bundle: string, readUuids: ReadUuids): Promise<readonly ImageUuid[]> {
  const folder = join(bundle, 'Contents/Resources/DWARF')
  const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const uuids: ImageUuid[] = []
  // A file that disappears during the search is skipped.
  for (const file of files) append(uuids, await readUuids(file).catch(() => []))
  return uuids
}
