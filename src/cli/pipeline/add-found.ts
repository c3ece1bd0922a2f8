/** Adds the symbols that `--find` finds to an engine. */
import type { Engine } from '../../core/engine-types.ts'
import { openMachO } from '../../core/macho/open.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import type { Report } from '../../core/model/report.ts'
import { openFileBlob } from '../../stores/file-blob.ts'
import { addSymbols } from '../io/input-files.ts'

/** Looks for the dSYMs of the reports' images that the engine has no symbols of; gives the paths that were added. */
export async function addFound(
  engine: Engine,
  reports: readonly Report[],
  folders: readonly string[] = [],
): Promise<readonly string[]> {
  // Only now: most runs find nothing and need not wait for it.
  const { findSymbols, wantedUuids } = await import('../io/find-symbols.ts')
  const known = new Set((await engine.images()).map(({ uuid }) => uuid))
  const wanted = wantedUuids(reports).filter((uuid) => !known.has(uuid))
  const found = wanted.length === 0 ? [] : await findSymbols(wanted, folders, readUuids)
  if (found.length > 0) await addSymbols(engine, found)
  return found
}

async function readUuids(path: string): Promise<readonly ImageUuid[]> {
  const { images } = await openMachO({ path, blob: await openFileBlob(path) })
  return images.flatMap(({ uuid }) => uuid ?? [])
}
