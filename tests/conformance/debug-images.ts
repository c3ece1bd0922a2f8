/** Debug information of the corpus and of our own fixtures, opened as the app does. */
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sniffMachO } from '../../src/core/macho/open.ts'
import type { ImageOffset } from '../../src/core/model/address.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import type { DebugImage } from '../../src/core/symbols/source.ts'
import { testBuilder } from '../support/test-builder.ts'

/** All slices with DWARF below a folder, in files of at most `limit` bytes. */
export async function debugImages(folder: string, limit: number): Promise<readonly DebugImage[]> {
  const found: DebugImage[] = []
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, entry)
    const status = statSync(path)
    if (!status.isFile() || status.size > limit || !sniffMachO(readFileSync(path).subarray(0, 64))) continue
    const opened = await machoSource.open({ path, blob: await openAsBlob(path) })
    if (opened.ok) found.push(...opened.value.filter(({ detail }) => detail === 'dwarf'))
  }
  return found
}

/** Return addresses of the call sites that an image's debug information lists. */
export async function listedReturns(image: DebugImage): Promise<readonly ImageOffset[]> {
  const prepared = await image.prepare()
  const read = prepared.ok ? await (await testBuilder()).callReturns?.(prepared.value) : undefined
  return read?.ok ? read.value : []
}
