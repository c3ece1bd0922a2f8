/** All sources of symbols, most specific first. */
import { bcsymbolmapSource, originalUuidSource } from './bcsymbolmap.ts'
import { breakpadSource } from './breakpad.ts'
import { buglySource } from './bugly.ts'
import { buildManifestSource } from './build-manifest.ts'
import { elfSource } from './elf.ts'
import { gsymSource } from './gsym.ts'
import { linkMapSource } from './link-map.ts'
import { machoSource } from './macho.ts'
import { nameMapSource } from './name-map.ts'
import { nmSource } from './nm.ts'
import { sharedCacheSource } from './shared-cache.ts'
import { lineMapSource } from './line-map.ts'
import { sourceMapSource } from './source-map.ts'
import { usymSource } from './usym.ts'
import type { InputFile } from '../ports.ts'
import type { Outcome } from '../model/problem.ts'
import type { SymbolAid, SymbolSource } from './source.ts'

/** Bytes by which a format is known. */
const HEAD = 65_536

export const symbolSources: readonly SymbolSource[] = [
  machoSource,
  breakpadSource,
  gsymSource,
  elfSource,
  sharedCacheSource,
  bcsymbolmapSource,
  originalUuidSource,
  buildManifestSource,
  usymSource,
  sourceMapSource,
  lineMapSource,
  nameMapSource,
  linkMapSource,
  buglySource,
  nmSource,
]

/** The source that claims a file with these first bytes. */
export const sourceOf = (head: Uint8Array): SymbolSource | undefined =>
  symbolSources.find((source) => source.sniff(head))

/** Opens a file that helps to read symbols, such as a map; undefined where no source claims it, or the one that does opens no such files. Rejects where the file cannot be read. */
export async function openAidFile(file: InputFile): Promise<Outcome<SymbolAid> | undefined> {
  return sourceOf(new Uint8Array(await file.blob.slice(0, HEAD).arrayBuffer()))?.openAid?.(file)
}
