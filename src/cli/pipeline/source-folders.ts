/** `--source`: the source lines of reports, out of folders on this disk. */
import { promises as disk } from 'node:fs'
import { join, sep } from 'node:path'
import type { Engine } from '../../core/engine-types.ts'
import { append } from '../../core/model/lists.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { FrameSources } from '../../core/model/source.ts'
import { SKIPPED_FOLDERS, type ListedFile } from '../../core/source/listed-file.ts'
import { filesOfFrames, framesToShow, readSources } from '../../core/source/report-sources.ts'
import { SourceFinder } from '../../core/source/source-finder.ts'
import { nameKey } from '../../core/source/source-paths.ts'
import { WithheldFiles } from '../../core/source/withheld.ts'
import { openFileBlob } from '../../stores/file-blob.ts'
import { reasonOf, FileError, writeNote } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { missing } from '../messages/missing.ts'
import { gitIgnores } from './git-ignores.ts'

/** Names looked at, so that a whole disk ends, too. */
const MOST_NAMES = 4_000_000
/** Folders read at a time. */
const TOGETHER = 16

/**
 * The lines of each report's own frames, in the order of the reports. Prints on standard error which reports have none of their files.
 */
export async function readSourceFolders(
  folders: readonly string[],
  reports: readonly SymbolicatedReport[],
  engine: Engine,
): Promise<{ readonly sources: readonly FrameSources[]; readonly lacks: boolean }> {
  const wanted = new Set(reports.flatMap((report) => filesOfFrames(report, framesToShow(report)).map(nameKey)))
  const files = await listSources(folders, wanted)
  const finder = new SourceFinder(files)
  const images = await engine.images()
  const sources: FrameSources[] = []
  let lacks = false
  for (const symbolicated of reports) {
    const found = await readSources(symbolicated, framesToShow(symbolicated), { finder, images, engine })
    sources.push(found)
    const readings = [...found.values()].flat()
    const { file } = symbolicated.report
    const withheld = readings.flatMap((reading) =>
      reading?.kind === 'none' && reading.withheld ? [reading.reason] : [],
    )
    if (withheld.length > 0) writeNote(missing.sourceNotShown({ file, reasons: [...new Set(withheld)] }))
    if (readings.some((reading) => reading?.kind === 'found')) continue
    lacks = true
    const paths = [...new Set(filesOfFrames(symbolicated, framesToShow(symbolicated)))]
    if (paths.length > 0 || withheld.length === 0) writeNote(missing.noSource({ file, paths, folders }))
  }
  return { sources, lacks }
}

/** Files below folders that have one of these names (`nameKey`). Throws `FileError` for a folder that cannot be read. */
export async function listSources(
  folders: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = []
  for (const folder of folders) append(files, await listFolder(folder, wanted))
  return files
}

/** Files below a folder that have one of these names. Symbolic links are not followed, so nothing outside is read. */
async function listFolder(folder: string, wanted: ReadonlySet<string>): Promise<readonly ListedFile[]> {
  const refuse = (error: unknown): never => {
    throw new FileError(errors.refused({ path: folder, reason: reasonOf(error) }))
  }
  const root = await disk.realpath(folder).catch(refuse)
  if (!(await disk.stat(root).catch(refuse)).isDirectory())
    throw new FileError(errors.sourceNotFolder({ path: folder }))
  const rules = new WithheldFiles(await gitIgnores(root))
  const files: ListedFile[] = []
  const open: string[] = ['']
  let names = 0
  while (open.length > 0) {
    const batch = open.splice(-TOGETHER)
    const listed = await Promise.all(batch.map((below) => entriesOf(join(root, below))))
    for (const [at, entries] of listed.entries()) {
      for (const entry of entries) {
        if (++names > MOST_NAMES) {
          writeNote(errors.sourceCut({ path: folder, names: MOST_NAMES }))
          return files
        }
        const below = join(batch[at] ?? '', entry.name)
        if (entry.isDirectory()) {
          if (!SKIPPED_FOLDERS.has(entry.name)) open.push(below)
        } else if ((entry.isFile() || entry.isSymbolicLink()) && wanted.has(nameKey(entry.name))) {
          const whole = join(root, below)
          files.push({
            path: slashed(join(folder, below)),
            whole: slashed(whole),
            withheld: async () => ((await isBehindLink(whole)) ? 'link' : rules.reasonOf(slashed(below))),
            open: () => openFileBlob(whole, { followsLinks: false }),
          })
        }
      }
    }
  }
  return files
}

/** Looked at again when the file is used: a folder may have become a link since it was listed. */
const isBehindLink = (whole: string): Promise<boolean> =>
  disk.realpath(whole).then(
    (real) => real !== whole,
    () => true,
  )

/** A folder that may not be read holds nothing for us. */
const entriesOf = (path: string) => disk.readdir(path, { withFileTypes: true }).catch(() => [])

const slashed = (path: string): string => path.split(sep).join('/')
