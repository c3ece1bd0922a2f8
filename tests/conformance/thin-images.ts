/** The corpus's images that are files of their own: no members of libraries, no slices. */
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MachOImage } from '../../src/core/macho/image.ts'
import { openMachO, sniffMachO } from '../../src/core/macho/open.ts'

/** Each with its path, and its path below the corpus's binaries; damaged ones are left out. */
export async function* thinImages(
  corpus: string,
): AsyncGenerator<{ readonly name: string; readonly path: string; readonly image: MachOImage }> {
  const folder = join(corpus, 'binaries')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (name.startsWith('fuzzed-macho') || !statSync(path).isFile()) continue
    if (!sniffMachO(readFileSync(path).subarray(0, 64))) continue
    for (const image of (await openMachO({ path, blob: await openAsBlob(path) })).images)
      if (image.path === path) yield { name, path, image }
  }
}
