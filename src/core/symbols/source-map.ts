/** Source maps of JavaScript bundles. They have no images: `scripts/` reads them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/en/files.ts'
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { SymbolAid, SymbolSource } from './source.ts'

/** The first key of a map; its writers put none of their own before these. */
const START =
  /^(?:\)\]\}'?[^\n]*\n)?\s*\{\s*"(?:version|file|sources|sourceRoot|sourcesContent|names|mappings|sections|ignoreList|debugId|debug_id|x_\w+)"\s*:/
const MAPPINGS = /"mappings"\s*:\s*"|"sections"\s*:\s*\[\s*\{\s*"(?:offset|map)"\s*:\s*\{/
const VERSION = /"version"\s*:\s*3\b/
const SOURCES = /"sources(?:Content)?"\s*:\s*\[\s*(?:"|null|\])/

export const sourceMapSource: SymbolSource = {
  id: 'source-map',
  label: fileKinds.sourceMap,
  sniff: (head) => {
    if (head[0] !== 0x7b && head[0] !== 0x29 && (head[0] ?? 0) > 0x20) return false
    const text = decodeUtf8(head)
    return START.test(text) && (MAPPINGS.test(text) || (VERSION.test(text) && SOURCES.test(text)))
  },
  open: async (file) => {
    const aid = await openMap(file)
    return aid.ok ? success([], aid.problems) : failure(aid.problems)
  },
  openAid: openMap,
}

async function openMap(file: InputFile): Promise<Outcome<SymbolAid>> {
  try {
    const { openSourceMap } = await import('../scripts/source-map.ts')
    return success({ kind: 'script-map', map: await openSourceMap(file) })
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}
