/** Source maps of JavaScript bundles. They have no images: `scripts/` reads them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { opensAid } from './aid-source.ts'
import type { SymbolSource } from './source.ts'

/** The first key of a map; its writers put none of their own before these. */
const START =
  /^(?:\)\]\}'?[^\n]*\n)?\s*\{\s*"(?:version|file|sources|sourceRoot|sourcesContent|names|mappings|sections|ignoreList|debugId|debug_id|x_\w+)"\s*:/
const MAPPINGS = /"mappings"\s*:\s*"|"sections"\s*:\s*\[\s*\{\s*"(?:offset|map)"\s*:\s*\{/
const VERSION = /"version"\s*:\s*3\b/
const SOURCES = /"sources(?:Content)?"\s*:\s*\[\s*(?:"|null|\])/

export const sourceMapSource: SymbolSource = {
  id: 'source-map',
  get label() {
    return fileKinds.sourceMap
  },
  sniff: (head) => {
    if (head[0] !== 0x7b && head[0] !== 0x29 && (head[0] ?? 0) > 0x20) return false
    const text = decodeUtf8(head)
    return START.test(text) && (MAPPINGS.test(text) || (VERSION.test(text) && SOURCES.test(text)))
  },
  ...opensAid(async (file) => {
    const { openSourceMap } = await import('../scripts/source-map.ts')
    return { kind: 'script-map', map: await openSourceMap(file), file }
  }),
}
