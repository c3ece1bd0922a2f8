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
import type { SymbolSource } from './source.ts'

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
